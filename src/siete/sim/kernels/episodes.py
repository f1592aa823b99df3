"""The kernel of learning agents: one decision of many rounds at once, played by compiled rules.

A lane is one table with one box. It stands at a decision, takes the action it is given, and is played on to its next
decision or to the end of its round, as `siete.sim.kernels.round` plays it. What an agent may see is written to arrays
that the caller owns.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from siete.sim.codes import Act, Dealer, HandKind
from siete.sim.compiler.decisions import TOTALS, Phase
from siete.sim.compiler.encoding import ACE, CODES, FIRST_FACE, Bytes
from siete.sim.compiler.layout import Records
from siete.sim.kernels.episode_lane import MOST_CARDS, Lane
from siete.sim.kernels.hands import more, shape_of, split_kind, split_net
from siete.sim.kernels.jit import code_version, compiled, kernel, whole
from siete.sim.kernels.shuffling import shuffle
from siete.sim.kernels.side_wagers import is_super

if TYPE_CHECKING:
    from siete.sim.compiler.layout import CompiledRules
    from siete.sim.counts import Counts

Numbers = NDArray[np.int64]
Step = Callable[
    [
        Records,
        Records,
        Records,
        Bytes,
        Numbers,
        Numbers,
        NDArray[np.int16],
        NDArray[np.int16],
        NDArray[np.int8],
        Numbers,
    ],
    None,
]

OVER, WAGER, PLAY, DOUBLED, INSURANCE, BLACKJACK = range(6)
"""What a lane waits for; the numbers are those of `stage` in the environment's observation."""
WAGERS_FROM = 10
"""Actions below are plays and answers, in the environment's order; those from here on are sizes of a wager."""
ROWS = ("stage", "hand", "hands", "total", "is_soft", "is_pair", "is_split", "doublings", "up", "net", "refused")
"""What a step writes of each lane, one row of numbers each."""
_STAGE, _HAND, _HANDS, _TOTAL, _SOFT, _PAIR, _IS_SPLIT, _DOUBLINGS, _UP, _NET, _REFUSED = range(len(ROWS))

_STAND, _HIT, _DOUBLE, _SPLIT = int(Act.STAND), int(Act.HIT), int(Act.DOUBLE), int(Act.SPLIT)
_SURRENDER, _RESCUE = int(Act.SURRENDER), int(Act.RESCUE)
_DECLINE, _INSURE, _TAKE, _HOLD = 6, 7, 8, 9
_TWENTY, _TWENTY_ONE, _THREE = int(HandKind.TWENTY), int(HandKind.TWENTY_ONE), int(HandKind.THREE_CARDS)
_NATURAL, _BLACKJACK, _BUST = int(HandKind.SPLIT_NATURAL), int(HandKind.BLACKJACK), int(HandKind.BUST)
_SURRENDERED, _PARKED, _RESCUED = int(HandKind.SURRENDERED), int(HandKind.PARKED), int(HandKind.RESCUED)
_DEALER_BLACKJACK, _NO_TOTAL = int(Dealer.BLACKJACK), int(Dealer.NO_TOTAL)
_PHASE_FIRST, _PHASE_SPLIT, _PHASE_CLOSED = int(Phase.FIRST), int(Phase.SPLIT), int(Phase.CLOSED_ACE)


@compiled
def _forget(lane: Lane) -> None:
    for code in range(CODES):
        lane.seen[code] = 0


@compiled
def _fill(t: CompiledRules, o: Counts, lane: Lane, shoe: Bytes) -> None:
    """Shuffle further cards, or the discard rack once the shoe has run out."""
    pos, shuffled, start = more(t, o, shoe, lane.rng, lane.pos, lane.shuffled, lane.start, lane.is_given)
    if start != lane.start:
        lane.is_filled = 1
        _forget(lane)
    lane.pos, lane.shuffled, lane.start = pos, shuffled, start


@compiled
def _draw(t: CompiledRules, o: Counts, lane: Lane, shoe: Bytes) -> int:
    """The next card, face up."""
    if lane.pos >= lane.shuffled:
        _fill(t, o, lane, shoe)
    card = whole(shoe[lane.pos])
    lane.pos += 1
    lane.seen[card] += 1
    return card


