"""How hands and rounds can end, as numbers: the kernel counts them, results name them."""

from __future__ import annotations

from enum import IntEnum

from siete.rules.paytable_lines import BonusShape, JackpotLine


class HandKind(IntEnum):
    """How a hand ended, before the dealer's cards count."""

    UNDER_17 = 0
    SEVENTEEN = 1
    EIGHTEEN = 2
    NINETEEN = 3
    TWENTY = 4
    TWENTY_ONE = 5
    STRAIGHT_SPADES = 6
    STRAIGHT_SUITED = 7
    STRAIGHT_MIXED = 8
    SEVENS_SPADES = 9
    SEVENS_SUITED = 10
    SEVENS_MIXED = 11
    SEVEN_CARDS = 12
    SIX_CARDS = 13
    FIVE_CARDS = 14
    SPLIT_NATURAL = 15
    """An ace and a face card on a split hand, where the rules count that as a blackjack. Decision: 0001."""
    BLACKJACK = 16
    BUST = 17
    SURRENDERED = 18
    PARKED = 19
    """Surrendered, and waiting for the dealer's second card."""
    RESCUED = 20
    THREE_CARDS = 21
    """A 21 in three cards whose ranks and suits are still to be looked at."""


KINDS = len(HandKind)
DOUBLINGS = 4
"""A hand is doubled none to three times."""

BONUS_KINDS = {
    BonusShape.SIX_SEVEN_EIGHT_SPADES: HandKind.STRAIGHT_SPADES,
    BonusShape.SIX_SEVEN_EIGHT_SUITED: HandKind.STRAIGHT_SUITED,
    BonusShape.SIX_SEVEN_EIGHT_MIXED: HandKind.STRAIGHT_MIXED,
    BonusShape.SEVENS_SPADES: HandKind.SEVENS_SPADES,
    BonusShape.SEVENS_SUITED: HandKind.SEVENS_SUITED,
    BonusShape.SEVENS_MIXED: HandKind.SEVENS_MIXED,
    BonusShape.SEVEN_OR_MORE_CARDS: HandKind.SEVEN_CARDS,
    BonusShape.SIX_CARDS: HandKind.SIX_CARDS,
    BonusShape.FIVE_CARDS: HandKind.FIVE_CARDS,
}


class Dealer(IntEnum):
    """What the dealer came to."""

    SEVENTEEN = 0
    EIGHTEEN = 1
    NINETEEN = 2
    TWENTY = 3
    TWENTY_ONE = 4
    BUST = 5
    BLACKJACK = 6
    NO_TOTAL = 7
    """The dealer's total had no effect, and no card was drawn."""


DEALERS = len(Dealer)
ENDS = KINDS * DOUBLINGS * DEALERS
"""All ways in which a hand can end."""


class Act(IntEnum):
    """What is done with a hand; DONE where nobody is asked."""

    STAND = 0
    HIT = 1
    DOUBLE = 2
    SPLIT = 3
    SURRENDER = 4
    RESCUE = 5
    DONE = 6


ACTS = len(Act)


class WagerCode(IntEnum):
    """The wagers of a box, and what comes of the base wager beside its own odds."""

    BASE = 0
    INSURANCE = 1
    MATCH_UP = 2
    MATCH_DOWN = 3
    MATCH_BONUS_1 = 4
    MATCH_BONUS_2 = 5
    MATCH_BONUS_3 = 6
    MATCH_BONUS_4 = 7
    MATCH_BONUS_5 = 8
    BONUS_SPIN = 9
    XTREME_16 = 10
    JACKPOT_1 = 11
    JACKPOT_2 = 12
    SUPER_BONUS = 13
    ENVY = 14

    @property
    def word(self) -> str:
        """The wager's name in notation and API."""
        return _WORDS[self]


_WORDS = {wager: wager.name.lower().replace("_", "-") for wager in WagerCode}

WAGERS = len(WagerCode)
METERED = (WagerCode.BONUS_SPIN, WagerCode.XTREME_16, WagerCode.JACKPOT_1, WagerCode.JACKPOT_2)
"""The wagers that feed meters, one after the other."""
SPOTS = 7
"""Up card, down card and five bonus cards."""
JACKPOT_LINES = tuple(JackpotLine)
LINE = {line: number for number, line in enumerate(JACKPOT_LINES)}


def line_of(kind: int, doublings: int, dealer: int) -> str:
    """The name of an end, as the engine writes it."""
    if kind in _FIXED:
        return _FIXED[HandKind(kind)]
    if dealer == Dealer.BLACKJACK:
        return "dealer blackjack"
    if kind >= HandKind.TWENTY_ONE:
        names = {number: shape.value for shape, number in BONUS_KINDS.items()}
        return names.get(HandKind(kind), "21")
    if dealer == Dealer.BUST:
        return "dealer bust"
    total = dealer + 1
    return "win" if kind > total else "push" if kind == total else "loss"


_FIXED = {
    HandKind.BLACKJACK: "blackjack",
    HandKind.BUST: "bust",
    HandKind.SURRENDERED: "surrender",
    HandKind.PARKED: "surrender",
    HandKind.RESCUED: "rescued",
}
