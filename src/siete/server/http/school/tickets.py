"""Sealed tickets: what the house asked, so that any process can judge the answer, and nobody reads it before.

Tickets are sealed, not only signed: they hold the right answer. For the same reason all are of one length.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from secrets import token_hex
from typing import TypeVar

import msgspec
from cryptography.fernet import Fernet, InvalidToken

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.school.drills.question import SchoolQuestion
from siete.server.services import Services

LONGEST = 3_000
"""Letters of a ticket."""
PADDED = 640
"""Bytes to which a ticket is filled up before it is sealed; one that is longer, to so many times as many."""
GRACE = timedelta(seconds=5)
"""How long after the end an answer may still come in."""


class PaperTicket(msgspec.Struct, frozen=True, kw_only=True):
    """A test, drill or exam that was begun, or practice at a desk."""

    person: str
    paper: str
    rules: str
    kind: str
    name: str
    asked: int
    """How many tasks it has; 0 where as many count as are answered."""
    passes: int
    """How many must be right."""
    began: datetime
    seconds: int = 0
    """How long it lasts; 0 without a clock."""

    @property
    def holder(self) -> str:
        """Who was given it."""
        return self.person

    @property
    def ends(self) -> datetime | None:
        """When it is over."""
        return self.began + timedelta(seconds=self.seconds) if self.seconds else None


class QuestionTicket(msgspec.Struct, frozen=True, kw_only=True):
    """A question that was asked."""

    paper: PaperTicket
    id: str
    item: str
    lesson: str
    answer: str
    clause: str
    place: int
    """Which of the choices is right, from 1; 0 where the answer is typed."""
    shown: tuple[str, int] | None = None
    """The step of a script that it is about."""

    @property
    def holder(self) -> str:
        """Who was given it."""
        return self.paper.person

    @classmethod
    def of(cls, paper: PaperTicket, question: SchoolQuestion) -> QuestionTicket:
        """The ticket of a question."""
        return cls(
            paper=paper,
            id=token_hex(6),
            item=question.item,
            lesson=question.lesson,
            answer=question.answer,
            clause=question.clause,
            place=question.choices.index(question.answer) + 1 if question.choices else 0,
            shown=question.shown,
        )

    def is_right(self, given: str) -> bool:
        """Whether an answer is right: a choice by its words or number, an amount however it is written."""
        if self.place:
            return given.strip() in (self.answer, str(self.place))
        judged = SchoolQuestion(item=self.item, lesson=self.lesson, text="", answer=self.answer, clause=self.clause)
        return judged.is_right(given)


class DeskTicket(msgspec.Struct, frozen=True, kw_only=True):
    """A step at the desk of a lesson or an exam."""

    paper: PaperTicket
    script: str
    place: int
    level: str
    lesson: str

    @property
    def holder(self) -> str:
        """Who was given it."""
        return self.paper.person

    @property
    def id(self) -> str:
        """The step's name within its paper."""
        return f"{self.script}#{self.place}"


T = TypeVar("T", PaperTicket, QuestionTicket, DeskTicket)


def new_paper() -> str:
    """A name for a paper that nobody has used."""
    return token_hex(8)


def sealed(services: Services, ticket: PaperTicket | QuestionTicket | DeskTicket) -> str:
    """The ticket as it goes to the page."""
    text = msgspec.json.encode(ticket)
    filled = text.ljust(-(-len(text) // PADDED) * PADDED)  # what is sealed keeps its length, and answers differ in it
    return _seal(services, type(ticket).__name__).encrypt(filled).decode()


def opened(services: Services, person: Person, text: str, kind: type[T]) -> T:
    """The ticket in a text, if this house gave it to this person."""
    try:
        found = msgspec.json.decode(_seal(services, kind.__name__).decrypt(text.encode()), type=kind)
    except (InvalidToken, ValueError):
        raise _NOT_ASKED from None
    if found.holder != person.scope:
        raise _NOT_ASKED
    return found


_NOT_ASKED = SieteError("school/bad-ticket", "This question was not put to you by this house.")


def check_time(paper: PaperTicket, now: datetime) -> None:
    """Refuse what comes after the end."""
    if paper.ends is not None and now > paper.ends + GRACE:
        raise SieteError("school/time-over", "The time is over. Finish to see your score.")


def _seal(services: Services, kind: str) -> Fernet:
    return Fernet(urlsafe_b64encode(hmac.digest(services.key, f"siete-school/2/{kind}".encode(), "sha256")))
