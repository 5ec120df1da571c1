"""Whether the task needs an item of a free text that is payload: the message itself holds both.

`local` judges without a model. Must not be in here: I/O, which places are asked about (`analyze.necessity`), cutting.
"""

from minimize.judge.local import LocalJudge

__all__ = ["LocalJudge"]
