"""Who speaks to the house, and what each may ask of a table: by role, by box, by command."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from siete.errors import SieteError
from siete.table import commands as c
from siete.table.view import DEALER as DEALER_VIEW
from siete.table.view import FLOORPERSON, PUBLIC, Role


class Rank(StrEnum):
    """What somebody is in the house."""

    SPECTATOR = "spectator"
    GUEST = "guest"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    AUDITOR = "auditor"


STAFF = (Rank.DEALER, Rank.FLOORPERSON, Rank.AUDITOR)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody: a guest by display name, a member of the staff by account, or anybody."""

    rank: Rank
    name: str = ""

    @property
    def scope(self) -> str:
        """Whose command ids these are: guests and staff never share them."""
        return f"{'guest' if self.rank is Rank.GUEST else 'staff'}:{self.name}"

    @property
    def view(self) -> Role:
        """What the person sees of a table."""
        if self.rank is Rank.DEALER:
            return DEALER_VIEW
        return FLOORPERSON if self.rank in (Rank.FLOORPERSON, Rank.AUDITOR) else PUBLIC


SPECTATOR = Person(Rank.SPECTATOR)


class NotAllowedError(SieteError):
    """The person may not ask for this, whatever the rules of the game say."""


CLOSE_TABLE = "CloseTable"
"""Closes a table for good: asked for by who opened it, or by a floorperson."""

HOST_COMMANDS = frozenset(
    {
        "TakeSeat",
        "LeaveTable",
        "BuyChips",
        "Ready",
        "TakeBack",
        "StackShoe",
        "TakeDealing",
        "GiveDealing",
        CLOSE_TABLE,
        "TakeFloor",
        "GiveFloor",
    }
)
"""What is asked of the host and not of the game."""

_FOR_GUESTS = frozenset({"TakeSeat", "LeaveTable", "BuyChips", "Ready", "TakeBack", "StackShoe", CLOSE_TABLE})
_FOR_DEALERS = frozenset({"TakeDealing", "GiveDealing"})
_FOR_FLOORPERSONS = frozenset({CLOSE_TABLE, "TakeFloor", "GiveFloor"})


def check(person: Person, kind: str, command_type: type[c.Command] | None) -> None:
    """Refuse a command that is not for this rank; which box it is about, the game itself decides."""
    if person.rank is Rank.SPECTATOR:
        raise NotAllowedError("session/none", "Say who you are first: a name is enough to play.")
    if _is_for(person.rank, kind, command_type):
        return
    sentence = f"{kind} is not for a {person.rank.value}."
    raise NotAllowedError("command/not-for-you", sentence, facts={"command": kind, "rank": person.rank.value})


def _is_for(rank: Rank, kind: str, command_type: type[c.Command] | None) -> bool:
    if command_type is None:
        allowed = {Rank.GUEST: _FOR_GUESTS, Rank.DEALER: _FOR_DEALERS, Rank.FLOORPERSON: _FOR_FLOORPERSONS}
        return kind in allowed.get(rank, frozenset())
    if rank is Rank.GUEST:
        return issubclass(command_type, c.PlayerCommand)
    if rank is Rank.DEALER:
        return issubclass(command_type, c.HouseCommand | c.Report)
    return rank is Rank.FLOORPERSON and issubclass(command_type, c.FloorCommand | c.Report)
