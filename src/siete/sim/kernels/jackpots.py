"""Which lines of a Washington jackpot table four cards make; up to three of them, packed into one number."""

from __future__ import annotations

from siete.rules.paytable_lines import JackpotLine as L
from siete.sim.codes import LINE
from siete.sim.compiler.encoding import ACE, RANKS, SPADES
from siete.sim.compiler.jackpot_tables import NO_LINE, JudgeCode
from siete.sim.kernels.jit import compiled

BITS = 5
"""Bits for each packed line; the packed number is line plus one, so that nothing is nought."""
_ACE_OF_SPADES = ACE | SPADES << 4
_KING_OF_SPADES = (len(RANKS) - 1) | SPADES << 4

_TWO_SUITED = LINE[L.TWO_SUITED]
_ACES_OF_SPADES = LINE[L.TWO_SUITED_ACES_OF_SPADES]
_CROWNED = LINE[L.THREE_ACES_OF_SPADES_WITH_KING]
_THREE_ACES = LINE[L.THREE_ACES_OF_SPADES]
_THREE_SUITED_ACES = LINE[L.THREE_SUITED_ACES]
_THREE_SUITED = LINE[L.THREE_SUITED]
_BOTH_CROWNED = LINE[L.ACE_KING_OF_SPADES_BOTH]
_FOUR_ACES = LINE[L.FOUR_ACES]
_FOUR_OF_A_RANK = LINE[L.FOUR_OF_A_RANK]
_UP_AND_DOWN = LINE[L.TWO_SUITED_UP_AND_DOWN]
_UP_OR_DOWN = LINE[L.TWO_SUITED_UP_OR_DOWN]
_FOUR_SUITED_ACES = LINE[L.FOUR_SUITED_ACES]
_FOUR_SUITED = LINE[L.FOUR_SUITED]
_THREE_UP_OR_DOWN = LINE[L.THREE_SUITED_UP_OR_DOWN]
_UNSUITED_AND_SUITED = LINE[L.UNSUITED_AND_SUITED]
_ONE_SUITED = LINE[L.ONE_SUITED]
_TWO_UNSUITED = LINE[L.TWO_UNSUITED]
_ONE_UNSUITED = LINE[L.ONE_UNSUITED]
_KIND_SUITED = LINE[L.FOUR_OF_A_KIND_SUITED]
_KIND_COLOR = LINE[L.FOUR_OF_A_KIND_SAME_COLOR]
_KIND = LINE[L.FOUR_OF_A_KIND]
_THREE_COLOR = LINE[L.THREE_OF_A_KIND_SAME_COLOR]
_THREE = LINE[L.THREE_OF_A_KIND]
_SUITED_MATCH = LINE[L.SUITED_MATCH]

_UP_STANDARD, _UP_THREE_ACES, _UP_CROWNED = (
    int(JudgeCode.UP_STANDARD),
    int(JudgeCode.UP_THREE_ACES),
    int(JudgeCode.UP_CROWNED),
)
_THEN_BOTH, _TWO_DECKS = int(JudgeCode.UP_THEN_BOTH), int(JudgeCode.TWO_DECKS)
_EACH_STANDARD, _FOUR_CARDS = int(JudgeCode.EACH_STANDARD), int(JudgeCode.FOUR_CARDS)


@compiled
def match_code(card: int, dealer_card: int) -> int:
    """0 for no match, 1 for the same rank, 2 for the same card."""
    return int((card & 15) == (dealer_card & 15)) + int(card == dealer_card)


@compiled
def _fixed(one: int, two: int, dealer_card: int) -> int:
    """The line of two cards against one dealer card."""
    first, second = match_code(one, dealer_card), match_code(two, dealer_card)
    both = first + second
    if both == 0:
        return NO_LINE
    if both == 1:
        return _ONE_UNSUITED
    if both == 2:
        return _TWO_UNSUITED if first == 1 else _ONE_SUITED
    return _UNSUITED_AND_SUITED if both == 3 else _TWO_SUITED


@compiled
def _up(judge: int, one: int, two: int, up: int, down: int) -> int:
    line = _fixed(one, two, up)
    if line != _TWO_SUITED:
        return line
    if judge == _THEN_BOTH:
        if down != up:
            return _TWO_SUITED
        return _FOUR_SUITED_ACES if (up & 15) == ACE else _FOUR_SUITED
    is_spade_ace = up == _ACE_OF_SPADES
    if judge == _UP_STANDARD:
        return _ACES_OF_SPADES if is_spade_ace else _TWO_SUITED
    if (up & 15) != ACE:
        return _THREE_SUITED
    if judge == _UP_THREE_ACES:
        return _THREE_ACES if is_spade_ace else _THREE_SUITED_ACES
    return _CROWNED if is_spade_ace and down == _KING_OF_SPADES else _THREE_SUITED_ACES


