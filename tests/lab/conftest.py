"""Solved configurations of a test run are kept apart from those of its user."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest

from siete.lab.par import ParSheet, par_sheet
from siete.odds.base import solution
from siete.rules.submission import table_rules
from tests.cli.conftest import siete as siete


@pytest.fixture(scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """A cache for the whole run of this worker."""
    patch = pytest.MonkeyPatch()
    patch.setenv("SIETE_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "siete-cache"))
    every = solution.variants
    patch.setattr(solution, "variants", lambda rules: every(rules)[:3])  # the others are solved elsewhere
    yield patch
    patch.undo()


@pytest.fixture(scope="session")
def sheet(own_cache: object) -> ParSheet:
    """A Washington table with a choice of its own: five wagers, a jackpot and `$` prizes among them."""
    rules = table_rules("wa", {"decks": 8, "jackpot_paytable": ["5d/3"]})
    return par_sheet(rules, date=datetime.date(2026, 5, 1), operator="Red & River")
