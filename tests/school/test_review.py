"""What comes back: from lessons, drills, the exam and the desk; and how the last runs of a drill went by kind."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random

from siete.clauses import register
from siete.host.learning.learner import Answered, Learner
from siete.host.learning.schedule import Grade
from siete.rules.ruleset import rule_set
from siete.rules.submission import table_rules
from siete.school.drills.catalogue import DRILLS, drilled
from siete.school.drills.kinds import counted
from siete.school.lessons import course
from siete.school.record import deck_of
from siete.school.review import about, review

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)


def _missed(learner: Learner, item: str, kind: str, clause: str) -> None:
    learner.take(Answered(deck=deck_of("md"), item=item, kind=kind, grade=Grade.WRONG, note=clause, at=NOW))


def test_what_was_missed_in_a_drill_or_at_the_desk_is_asked_again_under_its_own_name() -> None:
    known, rules, learner = course("md"), table_rules("md"), Learner()
    _missed(learner, "step report “two cards came out at once” MD-13.J", "exam", "MD-13.J")
    for drill in DRILLS:
        wrong = next(drilled(drill, known, rules, Random(5)))
        _missed(learner, wrong.item, wrong.lesson, wrong.clause)
    due = learner.due(deck_of("md"), NOW + timedelta(hours=1))
    asked = review(known, rules, Random(1), (), due)
    assert sorted(each.item for each in asked) == sorted(each.item for each in due)
    assert {each.item: (each.lesson, each.clause) for each in asked} == {
        each.item: (each.kind, each.note) for each in due
    }
    again = review(known, rules, Random(1), ("MD-13.J",), due)
    assert again[0].clause == "MD-13.J"
    assert len(again) == len(due) + 1


def test_every_clause_can_be_asked_about() -> None:
    """Else an exam that missed it would stay closed."""
    known, rules, rng = course("wa"), table_rules("wa"), Random(2)
    for lesson in known.lessons[::3]:
        for clause in {lesson.clauses[0], lesson.clauses[-1]}:
            asked = about(known, rules, rng, clause)
            assert asked.clause == clause
            assert asked.is_right(asked.answer)
            assert not asked.choices or len(asked.choices) > 1
    strange = next(each for each in register() if not any(each in lesson.clauses for lesson in known.lessons))
    assert about(known, rules, rng, strange).clause == strange


def test_the_runs_of_a_drill_are_counted_by_kind_the_least_known_first() -> None:
    known, rules = course("md"), table_rules("md")
    kinds = {}
    for drill in DRILLS:
        items = [each.item for each in islice(drilled(drill, known, rules, Random(3)), 12)]
        found = counted(((item, number > 2) for number, item in enumerate(items)), known, rules)
        assert sum(each.asked for each in found) == 12
        assert sum(each.right for each in found) == 9
        assert [each.right / each.asked for each in found] == sorted(each.right / each.asked for each in found)
        kinds[drill.name] = {each.kind for each in found}
    assert {"3 to 2", "2 to 1", "1 to 1"} <= kinds["payouts"]
    assert kinds["totals"] == {"Soft totals", "Hard totals"}
    assert "Errors caught" in kinds["floor"]
    assert kinds["comparison"] == {rule_set("md").title, rule_set("wa").title}
    given = [("payout one suited match", True), ("payout a blackjack", False), ("total soft 17 in 3", True)]
    shown = [(each.kind, each.right, each.asked) for each in counted(given, known, rules)]
    assert shown == [("3 to 2", 0, 1), ("Match", 1, 1), ("Soft totals", 1, 1)]
