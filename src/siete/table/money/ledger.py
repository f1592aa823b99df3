"""The money side of events: which account each amount leaves, and which one it reaches.

Accounts are `wallet:NAME` (a player's money away from the table), `rack:NAME`, `layout`, `inventory` and
`meter:NAME`. What one account loses another gains, so the sum over all accounts never changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from siete.money import Cents
from siete.table import events as e

LAYOUT, INVENTORY = "layout", "inventory"


@dataclass(frozen=True, slots=True)
class Move:
    """Money that went from one account to another."""

    source: str
    target: str
    amount: Cents


def moves(event: e.Event) -> tuple[Move, ...]:
    """What the event moved; nothing for an event that is not about money."""
    way = _WAYS.get(type(event))
    if way is None:
        return ()
    source, target = way(event)
    amount: Cents = event.amount  # type: ignore[attr-defined]  # every event that has a way has an amount
    return (Move(source, target, amount),)


def moving() -> tuple[type[e.Event], ...]:
    """The kinds of events that move money."""
    return tuple(_WAYS)


class _OfPlayer(Protocol):
    """An event about one player's money."""

    @property
    def player(self) -> str: ...


def _rack(event: _OfPlayer) -> str:
    return f"rack:{event.player}"


def _to_layout(event: _OfPlayer) -> tuple[str, str]:
    return _rack(event), LAYOUT


def _from_layout(event: _OfPlayer) -> tuple[str, str]:
    return LAYOUT, _rack(event)


def _paid(event: _OfPlayer) -> tuple[str, str]:
    return INVENTORY, _rack(event)


def _collected(event: e.Event) -> tuple[str, str]:
    return LAYOUT, INVENTORY


_Event = TypeVar("_Event", bound=e.Event)
_Way: TypeAlias = Callable[[Any], tuple[str, str]]


def _way(kind: type[_Event], accounts: Callable[[_Event], tuple[str, str]]) -> tuple[type[e.Event], _Way]:
    return kind, accounts


_WAYS = dict(
    (
        _way(e.ChipsBrought, lambda event: (f"wallet:{event.player}", _rack(event))),
        _way(e.ChipsTakenAway, lambda event: (_rack(event), f"wallet:{event.player}")),
        _way(e.CashConverted, _paid),
        _way(e.WagerPlaced, _to_layout),
        _way(e.WagerDoubled, _to_layout),
        _way(e.SplitFunded, _to_layout),
        _way(e.WagerWithdrawn, _from_layout),
        _way(e.WagerRescued, _from_layout),
        _way(e.WagerReturned, _from_layout),
        _way(e.WagerTaken, _collected),
        _way(e.WagerCollected, _collected),
        _way(e.WagerPaid, _paid),
        _way(e.SuperBonusPaid, _paid),
        _way(e.EnvyPaid, _paid),
        _way(e.CouponPaid, _paid),
        _way(e.ContributionMade, lambda event: (INVENTORY, f"meter:{event.meter}")),
        _way(e.TakenWagerReturned, _paid),
        _way(e.PaymentReversed, lambda event: (_rack(event), INVENTORY)),
        _way(e.ContributionReversed, lambda event: (f"meter:{event.meter}", INVENTORY)),
        _way(e.CorrectionPaid, _paid),
        _way(e.CorrectionTaken, lambda event: (_rack(event), INVENTORY)),
        _way(e.AwardPaid, lambda event: (f"meter:{event.meter}", _rack(event))),
    )
)
