"""From the opening of betting to the last wager and what meters get of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from siete.money import Cents
from siete.table.events.base import LATER, Event
from siete.table.state.wager import Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted(Event):
    """Betting opened."""

    number: int
    rules_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPlaced(Event):
    """Chips went from a player's rack to the layout."""

    player: str
    box: int
    wager: Wager
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerWithdrawn(Event):
    """A wager went back to the rack before the first card."""

    player: str
    box: int
    wager: Wager
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerCalled(Event):
    """A player wagered aloud, with cash; it is no wager until it is confirmed."""

    player: str
    box: int
    wager: Wager
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTakenBack(Event):
    """A player took an unconfirmed wager back."""

    player: str
    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerConfirmed(Event):
    """Somebody who must confirm a wager made aloud did so."""

    player: str
    box: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CashConverted(Event):
    """Cash went into the drop box, and chips for it from the table's inventory to the player's rack."""

    player: str
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class BettorAdmitted(Event):
    """The first bettor on a box lets somebody else wager there."""

    bettor: str
    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagersClosed(Event):
    """No more wagers for this round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerTaken(Event):
    """The system took a wager when the deal began; it is still live."""

    player: str
    box: int
    wager: Wager
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class ContributionMade(Event):
    """The round's wagers added to a meter, in whole cents; the meter keeps the fraction."""

    meter: str
    amount: Cents
    restarts: int | None = field(default=None, metadata=LATER)
    """How often a whole award had restarted the meter by then; not known in an event of 0.1.0."""
