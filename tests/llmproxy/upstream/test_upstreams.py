import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable

import pytest

from llmproxy.config import ModelEntry, Timeouts
from llmproxy.errors import FirstByteTimeout, ModelNotFound, UpstreamUnreachable
from llmproxy.upstream import Caller, Upstreams
from tests.llmproxy.serving import free_port
from tests.upstreams.openai_wire import speaking
from tests.upstreams.requests import Body
from tests.upstreams.server import Reply, Request, Upstream
from tests.upstreams.settings import entry, settings
from tests.upstreams.speech import Speech

SERVED = Caller(provider_keys=True)
Make = Callable[..., "asyncio.Future[Upstreams]"]


@pytest.fixture
async def make() -> AsyncIterator[object]:
    made: list[Upstreams] = []

    async def build(*entries: ModelEntry, **fields: object) -> Upstreams:
        upstreams = Upstreams(settings(*entries, timeouts=Timeouts(1, 0.3, 1), **fields))
        await upstreams.start()
        made.append(upstreams)
        return upstreams

    yield build
    for upstreams in made:
        await upstreams.close()


async def ask(upstreams: Upstreams, model: str = "m", caller: Caller = SERVED) -> tuple[int, bytes]:
    _, answer = await upstreams.open(Body(model), caller, [])
    return answer.status, await answer.read(100_000)


async def silent(request: Request) -> Reply:
    await asyncio.sleep(2)
    return Reply()


@pytest.mark.parametrize("first", [429, 500, 503, 529, "silent", "down"])
async def test_the_next_entry_of_a_name_is_asked(make: Make, first: int | str) -> None:
    failing = silent if first == "silent" else lambda r: Reply.of_json({"error": {"message": "no"}}, int(first))
    with Upstream(failing) as a, Upstream(speaking(Speech("hi"))) as b:
        base = f"http://127.0.0.1:{free_port()}/v1" if first == "down" else a.url + "/v1"
        upstreams = await make(entry("m", "openai/one", base, api_key="k1"), entry("m", "openai/two", b.url + "/v1", api_key="k2"))
        status, body = await ask(upstreams)
        assert (status, b'"model": "two"' in body) == (200, True)
        assert b.requests[0].headers["authorization"] == "Bearer k2"


@pytest.mark.parametrize("status", [400, 401, 404, 422])
async def test_a_fault_of_the_request_is_not_asked_again(make: Make, status: int) -> None:
    with Upstream(lambda r: Reply.of_json({"error": {}}, status)) as a, Upstream(speaking(Speech("hi"))) as b:
        upstreams = await make(entry("m", "openai/one", a.url + "/v1"), entry("m", "openai/two", b.url + "/v1"))
        assert (await ask(upstreams))[0] == status
        assert b.requests == []


async def test_the_last_error_is_what_the_client_gets(make: Make) -> None:
    with Upstream(silent) as a, Upstream(lambda r: Reply.of_json({"error": {"code": "slow"}}, 429)) as b:
        upstreams = await make(entry("m", "openai/one", a.url + "/v1"), entry("m", "openai/two", b.url + "/v1"))
        assert (await ask(upstreams))[0] == 429
        other = await make(entry("m", "openai/two", b.url + "/v1"), entry("m", "openai/one", a.url + "/v1"))
        with pytest.raises(FirstByteTimeout):
            await ask(other)


async def test_one_entry_is_asked_once(make: Make) -> None:
    with Upstream(lambda r: Reply.of_json({"error": {}}, 500)) as a:
        assert (await ask(await make(entry("m", "openai/one", a.url + "/v1"))))[0] == 500
        assert len(a.requests) == 1


async def test_an_unknown_model(make: Make) -> None:
    with pytest.raises(ModelNotFound):
        await ask(await make(entry("m", "openai/m", "http://127.0.0.1:1/v1")), "n")


async def test_keys_from_the_environment_go_to_the_providers_own_host_only(make: Make) -> None:
    with Upstream(speaking(Speech("hi"))) as a:
        upstreams = await make(entry("m", "openai/m", a.url + "/v1"), provider_keys={"openai": "sk-env"})
        await ask(upstreams)
        assert "authorization" not in a.requests[0].headers


async def test_pass_through_sends_the_clients_own_token(make: Make) -> None:
    with Upstream(speaking(Speech("hi"))) as a:
        await ask(await make(entry("m", "openai/m", a.url + "/v1", api_key="sk-entry")), caller=Caller(token="sk-client"))
        assert a.requests[0].headers["authorization"] == "Bearer sk-client"


async def test_models_are_the_lists_names_and_what_wildcards_upstreams_list(make: Make) -> None:
    with Upstream(speaking(Speech("hi"))) as a:
        upstreams = await make(
            entry("m", "openai/m", a.url + "/v1"), entry("here/*", "openai/*", a.url + "/v1"), entry("gone/*", "openai/*", "http://127.0.0.1:1/v1")
        )
        assert [m["id"] for m in await upstreams.models(SERVED)] == ["m", "here/fake-1", "here/fake-2"]


async def test_an_upstream_that_is_down(make: Make) -> None:
    with pytest.raises(UpstreamUnreachable):
        await ask(await make(entry("m", "openai/m", f"http://127.0.0.1:{free_port()}/v1")))


ALONE = """
import asyncio, sys
sys.modules["litellm"] = None  # an import of it fails
from llmproxy.upstream import Caller, Upstreams, litellm_door
from tests.upstreams.requests import Body
from tests.upstreams.settings import entry, settings
litellm_door.installed = lambda: False

async def main():
    upstreams = Upstreams(settings(entry("m", "openai/*", sys.argv[1]), entry("c", "anthropic/claude-x")))
    await upstreams.start()
    _, answer = await upstreams.open(Body("m"), Caller(provider_keys=True), [])
    try:
        await upstreams.open(Body("c"), Caller(provider_keys=True), [])
    except Exception as error:
        print(answer.status, error.status, error.code)
    await upstreams.close()

asyncio.run(main())
"""


def test_an_install_without_litellm_serves_raw_upstreams_and_says_what_others_need() -> None:
    with Upstream(speaking(Speech("hi"))) as a:
        done = subprocess.run([sys.executable, "-c", ALONE, a.url + "/v1"], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["200", "501", "provider_not_installed"], done.stderr[-1000:]
