"""Argument rules of a policy: what may be sent to whom, by tool, place, data, provenance, recipient and subject.

In the terms of contextual integrity a rule names a flow (sender: the key's agent; recipient; subject; type of data) and under which
principle it may take place. `compile` checks rules and makes them ready, `provenance` says who brought a value in, `judge` finds the
rules that hold for a call, `enforce` and `analysis` make decisions of them.
Must not be in here: where rules are written (`llmproxy.config`), edits of arguments.
"""

from __future__ import annotations

from minimize.rules.analysis import analysed
from minimize.rules.compile import Compiled, check
from minimize.rules.enforce import guards, said
from minimize.rules.judge import NO_RULINGS, Facts, Rulings, judge
from minimize.rules.provenance import Brought

__all__ = ["NO_RULINGS", "Brought", "Compiled", "Facts", "Rulings", "analysed", "check", "guards", "judge", "said"]
