"""The one importer of LiteLLM: late, off the loop, quiet, and without its requests to the internet.

Must not be in here: requests, mapping of exceptions, anything that makes the import happen at start-up by itself.
"""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import logging
import os
import threading
import warnings
from typing import Any

from llmproxy.errors import LaneMissing

_lock = threading.Lock()
_module: Any = None


def installed() -> bool:
    """Tell whether LiteLLM can be imported, without importing it."""
    return importlib.util.find_spec("litellm") is not None


def loaded() -> bool:
    """Tell whether LiteLLM has been imported by us."""
    return _module is not None


def freeze_heap() -> None:
    """Take what start-up or an import left out of the collector's sight: one full collection over LiteLLM's objects stops the loop for 0.2 s."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 50)


def load_now() -> Any:
    """Import LiteLLM in this thread (about 3 s the first time); `LaneMissing` when it is not installed."""
    global _module
    with _lock:
        if _module is None:
            if not installed():
                raise LaneMissing
            # Read by LiteLLM while it is imported: no price list from the internet, no `.env` of the working directory.
            os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
            os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
            collecting = gc.isenabled()
            gc.disable()
            try:
                import litellm
            finally:
                if collecting:
                    gc.enable()
            _hush(litellm)
            _stay(litellm)
            gc.collect()
            freeze_heap()
            _module = litellm
    return _module


async def load() -> Any:
    """Give LiteLLM, imported in a thread the first time so that the loop goes on."""
    return _module if _module is not None else await asyncio.to_thread(load_now)


def _hush(litellm: Any) -> None:
    """Its logs and callbacks may hold prompts and arguments: none are kept, none are written."""
    litellm.suppress_debug_info = True
    litellm.turn_off_message_logging = True
    litellm.set_verbose = False
    litellm.telemetry = False
    litellm.drop_params = False
    warnings.filterwarnings("ignore", category=UserWarning, module=r"pydantic\._internal\._generate_schema")
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = False
        logger.setLevel(logging.CRITICAL + 1)


def _stay(litellm: Any) -> None:
    """Its clients follow redirects, and would take the provider's key (`x-api-key`) and the conversation along to whatever host is named."""
    from litellm.llms.custom_httpx import http_handler

    for handler in (http_handler.AsyncHTTPHandler, http_handler.HTTPHandler):
        _without_redirects(handler)
    for name in ("module_level_aclient", "module_level_client"):
        client = getattr(getattr(litellm, name, None), "client", None)
        if client is not None:
            client.follow_redirects = False


def _without_redirects(handler: Any) -> None:
    made = handler.create_client

    def create_client(self: Any, *given: Any, **named: Any) -> Any:
        self.follow_redirects = False
        return made(self, *given, **named)

    handler.create_client = create_client
