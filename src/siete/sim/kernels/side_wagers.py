"""Side wagers in the kernel: matches, jackpots, wheels, super bonus and envy, and the results of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from siete.sim.codes import SPOTS, WAGERS, HandKind, WagerCode
from siete.sim.compiler.encoding import ACE, FIRST_FACE, SEVEN, SEVEN_OF_SPADES, SIX, SPADES
from siete.sim.compiler.jackpot_tables import NO_LINE
from siete.sim.kernels.hands import pick
from siete.sim.kernels.jackpots import BITS, jackpot_lines, match_code
from siete.sim.kernels.jit import compiled, whole
from siete.sim.kernels.shuffling import Words, below

if TYPE_CHECKING:
    from siete.sim.compiler.first_card_tables import FirstCardTables
    from siete.sim.compiler.layout import CompiledRules
    from siete.sim.counts import Counts

Ints = NDArray[np.int64]

AWARDS_FULL = 2
ALWAYS = 1 << 40
"""In place of a true count: every side wager is made."""
_UP, _DOWN, _BONUS = int(WagerCode.MATCH_UP), int(WagerCode.MATCH_DOWN), int(WagerCode.MATCH_BONUS_1)
_SPIN, _XTREME, _JACKPOT = int(WagerCode.BONUS_SPIN), int(WagerCode.XTREME_16), int(WagerCode.JACKPOT_1)
_SUPER, _ENVY = int(WagerCode.SUPER_BONUS), int(WagerCode.ENVY)
_SEVENS_SPADES, _SEVENS_MIXED = int(HandKind.SEVENS_SPADES), int(HandKind.SEVENS_MIXED)


@compiled
def tally(keys: Ints, counts: Ints, value: int, times: int = 1) -> None:
    """Count a value, so many times, in a small hash table; the last place counts values that do not fit."""
    size = keys.size
    mark = value * 2 + 1  # odd, so that an empty place differs from the value 0
    place = (value * 40503) & (size - 1)
    for _ in range(64):
        if keys[place] == mark:
            counts[place] += times
            return
        if keys[place] == 0:
            keys[place] = mark
            counts[place] += times
            return
        place = (place + 1) & (size - 1)
    counts[-1] += times


@compiled
def book(t: CompiledRules, o: Counts, box: int, wager: int, net: int) -> None:
    """Record the result of a wager on a box."""
    o.round_nets[wager] += net
    if o.is_traced[0]:
        o.box_nets[box * WAGERS + wager] += net


@compiled
def await_award(o: Counts, number: int, box: int, wager: int, line: int) -> None:
    """Record an award that waits for its meter."""
    place = o.award_count[0]
    if place >= o.awards.shape[0]:
        o.errors[0] = AWARDS_FULL
        return
    o.awards[place, 0], o.awards[place, 1], o.awards[place, 2], o.awards[place, 3] = number, box, wager, line
    o.award_count[0] = place + 1


@compiled
def settle_matches(
    t: CompiledRules,
    o: Counts,
    box: int,
    one: int,
    two: int,
    up: int,
    down: int,
    bonus: NDArray[np.uint8],
    true_count: int,
) -> None:
    """Match-the-dealer wagers on every spot that is wagered at this true count."""
    for spot in range(SPOTS):
        if t.side[_UP + spot] and true_count >= t.sides_from[_UP + spot]:
            card = up if spot == 0 else down if spot == 1 else whole(bonus[spot - 2])
            code = match_code(one, card) * 3 + match_code(two, card)
            o.matches[spot * 9 + code] += 1
            book(t, o, box, _UP + spot, t.match[spot * 9 + code])


@compiled
def settle_jackpots(
    t: CompiledRules, o: Counts, number: int, box: int, one: int, two: int, up: int, down: int, true_count: int
) -> None:
    """Jackpot wagers: fixed lines are paid, parts of a meter noted for their turn; the wager itself is kept."""
    for game in range(t.games):
        if t.side[_JACKPOT + game] == 0 or true_count < t.sides_from[_JACKPOT + game]:
            continue
        packed = jackpot_lines(t.judges[game], one, two, up, down, t.keeps_fixed, t.any_two_match)
        net = -t.side[_JACKPOT + game]
        row = game * (NO_LINE + 1)
        if packed == 0:
            o.lines[row + NO_LINE] += 1
        while packed:
            line = (packed & ((1 << BITS) - 1)) - 1
            packed >>= BITS
            o.lines[row + line] += 1
            if t.line_pays[row + line] < 0:
                await_award(o, number, box, _JACKPOT + game, line)
            else:
                net += t.line_pays[row + line]
        book(t, o, box, _JACKPOT + game, net)


@compiled
def is_super(t: CompiledRules, kind: int, one: int, two: int, three: int, up: int) -> bool:
    """Whether three sevens on a hand neither doubled nor split are the super bonus hand."""
    if up & 15 != SEVEN or kind < _SEVENS_SPADES or kind > _SEVENS_MIXED or t.super_shape == 0:
        return False
    if t.super_shape == 1:
        return kind != _SEVENS_MIXED
    suits = (1 << (one >> 4)) | (1 << (two >> 4)) | (1 << (three >> 4))
    return up == SEVEN_OF_SPADES and suits == 15 - (1 << SPADES)


@compiled
def pay_supers(t: CompiledRules, o: Counts, box: int, level: int, envied: int) -> int:
    """Super bonus of a box, and envy for all others; whether envy has now been paid this round."""
    award = t.super_pays[level]
    if award:
        o.supers[0] += 1
        book(t, o, box, _SUPER, award)
    elif not t.envy_unpaid:
        return envied
    for other in range(t.boxes):
        # Envy once a round: a player who had it for the first super bonus has it for none after.
        had = envied >> other & 1
        if other != box and (t.envy_each or not had):
            o.envies[0] += 1
            book(t, o, other, _ENVY, t.envy)
            envied |= 1 << other
    return envied


@compiled
def _is_blackjack(seconds: NDArray[np.uint8], box: int) -> bool:
    one, two = whole(seconds[box, 0]) & 15, whole(seconds[box, 1]) & 15
    return (one == ACE and two >= FIRST_FACE) or (two == ACE and one >= FIRST_FACE)


@compiled
def _pay_community(t: CompiledRules, o: Counts, spinner: int, amount: int, seconds: NDArray[np.uint8], had: int) -> int:
    """Pay all but the spinner; a prize may bring the wager back, once. Returns who has it back. Decision: 0060."""
    for other in range(t.boxes):
        if other == spinner:
            continue
        book(t, o, other, _SPIN, amount)
        if t.stake_back and not had >> other & 1 and not _is_blackjack(seconds, other):
            book(t, o, other, _SPIN, t.side[_SPIN])
            had |= 1 << other
    return had


@compiled
def spin_wheels(t: CompiledRules, o: Counts, number: int, seconds: NDArray[np.uint8], dice: Words) -> None:
    """Bonus spins in settlement order. `seconds` holds both first cards of each box. Decisions: 0058, 0059, 0065."""
    wager, had = t.side[_SPIN], 0
    for step in range(t.boxes):
        box = t.boxes - 1 - step if t.from_right else step
        if _is_blackjack(seconds, box):
            symbol = pick(t.spin_sums, dice)
            o.spins[symbol] += 1
            o.spin_symbols[box] = symbol
            book(t, o, box, _SPIN, -wager + wager * t.stake_back)
            if t.spin_pays[symbol] < 0:
                await_award(o, number, box, _SPIN, symbol)
            else:
                book(t, o, box, _SPIN, t.spin_pays[symbol])
            if t.spin_community[symbol]:
                had = _pay_community(t, o, box, t.spin_community[symbol], seconds, had)
        elif t.spin_ace and (whole(seconds[box, 0]) & 15 == ACE or whole(seconds[box, 1]) & 15 == ACE):
            o.aces[0] += 1
            book(t, o, box, _SPIN, t.spin_ace - wager + wager * t.stake_back)
        else:
            book(t, o, box, _SPIN, -wager)


@compiled
def spin_xtreme(t: CompiledRules, o: Counts, number: int, up: int, down: int, dice: Words) -> tuple[int, int, int]:
    """Xtreme 16: one spin for all when the dealer's first two cards are a six and a face card. Decision: 0062."""
    one, two = up & 15, down & 15
    wager = t.side[_XTREME]
    if not ((one == SIX and two >= FIRST_FACE) or (two == SIX and one >= FIRST_FACE)):
        for box in range(t.boxes):
            book(t, o, box, _XTREME, -wager)
        return -1, -1, -1
    position, community, hot = below(dice, t.hot_spots), pick(t.community_sums, dice), pick(t.hot_sums, dice)
    o.communities[community] += 1
    for step in range(t.boxes):
        box = t.boxes - 1 - step if t.from_right else step
        book(t, o, box, _XTREME, t.community_pays[community] - wager + wager * t.stake_back)
        if box == position:
            o.hots[hot] += 1
            if t.hot_pays[hot] < 0:
                await_award(o, number, box, _XTREME, -t.hot_pays[hot] - 1)
            else:
                book(t, o, box, _XTREME, t.hot_pays[hot])
    return position, community, hot


