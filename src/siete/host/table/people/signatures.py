"""What two people sign and a table carries out: the second signature and its effect are one batch.

Rules wait until the time that was announced and the next moment without a wager; a correction is paid at once.
Decisions: 0251, 0252.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from siete.errors import SieteError
from siete.host.clock import Clock
from siete.host.floor import changes
from siete.host.floor.gaming_day import moment_of, stamp_of
from siete.host.floor.log import FloorLog
from siete.host.settings import AnnouncedRules, LiveSettings, settings_of
from siete.host.table.current import CurrentTable
from siete.host.table.people import seats
from siete.host.table.plans import CommandPlan, Signature, Wallets
from siete.host.turn import Turn
from siete.money import Cents
from siete.store.codec import event_to_bytes
from siete.store.floor_events import FLOOR_LOG, ChangeProposed
from siete.store.port import EventStore, NewEvents
from siete.store.records import TableRecord
from siete.table import commands as c
from siete.table.supervision import is_open_for_change

AGAIN_SECONDS = 1.0
"""How long after announced rules could have begun they are tried again."""


async def carried_out(
    signature: Signature, table: CurrentTable, store: EventStore, clock: Clock
) -> tuple[CommandPlan, NewEvents]:
    """What a signature brings about at its table, and its line in the floor's log; raises where it may not be given."""
    log = FloorLog(store, clock)
    state = await log.read_on()
    now = clock.stamp()
    signed = changes.sign(state, signature.number, signature.by, now, inventory=table.state.inventory)
    made = state.changes[signature.number].proposed
    if made.table != table.id or made.kind not in changes.AT_TABLE:
        raise SieteError("floor/no-such-change", f"There is no change {signature.number} of table {table.id}.")
    plan = (
        _announcing(made, signature, table, now) if made.kind == changes.RULES else _correcting(made, signature, table)
    )
    return plan, NewEvents(FLOOR_LOG, log.version, (event_to_bytes(signed),))


# --- rules ---------------------------------------------------------------------------------------------------------


def _announcing(made: ChangeProposed, signature: Signature, table: CurrentTable, now: str) -> CommandPlan:
    settings = table.settings
    assert isinstance(settings, LiveSettings), "the floor has live tables only"
    if settings.announced is not None:
        sentence = f"Change {settings.announced.change} is announced already. Wait until it is in force."
        raise SieteError("floor/already-announced", sentence, facts={"change": settings.announced.change})
    if made.subject != table.rules.rules_hash:
        sentence = "The table's rules have changed since this was proposed. Propose it again."
        raise SieteError("floor/rules-moved", sentence, facts={"change": made.number})
    announced = AnnouncedRules(
        change=made.number,
        rules=made.rules,
        submission=made.submission,
        by=made.by,
        second=signature.by,
        reason=made.reason,
        starts_at=stamp_of(moment_of(now) + timedelta(minutes=made.notice)),
    )
    return CommandPlan(record=replace(table.record, settings=replace(settings, announced=announced).to_text()))


def begin_announced(turn: Turn, table: CurrentTable, record: TableRecord | None) -> TableRecord | None:
    """Let announced rules begin if it is time and no wager lies on the layout; the table's record from then on.

    A turn that the new rules refuse is thrown away with them, and they begin with the next one.
    """
    told = table.announced
    if told is None or told.starts_at > turn.now or not is_open_for_change(turn.state):
        return record
    turn.do(c.ChangeRules(rules=told.rules, change=told.change, by=told.by, second=told.second, reason=told.reason))
    kept = record if record is not None else table.record
    settings = settings_of(kept)
    assert isinstance(settings, LiveSettings), "only live tables announce rules"
    return replace(kept, settings=replace(settings, submission=told.submission, announced=None).to_text())


def announced_in(table: CurrentTable, now: str) -> float | None:
    """Seconds until announced rules begin; None without any, and while a wager keeps them back."""
    told = table.announced
    if told is None:
        return None
    left = (moment_of(told.starts_at) - moment_of(now)).total_seconds()
    if left > 0:
        return left
    return AGAIN_SECONDS if is_open_for_change(table.state) else None


# --- corrections ---------------------------------------------------------------------------------------------------


def _correcting(made: ChangeProposed, signature: Signature, table: CurrentTable) -> CommandPlan:
    """Pay or take what a round should have come to; a player who has left gets it into the wallet."""
    kind: Callable[..., c.Command] = c.PayCorrection if made.amount > 0 else c.TakeCorrection
    command = kind(
        player=made.subject,
        amount=Cents(abs(made.amount)),
        round=made.round,
        change=made.number,
        by=made.by,
        second=signature.by,
        reason=made.reason,
    )

    def carry_out(turn: Turn, wallets: Wallets) -> None:
        is_here = made.subject in turn.state.racks
        turn.do(command)
        if not is_here:
            seats.leave(turn, made.subject, seats.Purse(table.wallet_of(made.subject), wallets[made.subject]))

    return CommandPlan(carry_out=carry_out, wallets=(made.subject,))
