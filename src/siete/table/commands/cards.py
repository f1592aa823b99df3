"""Cards between rounds: shuffle, cut, cover card, burn, and collection."""

from __future__ import annotations

from dataclasses import dataclass, field

from siete.cards import Card
from siete.table.commands.base import FloorCommand, HouseCommand, PlayerCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCards(PlayerCommand):
    """Cut: put the cover card in under this many cards from the top."""

    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseCut(PlayerCommand):
    """Leave the cut to the next player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskBurnCard(PlayerCommand):
    """Have the card shown that was burned last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRecut(FloorCommand):
    """Have the cards cut again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderReshuffle(FloorCommand):
    """Have the cards shuffled after this round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoShuffleStep(HouseCommand):
    """One step of a manual shuffle."""

    step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleCards(HouseCommand):
    """The shuffle is done; the order comes from the host."""

    order: tuple[Card, ...] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class StackPreshuffled(HouseCommand):
    """Stack cards that were delivered shuffled; the order comes from the host."""

    order: tuple[Card, ...] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CutForHouse(HouseCommand):
    """The dealer cuts, since no player will; where, the host says."""

    at: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignStack(HouseCommand):
    """Lay the whole stack along the side of the shoe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCoverCard(HouseCommand):
    """Put the cover card into the stack; deeper than the rules' least depth only where the host says so."""

    behind: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadShoe(HouseCommand):
    """Put the stack into the shoe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnCard(HouseCommand):
    """Burn a card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectShoe(HouseCommand):
    """Put discard rack and rest of the shoe together."""