@compiled
def settle_by_first_cards(extras: FirstCardTables, seconds: NDArray[np.uint8], boxes: int, up: int) -> int:
    """Settle the wagers that have tables of their own; what they came to. `seconds` holds both first cards of boxes."""
    total = 0
    for wager in range(extras.nets.shape[0]):
        net = 0
        for box in range(boxes):
            line = whole(extras.lines[wager, whole(seconds[box, 0]) << 12 | whole(seconds[box, 1]) << 6 | up])
            extras.counts[wager, line] += 1
            net += extras.nets[wager, line]
        extras.sums[wager] += net
        extras.squares[wager] += net * net
        total += net
    return total


@compiled
def close_books(t: CompiledRules, o: Counts, number: int, awards_before: int, others: int) -> int:
    """Add the round to the counts and clear it for the next; returns the net of all wagers without awards.

    `others` is what wagers came to that keep books of their own.
    """
    total = others
    if o.award_count[0] > awards_before:
        for wager in range(WAGERS):
            total += o.round_nets[wager]
        place = o.award_count[1]
        if place < o.award_rounds.shape[0]:
            o.award_rounds[place, 0] = number
            for wager in range(WAGERS):
                o.award_rounds[place, 1 + wager] = o.round_nets[wager]
            o.award_rounds[place, 1 + WAGERS] = total
            for each in range(o.fed_rounds.size):
                o.award_rounds[place, 2 + WAGERS + each] = o.fed_rounds[each]
            o.award_count[1] = place + 1
        for wager in range(WAGERS):
            o.round_nets[wager] = 0
        return total
    for wager in range(WAGERS):
        net = o.round_nets[wager]
        total += net
        o.sums[wager] += net
        o.squares[wager] += net * net
        o.round_nets[wager] = 0
    o.sums[WAGERS] += total
    o.squares[WAGERS] += total * total
    tally(o.total_keys, o.total_counts, total)
    return total


@compiled
def clear_boxes(o: Counts) -> None:
    """Clear the results of single boxes."""
    for place in range(o.box_nets.size):
        o.box_nets[place] = 0
