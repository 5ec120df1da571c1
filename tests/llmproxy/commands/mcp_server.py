"""A small MCP server, made with the official SDK: on stdin and stdout as a program, or as an application for a web server."""

from __future__ import annotations

from mcp.server import MCPServer

server = MCPServer("acme-trips", version="2.1")


@server.tool(description="Book a taxi ride.")
def book_ride(pickup: str, rider: str, notes: str = "") -> str:
    """Book."""
    return f"{pickup}{rider}{notes}"


@server.tool(description="Weather forecast for a place.")
def get_forecast(city: str) -> str:
    """Forecast."""
    return city


if __name__ == "__main__":
    server.run()
