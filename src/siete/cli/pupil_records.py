"""Where the terminal keeps what a pupil has answered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from siete.rules.table_rules import TableRules
    from siete.school.record import PupilRecord


def pupil_record(path: Path | None) -> PupilRecord:
    """The record in this file, or the pupil's own."""
    from siete.school.record import PupilRecord
    from siete.server.data_directory import default_directory

    return PupilRecord.read(path or default_directory() / "school.jsonl")


def step_keeper(rules: TableRules, record: PupilRecord) -> Callable[[str, str, bool], None]:
    """Keeps steps of a table that a pupil deals, each under the lesson that teaches its clause."""
    from datetime import UTC, datetime

    from siete.school.lessons import course

    lessons = course(rules.rule_set).lessons

    def keep(item: str, clause: str, is_right: bool) -> None:  # the terminal's school calls it so
        kind = next((each.id for each in lessons if clause in each.clauses), "dealing")
        record.keep(rules.rule_set, item=item, kind=kind, clause=clause, is_right=is_right, at=datetime.now(UTC))

    return keep
