"""The wide kernel: many shoes side by side, each stage of a round for all of them before the next stage.

What a hand does next is hard to predict, and a branch misprediction costs as much as dealing ten cards. So there is no
branch: every lane is written to the list of those that go on, and the list grows by one or by zero. Only one box and
the base wager; splits, third doublings and 6-7-8 are rare enough to be played one by one. All numbers here are
unsigned, because an index that might be negative costs two instructions more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from siete.sim.codes import ACTS, DEALERS, ENDS, SPOTS, Act, Dealer
from siete.sim.compiler.encoding import Bytes
from siete.sim.compiler.layout import LEVELS, Records
from siete.sim.compiler.side_tables import COMBINATIONS, INSURES, LEVEL_ROOM, NO_SIDES, Ints, SideTables
from siete.sim.compiler.wide_tables import ACT_AT, FINAL_AT, OVER, LaneTables, Shorts
from siete.sim.kernels.jit import code_version, compiled, kernel, whole
from siete.sim.kernels.shuffling import Words
from siete.sim.kernels.wide_boxes import boxes_of
from siete.sim.kernels.wide_hands import (
    RUNNING_AT,
    draw_out,
    play_out,
    special_end,
)
from siete.sim.kernels.wide_shoes import all_reshuffled, filled, next_card, offsets, refilled, reshuffled
from siete.sim.kernels.wide_sides import (
    ODD_LEVEL,
    add_to_sessions,
    close_plain,
    close_totals,
    count_shoe,
    is_super_kind,
    look_at_first_cards,
    settle_beside,
    settle_odd,
    true_level,
    worth_of,
)

if TYPE_CHECKING:
    from siete.sim.counts import Counts

RunLanes = Callable[
    [Records, Records, Bytes, Bytes, Shorts, Bytes, Bytes, Bytes, Words, int, Words, int, SideTables, Words, Ints], int
]
"""Like the kernel of several boxes, and what stands beside the base wager: tables, dice, and results of sessions."""

LANES = 64
"""Shoes side by side; with 8 decks they still fit into the L1 cache. A byte must hold their number."""

_U = np.uint64
_0, _1, _2, _3, _4, _6, _BYTE = _U(0), _U(1), _U(2), _U(3), _U(4), _U(6), _U(255)
_RANK, _COLUMN, _FINAL, _ACT = _U(15), _U(15), _U(127), _U(7)
_FINAL_AT, _ACT_AT, _NEEDS_AT = _U(FINAL_AT), _U(ACT_AT), _U(13)
_STATE, _OVER_AT = _U(OVER - 1), _U(7)
_NO_TOTAL = _U(7)
_HIT, _DONE, _DOUBLE = int(Act.HIT), int(Act.DONE), int(Act.DOUBLE)
_END = int(Dealer.NO_TOTAL)
_10, _LEVEL, _INSURES, _ODD_LEVEL = _U(10), _U(INSURES - 1), _U(INSURES), _U(ODD_LEVEL)


@cache
def lanes_of(*, is_full: bool) -> RunLanes:
    """The kernel of many shoes, for the base wager alone or with all that may stand beside it."""
    return _made(is_full, code_version())


def run_side_by_side(
    rules: Records,
    counts: Records,
    tables: LaneTables,
    shoes: Bytes,
    rng: Words,
    rounds: int,
    places: Words,
    is_given: int = 0,
    *,
    sides: SideTables = NO_SIDES,
    dice: Words | None = None,
    sessions: Ints | None = None,
) -> None:
    """Play rounds of as many shoes as there are places, by the kernel for one box or the one for several."""
    found = (tables.first, tables.steps, tables.codes, tables.dealt, tables.totals)
    if rules["boxes"][0] > 1:
        boxes_of()(rules, counts, *found, shoes, rng, rounds, places, is_given)
        return
    run = lanes_of(is_full=sides.is_full)
    dice = rng if dice is None else dice
    sessions = np.zeros((1, 3), dtype=np.int64) if sessions is None else sessions
    run(rules, counts, *found, shoes, rng, rounds, places, is_given, sides, dice, sessions)


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


def _made(FULL: bool, VERSION: int) -> RunLanes:  # noqa: N803  # constants of the compiled text
    @kernel
    def run_lanes(
        rules: Records,
        counts: Records,
        first_states: Bytes,
        steps: Bytes,
        codes: Shorts,
        dealt_states: Bytes,
        totals: Bytes,
        shoes: Bytes,
        rng: Words,
        rounds: int,
        places: Words,
        is_given: int,
        sides: SideTables,
        dice: Words,
        sessions: Ints,
    ) -> int:
        t, o = rules[0], counts[0]
        lanes, cards = places.size, t.cards
        ends, starts, hands = np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64)
        dealers, finals = np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64)
        going, waiting, special = np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64)
        last_acts = np.zeros(ACTS + 1, np.int64)
        results = np.zeros(LEVEL_ROOM * (t.levels if FULL else 1), np.int64)
        columns, dealer_next = t.up_columns.copy(), t.dealer_next.copy()
        used, hits, left, sweep, refills = 0, 0, rounds, 0, o.refills[0]
        for lane in range(lanes):
            ends[lane] = _U((lane + 1) * cards)
            used -= whole(places[lane]) - lane * cards
        shuffled_at = np.zeros(lanes, np.int64)
        shuffles = VERSION * 0  # a part of the cache's key, and nothing else: see jit
        second_at, up_at, hole_at, initial, cut, always = offsets(t, is_given)
        has_hole = t.has_hole
        found, spots, odd_sums = (
            np.zeros(COMBINATIONS + 1, np.int64),
            np.zeros(SPOTS * 9, np.int64),
            np.zeros(2, np.int64),
        )
        worth, marked = np.zeros(COMBINATIONS, np.uint64), np.zeros(COMBINATIONS, np.uint8)
        lines, sums = np.zeros(2 * COMBINATIONS, np.int64), np.zeros(sides.totals, np.int64)
        units, side_nets, odd = sides.ends, np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64)
        wins, level_at, level_rounds = (
            np.zeros(lanes, np.uint64),
            np.zeros(lanes, np.uint64),
            np.zeros(LEVELS, np.int64),
        )
        bonus, firsts = np.zeros(8, np.uint8), np.zeros((1, 2), np.uint8)
        at, has_levels = (second_at, up_at, hole_at), t.counts or t.insures
        session_room, session = np.zeros((4, lanes), np.int64), 0
        most_sessions = rounds // t.session if t.session else 0
        running = np.zeros(shoes.size if t.counts else 1, np.int32)
        if FULL:
            worth_of(t, sides, worth, marked, lines)
            for lane in range(lanes if t.counts and is_given else 0):
                count_shoe(t, shoes, running, whole(places[lane]), (lane + 1) * cards)
        while left > 0 and o.errors[0] == 0:
            active = min(lanes, left)
            if FULL and most_sessions > 0:
                active = min(active, most_sessions - session)
            number = rounds - left
            left -= active

            # The deal.
            going_on = _0
            if always:
                used += all_reshuffled(t, o, shoes, rng, active, sweep, shuffled_at, places, ends)
                shuffles += active
            for lane in range(active):
                pos = places[lane]
                begins = _U(lane * cards)
                if pos > begins + cut:
                    used += whole(pos - begins)
                    pos = reshuffled(t, o, shoes, rng, lane, sweep, shuffled_at, ends)
                    shuffles += 1
                    if FULL and t.counts:
                        count_shoe(t, shoes, running, whole(pos), whole(begins + cut) + 1)
                starts[lane] = pos
                if FULL:
                    odd[lane] = _0
                    if has_levels:
                        count = whole(running[pos]) if t.counts else 0
                        found_level = true_level(sides, count, cards - whole(pos - begins))
                        level_at[lane] = (found_level & _LEVEL) << _10
                        odd[lane] = found_level & _INSURES
                if pos + initial > ends[lane]:
                    pos = filled(t, o, shoes, rng, lane, pos, places, ends, starts, is_given)
                up = _U(shoes[pos + up_at])
                pair = (_U(shoes[pos]) << _6) | _U(shoes[pos + second_at])
                dealer = _U(dealt_states[((up & _RANK) << _4) | (_U(shoes[pos + hole_at]) & _RANK)])
                place = (_U(first_states[pair]) << _4) | _U(columns[up])
                place |= (dealer >> _OVER_AT) * _COLUMN  # a look that ended the round: see the tables
                places[lane] = pos + initial
                hands[lane] = place
                dealers[lane] = dealer & _STATE
                going[going_on] = _U(lane)
                going_on += _U(codes[place]) & _1
            if FULL:
                if has_levels:
                    for lane in range(active):
                        up = _U(shoes[starts[lane] + up_at])
                        odd[lane] = (odd[lane] >> _U(7)) * _ODD_LEVEL if t.insurable[up & _RANK] else _0
                        level_rounds[level_at[lane] >> _10] += 1
                if sides.has_firsts:
                    look_at_first_cards(
                        t, sides, shoes, active, starts, at, worth, marked, found, spots, side_nets, odd
                    )

            # Hits and doubles.
            hits += play_out(t, o, steps, codes, shoes, rng, going, going_on, hands, places, ends, starts, is_given)

            # What each hand came to, and for which the dealer must draw.
            drawing, specials, acts = _0, _0, _0
            for lane in range(active):
                code = _U(codes[hands[lane]])
                finals[lane] = (code >> _FINAL_AT) & _FINAL
                acts += _1 << (((code >> _ACT_AT) & _ACT) << _3)  # a byte for each act
                special[specials] = _U(lane)
                if FULL:
                    specials += ((code >> _1) | odd[lane]) & _1
                else:
                    specials += (code >> _1) & _1
                waiting[drawing] = _U(lane)
                drawing += ((code >> _NEEDS_AT) & _1) & _U(dealers[lane] >= RUNNING_AT)

            for act in range(ACTS):
                last_acts[act] += whole((acts >> _U(8 * act)) & _BYTE)
            if not has_hole:
                # A second card comes where a blackjack would matter to a hand whose total does not.
                for lane in range(active):
                    code = _U(codes[hands[lane]])
                    is_open = code & _2 == _0 and (code >> _NEEDS_AT) & _1 == _0
                    up = _U(shoes[starts[lane] + up_at])
                    matters = t.minds[finals[lane]] != 0 and t.may_be_blackjack[up & _RANK] != 0
                    if FULL:
                        matters = matters or odd[lane] & _2 != _0
                    if is_open and matters:
                        card = next_card(t, o, shoes, rng, lane, places, ends, starts, is_given)
                        dealers[lane] = _U(dealer_next[(dealers[lane] << _4) | (_U(card) & _RANK)])

            draw_out(t, o, dealer_next, shoes, rng, waiting, drawing, dealers, places, ends, starts, is_given)

            # Settlement: every lane as if it were plain, then those that are not.
            for lane in range(active):
                if FULL:
                    end = level_at[lane] | (finals[lane] << _3) | min(dealers[lane], _NO_TOTAL)
                    results[end] += 1
                    total = _U(units[end]) + side_nets[lane]
                    sums[total] += 1
                    wins[lane] = total
                else:
                    results[(finals[lane] << _3) | min(dealers[lane], _NO_TOTAL)] += 1
            for each in range(whole(specials)):
                lane_u = special[each]
                lane = whole(lane_u)
                place = hands[lane_u]
                dealer = dealers[lane_u]
                code = _U(codes[place])
                act = whole((code >> _ACT_AT) & _ACT)
                if not FULL:
                    results[min(dealer, _NO_TOTAL)] -= 1  # the final of a special hand read nought above
                    special_end(
                        t, o, shoes, totals, rng, lane, whole(place), act, whole(dealer), 0, False, places, ends,
                        starts, is_given,
                    )  # fmt: skip
                else:
                    level, is_insured = whole(level_at[lane_u] >> _10), odd[lane_u] & _2 != _0
                    end = level_at[lane_u] | (finals[lane_u] << _3) | min(dealer, _NO_TOTAL)
                    sums[wins[lane_u]] -= 1
                    third = whole(shoes[places[lane_u] - _1])
                    last, kind = whole(min(dealer, _NO_TOTAL)), -1
                    if code & _2 != _0:
                        results[end] -= 1
                        final, last, net = special_end(
                            t, o, shoes, totals, rng, lane, whole(place), act, whole(dealer), level, is_insured, places,
                            ends, starts, is_given,
                        )  # fmt: skip
                        kind = final >> 2
                    else:
                        final = whole(finals[lane_u])
                        net = t.nets[level * ENDS + final * DEALERS + last]
                    is_settled, total_net = False, 0
                    if odd[lane_u] & _4 == _0 and not is_super_kind(t, kind):
                        is_settled, total_net = settle_beside(
                            t, o, sides, shoes, starts[lane_u], at, net, side_nets[lane_u], dice
                        )
                    if is_settled:
                        if code & _2 != _0:
                            odd_sums[0] -= net
                            odd_sums[1] -= net * net
                        net = total_net
                    else:
                        if code & _2 == _0:
                            odd_sums[0] += net
                            odd_sums[1] += net * net
                        net = settle_odd(
                            t, o, sides, shoes, starts[lane_u], at, number + lane, net, (final, kind, third, last),
                            level, is_insured, bonus, firsts, found, spots, dice,
                        )  # fmt: skip
                    wins[lane_u] = _U((net - sides.worst) // sides.unit)  # below the worst it wraps around
            if FULL and most_sessions > 0:
                session += add_to_sessions(t, sides, active, wins, session_room, sessions, sweep, session)
            if o.refills[0] > refills:
                refills = o.refills[0]
                used += refilled(active, cards, sweep, shuffled_at, places, starts)
            sweep += 1
        for lane in range(lanes):
            o.full_rounds[0] += shuffled_at[lane]
        once = 0
        for number in range(results.size):
            if results[number]:
                o.ends[number // LEVEL_ROOM * ENDS + number % LEVEL_ROOM] += results[number]
                once += results[number] * ((number // DEALERS) & 3)
        for act in range(ACTS):
            o.acts[act] += last_acts[act]
        if FULL:
            if sides.has_firsts:
                close_plain(t, o, sides, found, spots, lines)
            close_totals(t, o, sides, sums, results, level_rounds, odd_sums)
        # A hand that was doubled again is among the specials; it too took its first double as a step.
        return _close(o, hits, once + last_acts[_DOUBLE], used, shuffles, places, cards)

    return run_lanes
