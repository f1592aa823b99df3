"""Cards on the layout, blackjacks, insurance, and the look at the hole card."""

from __future__ import annotations

from dataclasses import dataclass

from siete.cards import Card
from siete.table.events.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDealt(Event):
    """A card left the shoe. Box 0 is the dealer; `bonus` tells a bonus card."""

    card: Card
    box: int
    hand: int = 0
    is_face_up: bool = True
    is_bonus: bool = False
    total: int = 0
    """The total announced with the card; 0 while the hand has a single card or one face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced(Event):
    """The dealer said this aloud before going on."""

    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTurned(Event):
    """The dealer's hole card, or an up card dealt face down, was turned face up."""

    is_hole: bool
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusCardsTurned(Event):
    """Bonus cards dealt face down were turned face up."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackAnnounced(Event):
    """The dealer announced a player's blackjack."""

    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackHeld(Event):
    """The holder of a blackjack will double it instead of being paid now, or will be paid now."""

    box: int
    is_held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceOffered(Event):
    """Insurance is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceDeclined(Event):
    """A bettor wants no insurance."""

    player: str
    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceClosed(Event):
    """Insurance is closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoleCardChecked(Event):
    """The dealer looked for a blackjack."""

    is_blackjack: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondCardSkipped(Event):
    """Nothing depends on the dealer's second card; it is not dealt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerStood(Event):
    """The dealer takes no more cards."""

    total: int
