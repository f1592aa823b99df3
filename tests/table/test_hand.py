"""What the engine sees in a hand, against slow definitions of its own."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement, permutations, product

import pytest

from siete.cards import SPANISH_DECK, Card, Rank, Suit, cards_from_text
from siete.rules.paytable_lines import BonusShape, SuperBonusShape
from siete.table.hand import (
    HandTotal,
    Match,
    bonus_shape,
    is_blackjack,
    is_bust,
    is_pair,
    is_super_bonus,
    match_of,
)

FACE_VALUES = {str(number): number for number in range(2, 10)} | {"T": 10, "J": 10, "Q": 10, "K": 10}
SEVENS = cards_from_text("7c 7d 7h 7s")


def hand(text: str) -> tuple[Card, ...]:
    return cards_from_text(text)


def all_totals(cards: Sequence[Card]) -> set[int]:
    """Every total that counting each ace 1 or 11 can give."""
    values = [(1, 11) if card.rank is Rank.ACE else (FACE_VALUES[card.rank.value],) for card in cards]
    return {sum(choice) for choice in product(*values)}


def every_hand(size: int) -> list[tuple[Card, ...]]:
    spades = [Card(rank, Suit.SPADES) for rank in Rank]
    return list(combinations_with_replacement(spades, size))


@pytest.mark.clause("MD-3.D.3", "MDD-3.D.3", "MA-2.b.3", "S13-b.2.iii")
@pytest.mark.parametrize("size", range(5))
def test_a_total_is_the_highest_not_above_21_or_else_the_lowest(size: int) -> None:
    for cards in every_hand(size):
        totals = all_totals(cards)
        best = max((total for total in totals if total <= 21), default=min(totals))
        assert HandTotal.of(cards).total == best, cards


@pytest.mark.clause("MD-1.B.5", "MDD-1.B.5", "MA-1.soft", "S13-a.1.v")
@pytest.mark.parametrize("size", range(5))
def test_a_total_is_soft_exactly_when_an_ace_counts_11(size: int) -> None:
    for cards in every_hand(size):
        found = HandTotal.of(cards)
        assert found.is_soft == (found.total != min(all_totals(cards))), cards


@pytest.mark.clause("MD-1.B.3", "MDD-1.B.3", "MA-1.hard", "S13-a.1.ii")
@pytest.mark.parametrize(("text", "total"), [("9s 7h", 16), ("As 9h 6c", 16), ("As Ah Kd 4c", 16), ("9s 7h Kd", 26)])
def test_a_total_is_hard_without_an_ace_or_with_every_ace_at_1(text: str, total: int) -> None:
    assert HandTotal.of(hand(text)) == HandTotal(total, is_soft=False)


@pytest.mark.clause("MD-1.B.5", "MDD-1.B.5", "MA-1.soft", "S13-a.1.v")
@pytest.mark.parametrize(("text", "total"), [("As 6h", 17), ("As Ah", 12), ("As Ah 9d", 21), ("As Kh", 21)])
def test_a_total_is_soft_with_an_ace_at_11(text: str, total: int) -> None:
    assert HandTotal.of(hand(text)) == HandTotal(total, is_soft=True)


@pytest.mark.parametrize(("text", "bust"), [("Ks 5h 6c", False), ("Ks 6h 6c", True), ("As Ks 5h 6c", True)])
def test_a_hand_above_21_is_bust(text: str, bust: bool) -> None:
    assert is_bust(hand(text)) == bust


@pytest.mark.clause("MD-1.B.1", "MDD-1.B.1", "MA-1.blackjack", "S13-a.1.i")
def test_a_blackjack_is_an_ace_and_a_face_in_either_order() -> None:
    blackjacks = (pair for pair in product(SPANISH_DECK, repeat=2) if is_blackjack(pair, is_split=False))
    found = {first.rank.value + second.rank.value for first, second in blackjacks}
    assert found == {"AJ", "AQ", "AK", "JA", "QA", "KA"}


@pytest.mark.clause("MA-1.blackjack", "S13-a.1.i")
@pytest.mark.parametrize("text", ["As Kh", "Qd Ac"])
def test_a_hand_from_a_split_is_never_a_blackjack(text: str) -> None:
    assert is_blackjack(hand(text), is_split=False)
    assert not is_blackjack(hand(text), is_split=True)


@pytest.mark.clause("MD-1.B.1", "MDD-1.B.1", "MA-1.blackjack", "S13-a.1.i")
@pytest.mark.parametrize("text", ["As", "As Kh Kd", "As 5h 5d", "As Td"])
def test_other_cards_than_an_ace_and_a_face_are_no_blackjack(text: str) -> None:
    assert not is_blackjack(hand(text), is_split=False)


@pytest.mark.clause("MD-11.A.a", "MDD-11.A.a", "MA-10.a.1", "S13-j.1-1")
def test_two_cards_of_equal_value_are_a_pair() -> None:
    def value(card: Card) -> str:
        return "X" if card.rank.value in "JQK" else card.rank.value

    for pair in product(SPANISH_DECK, repeat=2):
        assert is_pair(pair) == (value(pair[0]) == value(pair[1])), pair


@pytest.mark.parametrize("text", ["", "8s", "8s 8h 8d"])
def test_only_two_cards_are_a_pair(text: str) -> None:
    assert not is_pair(hand(text))


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("6s 7h 8d", "678-mixed"),
        ("7s 8s 6h", "678-mixed"),
        ("8h 6h 7h", "678-suited"),
        ("7s 6s 8s", "678-spades"),
        ("7s 7s 7h", "777-mixed"),
        ("7c 7c 7c", "777-suited"),
        ("7s 7s 7s", "777-spades"),
        ("2s 3s 4s 5s 7s", "21-in-5"),
        ("As 2s 3s 3h 4s 8s", "21-in-6"),
        ("As 2s 2h 2d 3s 4s 7s", "21-in-7"),
        ("As Ah 2s 2h 2d 3s 3h 7s", "21-in-7"),
    ],
)
def test_a_bonus_shape_is_seen(text: str, shape: str) -> None:
    assert bonus_shape(hand(text)) == BonusShape(shape)


@pytest.mark.parametrize("text", ["As Kh", "6s 7h 7d", "6s 7h 8d Kc", "9s 6s 6h", "5s 5h 5d 6c", "Ks Kh As", ""])
def test_other_hands_have_no_bonus_shape(text: str) -> None:
    assert bonus_shape(hand(text)) is None


@pytest.mark.parametrize("text", ["2s 3s 4s 5s 6s", "2s 3s 4s 5s 8s", "As 2s 3s 4s 5s 7s", "As 2s 2h 2d 3s 4s 8s"])
def test_many_cards_that_are_not_21_have_no_bonus_shape(text: str) -> None:
    assert bonus_shape(hand(text)) is None


def slow_shape(cards: tuple[Card, ...]) -> str | None:
    """A second opinion on three cards, by looking for each named hand in turn."""
    texts = {str(card) for card in cards}
    for kind, ranks in (("678", "678"), ("777", "777")):
        for suits, line in (("s", "spades"), ("c", "suited"), ("d", "suited"), ("h", "suited")):
            if texts == {rank + suits for rank in ranks}:
                return f"{kind}-{line}"
        if sorted(card.rank.value for card in cards) == list(ranks):
            return f"{kind}-mixed"
    return None


def test_three_cards_have_the_shape_of_the_slow_definition_in_any_order() -> None:
    for cards in combinations_with_replacement(SPANISH_DECK, 3):
        expected = slow_shape(cards)
        assert bonus_shape(cards) == expected, cards
        if expected:
            assert {bonus_shape(order) for order in permutations(cards)} == {expected}, cards


@pytest.mark.clause("MD-12.C", "MDD-12.C", "MA-5.g.1", "S13-e.7-1", "WA3-G10.b", "WA2-G10.b")
def test_three_sevens_of_one_suit_against_any_seven_earn_the_super_bonus() -> None:
    for *cards, up in product(SEVENS, repeat=4):
        expected = cards[0] == cards[1] == cards[2]
        assert is_super_bonus(cards, up, SuperBonusShape.SUITED_SEVENS) == expected


@pytest.mark.clause("WA3-G10.c", "WA2-G10.c")
def test_with_two_decks_hearts_clubs_and_diamonds_against_spades_earn_the_super_bonus() -> None:
    for *cards, up in product(SEVENS, repeat=4):
        expected = sorted(map(str, cards)) == ["7c", "7d", "7h"] and str(up) == "7s"
        assert is_super_bonus(cards, up, SuperBonusShape.HEART_CLUB_DIAMOND_SEVENS) == expected


@pytest.mark.clause("MD-12.C", "MDD-12.C", "MA-5.g.1", "S13-e.7-1", "WA3-G10.b", "WA2-G10.b")
@pytest.mark.parametrize(
    ("text", "up"), [("7h 7h 7h", "8s"), ("7h 7h", "7s"), ("7h 7h 7h 7h", "7s"), ("8h 7h 6h", "7s")]
)
def test_other_hands_earn_no_super_bonus(text: str, up: str) -> None:
    assert not is_super_bonus(hand(text), Card.from_text(up), SuperBonusShape.SUITED_SEVENS)


@pytest.mark.clause("MD-7.F.1.b", "MDD-7.F.1.b")
def test_cards_match_by_exact_rank_and_then_by_suit() -> None:
    for card, dealer_card in product(SPANISH_DECK, repeat=2):
        if str(card) == str(dealer_card):
            expected = Match.SUITED
        elif str(card)[0] == str(dealer_card)[0]:
            expected = Match.UNSUITED
        else:
            expected = Match.NONE
        assert match_of(card, dealer_card) is expected


@pytest.mark.clause("WA3-TB.2")
def test_two_suited_matches_with_one_card_are_three_identical_cards() -> None:
    for first, second, up in product(SPANISH_DECK, repeat=3):
        are_suited = match_of(first, up) is match_of(second, up) is Match.SUITED
        assert are_suited == (first == second == up)
