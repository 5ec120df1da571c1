"""What every request passes on its way in, each a plain ASGI class; the order stands in `llmproxy.app`.

Must not be in here: routes, work that only one route needs.
"""
