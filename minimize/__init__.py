"""Data minimisation of tool calls: the decision core, without network, clock, randomness or environment.

Five words: *PSD* is privacy-sensitive data; a *finding* is one item of it (place and category, never the value);
*necessity* says whether the tool needs an item for the user's task; a *disposition* is what is done with it
(keep, review, remove, generalise, substitute, truncate, block); the *privacy cost* is the sum of S x E x N over findings.

    from minimize import Minimizer, ToolCall, Policy
    Minimizer().minimize(ToolCall(name=..., arguments=..., schema=...), task="...")  # -> MinimizedCall
"""
