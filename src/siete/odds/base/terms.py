"""The rules of the base game as plain numbers, read from the table rules for one up card and one kind of hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from siete.cards import Rank
from siete.money import Odds
from siete.odds.base.dealer import blackjack_value
from siete.odds.base.jit import Floats
from siete.odds.base.states import ACE, TEN
from siete.rules.options import DealerBjCollect, HoleCardProcedure, Soft17, SplitTwoCard21, TwentyOnePaid
from siete.rules.paytable_lines import BonusShape
from siete.rules.table_rules import TableRules

MOST_CARDS = 22
"""A hand of 21 aces is the longest there can be; the index of an array by number of cards stays below this."""

_PEEKS = (HoleCardProcedure.HOLE_READER, HoleCardProcedure.HOLE_PEEK)
_LONG = (BonusShape.SEVEN_OR_MORE_CARDS, BonusShape.SIX_CARDS, BonusShape.FIVE_CARDS)
_SHORTEST = dict(zip(_LONG, (7, 6, 5), strict=True))
_THREE_CARDS = {
    "678": (
        BonusShape.SIX_SEVEN_EIGHT_SPADES,
        BonusShape.SIX_SEVEN_EIGHT_SUITED,
        BonusShape.SIX_SEVEN_EIGHT_MIXED,
    ),
    "777": (BonusShape.SEVENS_SPADES, BonusShape.SEVENS_SUITED, BonusShape.SEVENS_MIXED),
}


class Terms(NamedTuple):
    """What the kernels need to know; one hand against one up card. All amounts are parts of the original wager."""

    barred: int
    """The value the hole card is known not to have after a negative peek; -1 without one."""
    late: int
    """The value of the second card that makes a blackjack nobody has looked for; -1 where none can come."""
    has_hole: bool
    """Whether one of the unseen cards already lies under the up card."""
    is_split: bool
    may_draw: bool
    """Whether a hand from a split may be hit and doubled at all."""
    hit_soft21: bool
    double_soft21: bool
    double_min_cards: int
    doublings: int
    """How often a hand may be doubled."""
    may_rescue: bool
    may_rescue_21: bool
    late_takes_busts: bool
    """Whether a late blackjack takes the whole wager of a busted hand."""
    push_ace_ten: float
    """What an ace and a ten on a split hand win against a dealer 21 of three cards or more."""
    late_ace_ten: float
    """What they win, beside the one wager of the box, against a late blackjack."""
    pays: float
    pays_21: Floats
    """What a 21 pays by number of cards, before the hand is doubled."""
    pays_doubled_21: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class UpCard:
    """An up card as far as the base game tells up cards apart, and the ranks that share it."""

    value: int
    peeks: bool
    parks: bool
    """Whether a surrender waits for the second card and is lost whole to a late blackjack."""
    ranks: tuple[Rank, ...]
    hole: int = -1
    """The value of the hole card where the player has seen it; -1 where it is unknown."""

    @property
    def barred(self) -> int:
        """The value the hole card cannot have once the dealer has looked; -1 without a look, or where it is seen."""
        return blackjack_value(self.value) if self.peeks and self.hole < 0 else -1

    @property
    def late(self) -> int:
        """The value that makes a blackjack after the players are done; -1 for none, or where the card is seen."""
        return -1 if self.peeks or self.hole >= 0 else blackjack_value(self.value)


def value_of(rank: Rank) -> int:
    """The value of a rank: its points less one."""
    return rank.points - 1


def up_card(rules: TableRules, rank: Rank) -> UpCard:
    """How the rules treat this up card."""
    return next(each for each in up_cards(rules) if rank in each.ranks)


@cache
def up_cards(rules: TableRules) -> tuple[UpCard, ...]:
    """The up cards that differ, with the ranks of each.

    Clauses: MD-7.G, MD-9.C.2, MA-7.i.2, MA-8.a.2a, S13-g.9-2, S13-h.1.ii-2, WA3-G9.a.
    """
    groups: dict[tuple[int, bool, bool], list[Rank]] = {}
    peeking = rules.peek_up_cards if rules.hole_card_procedure in _PEEKS else ()
    for rank in Rank:
        if rank is not Rank.TEN:
            key = (value_of(rank), rank in peeking, rank in rules.surrender_parked_up_cards)
            groups.setdefault(key, []).append(rank)
    return tuple(UpCard(value=v, peeks=p, parks=s, ranks=tuple(ranks)) for (v, p, s), ranks in groups.items())


def odds(each: Odds) -> float:
    """Odds as what is won on one unit."""
    return float(each.payout)


def terms(rules: TableRules, up: UpCard, *, pair: int = -1) -> Terms:
    """The terms of a hand; `pair` is the value it was split from, -1 for a hand from no split.

    Clauses: MD-7.J.1, MD-7.J.2, MD-10.A.a, MD-10.H, MD-11.F, MA-9.c, MA-9.d, MA-12.a.1, S13-i.3, WA3-D3.b, WA3-D5.a,
    WA3-G8.c, WA3-G6.b, WA3-G11. Decisions: 0001, 0010, 0015, 0022, 0096.
    """
    is_split = pair >= 0
    ace_ten = rules.split_two_card_21
    pays = odds(rules.win_pays)
    bonuses = _by_cards(rules) if rules.bonus_on_split or not is_split else np.full(MOST_CARDS, pays)
    return Terms(
        barred=up.barred,
        late=up.late,
        has_hole=rules.hole_card_procedure is not HoleCardProcedure.NO_HOLE and up.hole < 0,
        is_split=is_split,
        may_draw=pair != ACE or rules.split_aces_draw,
        hit_soft21=rules.hit_soft21,
        double_soft21=rules.double_soft21,
        double_min_cards=rules.double_min_cards,
        doublings=rules.max_doublings if rules.double_double else 1,
        may_rescue=rules.rescue,
        may_rescue_21=rules.rescue and rules.twenty_one_paid is not TwentyOnePaid.AT_ONCE,
        late_takes_busts=rules.dealer_bj_collect is DealerBjCollect.BUSTED_PLUS_ONE,
        push_ace_ten=_push(ace_ten, rules),
        late_ace_ten=odds(rules.blackjack_pays) if ace_ten is SplitTwoCard21.MA_LITERAL_3TO2 else 0.0,
        pays=pays,
        pays_21=bonuses,
        pays_doubled_21=bonuses if rules.bonus_on_doubled else np.full(MOST_CARDS, pays),
    )


def _push(ace_ten: SplitTwoCard21, rules: TableRules) -> float:
    if ace_ten is SplitTwoCard21.MD_LITERAL_PUSH:
        return 0.0
    return odds(rules.blackjack_pays if ace_ten is SplitTwoCard21.MA_LITERAL_3TO2 else rules.win_pays)


def _by_cards(rules: TableRules) -> Floats:
    """What a 21 pays by number of cards; the first row that fits is paid."""
    return np.array([_long_line(rules, cards)[1] for cards in range(MOST_CARDS)])


@cache
def _long_line(rules: TableRules, cards: int) -> tuple[str, float]:
    for row in rules.bonus_21:
        if row.line in _SHORTEST and cards >= _SHORTEST[BonusShape(row.line)]:
            assert isinstance(row.pays, Odds)
            return (str(row.line), odds(row.pays))
    return ("", odds(rules.win_pays))


def long_line(rules: TableRules, cards: int) -> str:
    """The bonus line of a 21 in so many cards; empty for none."""
    return _long_line(rules, cards)[0]


@cache
def three_cards(rules: TableRules, kind: str, *, is_suited: bool, is_spades: bool) -> tuple[str, float]:
    """The line and payout of a `678` or `777` by its suits; none where the paytable has no such line.

    Three sevens of one suit are no `mixed` ones, so with two decks, where only an impossible shoe has them, they are an
    ordinary 21. Clauses: WA3-G11.g, WA3-G11.j. Decision: 0008.
    """
    spades, suited, mixed = _THREE_CARDS[kind]
    line = spades if is_spades else suited if is_suited else mixed
    for row in rules.bonus_21:
        if row.line == line:
            assert isinstance(row.pays, Odds)
            return (str(row.line), odds(row.pays))
    return ("", odds(rules.win_pays))


def hits_soft_17(rules: TableRules) -> bool:
    """Whether the dealer draws on a soft 17. Clauses: MD-7.M, WA3-G5."""
    return rules.dealer_soft17 is Soft17.HIT


def is_blackjack(values: tuple[int, ...]) -> bool:
    """Whether two values are an ace and a ten."""
    return sorted(values) == [ACE, TEN]
