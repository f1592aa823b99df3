"""The rounds of a table's log: each with the state before it and its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from siete.cards import Card
from siete.errors import ParseError
from siete.rules.ruleset import rule_set
from siete.rules.table_rules import TableRules
from siete.table import events as e
from siete.table.apply import apply
from siete.table.apply.faults import HANDLERS as FAULTS
from siete.table.money.results import results_of
from siete.table.money.table_meters import meter_rates
from siete.table.notation.model import MeterReading, WrittenRound
from siete.table.notation.record import recorded
from siete.table.state.table import TableState
from siete.table.supervision import rules_from
from siete.table.wagers import registry


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedRound:
    """One round of a log."""

    number: int
    rules: TableRules
    before: TableState
    events: tuple[e.Event, ...]

    @property
    def irregularities(self) -> tuple[str, ...]:
        """What went wrong in it, by the names of the events; such a round has steps, but no notation.

        A reader that failed before and was not mended is the round's irregularity too: it is dealt without one.
        """
        lasting = [e.ReaderFailed.__name__] if self.before.is_reader_down else []
        return tuple(dict.fromkeys([*lasting, *(type(each).__name__ for each in self.events if type(each) in FAULTS)]))

    @property
    def is_over(self) -> bool:
        """Whether the log has its end."""
        return isinstance(self.events[-1], e.RoundEnded)

    @property
    def after(self) -> TableState:
        """The table after the round's last event."""
        state = self.before
        for event in self.events:
            state = apply(state, event)
        return state

    @property
    def rack(self) -> tuple[Card, ...]:
        """The cards that the round put into the discard rack, in order."""
        return self.after.discards[len(self.before.discards) :]

    @property
    def written(self) -> WrittenRound:
        """The round in notation."""
        made = recorded(self.before, self.events, self.rules, results=results_of(self.events))
        return replace(made, meters=dict(self._readings()))

    def _readings(self) -> Iterator[tuple[str, MeterReading]]:
        """What a meter that paid must have shown before the round; a table's log knows no other meters."""
        seen: set[str] = set()
        for event in self.events:
            if isinstance(event, e.AwardPaid) and event.meter not in seen and event.meter:
                seen.add(event.meter)
                wager = registry.wager_of_meter(event.meter)
                placed = [
                    each.amount for each in self.events if isinstance(each, e.WagerPlaced) and each.wager is wager
                ]
                added = sum(placed) * meter_rates(event.meter, self.rules)[0]
                yield event.meter, MeterReading(shows=Fraction(event.before - added) / 100)


def rules_in(opened: e.TableOpened) -> TableRules:
    """The rules that a table opened with, and the clauses of their rule set."""
    rules = TableRules.from_json(opened.rules)
    return replace(rules, steps=rule_set(rules.rule_set).steps)


def rounds_of(events: Iterable[e.Event]) -> Iterator[LoggedRound]:
    """The rounds of a log in order; what lies between them is folded into the state before the next."""
    state, rules = TableState(), None
    before, kept = state, list[e.Event]()
    for event in events:
        if isinstance(event, e.TableOpened):
            rules = rules_in(event)
        elif isinstance(event, e.RulesChanged) and rules is not None:
            rules = rules_from(rules, event.rules)
        if isinstance(event, e.RoundStarted):
            before, kept = state, []
        is_within = isinstance(event, e.RoundStarted) or state.round is not None
        state = apply(state, event)
        if is_within:
            kept.append(event)
        if isinstance(event, e.RoundEnded) and kept:
            yield _round(rules, before, kept)
            kept = []
    if kept:
        yield _round(rules, before, kept)


def _round(rules: TableRules | None, before: TableState, events: list[e.Event]) -> LoggedRound:
    if rules is None:
        raise ParseError(
            "log/no-rules", "The log does not begin with the opening of a table, so its rules are unknown."
        )
    start = events[0]
    assert isinstance(start, e.RoundStarted), "a round's events begin with its start"
    return LoggedRound(number=start.number, rules=rules, before=before, events=tuple(events))
