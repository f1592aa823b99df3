"""A closed table is opened: checklist, decks, 10-spots, spread, look and wash."""

from __future__ import annotations

from dataclasses import dataclass, field

from siete.cards import Card
from siete.table.commands.base import Command, FloorCommand, HouseCommand, PlayerCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class LookOver(PlayerCommand):
    """Have looked at the spread cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrepareTable(FloorCommand):
    """Begin to open a closed table, at a time in minutes."""

    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TellTime(Command):
    """It is this minute now, counted from some midnight."""

    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SignItem(FloorCommand):
    """Sign for an item of the checklist."""

    item: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectReader(FloorCommand):
    """The card reader has not been tampered with and works."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiveCards(HouseCommand):
    """Take decks that were brought to the table."""

    cards: tuple[Card, ...] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectCards(HouseCommand):
    """Look every card over for defects."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveTens(HouseCommand):
    """Take the 10-spots out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyCards(FloorCommand):
    """Verify the dealer's inspection of the cards, and that no 10-spot is left in them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisposeTens(FloorCommand):
    """Dispose of the 10-spots taken out, in the rule set's manner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnCards(FloorCommand):
    """Send cards that cannot be used back where they came from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadCards(HouseCommand):
    """Spread the cards face up, each deck by suit and in sequence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCardsDown(HouseCommand):
    """Turn the spread cards face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WashCards(HouseCommand):
    """Mix the cards on the table; whether one showed its face, the host says."""

    is_exposed: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class StackCards(HouseCommand):
    """Stack the cards; whether one showed its face, the host says."""

    is_exposed: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetireCards(HouseCommand):
    """Take cards that have been in use for long enough off the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable(FloorCommand):
    """Close a table at which nobody is left; its cards go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable(FloorCommand):
    """Open the table for play."""
