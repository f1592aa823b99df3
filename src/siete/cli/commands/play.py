"""`siete play`: a table in the terminal, to play at or to deal."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated

import typer

from siete.cli.charts import StrategyFile, strategy_for
from siete.cli.options import Choices, Decks, RecordFile, Rules, Start, rules_from

EPILOG = "Example: siete play md --seed 7 --quick"


def command(
    rules: Rules,
    seed: Annotated[
        str, typer.Option("--seed", metavar="S", help="Shuffle from this seed, so that the game can be repeated.")
    ] = "",
    chips: Annotated[
        int, typer.Option("--chips", metavar="$", help="Dollars in play chips.", min=1, max=1_000_000)
    ] = 500,
    quick: Annotated[
        bool, typer.Option("--quick", help="Sit down at once: the house opens, shuffles and cuts without asking.")
    ] = False,
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Write every event to FILE, for siete replay.")
    ] = None,
    dealer: Annotated[
        bool,
        typer.Option(
            "--dealer", help="Deal yourself: type each step. A wrong one is refused with the clause it breaks."
        ),
    ] = False,
    start: Annotated[
        Start, typer.Option("--from", help="Where the dealer begins; the house does the steps before.")
    ] = Start.OPENING,
    boxes: Annotated[int, typer.Option("--boxes", metavar="N", min=1, max=7, help="Players you deal to.")] = 2,
    record: RecordFile = None,
    strategy: StrategyFile = None,
    decks: Decks = None,
    choices: Choices = None,
) -> None:
    """Play at a table, or deal. Type ? to read the clause behind a question.

    The table opens by its procedure, you may look at the cards and cut, and the shoe is dealt to its cover card. With
    --dealer you deal to players who play by the chart, from the opening or --from round; the lesson ends with a score.
    """
    from siete.cli.event_logs import logged
    from siete.cli.terminal.layout import Pen
    from siete.cli.terminal.prompt import Talk
    from siete.host.chance.shuffling import Chance

    made = rules_from(rules, decks, choices)
    _edit_lines()
    talk, pen = Talk(width=get_terminal_size().columns if sys.stdout.isatty() else 0), Pen(has_color=_has_color())
    chance = Chance(seed or None)
    if dealer:
        from siete.cli.pupil_records import pupil_record, step_keeper
        from siete.cli.terminal.school import School

        plays = strategy_for(made, strategy)
        with logged(log) as write:
            is_kept = record is not None or sys.stdin.isatty()
            keep = step_keeper(made, pupil_record(record)) if is_kept else None
            School(made, chance, plays, talk=talk, pen=pen, start=start, boxes=boxes, ended=write, keep=keep).run()
        return
    from siete.cli.terminal.player import Terminal

    clock = None if seed else minutes
    with logged(log) as write:
        Terminal(made, chance, chips, talk=talk, pen=pen, is_quick=quick, clock=clock, ended=write).run()


def minutes() -> int:
    """Minutes since midnight by the wall clock."""
    from datetime import datetime

    here = datetime.now()
    return here.toordinal() * 24 * 60 + here.hour * 60 + here.minute


def _has_color() -> bool:
    import os

    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def _edit_lines() -> None:
    """Enable line editing where Python supports it."""
    if sys.stdin.isatty():
        from contextlib import suppress

        with suppress(ImportError):
            import readline  # noqa: F401  # input() uses it once it is imported
