"""The money side of events: which account each amount leaves, and which one it reaches.

Accounts are `wallet:NAME` (a player's money away from the table), `rack:NAME`, `layout`, `inventory` and
`meter:NAME`. What one account loses another gains, so the sum over all accounts never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from siete.money import Cents
from siete.table import events as e
from siete.table.state import TableState

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


def balances(events: Iterable[e.Event]) -> dict[str, Cents]:
    """What stands in each account after the events; a wallet is below zero by what was brought from it."""
    accounts: dict[str, Cents] = {}
    for event in events:
        for move in moves(event):
            accounts[move.source] = Cents(accounts.get(move.source, 0) - move.amount)
            accounts[move.target] = Cents(accounts.get(move.target, 0) + move.amount)
    return accounts


def accounts_of(state: TableState) -> dict[str, Cents]:
    """The accounts that a table's state knows: racks, layout, inventory, and all meters together."""
    racks = {f"rack:{player}": cents for player, cents in state.racks.items()}
    return {**racks, LAYOUT: state.layout, INVENTORY: state.inventory, "meters": state.meters}


def _rack(event: Any) -> str:
    return f"rack:{event.player}"


def _to_layout(event: Any) -> tuple[str, str]:
    return _rack(event), LAYOUT


def _from_layout(event: Any) -> tuple[str, str]:
    return LAYOUT, _rack(event)


def _paid(event: Any) -> tuple[str, str]:
    return INVENTORY, _rack(event)


def _collected(event: e.Event) -> tuple[str, str]:
    return LAYOUT, INVENTORY


_WAYS: dict[type[e.Event], Callable[[Any], tuple[str, str]]] = {
    e.ChipsBrought: lambda event: (f"wallet:{event.player}", _rack(event)),
    e.ChipsTakenAway: lambda event: (_rack(event), f"wallet:{event.player}"),
    e.CashConverted: _paid,
    e.WagerPlaced: _to_layout,
    e.WagerDoubled: _to_layout,
    e.SplitFunded: _to_layout,
    e.WagerWithdrawn: _from_layout,
    e.WagerRescued: _from_layout,
    e.WagerReturned: _from_layout,
    e.WagerTaken: _collected,
    e.WagerCollected: _collected,
    e.WagerPaid: _paid,
    e.SuperBonusPaid: _paid,
    e.EnvyPaid: _paid,
    e.CouponPaid: _paid,
    e.ContributionMade: lambda event: (INVENTORY, f"meter:{event.meter}"),
    e.TakenWagerReturned: _paid,
    e.PaymentReversed: lambda event: (_rack(event), INVENTORY),
    e.ContributionReversed: lambda event: (f"meter:{event.meter}", INVENTORY),
    e.AwardPaid: lambda event: (f"meter:{event.meter}", _rack(event)),
}

SPOKEN: frozenset[type[e.Event]] = frozenset({e.WagerCalled})
"""Events with an amount that nobody has moved yet."""
