"""The kernels against the definition: rounds walked card by card in fractions on tiny shoes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from siete.cards import Card, cards_from_text
from siete.errors import SieteError
from siete.odds.base.actions import ACTIONS
from siete.odds.base.definition.best_play import exact_actions
from siete.odds.base.definition.given_play import Ended, Walk, exact_value
from siete.odds.base.game import Game
from siete.odds.base.hand import hand_values
from siete.odds.base.play import SPLIT
from siete.odds.base.policy import CODES, Given, hand_of
from siete.odds.base.shoe import KINDS, NUMBER, Shoe
from siete.rules.options import DealerBjCollect, SplitTwoCard21
from siete.rules.submission import table_rules
from siete.strategy import mimic_the_dealer, never_bust
from tests.odds.base import tiny

QUICK = (4, 22, 40, 51, 77, 95, 102, 108, 113, 115)
SLOW = (25, 68, 23, 24, 34, 46, 47, 62, 69, 75, 82, 93, 118)


def compare(seed: int) -> None:
    rules, strategy, shoe = tiny.case(seed, 10)
    expected = exact_value(rules, strategy, shoe)
    assert Game(rules, shoe, Given(strategy)).value() == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize("seed", QUICK)
def test_a_given_strategy_on_a_tiny_shoe(seed: int) -> None:
    compare(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SLOW)
def test_a_given_strategy_on_more_tiny_shoes(seed: int) -> None:
    compare(seed)


@pytest.mark.parametrize("strategy", [mimic_the_dealer(), never_bust()], ids=lambda each: each.name)
@pytest.mark.parametrize("name", ["md", "ma", "wa"])
def test_a_plain_strategy(name: str, strategy: object) -> None:
    rules = table_rules(name)
    shoe = Shoe.from_text("7s:2 Kh:3 9d:2 As:1 6c:3 8d:2")
    assert isinstance(strategy, type(mimic_the_dealer()))
    expected = exact_value(rules, strategy, shoe)
    assert Game(rules, shoe, Given(strategy)).value() == pytest.approx(float(expected), abs=1e-12)


BEST: tuple[tuple[str, dict[str, object], str], ...] = (
    ("wa", {}, "6s:2 6h:1 7s:2 8s:1 8d:1 Ks:3 Ad:2"),
    ("wa", {"double_double": True}, "5s:2 6c:2 4h:1 Ks:3 Ad:2"),
    ("md", {}, "6s:2 7s:2 8s:2 Kh:3 Ac:2 5d:2"),
    ("ma", {"hole_card_procedure": "no_hole"}, "6s:2 7s:2 8s:2 Kh:3 Ac:2 5d:2"),
    ("s13", {"hole_card_procedure": "hole_no_peek"}, "4s:2 7s:2 9s:2 Kh:4 Ac:3"),
    ("ma", {"hole_card_procedure": "no_hole", "dealer_bj_collect": "busted_plus_one"}, "5d:2 7s:2 Kh:4 Ac:3"),
)


@pytest.mark.parametrize(("name", "choices", "text"), BEST)
def test_the_best_play_without_splits(name: str, choices: dict[str, object], text: str) -> None:
    rules, shoe = table_rules(name, choices), Shoe.from_text(text)
    kinds = [kind for kind, count in enumerate(shoe.counts) if count]
    game = Game(rules, shoe)
    checked = 0
    for up in kinds[::2]:
        for hand in combinations(kinds, 2):
            try:
                left = shoe.without([KINDS[up], *(KINDS[kind] for kind in hand)])
            except SieteError:
                continue
            expected = exact_actions(rules, hand, up, left)
            found = game.actions(hand_of(hand), up)
            assert {CODES[play] for play in expected} == set(found) - {SPLIT}
            for play, worth in expected.items():
                assert found[CODES[play]] == pytest.approx(float(worth), abs=1e-12), (up, hand, play)
                checked += 1
    assert checked > 20


def test_a_doubled_hand_may_be_rescued_or_doubled_again() -> None:
    """Two cards, and one more for each doubling."""
    rules = table_rules("wa", {"double_double": True})
    shoe = Shoe.from_text("2c:2 3d:2 4h:2 Kc:4 Ah:2 6s:1")
    up = Card.from_text("Kc")
    for doublings in (1, 2, 3):
        player = cards_from_text("2c 3d 4h 2c 3d")[: 2 + doublings]
        left = shoe.without([*player, up])
        hand = tuple(NUMBER[card] for card in player)
        expected = exact_actions(rules, hand, NUMBER[up], left, doublings=doublings)
        found = dict(hand_values(rules, player, up, doublings=doublings, shoe=shoe).actions)
        named = {ACTIONS[CODES[play]]: float(worth) for play, worth in expected.items()}
        assert found == pytest.approx(named, abs=1e-12)
        assert set(found) == ({"stand", "double", "rescue"} if doublings < 3 else {"stand", "rescue"})


@pytest.mark.parametrize(("switch", "worth"), [("ordinary21", 0.75), ("ma_literal_3to2", 0.75 + 0.25 * 1.5)])
def test_a_split_ace_and_ten_against_a_late_blackjack(switch: str, worth: float) -> None:
    """Three sevens, and the ace that makes the blackjack, are left for the dealer."""
    rules = table_rules("s13", {"hole_card_procedure": "no_hole", "hit_soft21": False, "split_two_card_21": switch})
    shoe = Shoe.from_text("As:3 Ks:1 Kd:1 7h:3")
    found = hand_values(rules, cards_from_text("As Ks"), Card.from_text("Kd"), is_split=True, shoe=shoe)
    assert dict(found.actions)["stand"] == worth


STOOD, DOUBLED = Ended(18, 1, Fraction(1), 0, False), Ended(18, 2, Fraction(1), 0, False)
BUST, NATURAL = Ended(25, 2, Fraction(1), 0, False), Ended(21, 1, Fraction(1), 0, True)
RESCUED = Ended(15, 2, Fraction(1), 1, False)


@pytest.mark.parametrize(
    ("ended", "plain", "with_busts", "literal"),
    [
        ((STOOD, STOOD), -1, -1, -1),
        ((STOOD, DOUBLED, BUST), -1, -3, -1),
        ((BUST, BUST), -1, -4, -1),
        ((RESCUED, STOOD), -1, -1, -1),
        ((RESCUED, RESCUED), -2, -2, -2),
        ((RESCUED, RESCUED, BUST), -2, -4, -2),
        ((NATURAL, STOOD), -1, -1, Fraction(1, 2)),
        ((NATURAL, NATURAL), -1, -1, 3),
        ((NATURAL, RESCUED), -1, -1, Fraction(1, 2)),
    ],
)
def test_a_late_blackjack_takes_one_wager_of_the_box(
    ended: tuple[Ended, ...], plain: int, with_busts: int, literal: Fraction
) -> None:
    """By both readings of which wagers, and where an ace with a ten is paid as a blackjack all the same."""
    rules = table_rules("s13", {"hole_card_procedure": "no_hole"})
    busts = replace(rules, dealer_bj_collect=DealerBjCollect.BUSTED_PLUS_ONE)
    paid = replace(rules, split_two_card_21=SplitTwoCard21.MA_LITERAL_3TO2)
    found = [Walk(each, mimic_the_dealer())._late_blackjack(ended) for each in (rules, busts, paid)]
    assert found == [plain, with_busts, literal]


def test_the_walk_pays_a_sure_blackjack() -> None:
    """One deal only: a blackjack against a nine, which wins 3 to 2 whatever comes."""
    rules = table_rules("md")
    hand = (NUMBER[Card.from_text("As")], NUMBER[Card.from_text("Ks")])
    left = Shoe.from_text("9h:4").counts
    assert Walk(rules, mimic_the_dealer()).deal(hand, NUMBER[Card.from_text("9h")], left) == Fraction(3, 2)


def test_a_shoe_that_runs_out_is_refused() -> None:
    shoe = Shoe.from_text("2s:3 3s:2")
    for value in (
        lambda: exact_value(table_rules("md"), mimic_the_dealer(), shoe),
        lambda: Game(table_rules("md"), shoe, Given(mimic_the_dealer())).value(),
    ):
        with pytest.raises(SieteError, match="shoe/too-small"):
            value()
