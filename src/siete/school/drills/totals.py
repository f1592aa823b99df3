"""A hand's total at a glance."""

from __future__ import annotations

from random import Random

from siete.cards import SPANISH_DECK, cards_to_text
from siete.clauses import register
from siete.school.drills.question import SchoolQuestion
from siete.school.lessons import Lesson
from siete.table.hand import HandTotal


def total(lesson: Lesson, rng: Random) -> SchoolQuestion:
    """A hand of two to six cards that has not broken before its last card."""
    while True:
        cards = tuple(rng.sample(SPANISH_DECK, rng.randint(2, 6)))
        if HandTotal.of(cards[:-1]).total < 21:
            break
    found = HandTotal.of(cards)
    answer = f"{'soft ' if found.is_soft else ''}{found.total}"
    return SchoolQuestion(
        cards=cards_to_text(cards),
        item=f"total {answer} in {len(cards)}",
        lesson=lesson.id,
        text=f"What is the total of {cards_to_text(cards)}? Say it as soft 17, or 17.",
        answer=answer,
        clause=_clause(lesson),
    )


def _clause(lesson: Lesson) -> str:
    """What says how an ace counts; where a document says no such thing, the lesson's last clause."""
    held = register()
    prefix = held[lesson.clauses[-1]].prefix
    found = (each.id for each in held.values() if each.prefix == prefix and each.summary.startswith("Ace counts 11"))
    return next(found, lesson.clauses[-1])
