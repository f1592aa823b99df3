"""What worker processes do for the school: deal tables, draw questions, play demonstrations, and judge motions.

A table that nobody has asked for before takes up to a second; a worker keeps the last ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from siete.host.learning.learner import Item
from siete.plain import Plain
from siete.rules.submission import table_rules
from siete.school import exam as exams
from siete.school.dealt_tables import script
from siete.school.demonstrations import DemonstrationStep, demonstration, excerpt
from siete.school.desk_steps import DeskCommand, asked_places, judged
from siete.school.drills.catalogue import drill_of, drilled
from siete.school.drills.payouts import Sample, samples
from siete.school.drills.question import SchoolQuestion
from siete.school.drills.steps import Place, step_item
from siete.school.lessons import Lesson, clause_words, course
from siete.school.paper import paper
from siete.school.review import review
from siete.server.describe.desk import described_desk
from siete.server.describe.layout import describe
from siete.server.describe.school_desk import desk_message
from siete.table.due import Refusal

BEFORE, BEHIND = 4, 1
"""Steps around a mistake that are shown with it."""


class Asked(NamedTuple):
    """A question, and the table that it is about as a desk draws it."""

    question: SchoolQuestion
    shown: Plain | None


class AskedMoment(NamedTuple):
    """A step at the desk of an exam, and the table before it."""

    script: str
    place: int
    message: Plain


class AskedExam(NamedTuple):
    """All tasks of an exam."""

    questions: tuple[Asked, ...]
    moments: tuple[AskedMoment, ...]


class JudgedMotion(NamedTuple):
    """What a motion was made for, and why it is wrong; None where it is right."""

    item: str
    clause: str
    why: Refusal | None


class DeskStep(NamedTuple):
    """The table at a step that a pupil does, and what the page is told with it."""

    place: int
    of: int
    told: Plain


class PaperTask(NamedTuple):
    """A task of a paper, as far as its table is concerned."""

    rules: str
    lesson: str
    clause: str
    place: Place | None
    is_at_desk: bool


class RightStep(NamedTuple):
    """What would have been right at a desk, by which clause; empty for a question. And whether it can be shown."""

    words: str
    clause: str
    has_replay: bool


# --- papers ----------------------------------------------------------------------------------------------------------


def drawn_test(rules: str, lesson: str, seed: str, count: int, due: tuple[str, ...]) -> tuple[Asked, ...]:
    """Questions of a lesson, what is due again first."""
    found = course(rules).lesson(lesson)
    return _shown(paper(found, table_rules(rules), Random(seed), count, due))


def drawn_review(rules: str, seed: str, missed: tuple[str, ...], due: tuple[Item, ...]) -> tuple[Asked, ...]:
    """Questions about what the last exam missed and what is due again."""
    return _shown(review(course(rules), table_rules(rules), Random(seed), missed, due))


def drawn_drill(rules: str, drill: str, seed: str) -> tuple[Asked, ...]:
    """The questions of a drill with a clock."""
    found = drill_of(drill)
    return _shown(islice(drilled(found, course(rules), table_rules(rules), Random(seed)), found.questions))


def drawn_exam(rules: str, seed: str, dealer: str) -> AskedExam:
    """The exam of this seed."""
    drawn = exams.exam(course(rules), table_rules(rules), seed)
    moments = [
        AskedMoment(each.script, each.place, desk_message(each.step, "exam", dealer, str(each.place)))
        for each in drawn.moments
    ]
    return AskedExam(_shown(drawn.questions), tuple(moments))


def _shown(questions: Iterable[SchoolQuestion]) -> tuple[Asked, ...]:
    return tuple([Asked(each, _table(each.shown) if each.shown is not None else None) for each in questions])


def _table(shown: Place) -> Plain:
    name, place = shown
    return desk_message(script(name)[place], "exam", "", str(place))


# --- the desk --------------------------------------------------------------------------------------------------------


def first_step(rules: str, lesson: str, name: str, level: str, dealer: str) -> DeskStep:
    """A demonstration at its first step, with what its desk needs to be drawn."""
    places, shown = asked_places(course(rules).lesson(lesson), name), script(name)
    there = shown[0].rules
    desk = {"felt": describe(there), "desk": described_desk(there), "rules_hash": there.rules_hash}
    first = _at(name, places, 0, level, dealer)
    return first._replace(told={**desk, **first.told})


def judged_motion(name: str, place: int, command: DeskCommand) -> JudgedMotion:
    """Whether a motion is the step of a script."""
    step = script(name)[place]
    return JudgedMotion(step_item(step), step.clause, judged(step, command))


def next_step(rules: str, lesson: str, name: str, place: int, level: str, dealer: str) -> DeskStep:
    """The step after this one; the last one again where it was the last."""
    places = asked_places(course(rules).lesson(lesson), name)
    at = places.index(place) + 1
    if at == len(places):
        return DeskStep(place, at, {"is_over": True, "done": at, "of": at})
    return _at(name, places, at, level, dealer)


def _at(name: str, places: tuple[int, ...], at: int, level: str, dealer: str) -> DeskStep:
    """The table at a step, and what has happened since the one before."""
    place, steps = places[at], script(name)
    since = places[at - 1] + 1 if at else place
    told: Plain = {
        "message": desk_message(steps[place], level, dealer, str(place)),
        "done": at,
        "of": len(places),
        "meanwhile": [{"words": each.words, "clause": each.clause} for each in steps[since:place]][-4:],
    }
    return DeskStep(place, len(places), told)


# --- what is shown ---------------------------------------------------------------------------------------------------


def told_lesson(rules: str, lesson: str) -> Plain:
    """The whole lesson: why, its clauses in our words, and its demonstrations step by step."""
    known = course(rules)
    found, ids = known.lesson(lesson), [each.id for each in known.lessons]
    at = ids.index(found.id)
    return {
        "lesson": found.id,
        "number": at + 1,
        "of": len(ids),
        "next": ids[at + 1] if at + 1 < len(ids) else "",
        "title": found.title,
        "why": found.why,
        "clauses": [{"clause": each, "words": clause_words(each)} for each in found.clauses],
        "samples": [_sample(each) for each in samples(found, table_rules(rules))],
        "demonstrations": [_demonstration(found, each) for each in found.demonstrations],
    }


def _sample(sample: Sample) -> Plain:
    return {
        "words": f"{sample.words[0].upper()}{sample.words[1:]}",
        "cards": sample.hand.cards,
        "dealer": sample.hand.dealer,
        "wager": sample.wager,
        "paid": sample.paid,
        "pays": sample.pays,
        "clause": sample.clause,
    }


def _demonstration(lesson: Lesson, name: str) -> Plain:
    return {
        "name": name,
        "title": name.partition("/")[2].replace("-", " "),
        "steps": [_step(demonstration(name)[place]) for place in excerpt(lesson, name)],
    }


def lesson_scenes(rules: str, lesson: str, name: str) -> Plain:
    """A demonstration at the desk: every step of it with the table before it, as a dealer sees it."""
    return _scenes(name, excerpt(course(rules).lesson(lesson), name))


def _scenes(name: str, places: tuple[int, ...]) -> Plain:
    shown = script(name)
    rules = shown[0].rules
    return {
        "name": name,
        "felt": describe(rules),
        "desk": described_desk(rules),
        "steps": [
            {**_step(shown[place]), "place": place, "message": desk_message(shown[place], "guided", "", str(place))}
            for place in places
        ],
    }


def _step(step: DemonstrationStep) -> Plain:
    return {"words": step.words, "clause": step.clause, "is_dealers": step.is_asked}


# --- what was right --------------------------------------------------------------------------------------------------


def replayed(task: PaperTask) -> Plain | None:
    """The table of a task, a few steps before it to what was right; None where no table shows it."""
    found = _place_of(task)
    if found is None:
        return None
    name, place = found
    places = tuple(range(max(0, place - BEFORE), min(len(script(name)), place + BEHIND + 1)))
    return {**_scenes(name, places), "at": places.index(place)}


def right_steps(tasks: tuple[PaperTask, ...]) -> tuple[RightStep, ...]:
    """What would have been right at each task of a paper that is finished."""
    return tuple(map(_right_step, tasks))


def _right_step(task: PaperTask) -> RightStep:
    if not task.is_at_desk or task.place is None:
        return RightStep("", task.clause, _place_of(task) is not None)
    name, place = task.place
    step = script(name)[place]
    return RightStep(f"{step.words[0].upper()}{step.words[1:]}", step.clause, True)


def _place_of(task: PaperTask) -> Place | None:
    """The step that a task was about; for a question without a table one of its lesson that its clause pays."""
    return task.place or next(_shown_by(task), None)


def _shown_by(task: PaperTask) -> Iterator[Place]:
    lessons = [each for each in course(task.rules).lessons if each.id == task.lesson]
    for name in [each for lesson in lessons for each in lesson.demonstrations]:
        for place, step in enumerate(demonstration(name)):
            if task.clause == step.clause or task.clause in step.paid_by:
                yield name, place
