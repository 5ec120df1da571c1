"""What the logic knows: categories, patterns, field names, lexicons, places, as packaged data.

Five words: a *rule* is a pattern with its examples, a *term* an entry of a hand-written lexicon, a *field word* what a
parameter's name says of its value, the *lexicon* the compiled names and places, the *gazetteer* the places in a text.

Must not be in here: decisions, argument values, I/O other than reading the packaged data (`load`).
"""
