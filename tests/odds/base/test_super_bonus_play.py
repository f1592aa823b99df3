"""The super bonus in values and charts: by the wager's size, and tied to the figure of the super bonus itself."""

from __future__ import annotations

from fractions import Fraction

import pytest

from siete.cards import Card, cards_from_text
from siete.errors import SieteError
from siete.money import Cents
from siete.odds.base.hand import HandValues, hand_values
from siete.odds.base.solution import chart, house_edge
from siete.odds.wagers import insurance, super_bonus
from siete.rules.submission import table_rules
from siete.strategy import Situation, Strategy

WA = table_rules("wa")


def value(name: str, player: str, up: str, wager: int | None, **state: int) -> HandValues:
    cents = None if wager is None else Cents(wager)
    return hand_values(table_rules(name), cards_from_text(player), Card.from_text(up), wager=cents, **state)  # type: ignore[arg-type]  # is_split and doublings


def play(strategy: Strategy, player: str, up: str, *, is_split: bool = False) -> str:
    situation = Situation(cards=cards_from_text(player), up=Card.from_text(up), is_split=is_split)
    return strategy.preferences(situation)[0].value


@pytest.mark.parametrize(
    ("wager", "hearts", "spades"),
    [(499, "P", "P"), (500, "H", "H"), (1000, "H", "H"), (38390, "H", "H"), (38392, "P", "H"), (41116, "P", "H"),
     (41118, "P", "P")],
)  # fmt: skip
def test_a_chart_plays_by_the_wager(wager: int, hearts: str, spades: str) -> None:
    found = chart(WA, Cents(wager)).strategy
    assert (play(found, "7h 7h", "7s"), play(found, "7s 7s", "7h")) == (hearts, spades)
    assert play(found, "7h 7c", "7s") == "P"
    assert play(found, "7h 7h", "6s") == "P"
    assert play(found, "7h 7h", "7s", is_split=True) == "P", "a split hand wins no super bonus"


@pytest.mark.parametrize("wager", [1000, 30000, 35000, 39500])
def test_a_chart_plays_two_sevens_as_their_values_say(wager: int) -> None:
    found = chart(WA, Cents(wager)).strategy
    for suit in "hs":
        for up in ("7h", "7s", "7c"):
            best = value("wa", f"7{suit} 7{suit}", up, wager).best
            assert play(found, f"7{suit} 7{suit}", up) == {"hit": "H", "split": "P"}[best]


def test_the_chart_of_no_wager_is_that_of_the_base_game() -> None:
    assert play(chart(WA).strategy, "7h 7h", "7s") == "P"
    assert chart(WA).to_json().keys() >= {"house_edge", "best_house_edge", "loss"}
    assert "bet" not in chart(WA).to_json()


def test_two_decks_hit_two_of_three_suits_against_the_spade() -> None:
    found = chart(table_rules("wa", {"decks": 2}), Cents(1000)).strategy
    assert play(found, "7h 7c", "7s") == "H"
    assert play(found, "7h 7c", "7d") != "H"


@pytest.mark.parametrize("wager", [500, 39500])
def test_the_edge_of_such_a_chart_is_that_of_valuing_it_anew(wager: int) -> None:
    found = chart(WA, Cents(wager))
    assert found.house_edge == pytest.approx(house_edge(WA, found.strategy), abs=1e-12)
    assert found.best_combined is not None
    assert found.best_combined <= found.combined_house_edge


@pytest.mark.parametrize("name", ["wa", "md"])
def test_what_it_returns_is_the_figure_of_the_super_bonus(name: str) -> None:
    rules = table_rules(name)
    found = chart(rules, Cents(500))
    exact = super_bonus.figure(rules, bet=Cents(500)).house_edge
    assert found.super_bonus == pytest.approx(-float(exact), abs=1e-15)


def test_a_hit_contains_the_prize_for_this_wager() -> None:
    base, found = value("md", "7s 7s", "7h", None), value("md", "7s 7s", "7h", 2500)
    assert (base.best, found.best) == ("split", "hit")
    draw = Fraction(4, 288 - 3)
    assert dict(found.actions)["hit"] - dict(base.actions)["hit"] == pytest.approx(float(draw * 5000 / 25))
    assert found.super_bonus == pytest.approx(float(draw * 5000 / 25))
    others = [{name: worth for name, worth in each.actions if name != "hit"} for each in (base, found)]
    assert others[0] == others[1]


def test_the_prize_is_sure_once_it_is_drawn() -> None:
    base, found = value("md", "7s 7s 7s", "7h", None), value("md", "7s 7s 7s", "7h", 2500)
    assert dict(found.actions)["stand"] - dict(base.actions)["stand"] == pytest.approx(200.0)


@pytest.mark.parametrize(
    ("player", "up", "state"),
    [
        ("7s 7h", "7h", {}),
        ("7s 7s", "8h", {}),
        ("7s 7s", "7h", {"is_split": True}),
        ("7s 7s 7s", "7h", {"doublings": 1}),
    ],
)
def test_other_hands_are_worth_what_they_were(player: str, up: str, state: dict[str, int]) -> None:
    assert value("md", player, up, 2500, **state).actions == value("md", player, up, None, **state).actions


def test_a_wager_of_nothing_is_refused() -> None:
    with pytest.raises(SieteError) as caught:
        value("md", "7s 7s", "7h", 0)
    assert caught.value.code == "odds/no-wager"


def test_insurance_has_a_value_by_the_cards_seen() -> None:
    faces, none = (insurance.value(WA, cards_from_text(hand)) for hand in ("Ks Qs", "2s 3s"))
    assert none == Fraction(3 * 72, 285) - 1
    assert faces == Fraction(3 * 70, 285) - 1
    assert -none == insurance.figure(WA, hand=cards_from_text("2s 3s")).house_edge
