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
