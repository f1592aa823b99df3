"""`siete school`: the dealers' course of a rule set: lessons, the desk, drills and the exam."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

import typer

from siete.cli import output
from siete.cli.options import Json, RecordFile, Rules, rules_from

if TYPE_CHECKING:
    from siete.cli.terminal.lesson import Classroom
    from siete.rules.table_rules import TableRules
    from siete.school.lessons import Course, Lesson
    from siete.school.record import PupilRecord

EPILOG = "Example: siete school md insurance --questions 5"


def command(
    rules: Rules,
    lesson: Annotated[str, typer.Argument(metavar="LESSON", help="The lesson; without one, all are listed.")] = "",
    questions: Annotated[
        int, typer.Option("--questions", metavar="N", min=1, max=200, help="Questions of the test.")
    ] = 10,
    exam: Annotated[
        bool,
        typer.Option("--exam", help="No word until the end. Without a lesson: the exam of the course, 40 tasks."),
    ] = False,
    drill: Annotated[
        str,
        typer.Option(
            "--drill", metavar="NAME", help="payouts, totals, settlement, next-step, comparison or floor, by the clock."
        ),
    ] = "",
    deal: Annotated[
        bool, typer.Option("--deal", help="Deal the lesson's demonstration yourself, step by step.")
    ] = False,
    show: Annotated[
        bool, typer.Option("--show", help="Show every demonstration before the test, not only the first.")
    ] = False,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="Ask the same questions again.")] = "",
    record: RecordFile = None,
    json: Json = False,
) -> None:
    """Learn to deal: why, the clauses, a demonstration, and a test; what was missed comes back later.

    To deal whole rounds step by step, use siete play RULES --dealer; both keep their answers in the same record.
    """
    from random import Random

    from siete.cli.pupil_records import pupil_record
    from siete.cli.terminal.lesson import Classroom
    from siete.cli.terminal.prompt import Talk
    from siete.school.lessons import course
    from siete.school.paper import paper

    made = rules_from(rules, None, None)
    known, kept = course(made.rule_set), pupil_record(record)
    talk = Talk(width=get_terminal_size().columns if sys.stdout.isatty() else 0)
    room = Classroom(made, talk, kept, _now)
    if drill:
        is_passed = _drill(room, known, made, drill, seed)
    elif lesson:
        chosen = known.lesson(lesson)
        if not exam:
            room.teach(chosen)
        if show or not (exam or deal):
            room.show(chosen, chosen.demonstrations[: None if show else 1])
        due = kept.due(made.rule_set, chosen.id, _now())
        asked = paper(chosen, made, Random(seed or None), questions, due)
        is_passed = _deal(room, chosen) if deal else room.test(asked, is_exam=exam).is_passed
    elif exam:
        is_passed = _exam(room, known, made, seed)
    else:
        _list(known, kept, json=json)
        return
    if not is_passed:
        raise typer.Exit(1)


def _now() -> datetime:
    return datetime.now(UTC)


def _drill(room: Classroom, known: Course, made: TableRules, name: str, seed: str) -> bool:
    from itertools import islice
    from random import Random

    from siete.school.drills.catalogue import drill_of, drilled

    chosen = drill_of(name)
    return room.drill(chosen, islice(drilled(chosen, known, made, Random(seed or None)), chosen.questions))


def _exam(room: Classroom, known: Course, made: TableRules, seed: str) -> bool:
    from secrets import token_hex

    from siete.school.exam import exam

    return room.exam(exam(known, made, seed or token_hex(8)))


def _deal(room: Classroom, chosen: Lesson) -> bool:
    from siete.school.demonstrations import demonstration
    from siete.school.desk_steps import asked_places

    name = chosen.demonstrations[0]
    return room.deal(chosen, [demonstration(name)[place] for place in asked_places(chosen, name)])


def _list(known: Course, kept: PupilRecord, *, json: bool) -> None:
    rows = [(each, *kept.right_of(known.rule_set, each.id)) for each in known.lessons]
    if json:
        keys = ("lesson", "title", "clauses", "right", "answers")
        output.as_json(
            [dict(zip(keys, (each.id, each.title, each.clauses, *counted), strict=True)) for each, *counted in rows]
        )
        return
    shown = [
        (each.id, each.title, str(len(each.clauses)), f"{right} of {answers}" if answers else "")
        for each, right, answers in rows
    ]
    output.table(("lesson", "title", "clauses", "right so far"), shown)
