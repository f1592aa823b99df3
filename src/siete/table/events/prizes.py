"""The super bonus, envy, wheels, and parts of meters."""

from __future__ import annotations

from dataclasses import dataclass

from siete.money import Cents
from siete.table.events.base import Event
from siete.table.state.wager import Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBonusAlerted(Event):
    """The dealer told the floorperson that a box may be about to win the super bonus."""

    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBonusWon(Event):
    """A hand won the super bonus; what it pays follows."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBonusPaid(Event):
    """A bettor on a super bonus hand was paid it."""

    player: str
    box: int
    hand: int
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvyPaid(Event):
    """Another player's super bonus paid this one's envy."""

    player: str
    box: int
    hand: int
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatButtonPressed(Event):
    """The device shows that a bettor on this box has a spin of the wheel coming."""

    player: str
    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelSpun(Event):
    """A wheel stopped; without symbols, the wager has earned no spin, and `line` says why."""

    box: int
    player: str
    wager: Wager
    symbols: tuple[str, ...]
    line: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardWon(Event):
    """A player has won a part of a meter; it is paid when its turn comes."""

    player: str
    box: int
    wager: Wager
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardPaid(Event):
    """A meter paid a player; `before` is what it showed just before."""

    player: str
    box: int
    wager: Wager
    line: str
    meter: str
    before: Cents
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeHandedOver(Event):
    """A player won merchandise: it is handed over, and no chips move; `worth` is what the sign says it is worth."""

    player: str
    box: int
    wager: Wager
    line: str
    prize: str
    worth: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPayFlagged(Event):
    """A payment just made is handed over by a floorperson, who signed for it."""

    player: str
    box: int
    amount: Cents
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentInstructed(Event):
    """A floorperson had the dealer pay a super bonus hand: its `bonus`, or later the `super-bonus` and envy."""

    box: int
    hand: int
    what: str
    by: str
