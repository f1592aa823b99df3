"""Refusals carry a code, a clause and all that is wrong."""

from __future__ import annotations

import pickle

import pytest

from siete.errors import Fault, FaultyDocumentError, ParseError, SieteError, UnknownNameError, nearest


def test_a_refusal_reads_code_clause_and_sentence() -> None:
    refusal = SieteError("command/not-your-turn", "Box 3 plays first.", clause="MD-7.H")
    assert str(refusal) == "command/not-your-turn [MD-7.H]: Box 3 plays first."


def test_a_refusal_without_a_clause_names_none() -> None:
    assert str(ParseError("money/unreadable", "No amount.")) == "money/unreadable: No amount."


def test_a_refusal_keeps_its_own_copy_of_the_facts() -> None:
    facts: dict[str, object] = {"box": 3}
    refusal = SieteError("command/not-your-turn", "Wait.", facts=facts)
    facts["box"] = 4
    assert refusal.facts == {"box": 3}


@pytest.mark.parametrize("kind", [ParseError, UnknownNameError, FaultyDocumentError])
def test_every_refusal_is_a_siete_error(kind: type[Exception]) -> None:
    assert issubclass(kind, SieteError)


def test_a_fault_reads_line_code_clause_and_sentence() -> None:
    fault = Fault(code="rules/too-many", sentence="Nine decks.", clause="MD-3.A.1", line=4)
    assert str(fault) == "line 4: rules/too-many [MD-3.A.1]: Nine decks."


def test_a_fault_without_place_or_clause_is_short() -> None:
    assert str(Fault(code="rules/too-many", sentence="Nine decks.")) == "rules/too-many: Nine decks."


def test_faults_stand_in_the_order_of_the_page_and_those_without_a_line_last() -> None:
    names = {"a": None, "b": 7, "c": 0, "d": None, "e": 2}
    faults = [Fault(code=f"x/{name}", sentence="No.", line=line) for name, line in names.items()]
    codes = [fault.code for fault in FaultyDocumentError(faults).faults]
    assert codes == ["x/c", "x/e", "x/b", "x/a", "x/d"]


def test_a_faulty_document_speaks_with_its_first_fault_and_lists_all() -> None:
    later = Fault(code="rules/later", sentence="Two.", line=9)
    first = Fault(code="rules/first", sentence="One.", clause="MD-1", line=2)
    refusal = FaultyDocumentError([later, first])
    assert (refusal.code, refusal.clause, refusal.facts) == ("rules/first", "MD-1", {"line": 2})
    assert str(refusal) == "line 2: rules/first [MD-1]: One.\nline 9: rules/later: Two."


def test_a_document_without_faults_is_not_faulty() -> None:
    with pytest.raises(AssertionError):
        FaultyDocumentError([])


def test_a_refusal_crosses_processes_whole() -> None:
    refusal = UnknownNameError("clause/unknown", "No.", clause="MD-1", facts={"box": 3})
    copy = pickle.loads(pickle.dumps(refusal))
    assert (type(copy), str(copy), copy.facts, copy.args) == (
        UnknownNameError,
        str(refusal),
        {"box": 3},
        refusal.args,
    )


def test_a_faulty_document_crosses_processes_whole() -> None:
    refusal = FaultyDocumentError([Fault(code="rules/first", sentence="One.", line=2)])
    copy = pickle.loads(pickle.dumps(refusal))
    assert (copy.faults, str(copy)) == (refusal.faults, str(refusal))


def test_the_nearest_names_are_offered() -> None:
    assert nearest("mrayland", ["maryland", "washington"]) == " Did you mean 'maryland'?"


def test_several_near_names_are_all_offered() -> None:
    hint = nearest("wa-v02", ["wa-v002", "wa-v003", "md"])
    assert hint == " Did you mean 'wa-v002' or 'wa-v003'?"


def test_nothing_is_offered_when_nothing_is_near() -> None:
    assert nearest("roulette", ["maryland", "washington"]) == ""
