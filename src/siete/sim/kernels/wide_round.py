"""The wide kernel: many shoes side by side, each stage of a round for all of them before the next stage.

What a hand does next is hard to predict, and a branch misprediction costs as much as dealing ten cards. So there is no
branch: every lane is written to the list of those that go on, and the list grows by one or by zero. Only one box and
the base wager; splits, third doublings and 6-7-8 are rare enough to be played one by one. All numbers here are
unsigned, because an index that might be negative costs two instructions more.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from siete.sim.codes import ACTS, DEALERS, Act, Dealer
from siete.sim.compiler.encoding import Bytes
from siete.sim.compiler.layout import Records
from siete.sim.compiler.wide_tables import ACT_AT, FINAL_AT, OVER, LaneTables, Shorts
from siete.sim.kernels.hands import split_net
from siete.sim.kernels.jit import code_version, compiled, kernel, whole
from siete.sim.kernels.shuffling import Words
from siete.sim.kernels.side_wagers import tally
from siete.sim.kernels.wide_boxes import RunWide, boxes_of
from siete.sim.kernels.wide_hands import (
    IS_SPLIT,
    RUNNING_AT,
    draw_out,
    filled,
    next_card,
    offsets,
    play_out,
    refilled,
    reshuffled,
    special_hand,
)

if TYPE_CHECKING:
    from siete.sim.compiler.layout import CompiledRules
    from siete.sim.counts import Counts

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


@cache
def lanes_of() -> RunWide:
    """The kernel of many shoes."""
    return _made(code_version())


def run_side_by_side(
    rules: Records,
    counts: Records,
    tables: LaneTables,
    shoes: Bytes,
    rng: Words,
    rounds: int,
    places: Words,
    is_given: int = 0,
) -> None:
    """Play rounds of as many shoes as there are places, by the kernel for one box or the one for several."""
    run = lanes_of() if rules["boxes"][0] == 1 else boxes_of()
    found = (tables.first, tables.steps, tables.codes, tables.dealt, tables.totals)
    run(rules, counts, *found, shoes, rng, rounds, places, is_given)


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
    """Play a hand that is not for the lists, with the dealer's cards, and count its end."""
    up = whole(shoes[whole(starts[lane]) + t.up_at])
    final, needs_total, minds = special_hand(
        t, o, shoes, totals, rng, lane, 0, place, act, places, ends, starts, is_given
    )
    if not t.has_hole and (needs_total or (minds and t.may_be_blackjack[up & 15] != 0)):
        card = next_card(t, o, shoes, rng, lane, places, ends, starts, is_given)
        dealer = whole(t.dealer_next[dealer * 16 + (card & 15)])
    while needs_total and dealer > _END:
        card = next_card(t, o, shoes, rng, lane, places, ends, starts, is_given)
        dealer = whole(t.dealer_next[dealer * 16 + (card & 15)])
    dealer = min(dealer, _END)
    if final != IS_SPLIT:
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


def _made(VERSION: int) -> RunWide:  # noqa: N803  # a constant of the compiled text
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
    ) -> int:
        t, o = rules[0], counts[0]
        lanes, cards = places.size, t.cards
        ends, starts, hands = np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64)
        dealers, finals = np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64)
        going, waiting, special = np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64)
        last_acts = np.zeros(ACTS + 1, np.int64)
        results = np.zeros(1024, np.int64)
        columns, dealer_next = t.up_columns.copy(), t.dealer_next.copy()
        used, hits, left, sweep, refills = 0, 0, rounds, 0, o.refills[0]
        for lane in range(lanes):
            ends[lane] = _U((lane + 1) * cards)
            used -= whole(places[lane]) - lane * cards
        shuffled_at = np.zeros(lanes, np.int64)
        shuffles = VERSION * 0  # a part of the cache's key, and nothing else: see jit
        second_at, up_at, hole_at, initial, cut, always = offsets(t, is_given)
        has_hole = t.has_hole
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
                    pos = reshuffled(t, o, shoes, rng, lane, sweep, shuffled_at, ends)
                    shuffles += 1
                starts[lane] = pos
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

            # Hits and doubles.
            hits += play_out(o, steps, codes, shoes, rng, cards, going, going_on, hands, places, ends, starts, is_given)

            # What each hand came to, and for which the dealer must draw.
            drawing, specials, acts = _0, _0, _0
            for lane in range(active):
                code = _U(codes[hands[lane]])
                finals[lane] = (code >> _FINAL_AT) & _FINAL
                acts += _1 << (((code >> _ACT_AT) & _ACT) << _3)  # a byte for each act
                special[specials] = _U(lane)
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
                    if is_open and t.minds[finals[lane]] != 0:
                        up = _U(shoes[starts[lane] + up_at])
                        if t.may_be_blackjack[up & _RANK] != 0:
                            card = next_card(t, o, shoes, rng, lane, places, ends, starts, is_given)
                            dealers[lane] = _U(dealer_next[(dealers[lane] << _4) | (_U(card) & _RANK)])

            draw_out(o, dealer_next, shoes, rng, cards, waiting, drawing, dealers, places, ends, starts, is_given)

            for lane in range(active):
                results[(finals[lane] << _3) | min(dealers[lane], _NO_TOTAL)] += 1
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
            if o.refills[0] > refills:
                refills = o.refills[0]
                used += refilled(active, cards, sweep, shuffled_at, places, starts)
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
