"""Questions about what a clause orders when something happens."""

from __future__ import annotations

from random import Random

from siete.school.drills.question import SchoolQuestion, mixed
from siete.school.lessons import Lesson, clause_words


def orders(lesson: Lesson) -> tuple[tuple[str, str, str], ...]:
    """Clauses that say what is done when something happens: id, what happened, what is done."""
    found = []
    for id in lesson.clauses:
        happened, colon, done = clause_words(id).partition(": ")
        if colon:
            found.append((id, happened, done))
    return tuple(found)


def order(lesson: Lesson, known: tuple[tuple[str, str, str], ...], rng: Random) -> SchoolQuestion:
    clause, happened, done = rng.choice(known)
    return SchoolQuestion(
        item=f"clause {clause}",
        lesson=lesson.id,
        text=f"{happened}: what then?",
        answer=done,
        clause=clause,
        choices=mixed(done, {each[2] for each in known}, rng),
    )
