"""A closed table is opened: checklist, decks, 10-spots, spread, look and wash."""

from __future__ import annotations

from dataclasses import dataclass

from siete.cards import Card
from siete.table.events.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened(Event):
    """A table opened under rules whose canonical JSON is stored here, so that nothing else is ever needed."""

    rules_hash: str
    rules: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePrepared(Event):
    """A closed table is being opened, at this time in minutes."""

    at: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeTold(Event):
    """It is this minute."""

    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemSigned(Event):
    """A floorperson signed for an item of the checklist."""

    item: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderInspected(Event):
    """The card reader was inspected."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpenedForPlay(Event):
    """Players may come."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed(Event):
    """The table is closed, and this many cards have left it."""

    by: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsReceived(Event):
    """Decks came to the table."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsInspected(Event):
    """The dealer looked every card over."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TensRemoved(Event):
    """10-spots were taken out of the decks."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsVerified(Event):
    """A floorperson verified the inspection, and that every 10-spot is out."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TensDisposed(Event):
    """10-spots were disposed of: `torn`, `destroyed`, or in an approved manner."""

    cards: tuple[Card, ...]
    how: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsReturned(Event):
    """Cards that cannot be used left the table."""

    count: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSpread(Event):
    """The cards lie face up on the table, a column for each deck."""

    columns: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsLookedOver(Event):
    """A player has had the chance to look at the spread cards."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTurnedDown(Event):
    """The spread cards were turned face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsWashed(Event):
    """The cards were mixed on the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardExposed(Event):
    """A card showed its face while being mixed or stacked: the cards are mixed again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsRetired(Event):
    """Cards in use for long enough left the table."""

    count: int
