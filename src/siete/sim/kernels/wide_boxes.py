"""The wide kernel for several boxes: many shoes side by side, one box of all of them after the other.

The base wager alone. What the dealer does is settled once all boxes have played, so the hands of split boxes are kept
until then. See `wide_round` for the way itself, and for one box, which needs none of this book-keeping.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from siete.sim.codes import ACTS, DEALERS, WAGERS, Act, WagerCode
from siete.sim.compiler.encoding import Bytes
from siete.sim.compiler.layout import Records
from siete.sim.compiler.wide_tables import ACT_AT, FINAL_AT, OVER, Shorts
from siete.sim.counts import MOST_HANDS
from siete.sim.kernels.hands import split_net
from siete.sim.kernels.jit import code_version, compiled, kernel, whole
from siete.sim.kernels.shuffling import Words
from siete.sim.kernels.side_wagers import tally
from siete.sim.kernels.wide_hands import (
    IS_SPLIT,
    RUNNING_AT,
    draw_out,
    play_out,
    special_hand,
)
from siete.sim.kernels.wide_shoes import filled, next_card, offsets, refilled, reshuffled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from siete.sim.compiler.layout import CompiledRules
    from siete.sim.counts import Counts

RunWide = Callable[[Records, Records, Bytes, Bytes, Shorts, Bytes, Bytes, Bytes, Words, int, Words, int], int]
"""Rules, counts, the five tables of lanes, shoes, random numbers, rounds, places, and whether the shoes are given."""

_U = np.uint64
_0, _1, _3, _4, _6, _BYTE = _U(0), _U(1), _U(3), _U(4), _U(6), _U(255)
_RANK, _COLUMN, _FINAL, _ACT = _U(15), _U(15), _U(127), _U(7)
_FINAL_AT, _ACT_AT, _NEEDS_AT = _U(FINAL_AT), _U(ACT_AT), _U(13)
_STATE, _OVER_AT = _U(OVER - 1), _U(7)
_NO_TOTAL = _U(7)
_HIT, _DOUBLE, _DONE, _BASE = int(Act.HIT), int(Act.DOUBLE), int(Act.DONE), int(WagerCode.BASE)
_SPLIT_FINAL = 127
"""A final that no hand has: it counts and pays nothing here, for a split box is settled by itself."""
_ENDS = 1024


@cache
def boxes_of() -> RunWide:
    """The kernel of many shoes for several boxes."""
    return _made(code_version())


@compiled
def _keep_hands(o: Counts, kept: Bytes, row: int) -> None:
    """Store the hands of a split box until the dealer has played."""
    hands = o.hand_counts[0]
    kept[row] = hands
    for hand in range(hands):
        kept[row + 1 + hand] = o.hands[hand]


@compiled
def _settle_split(t: CompiledRules, o: Counts, kept: Bytes, row: int, dealer: int) -> int:
    """Count the hands of a split box; returns their net."""
    hands = whole(kept[row])
    o.hand_counts[0] = hands
    o.split_sizes[hands] += 1
    for hand in range(hands):
        end = whole(kept[row + 1 + hand])
        o.hands[hand] = end
        o.split_ends[end * DEALERS + dealer] += 1
    net = split_net(t, o, 0, dealer, 0)
    tally(o.split_net_keys, o.split_net_counts, net)
    return net


@compiled
def _close(o: Counts, results: NDArray[np.int64], last_acts: NDArray[np.int64], hits: int, ends: int) -> None:
    """Enter what was counted beside the record. Every doubled hand took its first double as a step."""
    doubles = 0
    for end in range(ends):
        o.ends[end] += results[end]
        doubles += results[end] if (end // DEALERS) & 3 else 0
    for act in range(ACTS):
        o.acts[act] += last_acts[act]
    o.acts[_HIT] += hits - doubles
    o.acts[_DOUBLE] += doubles
    o.acts[_DONE] = 0


def _made(VERSION: int) -> RunWide:  # noqa: N803  # a constant of the compiled text
    @kernel
    def run_boxes(
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
        lanes, cards, boxes = places.size, t.cards, t.boxes
        ends, starts, hands = np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64)
        dealers, columns_of, needs = np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64), np.zeros(lanes, np.uint64)
        minds, wins = np.zeros(lanes, np.uint64), np.zeros(lanes, np.int64)
        going, special, finals = (
            np.zeros(lanes, np.uint64),
            np.zeros(lanes, np.uint64),
            np.zeros(boxes * lanes, np.uint8),
        )
        split_boxes = np.zeros(lanes * boxes, np.int64)
        kept = np.zeros(lanes * boxes * (MOST_HANDS + 1), np.uint8)
        last_acts, results, nets = np.zeros(ACTS + 1, np.int64), np.zeros(_ENDS, np.int64), np.zeros(_ENDS, np.int64)
        minded = np.zeros(128, np.uint64)
        for number in range(t.minds.size):
            minded[number] = t.minds[number]
        for end in range(t.minds.size * DEALERS):
            nets[end] = t.nets[end]
        columns, dealer_next = t.up_columns.copy(), t.dealer_next.copy()
        used, hits, left, sweep, refills = 0, 0, rounds, 0, o.refills[0]
        net_sum, square_sum = 0, 0
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
                dealer = _U(dealt_states[((up & _RANK) << _4) | (_U(shoes[pos + hole_at]) & _RANK)])
                columns_of[lane] = _U(columns[up]) | ((dealer >> _OVER_AT) * _COLUMN)
                places[lane] = pos + initial
                dealers[lane] = dealer & _STATE
                needs[lane], minds[lane], wins[lane] = _0, _0, 0

            split_count = 0
            for box in range(boxes):
                going_on = _0
                box_at = _U(box)
                for lane in range(active):
                    start = starts[lane] + box_at
                    pair = (_U(shoes[start]) << _6) | _U(shoes[start + second_at])
                    place = (_U(first_states[pair]) << _4) | columns_of[lane]
                    hands[lane] = place
                    going[going_on] = _U(lane)
                    going_on += _U(codes[place]) & _1

                # Hits and doubles.
                hits += play_out(t, o, steps, codes, shoes, rng, going, going_on, hands, places, ends, starts, is_given)

                # What each hand came to.
                specials, acts = _0, _0
                row = _U(box * lanes)
                for lane in range(active):
                    code = _U(codes[hands[lane]])
                    final = (code >> _FINAL_AT) & _FINAL
                    finals[row + _U(lane)] = final
                    acts += _1 << (((code >> _ACT_AT) & _ACT) << _3)  # a byte for each act
                    special[specials] = _U(lane)
                    specials += (code >> _1) & _1
                    needs[lane] |= (code >> _NEEDS_AT) & _1
                    minds[lane] |= minded[final] & ~(code >> _1)

                for act in range(ACTS):
                    last_acts[act] += whole((acts >> _U(8 * act)) & _BYTE)
                for each in range(whole(specials)):
                    lane_u = special[each]
                    lane = whole(lane_u)
                    place = hands[lane_u]
                    last = whole((_U(codes[place]) >> _ACT_AT) & _ACT)
                    end, needs_total, is_minding = special_hand(
                        t, o, shoes, totals, rng, lane, box, whole(place), last, places, ends, starts, is_given
                    )
                    needs[lane] |= _U(needs_total)
                    minds[lane] |= _U(is_minding)
                    finals[row + lane_u] = _U(_SPLIT_FINAL if end == IS_SPLIT else end)
                    if end == IS_SPLIT:
                        _keep_hands(o, kept, split_count * (MOST_HANDS + 1))
                        split_boxes[split_count] = lane
                        split_count += 1

            # The dealer's cards.
            if not has_hole:
                # A second card comes where a blackjack would matter to a hand whose total does not.
                for lane in range(active):
                    up = _U(shoes[starts[lane] + up_at])
                    if needs[lane] == _0 and minds[lane] != _0 and t.may_be_blackjack[up & _RANK] != 0:
                        card = next_card(t, o, shoes, rng, lane, places, ends, starts, is_given)
                        dealers[lane] = _U(dealer_next[(dealers[lane] << _4) | (_U(card) & _RANK)])
            drawing = _0
            for lane in range(active):
                going[drawing] = _U(lane)
                drawing += needs[lane] & _U(dealers[lane] >= RUNNING_AT)
            draw_out(t, o, dealer_next, shoes, rng, going, drawing, dealers, places, ends, starts, is_given)

            # Settlement.
            for box in range(boxes):
                row = _U(box * lanes)
                for lane in range(active):
                    place = (_U(finals[row + _U(lane)]) << _3) | min(dealers[lane], _NO_TOTAL)
                    results[place] += 1
                    wins[lane] += nets[place]
            for each in range(split_count):
                lane = split_boxes[each]
                dealer_end = whole(min(dealers[lane], _NO_TOTAL))
                wins[lane] += _settle_split(t, o, kept, each * (MOST_HANDS + 1), dealer_end)
            for lane in range(active):
                net = wins[lane]
                net_sum += net
                square_sum += net * net
                tally(o.total_keys, o.total_counts, net)
            if o.refills[0] > refills:
                refills = o.refills[0]
                used += refilled(active, cards, sweep, shuffled_at, places, starts)
            sweep += 1
        o.sums[_BASE] += net_sum
        o.sums[WAGERS] += net_sum
        o.squares[_BASE] += square_sum
        o.squares[WAGERS] += square_sum
        o.full_rounds[0] += shuffled_at.sum()
        _close(o, results, last_acts, hits, t.minds.size * DEALERS)
        o.shoes[0] += shuffles
        for lane in range(lanes):
            used += whole(places[lane]) - lane * cards
        o.dealt[0] += used
        return used

    return run_boxes
