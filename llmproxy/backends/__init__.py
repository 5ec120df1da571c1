"""Detectors beside the deterministic path: a small model, spaCy, any recognizer of Presidio, plug-ins of users. All behind one door (`door`).

None is needed and none is loaded unless the configuration names it. Must not be in here: how their word is weighed (`minimize.detectors.backends`).
"""
