import subprocess
import sys

import pytest

from llmproxy.errors import LaneMissing
from llmproxy.upstream import litellm_door

ALONE = """
import sys, gc
from llmproxy.upstream import litellm_door
assert "litellm" not in sys.modules and not litellm_door.loaded()
import socket
def refuse(*a, **k): raise AssertionError("the import asked the internet")
socket.socket.connect = refuse
module = litellm_door.load_now()
assert module.suppress_debug_info and litellm_door.loaded() and gc.isenabled() and gc.get_freeze_count() > 100_000
"""


def test_it_is_imported_on_demand_without_the_internet_and_frozen() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]


def test_an_install_without_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(litellm_door, "_module", None)
    monkeypatch.setattr(litellm_door, "installed", lambda: False)
    with pytest.raises(LaneMissing) as caught:
        litellm_door.load_now()
    assert caught.value.status == 501
    assert "requirements/core.lock" in caught.value.message
