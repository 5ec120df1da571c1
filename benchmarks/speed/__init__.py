"""What ToolMinimize costs: `python -m benchmarks.speed` prints every row of the budgets, measured here and now.

Needs nothing but this machine: its own upstream, its own load, traffic on loopback only, every loop bounded.
"""
