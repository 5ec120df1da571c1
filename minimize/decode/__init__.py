"""Readings of a text that hides something: decoded, cleaned or joined, with the way back to the original characters.

`steps` lists them. Each is bounded: nesting and their number by the caller, output by MAX_OUTPUT, tokens by MAX_TOKENS. Must not be in here: detection.
"""

from minimize.decode.reading import MAX_OUTPUT, MAX_TOKENS, Reading
from minimize.decode.split import Part, Piece, joined
from minimize.decode.steps import guesses, is_ciphered, is_leet, look, readings

__all__ = ["MAX_OUTPUT", "MAX_TOKENS", "Part", "Piece", "Reading", "guesses", "is_ciphered", "is_leet", "joined", "look", "readings"]
