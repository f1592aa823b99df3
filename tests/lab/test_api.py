"""Questions in one line, and what they cost a program that only imports siete."""

from __future__ import annotations

import datetime
import subprocess
import sys
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import siete
from siete.errors import SieteError
from siete.rules.submission import table_rules

pytestmark = pytest.mark.usefixtures("few_variants", "kernels")
OWN: dict[str, Any] = {"decks": 8, "jackpot_paytable": ["5d/3"]}
"""The table that the other tests of reports have solved already."""
OPEN = ("br", "meta", "hr")


class _Balanced(HTMLParser):
    """A piece of a page whose elements are all closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.seen: set[str] = set()
        self.feed(text)
        assert self.stack == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.stack += [] if tag in OPEN else [tag]

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag


def test_odds_of_one_wager() -> None:
    (insurance,) = siete.figures("md", "insurance")
    assert insurance.house_edge == Fraction(71, 287)


def test_choices_and_amounts_are_keywords() -> None:
    (jackpot,) = siete.figures("wa", paytable="3d/6", meter=40_000, decks=8)
    assert (jackpot.decks, jackpot.extra["meter"]) == (8, 40_000)
    assert siete.figures("wa", paytable="3d/6", meter="40000.00", decks=8)[0] == jackpot
    with pytest.raises(SieteError, match="money/not-cents"):
        siete.figures("wa", paytable="3c/6", meter=0.001)


def test_ready_rules_and_files_will_do() -> None:
    rules = table_rules("md")
    example = Path(__file__).parents[2] / "examples" / "md.toml"
    assert siete.figures(rules, "insurance") == siete.figures("md", "insurance")
    assert siete.figures(example, "insurance")[0].house_edge == Fraction(95, 383)  # eight decks
    with pytest.raises(SieteError, match="rules/ready"):
        siete.figures(rules, "insurance", decks=8)


def test_a_hand() -> None:
    found = siete.hand("wa", "7s 7s", "7h")
    assert found.best == "split"
    assert found == siete.hand("wa", siete.cards_from_text("7s 7s"), siete.Card.from_text("7h"))
    assert siete.hand("wa", "8h 3c", "Kd", split=True).is_split
    assert siete.hand("wa", "5s 6h 2d", "7h", doubled=1).doublings == 1
    assert siete.hand("wa", "9h 7c", "Ad", removed="Kh Kd").actions != siete.hand("wa", "9h 7c", "Ad").actions


def test_a_chart_and_the_odds_of_playing_it() -> None:
    chart = siete.chart("wa", **OWN)
    (base,) = siete.figures("wa", "base", strategy=chart, **OWN)
    assert base.house_edge == pytest.approx(chart.house_edge, abs=1e-12)


def test_a_report(tmp_path: Path) -> None:
    day = datetime.date(2026, 5, 1)
    made = siete.report("wa", tmp_path / "par.html", date=day, **OWN)
    assert made.date == day
    assert (tmp_path / "par.html").stat().st_size > 10_000
    assert "table" in _Balanced(made._repr_html_()).seen


def test_results_draw_themselves() -> None:
    pieces = (
        siete.figures("md", "match-the-dealer"),
        siete.hand("wa", "7s 7s", "7h"),
        siete.chart("wa", **OWN),
        siete.costs("wa", **OWN),
    )
    for piece in pieces:
        assert "table" in _Balanced(piece._repr_html_()).seen


def test_parts_are_plain_packages() -> None:
    code = (
        "import siete.odds, siete.strategy; print(callable(siete.odds), callable(siete.strategy), type(siete).__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False False module\n"


def test_every_name_is_found_in_its_home() -> None:
    assert [name for name in siete.__all__ if getattr(siete, name, None) is None] == []


def test_importing_siete_loads_nothing_heavy() -> None:
    code = (
        "import sys, siete; print(sorted(m for m in sys.modules if m.startswith('siete.') or m in ('numpy', 'numba')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        _ = siete.nothing
    assert dir(siete) == sorted(siete.__all__)  # what completion offers is what there is to use
