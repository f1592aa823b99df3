"""Who waits for a box at a full table: in order, in the table's record; the house seats the first. Decision: 0380."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from siete.errors import SieteError
from siete.host.settings import TableSettings
from siete.host.table import commands as h
from siete.host.table.current import CurrentTable
from siete.host.table.people import seats
from siete.host.table.plans import CommandPlan, Request, Wallets
from siete.host.turn import Turn
from siete.store.records import TableRecord

LONGEST = 20
"""How many may wait at one table."""


def free_box(table: CurrentTable) -> int | None:
    """The lowest box where somebody can sit down now."""
    current, seated = table.state.round, table.state.seats
    boxes = (box for box in range(1, table.rules.positions + 1) if box not in seated)
    return next((box for box in boxes if current is None or current.box(box) is None), None)


def join(request: Request, _: h.JoinQueue) -> CommandPlan:
    """Wait behind those who wait already."""
    table, player = request.table, request.person.name
    queue = table.settings.queue
    if player in table.state.seats.values():
        raise SieteError("queue/seated", "You sit at this table already.")
    if len(table.state.seats) < table.rules.positions:
        raise SieteError("queue/free-box", "A box is free. Sit down.")
    if player in queue:
        return CommandPlan()
    if len(queue) >= LONGEST:
        raise SieteError("queue/full", "Too many are waiting for a box here. Choose another table.")
    return CommandPlan(record=_record(table, (*queue, player)))


def leave(request: Request, _: h.LeaveQueue) -> CommandPlan:
    """Wait no longer."""
    return CommandPlan(record=without(request.table, request.person.name))


def without(table: CurrentTable, *players: str) -> TableRecord:
    """The table's record when these players wait no longer."""
    return _record(table, (each for each in table.settings.queue if each not in players))


def seating(table: CurrentTable, is_here: Callable[[str], bool]) -> CommandPlan | None:
    """The first of those who wait and are here sits down at a box that is free; None where nobody can.

    Whoever has too few chips to sit down waits no longer.
    """
    box = free_box(table)
    player = next(filter(is_here, table.settings.queue), None)
    if box is None or player is None or table.stopped:
        return None

    def carry_out(turn: Turn, wallets: Wallets) -> None:
        purse = seats.purse_of(table, turn, player, wallets[player])
        amount = seats.usual_buy_in(turn.rules, purse.wallet)
        if turn.state.racks.get(player) or amount >= turn.rules.table_min:
            seats.sit(turn, player, box, amount, purse)

    return CommandPlan(carry_out=carry_out, wallets=(player,), record=without(table, player))


def _record(table: CurrentTable, queue: Iterable[str]) -> TableRecord:
    settings: TableSettings = replace(table.settings, queue=tuple(queue))
    return replace(table.record, settings=settings.to_text())
