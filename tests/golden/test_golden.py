"""Golden rounds: every file under this folder is replayed by the engine and must come to what is written in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from siete.money import Cents
from siete.rules.catalogue import NAMES
from siete.table.notation_read import document_from_file, document_from_text
from siete.table.notation_rewrite import rewritten
from siete.table.notation_text import document_to_text
from siete.table.replaying import replayed

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*/*.s21"))
LEAST = 12
"""Files that every rule set must have."""


def _id(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", FILES, ids=_id)
def test_the_engine_comes_to_what_is_written(path: Path) -> None:
    document = document_from_file(path)
    partings = [
        f"round {number}: {parting}"
        for number, written in enumerate(document.rounds, start=1)
        for parting in replayed(written, document.rules).partings
    ]
    assert partings == []


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_set_has_its_golden_rounds(name: str) -> None:
    assert len(list((FOLDER / name).glob("*.s21"))) >= LEAST


def test_no_file_lies_under_another_rule_set() -> None:
    assert {path.parent.name for path in FILES} == set(NAMES)
    assert {path: document_from_file(path).rules.rule_set for path in FILES} == {
        path: path.parent.name for path in FILES
    }


@pytest.mark.parametrize("path", FILES, ids=_id)
def test_every_file_tells_what_it_shows_and_what_comes_of_it(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith("# ")
    assert all(block.rstrip().splitlines()[-1].startswith("# ") for block in text.split("[[round]]")[:-1])
    assert all(written.results for written in document_from_file(path).rounds)


@pytest.mark.parametrize("path", FILES, ids=_id)
def test_a_file_survives_writing_and_rewriting(path: Path) -> None:
    text = path.read_text("utf-8")
    document = document_from_text(text)
    assert document_from_text(document_to_text(document)) == document
    assert rewritten(text, document.rounds) == text


@pytest.mark.parametrize("path", FILES, ids=_id)
def test_a_cent_more_would_be_noticed(path: Path) -> None:
    """The control of the first test: no result is left out of the comparison."""
    document = document_from_file(path)
    for written in document.rounds:
        assert written.results is not None
        for place, result in enumerate(written.results):
            changed = replace(result, paid=Cents(result.paid + 1))
            results = (*written.results[:place], changed, *written.results[place + 1 :])
            assert not replayed(replace(written, results=results), document.rules).agrees
