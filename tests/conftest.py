"""Settings of all tests: property tests have no deadline of their own, since a shared machine stalls now and then."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("shared", deadline=None)
settings.load_profile("shared")
