"""A raw relay, the floor for a proxy in Python: `python -m benchmarks.speed.relay PORT UPSTREAM_PORT`. aiohttp in and out, nothing inspected."""

from __future__ import annotations

import sys

import aiohttp
import uvloop
from aiohttp import web


async def main(port: int, upstream: int) -> None:
    """Relay every request to the upstream, bytes for bytes, until the process is ended."""
    session = aiohttp.ClientSession(auto_decompress=False)

    async def relay(request: web.Request) -> web.StreamResponse:
        body = await request.read()
        headers = {"content-type": request.headers.get("content-type", ""), "authorization": request.headers.get("authorization", "")}
        async with session.request(request.method, f"http://127.0.0.1:{upstream}{request.rel_url}", data=body, headers=headers) as answer:
            if answer.content_type != "text/event-stream":
                return web.Response(body=await answer.read(), status=answer.status, content_type=answer.content_type)
            out = web.StreamResponse(status=answer.status, headers={"content-type": "text/event-stream"})
            await out.prepare(request)
            async for chunk in answer.content.iter_any():
                await out.write(chunk)
            await out.write_eof()
            return out

    async def ready(_: web.Request) -> web.Response:
        return web.Response()

    app = web.Application(client_max_size=32_000_000)
    app.router.add_get("/readyz", ready)
    app.router.add_route("*", "/{path:.*}", relay)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    import asyncio

    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]), int(sys.argv[2])))