@compiled
def _begin(t: CompiledRules, lane: Lane, shoe: Bytes) -> None:
    """Wait for the wager of the next round, with new cards where they are due."""
    lane.stage = WAGER
    if lane.is_given == 0 and (t.is_fresh or lane.pos > t.cut):
        shuffle(shoe, lane.rng, 0, t.prefix)
        lane.shuffled, lane.pos = t.prefix, t.burns
        _forget(lane)


@compiled
def _deal(t: CompiledRules, o: Counts, lane: Lane, shoe: Bytes) -> int:
    """Deal the first cards; returns the net once the round is over."""
    lane.start, lane.is_filled = lane.pos, 0
    while lane.pos + t.initial > lane.shuffled and o.errors[0] == 0:
        _fill(t, o, lane, shoe)
    pos = lane.pos
    lane.one, lane.two, lane.up = whole(shoe[pos]), whole(shoe[pos + t.second_at]), whole(shoe[pos + t.up_at])
    lane.dealer = whole(t.dealer_one[lane.up & 15])
    lane.down = -1
    if t.has_hole:
        lane.down = whole(shoe[pos + 3])
        lane.dealer = whole(t.dealer_next[lane.dealer * 16 + (lane.down & 15)])
    lane.pos = pos + t.initial
    for card in (lane.one, lane.two, lane.up):
        lane.seen[card] += 1
    for place in range(lane.pos - t.bonus_cards, lane.pos):
        lane.seen[whole(shoe[place])] += 1
    lane.hands, lane.index, lane.phase, lane.doublings, lane.cards = 1, 0, _PHASE_FIRST, 0, 2
    lane.is_insured, lane.is_held, lane.has_super, lane.last = 0, 0, 0, lane.two
    lane.hand[0], lane.hand[1] = lane.one, lane.two
    lane.state = whole(t.first[lane.one * CODES + lane.two])
    if t.asks_blackjack and whole(t.kinds[lane.state]) == _BLACKJACK:
        lane.stage = BLACKJACK
        return 0
    return _offer_insurance(t, o, lane, shoe)


@compiled
def _offer_insurance(t: CompiledRules, o: Counts, lane: Lane, shoe: Bytes) -> int:
    is_paid = whole(t.kinds[lane.state]) == _BLACKJACK and not lane.is_held
    if t.insurable[lane.up & 15] and (t.insures_paid_blackjack or not is_paid):
        lane.stage = INSURANCE
        return 0
    return _peek(t, o, lane, shoe)


@compiled
def _peek(t: CompiledRules, o: Counts, lane: Lane, shoe: Bytes) -> int:
    """Look under the up card where that is done; a blackjack ends the round, else the hand is asked."""
    is_blackjack = whole(t.kinds[lane.state]) == _BLACKJACK
    if t.peeks[lane.up & 15] and lane.dealer == _DEALER_BLACKJACK:
        lane.ends[0] = _BLACKJACK * 4 if is_blackjack else 0
        return _settle(t, o, lane)
    if is_blackjack and not lane.is_held:
        lane.ends[0] = _BLACKJACK * 4
        return _finish(t, o, lane, shoe)
    return _ask(t, o, lane, shoe)


@compiled
def _legal(t: CompiledRules, lane: Lane) -> int:
    """The plays that are open to the hand, one bit each; none where nobody is asked."""
    if lane.doublings:
        return whole(t.legal_doubled[lane.doublings * TOTALS + whole(t.totals[lane.state])]) if lane.state else 0
    if lane.is_held:
        return 1 << _STAND | 1 << _DOUBLE
    phase = lane.phase
    if phase != _PHASE_FIRST:
        phase += lane.hands >= (t.most_hands_aces if lane.one & 15 == ACE else t.most_hands)
    return whole(t.legal[phase * t.states + lane.state])


@compiled
def _ask(t: CompiledRules, o: Counts, lane: Lane, shoe: Bytes) -> int:
    """Stop at the next play that somebody must decide; a hand that has none left ends, and the next one is dealt."""
    while _legal(t, lane) == 0:
        _end(t, lane, _STAND)
        if lane.index == lane.hands:
            return _finish(t, o, lane, shoe)
        _next_hand(t, o, lane, shoe)
    lane.stage = DOUBLED if lane.doublings else PLAY
    return 0


