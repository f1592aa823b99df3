"""The senders of commands."""

from __future__ import annotations

from dataclasses import dataclass

from siete.rules.options import Authority


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Something asked of a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCommand(Command):
    """A player's command, about a box."""

    player: str
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
