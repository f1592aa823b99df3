"""Search: every clause is found by its id and by a word of its text, and phrases lead to what says them."""

from __future__ import annotations

import re
from functools import cache

from siete.book.decisions import decisions
from siete.book.glossary import words
from siete.book.search import MOST_WORDS, search
from siete.clauses import register


@cache
def found(question: str, limit: int = 20) -> list[str]:
    return [each.id for each in search(question, limit=limit)]


def test_every_clause_is_found_first_by_its_id_in_any_case() -> None:
    asked = {id: (id.lower(), id.upper())[place % 2] for place, id in enumerate(register())}
    assert [id for id, written in asked.items() if found(written, 1) != [id]] == []


def test_every_clause_is_found_by_words_of_its_text() -> None:
    """By its longest word among all that have it, and near the top by the words it begins with."""
    for id, clause in register().items():
        spoken = re.findall(r"[^\W\d_]{3,}", clause.summary)
        assert id in found(max(spoken, key=len), len(register())), id
        assert id in found(" ".join(clause.summary.split()[:MOST_WORDS]), 150), id


def test_every_decision_and_word_is_found() -> None:
    assert [number for number in decisions() if found(number, 1) != [number]] == []
    assert [each.word for each in words() if each.anchor not in found(each.word, 40)] == []


def test_phrases_and_plurals() -> None:
    assert "MD-12.B.3" in found("spades 6-7-8", 8)
    assert found("two up cards")[0] == "WA3-T1.2"
    assert found("Surrender")[:3] == ["surrender", "MD-7.H.2", "MD-9.A"]
    assert set(found("insurance pays")) & {"MD-2.B.3.b", "MD-8.B"}


def test_nothing_is_found_for_nothing_or_nonsense() -> None:
    assert found("") == found("  ,; ") == found("zyzzyva") == []
    assert found("x" * 5000) == []
    assert found("surrender zyzzyva") == []
