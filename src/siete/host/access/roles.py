"""Who speaks to the house, and in which role."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from siete.errors import SieteError
from siete.table.view import DEALER as DEALER_VIEW
from siete.table.view import FLOORPERSON, PUBLIC, Role


class HouseRole(StrEnum):
    """What somebody is in the house."""

    SPECTATOR = "spectator"
    GUEST = "guest"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    AUDITOR = "auditor"


STAFF = (HouseRole.DEALER, HouseRole.FLOORPERSON, HouseRole.AUDITOR)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody: a guest by the name in the chain, a member of the staff by account, or anybody."""

    role: HouseRole
    name: str = ""

    @property
    def scope(self) -> str:
        """Whose command ids these are: guests and staff never share them."""
        return f"{'guest' if self.role is HouseRole.GUEST else 'staff'}:{self.name}"

    @property
    def view(self) -> Role:
        """What the person sees of a table."""
        if self.role is HouseRole.DEALER:
            return DEALER_VIEW
        return FLOORPERSON if self.role in (HouseRole.FLOORPERSON, HouseRole.AUDITOR) else PUBLIC


SPECTATOR = Person(HouseRole.SPECTATOR)


class NotAllowedError(SieteError):
    """The person may not ask for this, whatever the rules of the game say."""
