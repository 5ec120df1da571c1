"""Proposals for a person to review: annotations of a server's tools, or of a user's own schema, from what the knowledge recognises.

`reasons` puts a recognised place in words, `document` writes a server's annotations, `schema` a schema with our extension keys.
Must not be in here: recognition, files; a proposal decides nothing until somebody takes it.
"""
