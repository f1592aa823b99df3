"""What a strategy does with every hand against every up card, among what the rules permit.

Legality is judged here once for all hands, so that the kernel only looks up what is done.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from siete.cards import Card, Rank, Suit
from siete.money import Cents
from siete.rules.options import TwentyOnePaid
from siete.rules.table_rules import TableRules
from siete.sim.codes import Act, HandKind
from siete.sim.compiler.encoding import FIRST_FACE, RANKS, SPADE_SEVEN_COLUMN, UP_COLUMNS, Bytes
from siete.sim.compiler.hand_states import BUST_STATE, HandState, HandStates
from siete.strategy import Play, Situation, Strategy

TOTALS = 64
"""Totals of doubled hands: the number, and 32 more where it is soft."""

_ACTS = {
    Play.HIT: Act.HIT,
    Play.STAND: Act.STAND,
    Play.DOUBLE: Act.DOUBLE,
    Play.SPLIT: Act.SPLIT,
    Play.SURRENDER: Act.SURRENDER,
    Play.RESCUE: Act.RESCUE,
}


class Phase(IntEnum):
    """Where a hand not doubled comes from, and whether it may still be split."""

    FIRST = 0
    SPLIT = 1
    SPLIT_FULL = 2
    """The box has all the hands it may have."""
    CLOSED_ACE = 3
    """A split ace on which the player takes no further card."""
    CLOSED_ACE_FULL = 4


@dataclass(frozen=True, slots=True)
class Decisions:
    """The acts of a strategy under a set of rules."""

    first: Bytes
    """By phase, state and column of the up card."""
    doubled: Bytes
    """By doublings, total and column of the up card."""
    legal: Bytes
    """By phase and state, one bit for each act that may be chosen; none where nobody is asked."""
    legal_doubled: Bytes
    kinds: Bytes
    """How each state ends when it stands."""
    totals: Bytes
    """The total of each state, 32 more where it is soft."""


def decisions(rules: TableRules, strategy: Strategy, states: HandStates, wager: Cents) -> Decisions:
    """The acts of the strategy in every state; a play that the rules do not permit gives way to the next."""
    first = np.zeros((len(Phase), states.count, UP_COLUMNS), dtype=np.uint8)
    legal = np.zeros((len(Phase), states.count), dtype=np.uint8)
    wishes = {is_split: _wishes(strategy, states, is_split=is_split) for is_split in (False, True)}
    for phase in Phase:
        for state, number in states.numbers.items():
            acts = _legal(state, states.examples[state], phase, rules)
            legal[phase, number] = _bits(acts)
            first[phase, number] = _row(wishes[phase is not Phase.FIRST].get(state, {}), acts)
    doubled, legal_doubled = _doubled(rules, strategy, states, wager)
    return Decisions(
        first=first.ravel(),
        doubled=doubled,
        legal=legal.ravel(),
        legal_doubled=legal_doubled,
        kinds=np.array([_kind(state) for state in states.numbers], dtype=np.uint8),
        totals=np.array([_total(state) for state in states.numbers], dtype=np.uint8),
    )


def _total(state: HandState) -> int:
    return state.total + 32 * state.is_soft


def _bits(acts: frozenset[Act]) -> int:
    return sum(1 << act for act in acts)


def _kind(state: HandState) -> HandKind:
    if state is BUST_STATE:
        return HandKind.BUST
    if state.total < 21:
        return HandKind(max(0, state.total - 16))
    if state.cards == 2:
        return HandKind.BLACKJACK
    by_cards = {3: HandKind.THREE_CARDS, 4: HandKind.TWENTY_ONE, 5: HandKind.FIVE_CARDS, 6: HandKind.SIX_CARDS}
    return (
        HandKind.TWENTY_ONE if state.cards == 3 and state.is_soft else by_cards.get(state.cards, HandKind.SEVEN_CARDS)
    )


def _legal(state: HandState, cards: tuple[Card, ...], phase: Phase, rules: TableRules) -> frozenset[Act]:
    """The acts open to a hand; none where it is bust, a blackjack, or has nothing left but to stand."""
    is_first = phase is Phase.FIRST
    if state is BUST_STATE or (is_first and _kind(state) is HandKind.BLACKJACK):
        return frozenset()
    is_closed = phase in (Phase.CLOSED_ACE, Phase.CLOSED_ACE_FULL)
    acts = set()
    if not is_closed and (state.total < 21 or (state.is_soft and rules.hit_soft21)):
        acts.add(Act.HIT)
    may_double_total = state.total < 21 or (state.is_soft and rules.double_soft21)
    if not is_closed and may_double_total and state.cards >= rules.double_min_cards and rules.max_doublings:
        acts.add(Act.DOUBLE)
    is_pair = len(cards) == 2 and cards[0].rank.points == cards[1].rank.points
    if is_pair and phase not in (Phase.SPLIT_FULL, Phase.CLOSED_ACE_FULL):
        acts.add(Act.SPLIT)
    if is_first and state.cards == 2 and rules.surrender_offered:
        acts.add(Act.SURRENDER)
    is_asked = bool(acts) or (is_first and state.cards == 2)
    return frozenset({*acts, Act.STAND}) if is_asked else frozenset()


_Wishes = dict[tuple[int, ...], tuple[Act, ...]]
"""By columns of up cards that are played alike: what a strategy would do, the first that is legal."""


def _wishes(strategy: Strategy, states: HandStates, *, is_split: bool) -> dict[HandState, _Wishes]:
    """What a strategy asks for in every state, whether or not the rules permit it."""
    return {
        state: {
            columns: _wanted(strategy, Situation(cards=cards, up=up, is_split=is_split))
            for columns, up in _UP_CARDS.items()
        }
        for state, cards in states.examples.items()
        if state is not BUST_STATE
    }


def _wanted(strategy: Strategy, situation: Situation) -> tuple[Act, ...]:
    return tuple(_ACTS[play] for play in strategy.preferences(situation))


def _row(wishes: _Wishes, acts: frozenset[Act]) -> Bytes:
    row = np.full(UP_COLUMNS, Act.DONE, dtype=np.uint8)
    for columns, wanted in wishes.items() if acts else ():
        row[list(columns)] = _first_legal(wanted, acts)
    return row


_UP_CARDS: dict[tuple[int, ...], Card] = {
    **{(column,): Card(rank, Suit.CLUBS) for column, rank in enumerate(RANKS[:FIRST_FACE])},
    tuple(range(FIRST_FACE, len(RANKS))): Card(Rank.KING, Suit.CLUBS),
    (SPADE_SEVEN_COLUMN,): Card(Rank.SEVEN, Suit.SPADES),
}


def _first_legal(wanted: tuple[Act, ...], acts: frozenset[Act]) -> Act:
    return next((act for act in wanted if act in acts), Act.STAND)


def _doubled(
    rules: TableRules, strategy: Strategy, states: HandStates, wager: Cents
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    table = np.full((4, TOTALS, UP_COLUMNS), Act.DONE, dtype=np.uint8)
    legal = np.zeros((4, TOTALS), dtype=np.uint8)
    examples = {_total(state): hand for state, hand in states.examples.items() if state.cards >= 3}
    for doublings in range(1, 4):
        for total, cards in examples.items():
            acts = _legal_doubled(total % 32, total >= 32, doublings, rules, wager)
            legal[doublings, total] = _bits(acts)
            for columns, up in _UP_CARDS.items() if acts else ():
                situation = Situation(cards=cards, up=up, doublings=doublings)
                table[doublings, total, list(columns)] = _first_legal(_wanted(strategy, situation), acts)
    return table.ravel(), legal.ravel()


def _legal_doubled(total: int, is_soft: bool, doublings: int, rules: TableRules, wager: Cents) -> frozenset[Act]:
    is_paid_now = rules.twenty_one_paid is TwentyOnePaid.AT_ONCE and total == 21
    acts = {Act.RESCUE} if rules.rescue and not is_paid_now else set()
    may_total = total < 21 or (is_soft and rules.double_soft21)
    if rules.double_double and doublings < rules.max_doublings and may_total and _is_payable(rules, wager, doublings):
        acts.add(Act.DOUBLE)
    return frozenset({*acts, Act.STAND}) if acts else frozenset()


def doublings_of(rules: TableRules, wager: Cents) -> tuple[tuple[Cents, ...], tuple[Cents, ...]]:
    """The money on a hand after so many doublings, and the last of them. Decision: 0026."""
    totals, lasts = [wager], [Cents(0)]
    for doubling in range(1, 4):
        more = totals[-1]
        if doubling > 1 and rules.dd_cap is not None:
            more = min(more, rules.dd_cap)
        totals.append(Cents(totals[-1] + more))
        lasts.append(more)
    return tuple(totals), tuple(lasts)


def _is_payable(rules: TableRules, wager: Cents, doublings: int) -> bool:
    _, lasts = doublings_of(rules, wager)
    return rules.chip_denominations.may_pay(lasts[doublings + 1])
