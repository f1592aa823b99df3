"""A run as the server orders it of the process that deals: without anything compiled, which only that one loads."""

from __future__ import annotations

from dataclasses import dataclass

from siete.server.simulations.files import RunFiles
from siete.server.simulations.order import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A run to be begun or continued."""

    files: RunFiles
    order: Order
    seconds: float
    """How long it may take."""
    charged: int
    """Rounds that whoever asked was charged for it: no more is given back."""
    is_continued: bool = False
