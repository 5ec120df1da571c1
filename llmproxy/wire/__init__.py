"""The wire: provider bytes in, actions out, and client bytes in, typed requests out. No I/O, no clock, no environment, no decisions.

Five words that a reader needs:

`event`     one server-sent event of a streamed answer, with the bytes that it came in.
`fragment`  what one event (or one whole answer) says of one tool call; `minimize.stream` puts fragments together.
`held`      an event that waits until the calls of its choice are decided.
`action`    what the exchange is to do next: `Send` bytes, `Decide` calls, or `Refuse` the rest.
`span`      where a value stands in the provider's text; a changed call is edited there, the rest stays as it came.

Must not be in here: sockets, LiteLLM, policies' meaning, anything that awaits.
"""

from __future__ import annotations

from llmproxy.wire.actions import Action, Decide, Refuse, Send, UpstreamGarbage

__all__ = ["Action", "Decide", "Refuse", "Send", "UpstreamGarbage"]
