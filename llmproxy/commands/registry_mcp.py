"""Asks a live MCP server for its tools, by the official SDK (extra `mcp`): over streamable HTTP, or stdin and stdout of a program.

Must not be in here: what the tools are for. The one module that imports the SDK.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

from llmproxy.commands.failure import CommandError

if TYPE_CHECKING:
    from mcp import Client

MAX_PAGES: Final = 100


def ask(source: str | Sequence[str], timeout_s: float, token: str | None = None) -> tuple[str, list[dict[str, Any]]]:
    """Give a server's name and version, and the pages of its answer to `tools/list`.

    `source` is a URL of streamable HTTP, or a command with its arguments; `token` is sent as a bearer token to a URL. Raises CommandError.
    """
    try:
        import mcp  # noqa: F401
    except ImportError:
        raise CommandError("`mcp` is not installed: pip install 'toolminimize[mcp]'") from None
    refusals: list[int] = []
    try:
        return asyncio.run(asyncio.wait_for(_asked(source, timeout_s, token, refusals), timeout_s))
    except TimeoutError:
        raise CommandError(f"the server did not answer within {timeout_s:g} s", 1) from None
    except CommandError:
        raise
    except Exception as error:
        raise CommandError(f"the server cannot be asked: {f'HTTP {refusals[-1]}' if refusals else _plain(error)}", 1) from None


async def _asked(source: str | Sequence[str], timeout_s: float, token: str | None, refusals: list[int]) -> tuple[str, list[dict[str, Any]]]:
    pages: list[dict[str, Any]] = []
    async with _client(source, timeout_s, token, refusals) as client:
        info = client.server_info
        name = f"{info.name} {info.version}".strip() if info is not None else ""
        cursor: str | None = None
        for _ in range(MAX_PAGES):
            page = await client.list_tools(cursor=cursor)
            pages.append(page.model_dump(mode="json", by_alias=True, exclude_none=True))
            cursor = page.next_cursor
            if not cursor:
                return name, pages
    raise CommandError(f"the server's list of tools has more than {MAX_PAGES} pages", 1)


@asynccontextmanager
async def _client(source: str | Sequence[str], timeout_s: float, token: str | None, refusals: list[int]) -> AsyncIterator[Client]:
    from mcp import Client

    if isinstance(source, str):
        import httpx2
        from mcp.client.streamable_http import streamable_http_client

        async def answered(response: httpx2.Response) -> None:
            if response.status_code >= 400:
                refusals.append(response.status_code)

        headers = {"authorization": f"Bearer {token}"} if token else None
        async with (
            httpx2.AsyncClient(headers=headers, timeout=timeout_s, event_hooks={"response": [answered]}) as http,
            Client(streamable_http_client(source, http_client=http), read_timeout_seconds=timeout_s) as client,
        ):
            yield client
    else:
        from mcp import StdioServerParameters
        from mcp.client.stdio import stdio_client

        with tempfile.TemporaryFile("w", encoding="utf-8") as said:  # what the program logs is not ours to show
            parameters = StdioServerParameters(command=source[0], args=list(source[1:]))
            async with Client(stdio_client(parameters, errlog=said), read_timeout_seconds=timeout_s) as client:
                yield client


def _plain(error: BaseException) -> str:
    """Name an error without its text, which may quote an address with credentials; of a group the first."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    if isinstance(error, FileNotFoundError | PermissionError):
        return "there is no such program"
    if type(error).__name__ == "MCPError":
        return "it does not speak MCP, or ended (start it yourself to see what it says)"
    return type(error).__name__
