"""What stands beside the base wager, for shoes side by side: looked up where it is plain, else settled by the book.

A round is plain where no wheel is spun, no meter is asked, at most one card of the player matches one of the dealer's,
and the hand needed nothing special. Plain rounds are counted by combination and by result, and what each wager came to
is worked out once, when the chunk is done. Where a wheel is spun without a meter's prize, or the hand was special, only
the wagers concerned are settled and the others stay counted as plain; every other round is settled like the full
kernel's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from siete.sim.codes import ENDS, SPOTS, WAGERS, HandKind, WagerCode
from siete.sim.compiler.encoding import Bytes
from siete.sim.compiler.jackpot_tables import NO_LINE
from siete.sim.compiler.side_tables import COMBINATIONS, INSURES, LEVEL_ROOM, MOST_TRUE
from siete.sim.kernels.hands import pick
from siete.sim.kernels.jackpots import jackpot_lines
from siete.sim.kernels.jit import compiled, whole
from siete.sim.kernels.shuffling import Words, below
from siete.sim.kernels.side_wagers import (
    ALWAYS,
    book,
    close_books,
    is_super,
    pay_supers,
    settle_jackpots,
    settle_matches,
    spin_wheels,
    spin_xtreme,
    tally,
)

if TYPE_CHECKING:
    from siete.sim.compiler.layout import CompiledRules
    from siete.sim.compiler.side_tables import SideTables
    from siete.sim.counts import Counts

Ints = NDArray[np.int64]

_U = np.uint64
_0, _1, _4, _RANK, _WORD = _U(0), _U(1), _U(4), _U(15), _U(64)
_BASE, _INSURANCE = int(WagerCode.BASE), int(WagerCode.INSURANCE)
_UP, _DOWN, _BONUS = int(WagerCode.MATCH_UP), int(WagerCode.MATCH_DOWN), int(WagerCode.MATCH_BONUS_1)
_SPIN, _XTREME, _JACKPOT = int(WagerCode.BONUS_SPIN), int(WagerCode.XTREME_16), int(WagerCode.JACKPOT_1)
_BLACKJACK, _DEALER_BLACKJACK = int(HandKind.BLACKJACK) * 4, 6
_LEVEL = _U(INSURES - 1)
_SEVENS_SPADES, _SEVENS_MIXED = int(HandKind.SEVENS_SPADES), int(HandKind.SEVENS_MIXED)
MARKED, INSURED, BOOKED = 1, 2, 4
"""A round that is not plain, one with insurance, and one that must be settled by the book."""
ODD_LEVEL = MARKED + INSURED + BOOKED
"""What insurance makes of a round."""
_MARKS = _U(MARKED + BOOKED)
_SUIT = 16


@compiled
def count_shoe(t: CompiledRules, shoes: Bytes, running: NDArray[np.int32], first: int, last: int) -> None:
    """The running count before each card from first to last."""
    found = np.int64(0)
    place = _U(first)
    while place < _U(last):
        running[place] = found
        found += t.tags[_U(shoes[place]) & _RANK]
        place += _1


@compiled
def true_level(sides: SideTables, running: int, left: int) -> np.uint64:
    """The level of a running count with so many cards left, and whether it insures.

    A quotient of whole numbers this small is never rounded up to a whole one, so its floor is exact.
    """
    true = np.floor(running * 48.0 / max(1, left))
    return _U(sides.levels[_U(max(-MOST_TRUE, min(MOST_TRUE, true)) + MOST_TRUE)])


@compiled
def _pair(card: int, match: int, other: int) -> int:
    """A dealer's card that matches in this way; another one where it does not."""
    return other if match == 0 else card if match == 2 else card + _SUIT


