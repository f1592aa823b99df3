"""What is due at a table: a step of the house, or an answer from players. Shared by all stages of a round."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from siete.errors import SieteError
from siete.table.commands import FloorCommand, HouseCommand

HOUSE = "house (automatic)"
"""Who signs where no person does."""


class Question(StrEnum):
    """What a player is asked."""

    BLACKJACK = "blackjack"
    """Be paid now, or hold the blackjack to double it."""
    INSURANCE = "insurance"
    LOOK = "look"
    """Look the spread cards over."""
    RETURN = "return"
    """Play at an idle table."""
    CUT = "cut"
    PLAY = "play"
    DOUBLED = "doubled"
    """Stand, rescue or double again after a double card."""
    FOLLOW_DOUBLE = "follow-double"
    FOLLOW_SPLIT = "follow-split"
    SEEN_CARD = "seen-card"
    """Take the card that was drawn in error and seen."""
    SECOND_CARD = "second-card"
    """Have the missed second card now that all others have theirs."""
    LATE_CARD = "late-card"
    """Have a missed card after all other hands, or call the hand dead."""


@dataclass(frozen=True, slots=True)
class Due:
    """The next step of the house, and the clause that orders it."""

    command: HouseCommand
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A player who must answer before the house can go on."""

    player: str
    box: int
    hand: int = 0
    question: Question


@dataclass(frozen=True, slots=True)
class Waiting:
    """Players' answers are due."""

    asks: tuple[Ask, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class Approval:
    """A floorperson's signature or approval is due, as an automatic one would give it."""

    command: FloorCommand
    clause: str


Next = Due | Waiting | Approval | None


class Refusal(SieteError):  # noqa: N818  # the word of the rules; every refusal is answered
    """A command that the rules do not allow in this state."""
