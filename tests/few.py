"""Which cases of a test run by default and which are slow, and how much of the full volume the slow ones play."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

TENTHS = int(os.environ.get("SIETE_TENTHS", "1"))
"""How many tenths of its full volume a slow proof plays: one, or all ten by `scripts/prove --long volumes`."""


def first_few(few: Sequence[object], cases: Sequence[object]) -> list[object]:
    """These cases, and the others among the slow proofs."""
    return [*few, *(pytest.param(case, marks=pytest.mark.slow) for case in cases if case not in few)]
