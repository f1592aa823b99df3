"""Lessons: everything a dealer must know is taught, every demonstration replays, and mistakes in files are named."""

from __future__ import annotations

import pytest

from siete.clauses import ClauseKind, register
from siete.errors import SieteError
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.school import lessons
from siete.school.courses import CourseSource
from siete.school.demonstrations import demonstration
from siete.school.lessons import LessonError, course

TAUGHT = {
    ClauseKind.ENGINE,
    ClauseKind.OPENING,
    ClauseKind.SHUFFLE_CUT,
    ClauseKind.WAGER,
    ClauseKind.SIDE_BET,
    ClauseKind.PAYOUT,
    ClauseKind.JACKPOT,
    ClauseKind.CONDUCT,
    ClauseKind.IRREGULARITY,
}
"""What a dealer must know; definitions, signs, equipment and the operator's choices are for others."""

GOOD = """title = "T"
why = "W"
drills = ["totals"]

[clauses]
md = ["MD-3.D.*"]

[demonstrations]
md = ["surrender"]
"""


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_a_dealer_must_know_is_taught(name: str) -> None:
    prefix = table_rules(name).clause("blackjack_pays").partition("-")[0]
    wanted = {each.id for each in register().values() if each.prefix == prefix and each.kind in TAUGHT}
    assert len(wanted) > 100
    taught = {clause for lesson in course(name).lessons for clause in lesson.clauses}
    assert wanted - taught == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_demonstration_replays_and_shows_a_clause_of_its_lesson(name: str) -> None:
    lessons = course(name).lessons
    assert 18 <= len(lessons) <= 21
    for lesson in lessons:
        assert lesson.why
        assert lesson.demonstrations
        for shown in lesson.demonstrations:
            assert sum(step.is_dealers for step in demonstration(shown)) > 3, shown


def test_an_unknown_lesson_or_course_is_refused_with_those_there_are() -> None:
    with pytest.raises(SieteError, match=r"school/no-lesson.*surrender"):
        course("md").lesson("juggling")
    with pytest.raises(SieteError, match=r"school/no-course.*md-draft"):
        course("atlantis")


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('md = ["MD-3.D.*"]', 'md = ["MD-99.Z"]', 6, "no clause is called MD-99.Z"),
        ('md = ["surrender"]', 'md = ["sorrender"]', 9, "there is no golden round md/sorrender"),
        ('drills = ["totals"]', 'drills = ["juggling"]', 3, "there is no drill 'juggling'"),
        ('why = "W"\n', "", 1, "the key 'why' is missing"),
        ('why = "W"', 'why = "W"\nwhat = "X"', 3, "the key 'what' is unknown"),
        ('why = "W"', "why = W", 2, "Invalid value (at line 2, column 7)"),
        ('md = ["surrender"]', 'md = ["surrender"]\nmaa = ["surrender"]', 10, "there is no course for 'maa'"),
    ],
)
def test_a_mistake_in_a_file_names_file_line_and_what_is_wrong(old: str, new: str, line: int, words: str) -> None:
    source = CourseSource(rule_set="md", prefix="MD", like="md", like_prefix="MD", against="wa")
    assert lessons._lesson("01-t.toml", GOOD, source).id == "t"
    with pytest.raises(LessonError) as fault:
        lessons._lesson("01-t.toml", GOOD.replace(old, new), source)
    assert str(fault.value) == f"01-t.toml, line {line}: {words}"
