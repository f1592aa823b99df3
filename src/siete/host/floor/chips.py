"""Chips of a tray by denomination: what slips brought and took, and what players changed for others of the same worth.

Play is counted in cents, not in chips, so the float by denomination is what people counted. Decision: 0253.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from siete.errors import SieteError
from siete.host.floor.changes import CLOSER, CREDIT, OPENER, check_counts
from siete.host.floor.state import FloorState
from siete.money import Cents, cents_to_text
from siete.store import floor_events as f

Counts = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Chips that a player wants to change at a table."""

    table: str
    player: str
    by: str
    taken: Counts
    """What the tray takes from the player."""
    given: Counts
    request: str = ""


def is_done(state: FloorState, exchange: Exchange) -> bool:
    """Whether this request has changed the chips before, and comes again after a lost answer."""
    known = (each.exchange for each in state.colour_ups.get(exchange.table, ()))
    return bool(exchange.request) and any((each.by, each.request) == (exchange.by, exchange.request) for each in known)


def colour_up(exchange: Exchange, *, denominations: Sequence[int], rack: int) -> f.ChipsColoured:
    """The exchange as an event; refused where it would change what anybody has."""
    taken, given = (check_counts(each, denominations) for each in (exchange.taken, exchange.given))
    if not taken or not given:
        raise SieteError("floor/no-chips", "Count at least one chip on both sides.")
    if taken != given:
        sentence = f"{cents_to_text(taken)} is not {cents_to_text(given)}. Count both sides again."
        raise SieteError("floor/unequal", sentence, facts={"taken": taken, "given": given})
    if taken > rack:
        sentence = f"{exchange.player} has {cents_to_text(Cents(rack))} in the rack."
        raise SieteError("floor/more-than-rack", sentence, facts={"rack": rack})
    return f.ChipsColoured(
        by=exchange.by,
        table=exchange.table,
        player=exchange.player,
        taken=exchange.taken,
        given=exchange.given,
        request=exchange.request,
    )


def float_chips(state: FloorState, table: str) -> dict[int, int]:
    """How many chips of each denomination people have brought to the tray since its opener."""
    found: Counter[int] = Counter()
    opened_at = ""
    for change in state.changes_of(table):
        kind = change.proposed.kind
        if kind in (OPENER, CLOSER):
            found.clear()
            opened_at = change.answered_at
        if kind != CLOSER:
            _add(found, change.proposed.counts, -1 if kind == CREDIT else 1)
    for each in state.colour_ups.get(table, ()):
        if each.at >= opened_at:
            _add(found, each.exchange.taken, 1)
            _add(found, each.exchange.given, -1)
    return {chip: count for chip, count in sorted(found.items()) if count}


def _add(found: Counter[int], counts: Counts, sign: int) -> None:
    for chip, count in counts:
        found[chip] += sign * count