@compiled
def worth_of(t: CompiledRules, sides: SideTables, worth: Words, marked: Bytes, lines: Ints) -> None:
    """What side wagers are worth by combination, in units; which lines it makes; and which must be settled by the book.

    With jackpots, a combination of two or more matches may be a line of three or four cards, so it is not plain.
    """
    for place in range(COMBINATIONS):
        one, two = place % 3, place // 3 % 3
        three, four = place // 9 % 3, place // 27
        net = t.match[one * 3 + two] + t.match[9 + three * 3 + four] - t.side[_SPIN] - t.side[_XTREME]
        matches = int(one > 0) + int(two > 0) + int(three > 0) + int(four > 0)
        if t.games:
            marked[place] = matches > 1
        up = _pair(1, one, _pair(2, two, 3))
        down = _pair(1, three, _pair(2, four, 4))
        for game in range(t.games if matches < 2 else 0):
            line = whole(jackpot_lines(t.judges[game], 1, 2, up, down, t.keeps_fixed, t.any_two_match)) - 1
            line = NO_LINE if line < 0 or t.side[_JACKPOT + game] == 0 else line
            lines[game * COMBINATIONS + place] = line
            pays = t.line_pays[game * (NO_LINE + 1) + line]
            if pays < 0:
                marked[place] = 1
            net += max(pays, 0) - t.side[_JACKPOT + game]
        worth[place] = _U((net - sides.worst_sides) // sides.unit)


@compiled
def look_at_first_cards(
    t: CompiledRules,
    sides: SideTables,
    shoes: Bytes,
    active: int,
    starts: Words,
    offsets: tuple[np.uint64, np.uint64, np.uint64],
    worth: Words,
    marked: Bytes,
    found: Ints,
    spots: Ints,
    side_nets: Words,
    odd: Words,
) -> None:
    """Look up what the first cards of all lanes decide, and mark the rounds that must be settled by the book.

    `found` counts combinations, and behind them aces that a spin pays for; `spots` the matches of bonus cards.
    """
    second_at, up_at, hole_at = offsets
    any_two = _U(t.any_two_match if t.games else 0)
    ace = _U((t.spin_ace + t.side[_SPIN] * t.stake_back) // sides.unit)
    bonus_at = hole_at + _1
    for lane in range(active):
        start = starts[lane]
        one, two = _U(shoes[start]), _U(shoes[start + second_at])
        up, down = _U(shoes[start + up_at]), _U(shoes[start + hole_at])
        place = (
            _U(sides.marks[one ^ up])
            + _U(sides.marks[_WORD + (two ^ up)])
            + _U(sides.marks[_U(128) + (one ^ down)])
            + _U(sides.marks[_U(192) + (two ^ down)])
        )
        own = _U(sides.aces[((one & _RANK) << _4) | (two & _RANK)])
        is_spun = (own >> _1) | _U(sides.spins[((up & _RANK) << _4) | (down & _RANK)])
        is_booked = _U(marked[place]) | (any_two & (_U(one == two) | _U(up == down)))
        found[place] += 1
        found[COMBINATIONS] += whole(own & _1)
        side_nets[lane] = worth[place] + ace * (own & _1)
        odd[lane] |= is_spun | (is_booked * _MARKS)
        for spot in range(t.bonus_cards):
            card = _U(shoes[start + bonus_at + _U(spot)])
            code = _U(sides.marks[one ^ card]) * _U(3) + _U(sides.marks[two ^ card])
            match = code + _U((spot + 2) * 9)
            spots[match] += 1
            side_nets[lane] += _U(t.match[match] // sides.unit)  # may be below 0, and wraps around to the right sum


@compiled
def _unlook(
    t: CompiledRules,
    sides: SideTables,
    cards: tuple[int, int, int, int],
    bonus: Bytes,
    found: Ints,
    spots: Ints,
) -> None:
    """Take back what was counted for a round that is settled by the book after all."""
    one, two, up, down = cards
    marks = sides.marks
    place = whole(marks[one ^ up]) + whole(marks[64 + (two ^ up)])
    found[place + whole(marks[128 + (one ^ down)]) + whole(marks[192 + (two ^ down)])] -= 1
    found[COMBINATIONS] -= whole(sides.aces[((one & 15) << 4) | (two & 15)]) & 1
    for spot in range(t.bonus_cards):
        card = whole(bonus[spot])
        spots[(spot + 2) * 9 + whole(marks[one ^ card]) * 3 + whole(marks[two ^ card])] -= 1


@compiled
def is_super_kind(t: CompiledRules, kind: int) -> bool:
    """Whether three sevens of this kind may be a super bonus hand."""
    return t.super_shape != 0 and _SEVENS_SPADES <= kind <= _SEVENS_MIXED


@compiled
def settle_beside(
    t: CompiledRules,
    o: Counts,
    sides: SideTables,
    shoes: Bytes,
    start: np.uint64,
    offsets: tuple[np.uint64, np.uint64, np.uint64],
    net: int,
    side_net: np.uint64,
    dice: Words,
) -> tuple[bool, int]:
    """Settle a round whose base wager and wheels alone are not plain, beside what is counted by combination.

    Returns whether it is settled, and the net of all wagers. It is not where a wheel stops at a meter's prize; the dice
    then lie as they lay before.
    """
    second_at, up_at, hole_at = offsets
    total = net + sides.worst_sides + whole(side_net) * sides.unit
    d0, d1, d2, d3 = dice[0], dice[1], dice[2], dice[3]
    symbol, spun = -1, 0
    wager = t.side[_SPIN]
    if wager:
        own = _U(sides.aces[((_U(shoes[start]) & _RANK) << _4) | (_U(shoes[start + second_at]) & _RANK)])
        if own >> _1:
            symbol = pick(t.spin_sums, dice)
            spun = t.spin_pays[symbol] - wager + wager * t.stake_back
    community, hot, turned = -1, -1, 0
    stake = t.side[_XTREME]
    if stake:
        up, down = _U(shoes[start + up_at]), _U(shoes[start + hole_at])
        if sides.spins[((up & _RANK) << _4) | (down & _RANK)]:
            position, community, hot = below(dice, t.hot_spots), pick(t.community_sums, dice), pick(t.hot_sums, dice)
            hot = hot if position == 0 else -1
            turned = t.community_pays[community] - stake + stake * t.stake_back
            turned += t.hot_pays[hot] if hot >= 0 else 0
    if (symbol >= 0 and t.spin_pays[symbol] < 0) or (hot >= 0 and t.hot_pays[hot] < 0):
        dice[0], dice[1], dice[2], dice[3] = d0, d1, d2, d3
        return False, 0
    if symbol >= 0:
        o.spins[symbol] += 1
        total += _instead(o, _SPIN, spun, -wager)
    if community >= 0:
        o.communities[community] += 1
        total += _instead(o, _XTREME, turned, -stake)
    if hot >= 0:
        o.hots[hot] += 1
    o.sums[WAGERS] += total
    o.squares[WAGERS] += total * total
    tally(o.total_keys, o.total_counts, total)
    return True, total


@compiled
def _instead(o: Counts, wager: int, net: int, plain: int) -> int:
    """Enter what a wager came to in place of what it is in a plain round; the difference."""
    o.sums[wager] += net - plain
    o.squares[wager] += net * net - plain * plain
    return net - plain


@compiled
def settle_odd(
    t: CompiledRules,
    o: Counts,
    sides: SideTables,
    shoes: Bytes,
    start: np.uint64,
    offsets: tuple[np.uint64, np.uint64, np.uint64],
    number: int,
    net: int,
    end: tuple[int, int, int, int],
    level: int,
    is_insured: bool,
    bonus: Bytes,
    firsts: Bytes,
    found: Ints,
    spots: Ints,
    dice: Words,
) -> int:
    """Settle every wager of a round whose base wager came to `net`; the net of all without awards.

    `end` is the hand's final, the kind of a special hand, its third card and the dealer's end.
    """
    final, kind, third, dealer = end
    second_at, up_at, hole_at = offsets
    one, two = whole(shoes[start]), whole(shoes[start + second_at])
    up, down = whole(shoes[start + up_at]), whole(shoes[start + hole_at])
    for spot in range(t.bonus_cards):
        bonus[spot] = shoes[start + hole_at + _U(spot + 1)]
    if sides.has_firsts:
        _unlook(t, sides, (one, two, up, down), bonus, found, spots)
    before = o.award_count[0]
    book(t, o, 0, _BASE, net)
    if is_insured and (t.insures_paid_blackjack or final != _BLACKJACK):
        o.insured[level] += 1
        book(t, o, 0, _INSURANCE, t.insurance_won[level] if dealer == _DEALER_BLACKJACK else t.insurance_lost[level])
    if t.has_matches:
        settle_matches(t, o, 0, one, two, up, down, bonus, ALWAYS)
    if t.games:
        settle_jackpots(t, o, number, 0, one, two, up, down, ALWAYS)
    if is_super(t, kind, one, two, third, up):
        pay_supers(t, o, 0, level, 0)
    if t.side[_SPIN]:
        firsts[0, 0], firsts[0, 1] = one, two
        spin_wheels(t, o, number, firsts, dice)
    if t.side[_XTREME]:
        spin_xtreme(t, o, number, up, down, dice)
    return close_books(t, o, number, before, 0)


@compiled
def add_to_sessions(
    t: CompiledRules, sides: SideTables, active: int, wins: Words, room: Ints, sessions: Ints, sweep: int, first: int
) -> int:
    """Add a round to the session of each lane; how many sessions it ended.

    `room` has a row each for the lanes' wealth, its peak, the deepest drawdown and one more than the round of ruin.
    """
    number = sweep % t.session + 1
    wealths, peaks, downs, ruins = room[0], room[1], room[2], room[3]
    for lane in range(active):
        wealth = wealths[lane] + whole(wins[lane]) * sides.unit + sides.worst
        peak = max(peaks[lane], wealth)
        is_ruin = ruins[lane] == 0 and wealth <= -t.bankroll
        wealths[lane], peaks[lane], downs[lane] = wealth, peak, max(downs[lane], peak - wealth)
        ruins[lane] = number if is_ruin else ruins[lane]
    if number < t.session:
        return 0
    for lane in range(active):
        sessions[first + lane, 0], sessions[first + lane, 1] = wealths[lane], downs[lane]
        sessions[first + lane, 2] = ruins[lane] - 1
        wealths[lane], peaks[lane], downs[lane], ruins[lane] = 0, 0, 0, 0
    return active


@compiled
def _enter(o: Counts, wager: int, net: int, count: int) -> None:
    o.sums[wager] += net * count
    o.squares[wager] += net * net * count


@compiled
def close_plain(t: CompiledRules, o: Counts, sides: SideTables, found: Ints, spots: Ints, lines: Ints) -> None:
    """Enter what the side wagers of plain rounds came to."""
    plain = 0
    for place in range(COMBINATIONS):
        count = found[place]
        plain += count
        by_up, by_down = place % 3 * 3 + place // 3 % 3, place // 9 % 3 * 3 + place // 27
        if t.side[_UP]:
            o.matches[by_up] += count
            _enter(o, _UP, t.match[by_up], count)
        if t.side[_DOWN]:
            o.matches[9 + by_down] += count
            _enter(o, _DOWN, t.match[9 + by_down], count)
        for game in range(t.games):
            if t.side[_JACKPOT + game] and count:
                row = game * (NO_LINE + 1) + lines[game * COMBINATIONS + place]
                o.lines[row] += count
                _enter(o, _JACKPOT + game, t.line_pays[row] - t.side[_JACKPOT + game], count)
    for match in range(18, SPOTS * 9):
        spot = match // 9
        if t.side[_UP + spot]:
            o.matches[match] += spots[match]
            _enter(o, _UP + spot, t.match[match], spots[match])
    aces = found[COMBINATIONS]
    wager = t.side[_SPIN]
    if wager:
        o.aces[0] += aces
        _enter(o, _SPIN, t.spin_ace - wager + wager * t.stake_back, aces)
        _enter(o, _SPIN, -wager, plain - aces)
    _enter(o, _XTREME, -t.side[_XTREME], plain)


@compiled
def close_totals(
    t: CompiledRules, o: Counts, sides: SideTables, totals: Ints, results: Ints, levels: Ints, odd_sums: Ints
) -> None:
    """Enter the results of plain rounds, and what the base wager came to in them."""
    for place in range(totals.size):
        if totals[place]:
            total = sides.worst + place * sides.unit
            _enter(o, WAGERS, total, totals[place])
            tally(o.total_keys, o.total_counts, total, totals[place])
    for place in range(results.size):
        net = t.nets[place // LEVEL_ROOM * ENDS + place % LEVEL_ROOM] if results[place] else 0
        _enter(o, _BASE, net, results[place])
    o.sums[_BASE] -= odd_sums[0]
    o.squares[_BASE] -= odd_sums[1]
    for level in range(levels.size if t.counts else 0):
        o.level_rounds[level] += levels[level]
