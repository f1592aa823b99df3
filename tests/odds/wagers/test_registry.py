"""Which wagers a table offers, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from siete import odds
from siete.errors import SieteError
from siete.money import Cents
from siete.odds.wagers.registry import names, offered, priced
from siete.rules.submission import table_rules
from siete.strategy import never_bust

ALWAYS = ["base", "insurance", "match-the-dealer", "super-bonus"]


@pytest.mark.parametrize(
    ("rules", "overrides", "more"),
    [
        ("md", {}, ["bonus-spin", "xtreme-16"]),
        ("md-draft", {}, []),
        ("ma", {}, ["bonus-spin"]),
        ("s13", {}, []),
        ("wa", {}, ["jackpot"]),
        ("wa", {"jackpot_games": 0}, []),
        ("wa-v002", {}, ["jackpot"]),
        ("wa-v002", {"decks": 2}, []),
    ],
)
def test_wagers_offered(rules: str, overrides: dict[str, Any], more: list[str]) -> None:
    assert list(offered(table_rules(rules, overrides))) == [*ALWAYS, *more]


@pytest.mark.parametrize("wager", [each for each in names() if each != "base"])
@pytest.mark.parametrize("rules", ["md", "md-draft", "ma", "s13", "wa", "wa-v002"])
def test_every_side_wager_has_a_figure_where_it_is_offered(rules: str, wager: str) -> None:
    table = table_rules(rules)
    if wager in offered(table):
        figures = odds.figures(table, wager)
        assert figures
        assert {figure.wager for figure in figures} == {wager}
        assert {figure.rules_hash for figure in figures} == {table.rules_hash}
    else:
        with pytest.raises(SieteError, match="odds/not-offered"):
            odds.figures(table, wager)


@pytest.mark.parametrize(
    ("rules", "overrides", "question", "code", "clause"),
    [
        ("md", {"mtd_offered": False}, {"wager": "match-the-dealer"}, "odds/not-offered", "MD-6.G"),
        ("wa-v002", {"decks": 2}, {"wager": "jackpot"}, "odds/not-offered", "WA2-J6.a"),
        ("s13", {}, {"wager": "bonus-spin"}, "odds/not-offered", ""),
        ("md", {}, {"wager": "insurence"}, "odds/unknown-wager", ""),
        ("md", {}, {"wager": ""}, "odds/unknown-wager", ""),
        ("wa", {}, {"wager": "jackpot", "paytable": "3c/66"}, "odds/unknown-paytable", ""),
        ("wa", {}, {"paytable": "3d/6"}, "odds/paytable-decks", "WA3-T3d.6"),
        ("wa", {}, {"wager": "insurance", "paytable": "3c/6"}, "odds/no-paytable", ""),
        ("s13", {}, {"paytable": "3c/6"}, "odds/no-paytable", ""),
        ("md", {}, {"wager": "bonus-spin", "paytable": "A"}, "odds/unknown-paytable", "MD-12.D"),
        ("md", {}, {"wager": "xtreme-16", "paytable": "B"}, "odds/unknown-paytable", "MD-12.E.5.b"),
        ("ma", {}, {"paytable": "A"}, "odds/unknown-paytable", ""),
        ("wa", {}, {"meter": Cents(-1)}, "odds/negative-meter", ""),
        ("wa", {}, {"wager": "insurance", "meter": Cents(5)}, "odds/no-meter", ""),
        ("ma", {}, {"wager": "bonus-spin", "meter": Cents(5)}, "odds/no-meter", ""),
        ("s13", {}, {"meter": Cents(5)}, "odds/no-meter", ""),
        ("md", {}, {"bet": Cents(0)}, "odds/no-wager", ""),
        ("md", {}, {"players": 0}, "odds/players", "MD-2.A"),
        ("md", {}, {"players": 8}, "odds/players", "MD-2.A"),
        ("md", {}, {"wager": "insurance", "strategy": never_bust()}, "odds/no-strategy", ""),
    ],
)
def test_refusals(rules: str, overrides: dict[str, Any], question: dict[str, Any], code: str, clause: str) -> None:
    with pytest.raises(SieteError) as refusal:
        odds.figures(table_rules(rules, overrides), **question)
    assert (refusal.value.code, refusal.value.clause) == (code, clause)


@pytest.mark.parametrize(
    ("word", "near"),
    [("insurence", "insurance"), ("match-the-deeler", "match-the-dealer"), ("bonusspin", "bonus-spin")],
)
def test_an_unknown_wager_is_told_the_nearest(word: str, near: str) -> None:
    with pytest.raises(SieteError, match=f"Did you mean '{near}'"):
        priced(word)


def test_an_unknown_paytable_is_told_the_nearest() -> None:
    with pytest.raises(SieteError, match="'3c/6'"):
        odds.figures(table_rules("wa"), "jackpot", paytable="3c/66")


def test_a_paytable_alone_asks_for_the_jackpot() -> None:
    assert [figure.paytable for figure in odds.figures(table_rules("wa"), paytable="6/5")] == ["6/5"]


def test_the_one_paytable_of_xtreme_16_may_be_named() -> None:
    assert odds.figures(table_rules("md"), "xtreme-16", paytable="A")[0].paytable == "A"


def test_importing_odds_imports_nothing_heavy() -> None:
    assert odds.Figure.__name__ == "Figure"
    with pytest.raises(AttributeError, match="no attribute"):
        _ = odds.nothing


def test_a_figure_draws_itself() -> None:
    html = odds.figures(table_rules("md"), "insurance")[0]._repr_html_()
    assert "24.7387%" in html
    assert "dealer-blackjack" in html
