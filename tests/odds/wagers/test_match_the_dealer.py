"""Match the Dealer: the printed frequencies and advantages, and every deal of small shoes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from siete.cards import Card
from siete.errors import SieteError
from siete.odds.figure import edge
from siete.odds.wagers import match_the_dealer
from siete.rules.submission import table_rules
from tests.odds.wagers.brute import SHOES, dealt, nonzero, shoe_from_text, summed

# Typed from Table 2 of the newer rules; Table 7 of the older ones prints the same.
PRINTED = {
    2: ("14.3%", "7.0", "3.63%"),
    4: ("15.1%", "6.6", "3.20%"),
    5: ("15.3%", "6.5", "3.53%"),
    6: ("15.4%", "6.5", "3.06%"),
    8: ("15.6%", "6.4", "2.99%"),
}


def matches(cards: tuple[Card, ...]) -> tuple[int, int]:
    """Player's first, dealer's, player's second, as they lie on the table: the slow definition."""
    first, dealer, second = cards
    unsuited = suited = 0
    for card in (first, second):
        if card.rank == dealer.rank and card.suit == dealer.suit:
            suited += 1
        elif card.rank == dealer.rank:
            unsuited += 1
    return unsuited, suited


@pytest.mark.parametrize("rules", ["wa", "wa-v002"])
@pytest.mark.parametrize("decks", PRINTED)
def test_frequency_and_advantage_are_the_printed_ones(rules: str, decks: int) -> None:
    figure = match_the_dealer.figure(table_rules(rules, {"decks": decks}))
    frequency, once_in = (float(figure.extra[key]) for key in ("win_frequency", "wins_once_in"))
    assert (f"{frequency:.1%}", f"{once_in:.1f}", f"{float(figure.house_edge):.2%}") == PRINTED[decks]


@pytest.mark.parametrize("rules", ["md", "md-draft", "ma", "s13"])
def test_the_other_rule_sets_pay_the_same(rules: str) -> None:
    edges = [float(match_the_dealer.figure(table_rules(rules, {"decks": decks})).house_edge) for decks in (6, 8)]
    assert [f"{each:.2%}" for each in edges] == ["3.06%", "2.99%"]


@pytest.mark.parametrize("shoe", SHOES.values(), ids=SHOES)
def test_counted_pairs_are_the_pairs_dealt(shoe: str) -> None:
    assert nonzero(match_the_dealer.distribution(shoe_from_text(shoe))) == dealt(shoe, 3, matches)


@pytest.mark.parametrize("decks", PRINTED)
def test_events_add_up(decks: int) -> None:
    figure = match_the_dealer.figure(table_rules("wa", {"decks": decks}))
    assert summed(Fraction(event.probability) for event in figure.events) == 1
    assert figure.house_edge == edge(figure.events)
    assert figure.error_bound == 0


def test_each_match_is_paid() -> None:
    events = match_the_dealer.figure(table_rules("wa")).events
    assert [(event.name, event.pays) for event in events] == [
        ("two-suited", "18 to 1"),
        ("unsuited-and-suited", "13 to 1"),
        ("two-unsuited", "8 to 1"),
        ("one-suited", "9 to 1"),
        ("one-unsuited", "4 to 1"),
        ("no-match", "loses"),
    ]


def test_every_card_wagered_on_has_a_figure_and_all_are_alike() -> None:
    rules = table_rules("wa", {"mtd_configuration": 4, "mtd_bonus_cards": 3})
    figures = match_the_dealer.figures(rules)
    cards = ["up card", "down card", "bonus card 1", "bonus card 2", "bonus card 3"]
    assert [figure.extra["card"] for figure in figures] == cards
    assert len({figure.house_edge for figure in figures}) == 1


@pytest.mark.parametrize("place", range(2, 6))
def test_later_cards_are_matched_as_often_as_the_up_card(place: int) -> None:
    """Down and bonus cards come later from the same shoe; dealt out, they give the same chances."""
    shoe = "7s 7s 7h Ad Kc 2c"
    later = dealt(shoe, place + 1, lambda cards: matches((cards[0], cards[place], cards[1])))
    assert later == nonzero(match_the_dealer.distribution(shoe_from_text(shoe)))


def test_higher_odds_that_an_operator_may_give_lower_the_edge() -> None:
    better = table_rules("ma", {"mtd_odds": {"unsuited": "4 to 1", "suited": "10 to 1"}})
    assert match_the_dealer.figure(better).house_edge < match_the_dealer.figure(table_rules("ma")).house_edge


def test_a_shoe_of_two_cards_is_refused() -> None:
    with pytest.raises(SieteError, match="odds/shoe-too-small"):
        match_the_dealer.figure(table_rules("wa"), shoe=shoe_from_text("7s 7h"))
