"""Washington's two rule sets say most things alike: one test for both, marked with the clauses of each."""

from __future__ import annotations

from typing import Any

import pytest

PREFIX = {"wa": "WA3", "wa-v002": "WA2"}


def both(*clauses: str) -> pytest.MarkDecorator:
    """Run a test under each rule set as `rules`; `D2.a` marks it for WA3-D2.a and WA2-D2.a in turn."""
    return pytest.mark.parametrize("rules", [_case(name, clauses) for name in PREFIX])


def _case(name: str, clauses: tuple[str, ...]) -> Any:
    return pytest.param(name, id=name, marks=pytest.mark.clause(*(clause_of(name, each) for each in clauses)))


def clause_of(rules: str, clause: str) -> str:
    """The full id of a clause under one of the two rule sets."""
    return f"{PREFIX[rules]}-{clause}"
