"""The chapters of the documents: which clauses stand in each, and what it is about, in our words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby

import msgspec

from siete.book.sources import own_data
from siete.clauses import Clause, register
from siete.rules.names import about, names

LONGEST_TITLE = 76


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A chapter of a rule set's document."""

    key: str
    """Its anchor on the rule set's page: what the ids of its clauses begin with."""
    number: str
    title: str
    clauses: tuple[Clause, ...]

    def sections(self) -> tuple[tuple[str, tuple[Clause, ...]], ...]:
        """Its clauses by section: those whose ids begin alike together."""
        return tuple((name, tuple(held)) for name, held in groupby(self.clauses, key=section_of))


def section_of(clause: Clause) -> str:
    """The section that a clause stands in: the first two parts of its id."""
    return "".join(re.split(r"([.-])", clause.id)[:5])


@cache
def rule_set_of(prefix: str) -> str:
    """The rule set whose clauses begin so; the first where several share them."""
    return next(name for name in names() if prefix in about(name).prefixes)


def chapters(name: str) -> tuple[Chapter, ...]:
    """The chapters of a rule set, in the order of its document."""
    return _chapters(name, tuple(register()))


@cache
def _chapters(name: str, known: tuple[str, ...]) -> tuple[Chapter, ...]:
    held: dict[str, list[Clause]] = {}
    titles: dict[str, str] = {}
    for clause in register().values():
        if clause.prefix in about(name).prefixes:
            number, title = _chapter(clause)
            held.setdefault(f"{clause.prefix}-{number}", []).append(clause)
            titles[f"{clause.prefix}-{number}"] = title
    return tuple(
        Chapter(key=key, number=key.partition("-")[2], title=titles[key], clauses=tuple(clauses))
        for key, clauses in held.items()
    )


def chapter_of(clause: Clause, name: str) -> Chapter:
    """The chapter that a clause stands in."""
    key = f"{clause.prefix}-{_chapter(clause)[0]}"
    return next(each for each in chapters(name) if each.key == key)


@cache
def _titles() -> Mapping[str, Mapping[str, str]]:
    """What each chapter is about, by the prefix of its clauses and its number."""
    return msgspec.json.decode(own_data("chapters"), type=dict[str, dict[str, str]])


def _chapter(clause: Clause) -> tuple[str, str]:
    """The number and title of a clause's chapter: the longest beginning of its id that has a title."""
    titles = _titles().get(clause.prefix, {})
    first = re.split(r"[.-]", clause.id.partition("-")[2])[0]
    for end in range(len(first), 0, -1):
        if first[:end] in titles:
            return first[:end], titles[first[:end]]
    return first, ""


_MARK = re.compile(r"\s*\[(?:AMB|amb)-[^\]]*\]")


def title_of(clause: Clause) -> str:
    """The head of a clause's page: its text, or the beginning of a long one."""
    text = _MARK.sub("", clause.summary)
    if len(text) <= LONGEST_TITLE:
        return text
    head = next((part for part in (text.partition("; ")[0], text.partition(": ")[0]) if len(part) <= LONGEST_TITLE), "")
    return head or f"{text[:LONGEST_TITLE].rpartition(' ')[0]} …"
