"""`siete school`: the dealers' course of a rule set, lesson by lesson."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

import typer

from siete.cli import output
from siete.cli.options import Json, Rules, rules_from

if TYPE_CHECKING:
    from siete.school.lessons import Course
    from siete.school.record import Record

EPILOG = "Example: siete school md insurance --questions 5"


def command(
    rules: Rules,
    lesson: Annotated[str, typer.Argument(metavar="LESSON", help="The lesson; without one, all are listed.")] = "",
    questions: Annotated[
        int, typer.Option("--questions", metavar="N", min=1, max=200, help="Questions of the test.")
    ] = 10,
    exam: Annotated[bool, typer.Option("--exam", help="No word until the end, and nothing is taught before.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Show the demonstrations before the test.")] = False,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="Ask the same questions again.")] = "",
    record: Annotated[
        Path | None,
        typer.Option(
            "--record", metavar="FILE", help="The pupil's answers. Default: ~/.local/share/siete/school.jsonl."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Learn to deal: why, the clauses, a demonstration, and a test; what was missed comes back later.

    To deal whole rounds step by step, use siete play RULES --dealer.
    """
    from datetime import UTC, datetime
    from random import Random

    from siete.cli.terminal.lesson import LessonRun
    from siete.cli.terminal.prompt import Talk
    from siete.school.lessons import course
    from siete.school.paper import paper
    from siete.school.record import Record
    from siete.server.data_directory import default_directory

    made = rules_from(rules, None, None)
    known, kept = course(made.rule_set), Record.read(record or default_directory() / "school.jsonl")
    if not lesson:
        _list(known, kept, json=json)
        return
    chosen = known.lesson(lesson)

    def now() -> datetime:
        return datetime.now(UTC)

    talk = Talk(width=get_terminal_size().columns if sys.stdout.isatty() else 0)
    run = LessonRun(chosen, made, talk, kept, now)
    if not exam:
        run.teach()
    if show:
        run.show()
    asked = paper(chosen, made, Random(seed or None), questions, kept.due(made.rule_set, chosen.id, now()))
    score = run.test(asked, is_exam=exam)
    if not score.is_passed:
        raise typer.Exit(1)


def _list(known: Course, kept: Record, *, json: bool) -> None:
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
