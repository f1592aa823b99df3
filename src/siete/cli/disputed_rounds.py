"""The rounds that a dispute can be about: those of a log, of a file of rounds, and of a whole table in notation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from siete.cli.event_logs import events_of
from siete.cli.round_files import round_file_text
from siete.rules.table_rules import TableRules
from siete.table import events as e
from siete.table.disputes.log import LoggedRound, rounds_of
from siete.table.notation.model import Document, WrittenRound
from siete.table.notation.reader import document_from_text
from siete.table.notation.replay import ReplayTable
from siete.table.notation.table import partings, played
from siete.table.state.table import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputedRound:
    """A round of any kind of file."""

    number: int
    rules: TableRules
    before: TableState
    events: tuple[e.Event, ...]
    written: WrittenRound
    why: str = ""
    """Why its notation is incomplete: an irregularity, or an unfinished round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disputed:
    """All rounds of a file, and where the file's table differs from the engine."""

    rounds: tuple[DisputedRound, ...]
    partings: tuple[str, ...] = ()


def is_log(path: Path) -> bool:
    """Whether a file is a log of events: one object of JSON to a line."""
    try:
        with path.open("rb") as file:
            return file.read(64).lstrip().startswith(b"{")
    except OSError:
        return False


def disputed(path: Path) -> Disputed:
    """The contents of a file; where it holds a table beside rounds, the table's rounds are numbered after those."""
    if is_log(path):
        return Disputed(rounds=tuple(_logged(each, each.number) for each in rounds_of(events_of(path))))
    document = document_from_text(round_file_text(path))
    rounds = (*_of_page(document), *_of_table(document))
    parted = () if document.table is None else tuple(partings(document.table, document.rules))
    return Disputed(rounds=rounds, partings=parted)


def _logged(each: LoggedRound, number: int) -> DisputedRound:
    why = ", ".join(each.irregularities) if each.irregularities else "" if each.is_over else "not finished"
    return DisputedRound(
        number=number, rules=each.rules, before=each.before, events=each.events, written=each.written, why=why
    )


def _of_page(document: Document) -> Iterator[DisputedRound]:
    for number, written in enumerate(document.rounds, start=1):
        before, events = played_again(written, document.rules)
        yield DisputedRound(number=number, rules=document.rules, before=before, events=events, written=written)


def _of_table(document: Document) -> Iterator[DisputedRound]:
    """The rounds of a whole table, as far as the engine accepts its steps."""
    if document.table is not None:
        run, _ = played(document.table, document.rules)
        for each in rounds_of(run.events):
            yield _logged(each, len(document.rounds) + each.number)


def played_again(written: WrittenRound, rules: TableRules) -> tuple[TableState, tuple[e.Event, ...]]:
    """The table before a written round, and the round's events as far as the engine accepts it."""
    table = ReplayTable(written, rules)
    before, start = table.state, len(table.events)
    table.play_out()
    return before, tuple(table.events[start:])
