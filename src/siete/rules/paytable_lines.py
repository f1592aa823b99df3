"""The names of paytable lines that a hand of cards can earn; each part judges hands by itself."""

from __future__ import annotations

from enum import StrEnum


class BonusShape(StrEnum):
    """A line of the Bonus 21 paytable, the best shape first within each kind. Decision: 0008."""

    SIX_SEVEN_EIGHT_SPADES = "678-spades"
    SIX_SEVEN_EIGHT_SUITED = "678-suited"
    SIX_SEVEN_EIGHT_MIXED = "678-mixed"
    SEVENS_SPADES = "777-spades"
    SEVENS_SUITED = "777-suited"
    SEVENS_MIXED = "777-mixed"
    SEVEN_OR_MORE_CARDS = "21-in-7"
    SIX_CARDS = "21-in-6"
    FIVE_CARDS = "21-in-5"


class SuperBonusShape(StrEnum):
    """The sevens that earn the super bonus; the number of decks decides which a table uses."""

    SUITED_SEVENS = "suited-777-v-7"
    """Three sevens of one suit against any seven."""
    HEART_CLUB_DIAMOND_SEVENS = "hcd-777-v-7s"
    """The sevens of hearts, clubs and diamonds against the seven of spades."""


class JackpotJudge(StrEnum):
    """How a Washington jackpot table reads the cards."""

    UP_CARD = "up-card"
    """The player's two cards against the up card."""
    EACH_DEALER_CARD = "each-dealer-card"
    """Against up and down card, each on its own; both may pay. Decision: 0044."""
    UP_CARD_THEN_BOTH = "up-card-then-both"
    """Against the up card, unless all four cards are identical. Decision: 0050."""
    FOUR_CARDS = "four-cards"
    """The four cards together, one line only. Decision: 0051."""


class JackpotLine(StrEnum):
    """A line of a Washington jackpot table."""

    TWO_SUITED_ACES_OF_SPADES = "two-suited-aces-of-spades"
    TWO_SUITED = "two-suited"
    THREE_ACES_OF_SPADES_WITH_KING = "three-aces-of-spades-with-king"
    THREE_ACES_OF_SPADES = "three-aces-of-spades"
    THREE_SUITED_ACES = "three-suited-aces"
    THREE_SUITED = "three-suited"
    ACE_KING_OF_SPADES_BOTH = "ace-king-of-spades-both"
    FOUR_ACES = "four-aces"
    FOUR_OF_A_RANK = "four-of-a-rank"
    TWO_SUITED_UP_AND_DOWN = "two-suited-up-and-down"
    TWO_SUITED_UP_OR_DOWN = "two-suited-up-or-down"
    FOUR_SUITED_ACES = "four-suited-aces"
    FOUR_SUITED = "four-suited"
    THREE_SUITED_UP_OR_DOWN = "three-suited-up-or-down"
    UNSUITED_AND_SUITED = "unsuited-and-suited"
    ONE_SUITED = "one-suited"
    TWO_UNSUITED = "two-unsuited"
    ONE_UNSUITED = "one-unsuited"
    FOUR_OF_A_KIND_SUITED = "four-of-a-kind-suited"
    FOUR_OF_A_KIND_SAME_COLOR = "four-of-a-kind-same-color"
    FOUR_OF_A_KIND = "four-of-a-kind"
    THREE_OF_A_KIND_SAME_COLOR = "three-of-a-kind-same-color"
    THREE_OF_A_KIND = "three-of-a-kind"
    SUITED_MATCH = "suited-match"
