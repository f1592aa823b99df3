"""Golden rounds: every file under this folder is replayed by the engine and must come to what is written in it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from siete.money import Cents
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.table.due import Refusal
from siete.table.notation.model import Document, WrittenTable
from siete.table.notation.reader import document_from_text
from siete.table.notation.replay import replayed
from siete.table.notation.rewriter import rewritten
from siete.table.notation.table import TableRun, partings, played
from siete.table.notation.writer import document_to_text
from siete.table.view import DEALER, FLOORPERSON, PUBLIC, Role, view
from tests.few import first_few
from tests.table.generated.recorded_steps import steps_of

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*/*.s21"))
LEAST = 12
"""Files that every rule set must have."""


def _id(path: object) -> str:
    assert isinstance(path, Path)
    return f"{path.parent.name}/{path.stem}"


@cache
def _document(path: Path) -> Document:
    return document_from_text(path.read_text("utf-8"))


@cache
def _run(path: Path) -> TableRun:
    """The table of a file as the engine has run it."""
    document = _document(path)
    assert document.table is not None
    run, _ = played(document.table, document.rules)
    return run


TABLES = [path for path in FILES if path.stem.startswith(("table-", "irregular-"))]
ROUNDS = [path for path in FILES if path not in TABLES]

IRREGULARITIES = (
    "dealer-card-missed",
    "drawn-unexposed",
    "exposed-accepted",
    "exposed-in-the-first-deal",
    "exposed-refused",
    "exposed-unused",
    "face-up-card",
    "face-up-cards",
    "hole-card-seen",
    "hole-card-unseen",
    "no-card",
    "one-card-refused",
    "one-card-taken",
    "overdrawn",
    "reader-fails-between-rounds",
    "reader-fails-in-a-round",
    "reader-readable",
    "reader-unreadable",
    "requested-card-dead",
    "requested-card-later",
    "shoe-runs-out",
    "shuffler-jams",
    "shuffler-unusable",
    "ten-spot",
    "ten-spots",
    "void-round",
    "wrong-count",
)
WITHOUT_A_READER = ("wa", "wa-v002")
"""Rule sets whose tables have no card reader, so that none can fail."""


@pytest.mark.parametrize("path", ROUNDS, ids=_id)
def test_the_engine_comes_to_what_is_written(path: Path) -> None:
    document = _document(path)
    partings = [
        f"round {number}: {parting}"
        for number, written in enumerate(document.rounds, start=1)
        for parting in replayed(written, document.rules).partings
    ]
    assert partings == []


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_set_has_its_golden_rounds(name: str) -> None:
    assert sum(path.parent.name == name for path in ROUNDS) >= LEAST


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_set_has_a_table_from_closed_to_closed_and_every_irregularity(name: str) -> None:
    has_reader = name not in WITHOUT_A_READER
    wanted = {f"irregular-{each}" for each in IRREGULARITIES if has_reader or not each.startswith("reader-")}
    found = {path.stem for path in TABLES if path.parent.name == name}
    assert found == wanted | {"table-opening-to-closing"}


@pytest.mark.parametrize("name", WITHOUT_A_READER)
def test_a_table_without_a_reader_has_none_that_could_fail(name: str) -> None:
    run = TableRun(table_rules(name))
    with pytest.raises(Refusal, match="no-reader"):
        run.follow("fail-reader by=dan")


@pytest.mark.parametrize("path", TABLES, ids=_id)
def test_the_engine_runs_the_table_as_it_is_written(path: Path) -> None:
    document = _document(path)
    assert document.table is not None
    assert document.table.seen
    assert document.table.chips is not None
    assert list(partings(document.table, document.rules)) == []


@pytest.mark.parametrize("path", TABLES, ids=_id)
def test_every_role_sees_what_is_written_and_no_hidden_card(path: Path) -> None:
    """Players see what everybody sees; the house sees what is noted for it besides, and nobody a card face down."""
    document = _document(path)
    table = document.table
    assert table is not None
    run = _run(path)
    everybody, house = run.seen(PUBLIC), set(table.house)
    assert everybody == table.seen
    for player in ("ana", "ben"):
        assert run.seen(Role.player(player)) == everybody
    for role in (DEALER, FLOORPERSON):
        assert tuple(line for line in run.seen(role) if line not in house) == everybody
        assert house <= set(run.seen(role))
    assert not any("card=" in line for line in everybody if "is_face_up=no" in line)
    for role in (PUBLIC, Role.player("ana"), DEALER, FLOORPERSON):
        assert_nothing_hidden(run, role)


def assert_nothing_hidden(run: TableRun, role: Role) -> None:
    """Whatever the order of the undealt cards is, the role sees the same table."""
    state, rules = run.state, run.rules
    if state.shoe is not None:
        turned = (*state.shoe[: state.dealt], *state.shoe[: state.dealt - 1 : -1]) if state.dealt else state.shoe[::-1]
        assert view(replace(state, shoe=turned), rules, role) == view(state, rules, role)


@pytest.mark.parametrize("path", first_few(TABLES[:: len(NAMES)], TABLES), ids=_id)
def test_a_line_less_or_more_would_be_noticed(path: Path) -> None:
    """The control: neither what was seen nor the chips are left out of the comparison."""
    document = _document(path)
    table = document.table
    assert table is not None
    assert table.seen is not None
    assert table.chips is not None
    for changed in (
        replace(table, seen=table.seen[:-1]),
        replace(table, seen=(*table.seen, "CardBurned")),
        replace(table, house=(*table.house, "CardBurned")),
        replace(table, chips={**table.chips, "zoe": Cents(1)}),
        replace(table, steps=(*table.steps, "hit player=zoe box=9")),
    ):
        assert list(partings(changed, document.rules))


@pytest.mark.parametrize("path", TABLES, ids=_id)
def test_the_commands_of_a_table_lead_to_its_steps_and_back(path: Path) -> None:
    """What was done, written down anew, leads to the very same events."""
    document, run = _document(path), _run(path)
    assert document.table is not None
    if any(line.startswith("ready-cards") for line in document.table.steps):
        return  # these cards were there before any command
    again = WrittenTable(steps=steps_of(run.commands, document.rules))
    other, stopped = played(again, document.rules)
    assert (stopped, other.events) == ("", run.events)


def test_no_file_lies_under_another_rule_set() -> None:
    assert {path.parent.name for path in FILES} == set(NAMES)
    assert {path: _document(path).rules.rule_set for path in FILES} == {path: path.parent.name for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=_id)
def test_every_file_tells_what_it_shows_and_what_comes_of_it(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith("# ")
    assert all(block.rstrip().splitlines()[-1].startswith("# ") for block in text.split("[[round]]")[:-1])
    document = _document(path)
    assert document.rounds or document.table is not None
    assert all(written.results for written in document.rounds)


@pytest.mark.parametrize("path", FILES, ids=_id)
def test_a_file_survives_writing_and_rewriting(path: Path) -> None:
    text, document = path.read_text("utf-8"), _document(path)
    assert document_from_text(document_to_text(document)) == document
    assert rewritten(text, document.rounds, document.table) == text


@pytest.mark.parametrize("path", first_few(ROUNDS[:: len(NAMES)], ROUNDS), ids=_id)
def test_a_cent_more_would_be_noticed(path: Path) -> None:
    """The control of the first test: no result is left out of the comparison."""
    document = _document(path)
    for written in document.rounds:
        assert written.results is not None
        for place, result in enumerate(written.results):
            changed = replace(result, paid=Cents(result.paid + 1))
            results = (*written.results[:place], changed, *written.results[place + 1 :])
            assert not replayed(replace(written, results=results), document.rules).agrees
