"""What went wrong, and how it was put right."""

from __future__ import annotations

from dataclasses import dataclass, field

from siete.cards import Card
from siete.money import Cents
from siete.table.events.base import LATER, Event
from siete.table.state.wager import Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceUpCardFound(Event):
    """A card lay face up in the shoe, and went to the discard rack."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class TenDisposed(Event):
    """A 10-spot was found in the shoe and disposed of: `torn`, `destroyed`, or in an approved manner."""

    card: Card
    how: str
    by: str
    is_face_up: bool = field(default=False, metadata=LATER)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided(Event):
    """The round counts for nothing; every open wager goes back, and meters give back what those had added."""

    reason: str
    reversals: tuple[tuple[str, int], ...] = ()
    """Meters, and the cents wagered that no longer count on them."""
    drops_awards: bool = False
    """Whether parts of meters won before are not paid, since their wagers go back too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenWagerReturned(Event):
    """A wager that the house had taken went back from the table's inventory to the player's rack."""

    player: str
    box: int
    wager: Wager
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentReversed(Event):
    """What a side wager had been paid went back from the player's rack to the table's inventory."""

    player: str
    box: int
    wager: Wager
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class ContributionReversed(Event):
    """A meter gave back what returned wagers had added."""

    meter: str
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class DecksCondemned(Event):
    """The decks are to be withdrawn once the round is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecksWithdrawn(Event):
    """All cards left the table for good."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawnUnexposed(Event):
    """A card was drawn in error with its face hidden; it is used as the next card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSeen(Event):
    """A card drawn in error was seen; it is offered as the next card. A hand that had asked for one may refuse it."""

    card: Card
    box: int = 0
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenCardAccepted(Event):
    """The hand that had asked for a card takes the one that was seen."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenCardRefused(Event):
    """A hand refused the card that was seen, and gets no more cards."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenCardUnused(Event):
    """Nobody could use the card that was seen: it went to the `discard_rack`, or was `burned`."""

    card: Card
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOverdrawn(Event):
    """The dealer drew on a total that stands; the card went to the `discard_rack`, or was `burned`."""

    card: Card
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerCardMissed(Event):
    """The dealer's own card was missed; the dealer is dealt to after all players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondCardMissed(Event):
    """A box was dealt past after its first card; its player may have the second one last."""

    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondCardWanted(Event):
    """The player of that box wants the second card."""

    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPassed(Event):
    """A hand was dealt past that had asked for a card; its player chooses the remedy."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LateCardWanted(Event):
    """The player wants the card after all other hands."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDied(Event):
    """The hand is dead: its cards go to the discard rack, and its player is in the next deal."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReversalsDue(Event):
    """Wagers of a dead hand no longer count on these meters, each with the cents wagered."""

    reversals: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HoleCardExposed(Event):
    """The hole card showed its face before its time; `is_seen` tells whether a player could see it."""

    by: str
    is_seen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HoleCardMisread(Event):
    """The hole card was in the reader by mistake; `is_readable` tells whether a player could learn it."""

    by: str
    is_readable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayContinued(Event):
    """Nobody could learn anything; the round goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderFailed(Event):
    """The card reader is out of order; the table goes on without it, or stops."""

    goes_on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderRepaired(Event):
    """The card reader works."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShufflerJammed(Event):
    """The shuffle was not finished; the cards are shuffled again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShufflerFailed(Event):
    """The shuffler cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShufflerSetAside(Event):
    """The shuffler is covered, has its sign, or is gone: cards are shuffled by hand."""

    how: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShufflerRepaired(Event):
    """The shuffler works."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardsReused(Event):
    """The shoe ran out in mid-round: the discard rack, of this many cards, is to be shuffled."""

    count: int