@compiled
def _next_hand(t: CompiledRules, o: Counts, lane: Lane, shoe: Bytes) -> None:
    """Give the next hand of a split its second card."""
    lane.one = lane.firsts[lane.index]
    lane.two = _draw(t, o, lane, shoe)
    lane.last, lane.cards, lane.doublings = lane.two, 2, 0
    lane.hand[0], lane.hand[1] = lane.one, lane.two
    lane.phase = _PHASE_CLOSED if t.closes_aces and lane.one & 15 == ACE else _PHASE_SPLIT
    lane.state = whole(t.first[lane.one * CODES + lane.two])


@compiled
def _end(t: CompiledRules, lane: Lane, act: int) -> None:
    """Note what the hand has come to, and turn to the next one."""
    kind = whole(t.kinds[lane.state])
    if act == _RESCUE:
        kind = _RESCUED
    elif act == _SURRENDER:
        kind = _PARKED if t.parks[lane.up & 15] else _SURRENDERED
    elif lane.phase != _PHASE_FIRST:
        kind = split_kind(t, lane.state, lane.one, lane.two, lane.last, lane.doublings)
    elif kind >= _TWENTY_ONE and kind != _BUST and kind != _BLACKJACK and lane.doublings and not t.bonus_on_doubled:
        kind = _TWENTY_ONE
    elif kind == _THREE:
        kind = shape_of(lane.one, lane.two, lane.last)
        lane.has_super = not lane.doublings and is_super(t, kind, lane.one, lane.two, lane.last, lane.up)
    lane.ends[lane.index] = kind * 4 + lane.doublings
    lane.index += 1


@compiled
def _play(t: CompiledRules, o: Counts, lane: Lane, shoe: Bytes, act: int) -> int:
    """Carry out a play of the hand, then go on to the next decision."""
    if act == _HIT or act == _DOUBLE:  # noqa: SIM109  # a tuple costs the kernel time
        lane.last = _draw(t, o, lane, shoe)
        lane.state = whole(t.after[(lane.state << t.shift) + (lane.last & t.mask)])
        lane.doublings += act == _DOUBLE
        lane.hand[lane.cards] = lane.last
        lane.cards += 1
        lane.is_held = 0
        return _ask(t, o, lane, shoe)
    if act == _SPLIT:
        for later in range(lane.hands, lane.index + 1, -1):
            lane.firsts[later] = lane.firsts[later - 1]
        lane.firsts[lane.index], lane.firsts[lane.index + 1] = lane.one, lane.two
        lane.hands += 1
        _next_hand(t, o, lane, shoe)
        return _ask(t, o, lane, shoe)
    _end(t, lane, act)
    if lane.index == lane.hands:
        return _finish(t, o, lane, shoe)
    _next_hand(t, o, lane, shoe)
    return _ask(t, o, lane, shoe)


@compiled
def _finish(t: CompiledRules, o: Counts, lane: Lane, shoe: Bytes) -> int:
    """Draw the dealer's cards where a hand waits for them, and settle."""
    needs_total, minds = False, False
    for hand in range(lane.hands):
        end = lane.ends[hand]
        kind = end >> 2
        needs_total = needs_total or kind <= _TWENTY or kind == _NATURAL
        minds = minds or t.minds[end] != 0 or (lane.hands > 1 and kind == _BUST and t.is_original_only != 0)
    if not t.has_hole and (needs_total or lane.is_insured != 0 or (minds and t.may_be_blackjack[lane.up & 15] != 0)):
        lane.dealer = whole(t.dealer_next[lane.dealer * 16 + (_draw(t, o, lane, shoe) & 15)])
    if needs_total:
        while lane.dealer > _NO_TOTAL:
            lane.dealer = whole(t.dealer_next[lane.dealer * 16 + (_draw(t, o, lane, shoe) & 15)])
    elif lane.dealer > _NO_TOTAL:
        lane.dealer = _NO_TOTAL
    return _settle(t, o, lane)


@compiled
def _settle(t: CompiledRules, o: Counts, lane: Lane) -> int:
    """What the round has brought, in cents."""
    lane.stage = OVER
    if lane.down >= 0:
        lane.seen[lane.down] += 1
    if lane.is_filled:
        lane.pos = t.cards
    if lane.hands == 1:
        net = whole(t.nets[lane.ends[0] * 8 + lane.dealer])
    else:
        for hand in range(lane.hands):
            o.hands[hand] = lane.ends[hand]
        o.hand_counts[0] = lane.hands
        net = split_net(t, o, 0, lane.dealer, 0)
    if lane.is_insured:
        net += t.insurance_won[0] if lane.dealer == _DEALER_BLACKJACK else t.insurance_lost[0]
    if lane.has_super:
        net += t.super_pays[0]
    return net


