"""Over-sharing calls of public tools without annotations: what is detected and taken away, what leaks all the same, what still works.

The schemas are read from a file that is named on the command line; the scenarios (`data/scenarios.yaml`) are our own.
"""
