"""The jackpot judges against a second reading of the tables, and the counting against every deal."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siete.cards import SPANISH_DECK, Card, Rank, Suit, cards_to_text
from siete.odds.four_cards import FirstCards, distribution
from siete.odds.shoe import full_shoe
from siete.odds.wagers.jackpot_judges import Judge
from siete.rules.options import SuitedMatchScope
from siete.rules.paytable import MeterShare
from siete.rules.paytable_lines import JackpotJudge
from siete.rules.paytable_lines import JackpotLine as Line
from siete.rules.ruleset import rule_set
from tests.odds.wagers.brute import SHOES, dealt, shoe_from_text

CARDS = [Card(rank, suit) for rank in (Rank.ACE, Rank.KING, Rank.SEVEN) for suit in Suit]


def lines_of(table: str, top: str = "standard") -> frozenset[str]:
    """The lines of a printed table, with another top where one is named."""
    book = rule_set("wa")
    printed = book.jackpot_paytables[f"{table}/1"]
    if top == "standard":
        return frozenset(row.line for row in printed)
    family = book.jackpot_tables[table].tops
    kept = {row.line for row in printed if not isinstance(row.pays, MeterShare)}
    return frozenset(kept | {row.line for row in book.jackpot_tops[family, top]})


JUDGES = {
    "3c": Judge(kind=JackpotJudge.UP_CARD, lines=lines_of("3c")),
    "3c alt1": Judge(kind=JackpotJudge.UP_CARD, lines=lines_of("3c", "alt1")),
    "3c alt2": Judge(kind=JackpotJudge.UP_CARD, lines=lines_of("3c", "alt2")),
    "4a": Judge(kind=JackpotJudge.EACH_DEALER_CARD, lines=lines_of("4a")),
    "4a replaced": Judge(kind=JackpotJudge.EACH_DEALER_CARD, lines=lines_of("4a"), top_keeps_fixed=False),
    "4d": Judge(kind=JackpotJudge.EACH_DEALER_CARD, lines=lines_of("4d")),
    "4d alt1": Judge(kind=JackpotJudge.EACH_DEALER_CARD, lines=lines_of("4d", "alt1")),
    "5c": Judge(kind=JackpotJudge.UP_CARD_THEN_BOTH, lines=lines_of("5c")),
    "6": Judge(kind=JackpotJudge.FOUR_CARDS, lines=lines_of("6")),
    "6 any two": Judge(kind=JackpotJudge.FOUR_CARDS, lines=lines_of("6"), scope=SuitedMatchScope.ANY_TWO_CARDS),
}


def fixed(first: Card, second: Card, dealer: Card) -> list[str]:
    """The fixed line that two cards win with one dealer card, by the words of the tables."""
    suited = [first, second].count(dealer)
    ranks = [first.rank, second.rank].count(dealer.rank)
    words = {
        (1, 0): Line.ONE_UNSUITED,
        (2, 0): Line.TWO_UNSUITED,
        (1, 1): Line.ONE_SUITED,
        (2, 1): Line.UNSUITED_AND_SUITED,
    }
    return [words[ranks, suited]] if (ranks, suited) in words else []


def second_reading(name: str, first: Card, second: Card, up: Card, down: Card) -> list[str]:
    """What the tables say, table by table, without regard to how the judge goes about it."""
    table, variant = name[:2].strip(), name[2:].strip()
    three_with_up = first == second == up
    all_equal = three_with_up and down == up
    four_ranks = len({first.rank, second.rank, up.rank, down.rank}) == 1
    if table == "3c":
        return table_3(variant, three_with_up, up, down) or fixed(first, second, up)
    if table == "4a":
        if sorted(map(str, (first, second))) == sorted(map(str, (up, down))) == ["As", "Ks"]:
            paid = fixed(first, second, up) + fixed(first, second, down)
            return [Line.ACE_KING_OF_SPADES_BOTH] + ([] if variant else paid)
        if four_ranks:
            return [Line.FOUR_ACES if up.rank == "A" else Line.FOUR_OF_A_RANK]
        return fixed(first, second, up) + fixed(first, second, down)
    if table == "4d":
        one = Line.THREE_SUITED_UP_OR_DOWN if variant else Line.TWO_SUITED_UP_OR_DOWN
        if all_equal:
            alternate = Line.FOUR_SUITED_ACES if up.rank == "A" else Line.FOUR_SUITED
            return [alternate if variant else Line.TWO_SUITED_UP_AND_DOWN]
        return [
            line
            for dealer in (up, down)
            for line in ([one] if first == second == dealer else fixed(first, second, dealer))
        ]
    if table == "5c":
        if all_equal:
            return [Line.FOUR_SUITED_ACES if up.rank == "A" else Line.FOUR_SUITED]
        return [Line.TWO_SUITED] if three_with_up else fixed(first, second, up)
    return table_6(variant, first, second, up, down)


def table_3(variant: str, three_with_up: bool, up: Card, down: Card) -> list[str]:
    if not three_with_up:
        return []
    if variant == "alt1":
        if str(up) == "As" and str(down) == "Ks":
            return [Line.THREE_ACES_OF_SPADES_WITH_KING]
        return [Line.THREE_SUITED_ACES if up.rank == "A" else Line.THREE_SUITED]
    if variant == "alt2":
        if str(up) == "As":
            return [Line.THREE_ACES_OF_SPADES]
        return [Line.THREE_SUITED_ACES if up.rank == "A" else Line.THREE_SUITED]
    return [Line.TWO_SUITED_ACES_OF_SPADES if str(up) == "As" else Line.TWO_SUITED]


def table_6(variant: str, first: Card, second: Card, up: Card, down: Card) -> list[str]:
    four = [first, second, up, down]

    def colours(cards: list[Card]) -> int:
        return len({card.suit in "hd" for card in cards})

    if len({card.rank for card in four}) == 1:
        if len(set(four)) == 1:
            return [Line.FOUR_OF_A_KIND_SUITED]
        return [Line.FOUR_OF_A_KIND_SAME_COLOR if colours(four) == 1 else Line.FOUR_OF_A_KIND]
    for left_out in range(4):
        three = four[:left_out] + four[left_out + 1 :]
        if len({card.rank for card in three}) == 1:
            return [Line.THREE_OF_A_KIND_SAME_COLOR if colours(three) == 1 else Line.THREE_OF_A_KIND]
    between = any(mine == theirs for mine in (first, second) for theirs in (up, down))
    if between or (variant and (first == second or up == down)):
        return [Line.SUITED_MATCH]
    return []


@pytest.mark.parametrize("name", JUDGES)
def test_every_four_cards_are_read_alike(name: str) -> None:
    judge = JUDGES[name]
    for first, second, up, down in product(CARDS, repeat=4):
        won = judge(FirstCards((first, second), up, down))
        assert sorted(won) == sorted(second_reading(name, first, second, up, down)), (first, second, up, down)


@pytest.mark.parametrize("name", JUDGES)
def test_every_line_of_the_table_can_be_won(name: str) -> None:
    won = {line for a, b, up, down in product(CARDS, repeat=4) for line in JUDGES[name](FirstCards((a, b), up, down))}
    assert won == JUDGES[name].lines


@pytest.mark.parametrize("name", JUDGES)
@pytest.mark.parametrize("shoe", SHOES.values(), ids=SHOES)
def test_counted_classes_are_the_deals(name: str, shoe: str) -> None:
    """Player, up, player, down, as they are dealt."""
    judge = JUDGES[name]
    slow = dealt(shoe, 4, lambda cards: judge(FirstCards((cards[0], cards[2]), cards[1], cards[3])))
    fast = {won: chance for won, chance in distribution(shoe_from_text(shoe), judge).items() if chance}
    assert fast == slow


@settings(deadline=None)
@given(
    name=st.sampled_from(sorted(JUDGES)),
    cards=st.lists(st.sampled_from([*CARDS, Card(Rank.NINE, Suit.HEARTS)]), min_size=4, max_size=7),
)
def test_counted_classes_are_the_deals_of_any_shoe(name: str, cards: list[Card]) -> None:
    judge, shoe = JUDGES[name], cards_to_text(cards)
    slow = dealt(shoe, 4, lambda cards: judge(FirstCards((cards[0], cards[2]), cards[1], cards[3])))
    fast = {won: chance for won, chance in distribution(shoe_from_text(shoe), judge).items() if chance}
    assert fast == slow


@pytest.mark.slow
@pytest.mark.parametrize(("name", "decks"), [("3c alt1", 6), ("4a", 2), ("4d", 6), ("6 any two", 4)])
def test_counted_classes_are_all_five_million_kinds_of_deal(name: str, decks: int) -> None:
    ways: Counter[tuple[str, ...]] = Counter()
    for four in product(SPANISH_DECK, repeat=4):
        count = 1
        for place, card in enumerate(four):
            count *= decks - four[:place].count(card)
        ways[JUDGES[name](FirstCards((four[0], four[1]), four[2], four[3]))] += count
    deals = perm(48 * decks, 4)
    slow = {won: Fraction(count, deals) for won, count in ways.items() if count}
    assert {won: chance for won, chance in distribution(full_shoe(decks), JUDGES[name]).items() if chance} == slow


def test_two_matches_that_pay_twice() -> None:
    cards = [Card.from_text(text) for text in ("7s", "7h", "7s", "7d")]
    won = JUDGES["4d"](FirstCards((cards[0], cards[1]), cards[2], cards[3]))
    assert won == (Line.TWO_UNSUITED, Line.UNSUITED_AND_SUITED)


def test_ten_percent_leaves_the_other_payout() -> None:
    seven, other = Card.from_text("7s"), Card.from_text("7d")
    won = JUDGES["4d"](FirstCards((seven, seven), seven, other))
    assert won == (Line.TWO_SUITED_UP_OR_DOWN, Line.TWO_UNSUITED)
