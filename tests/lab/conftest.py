"""What the tests of the lab share: a PAR sheet, and fewer options to price."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest

from siete.lab.par_sheet.par import ParSheet, par_sheet
from siete.odds.base import solution
from siete.rules.submission import table_rules
from tests.cli.conftest import siete as siete


@pytest.fixture(scope="session")
def few_variants() -> Iterator[object]:
    """Only the first options of any rules are priced."""
    patch = pytest.MonkeyPatch()
    every = solution.variants
    patch.setattr(solution, "variants", lambda rules: every(rules)[:3])  # the others are solved elsewhere
    yield patch
    patch.undo()


@pytest.fixture(scope="session")
def sheet(few_variants: object) -> ParSheet:
    """A Washington table with a choice of its own: five wagers, a jackpot and `$` prizes among them."""
    rules = table_rules("wa", {"decks": 8, "jackpot_paytable": ["5d/3"]})
    return par_sheet(rules, date=datetime.date(2026, 5, 1), operator="Red & River")
