"""Hands of shoes side by side: all that go on, step by step, and one by one those that are few enough for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from siete.sim.codes import DEALERS, ENDS, Act, Dealer, HandKind
from siete.sim.compiler.decisions import TOTALS
from siete.sim.compiler.encoding import UP_COLUMNS, Bytes
from siete.sim.compiler.wide_tables import Shorts
from siete.sim.kernels.hands import play_split, shape_of, split_net
from siete.sim.kernels.jit import compiled, whole
from siete.sim.kernels.shuffling import Words
from siete.sim.kernels.side_wagers import tally
from siete.sim.kernels.wide_shoes import further, next_card

if TYPE_CHECKING:
    from siete.sim.compiler.layout import CompiledRules
    from siete.sim.counts import Counts

IS_SPLIT = -1
"""In place of the final of a hand that was split; its hands are kept apart."""
_U = np.uint64
_0, _1, _4 = _U(0), _U(1), _U(4)
_RANK, _COLUMN, _ROW, _DOUBLES = _U(15), _U(15), _U(0xFFF0), _U(1 << 12)
RUNNING_AT = _U(8)
"""The first of the dealer's states in which cards are still drawn."""
_DONE, _SPLIT = int(Act.DONE), int(Act.SPLIT)
_RESCUE, _DOUBLE = int(Act.RESCUE), int(Act.DOUBLE)
_BUST, _RESCUED, _TWENTY, _TWENTY_ONE = (
    int(HandKind.BUST),
    int(HandKind.RESCUED),
    int(HandKind.TWENTY),
    int(HandKind.TWENTY_ONE),
)
_NATURAL, _END = int(HandKind.SPLIT_NATURAL), int(Dealer.NO_TOTAL)


@compiled
def play_out(
    t: CompiledRules,
    o: Counts,
    steps: Bytes,
    codes: Shorts,
    shoes: Bytes,
    rng: Words,
    going: Words,
    count: np.uint64,
    hands: Words,
    places: Words,
    ends: Words,
    starts: Words,
    is_given: int,
) -> int:
    """Hit and double the hands of all lanes that are listed, until none goes on; how many cards were drawn."""
    hits = 0
    while count > _0:
        still = _0
        for each in range(whole(count)):
            lane = going[each]
            pos = places[lane]
            if pos >= ends[lane]:
                further(t, o, shoes, rng, whole(lane), places, ends, starts, is_given)
                pos = places[lane]
            place = hands[lane]
            doubles = _U(codes[place]) & _DOUBLES
            state = _U(steps[((place & _ROW) | (_U(shoes[pos]) & _RANK)) + doubles])
            place = (state << _4) | (place & _COLUMN)
            places[lane] = pos + _1
            hands[lane] = place
            going[still] = lane
            still += _U(codes[place]) & _1
        hits += whole(count)
        count = still
    return hits


@compiled
def draw_out(
    t: CompiledRules,
    o: Counts,
    dealer_next: Bytes,
    shoes: Bytes,
    rng: Words,
    waiting: Words,
    count: np.uint64,
    dealers: Words,
    places: Words,
    ends: Words,
    starts: Words,
    is_given: int,
) -> None:
    """Draw for the dealers of all lanes that are listed, until each has done."""
    while count > _0:
        still = _0
        for each in range(whole(count)):
            lane = waiting[each]
            pos = places[lane]
            if pos >= ends[lane]:
                further(t, o, shoes, rng, whole(lane), places, ends, starts, is_given)
                pos = places[lane]
            dealer = _U(dealer_next[(dealers[lane] << _4) | (_U(shoes[pos]) & _RANK)])
            places[lane] = pos + _1
            dealers[lane] = dealer
            waiting[still] = lane
            still += _U(dealer >= RUNNING_AT)
        count = still


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
        pos, shuffled, begun = play_split(t, o, shoe, rng, rng, at, (one, two), place & 15, 0, is_given, 0)
        places[lane], ends[lane], starts[lane] = _U(pos + first), _U(shuffled + first), _U(begun + first)
        needs_total, minds = split_needs(t, o)
        return IS_SPLIT, needs_total, minds
    if act == _DOUBLE:
        total = whole(totals[place >> 4])
        final = doubled_again(t, o, shoes, rng, lane, total, place & 15, places, ends, starts, is_given)
        return final, final < _TWENTY_ONE * 4, t.minds[final] != 0
    final = shape_of(one, two, whole(shoes[whole(places[lane]) - 1])) * 4
    return final, False, t.minds[final] != 0


@compiled
def special_end(
    t: CompiledRules,
    o: Counts,
    shoes: Bytes,
    totals: Bytes,
    rng: Words,
    lane: int,
    place: int,
    act: int,
    dealer: int,
    level: int,
    is_insured: bool,
    places: Words,
    ends: Words,
    starts: Words,
    is_given: int,
) -> tuple[int, int, int]:
    """Play a hand that is not for the lists, with the dealer's cards, and count its end.

    Returns its final, the dealer's end, and the net.
    """
    up = whole(shoes[whole(starts[lane]) + t.up_at])
    final, needs_total, minds = special_hand(
        t, o, shoes, totals, rng, lane, 0, place, act, places, ends, starts, is_given
    )
    if not t.has_hole and (needs_total or is_insured or (minds and t.may_be_blackjack[up & 15] != 0)):
        card = next_card(t, o, shoes, rng, lane, places, ends, starts, is_given)
        dealer = whole(t.dealer_next[dealer * 16 + (card & 15)])
    while needs_total and dealer > _END:
        card = next_card(t, o, shoes, rng, lane, places, ends, starts, is_given)
        dealer = whole(t.dealer_next[dealer * 16 + (card & 15)])
    dealer = min(dealer, _END)
    offset = level * ENDS + dealer
    if final != IS_SPLIT:
        o.ends[offset + final * DEALERS] += 1
        return final, dealer, t.nets[offset + final * DEALERS]
    hands = o.hand_counts[0]
    o.split_sizes[hands] += 1
    for hand in range(hands):
        o.split_ends[offset + o.hands[hand] * DEALERS] += 1
    net = split_net(t, o, 0, dealer, level)
    tally(o.split_net_keys, o.split_net_counts, net)
    return final, dealer, net
