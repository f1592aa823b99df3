"""Helpers of kernels are compiled once for all constants, and can still be asked from Python. Decision: 0372."""

from __future__ import annotations

from typing import Any

import pytest

from siete.sim.kernels.jit import compiled


@compiled
def _more(number: int, by: int) -> int:
    return number + by


@compiled
def _much_more(number: int) -> int:
    return _more(number, 1) * _more(number, 2) * _more(3, number)


def test_a_helper_is_compiled_once_for_all_constants() -> None:
    assert _much_more(5) == 6 * 7 * 8
    helper: Any = _more
    if not hasattr(helper, "signatures"):
        pytest.skip("nothing is compiled here")
    assert len(helper.signatures) == 1
