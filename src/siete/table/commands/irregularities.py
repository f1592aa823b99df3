"""What went wrong, and how it is put right."""

from __future__ import annotations

from dataclasses import dataclass, field

from siete.cards import Card
from siete.money import Cents
from siete.table.commands.base import FloorCommand, HouseCommand, PlayerCommand, Report


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptCard(PlayerCommand):
    """Take the card that is offered after a mistake, or have it dealt later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseCard(PlayerCommand):
    """Refuse the card that is offered after a mistake."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FindFaceUp(Report):
    """The next card lies face up in the shoe; which it is, only where the shoe's order is not known."""

    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisposeTen(FloorCommand):
    """Take the 10-spot that comes next out of the shoe; which it is, only where the shoe's order is not known."""

    card: Card | None = field(default=None, compare=False)
    is_face_up: bool = field(default=False, compare=False)
    """Whether it lay face up, and counts as a face-up card too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawUnexposed(Report):
    """A card was drawn in error, and nobody saw its face."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposeCard(Report):
    """A card was drawn in error, and players saw it."""

    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposeHoleCard(Report):
    """The hole card showed its face before its time; whether a player could see it."""

    is_seen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Overdraw(Report):
    """The dealer drew a card on a total that stands."""

    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MissOwnCard(Report):
    """The dealer went on without the card due to the dealer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassOver(Report):
    """The dealer dealt past the hand whose card is due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MisreadHoleCard(Report):
    """The hole card went into the reader although the up card asks for no look."""

    is_readable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FailReader(Report):
    """The card reader is out of order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JamShuffler(Report):
    """The shuffler jammed, stopped, or did not finish."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FailShuffler(Report):
    """The shuffler cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MiscountCards(Report):
    """The count at the end of a shoe is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairReader(FloorCommand):
    """The card reader works again, or is another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetShufflerAside(FloorCommand):
    """Have done with an unusable shuffler what the rule set wants: `cover`, `sign` or `remove`."""

    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairShuffler(FloorCommand):
    """The shuffler works again, or is another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRound(FloorCommand):
    """Give up a round that cannot be finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReverseContribution(HouseCommand):
    """Take what returned wagers had added off a meter again; the meter says how many whole cents that is."""

    meter: str
    wagered: Cents
    amount: Cents | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawDecks(HouseCommand):
    """Take all cards off the table for good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BringDecks(HouseCommand):
    """Put new decks on the table in place of those withdrawn; the cards come from the host."""

    cards: tuple[Card, ...] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardExposed(HouseCommand):
    """Put the exposed card away that nobody takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReuseDiscards(HouseCommand):
    """Take the discard rack to be shuffled, since the shoe has run out in mid-round."""