@compiled
def _act(t: CompiledRules, o: Counts, lane: Lane, shoe: Bytes, act: int) -> int:
    if lane.stage == BLACKJACK:
        lane.is_held = act == _HOLD
        return _offer_insurance(t, o, lane, shoe)
    if lane.stage == INSURANCE:
        lane.is_insured = act == _INSURE
        return _peek(t, o, lane, shoe)
    return _play(t, o, lane, shoe, act)


@compiled
def _is_pair(one: int, two: int) -> bool:
    return one & 15 == two & 15 or (one & 15 >= FIRST_FACE and two & 15 >= FIRST_FACE)


@compiled
def _mask(t: CompiledRules, lane: Lane, mask: NDArray[np.int8], at: int, sizes: int) -> None:
    """Which actions are allowed now."""
    bits = 0
    if lane.stage == WAGER:
        bits = ((1 << sizes) - 1) << WAGERS_FROM
    elif lane.stage == INSURANCE:
        bits = 1 << _DECLINE | 1 << _INSURE
    elif lane.stage == BLACKJACK:
        bits = 1 << _TAKE | 1 << _HOLD
    elif lane.stage != OVER:
        bits = _legal(t, lane)
    for action in range(WAGERS_FROM + sizes):
        mask[at, action] = bits >> action & 1


@compiled
def _show(t: CompiledRules, lane: Lane, at: int, numbers: Numbers, cards: NDArray[np.int16], places: Numbers) -> None:
    """What an agent may see of a lane at a decision about its hand; nothing but the stage at any other time."""
    numbers[_STAGE, at] = lane.stage
    is_asked = lane.stage > WAGER
    count = lane.cards if is_asked else 0
    for place in range(MOST_CARDS):
        cards[at, place] = places[lane.hand[place]] if place < count else 0
    total = whole(t.totals[lane.state]) if is_asked else 0
    numbers[_TOTAL, at], numbers[_SOFT, at] = total & 31, total >> 5
    numbers[_HAND, at] = lane.index + 1 if is_asked else 0
    numbers[_HANDS, at] = lane.hands if is_asked else 0
    numbers[_PAIR, at] = count == 2 and _is_pair(lane.one, lane.two)
    numbers[_IS_SPLIT, at] = is_asked and lane.phase != _PHASE_FIRST
    numbers[_DOUBLINGS, at] = lane.doublings if is_asked else 0
    numbers[_UP, at] = places[lane.up] if is_asked else 0


@cache
def step_of() -> Step:
    """The kernel, compiled when it is first asked for."""
    return _made(code_version())


def _made(VERSION: int) -> Step:  # noqa: N803  # a constant of the compiled text
    @kernel
    def step(
        rules: Records,
        counts: Records,
        lanes: Records,
        shoes: Bytes,
        actions: Numbers,
        numbers: Numbers,
        cards: NDArray[np.int16],
        seen: NDArray[np.int16],
        mask: NDArray[np.int8],
        places: Numbers,
    ) -> None:
        o = counts[0]
        sizes = rules.size + VERSION * 0  # a part of the cache's key, and nothing else: see jit
        for at in range(lanes.size):
            lane, shoe, action = lanes[at], shoes[at], actions[at]
            numbers[_NET, at], numbers[_REFUSED, at] = 0, 0
            if lane.stage == OVER:
                _begin(rules[0], lane, shoe)
            elif action < 0 or action >= WAGERS_FROM + sizes or mask[at, action] == 0:
                numbers[_REFUSED, at] = 1
            elif lane.stage == WAGER:
                lane.size = action - WAGERS_FROM
                numbers[_NET, at] = _deal(rules[lane.size], o, lane, shoe)
            else:
                numbers[_NET, at] = _act(rules[lane.size], o, lane, shoe, action)
            t = rules[lane.size]
            _mask(t, lane, mask, at, sizes)
            _show(t, lane, at, numbers, cards, places)
            for code in range(seen.shape[1] and CODES):
                if places[code]:
                    seen[at, places[code] - 1] = lane.seen[code]

    return step
