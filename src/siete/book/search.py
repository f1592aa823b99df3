"""Search over clauses, decisions and glossary, as you type: ids in any case, words, and phrases."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from siete.book.chapters import title_of
from siete.book.decisions import decisions
from siete.book.glossary import words
from siete.clauses import register

LONGEST_QUESTION = 100
MOST_WORDS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchEntry:
    """Something that can be found."""

    kind: str
    """`clause`, `decision` or `word`."""
    id: str
    title: str
    about: str
    """What stands beside it in a list: a clause's kind, a decision's summary, a word's meaning."""
    head: str
    """Id and title as they are searched: in lower case, with a space before each word."""
    text: str
    """All of it as it is searched, in the same way."""


def search(question: str, limit: int = 20) -> tuple[SearchEntry, ...]:
    """What fits a question, best first: every word must be found, at the beginning of a word or within an id."""
    asked = _plain(question[:LONGEST_QUESTION])
    terms = [_stem(term) for term in asked.split()][:MOST_WORDS]
    if not terms:
        return ()
    fitting = list(_entries(tuple(register())))
    for term in terms:
        fitting = [entry for entry in fitting if term in entry.text]
    return tuple(sorted(fitting, key=lambda entry: -_score(entry, asked, terms))[:limit])


def _score(entry: SearchEntry, asked: str, terms: list[str]) -> int:
    """How well an entry fits that has every word."""
    id = entry.id.lower()
    if id == asked or (entry.kind == "word" and _plain(entry.title) == asked):
        return 1000
    score = 400 * id.startswith(asked) + 120 * (f" {asked}" in entry.text) + 60 * (f" {asked}" in entry.head)
    for term in terms:
        score += 1 + 12 * (f" {term}" in entry.text) + 20 * (f" {term}" in entry.head)
    return score


def _stem(term: str) -> str:
    """A word without its plural: `cards` finds a card."""
    return term[:-1] if len(term) > 3 and term.endswith("s") and not term.endswith("ss") else term


def _plain(text: str) -> str:
    return re.sub(r"[^\w.$%♠♥♦♣&-]+", " ", text.lower()).strip()


@cache
def _entries(known: tuple[str, ...]) -> tuple[SearchEntry, ...]:
    """Everything that can be found, for the clauses that are known now."""
    clauses = [
        _entry("clause", id, title_of(each), f"{each.kind.value}, {each.reference}", each.summary)
        for id, each in register().items()
    ]
    pages = [_entry("decision", n, each.title, each.summary, each.text) for n, each in decisions().items()]
    glossary = [_entry("word", each.anchor, each.word, each.meaning, each.instead_of) for each in words()]
    return (*clauses, *pages, *glossary)


def _entry(kind: str, id: str, title: str, about: str, text: str) -> SearchEntry:
    head = f" {_plain(f'{id} {title}')}"
    return SearchEntry(
        kind=kind, id=id, title=title, about=about, head=head, text=f"{head} {_plain(f'{about} {text}')}"
    )
