"""Hands of shoes side by side that are few enough to be played one by one, and cards that must still be shuffled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from siete.sim.decisions import TOTALS
from siete.sim.encoding import UP_COLUMNS, Bytes
from siete.sim.hands import more, play_split, shape_of
from siete.sim.jit import compiled, whole
from siete.sim.lines import Act, Kind
from siete.sim.shuffling import Words

if TYPE_CHECKING:
    from siete.sim.counts import Counts
    from siete.sim.record import CompiledRules

IS_SPLIT = -1
"""In place of the final of a hand that was split; its hands are kept apart."""
_U = np.uint64
_1 = _U(1)
_DONE, _SPLIT = int(Act.DONE), int(Act.SPLIT)
_RESCUE, _DOUBLE = int(Act.RESCUE), int(Act.DOUBLE)
_BUST, _RESCUED, _TWENTY, _TWENTY_ONE = int(Kind.BUST), int(Kind.RESCUED), int(Kind.TWENTY), int(Kind.TWENTY_ONE)
_NATURAL = int(Kind.SPLIT_NATURAL)


@compiled
def further(
    shoes: Bytes, rng: Words, o: Counts, lane: int, cards: int, places: Words, ends: Words, starts: Words, is_given: int
) -> None:
    """Shuffle more cards of a lane's shoe.

    A round that goes on with the discard rack has its first card at the shoe's first place from then on.
    """
    first = lane * cards
    shoe = shoes[first : first + cards]
    place, end, start = whole(places[lane]) - first, whole(ends[lane]) - first, whole(starts[lane]) - first
    pos, shuffled, start = more(shoe, rng, place, end, start, is_given, o)
    places[lane], ends[lane], starts[lane] = _U(pos + first), _U(shuffled + first), _U(start + first)


@compiled
def next_card(
    t: CompiledRules,
    o: Counts,
    shoes: Bytes,
    rng: Words,
    lane: int,
    places: Words,
    ends: Words,
    starts: Words,
    is_given: int,
) -> int:
    """The lane's next card."""
    if places[lane] >= ends[lane]:
        further(shoes, rng, o, lane, t.cards, places, ends, starts, is_given)
    card = whole(shoes[places[lane]])
    places[lane] += _1
    return card


@compiled
def split_needs(t: CompiledRules, o: Counts) -> tuple[bool, bool]:
    """Whether the dealer's total decides a split hand, and whether a late blackjack would matter to one."""
    needs_total, minds = False, False
    for hand in range(o.hand_counts[0]):
        end = o.hands[hand]
        kind = end >> 2
        needs_total = needs_total or kind <= _TWENTY or kind == _NATURAL
        minds = minds or (kind == _BUST and t.is_original_only != 0) or t.minds[end] != 0
    return needs_total, minds


@compiled
def doubled_again(
    t: CompiledRules,
    o: Counts,
    shoes: Bytes,
    rng: Words,
    lane: int,
    total: int,
    column: int,
    places: Words,
    ends: Words,
    starts: Words,
    is_given: int,
) -> int:
    """Double a doubled hand of this total once more, or twice; its final."""
    doublings, act = 1, _DOUBLE
    while act == _DOUBLE:
        doublings += 1
        card = next_card(t, o, shoes, rng, lane, places, ends, starts, is_given)
        hard = (total & 31) - (10 if total >= 32 else 0) + min((card & 15) + 1, 10)
        is_soft = hard <= 11 and (total >= 32 or card & 15 == 0)
        total = 0 if hard > 21 else hard + 42 if is_soft else hard
        act = whole(t.doubled[(doublings * TOTALS + total) * UP_COLUMNS + column]) if total else _DONE
        o.acts[act] += 1
    number = total & 31
    kind = _BUST if total == 0 else _TWENTY_ONE if number == 21 else max(0, number - 16)
    return (_RESCUED if act == _RESCUE else kind) * 4 + doublings


@compiled
def special_hand(
    t: CompiledRules,
    o: Counts,
    shoes: Bytes,
    totals: Bytes,
    rng: Words,
    lane: int,
    box: int,
    place: int,
    act: int,
    places: Words,
    ends: Words,
    starts: Words,
    is_given: int,
) -> tuple[int, bool, bool]:
    """Play a hand that is split, doubled again, or a 6-7-8 or 7-7-7.

    Returns its final, whether the dealer's total decides it, and whether a late blackjack would matter to it. The hands
    of a split box are left in the first row of `o.hands`.
    """
    start = whole(starts[lane]) + box
    one, two = whole(shoes[start]), whole(shoes[start + t.second_at])
    if act == _SPLIT:
        first = lane * t.cards
        at = (whole(places[lane]) - first, whole(ends[lane]) - first, whole(starts[lane]) - first)
        shoe = shoes[first : first + t.cards]
        pos, shuffled, begun = play_split(t, o, shoe, rng, rng, at, (one, two), place & 15, 0, is_given)
        places[lane], ends[lane], starts[lane] = _U(pos + first), _U(shuffled + first), _U(begun + first)
        needs_total, minds = split_needs(t, o)
        return IS_SPLIT, needs_total, minds
    if act == _DOUBLE:
        total = whole(totals[place >> 4])
        final = doubled_again(t, o, shoes, rng, lane, total, place & 15, places, ends, starts, is_given)
        return final, final < _TWENTY_ONE * 4, t.minds[final] != 0
    final = shape_of(one, two, whole(shoes[whole(places[lane]) - 1])) * 4
    return final, False, t.minds[final] != 0
