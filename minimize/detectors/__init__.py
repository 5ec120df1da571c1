"""Finds privacy-sensitive items in one text: stages of one signature, and the order in which spans win.

Must not be in here: which items are necessary, pointers, documents (`minimize.classify` walks those).
"""
