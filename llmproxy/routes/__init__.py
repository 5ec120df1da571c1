"""The paths that the proxy answers; the table stands in `llmproxy.app`.

Must not be in here: work (that is `exchange`, `records`, `upstream`); a route reads its input, asks, and answers.
"""
