"""How well items are found: `python -m benchmarks.detection DATA` scores this product and its peers on labelled and on benign strings, in one run.

The data stay where they are (an argument or TOOLMINIMIZE_DATA names their folder); what is missing is said to be not available.
Peers run in an interpreter of their own (`--peers PYTHON`); none of them is needed.
"""
