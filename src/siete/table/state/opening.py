"""What a closed table needs before it opens, and what an open one needs again: facts of the opening procedure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from siete.cards import Card

HOUR, DAY = 60, 24 * 60
"""In minutes, as all times are; where they are counted from is the host's affair, if only it is a midnight."""


class Handling(StrEnum):
    """What has been done with cards that came to the table."""

    INSPECTED = "inspected"
    VERIFIED = "verified"
    SPREAD = "spread"
    LOOKED_OVER = "looked-over"
    TURNED = "turned"
    WASHED = "washed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How far a table is on its way from closed to open."""

    now: int
    """The last time given."""
    signed: frozenset[str] = frozenset()
    """Items of the checklist that a floorperson has signed for."""
    is_open: bool = False
    is_closed: bool = False
    """Whether the table was open, and is closed again."""
    reader_at: int | None = None
    """When the card reader was last inspected."""
    cards: tuple[Card, ...] | None = None
    """Cards that were brought and are not yet stacked; the 10-spots taken out are not among them."""
    cards_at: int | None = None
    """When the cards in use were brought."""
    done: tuple[Handling, ...] = ()
    tens: tuple[Card, ...] = ()
    """10-spots taken out and not yet disposed of."""
    is_idle: bool = False
    """Whether the cards on the table are those of an idle table."""
    is_face_up: bool = True
    """How spread cards lie."""
    looker: str = ""
    """Who was the first to look at the spread cards, or is about to."""
    active_at: int = 0
    """When a wager was last seen, as far as times were given."""
    rounds_seen: int = 0
    """Rounds played when the time was last given."""
    batch: tuple[Card, ...] | None = None
    """A second batch in the shuffler, in order."""
    is_batch_spread_asked: bool = False
    is_batch_out: bool = False
    """Whether the cards on the table came out of the shuffler."""
    disposed: tuple[Card, ...] = ()
    """10-spots disposed of since the table was prepared."""
