"""What the commands of `toolminimize` do, a module each. Must not be in here: options and help (`llmproxy/cli.py`)."""
