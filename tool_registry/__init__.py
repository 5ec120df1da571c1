"""What is known about tools: their kinds, their parameters' roles, how far their operators are trusted.

Five words: a *kind* says what a tool does (weather, calendar, ...); a *role* says what a parameter is for
(location, recipient, free text, ...); a *need* says what a kind needs of a role and how precisely; a *trust tier*
says how far the tool's operator is trusted; a *tool spec* is all of that, worked out for one declared tool.

This package holds knowledge and its loader. It must not look at argument values, decide anything, or do network I/O.
"""
