"""A whole table as text: what people and the outside did, step by step, from closed to closed.

The house steps automatically, its floorperson signing, until the next line is allowed, then carries it out. So only
what the rules do not settle has to be written: people's commands, orders of cards, where a wheel stops. A step of the
house is written where something happens right after it that might also have happened before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from siete.errors import SieteError
from siete.money import Cents, dollars
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.decide import refusal
from siete.table.due import Approval, Due
from siete.table.money import table_meters
from siete.table.money.table_meters import Meters
from siete.table.notation.model import LOOK, WrittenTable
from siete.table.notation.steps import ReadyCards, step_from_text
from siete.table.state.table import TableState
from siete.table.stepping import StepTaken, drive, taken
from siete.table.view import PUBLIC, Role, event_view


class TableRun:
    """A table played from its written steps."""

    def __init__(self, rules: TableRules) -> None:
        self.rules = rules
        self.state = TableState()
        self.events: list[e.Event] = []
        self.steps: list[StepTaken] = []
        self.looked_at = 0
        """How many events had happened when somebody began to look."""
        self._meters: Meters = table_meters.meters_of(rules)
        self._take(e.TableOpened(rules_hash=rules.rules_hash, rules=rules.canonical_json))

    def _take(self, event: e.Event) -> None:
        self.state = apply(self.state, event)
        self.events.append(event)

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        """Carry a command out, with what the meters say to it."""
        return self._keep(taken(self.state, self.rules, self._meters, command)).events

    def _keep(self, step: StepTaken) -> StepTaken:
        self.state, self._meters = step.state, step.meters
        self.steps.append(step)
        self.events += step.events
        return step

    def follow(self, line: str) -> None:
        """Let the house go on until what the line tells is allowed, and do it."""
        if line == LOOK:
            self.looked_at = len(self.events)
            return
        written = step_from_text(line)
        begun = written.command(self.state, self.rules)
        if isinstance(begun, ReadyCards):
            self._take(e.CardsReady(cards=begun.cards))
            return

        def choice(state: TableState, due: Due | Approval) -> c.Command | None:
            is_refused = refusal(state, self.rules, written.command(state, self.rules)) is not None
            return due.command if is_refused else None

        for step in drive(self.state, self.rules, self._meters, choice):
            self._keep(step)
        command = written.command(self.state, self.rules)
        why = refusal(self.state, self.rules, command)
        if why is not None:
            raise why
        self.do(command)

    @property
    def commands(self) -> list[c.Command]:
        """What was carried out."""
        return [step.command for step in self.steps]

    def seen(self, role: Role) -> tuple[str, ...]:
        """What somebody has seen happen since the look began, each on one line."""
        views = (event_view(event, role) for event in self.events[self.looked_at :])
        return tuple(_line(view) for view in views if view is not None)

    def only_house(self) -> tuple[str, ...]:
        """What only the house has seen."""
        hidden = (each for each in self.events[self.looked_at :] if event_view(each, PUBLIC) is None)
        views = (event_view(event, Role(place=_DEALER)) for event in hidden)
        return tuple(_line(view) for view in views if view is not None)


def played(written: WrittenTable, rules: TableRules) -> tuple[TableRun, str]:
    """The table after its steps, and why it stopped: the line and the refusal, or nothing when all were taken."""
    run = TableRun(rules)
    for number, line in enumerate(written.steps, start=1):
        try:
            run.follow(line)
        except SieteError as error:
            return run, f"step {number} ({line[:60]}): {error}"
    return run, ""


def partings(written: WrittenTable, rules: TableRules) -> Iterator[str]:
    """Where page and engine part."""
    run, stopped = played(written, rules)
    if stopped:
        yield stopped
        return
    if written.seen is not None:
        yield from _different("seen", written.seen, run.seen(PUBLIC))
        yield from _different("house", written.house, run.only_house())
    if written.chips is not None and dict(written.chips) != dict(run.state.racks):
        yield f"chips: written {_chips(written.chips)}, the engine has {_chips(run.state.racks)}"


def _different(what: str, written: tuple[str, ...], ours: tuple[str, ...]) -> Iterator[str]:
    for place in range(max(len(written), len(ours))):
        page, engine = (each[place] if place < len(each) else "nothing" for each in (written, ours))
        if page != engine:
            yield f"{what} {place + 1}: written {page}, the engine {engine}"
            return


def _chips(racks: Mapping[str, Cents]) -> str:
    return ", ".join(f"{player} {dollars(chips)}" for player, chips in racks.items()) or "none"


def told_by(run: TableRun, steps: Iterable[str]) -> WrittenTable:
    """The table with what the engine made of its steps."""
    return WrittenTable(steps=tuple(steps), seen=run.seen(PUBLIC), house=run.only_house(), chips=dict(run.state.racks))


# --- events in words ---------------------------------------------------------------------------------------------


_DEALER = next(place for place in type(PUBLIC.place) if place.value == "dealer")
_MONEY = ("amount", "worth", "before")
_LONG = ("rules", "rules_hash", "columns")
_USUAL: dict[str, tuple[object, ...]] = {"is_face_up": (True,), "closes": (True,)}
"""What goes without saying where it is not emptiness."""


def _line(view: Plain) -> str:
    """An event on one line: `CardDealt box=1 card=7s [MD-7.E.1]`; what is empty, and long texts, are left out."""
    facts = [
        f"{name}={_fact(name, value)}"
        for name, value in view.items()
        if name not in ("event", "clause", *_LONG) and value not in _USUAL.get(name, (0, "", [], None, False))
    ]
    clause = [f"[{view['clause']}]"] if view["clause"] else []
    return " ".join([str(view["event"]), *facts, *clause])


def _fact(name: str, value: object) -> str:
    if name in _MONEY and isinstance(value, int):
        return dollars(Cents(value))
    if isinstance(value, list):
        return ",".join(":".join(map(str, each)) if isinstance(each, list) else str(each) for each in value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