@compiled
def _packed(first: int, second: int) -> int:
    """Two lines, the second moved up where there is no first."""
    if first == NO_LINE:
        return 0 if second == NO_LINE else second + 1
    return first + 1 if second == NO_LINE else (first + 1) | (second + 1) << BITS


@compiled
def _two_decks(one: int, two: int, up: int, down: int, keeps_fixed: int) -> int:
    rank = up & 15
    if (one & 15) == rank and (two & 15) == rank and (down & 15) == rank:
        return (_FOUR_ACES if rank == ACE else _FOUR_OF_A_RANK) + 1
    by_up, by_down = _fixed(one, two, up), _fixed(one, two, down)
    lines = _packed(NO_LINE if by_up == _TWO_SUITED else by_up, NO_LINE if by_down == _TWO_SUITED else by_down)
    is_player = (one == _ACE_OF_SPADES and two == _KING_OF_SPADES) or (one == _KING_OF_SPADES and two == _ACE_OF_SPADES)
    is_dealer = (up == _ACE_OF_SPADES and down == _KING_OF_SPADES) or (up == _KING_OF_SPADES and down == _ACE_OF_SPADES)
    if is_player and is_dealer:
        return (_BOTH_CROWNED + 1) | (lines << BITS if keeps_fixed else 0)
    return lines


@compiled
def _each(judge: int, one: int, two: int, up: int, down: int) -> int:
    by_up, by_down = _fixed(one, two, up), _fixed(one, two, down)
    if by_up == _TWO_SUITED and by_down == _TWO_SUITED:
        if judge == _EACH_STANDARD:
            return _UP_AND_DOWN + 1
        return (_FOUR_SUITED_ACES if (up & 15) == ACE else _FOUR_SUITED) + 1
    single = _UP_OR_DOWN if judge == _EACH_STANDARD else _THREE_UP_OR_DOWN
    return _packed(single if by_up == _TWO_SUITED else by_up, single if by_down == _TWO_SUITED else by_down)


@compiled
def _of_a_kind(one: int, two: int, three: int, four: int, count: int) -> int:
    """The line of three or four cards of a rank; `four` is any of them where there are three."""
    is_suited = one == two and two == three and three == four
    red = (one >> 4) in (1, 2)
    is_color = red == ((two >> 4) in (1, 2)) and red == ((three >> 4) in (1, 2)) and red == ((four >> 4) in (1, 2))
    if count == 4:
        return _KIND_SUITED if is_suited else _KIND_COLOR if is_color else _KIND
    return _THREE_COLOR if is_color else _THREE


@compiled
def _four_cards(one: int, two: int, up: int, down: int, any_two: int) -> int:
    a, b, c, d = one & 15, two & 15, up & 15, down & 15
    line = NO_LINE
    if a == b and b == c:
        line = _of_a_kind(one, two, up, down, 4) if c == d else _of_a_kind(one, two, up, up, 3)
    elif a == b and b == d:
        line = _of_a_kind(one, two, down, down, 3)
    elif a == c and c == d:
        line = _of_a_kind(one, up, down, down, 3)
    elif b == c and c == d:
        line = _of_a_kind(two, up, down, down, 3)
    else:
        is_match = match_code(one, up) == 2 or match_code(one, down) == 2 or match_code(two, up) == 2
        is_match = is_match or match_code(two, down) == 2 or (any_two != 0 and (one == two or up == down))
        line = _SUITED_MATCH if is_match else NO_LINE
    return 0 if line == NO_LINE else line + 1


@compiled
def jackpot_lines(judge: int, one: int, two: int, up: int, down: int, keeps_fixed: int, any_two: int) -> int:
    """The lines that a wager has made, packed; nought where it lost. Decisions: 0043 to 0051."""
    if judge <= _THEN_BOTH:
        line = _up(judge, one, two, up, down)
        return 0 if line == NO_LINE else line + 1
    if judge == _FOUR_CARDS:
        return _four_cards(one, two, up, down, any_two)
    if judge == _TWO_DECKS:
        return _two_decks(one, two, up, down, keeps_fixed)
    return _each(judge, one, two, up, down)
