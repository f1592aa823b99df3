"""The recorded decisions, read for the book: title, summary, text, and the clauses that each one reads."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from siete.book.sources import decision_texts
from siete.clauses import register
from siete.rules.proof.carriers import citation

FIRST_OF_ENGINEERING = 100
"""Decisions below this number read the documents; the others are about the program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionPage:
    """A page of `docs/decisions`."""

    number: str
    title: str
    summary: str
    text: str
    """In Markdown, without its title."""
    clauses: tuple[str, ...]
    """The clauses that it names."""

    @property
    def is_reading(self) -> bool:
        """Whether it says how a document is read."""
        return int(self.number) < FIRST_OF_ENGINEERING


@cache
def decisions() -> Mapping[str, DecisionPage]:
    """Every decision by number."""
    ids = citation()
    return {number: _decision(number, text, ids) for number, text in decision_texts().items()}


def _decision(number: str, text: str, ids: re.Pattern[str]) -> DecisionPage:
    head, _, rest = text.partition("\n")
    summary = re.search(r"^\*\*In short\.\*\* (.+)$", text, re.MULTILINE)
    return DecisionPage(
        number=number,
        title=head.partition(" — ")[2].strip(),
        summary=summary[1] if summary else "",
        text=rest,
        clauses=tuple(dict.fromkeys(id for id in ids.findall(text) if id in register())),
    )


AMBIGUITY = re.compile(r"AMB-(\d{2,3})")


def reading_of(ambiguity: str) -> str:
    """The number of the decision that settles `AMB-07`; empty where there is none."""
    number = ambiguity.removeprefix("AMB-").zfill(4)
    return number if number in decisions() else ""


@cache
def _by_clause() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for number, decision in decisions().items():
        for id in decision.clauses:
            found.setdefault(id, []).append(number)
    return {id: tuple(numbers) for id, numbers in found.items()}


def decisions_on(id: str) -> tuple[DecisionPage, ...]:
    """The decisions that read a clause: those that name it, and those that its own text points to."""
    marked = (reading_of(f"AMB-{number}") for number in AMBIGUITY.findall(register()[id].summary))
    numbers = dict.fromkeys([*filter(None, marked), *_by_clause().get(id, ())])
    return tuple(decisions()[number] for number in numbers)
