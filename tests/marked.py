"""Which tests are marked for which clause, as a run collected them: the key under which pytest keeps it."""

from __future__ import annotations

import pytest

MARKED = pytest.StashKey[dict[str, object]]()
"""The parts `tests` and `checklist` of the join; all of them where the run was asked for every test."""
