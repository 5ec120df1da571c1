"""Messages composed from an agent's trajectory: what its task needs, and what the recipient must not learn.

The data are PrivacyLens' (MIT), given by path. `compose` writes the messages, `oracle` is a judge that knows the truth, `measure` counts what
is left and what is kept, `tables` prints it. Nothing of the data is kept here.
"""
