"""Scripts of the school: a table step by step in a dealer's words, from a golden file or dealt by a seed.

A step knows the table before it, so that it can be shown, asked for, or done at the desk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from siete.book.sources import golden_texts
from siete.rules.table_rules import TableRules
from siete.school.lessons import Lesson
from siete.table import commands as c
from siete.table import events as e
from siete.table.desk.reports import reported
from siete.table.money.table_meters import Meters, meters_of
from siete.table.notation.reader import document_from_text
from siete.table.notation.replay import ReplayTable, replayed
from siete.table.notation.table import played
from siete.table.state.table import TableState
from siete.table.stepping import SYSTEM, StepTaken
from siete.table.words import name_in_words, step_in_words

LONG = 72
"""Steps of rounds that a lesson shows whole; of longer ones it shows what it teaches."""
BEFORE, BEHIND = 2, 4
"""Steps around what a lesson teaches that are shown with it."""
_HOSTS = (*SYSTEM, c.TellTime, c.StoreBatch)
"""Steps that no dealer makes by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemonstrationStep:
    """One step: who does what, by which clause, and the table before it."""

    words: str
    clause: str
    is_dealers: bool
    command: c.Command
    before: TableState
    meters: Meters
    rules: TableRules
    paid_by: frozenset[str] = frozenset()
    """The clauses by which it pays somebody."""

    @property
    def is_report(self) -> bool:
        """Whether it is an irregularity that the dealer has to report."""
        return isinstance(self.command, c.Report)

    @property
    def is_asked(self) -> bool:
        """Whether it is the dealer who does it: a motion or a report."""
        return self.is_dealers or self.is_report


Script = tuple[DemonstrationStep, ...]


@lru_cache(maxsize=400)
def demonstration(name: str) -> Script:
    """The steps of a golden file, all its rounds in a row."""
    document = document_from_text(golden_texts()[name])
    rules = document.rules
    found: list[DemonstrationStep] = []
    for written in document.rounds:
        found += script_of(replayed(written, rules).steps, rules, ReplayTable(written, rules).state)
    if document.table is not None:
        run, stopped = played(document.table, rules)
        assert not stopped, f"{name}: {stopped}"
        found += script_of(run.steps, rules, TableState())
    return tuple(found)


def script_of(steps: Iterable[StepTaken], rules: TableRules, before: TableState) -> Iterator[DemonstrationStep]:
    """Steps that were taken, as a script; time that passes and the house's own system are no steps of it."""
    meters: Meters = meters_of(rules)
    for step in steps:
        if not isinstance(step.command, _HOSTS):
            yield DemonstrationStep(
                words=_words(step.command),
                clause=step.clause,
                is_dealers=isinstance(step.command, c.HouseCommand),
                command=step.ordered,
                before=before,
                meters=meters,
                rules=rules,
                paid_by=frozenset(event.clause for event in step.events if isinstance(event, e.WagerPaid)),
            )
        before, meters = step.state, step.meters


def _words(command: c.Command) -> str:
    if isinstance(command, c.HouseCommand | c.FloorCommand):
        return step_in_words(command)
    report = reported(command)
    if report is not None:
        return f"report “{report.words}”"
    box = getattr(command, "box", 0)
    return f"{name_in_words(type(command))}{f' at box {box}' if box else ''}"


def excerpt(lesson: Lesson, name: str) -> tuple[int, ...]:
    """The places of a script that a lesson is about: its rounds where they are short, else what its clauses order."""
    steps = demonstration(name)
    taught = set(lesson.clauses)
    about = [place for place, step in enumerate(steps) if step.clause in taught or step.is_report]
    shown = {place + by for place in about for by in range(-BEFORE, BEHIND + 1)}
    begins = next((place for place, step in enumerate(steps) if isinstance(step.command, c.StartRound)), 0)
    if not about or (len(steps) - begins <= LONG and about[-1] >= begins):
        shown = {place for place in shown if place < begins and steps[place].clause in taught}
        shown |= set(range(begins, len(steps)))
    found = tuple(sorted(place for place in shown if 0 <= place < len(steps)))
    return found if len(found) <= LONG else _shortened(lesson, steps, found)


def _shortened(lesson: Lesson, steps: Script, found: tuple[int, ...]) -> tuple[int, ...]:
    """Where a lesson's clauses order nearly everything: what its drills name, else how it begins."""
    named = [word for drill in lesson.drills for word in drill.partition(":")[2].split("|") if " " in word]
    about = [place for place in found if any(word in steps[place].words for word in named)]
    near = {place + by for place in about for by in range(-BEFORE, BEHIND + 1)}
    return tuple(place for place in found if place in near) or found[: LONG // 2]
