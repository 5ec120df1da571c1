"""The wire: a proxy that speaks OpenAI's API to clients and hands their tool calls to `minimize` on the way back.

Five words to read it by: a *client* (who asks, with which key), a *deployment* (where a model name leads), a *lane* (how bytes get
there: raw, or through LiteLLM), an *answer* (what comes back, whole or streamed) and an *exchange* (one request from end to end).
Must not be in here: any judgement of what is private (that is `minimize`).
"""
