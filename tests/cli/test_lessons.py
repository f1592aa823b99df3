"""`siete school`: lessons in the terminal, their tests and what comes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from siete.cli.terminal import prompt
from siete.rules.submission import table_rules
from siete.school.lessons import course
from siete.school.paper import paper
from siete.school.record import Record
from tests.cli.running import Siete

Typing = Callable[[list[str]], None]


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Typing:
    """What the pupil types, line by line."""

    def types(lines: list[str]) -> None:
        left = iter(lines)
        monkeypatch.setattr(prompt, "typed", lambda _: next(left))

    return types


def _answers(lesson: str, count: int, seed: str) -> list[str]:
    """The right answers to a test with this seed, when nothing is due again."""
    questions = paper(course("md").lesson(lesson), table_rules("md"), Random(seed), count)
    return [each.answer for each in questions]


def test_the_lessons_of_a_course_are_listed(siete: Siete, tmp_path: Path) -> None:
    ran = siete("school", "wa", "--record", str(tmp_path / "r"), "--json")
    listed = {each["lesson"]: each for each in ran.json}
    assert "jackpots" in listed
    assert "WA3-J9.b" in listed["jackpots"]["clauses"]
    assert "jackpots" not in siete("school", "md", "--record", str(tmp_path / "r")).out


def test_a_whole_test_is_passed(siete: Siete, typing: Typing, tmp_path: Path) -> None:
    typing(_answers("insurance", 6, "7"))
    record = str(tmp_path / "r")
    ran = siete("school", "md", "insurance", "--seed", "7", "--questions", "6", "--record", record)
    assert ran.code == 0
    assert "6 of 6 right: passed." in ran.out
    assert "[MD-8.D]" in ran.out
    assert siete("school", "md", "--record", record, "--json").json[4]["right"] == 6


def test_a_whole_exam_is_failed_without_a_word_before_its_end(siete: Siete, typing: Typing, tmp_path: Path) -> None:
    typing(["nothing"] * 5)
    ran = siete(
        "school", "md", "bonus-21", "--exam", "--seed", "7", "--questions", "5", "--record", str(tmp_path / "r")
    )
    assert ran.code == 1
    asked, _, told = ran.out.partition("1. Wrong")
    assert "Right" not in asked
    assert "Wrong" not in asked
    assert told.count("Wrong: ") == 4
    assert "0 of 5 right: not passed." in ran.out


def test_what_was_missed_comes_back_first(siete: Siete, typing: Typing, tmp_path: Path) -> None:
    typing(["nothing", "q"])
    path = tmp_path / "r"
    assert siete("school", "md", "bonus-21", "--exam", "--questions", "9", "--record", str(path)).code == 1
    (line,) = path.read_text().splitlines()
    missed = json.loads(line)
    assert missed["grade"] == 1
    kept = Record.read(path)
    item = kept.learner.items["school/md", missed["item"]]
    again = kept.due("md", "bonus-21", item.schedule.due)
    assert again == [missed["item"]]
    first = next(paper(course("md").lesson("bonus-21"), table_rules("md"), Random(99), 5, again))
    assert first.item == missed["item"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_record_that_cannot_be_read_is_refused_with_its_line(siete: Siete, tmp_path: Path) -> None:
    path = tmp_path / "r"
    path.write_text('{"at": 1}\n')
    ran = siete("school", "md", "--record", str(path))
    assert (ran.code, ran.err.split(":")[0]) == (1, "school/bad-record")
    assert "Line 1" in ran.err


def test_an_unknown_lesson_names_those_there_are(siete: Siete, tmp_path: Path) -> None:
    ran = siete("school", "md", "juggling", "--record", str(tmp_path / "r"))
    assert (ran.code, ran.err.split(":")[0]) == (1, "school/no-lesson")
    assert "surrender" in ran.err
