"""The super bonus and envy by wager, decks and number of players."""

from __future__ import annotations

from fractions import Fraction

import pytest

from siete.cards import Card, cards_from_text
from siete.money import Cents
from siete.odds.figure import edge
from siete.odds.wagers import super_bonus
from siete.rules.paytable_lines import SuperBonusShape
from siete.rules.submission import table_rules
from tests.odds.wagers.brute import dealt, shoe_from_text, summed


def has_suited_sevens(cards: tuple[Card, ...]) -> bool:
    return {card.rank for card in cards} == {"7"} and len({card.suit for card in cards[:3]}) == 1


def has_three_suits_against_the_spade(cards: tuple[Card, ...]) -> bool:
    return sorted(map(str, cards[:3])) == ["7c", "7d", "7h"] and str(cards[3]) == "7s"


@pytest.mark.parametrize("rules", ["md", "md-draft", "ma", "s13", "wa", "wa-v002"])
def test_once_in_668_382_hands_of_six_decks(rules: str) -> None:
    figure = super_bonus.figure(table_rules(rules))
    assert figure.events[0].probability == Fraction(1, 668_382)
    assert figure.extra["hits_once_in"] == 668_382


@pytest.mark.parametrize(
    ("shape", "judge"),
    [
        (SuperBonusShape.SUITED_SEVENS, has_suited_sevens),
        (SuperBonusShape.HEART_CLUB_DIAMOND_SEVENS, has_three_suits_against_the_spade),
    ],
)
@pytest.mark.parametrize(
    "shoe", ["7s 7s 7s 7h 7h 7h 7d 2c", "7s 7s 7h 7h 7c 7d 7d Kc", "7s 7h 7c 7d", "2c 3c 4c 5c", "7s 7s 7s 7s 7s"]
)
def test_counted_as_dealt(shape: SuperBonusShape, judge: object, shoe: str) -> None:
    assert callable(judge)
    chances = dealt(shoe, 4, judge)
    assert super_bonus.probability(shape, shoe_from_text(shoe)) == chances.get(True, 0)


def test_two_decks_use_the_other_shape() -> None:
    figure = super_bonus.figure(table_rules("wa", {"decks": 2}))
    assert figure.events[0].name == "hcd-777-v-7s"
    assert figure.events[0].probability == Fraction(6 * 2 * 2 * 2 * 2, 96 * 95 * 94 * 93)


@pytest.mark.parametrize(("bet", "pays"), [(499, 0), (500, 1000), (2499, 1000), (2500, 5000), (40000, 5000)])
def test_value_by_wager(bet: int, pays: int) -> None:
    figure = super_bonus.figure(table_rules("md"), bet=Cents(bet))
    assert figure.extra["super_bonus_value"] == Fraction(pays, 668_382)
    assert figure.house_edge == -Fraction(pays * 100, 668_382 * bet)


def test_lowest_wager_that_can_win_is_taken_unless_told() -> None:
    assert super_bonus.figure(table_rules("md")).extra["bet"] == 5
    assert [row["bet"] for row in super_bonus.figure(table_rules("md"), bet=Cents(1000)).extra["by_bet"]] == [5, 10, 25]


@pytest.mark.parametrize("players", range(1, 8))
def test_envy_by_number_of_players(players: int) -> None:
    figure = super_bonus.figure(table_rules("md"), players=players)
    envy = Fraction(50 * (players - 1), 668_382)
    assert figure.extra["envy_value"] == envy
    assert figure.house_edge == -(Fraction(1000, 668_382) + envy) / 5
    by_players = {row["players"]: row["house_edge"] for row in figure.extra["by_players"]}
    assert list(by_players) == list(range(1, 8))
    assert by_players[players] == figure.house_edge


@pytest.mark.parametrize(("requires", "value"), [(True, Fraction(0)), (False, Fraction(100, 668_382))])
def test_envy_for_wagers_too_small_for_a_super_bonus(requires: bool, value: Fraction) -> None:
    rules = table_rules("md", {"envy_requires_paid_super": requires})
    assert super_bonus.figure(rules, bet=Cents(200), players=3).extra["envy_value"] == value


def test_envy_of_two_hands_as_dealt() -> None:
    """What one player expects from the other's hand, dealt out: the hands hang together, the averages do not."""
    shoe = "7s 7s 7s 7h 7h 7h 7d"
    winners = dealt(shoe, 7, lambda cards: has_suited_sevens((*cards[3:6], cards[6])))
    assert winners[True] == super_bonus.probability(SuperBonusShape.SUITED_SEVENS, shoe_from_text(shoe))


def test_events_add_up() -> None:
    figure = super_bonus.figure(table_rules("wa", {"decks": 8}))
    assert summed(Fraction(event.probability) for event in figure.events) == 1
    assert edge(figure.events) == figure.house_edge, "nothing is wagered, so nothing is lost without one"
    assert has_suited_sevens(cards_from_text("7s 7s 7s 7h"))
