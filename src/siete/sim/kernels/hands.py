"""Hands in the kernel: cards still to be shuffled, random decisions, shapes of three cards, and splits.

Everything here is called rarely enough to be outside the kernel's own loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from siete.sim.codes import ACTS, ENDS, Act, HandKind
from siete.sim.compiler.decisions import TOTALS, Phase
from siete.sim.compiler.encoding import ACE, CODES, EIGHT, SEVEN, SIX, SPADES, UP_COLUMNS, Bytes
from siete.sim.counts import MOST_HANDS
from siete.sim.kernels.jit import compiled, whole
from siete.sim.kernels.shuffling import Words, below, next_word, shuffle

if TYPE_CHECKING:
    from siete.sim.compiler.layout import CompiledRules
    from siete.sim.counts import Counts

SHOE_EMPTY = 1

_BUST, _RESCUED, _THREE, _TWENTY_ONE = (
    int(HandKind.BUST),
    int(HandKind.RESCUED),
    int(HandKind.THREE_CARDS),
    int(HandKind.TWENTY_ONE),
)
_BLACKJACK, _SPLIT_NATURAL = int(HandKind.BLACKJACK), int(HandKind.SPLIT_NATURAL)
_STRAIGHT_SPADES, _SEVENS_SPADES = int(HandKind.STRAIGHT_SPADES), int(HandKind.SEVENS_SPADES)
_STAND, _HIT, _DOUBLE, _SPLIT = int(Act.STAND), int(Act.HIT), int(Act.DOUBLE), int(Act.SPLIT)
_RESCUE, _DONE = int(Act.RESCUE), int(Act.DONE)
_PHASE_SPLIT, _PHASE_CLOSED = int(Phase.SPLIT), int(Phase.CLOSED_ACE)
_LOT = np.uint64(0xFFFFFFFF)


@compiled
def _reverse(shoe: Bytes, first: int, last: int) -> None:
    """Reverse the cards from first to last."""
    for step in range((last - first) // 2):
        one, other = first + step, last - 1 - step
        shoe[one], shoe[other] = shoe[other], shoe[one]


@compiled
def more(
    t: CompiledRules, o: Counts, shoe: Bytes, rng: Words, pos: int, shuffled: int, start: int, is_given: int
) -> tuple[int, int, int]:
    """Shuffle further cards; when the shoe has run out, the discard rack is shuffled behind what is on the layout.

    The next card is a shuffled one in either case, for who draws asks once.

    Returns the next card's place, how far the shoe is shuffled, and where the round's first card now is. The burned
    card of that procedure is left out: one unseen card more or less behind a shuffle changes no chance. Decision: 0082.
    """
    cards = shoe.size
    if shuffled < cards and not is_given:
        last = min(cards, shuffled + t.block)
        shuffle(shoe, rng, shuffled, last)
        return pos, last, start
    if is_given or start == 0:
        o.errors[0] = SHOE_EMPTY
        return 0, cards, 0
    # Turned in place, by turning both parts and then the whole: helpers own no memory, see jit.
    _reverse(shoe, 0, start)
    _reverse(shoe, start, cards)
    _reverse(shoe, 0, cards)
    o.refills[0] += 1
    o.dealt[0] += start  # where the shoe now stands tells only of the cards dealt since
    last = min(cards, cards - start + t.block)
    shuffle(shoe, rng, cards - start, last)
    return pos - start, last, 0


@compiled
def by_lot(act: int, legal: int, rate: int, dice: Words) -> int:
    """The act, or with a certain chance any of the legal ones."""
    word = next_word(dice)
    if whole(word & _LOT) >= rate:
        return act
    kinds = 0
    for each in range(ACTS):
        kinds += (legal >> each) & 1
    wanted = whole(((word >> np.uint64(32)) * np.uint64(kinds)) >> np.uint64(32))
    for each in range(ACTS):
        if (legal >> each) & 1:
            if wanted == 0:
                return each
            wanted -= 1
    return act


@compiled
def shape_of(one: int, two: int, three: int) -> int:
    """What a 21 of these three cards is: 6-7-8, 7-7-7 or nothing more."""
    low = min(one & 15, two & 15, three & 15)
    high = max(one & 15, two & 15, three & 15)
    if low == SIX and high == EIGHT:
        best = _STRAIGHT_SPADES
    elif low == SEVEN and high == SEVEN:
        best = _SEVENS_SPADES
    else:
        return _TWENTY_ONE
    if one >> 4 != two >> 4 or two >> 4 != three >> 4:
        return best + 2
    return best if one >> 4 == SPADES else best + 1


@compiled
def pick(sums: NDArray[np.int64], dice: Words) -> int:
    """A wheel's symbol, each by its weight."""
    place = below(dice, sums[-1])
    symbol = 0
    while place >= sums[symbol]:
        symbol += 1
    return symbol


