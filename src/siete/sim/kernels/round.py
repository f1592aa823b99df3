"""The kernel: rounds dealt from an array of cards, by compiled rules, counted in whole numbers.

Two specialisations come from one text. The plain one plays one box with the base wager alone; the full one plays
everything. `run` deals from the shoe where it stands, shuffles it when its cover card has come, and ends after so many
rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from siete.sim.codes import DEALERS, ENDS, WAGERS, Act, Dealer, HandKind, WagerCode
from siete.sim.compiler.decisions import TOTALS
from siete.sim.compiler.encoding import CODES, UP_COLUMNS, Bytes
from siete.sim.compiler.layout import Records
from siete.sim.counts import MOST_HANDS
from siete.sim.kernels.hands import by_lot, more, note, play_split, shape_of, split_net
from siete.sim.kernels.jit import code_version, kernel, whole
from siete.sim.kernels.shuffling import Words, shuffle
from siete.sim.kernels.side_wagers import (
    book,
    clear_boxes,
    close_books,
    is_super,
    pay_supers,
    settle_by_first_cards,
    settle_jackpots,
    settle_matches,
    spin_wheels,
    spin_xtreme,
    tally,
)

if TYPE_CHECKING:
    from siete.sim.compiler.first_card_tables import FirstCardTables
    from siete.sim.counts import Trace

Run = Callable[[Records, Records, "Trace", "FirstCardTables", Bytes, Words, Words, int, int, int, int], int]

_STAND, _HIT, _DOUBLE, _SPLIT = int(Act.STAND), int(Act.HIT), int(Act.DOUBLE), int(Act.SPLIT)
_SURRENDER, _RESCUE, _DONE = int(Act.SURRENDER), int(Act.RESCUE), int(Act.DONE)
_TWENTY, _TWENTY_ONE, _THREE = int(HandKind.TWENTY), int(HandKind.TWENTY_ONE), int(HandKind.THREE_CARDS)
_NATURAL, _BLACKJACK, _BUST = int(HandKind.SPLIT_NATURAL), int(HandKind.BLACKJACK), int(HandKind.BUST)
_SURRENDERED, _PARKED, _RESCUED = int(HandKind.SURRENDERED), int(HandKind.PARKED), int(HandKind.RESCUED)
_DEALER_BLACKJACK, _NO_TOTAL = int(Dealer.BLACKJACK), int(Dealer.NO_TOTAL)
_BASE, _INSURANCE = int(WagerCode.BASE), int(WagerCode.INSURANCE)
_SPIN, _XTREME = int(WagerCode.BONUS_SPIN), int(WagerCode.XTREME_16)
_SPLIT_MARK = -1
"""The final of a box that was split; its hands are kept apart."""


@cache
def run_of(*, is_full: bool) -> Run:
    """The kernel for everything, or the one for a single box with the base wager alone."""
    return _made(is_full, code_version())


def _made(FULL: bool, VERSION: int) -> Run:  # noqa: N803  # constants of the compiled text
    @kernel
    def run(
        rules: Records,
        counts: Records,
        trace: Trace,
        extras: FirstCardTables,
        shoe: Bytes,
        rng: Words,
        dice: Words,
        rounds: int,
        pos: int,
        shuffled: int,
        is_given: int,
    ) -> int:
        t, o = rules[0], counts[0]
        boxes = t.boxes if FULL else 1
        cards = shoe.size
        seen = VERSION * 0 - pos  # a part of the cache's key, and nothing else: see jit
        level = 0
        running = 0
        wealth, peak, down_most, ruin, in_session, session = 0, 0, 0, -1, 0, 0
        true_count, awards_before, insures, supers, envied = 0, 0, 0, 0, 0
        firsts = np.zeros((boxes, 2), dtype=np.uint8)
        bonus = np.zeros(8, dtype=np.uint8)
        finals = o.finals
        has_extras = extras.nets.shape[0] > 0
        for number in range(rounds):
            if not is_given and (t.is_fresh or pos > t.cut):
                seen += pos
                shuffle(shoe, rng, 0, t.prefix)
                shuffled, pos = t.prefix, t.burns
                o.shoes[0] += 1
                o.full_shoes[0] += number > 0
                o.full_rounds[0] = number
                running = 0
            start = pos
            while pos + t.initial > shuffled and o.errors[0] == 0:
                pos, shuffled, start = more(t, o, shoe, rng, pos, shuffled, start, is_given)
            if FULL:
                if is_given and o.errors[0]:
                    return number
                if t.counts:
                    left = cards - pos
                    true_count = running * 48 // left if left > 0 else 0
                    level = 0
                    while level + 1 < t.levels and true_count >= t.count_from[level + 1]:
                        level += 1
                    o.level_rounds[level] += 1
            began = start
            offset = level * ENDS
            acts_at = t.acts_at[level] if FULL else 0

            # The initial deal: both cards of each box are read where they lie.
            up = whole(shoe[pos + t.up_at])
            column = whole(t.up_columns[up])
            dealer = whole(t.dealer_one[up & 15])
            down = 0
            if t.has_hole:
                down = whole(shoe[pos + 2 * boxes + 1])
                dealer = whole(t.dealer_next[dealer * 16 + (down & 15)])
            base = pos
            pos += t.initial
            if FULL:
                for box in range(boxes):
                    firsts[box, 0] = shoe[base + box]
                    firsts[box, 1] = shoe[base + t.second_at + box]
                for card in range(t.bonus_cards):
                    bonus[card] = shoe[pos - t.bonus_cards + card]
                awards_before = o.award_count[0]
                insures = int(t.insurable[up & 15] and (t.insures or true_count >= t.insures_from))
                envied, supers = 0, 0
            is_over = t.peeks[up & 15] and dealer == _DEALER_BLACKJACK

            # The players' turns.
            needs_total, minds = False, False
            for box in range(boxes):
                if FULL:
                    one, two = whole(firsts[box, 0]), whole(firsts[box, 1])
                else:
                    one, two = whole(shoe[base]), whole(shoe[base + t.second_at])
                state = whole(t.first[one * CODES + two])
                if is_over:
                    finals[box] = _BLACKJACK * 4 if t.kinds[state] == _BLACKJACK else 0
                    continue
                act = whole(t.acts[acts_at + state * UP_COLUMNS + column])
                card = two
                if FULL and t.error_rate and act != _DONE:
                    act = by_lot(act, whole(t.legal[state]), t.error_rate, dice)
                while act == _HIT:
                    o.acts[_HIT] += 1
                    if FULL:
                        note(o, _HIT)
                    if pos >= shuffled:
                        pos, shuffled, start = more(t, o, shoe, rng, pos, shuffled, start, is_given)
                    card = whole(shoe[pos])
                    pos += 1
                    state = whole(t.after[(state << t.shift) + (card & t.mask)])
                    act = whole(t.acts[acts_at + state * UP_COLUMNS + column])
                    if FULL and t.error_rate and act != _DONE:
                        act = by_lot(act, whole(t.legal[state]), t.error_rate, dice)
                if act != _DONE:
                    o.acts[act] += 1
                    if FULL:
                        note(o, act)
                if act == _STAND or act == _DONE:  # noqa: SIM109  # a tuple costs the kernel time
                    kind = whole(t.kinds[state])
                    if kind == _THREE:
                        kind = shape_of(one, two, card)
                        if FULL and is_super(t, kind, one, two, card, up):
                            supers |= 1 << box
                    final = kind * 4
                elif act == _DOUBLE:
                    doublings = 0
                    while act == _DOUBLE:
                        doublings += 1
                        if pos >= shuffled:
                            pos, shuffled, start = more(t, o, shoe, rng, pos, shuffled, start, is_given)
                        card = whole(shoe[pos])
                        pos += 1
                        state = whole(t.after[(state << t.shift) + (card & t.mask)])
                        if state == 0:
                            act = _DONE
                        else:
                            total = whole(t.totals[state])
                            act = whole(t.doubled[(doublings * TOTALS + total) * UP_COLUMNS + column])
                            if act != _DONE:
                                if FULL and t.error_rate:
                                    legal = whole(t.legal_doubled[doublings * TOTALS + total])
                                    act = by_lot(act, legal, t.error_rate, dice)
                                o.acts[act] += 1
                                if FULL:
                                    note(o, act)
                    kind = whole(t.kinds[state])
                    if act == _RESCUE:
                        kind = _RESCUED
                    elif kind >= _TWENTY_ONE and kind != _BUST:
                        if not t.bonus_on_doubled:
                            kind = _TWENTY_ONE
                        elif kind == _THREE:
                            kind = shape_of(one, two, card)
                    final = kind * 4 + doublings
                elif act == _SURRENDER:
                    final = (_PARKED if t.parks[up & 15] else _SURRENDERED) * 4
                else:
                    at = (pos, shuffled, start)
                    pos, shuffled, start = play_split(
                        t, o, shoe, rng, dice, at, (one, two), column, box, is_given, acts_at
                    )
                    for hand in range(o.hand_counts[box]):
                        end = whole(o.hands[box * MOST_HANDS + hand])
                        kind = end >> 2
                        needs_total = needs_total or kind <= _TWENTY or kind == _NATURAL
                        minds = minds or (kind == _BUST and t.is_original_only != 0) or t.minds[end] != 0
                    final = _SPLIT_MARK
                finals[box] = final
                if final >= 0:
                    needs_total = needs_total or final < _TWENTY_ONE * 4
                    minds = minds or t.minds[final] != 0

            # The dealer's cards: a second one where there is none yet and it matters, then the draw to 17.
            if not t.has_hole:
                has_insured = False
                if FULL:
                    has_insured = insures != 0
                if needs_total or has_insured or (minds and t.may_be_blackjack[up & 15] != 0):
                    if pos >= shuffled:
                        pos, shuffled, start = more(t, o, shoe, rng, pos, shuffled, start, is_given)
                    card = whole(shoe[pos])
                    pos += 1
                    dealer = whole(t.dealer_next[dealer * 16 + (card & 15)])
            if needs_total:
                while dealer > _NO_TOTAL:
                    if pos >= shuffled:
                        pos, shuffled, start = more(t, o, shoe, rng, pos, shuffled, start, is_given)
                    card = whole(shoe[pos])
                    pos += 1
                    dealer = whole(t.dealer_next[dealer * 16 + (card & 15)])
            elif dealer > _NO_TOTAL:
                dealer = _NO_TOTAL

            # Settlement.
            for box in range(boxes):
                final = finals[box]
                if final >= 0:
                    end = offset + final * DEALERS + dealer
                    o.ends[end] += 1
                    if FULL:
                        book(t, o, box, _BASE, t.nets[end])
                else:
                    net = split_net(t, o, box, dealer, level)
                    hands = o.hand_counts[box]
                    o.split_sizes[hands] += 1
                    for hand in range(hands):
                        o.split_ends[offset + o.hands[box * MOST_HANDS + hand] * DEALERS + dealer] += 1
                    tally(o.split_net_keys, o.split_net_counts, net)
                    if FULL:
                        book(t, o, box, _BASE, net)
            if FULL:
                for each in range(o.fed_rounds.size if t.waits else 0):
                    o.fed_rounds[each] += true_count >= t.sides_from[_SPIN + each]
                is_dealer_blackjack = dealer == _DEALER_BLACKJACK
                for box in range(boxes):
                    one, two = whole(firsts[box, 0]), whole(firsts[box, 1])
                    if insures and (t.insures_paid_blackjack or finals[box] != _BLACKJACK * 4):
                        o.insured[level] += 1
                        worth = t.insurance_won[level] if is_dealer_blackjack else t.insurance_lost[level]
                        book(t, o, box, _INSURANCE, worth)
                    if t.has_matches:
                        settle_matches(t, o, box, one, two, up, down, bonus, true_count)
                    if t.games:
                        settle_jackpots(t, o, number, box, one, two, up, down, true_count)
                    if supers >> box & 1:
                        envied = pay_supers(t, o, box, level, envied)
                if t.side[_SPIN]:
                    if is_given:
                        for box in range(boxes):
                            o.spin_symbols[box] = -1
                    if true_count >= t.sides_from[_SPIN]:
                        spin_wheels(t, o, number, firsts, dice)
                wheel = (-1, -1, -1)
                if t.side[_XTREME] and true_count >= t.sides_from[_XTREME]:
                    wheel = spin_xtreme(t, o, number, up, down, dice)
                if o.is_traced[0]:
                    trace.places[number] = pos
                    trace.lengths[number] = o.traced_length[0]
                    for act in range(min(o.traced_length[0], trace.acts.shape[1])):
                        trace.acts[number, act] = o.traced_acts[act]
                    o.traced_length[0] = 0
                    for box in range(boxes):
                        for wager in range(WAGERS):
                            trace.nets[number, box, wager] = o.box_nets[box * WAGERS + wager]
                        trace.wheels[number, box] = o.spin_symbols[box]
                    for part in range(3):
                        trace.wheels[number, boxes + part] = wheel[part]
                    clear_boxes(o)
                others = settle_by_first_cards(extras, firsts, boxes, up) if has_extras else 0
                result = close_books(t, o, number, awards_before, others)
                if t.session:
                    wealth += result
                    peak = max(peak, wealth)
                    down_most = max(down_most, peak - wealth)
                    if ruin < 0 and wealth <= -t.bankroll:
                        ruin = in_session
                    in_session += 1
                    if in_session == t.session:
                        trace.sessions[session, 0] = wealth
                        trace.sessions[session, 1] = down_most
                        trace.sessions[session, 2] = ruin
                        session += 1
                        wealth, peak, down_most, ruin, in_session = 0, 0, 0, -1, 0
                if t.counts:
                    for place in range(start, pos):
                        running += t.tags[whole(shoe[place]) & 15]
            if start != began:
                # The shoe was filled from the discard rack in mid-round, so its cover card has long come.
                seen += pos - cards
                pos = cards
        o.dealt[0] += seen + pos
        return pos

    return run
