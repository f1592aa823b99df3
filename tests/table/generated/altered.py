"""States beside those that are played: each with one fact changed, and what is due, done and refused there.

A busy table comes to few combinations of facts. Here every fact of a state, or of the rules, is exchanged for what it
was in another state or at another table, one at a time, and the table is asked the same again. What comes out need not
make sense where no table can come to such a state; but it may not change unnoticed.

`python -m tests.table.generated.altered "wa 2"` prints what was written down at one table.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache, partial
from random import Random
from typing import Any
from zlib import crc32

from siete.cards import Card
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.automatic import next_due
from siete.table.decide import decide, refusal
from siete.table.desk.payment import payment_of
from siete.table.desk.procedure import phase_of
from siete.table.due import Due, Refusal, Waiting
from siete.table.legal import Template, weighed
from siete.table.money.results import results_of
from siete.table.money.statement import statement_of
from siete.table.reasons import short_reason
from siete.table.state.table import TableState
from siete.table.stepping import StepTaken
from siete.table.wagers import registry
from tests.table.generated.busy_tables import BUSY, BusyTable, cited
from tests.table.generated.hands import of_hands, of_jackpots, random_round
from tests.table.generated.journal import refused, words
from tests.table.generated.mishaps import MISHAPS, ORDERS, REMEDIES
from tests.table.generated.random_play import PLAYERS, changed, random_nonsense

ROUNDS = 6
EACH = 6
"""Steps that are gone back to of each kind of command."""
ALTERED = 4
"""Altered states of each."""
TRIED = 3
"""Other commands that are tried in each."""
SEEN = 12
"""Values that are remembered of each fact."""

MADE = 60
"""Rounds that are put together by lot."""
LAYOUTS = 20
"""Other rules of which the layout is written down."""

Facts = dict[tuple[type, str], list[Any]]


class Observed(BusyTable):
    """A busy table of which states, and what they contained, are kept."""

    def __init__(self, rules: TableRules, seed: str) -> None:
        self.seen: Facts = {}
        self.steps: dict[type[c.Command], list[tuple[TableState, StepTaken]]] = {}
        self.rounds: list[tuple[TableState, list[e.Event]]] = []
        self._last = TableState()
        super().__init__(rules, seed)

    def _told(self, step: StepTaken) -> None:
        super()._told(step)
        self.steps.setdefault(type(step.ordered), []).append((self._last, step))
        if any(isinstance(event, e.RoundStarted) for event in step.events):
            self.rounds.append((self._last, []))
        if self.rounds:
            self.rounds[-1][1].extend(step.events)
        self._last = step.state
        for part, _ in parts(step.state):
            for name, kept in ((name, self.seen.setdefault((type(part), name), [])) for name in _names(type(part))):
                value = getattr(part, name)
                if len(kept) < SEEN and value not in kept:
                    kept.append(value)


_NAMES: dict[Any, tuple[str, ...]] = {}


def _names(kind: Any) -> tuple[str, ...]:
    """The fields of a class; none of one that is no dataclass."""
    if kind not in _NAMES:
        _NAMES[kind] = tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()
    return _NAMES[kind]


Put = Callable[[Any], TableState]


def parts(state: TableState) -> Iterator[tuple[Any, Put]]:
    """The state and every value inside it, each with how another is put into its place."""
    return _inside(state, lambda new: new)


def _inside(part: Any, put: Put) -> Iterator[tuple[Any, Put]]:
    yield part, put
    for name in _names(type(part)):
        value = getattr(part, name)
        if name in _LISTS:
            for at, each in enumerate(value):
                yield from _inside(each, _putting_at(part, name, at, put))
        elif _names(type(value)):
            yield from _inside(value, _putting(part, name, put))


_LISTS = ("boxes", "hands", "stakes", "bets", "awards", "calls")
"""Facts that are values with facts of their own, one beside the other."""


def _putting(part: Any, name: str, put: Put) -> Put:
    return lambda new: put(replace(part, **{name: new}))


def _putting_at(part: Any, name: str, at: int, put: Put) -> Put:
    values = getattr(part, name)
    return lambda new: put(replace(part, **{name: (*values[:at], new, *values[at + 1 :])}))


# --- one fact changed ------------------------------------------------------------------------------------------------


def altered(state: TableState, rules: TableRules, seen: Facts, rng: Random) -> tuple[str, TableState, TableRules]:
    """What was changed, and the state and the rules with it; more often a fact of the state."""
    if rng.random() < 0.3:
        name, value = rng.choice(_rule_facts())
        return f"{name} {told(value)}", state, replace(rules, **{name: value})
    facts = [(part, put, name) for part, put in parts(state) for name in _names(type(part))]
    for part, put, name in rng.sample(facts, len(facts)):
        if name in _KEPT:
            continue
        values = [value for value in seen.get((type(part), name), ()) if value != getattr(part, name)]
        if values:
            value = rng.choice(values)
            return f"{type(part).__name__} {name} {told(value)}", put(replace(part, **{name: value})), rules
    raise AssertionError("every table has changed in some way")


_KEPT = ("shoe", "rules_hash", "number")
"""What is left as it is: cards that no two tables share, and names."""


_NO_VALUES = ("rule_set", "clauses", "steps", "origins", "checklist")
"""Where the values of the rules come from."""


@cache
def _rule_facts() -> list[tuple[str, Any]]:
    """Every value that a parameter has at some busy table, and every other member of its enum."""
    every = [table_rules(name.split()[0], choices) for name, choices in BUSY.items()]
    found: list[tuple[str, Any]] = []
    for name in (
        each for each in _names(TableRules) if each not in ("rule_set", "clauses", "steps", "origins", "checklist")
    ):
        values = [getattr(rules, name) for rules in every]
        kind = type(values[0])
        values += [*kind] if issubclass(kind, Enum) else [False, True] if kind is bool else []
        found += [(name, each) for at, each in enumerate(values) if each is not None and each not in values[:at]]
    return found


# --- what is written down --------------------------------------------------------------------------------------------


def told(value: Any) -> str:
    """A value, and the same in every process; of many cards a checksum."""
    if isinstance(value, frozenset):
        return f"{{{' '.join(sorted(map(told, value)))}}}"
    if isinstance(value, tuple | list):
        inside = " ".join(map(told, value))
        return f"({inside})" if len(value) < MANY else f"({len(value)}: {crc32(inside.encode()):x})"
    return _card(value) if type(value) is Card else _of_fields(value) if _names(type(value)) else words(value)


MANY = 12
_card = cache(words)


def _of_fields(value: Any) -> str:
    return f"{type(value).__name__}({' '.join([told(getattr(value, name)) for name in _names(type(value))])})"


def _or_error(work: Callable[[], str]) -> str:
    """What comes out; in a state that no table comes to that may be an error, of which the kind is told."""
    try:
        return work()
    except Refusal as why:
        return refused(why)
    except Exception as error:  # whatever it is, it is the same every time
        return type(error).__name__


def _asked(state: TableState, rules: TableRules, step: StepTaken, rng: Random) -> Iterator[str]:
    yield f"> {_or_error(lambda: told(next_due(state, rules)))}"
    yield f"  {_or_error(lambda: '; '.join(_carried_out(state, rules, step.ordered)))}"
    yield f"  {_or_error(lambda: told(_after(state, step)))}"
    yield f"  {_or_error(lambda: told(phase_of(state)))}"
    if isinstance(step.ordered, c.HouseCommand):
        ordered = step.ordered
        yield f"  {_or_error(lambda: told(payment_of(state, rules, step.meters, ordered)))}"
    for command in _others(state, rules, rng):
        yield f"  {told(command)}: {_or_error(partial(_tried, state, rules, command))}"
    yield from _or_error(lambda: "\n".join(_weighed(state, rules, rng))).splitlines()


def _tried(state: TableState, rules: TableRules, command: c.Command) -> str:
    return told(refusal(state, rules, command))


def _carried_out(state: TableState, rules: TableRules, command: c.Command) -> Iterator[str]:
    return map(told, decide(state, rules, command))


def _after(state: TableState, step: StepTaken) -> list[tuple[str, Any]]:
    """What the events of the step change in this state."""
    after = state
    for event in step.events:
        after = apply(after, event)
    pairs = ((name, getattr(after, name)) for name in _names(TableState) if name not in _KEPT)
    return [(name, value) for name, value in pairs if value is not getattr(state, name)]


def _others(state: TableState, rules: TableRules, rng: Random) -> Iterator[c.Command]:
    yield from rng.sample((*MISHAPS, *ORDERS, *REMEDIES), TRIED)
    try:
        due = next_due(state, rules)
    except Exception:  # told above
        due = None
    yield random_nonsense(rng, due if isinstance(due, Waiting) and due.asks else None)


def _weighed(state: TableState, rules: TableRules, rng: Random) -> Iterator[str]:
    due = next_due(state, rules)
    asks = due.asks if isinstance(due, Waiting) else ()
    player = rng.choice([each.player for each in asks] or PLAYERS)
    ask = next((each for each in asks if each.player == player), None)
    for template, why in weighed(state, rules, player):
        yield f"  {told(template)} {'may' if why is None else refused(why)}"
        if why is not None and ask is not None and state.round is not None:
            yield f"    {short_reason(state, rules, ask, why, template.command)}"
        for amount in _edges(template):
            yield f"    {amount} {_tried(state, rules, _of(template.command, amount))}"


def _edges(template: Template) -> list[int]:
    """The limits of an amount, and what lies beyond them."""
    least, most = template.least, template.most
    return sorted({least - 1, least, most, most + 1}) if template.step else []


def _of(command: c.PlayerCommand, amount: int) -> c.Command:
    """The command for so many cents; of a cut, at such a depth."""
    name = "at" if isinstance(command, c.CutCards) else "amount"
    made: c.Command = changed(command, **{name: Cents(amount)})
    return made


def _layout(rules: TableRules) -> Iterator[str]:
    """What a layout and its signs show of the side wagers."""
    told_of: list[Callable[[TableRules], object]] = [registry.spots, registry.required, registry.meter_titles]
    told_of.append(registry.meters)
    for side in registry.side_wagers():
        told_of.append(side.panels)
        if side.wheel is not None:
            told_of.append(side.wheel.shown)
    for each in told_of:
        yield f"  {_or_error(partial(_all_of, each, rules))}"
    for wager in registry.offered(rules):
        limits = [registry.limits(wager, rules, Cents(base)) for base in (500, 7_500)]
        yield f"  {wager} {limits} {told(registry.of(wager).lines(wager, rules))}"


def _all_of(asked: Callable[[TableRules], object], rules: TableRules) -> str:
    found = asked(rules)
    return told(tuple(found) if isinstance(found, Iterator) else found)


def _layouts(rules: TableRules, rng: Random) -> Iterator[str]:
    """Those of the table, and of tables with another value of one parameter."""
    yield from _layout(rules)
    for name, value in rng.sample(_rule_facts(), LAYOUTS):
        yield f"layout: {name} {told(value)}"
        yield _or_error(partial(_lines_of, _layout(replace(rules, **{name: value}))))


def _lines_of(lines: Iterator[str]) -> str:
    return "\n".join(lines)


def _accounts(before: TableState, events: list[e.Event], rng: Random) -> Iterator[str]:
    """What a round came to, had one event not happened."""
    at, player = rng.randrange(len(events)), rng.choice(PLAYERS)
    others = [*events[:at], *events[at + 1 :]]
    yield f"without {told(events[at])}"
    yield f"  {_or_error(lambda: told(results_of(others)))}"
    yield f"  {player} {_or_error(lambda: told(statement_of(before, others, player)))}"


def _rounds(rules: TableRules, rng: Random) -> Iterator[str]:
    """Rounds put together by lot."""
    for _ in range(MADE):
        state = random_round(rng, rules)
        yield f"= {told(state.round)}"
        yield f"  {_or_error(partial(_all, of_hands(state, rules)))}"
        yield f"  {_or_error(partial(_all, of_jackpots(rng, rules)))}"
        yield f"  {_or_error(partial(_lines_of, _next(state, rules)))}"
        yield _or_error(partial(_lines_of, _weighed(state, rules, rng)))


def _all(values: Iterator[Any]) -> str:
    return told(tuple(values))


def _next(state: TableState, rules: TableRules) -> Iterator[str]:
    """What is due, and what it brings about."""
    due = next_due(state, rules)
    yield told(due)
    if isinstance(due, Due):
        yield from _carried_out(state, rules, due.command)


def beside(name: str) -> Iterator[str]:
    """The states beside those of one busy table, word for word."""
    rules, rng = cited(table_rules(name.split()[0], BUSY[name])), Random(f"altered {name}")
    table = Observed(rules, f"altered {name}")
    for _ in range(ROUNDS):
        table.play_round()
    yield from _layouts(rules, rng)
    yield from _rounds(rules, rng)
    for before, events in table.rounds:
        for _ in range(ALTERED):
            yield from _accounts(before, events, rng)
    for kind, steps in table.steps.items():
        for state, step in rng.sample(steps, min(EACH, len(steps))):
            for _ in range(ALTERED):
                changed, other, others = altered(state, rules, table.seen, rng)
                yield f"{kind.__name__}: {changed}"
                yield from _asked(other, others, step, rng)


if __name__ == "__main__":
    print(*beside(sys.argv[1]), sep="\n")
