"""Where requests go: model names lead to deployments, a deployment's lane carries the bytes, an answer brings them back.

The only package that knows LiteLLM, and there only `litellm_door` imports it. Must not be in here: tool calls, policies, records.
"""

from __future__ import annotations

from llmproxy.upstream.interface import Answer, Caller, ChatBody, Deployment, Lane
from llmproxy.upstream.upstreams import Upstreams

__all__ = ["Answer", "Caller", "ChatBody", "Deployment", "Lane", "Upstreams"]
