"""Demonstrations: golden rounds and tables, step by step in a dealer's words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from siete.book.sources import golden_texts
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.notation.reader import document_from_text
from siete.table.notation.replay import replayed
from siete.table.notation.table import played
from siete.table.state.table import TableState
from siete.table.stepping import StepTaken
from siete.table.words import name_in_words, step_in_words


@dataclass(frozen=True, slots=True, kw_only=True)
class DemonstrationStep:
    """One step: who does what, by which clause, and the table before it."""

    words: str
    clause: str
    is_dealers: bool
    before: TableState
    rules: TableRules


@cache
def demonstration(name: str) -> tuple[DemonstrationStep, ...]:
    """The steps of a golden file, all its rounds in a row."""
    document = document_from_text(golden_texts()[name])
    found: list[DemonstrationStep] = []
    for written in document.rounds:
        found += _told(replayed(written, document.rules).steps, document.rules)
    if document.table is not None:
        run, stopped = played(document.table, document.rules)
        assert not stopped, f"{name}: {stopped}"
        found += _told(run.steps, document.rules)
    return tuple(found)


def _told(steps: tuple[StepTaken, ...] | list[StepTaken], rules: TableRules) -> Iterator[DemonstrationStep]:
    before = TableState()
    for step in steps:
        is_dealers = isinstance(step.command, c.HouseCommand)
        yield DemonstrationStep(
            words=_words(step.command), clause=step.clause, is_dealers=is_dealers, before=before, rules=rules
        )
        before = step.state


def _words(command: c.Command) -> str:
    if isinstance(command, c.HouseCommand | c.FloorCommand):
        return step_in_words(command)
    box = getattr(command, "box", 0)
    return f"{name_in_words(type(command))}{f' at box {box}' if box else ''}"
