"""Checks of the tree that no linter has: run by `make check`, each `python -m checks.<name>`. Nothing here ships."""
