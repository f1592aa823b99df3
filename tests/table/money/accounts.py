"""The books of a table, added up from its events and read from its state."""

from __future__ import annotations

from collections.abc import Iterable

from siete.money import Cents
from siete.table import events as e
from siete.table.money.ledger import INVENTORY, LAYOUT, moves
from siete.table.state.table import TableState

SPOKEN: frozenset[type[e.Event]] = frozenset({e.WagerCalled, e.HandPayFlagged})
"""Events with an amount that nobody has moved yet, or that another event moves."""


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
