"""Readings of a text that hides something: decoded, cleaned or joined, with the way back to the original characters.

`steps` lists them. Each is bounded: nesting and their number by the caller, output by MAX_OUTPUT, tokens by MAX_TOKENS. Must not be in here: detection.
"""

from minimize.decode.reading import MAX_OUTPUT, MAX_TOKENS, Reading
from minimize.decode.split import LONGEST_PIECE, Part, Piece, joined, pieces_of
from minimize.decode.steps import guesses, is_ciphered, is_leet, look, readings

__all__ = [
    "LONGEST_PIECE",
    "MAX_OUTPUT",
    "MAX_TOKENS",
    "Part",
    "Piece",
    "Reading",
    "guesses",
    "is_ciphered",
    "is_leet",
    "joined",
    "look",
    "pieces_of",
    "readings",
]
