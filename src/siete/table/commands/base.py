"""The senders of commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from siete.rules.options import Authority

NAMES_A_GUEST = object()
"""The mark of a field that names somebody who may be a guest."""
Guest = Annotated[str, NAMES_A_GUEST]
"""Somebody who may be a guest: on the way in, the name that people see becomes the one in the chain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Something asked of a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCommand(Command):
    """A player's command, about a box."""

    player: Guest
    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorCommand(Command):
    """An order or approval of a floorperson or supervisor, signed."""

    by: str
    rank: Authority = Authority.FLOORPERSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Command):
    """An irregularity, as the dealer or a superior reports it."""

    by: str
    rank: Authority = Authority.DEALER


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseCommand(Command):
    """A step of the dealer, or of the host that brings cards, wheels and meters."""
