"""Measurements of ToolMinimize: `speed` measures what it costs. They may import everything; nothing imports them."""
