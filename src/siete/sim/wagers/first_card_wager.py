"""Side wagers that a box's first two cards and the up card decide: the simulator plays them by a table of lines.

Match the dealer, jackpots and wheels have code of their own in the kernel. A wager that needs more than three cards,
a wheel or a meter needs such code too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from siete.cards import Card
from siete.money import Cents
from siete.rules.table_rules import TableRules

MOST_LINES = 64
"""Lines of one wager."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FirstCardWager:
    """What the simulator must know of such a wager."""

    name: str
    """As figures call it."""
    lines: tuple[str, ...]
    """How it can end."""
    limits: Callable[[TableRules, Cents], tuple[Cents, Cents] | None]
    """Least and most beside a base wager; None where the rules do not offer it."""
    line_of: Callable[[TableRules, Card, Card, Card], str]
    """The line that the first card, the second and the up card make."""
    net_of: Callable[[TableRules, Cents, str], int]
    """What a wager of so much comes to on a line, in cents."""
