"""The fast way: many shoes side by side, each stage of a round for all of them before the next stage.

What a hand does next cannot be foreseen, and a wrong guess costs the processor as much as dealing ten cards. So no lane
is asked: each is written to the list of those that go on, and the list grows by one or by nought. Only one box and the
base wager; splits, third doublings and 6-7-8 are few enough to be played one by one. All numbers here are unsigned,
because an index that might be negative costs two instructions more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from siete.sim.decisions import TOTALS
from siete.sim.encoding import UP_COLUMNS, Bytes
from siete.sim.hands import more, play_split, shape_of, split_net
from siete.sim.jit import code_version, compiled, kernel, whole
from siete.sim.lane_tables import ACT_AT, FINAL_AT, OVER, LaneTables, Shorts
from siete.sim.lines import ACTS, DEALERS, Act, Dealer, Kind
from siete.sim.shuffling import Words, shuffle
from siete.sim.sides import tally

if TYPE_CHECKING:
    from siete.sim.counts import Counts
    from siete.sim.tables import CompiledRules

RunLanes = Callable[..., int]

LANES = 64
"""Shoes side by side; with 8 decks they still fit into the first cache."""

_U = np.uint64
_0, _1, _2, _4, _6 = _U(0), _U(1), _U(2), _U(4), _U(6)
_RANK, _COLUMN, _ROW, _FINAL, _ACT = _U(15), _U(15), _U(0xFFF0), _U(127), _U(7)
_FINAL_AT, _ACT_AT, _DOUBLES, _NEEDS_AT = _U(FINAL_AT), _U(ACT_AT), _U(1 << 12), _U(13)
_OVER, _STATE, _SEVEN_BITS = _U(OVER), _U(OVER - 1), _U(7)
_RUNNING_AT, _NO_TOTAL, _BLACKJACK_FINAL = _U(8), _U(7), _U(int(Kind.BLACKJACK) * 4)
_HIT, _DONE, _SPLIT = int(Act.HIT), int(Act.DONE), int(Act.SPLIT)
_RESCUE, _DOUBLE = int(Act.RESCUE), int(Act.DOUBLE)
_BUST, _RESCUED, _TWENTY, _TWENTY_ONE = int(Kind.BUST), int(Kind.RESCUED), int(Kind.TWENTY), int(Kind.TWENTY_ONE)
_NATURAL, _END = int(Kind.SPLIT_NATURAL), int(Dealer.NO_TOTAL)
_IS_SPLIT = -1


@cache
def lanes_of() -> RunLanes:
    """The kernel of many shoes."""
    run: RunLanes = _made(code_version())
    return run


def arrays(tables: LaneTables) -> tuple[Any, ...]:
    """The tables as the kernel takes them."""
    return tables.first, tables.steps, tables.codes, tables.dealt, tables.totals, np.uint64(tables.lost)


@compiled
def _further(
    shoes: Bytes, rng: Words, o: Counts, lane: int, cards: int, places: Words, ends: Words, starts: Words, is_given: int
) -> None:
    """Shuffle more cards of a lane's shoe."""
    first = lane * cards
    shoe = shoes[first : first + cards]
    place, end, start = whole(places[lane]) - first, whole(ends[lane]) - first, whole(starts[lane]) - first
    pos, shuffled, start = more(shoe, rng, place, end, start, is_given, o)
    places[lane], ends[lane], starts[lane] = _U(pos + first), _U(shuffled + first), _U(start + first)


