"""A pupil's answers in a file, one on a line, and what comes back by them."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from siete.errors import SieteError
from siete.host.learning.decks import deck_of as deck_of
from siete.host.learning.learner import Answered, Learner
from siete.host.learning.schedule import Grade
from siete.plain import Plain


@dataclass(slots=True)
class PupilRecord:
    """The answers of one pupil; every answer is written at once."""

    path: Path
    learner: Learner = field(default_factory=Learner)

    @classmethod
    def read(cls, path: Path) -> PupilRecord:
        """The record in a file, or a new one; a line that cannot be read is refused with its number."""
        record = cls(path)
        if path.exists():
            for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
                try:
                    record.learner.take(_answered(json.loads(line)))
                except (ValueError, KeyError, TypeError):
                    sentence = f"Line {number} of {path} is no answer. Mend or delete it."
                    raise SieteError("school/bad-record", sentence) from None
        return record

    def keep(self, rule_set: str, *, item: str, kind: str, clause: str, is_right: bool, at: datetime) -> None:
        """Keep an answer, or a step at the desk."""
        grade = Grade.RIGHT if is_right else Grade.WRONG
        answer = Answered(deck=deck_of(rule_set), item=item, kind=kind, grade=grade, note=clause, at=at)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a") as file:
            file.write(json.dumps(_plain(answer)) + "\n")
        self.learner.take(answer)

    def due(self, rule_set: str, lesson: str, now: datetime) -> list[str]:
        """Items of a lesson that are to be asked again, the least known first."""
        found = self.learner.due(deck_of(rule_set), now, limit=200)
        return [each.item for each in found if each.kind == lesson]

    def right_of(self, rule_set: str, lesson: str) -> tuple[int, int]:
        """How many answers of a lesson were right, of how many."""
        kept = [item for item in self.learner.items.values() if (item.deck, item.kind) == (deck_of(rule_set), lesson)]
        return sum(each.right for each in kept), sum(each.answers for each in kept)


def _plain(answer: Answered) -> Plain:
    return {
        "at": answer.at.isoformat(),
        "deck": answer.deck,
        "item": answer.item,
        "kind": answer.kind,
        "grade": int(answer.grade),
        "note": answer.note,
    }


def _answered(read: dict[str, str]) -> Answered:
    return Answered(
        deck=str(read["deck"]),
        item=str(read["item"]),
        kind=str(read["kind"]),
        grade=Grade(int(read["grade"])),
        note=str(read["note"]),
        at=datetime.fromisoformat(read["at"]),
    )
