"""Annotations of public tools: what a known server's tools need of each parameter, reviewed tool by tool.

`model` has the types, `read` reads one server's document strictly, `packed` holds many cheaply, `match` finds the annotation of a declared tool.
It must not look at argument values, decide anything, or do I/O: `tool_registry.load` reads the files.
"""
