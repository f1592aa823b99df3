"""Tests, drills and exams: questions with sealed answers, judged once and kept, and the score at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from random import Random
from secrets import randbits, token_hex
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.host.learning.learner import Learner
from siete.host.learning.schedule import Grade
from siete.plain import Plain
from siete.rules.submission import table_rules
from siete.school import exam as exams
from siete.school.dealt_tables import script
from siete.school.drills.catalogue import drill_of, drilled
from siete.school.drills.kinds import by_kind
from siete.school.drills.question import Question, overpaid
from siete.school.lessons import clause_words
from siete.school.paper import PASSES, paper
from siete.school.progress import DRILL, EXAM, LEAST_ASKED, TEST, to_mend
from siete.school.record import deck_of
from siete.school.review import review
from siete.server.describe.school_desk import desk_message
from siete.server.http.school.courses import course_of
from siete.server.http.school.tickets import (
    LONGEST,
    DeskTicket,
    PaperTicket,
    QuestionTicket,
    check_time,
    new_paper,
    opened,
    sealed,
)
from siete.server.services import Services, services_of, somebody
from siete.store.reviews import ItemReviewed, ReviewEvent

router = APIRouter(prefix="/api/v1/school", tags=["school"])

Somebody = Annotated[Person, Depends(somebody)]
_Asked = Callable[[], Iterable[Question]]
"""Draws the questions of a paper."""


class Wanted(BaseModel):
    """How many questions."""

    model_config = ConfigDict(extra="forbid", strict=True)

    questions: int = Field(default=10, ge=1, le=40)


class Given(BaseModel):
    """An answer, and the ticket that came with its question."""

    model_config = ConfigDict(extra="forbid", strict=True)

    ticket: str = Field(max_length=LONGEST)
    answer: str = Field(min_length=1, max_length=500)


# --- beginning -------------------------------------------------------------------------------------------------------


@router.post("/{rules}/{lesson}/test", status_code=201)
async def begin_test(rules: str, lesson: str, body: Wanted, request: Request, person: Somebody) -> Plain:
    """Questions of a lesson, what you missed before first; each with a ticket for its answer."""
    services, found = services_of(request), (await course_of(rules)).lesson(lesson)
    learner = await services.reviews.learner(person.scope)
    due = [each.item for each in learner.due(deck_of(rules), services.reviews.now, 200) if each.kind == found.id]
    needed = -(-body.questions * round(PASSES * 100) // 100) if body.questions >= LEAST_ASKED else body.questions + 1
    begun = _begun(services, person, rules, kind=TEST, name=found.id, asked=body.questions, passes=needed)

    def asked() -> Iterable[Question]:
        return paper(found, table_rules(rules), Random(randbits(64)), body.questions, due)

    return await _asked(services, begun, asked)


@router.post("/{rules}/review", status_code=201)
async def begin_review(rules: str, request: Request, person: Somebody) -> Plain:
    """Questions about what your last exam missed and what is due again, from all lessons, drills and desks."""
    services, known = services_of(request), await course_of(rules)
    learner = await services.reviews.learner(person.scope)
    due, missed = learner.due(deck_of(rules), services.reviews.now, 200), to_mend(known, learner)
    begun = _begun(services, person, rules, kind="review", name="review", asked=0, passes=0)

    def asked() -> list[Question]:
        return review(known, table_rules(rules), Random(randbits(64)), missed, due)

    return await _asked(services, begun, asked)


@router.post("/{rules}/drills/{drill}", status_code=201)
async def begin_drill(rules: str, drill: str, request: Request, person: Somebody) -> Plain:
    """A drill with a clock: as many right answers as you get."""
    services, known, found = services_of(request), await course_of(rules), drill_of(drill)
    begun = _begun(
        services, person, rules, kind=DRILL, name=found.name, asked=0, passes=found.passes, seconds=found.seconds
    )

    def asked() -> Iterable[Question]:
        return islice(drilled(found, known, table_rules(rules), Random(randbits(64))), found.questions)

    learner, deck = await services.reviews.learner(person.scope), deck_of(rules)
    kinds = await asyncio.to_thread(by_kind, learner, deck, found.name, known, table_rules(rules))
    return {
        **await _asked(services, begun, asked),
        "drill": found.name,
        "title": found.title,
        "about": found.about,
        "kinds": [{"kind": each.kind, "right": each.right, "asked": each.asked} for each in kinds],
    }


@router.post("/{rules}/exam", status_code=201)
async def begin_exam(rules: str, request: Request, person: Somebody) -> Plain:
    """The exam of a course: questions over all lessons, then moments at a desk where something may go wrong.

    After one that failed it is closed until each clause that was missed has been answered right once.
    """
    services, known = services_of(request), await course_of(rules)
    missed = to_mend(known, await services.reviews.learner(person.scope))
    if missed:
        sentence = f"The exam opens again when each clause that you missed was right once. Review {len(missed)} first."
        raise SieteError("school/exam-closed", sentence, clause=missed[0])
    begun = _begun(
        services,
        person,
        rules,
        kind=EXAM,
        name=EXAM,
        asked=exams.TASKS,
        passes=exams.PASSES,
        seconds=exams.SECONDS,
    )

    def made() -> Plain:
        drawn = exams.exam(known, table_rules(rules), token_hex(8))
        return {
            "questions": [_question(services, begun, each) for each in drawn.questions],
            "moments": [_moment(services, begun, each, person) for each in drawn.moments],
        }

    async with services.drawing:
        return {**_head(services, begun), **await asyncio.to_thread(made)}


def _begun(services: Services, person: Person, rules: str, **about: object) -> PaperTicket:
    named: dict[str, object] = {"person": person.scope, "paper": new_paper(), "rules": rules}
    return PaperTicket(**named, **about, began=services.reviews.now)  # type: ignore[arg-type]


def _head(services: Services, begun: PaperTicket) -> Plain:
    return {
        "paper": sealed(services, begun),
        "kind": begun.kind,
        "name": begun.name,
        "seconds": begun.seconds,
        "passes": begun.passes,
    }


async def _asked(services: Services, begun: PaperTicket, asked: _Asked) -> Plain:
    """The questions of a paper, drawn beside the event loop."""

    def drawn() -> list[Plain]:
        return [_question(services, begun, each) for each in asked()]

    async with services.drawing:
        return {**_head(services, begun), "questions": await asyncio.to_thread(drawn)}


def _question(services: Services, begun: PaperTicket, question: Question) -> Plain:
    shown = None
    if question.shown is not None:
        name, place = question.shown
        shown = desk_message(script(name)[place], "exam", "", str(place))
    return {
        "text": question.text,
        "note": question.note,
        "choices": list(question.choices),
        "cards": question.cards,
        "dealer": question.dealer,
        "wager": question.wager,
        "lesson": question.lesson,
        "table": shown,
        "ticket": sealed(services, QuestionTicket.of(begun, question)),
    }


def _moment(services: Services, begun: PaperTicket, moment: exams.Moment, person: Person) -> Plain:
    ticket = DeskTicket(paper=begun, script=moment.script, place=moment.place, level="exam", lesson=EXAM)
    return {
        "ticket": sealed(services, ticket),
        "message": desk_message(moment.step, "exam", person.name, str(moment.place)),
    }


# --- answering -------------------------------------------------------------------------------------------------------


@router.post("/answers")
async def answer(body: Given, request: Request, person: Somebody) -> Plain:
    """Judge an answer and keep it; in an exam nothing is said about it before the end."""
    services = services_of(request)
    asked = opened(services, person, body.ticket, QuestionTicket)
    check_time(asked.paper, services.reviews.now)
    is_right = asked.is_right(body.answer)
    review = ItemReviewed(
        deck=deck_of(asked.paper.rules),
        item=asked.item,
        kind=asked.lesson,
        grade=int(Grade.RIGHT if is_right else Grade.WRONG),
        note=asked.clause,
        paper=asked.paper.paper,
        question=asked.id,
        over=0 if is_right else overpaid(asked.answer, body.answer),
    )
    learner = await keep_answer(services, person, review)
    if asked.paper.kind == EXAM:
        return {"is_noted": True}
    due = learner.items[review.deck, review.item].schedule.due
    return {**_verdict(asked, is_right=is_right), "over": review.over, "due": due.isoformat(timespec="seconds")}


async def keep_answer(services: Services, person: Person, review: ItemReviewed) -> Learner:
    """Keep an answer, unless the question is answered or its paper is finished."""

    def made(learner: Learner) -> Sequence[ReviewEvent]:
        tally = learner.papers.get(review.paper)
        if review.paper in learner.closed:
            raise SieteError("school/finished", "This paper is finished. Begin another one.")
        if tally is not None and review.question in tally.right | tally.wrong:
            raise SieteError("school/answered", "This question is answered already. Begin another test.")
        return (review,)

    return await services.reviews.keep(person.scope, made)


def _verdict(asked: QuestionTicket, *, is_right: bool) -> Plain:
    return {
        "is_right": is_right,
        "answer": asked.answer,
        "clause": asked.clause,
        "words": clause_words(asked.clause),
    }
