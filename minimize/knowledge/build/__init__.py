"""Compiles the knowledge: hand-written data to `rules.bin` (`compile`), public sources to `lexicon.bin` (`sources`).

Runs on a developer's machine (`make knowledge`), never when the product runs.
"""
