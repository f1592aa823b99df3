"""Which cases of a test run by default; the others are slow, and run by `scripts/prove`."""

from __future__ import annotations

from collections.abc import Sequence

import pytest


def first_few(few: Sequence[object], cases: Sequence[object]) -> list[object]:
    """These cases, and the others among the slow proofs."""
    return [*few, *(pytest.param(case, marks=pytest.mark.slow) for case in cases if case not in few)]
