"""Tables of the school: dealt by a seed, every step judged right, irregularities sprung, and errors that are errors."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from siete.clauses import citations
from siete.host.access.roles import HouseRole, Person
from siete.host.table.wire import Message, command_from, command_type
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.school.courses import sources
from siete.school.dealt_tables import dealt_name, script
from siete.school.demonstrations import DemonstrationStep, excerpt
from siete.school.desk_steps import DeskCommand, asked_places, judged
from siete.school.drills.catalogue import DRILLS, drilled
from siete.school.drills.comparison import differences
from siete.school.drills.floor import GO_ON, STOP, errors, floor_questions
from siete.school.exam import MOMENTS, QUESTIONS, SPRUNG, exam
from siete.school.lessons import course
from siete.server.describe.school_desk import desk_message
from tests.school.dealing import right_motion

DORA = Person(HouseRole.GUEST, "Dora")


def made(step: DemonstrationStep) -> DeskCommand:
    """The right motion at a step, as it comes over the wire."""
    plain = right_motion(step)
    name = str(plain.pop("command"))
    command = command_from(command_type(name), Message(id="", point="", kind=name, fields=plain), DORA)
    assert isinstance(command, DeskCommand)
    return command


@pytest.mark.parametrize("name", NAMES)
def test_every_step_of_a_dealt_table_is_right_by_its_motion_and_no_other_step_is(name: str) -> None:
    steps = [each for each in script(dealt_name(name, "7", 3)) if each.is_asked]
    assert sum(each.is_report for each in steps) == 3
    assert len({type(each.command) for each in steps}) > 8
    motions = [made(each) for each in steps]
    for at, (step, motion) in enumerate(zip(steps, motions, strict=True)):
        assert judged(step, motion) is None, (step.words, motion)
        for other in motions[at + 1 : at + 4]:
            why = judged(step, other)
            if other != motion:
                assert why is not None, (step.words, other)
                assert why.sentence


def test_the_same_seed_deals_the_same_table_and_another_one_another() -> None:
    script.cache_clear()
    first = [each.words for each in script(dealt_name("md", "3", 2))]
    script.cache_clear()
    assert [each.words for each in script(dealt_name("md", "3", 2))] == first
    assert [each.words for each in script(dealt_name("md", "4", 2))] != first


@pytest.mark.parametrize("name", NAMES)
def test_every_demonstration_can_be_dealt_and_is_short_enough(name: str) -> None:
    for lesson in course(name).lessons:
        for shown in lesson.demonstrations:
            places = asked_places(lesson, shown)
            assert places, (lesson.id, shown)
            assert len(excerpt(lesson, shown)) <= 85, (lesson.id, shown)
            assert all(judged(script(shown)[place], made(script(shown)[place])) is None for place in places)


@pytest.mark.parametrize("name", NAMES)
def test_an_exam_asks_over_all_lessons_and_springs_irregularities(name: str) -> None:
    drawn = exam(course(name), table_rules(name), "5")
    assert len(drawn.questions) == QUESTIONS
    assert len({each.lesson for each in drawn.questions}) >= len(course(name).lessons) - 1
    assert len(drawn.moments) == MOMENTS
    assert sum(each.step.is_report for each in drawn.moments) == SPRUNG
    assert [each.place for each in drawn.moments] == sorted({each.place for each in drawn.moments})
    assert exam(course(name), table_rules(name), "5") == drawn
    assert exam(course(name), table_rules(name), "6") != drawn


# --- drills ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_drill_has_one_right_answer_and_a_clause(name: str) -> None:
    for drill in DRILLS:
        asked = list(islice(drilled(drill, course(name), table_rules(name), Random(2)), 12))
        assert len({each.item for each in asked}) > 3, drill.name
        for each in asked:
            assert each.is_right(each.answer)
            assert each.clause in citations(), each
            assert not each.choices or [each.is_right(other) for other in each.choices].count(True) == 1


def test_the_floorpersons_drill_has_right_and_wrong_steps_and_three_questions_for_a_wrong_one() -> None:
    asked = list(islice(floor_questions((dealt_name("md", "7"),), Random(3)), 60))
    caught = [at for at, each in enumerate(asked) if each.answer == STOP]
    assert len(caught) > 8
    assert sum(each.answer == GO_ON for each in asked) > 5
    for at in caught[:-1]:
        assert [each.item.split()[1] for each in asked[at : at + 3]] == ["error", "clause", "repair"]
        assert {each.clause for each in asked[at : at + 3]} == {asked[at].clause}
        assert {each.shown for each in asked[at : at + 3]} == {asked[at].shown}


def test_a_payout_that_is_wrong_is_mended_by_the_difference() -> None:
    steps = [each for seed in "123" for each in script(dealt_name("md", seed)) if each.is_dealers]
    paid = [error for each in steps for error in errors(each) if error.does.startswith("pays ")]
    assert len(paid) > 20
    for error in paid:
        assert error.why.code == "desk/wrong-chips"
        owed, counted = (int(str(error.why.facts[name])) for name in ("owed", "counted"))
        word = "back from" if counted > owed else "more"
        assert word in error.repair
        assert error.why.clause in citations()


@pytest.mark.parametrize("name", NAMES)
def test_what_is_compared_differs_and_is_asked_of_both(name: str) -> None:
    mine, other = table_rules(name), table_rules(sources()[name].against)
    assert mine.rules_hash != other.rules_hash
    found = differences(name)
    assert len(found) > 8
    assert all(each.here != each.there for each in found)
    assert {each.is_here for each in found} == {True, False}


def test_a_written_table_has_a_full_shoe_before_its_first_round_too() -> None:
    step = script("md/match-the-dealer")[0]
    assert step.before.round is None
    message: Any = desk_message(step, "guided", "Dora", "")
    desk = message["you"]["desk"]
    assert (message["view"]["cards"]["left"], desk["cover"]) == (288, 216)