@compiled
def _next_card(
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
        _further(shoes, rng, o, lane, t.cards, places, ends, starts, is_given)
    card = whole(shoes[places[lane]])
    places[lane] += _1
    return card


@compiled
def _split_needs(t: CompiledRules, o: Counts) -> tuple[bool, bool]:
    """Whether the dealer's total decides a split hand, and whether a late blackjack would matter to one."""
    needs_total, minds = False, False
    for hand in range(o.hand_counts[0]):
        end = o.hands[hand]
        kind = end >> 2
        needs_total = needs_total or kind <= _TWENTY or kind == _NATURAL
        minds = minds or (kind == _BUST and t.is_original_only != 0) or t.minds[end] != 0
    return needs_total, minds


@compiled
def _special(
    t: CompiledRules,
    o: Counts,
    shoes: Bytes,
    totals: Bytes,
    rng: Words,
    lane: int,
    place: int,
    act: int,
    dealer: int,
    places: Words,
    ends: Words,
    starts: Words,
    is_given: int,
) -> int:
    """Play a hand that is split, doubled again, or a 6-7-8 or 7-7-7, with the dealer's cards, and count its end."""
    column = place & 15
    up = whole(shoes[whole(starts[lane]) + t.up_at])
    one, two = whole(shoes[starts[lane]]), whole(shoes[whole(starts[lane]) + t.second_at])
    final = _IS_SPLIT
    if act == _SPLIT:
        first = lane * t.cards
        at = (whole(places[lane]) - first, whole(ends[lane]) - first, whole(starts[lane]) - first)
        shoe = shoes[first : first + t.cards]
        pos, shuffled, start = play_split(t, o, shoe, rng, rng, at, (one, two), column, 0, is_given)
        places[lane], ends[lane], starts[lane] = _U(pos + first), _U(shuffled + first), _U(start + first)
        needs_total, minds = _split_needs(t, o)
    elif act == _DOUBLE:
        doublings, total = 1, whole(totals[place >> 4])
        while act == _DOUBLE:
            doublings += 1
            card = _next_card(t, o, shoes, rng, lane, places, ends, starts, is_given)
            hard = (total & 31) - (10 if total >= 32 else 0) + min((card & 15) + 1, 10)
            is_soft = hard <= 11 and (total >= 32 or card & 15 == 0)
            total = 0 if hard > 21 else hard + 42 if is_soft else hard
            act = whole(t.doubled[(doublings * TOTALS + total) * UP_COLUMNS + column]) if total else _DONE
            o.acts[act] += 1
        number = total & 31
        kind = _BUST if total == 0 else _TWENTY_ONE if number == 21 else max(0, number - 16)
        final = (_RESCUED if act == _RESCUE else kind) * 4 + doublings
        needs_total, minds = final < _TWENTY_ONE * 4, t.minds[final] != 0
    else:
        final = shape_of(one, two, whole(shoes[whole(places[lane]) - 1])) * 4
        needs_total, minds = False, t.minds[final] != 0
    if not t.has_hole and (needs_total or (minds and t.may_be_blackjack[up & 15] != 0)):
        card = _next_card(t, o, shoes, rng, lane, places, ends, starts, is_given)
        dealer = whole(t.dealer_next[dealer * 16 + (card & 15)])
    while needs_total and dealer > _END:
        card = _next_card(t, o, shoes, rng, lane, places, ends, starts, is_given)
        dealer = whole(t.dealer_next[dealer * 16 + (card & 15)])
    dealer = min(dealer, _END)
    if final != _IS_SPLIT:
        o.ends[final * DEALERS + dealer] += 1
        return 0
    hands = o.hand_counts[0]
    o.split_sizes[hands] += 1
    for hand in range(hands):
        o.split_ends[o.hands[hand] * DEALERS + dealer] += 1
    tally(o.split_net_keys, o.split_net_counts, split_net(t, o, 0, dealer, 0))
    return 0


@compiled
def _close(o: Counts, hits: int, doubles: int, used: int, shuffles: int, places: Words, cards: int) -> int:
    """Enter what was counted in registers."""
    o.acts[_HIT] += hits - doubles
    o.acts[_DOUBLE] += doubles
    o.acts[_DONE] = 0
    o.shoes[0] += shuffles
    for lane in range(places.size):
        used += whole(places[lane]) - lane * cards
    o.dealt[0] += used
    return used


def _made(VERSION: int) -> Any:  # noqa: N803  # a constant of the compiled text
    @kernel
    def run_lanes(
        rules: Any,
        counts: Any,
        first_states: Bytes,
        steps: Bytes,
        codes: Shorts,
        dealt_states: Bytes,
        totals: Bytes,
        lost: Any,
        shoes: Bytes,
        rng: Words,
        rounds: int,
        places: Words,
        is_given: int,
    ) -> int:
        t, o = rules[0], counts[0]
        lanes, cards = places.size, t.cards
        ends, starts, hands = np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64)
        dealers, finals = np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64)
        going, waiting, special = np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64)
        last_acts = np.zeros(ACTS + 1, np.int64)
        results = np.zeros(1024, np.int64)
        columns, dealer_next = t.up_columns.copy(), t.dealer_next.copy()
        used, hits, left, sweep = 0, 0, rounds, 0
        for lane in range(lanes):
            ends[lane] = _U((lane + 1) * cards)
            used -= whole(places[lane]) - lane * cards
        shuffled_at = np.zeros(lanes, np.int64)
        shuffles = VERSION * 0  # a part of the cache's key, and nothing else: see jit
        second_at, up_at, initial = _U(t.second_at), _U(t.up_at), _U(t.initial)
        hole_at = _U(t.initial - 1 - t.bonus_cards)
        has_hole = t.has_hole
        cut = _U(t.cards if is_given else 0 if t.is_fresh else t.cut)
        always = t.is_fresh != 0 and is_given == 0
        while left > 0 and o.errors[0] == 0:
            active = min(lanes, left)
            left -= active

            # The deal.
            going_on = _0
            for lane in range(active):
                pos = places[lane]
                begins = _U(lane * cards)
                if pos > begins + cut or always:
                    used += whole(pos - begins)
                    shuffle(shoes[lane * cards : (lane + 1) * cards], rng, 0, t.prefix)
                    ends[lane], pos = begins + _U(t.prefix), begins + _U(t.burns)
                    shuffles += 1
                    o.full_shoes[0] += sweep > 0
                    shuffled_at[lane] = sweep
                starts[lane] = pos
                if pos + initial > ends[lane]:
                    places[lane] = pos
                    while places[lane] + initial > ends[lane] and o.errors[0] == 0:
                        _further(shoes, rng, o, lane, cards, places, ends, starts, is_given)
                    pos = places[lane]
                up = _U(shoes[pos + up_at])
                pair = (_U(shoes[pos]) << _6) | _U(shoes[pos + second_at])
                dealer = _U(dealt_states[((up & _RANK) << _4) | (_U(shoes[pos + hole_at]) & _RANK)])
                place = (_U(first_states[pair]) << _4) | _U(columns[up])
                code = _U(codes[place])
                # A look that ends the round leaves a blackjack as it is, and any other hand lost.
                is_over = dealer >> _SEVEN_BITS
                if is_over:
                    place = place if ((code >> _FINAL_AT) & _FINAL) == _BLACKJACK_FINAL else lost
                    code = _U(codes[place])
                places[lane] = pos + initial
                hands[lane] = place
                dealers[lane] = dealer & _STATE
                going[going_on] = _U(lane)
                going_on += code & _1

            # Hits and doubles.
            while going_on > _0:
                still = _0
                for each in range(whole(going_on)):
                    lane_u = going[each]
                    pos = places[lane_u]
                    if pos >= ends[lane_u]:
                        _further(shoes, rng, o, whole(lane_u), cards, places, ends, starts, is_given)
                        pos = places[lane_u]
                    place = hands[lane_u]
                    doubles = _U(codes[place]) & _DOUBLES
                    state = _U(steps[((place & _ROW) | (_U(shoes[pos]) & _RANK)) + doubles])
                    place = (state << _4) | (place & _COLUMN)
                    places[lane_u] = pos + _1
                    hands[lane_u] = place
                    going[still] = lane_u
                    still += _U(codes[place]) & _1
                hits += whole(going_on)
                going_on = still

            # What each hand came to, and for which the dealer must draw.
            drawing, specials = _0, _0
            for lane in range(active):
                code = _U(codes[hands[lane]])
                finals[lane] = (code >> _FINAL_AT) & _FINAL
                last_acts[(code >> _ACT_AT) & _ACT] += 1
                special[specials] = _U(lane)
                specials += (code >> _1) & _1
                waiting[drawing] = _U(lane)
                drawing += ((code >> _NEEDS_AT) & _1) & _U(dealers[lane] >= _RUNNING_AT)

            if not has_hole:
                # A second card comes where a blackjack would matter to a hand whose total does not.
                for lane in range(active):
                    code = _U(codes[hands[lane]])
                    is_open = code & _2 == _0 and (code >> _NEEDS_AT) & _1 == _0
                    if is_open and t.minds[finals[lane]] != 0:
                        up = _U(shoes[starts[lane] + up_at])
                        if t.may_be_blackjack[up & _RANK] != 0:
                            card = _next_card(t, o, shoes, rng, lane, places, ends, starts, is_given)
                            dealers[lane] = _U(dealer_next[(dealers[lane] << _4) | (_U(card) & _RANK)])

            while drawing > _0:
                still = _0
                for each in range(whole(drawing)):
                    lane_u = waiting[each]
                    pos = places[lane_u]
                    if pos >= ends[lane_u]:
                        _further(shoes, rng, o, whole(lane_u), cards, places, ends, starts, is_given)
                        pos = places[lane_u]
                    dealer = _U(dealer_next[(dealers[lane_u] << _4) | (_U(shoes[pos]) & _RANK)])
                    places[lane_u] = pos + _1
                    dealers[lane_u] = dealer
                    waiting[still] = lane_u
                    still += _U(dealer >= _RUNNING_AT)
                drawing = still

            for lane in range(active):
                results[(finals[lane] << _U(3)) | min(dealers[lane], _NO_TOTAL)] += 1
            for each in range(whole(specials)):
                lane_u = special[each]
                lane = whole(lane_u)
                place = hands[lane_u]
                dealer = dealers[lane_u]
                results[min(dealer, _NO_TOTAL)] -= 1  # the final of a special hand read nought above
                act = whole((_U(codes[place]) >> _ACT_AT) & _ACT)
                _special(
                    t, o, shoes, totals, rng, lane, whole(place), act, whole(dealer), places, ends, starts, is_given
                )
            sweep += 1
        o.full_rounds[0] += shuffled_at.sum()
        once = 0
        for end in range(t.minds.size * DEALERS):
            o.ends[end] += results[end]
            once += results[end] * ((end // DEALERS) & 3)
        for act in range(ACTS):
            o.acts[act] += last_acts[act]
        # A hand that was doubled again is among the specials; it too took its first double as a step.
        return _close(o, hits, once + last_acts[_DOUBLE], used, shuffles, places, cards)

    return run_lanes
