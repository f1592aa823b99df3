"""Cards between rounds: shuffle, cut, cover card, burn, and collection."""

from __future__ import annotations

from dataclasses import dataclass

from siete.cards import Card
from siete.table.events.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeLoaded(Event):
    """Cards were loaded, in this order where it is known."""

    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsReady(Event):
    """Cards lie ready to be shuffled, or stacked if they came shuffled; the table runs by procedure from here on."""

    cards: tuple[Card, ...]
    is_preshuffled: bool = False
    first: str = ""
    """Who was the first to come, and is offered the cut first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleStepDone(Event):
    """One step of a manual shuffle."""

    step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsShuffled(Event):
    """The cards form one stack, in this order from the top."""

    order: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreshuffledStacked(Event):
    """Cards delivered shuffled form one stack, in this order from the top."""

    order: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CutRefused(Event):
    """A player does not want to cut."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsCut(Event):
    """The cards above the cut went under the rest."""

    cutter: str
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecutOrdered(Event):
    """The cut was improper; the cards are cut again."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StackAligned(Event):
    """The whole stack lies along the side of the shoe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverCardPlaced(Event):
    """The cover card lies in front of this many cards."""

    behind: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StackLoaded(Event):
    """The stack went into the shoe."""

    burns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardBurned(Event):
    """A card went face down from the shoe to the discard rack."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnCardShown(Event):
    """The card burned last was shown, since a player asked."""

    player: str
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverCardReached(Event):
    """The cover card came out at a box, 0 for the dealer's hand: this round is the shoe's last."""

    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReshuffleOrdered(Event):
    """The cards are to be shuffled after this round."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeCollected(Event):
    """Discard rack and rest of the shoe were put together, to be shuffled: this many cards."""

    count: int
