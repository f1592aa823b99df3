"""The dealers' school: courses, lessons, and tests whose answers the house judges and keeps."""

from __future__ import annotations

import asyncio
import hmac
from base64 import urlsafe_b64encode
from random import Random
from secrets import randbits, token_hex
from typing import Annotated

import msgspec
from cryptography.fernet import Fernet, InvalidToken
from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.host.learning.reviews import Learner
from siete.host.learning.schedule import Grade
from siete.plain import Plain
from siete.rules.names import NAMES
from siete.rules.ruleset import rule_set
from siete.rules.submission import table_rules
from siete.school.demonstrations import DemonstrationStep, demonstration
from siete.school.drills import Question
from siete.school.lessons import Course, Lesson, clause_words, course
from siete.school.paper import PASSES, paper
from siete.school.record import deck_of
from siete.server.services import Services, services_of, somebody
from siete.store.reviews import ItemReviewed
from siete.table.view import PUBLIC, view

router = APIRouter(prefix="/api/v1/school", tags=["school"])

Somebody = Annotated[Person, Depends(somebody)]
_PURPOSE = b"siete-school/1"


class Wanted(BaseModel):
    """How many questions."""

    model_config = ConfigDict(extra="forbid", strict=True)

    questions: int = Field(default=10, ge=1, le=40)


class Given(BaseModel):
    """An answer, and the ticket that came with its question."""

    model_config = ConfigDict(extra="forbid", strict=True)

    ticket: str = Field(max_length=6_000)
    answer: str = Field(min_length=1, max_length=300)


class _Ticket(msgspec.Struct, frozen=True):
    """A question that was asked, signed, so that any process can judge its answer once."""

    person: str
    rules: str
    id: str
    item: str
    lesson: str
    answer: str
    clause: str
    choices: tuple[str, ...]


@router.get("")
async def courses() -> Plain:
    """The rule sets that have a course."""
    known = [await _course(name) for name in NAMES]
    return {
        "courses": [
            {"rules": each.rule_set, "title": rule_set(each.rule_set).title, "lessons": len(each.lessons)}
            for each in known
        ]
    }


async def _course(rules: str) -> Course:
    """The course of a rule set; its files are read the first time, beside the event loop."""
    return await asyncio.to_thread(course, rules)


@router.get("/{rules}")
async def read_course(rules: str, request: Request, person: Somebody) -> Plain:
    """The lessons of a rule set, with what you have answered so far."""
    known, services = await _course(rules), services_of(request)
    learner = await services.reviews.learner(person.scope)
    return {
        "rules": rules,
        "title": rule_set(rules).title,
        "rules_hash": table_rules(rules).rules_hash,
        "passes": PASSES,
        "lessons": [_listed(known, each, learner, services) for each in known.lessons],
    }


@router.get("/{rules}/{lesson}")
async def read_lesson(rules: str, lesson: str) -> Plain:
    """A lesson: why, its clauses in our words, and its demonstrations step by step."""
    return await asyncio.to_thread(_told, (await _course(rules)).lesson(lesson))


def _told(found: Lesson) -> Plain:
    """The whole lesson; its demonstrations are played when they are first asked for, beside the event loop."""
    return {
        "lesson": found.id,
        "title": found.title,
        "why": found.why,
        "clauses": [{"clause": each, "words": clause_words(each)} for each in found.clauses],
        "demonstrations": [
            {
                "name": each,
                "title": each.partition("/")[2].replace("-", " "),
                "steps": list(map(_step, demonstration(each))),
            }
            for each in found.demonstrations
        ],
    }


@router.post("/{rules}/{lesson}/test", status_code=201)
async def begin_test(rules: str, lesson: str, body: Wanted, request: Request, person: Somebody) -> Plain:
    """Questions of a lesson, what you missed before first; each with a ticket for its answer."""
    services, found = services_of(request), (await _course(rules)).lesson(lesson)
    learner = await services.reviews.learner(person.scope)
    due = [each.item for each in learner.due(deck_of(rules), services.reviews.now, 200) if each.kind == found.id]

    def asked() -> list[Plain]:
        made = paper(found, table_rules(rules), Random(randbits(64)), body.questions, due)
        return [_question(services, person, rules, each) for each in made]

    return {"questions": await asyncio.to_thread(asked)}


@router.post("/answers")
async def answer(body: Given, request: Request, person: Somebody) -> Plain:
    """Judge an answer and keep it."""
    services = services_of(request)
    kept = _opened(services, body.ticket)
    if kept is None or kept.person != person.scope:
        raise SieteError("school/bad-ticket", "This question was not put to you by this house.")
    if not _answered.first(kept.id):
        raise SieteError("school/answered", "This question is answered already. Begin another test.")
    question = Question(
        item=kept.item, lesson=kept.lesson, text="", answer=kept.answer, clause=kept.clause, choices=kept.choices
    )
    is_right = question.is_right(body.answer)
    grade = Grade.RIGHT if is_right else Grade.WRONG
    review = ItemReviewed(
        deck=deck_of(kept.rules), item=kept.item, kind=kept.lesson, grade=int(grade), note=kept.clause
    )
    item = await services.reviews.record(person.scope, review)
    return {
        "is_right": is_right,
        "answer": kept.answer,
        "clause": kept.clause,
        "words": clause_words(kept.clause),
        "due": item.schedule.due.isoformat(timespec="seconds"),
    }


class _Answered:
    """Questions that were answered at this process, the last few thousand; a ticket can be spelled in many ways."""

    def __init__(self, most: int = 20_000) -> None:
        self._most = most
        self._seen: dict[str, None] = {}

    def first(self, question: str) -> bool:
        """Whether a question is answered for the first time."""
        if question in self._seen:
            return False
        self._seen[question] = None
        if len(self._seen) > self._most:
            del self._seen[next(iter(self._seen))]
        return True


_answered = _Answered()


def _seal(services: Services) -> Fernet:
    """Tickets are sealed, not only signed: they hold the right answer."""
    return Fernet(urlsafe_b64encode(hmac.digest(services.key, _PURPOSE, "sha256")))


def _opened(services: Services, ticket: str) -> _Ticket | None:
    try:
        return msgspec.json.decode(_seal(services).decrypt(ticket.encode()), type=_Ticket)
    except (InvalidToken, ValueError):
        return None


def _listed(known: Course, lesson: Lesson, learner: Learner, services: Services) -> Plain:
    kept = [each for each in learner.items.values() if (each.deck, each.kind) == (deck_of(known.rule_set), lesson.id)]
    return {
        "lesson": lesson.id,
        "title": lesson.title,
        "clauses": len(lesson.clauses),
        "answers": sum(each.answers for each in kept),
        "right": sum(each.right for each in kept),
        "due": sum(each.schedule.due <= services.reviews.now for each in kept),
    }


def _step(step: DemonstrationStep) -> Plain:
    return {"words": step.words, "clause": step.clause, "is_dealers": step.is_dealers}


def _question(services: Services, person: Person, rules: str, question: Question) -> Plain:
    kept = _Ticket(
        person=person.scope,
        rules=rules,
        id=token_hex(8),
        item=question.item,
        lesson=question.lesson,
        answer=question.answer,
        clause=question.clause,
        choices=question.choices,
    )
    step = None if question.shown is None else demonstration(question.shown[0])[question.shown[1]]
    return {
        "text": question.text,
        "choices": list(question.choices),
        "table": None if step is None else view(step.before, step.rules, PUBLIC),
        "ticket": _seal(services).encrypt(msgspec.json.encode(kept)).decode(),
    }
