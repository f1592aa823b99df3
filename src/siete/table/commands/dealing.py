"""Cards on the layout, blackjacks, insurance, and the look at the hole card."""

from __future__ import annotations

from dataclasses import dataclass, field

from siete.cards import Card
from siete.money import Cents
from siete.table.commands.base import HouseCommand, PlayerCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBlackjack(PlayerCommand):
    """Be paid for a blackjack now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldBlackjack(PlayerCommand):
    """Keep a blackjack to double it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeInsurance(PlayerCommand):
    """Insure."""

    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineInsurance(PlayerCommand):
    """Do not insure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(HouseCommand):
    """Deal a card to a hand (box 0: the dealer) or to the next bonus space; the card only where no shoe is known."""

    box: int = 0
    hand: int = 0
    is_bonus: bool = False
    card: Card | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnUpCards(HouseCommand):
    """Turn the up card face up, where it was dealt face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginBaseGame(HouseCommand):
    """All that the up card decides is settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceBlackjack(HouseCommand):
    """Announce a player's blackjack and leave it on the table, unpaid."""

    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferInsurance(HouseCommand):
    """Open insurance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseInsurance(HouseCommand):
    """Close insurance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Peek(HouseCommand):
    """Look whether the hole card makes a blackjack; the answer only where the hole card is not known."""

    is_blackjack: bool | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnHoleCard(HouseCommand):
    """Turn the hole card face up; the card only where the table does not know it."""

    card: Card | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipSecondCard(HouseCommand):
    """Deal no second card to the dealer, since nothing depends on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandDealer(HouseCommand):
    """The dealer takes no more cards."""
