"""Tests, drills and exams: questions with sealed answers, judged once and kept, and the score at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from secrets import token_hex
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
from siete.school.drills.catalogue import drill_of
from siete.school.drills.kinds import by_kind
from siete.school.drills.question import SchoolQuestion, overpaid
from siete.school.lessons import clause_words
from siete.school.paper import PASSES
from siete.school.progress import DRILL, EXAM, LEAST_ASKED, TEST, to_mend
from siete.school.record import deck_of
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
from siete.server.services import Services, services_of, somebody, waiting_person
from siete.server.work import school
from siete.store.reviews import ItemReviewed, ReviewEvent

router = APIRouter(prefix="/api/v1/school", tags=["school"])

Somebody = Annotated[Person, Depends(somebody)]


class QuestionsWanted(BaseModel):
    """How many questions."""

    model_config = ConfigDict(extra="forbid", strict=True)

    questions: int = Field(default=10, ge=1, le=40)


class GivenAnswer(BaseModel):
    """An answer, and the ticket that came with its question."""

    model_config = ConfigDict(extra="forbid", strict=True)

    ticket: str = Field(max_length=LONGEST)
    answer: str = Field(min_length=1, max_length=500)


# --- beginning -------------------------------------------------------------------------------------------------------


@router.post("/{rules}/{lesson}/test", status_code=201)
async def begin_test(rules: str, lesson: str, body: QuestionsWanted, request: Request, person: Somebody) -> Plain:
    """Questions of a lesson, what you missed before first; each with a ticket for its answer."""
    services, found = services_of(request), (await course_of(rules)).lesson(lesson)
    learner = await services.reviews.learner(person.scope)
    due = [each.item for each in learner.due(deck_of(rules), services.reviews.now, 200) if each.kind == found.id]
    needed = -(-body.questions * round(PASSES * 100) // 100) if body.questions >= LEAST_ASKED else body.questions + 1
    begun = _begun(services, person, rules, kind=TEST, name=found.id, asked=body.questions, passes=needed)
    waiting, asked = waiting_person(request, person), (rules, found.id, token_hex(8), body.questions, tuple(due))
    return _told(services, begun, await services.examiners.ask(waiting, school.drawn_test, *asked))


@router.post("/{rules}/review", status_code=201)
async def begin_review(rules: str, request: Request, person: Somebody) -> Plain:
    """Questions about what your last exam missed and what is due again, from all lessons, drills and desks."""
    services, known = services_of(request), await course_of(rules)
    learner = await services.reviews.learner(person.scope)
    due, missed = learner.due(deck_of(rules), services.reviews.now, 200), to_mend(known, learner)
    begun = _begun(services, person, rules, kind="review", name="review", asked=0, passes=0)

    waiting, seed = waiting_person(request, person), token_hex(8)
    asked = await services.examiners.ask(
        waiting, school.drawn_review, rules, seed, tuple(missed), tuple(due), key=(rules, seed)
    )
    return _told(services, begun, asked)


@router.post("/{rules}/drills/{drill}", status_code=201)
async def begin_drill(rules: str, drill: str, request: Request, person: Somebody) -> Plain:
    """A drill with a clock: as many right answers as you get."""
    services, known, found = services_of(request), await course_of(rules), drill_of(drill)
    begun = _begun(
        services, person, rules, kind=DRILL, name=found.name, asked=0, passes=found.passes, seconds=found.seconds
    )

    waiting = waiting_person(request, person)
    asked = await services.examiners.ask(waiting, school.drawn_drill, rules, found.name, token_hex(8))
    learner, deck = await services.reviews.learner(person.scope), deck_of(rules)
    kinds = await asyncio.to_thread(by_kind, learner, deck, found.name, known, table_rules(rules))
    return {
        **_told(services, begun, asked),
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

    waiting = waiting_person(request, person)
    drawn = await services.examiners.ask(waiting, school.drawn_exam, rules, token_hex(8), person.name)
    return {
        **_told(services, begun, drawn.questions),
        "moments": [_moment(services, begun, each) for each in drawn.moments],
    }


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


def _told(services: Services, begun: PaperTicket, asked: Sequence[school.Asked]) -> Plain:
    """A paper with its questions."""
    return {**_head(services, begun), "questions": [_question(services, begun, *each) for each in asked]}


def _question(services: Services, begun: PaperTicket, question: SchoolQuestion, shown: Plain | None) -> Plain:
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


def _moment(services: Services, begun: PaperTicket, moment: school.AskedMoment) -> Plain:
    ticket = DeskTicket(paper=begun, script=moment.script, place=moment.place, level="exam", lesson=EXAM)
    return {"ticket": sealed(services, ticket), "message": moment.message}


# --- answering -------------------------------------------------------------------------------------------------------


@router.post("/answers")
async def answer(body: GivenAnswer, request: Request, person: Somebody) -> Plain:
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
