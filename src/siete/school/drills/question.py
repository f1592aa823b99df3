"""A question of the school: one right answer, and the clause that decides it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from siete.errors import SieteError
from siete.money import Cents, cents_from_text, cents_to_text
from siete.school.lessons import clause_words

CHOICES = 4
"""Answers that a question with answers to choose from has, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SchoolQuestion:
    """One question."""

    item: str
    """What is practised, the same whatever the amounts are: the name under which it comes back."""
    lesson: str
    text: str
    answer: str
    clause: str
    choices: tuple[str, ...] = ()
    """The answers to choose from; none where the answer is typed."""
    shown: tuple[str, int] | None = None
    """The step of a script that the question is about: the table before it is shown."""
    cards: str = ""
    """The cards that the question is about."""
    dealer: str = ""
    """The dealer's cards, as far as they matter."""
    wager: Cents = Cents(0)
    """The wager that is to be paid; the answer is then counted out in chips."""
    note: str = ""
    """What is said above the question."""

    def is_right(self, given: str) -> bool:
        """Whether an answer is right: a choice by its words or number, an amount however it is written."""
        words = given.strip()
        if self.choices:
            return words == self.answer or words == str(self.choices.index(self.answer) + 1)
        return _plain(words) == _plain(self.answer)

    @property
    def explanation(self) -> str:
        """The right answer, and what its clause says."""
        return f"{self.answer} [{self.clause}] {clause_words(self.clause)}"


def _plain(text: str) -> str:
    """An amount in one spelling; a total as it stands."""
    try:
        return cents_to_text(cents_from_text(text))
    except SieteError:
        return text.lower()


def overpaid(answer: str, given: str) -> Cents:
    """What an answer pays too much, below zero where it pays too little; nothing where it is not about money."""
    try:
        return Cents(cents_from_text(given) - cents_from_text(answer)) if answer.startswith("$") else Cents(0)
    except SieteError:
        return Cents(0)


def mixed(answer: str, others: Collection[str], rng: Random) -> tuple[str, ...]:
    """The right answer among a few others, in any order."""
    wrong = sorted(set(others) - {answer})
    found = [answer, *rng.sample(wrong, min(CHOICES - 1, len(wrong)))]
    rng.shuffle(found)
    return tuple(found)
