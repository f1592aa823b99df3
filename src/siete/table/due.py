"""What is due at a table: a step of the house, or an answer from players. Shared by all stages of a round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from siete.errors import SieteError
from siete.table.commands import Deal, FloorCommand, HouseCommand
from siete.table.frozen.fast_init import quicken

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


@lru_cache(maxsize=1024)
def step_due(kind: type[HouseCommand], clause: str) -> Due:
    """A step that needs no more than its name. What is due is a value: the same step is the same object."""
    return Due(kind(), clause)


@lru_cache(maxsize=4096)
def card_due(box: int, hand: int, clause: str) -> Due:
    """A card for a hand."""
    return Due(Deal(box=box, hand=hand), clause)


@lru_cache(maxsize=4096)
def hand_due(kind: Callable[..., HouseCommand], box: int, hand: int, clause: str) -> Due:
    """A step about a hand."""
    return Due(kind(box=box, hand=hand), clause)


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


quicken(Due, Ask, Waiting, Approval)

Next = Due | Waiting | Approval | None


class Refusal(SieteError):  # noqa: N818  # the word of the rules; every refusal is answered
    """A command that the rules do not allow in this state."""
