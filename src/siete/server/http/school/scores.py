"""The end of a paper: its score, kept for the person and their classes, and a certificate for a passed exam."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.host.learning.classes import class_stream, new_code
from siete.host.learning.learner import AnswerTally, Learner
from siete.host.streams import PRACTICE_PREFIX
from siete.plain import Plain
from siete.rules.submission import table_rules
from siete.school.lessons import clause_words
from siete.school.progress import EXAM, mastered
from siete.school.record import deck_of
from siete.server.http.school.courses import course_of
from siete.server.http.school.replays import table_of, task_of
from siete.server.http.school.tickets import LONGEST, DeskTicket, PaperTicket, QuestionTicket, opened
from siete.server.services import Services, services_of, somebody, waiting_person
from siete.server.work import school
from siete.store.reviews import CertificateIssued, PaperScored, PupilScored, ReviewEvent

router = APIRouter(prefix="/api/v1/school", tags=["school"])

Somebody = Annotated[Person, Depends(somebody)]


class Finished(BaseModel):
    """The ticket of a paper, and those of its tasks whose right answers are wanted."""

    model_config = ConfigDict(extra="forbid", strict=True)

    paper: str = Field(max_length=LONGEST)
    tickets: list[Annotated[str, Field(max_length=LONGEST)]] = Field(default_factory=list, max_length=60)


@router.post("/papers", status_code=201)
async def finish(body: Finished, request: Request, person: Somebody) -> Plain:
    """End a paper: its score, kept for you and your classes, and a certificate for an exam that is passed."""
    services = services_of(request)
    begun = opened(services, person, body.paper, PaperTicket)
    learner = await services.reviews.learner(person.scope)
    scored = learner.scored.get(begun.paper)
    if scored is None:
        scored = await _score(services, person, begun, learner)
    now, tasks = (
        await services.reviews.learner(person.scope),
        [task_of(services, person, each) for each in body.tickets],
    )
    for task in tasks:
        _same_paper(task.paper, begun)
    tally = now.papers.get(begun.paper, AnswerTally(began=begun.began, last=begun.began))
    wanted = tuple(map(table_of, tasks))
    right = await services.examiners.ask(waiting_person(request, person), school.right_steps, wanted)
    marks = [_mark(task, step, tally) for task, step in zip(tasks, right, strict=True)]
    return {**_report(begun, scored), "over": sum(tally.over.values()), "marks": marks}


async def _score(services: Services, person: Person, begun: PaperTicket, learner: Learner) -> PaperScored:
    tally = learner.papers.get(begun.paper)
    right = len(tally.right) if tally else 0
    wrong = len(tally.wrong) if tally else 0
    asked = begun.asked or right + wrong
    last = tally.last if tally else begun.began
    is_passed = bool(begun.passes) and right >= begun.passes
    scored = PaperScored(
        paper=begun.paper,
        deck=deck_of(begun.rules),
        kind=begun.kind,
        name=begun.name,
        right=right,
        asked=max(asked, right),
        seconds=max(0, round((last - begun.began).total_seconds())),
        is_passed=is_passed,
        missed=tally.missed if tally else (),
        certificate=new_certificate() if is_passed and begun.kind == EXAM else "",
    )
    others = await _told_classes(services, person, begun, learner, scored)
    if scored.certificate:
        others[certificate_stream(scored.certificate)] = (_certificate(person, begun, scored),)

    def made(now: Learner) -> Sequence[ReviewEvent]:
        if begun.paper in now.closed:
            raise SieteError("school/finished", "This paper is finished. Begin another one.")
        return (scored,)

    await services.reviews.keep_together(others, person.scope, made)
    return scored


async def _told_classes(
    services: Services, person: Person, begun: PaperTicket, learner: Learner, scored: PaperScored
) -> dict[str, Sequence[ReviewEvent]]:
    """What the person's classes are told of a score: those that learn the same rules."""
    known, tally = await course_of(begun.rules), learner.papers.get(begun.paper)
    told = PupilScored(
        pupil=person.scope,
        kind=scored.kind,
        name=scored.name,
        right=scored.right,
        asked=scored.asked,
        seconds=scored.seconds,
        is_passed=scored.is_passed,
        missed=scored.missed,
        clauses=tally.clauses if tally else (),
        mastered=mastered(known, learner, services.reviews.now),
    )
    codes = [each.code for each in learner.classes.values() if not each.is_teacher]
    decks = {code: (await services.classes.deck(code)) for code in codes}
    return {class_stream(code): (told,) for code, deck in decks.items() if deck == begun.rules}


def new_certificate() -> str:
    """A certificate's code, which nobody guesses."""
    return f"{new_code()}-{new_code().partition('-')[0]}"


def certificate_stream(code: str) -> str:
    """The stream of a certificate."""
    return f"{PRACTICE_PREFIX}certificate/{code}"


def _certificate(person: Person, begun: PaperTicket, scored: PaperScored) -> CertificateIssued:
    return CertificateIssued(
        person=person.name,
        rules=begun.rules,
        rules_hash=table_rules(begun.rules).rules_hash,
        right=scored.right,
        asked=scored.asked,
    )


def _report(begun: PaperTicket, scored: PaperScored) -> Plain:
    return {
        "kind": scored.kind,
        "name": scored.name,
        "rules": begun.rules,
        "rules_hash": table_rules(begun.rules).rules_hash,
        "began": begun.began.isoformat(timespec="seconds"),
        "right": scored.right,
        "asked": scored.asked,
        "passes": begun.passes,
        "seconds": scored.seconds,
        "limit": begun.seconds,
        "is_passed": scored.is_passed,
        "missed": [{"clause": each, "words": clause_words(each)} for each in scored.missed if each],
        "certificate": scored.certificate,
    }


def _mark(task: QuestionTicket | DeskTicket, right: school.RightStep, tally: AnswerTally) -> Plain:
    """What would have been right at a task of a paper that is finished, whether it was, and what a mistake pays."""
    return {
        "is_right": task.id in tally.right,
        "over": tally.over.get(task.id, 0),
        "answer": task.answer if isinstance(task, QuestionTicket) else right.words,
        "clause": right.clause,
        "words": clause_words(right.clause) if right.clause else "",
        "lesson": task.lesson,
        "has_replay": right.has_replay,
    }


def _same_paper(one: PaperTicket, other: PaperTicket) -> None:
    if one.paper != other.paper:
        raise SieteError("school/bad-ticket", "This question is not of this paper.")