@compiled
def note(o: Counts, act: int) -> None:
    """Record a decision, where a trace is kept."""
    if o.is_traced[0]:
        place = o.traced_length[0]
        if place < o.traced_acts.size:
            o.traced_acts[place] = act
        o.traced_length[0] = place + 1


@compiled
def play_split(
    t: CompiledRules,
    o: Counts,
    shoe: Bytes,
    rng: Words,
    dice: Words,
    place: tuple[int, int, int],
    pair: tuple[int, int],
    column: int,
    box: int,
    is_given: int,
    acts_at: int,
) -> tuple[int, int, int]:
    """Play a split box to its end, each hand before the next; a new hand stands beside its parent. Decision: 0029.

    The ends of the hands are left in the box's row of `o.hands`, their number in `o.hand_counts`.
    """
    pos, shuffled, start = place
    hands, firsts = 2, o.firsts
    firsts[0], firsts[1] = pair[0], pair[1]
    index = 0
    while index < hands:
        one = whole(firsts[index])
        most = t.most_hands_aces if one & 15 == ACE else t.most_hands
        opening = _PHASE_CLOSED if t.closes_aces and one & 15 == ACE else _PHASE_SPLIT
        if pos >= shuffled:
            pos, shuffled, start = more(t, o, shoe, rng, pos, shuffled, start, is_given)
        two = whole(shoe[pos])
        pos += 1
        state = whole(t.first[one * CODES + two])
        three = two
        doublings, is_over, kind = 0, False, 0
        while not is_over:
            phase = opening if hands < most else opening + 1
            if doublings == 0:
                act = whole(t.acts[acts_at + (phase * t.states + state) * UP_COLUMNS + column])
                legal = whole(t.legal[phase * t.states + state])
            else:
                total = whole(t.totals[state])
                act = whole(t.doubled[(doublings * TOTALS + total) * UP_COLUMNS + column])
                legal = whole(t.legal_doubled[doublings * TOTALS + total])
                if state == 0:
                    act = _DONE
            if act != _DONE:
                if t.error_rate:
                    act = by_lot(act, legal, t.error_rate, dice)
                o.acts[ACTS + act] += 1
                note(o, act)
            if act == _HIT or act == _DOUBLE or act == _SPLIT:  # noqa: SIM109  # a tuple costs the kernel time
                if pos >= shuffled:
                    pos, shuffled, start = more(t, o, shoe, rng, pos, shuffled, start, is_given)
                three = whole(shoe[pos])
                pos += 1
                if act == _SPLIT:
                    for later in range(hands, index + 1, -1):
                        firsts[later] = firsts[later - 1]
                    firsts[index + 1] = two
                    hands += 1
                    two = three
                    state = whole(t.first[one * CODES + two])
                else:
                    doublings += act == _DOUBLE
                    state = whole(t.after[(state << t.shift) + (three & t.mask)])
            else:
                is_over = True
                kind = _RESCUED if act == _RESCUE else split_kind(t, state, one, two, three, doublings)
        o.hands[box * MOST_HANDS + index] = kind * 4 + doublings
        index += 1
    o.hand_counts[box] = hands
    return pos, shuffled, start


@compiled
def split_kind(t: CompiledRules, state: int, one: int, two: int, three: int, doublings: int) -> int:
    """What a split hand that stands has come to."""
    kind = whole(t.kinds[state])
    if kind == _BLACKJACK:
        return _SPLIT_NATURAL if t.is_literal else _TWENTY_ONE
    if kind < _TWENTY_ONE or kind == _BUST:
        return kind
    if not t.bonus_on_split or (doublings and not t.bonus_on_doubled):
        return _TWENTY_ONE
    return shape_of(one, two, three) if kind == _THREE else kind


@compiled
def split_net(t: CompiledRules, o: Counts, box: int, dealer: int, level: int) -> int:
    """What a split box wins or loses; a late blackjack takes one original wager in all. Decision: 0015."""
    offset = level * ENDS
    net, is_late = 0, dealer == 6
    has_lost, losers = False, 0
    for hand in range(o.hand_counts[box]):
        end = whole(o.hands[box * MOST_HANDS + hand])
        kind = end >> 2
        worth = t.nets[offset + end * 8 + dealer]
        if not is_late or (kind == _SPLIT_NATURAL and t.is_literal_win) or kind == _RESCUED:
            net += worth
            has_lost = has_lost or kind == _RESCUED
        elif kind == _BUST and not t.is_original_only:
            net += worth
        else:
            losers += 1
    if losers and not has_lost:
        net -= t.wagers[level]
    return net
