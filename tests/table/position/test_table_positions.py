"""Positions of whole tables: irregular rounds read back, and between rounds no card of a stack is told."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from siete.errors import ParseError
from siete.rules.table_rules import TableRules
from siete.table.notation.reader import document_from_text
from siete.table.notation.table import TableRun
from siete.table.position.line import position_from_text, position_to_text
from siete.table.state.table import TableState
from siete.table.stepping import StepTaken

GOLDEN = Path(__file__).parents[2] / "golden"
FILES = sorted((*GOLDEN.glob("*/irregular-*.s21"), *GOLDEN.glob("*/table-*.s21")))


class Watched(TableRun):
    """A table that remembers where it stood after each command."""

    def _keep(self, step: StepTaken) -> StepTaken:
        self.stood = (*getattr(self, "stood", ()), step.state)
        return super()._keep(step)


def states(path: Path) -> tuple[TableRules, tuple[TableState, ...]]:
    """Every state of a written table, after each of its commands."""
    document = document_from_text(path.read_text("utf-8"))
    assert document.table is not None
    run = Watched(document.rules)
    for line in document.table.steps:
        run.follow(line)
    return document.rules, run.stood


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_disturbed_round_reads_back(path: Path) -> None:
    rules, found = states(path)
    read_back = 0
    for state in found:
        if state.round is None:
            continue
        text = position_to_text(state, rules, shows_hidden=True)
        if "refill" in text.split()[-1].split(","):
            continue  # cards are being shuffled, and no position tells them
        read = position_from_text(text, rules)
        read_back += 1
        assert read.round == state.round
        assert (read.racks, read.dealer, read.is_reader_down) == (state.racks, state.dealer, state.is_reader_down)
        assert position_to_text(read, rules, shows_hidden=True) == text
    assert read_back > 5


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_between_rounds_a_position_tells_counts_and_no_cards(path: Path) -> None:
    rules, found = states(path)
    for state in found:
        if state.round is not None or not state.racks:
            continue
        text = position_to_text(state, rules, shows_hidden=True)
        assert len(text.split()) == 8
        assert not re.search(r"\b[2-9TJQKA][cdhs]\b", text)
        with pytest.raises(ParseError) as refused:
            position_from_text(text, rules)
        assert refused.value.code == "notation/between-rounds"


def test_the_way_from_closed_to_closed() -> None:
    rules, found = states(GOLDEN / "md" / "table-opening-to-closing.s21")
    stages: list[str] = []
    for state in found:
        stage = position_to_text(state, rules).split()[2]
        if stages[-1:] != [stage]:
            stages.append(stage)
    opened = ["opening", "shuffle", "cut", "stack", "ready", "wagers", "deal", "base"]
    assert stages[: len(opened)] == opened
    assert stages[-1] == "closed"


def test_an_idle_table_and_one_that_is_being_cut() -> None:
    rules, found = states(GOLDEN / "md" / "irregular-shuffler-jams.s21")
    told = [position_to_text(state, rules) for state in found]
    assert any(" cut 1.1:cut - - ana=500 " in text for text in told)
    rules, found = states(GOLDEN / "md" / "table-opening-to-closing.s21")
    idle = [state for state in found if state.opening is not None and state.opening.is_idle]
    assert idle
    assert position_to_text(replace(idle[0], round=None), rules).split()[2] == "idle"


def test_notes_of_a_disturbed_round() -> None:
    rules, found = states(GOLDEN / "ma" / "irregular-requested-card-later.s21")
    notes = {note for state in found for note in position_to_text(state, rules).split()[-1].split(",")}
    assert {"passed=1.1", "late=1.1"} <= notes
    rules, found = states(GOLDEN / "md" / "irregular-face-up-cards.s21")
    notes = {note for state in found for note in position_to_text(state, rules).split()[-1].split(",")}
    assert {"face-up=1", "face-up=2", "void", "void-by=MD-13.B"} <= notes


GOOD = "s21/1 #1 base 1.1:play 7h? 1:>ana=25:7s5d=a25:- ana=475 "


@pytest.mark.parametrize(
    "note", ["face-up=x", "seen=7x", "late=1", "passed=0.1", "one-card=a", "reversals=spin@", "dealer=", "idle"]
)
def test_a_note_that_is_none_is_refused(note: str) -> None:
    document = document_from_text((GOLDEN / "md" / "irregular-face-up-card.s21").read_text("utf-8"))
    with pytest.raises(ParseError):
        position_from_text(GOOD + note, document.rules)
