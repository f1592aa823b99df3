"""What is due on the floor by the documents: card changes, reader inspections, signs; and the house's own duties.

What a table's events tell (when its cards came, when its reader was inspected) is read from the table; what only people
know (meters reconciled, signs looked at) is read from the floor's log.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from siete.host.floor.gaming_day import GamingDay, day_at, moment_of, stamp_of
from siete.host.floor.state import FloorState
from siete.rules.options import HoleCardProcedure
from siete.rules.ruleset import rule_set
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table.money.table_meters import meters_of
from siete.table.state.table import TableState

CARDS, READER, METERS, SIGNS = "cards", "reader", "meters", "signs"
SOON = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """Something that is to be done at a table by a time."""

    duty: str
    table: str
    words: str
    due_at: str
    clause: str
    is_house_rule: bool
    done_at: str = ""
    done_by: str = ""

    def status(self, now: str) -> str:
        """`late`, `soon`, `due` later, or `done`."""
        if self.done_at and self.done_at >= self.due_at:
            return "done"
        if self.due_at <= now:
            return "late"
        return "soon" if moment_of(self.due_at) - moment_of(now) <= SOON else "due"


def duties_of(table: str, state: TableState, rules: TableRules, floor: FloorState, now: str) -> Iterator[Duty]:
    """What is due at a table."""
    opening = state.opening
    if opening is None or opening.is_closed:
        return
    yield from _cards(table, state, rules)
    yield from _reader(table, state, rules, now)
    today = day_at(now, rules.gaming_day_start)
    if meters_of(rules):
        yield _daily(METERS, table, "Reconcile the meters", "", floor, today)
    signs = [clause for clauses in rule_set(rules.rule_set).signs.values() for clause in clauses]
    yield _daily(SIGNS, table, "Check that the signs are posted", signs[0] if signs else "", floor, today)


def _cards(table: str, state: TableState, rules: TableRules) -> Iterator[Duty]:
    opening = state.opening
    if opening is None or opening.cards_at is None:
        return
    at = _minute(opening.cards_at) + timedelta(hours=rules.card_change_interval_h)
    clause = rules.clause("card_change_interval_h")
    yield Duty(
        duty=CARDS,
        table=table,
        words=f"Change the decks ({rules.card_change_interval_h} hours)",
        due_at=stamp_of(at),
        clause=clause,
        is_house_rule=clause.startswith("decision"),
    )


def _reader(table: str, state: TableState, rules: TableRules, now: str) -> Iterator[Duty]:
    clause = rules.clause_of(Step.INSPECT_READER)
    opening = state.opening
    if not clause or rules.hole_card_procedure is not HoleCardProcedure.HOLE_READER or opening is None:
        return
    today = day_at(now, rules.gaming_day_start)
    done = stamp_of(_minute(opening.reader_at)) if opening.reader_at is not None else ""
    due = today.end if done >= today.first else today.first
    words = "Inspect the card reader"
    yield Duty(duty=READER, table=table, words=words, due_at=due, clause=clause, is_house_rule=False)


def _daily(duty: str, table: str, words: str, clause: str, floor: FloorState, today: GamingDay) -> Duty:
    """A duty of every gaming day, to be done before the day ends."""
    done = floor.duties.get((duty, table))
    is_done = done is not None and done.at >= today.first
    return Duty(
        duty=duty,
        table=table,
        words=words,
        due_at=stamp_of(today.ends + timedelta(days=1)) if is_done else today.end,
        clause=clause,
        is_house_rule=not clause or clause.startswith("decision"),
        done_at=done.at if done is not None else "",
        done_by=done.by if done is not None else "",
    )


def _minute(minute: int) -> datetime:
    """The engine's minutes as a moment."""
    return datetime.fromtimestamp(minute * 60, UTC)
