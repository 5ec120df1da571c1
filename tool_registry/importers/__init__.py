"""Readers of what declares tools: an OpenAI `tools` array, an answer to MCP's `tools/list`, an OpenAPI document.

Each takes parsed JSON or YAML and gives `Declared` tools; what is malformed is one error that names the place, as a JSON pointer, and no value.
`forms` tells which form a document has. Must not be in here: files, network, what a tool is for (`recognise`).
"""
