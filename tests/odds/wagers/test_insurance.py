"""Insurance, unseen and with one's own hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from siete.cards import Card, Rank, cards_from_text
from siete.errors import SieteError
from siete.odds.wagers import insurance
from siete.rules.submission import table_rules
from tests.odds.wagers.brute import SHOES, dealt, shoe_from_text, summed


@pytest.mark.parametrize(("decks", "edge"), [(2, "23/95"), (4, "47/191"), (5, "59/239"), (6, "71/287"), (8, "95/383")])
def test_unseen(decks: int, edge: str) -> None:
    """71/287 is the published figure for 6 decks; it wins 72 times in 287."""
    figure = insurance.figure(table_rules("wa", {"decks": decks}))
    assert figure.house_edge == Fraction(edge)
    assert figure.events[0].probability == Fraction(12 * decks, 48 * decks - 1)
    assert figure.strategy == insurance.UNSEEN


@pytest.mark.parametrize(
    ("hand", "edge"),
    [
        ("2c 9h", "23/95"),
        ("Ac 9h", "23/95"),
        ("Kc 9h", "24/95"),
        ("Kc Jh", "5/19"),
        ("Kc 2d 2d", Fraction(284 - 3 * 71, 284)),
    ],
)
def test_seeing_ones_own_hand(hand: str, edge: str | Fraction) -> None:
    figure = insurance.figure(table_rules("md"), hand=cards_from_text(hand))
    assert figure.house_edge == Fraction(edge)
    assert figure.strategy == f"own hand {hand}"


def test_hands_seen_average_to_the_unseen_edge() -> None:
    figure = insurance.figure(table_rules("md"))
    rows = figure.extra["by_hand"]
    assert summed(row["probability"] for row in rows) == 1
    assert summed(row["probability"] * row["house_edge"] for row in rows) == figure.house_edge
    assert [row["house_edge"] for row in rows] == [Fraction(23, 95), Fraction(24, 95), Fraction(5, 19)]


@pytest.mark.parametrize("shoe", [text for text in SHOES.values() if "A" in text])
def test_counted_as_dealt(shoe: str) -> None:
    def second_under_an_ace(cards: tuple[Card, ...]) -> bool | None:
        return cards[1].rank in ("J", "Q", "K") if cards[0].rank == Rank.ACE else None

    chances = dealt(shoe, 2, second_under_an_ace)
    won, lost = chances.get(True, Fraction(0)), chances.get(False, Fraction(0))
    assert insurance.win_probability(shoe_from_text(shoe)) == won / (won + lost)


def test_cards_that_are_not_there_are_refused() -> None:
    with pytest.raises(SieteError, match="odds/card-not-in-shoe"):
        insurance.figure(table_rules("wa", {"decks": 2}), hand=cards_from_text("7s 7s 7s"))
    with pytest.raises(SieteError, match="no ace left"):
        insurance.win_probability(shoe_from_text("2c 3c"))
    with pytest.raises(SieteError, match="fewer than 0"):
        insurance.win_probability({Card.from_text("As"): 2, Card.from_text("Kd"): -1})
