"""`siete school`: lessons in the terminal, their tests and what comes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from siete.cli.terminal import prompt
from siete.cli.terminal.dealer_steps import step_to_text
from siete.rules.submission import table_rules
from siete.school.demonstrations import DemonstrationStep, demonstration
from siete.school.desk_steps import asked_places
from siete.school.drills.catalogue import drill_of, drilled
from siete.school.exam import exam
from siete.school.lessons import course
from siete.school.paper import paper
from siete.school.record import PupilRecord
from siete.strategy import never_bust
from siete.table import commands as c
from siete.table.desk.reports import REPORTS, reported
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
    shown, _, tested = ran.out.partition("1. ")
    assert "Shown: " in shown
    assert any(line.startswith("  Box 1    [") for line in shown.splitlines()), "the cards of the demonstration"
    assert "insurance that wins: $10 is paid $20 [MD-" in shown
    assert "  Dealer   [A" in tested, "and those that are asked about"
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
    kept = PupilRecord.read(path)
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


# --- drills, the exam and the desk -----------------------------------------------------------------------------------


def test_a_drill_asks_by_the_clock_and_keeps_its_answers(siete: Siete, typing: Typing, tmp_path: Path) -> None:
    record, drill = tmp_path / "r", drill_of("comparison")
    asked = list(islice(drilled(drill, course("md"), table_rules("md"), Random("4")), drill.questions))
    typing([each.answer for each in asked[:-1]] + ["nothing"])
    ran = siete("school", "md", "--drill", "comparison", "--seed", "4", "--record", str(record))
    assert ran.code == 0, ran.out
    assert f"{drill.questions - 1} of {drill.questions} right" in ran.out
    assert len(record.read_text().splitlines()) == drill.questions
    wrong = siete("school", "md", "--drill", "juggling", "--record", str(record))
    assert (wrong.code, wrong.err.split(":")[0]) == (1, "school/no-drill")


def _typed(step: DemonstrationStep) -> str:
    """What a pupil types at the desk to do a step."""
    happened = reported(step.command)
    if happened is not None:
        return f"report {REPORTS.index(happened) + 1}"
    assert isinstance(step.command, c.HouseCommand)
    return step_to_text(step.command)


@pytest.mark.parametrize(("wrong", "code", "total"), [(4, 0, "36 of 40 right: passed"), (5, 1, "35 of 40 right: not")])
def test_a_whole_exam_in_the_terminal(
    wrong: int, code: int, total: str, siete: Siete, typing: Typing, tmp_path: Path
) -> None:
    made = exam(course("md"), table_rules("md"), "9")
    answers = [each.answer for each in made.questions]
    moves = [_typed(each.step) for each in made.moments]
    typing(["nothing"] * wrong + answers[wrong:] + moves)
    ran = siete("school", "md", "--exam", "--seed", "9", "--record", str(tmp_path / "r"))
    assert total in ran.out
    assert ran.code == code
    before, _, after = ran.out.partition("1. Wrong: ")
    assert "Right." not in before
    assert after.count("Wrong: ") == wrong - 1


def test_a_demonstration_is_dealt_in_the_terminal(siete: Siete, typing: Typing, tmp_path: Path) -> None:
    lesson = course("md").lesson("wrong-cards")
    name = lesson.demonstrations[0]
    steps = [demonstration(name)[place] for place in asked_places(lesson, name)]
    typing(["burn", "help", "report 99", *map(_typed, steps)])
    ran = siete("school", "md", "wrong-cards", "--deal", "--record", str(tmp_path / "r"))
    assert ran.code == 0, ran.out
    assert f"{len(steps) - 1} of {len(steps)} steps right at the first try" in ran.out
    assert "The next card lies face up in the shoe." in ran.out
    assert "school/no-report" not in ran.out
    kept = PupilRecord.read(tmp_path / "r").learner
    assert sum(each.answers for each in kept.items.values()) == len(steps)
    assert len(kept.missed) == 1


def test_what_is_dealt_at_a_table_is_kept_in_the_same_record(siete: Siete, typing: Typing, tmp_path: Path) -> None:
    record, chart = tmp_path / "r", tmp_path / "chart.txt"
    chart.write_text(never_bust().to_text())
    typing(["deal 1", "bets", "q"])
    ran = siete(
        "play", "ma", "--dealer", "--from", "round", "--seed", "3", "--strategy", str(chart), "--record", str(record)
    )
    assert "0 of 1 steps right" in ran.out, ran.out
    (kept,) = PupilRecord.read(record).learner.items.values()
    assert (kept.deck, kept.answers, kept.right) == ("school/ma", 1, 0)
    assert kept.item.startswith("step open betting for the next round")
