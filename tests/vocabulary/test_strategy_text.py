"""The written forms of a strategy: chart, CSV and JSON, and how they are refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siete.errors import Fault, FaultyDocumentError
from siete.strategy import COLUMNS, ROWS, Cell, Play, Strategy, StrategyRow, Table, mimic_the_dealer, never_bust

DEALER = mimic_the_dealer()
READERS: dict[str, Callable[[str], Strategy]] = {
    "text": Strategy.from_text,
    "csv": Strategy.from_csv,
    "json": Strategy.from_json,
}
WRITERS: dict[str, Callable[[Strategy], str]] = {
    "text": Strategy.to_text,
    "csv": Strategy.to_csv,
    "json": Strategy.to_json,
}
FORMS = pytest.mark.parametrize("form", list(READERS))


def faults_in(read: Callable[[str], Strategy], document: str) -> tuple[Fault, ...]:
    with pytest.raises(FaultyDocumentError) as refusal:
        read(document)
    return refusal.value.faults


def codes_in(read: Callable[[str], Strategy], document: str) -> list[str]:
    return [fault.code.removeprefix("strategy/") for fault in faults_in(read, document)]


def line_of(document: str, beginning: str) -> int:
    return next(n for n, line in enumerate(document.split("\n"), 1) if re.match(beginning, line))


def rows_of(table: Table, cell: Cell | None) -> st.SearchStrategy[list[StrategyRow]]:
    """Any choice of a table's rows; exact hands for the table of cards."""
    names = ROWS[table] or ("8-6", "7s-7s", "first:A-X", "split:9-2", "Kh-Qd-As", "X-3-3")
    chosen = st.lists(st.sampled_from(names), unique=True)
    return chosen.map(lambda rows: [StrategyRow(table=table, name=name, cells=(cell,) * 10) for name in rows])


LOOSE_CELLS = st.sampled_from([None, *map(Cell.from_text, ["H", "S4*", "D5^/S", "R/H", "D+/H"])])
STRATEGIES = st.builds(
    lambda name, cards, split: Strategy(name=name, rows=(*DEALER.rows, *cards, *split)),
    st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=100),
    LOOSE_CELLS.flatmap(lambda cell: rows_of(Table.CARDS, cell)),
    LOOSE_CELLS.flatmap(lambda cell: rows_of(Table.PAIRS_SPLIT, cell)),
)


@FORMS
@settings(max_examples=30, deadline=None)
@given(strategy=STRATEGIES)
def test_a_strategy_reads_back_from_each_form(form: str, strategy: Strategy) -> None:
    written = WRITERS[form](strategy)
    assert READERS[form](written) == strategy
    assert WRITERS[form](READERS[form](written)) == written


@FORMS
@pytest.mark.parametrize("name", ['Commas, "quotes" and # signs', "a  b", "name", "=1+1"])
def test_any_printable_name_is_kept(form: str, name: str) -> None:
    strategy = Strategy(name=name, rows=DEALER.rows)
    assert READERS[form](WRITERS[form](strategy)).name == name


@FORMS
def test_a_file_may_be_in_any_form(form: str) -> None:
    data = WRITERS[form](DEALER).encode()
    assert Strategy.from_bytes(data) == DEALER
    assert Strategy.from_bytes(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")) == DEALER


def test_a_chart_has_its_columns_aligned_and_a_legend() -> None:
    chart = DEALER.to_text().splitlines()
    assert chart[0] == "siete-strategy/1 Mimic the dealer"
    assert chart[2].split() == ["hard", *COLUMNS]
    assert [match.start() for match in re.finditer(r"\S+", chart[2])] == [
        match.start() for match in re.finditer(r"\S+", chart[3])
    ]
    assert "D double" in DEALER.to_text()


def test_the_spacing_of_a_chart_does_not_matter() -> None:
    chart = re.sub("  +", "\t", DEALER.to_text()).replace("\n", "  \n\n")
    assert Strategy.from_text(chart) == DEALER


def test_csv_has_a_column_for_each_up_card_and_the_name_in_front() -> None:
    assert DEALER.to_csv().splitlines()[:3] == [
        "table,row,2,3,4,5,6,7,8,9,X,A",
        "name,Mimic the dealer,,,,,,,,,,",
        "hard,4,H,H,H,H,H,H,H,H,H,H",
    ]


def test_the_blank_lines_of_a_spreadsheet_do_no_harm() -> None:
    assert Strategy.from_csv(DEALER.to_csv() + "\n,,,,,,,,,,,\n") == DEALER


def test_json_has_stable_keys() -> None:
    document = json.loads(never_bust().to_json())
    assert list(document) == ["format", "name", "columns", "tables"]
    assert document["format"] == "siete-strategy/1"
    assert document["columns"] == list(COLUMNS)
    assert document["tables"]["hard"]["11"] == ["H"] * 10


def test_exact_hands_stand_in_the_order_of_their_cards_however_they_were_written() -> None:
    cells = (Cell(play=Play.STAND),) * 10
    names = ("6-8", "split:2-A-X", "first:7s-7h", "as-kh")
    cards = [StrategyRow(table=Table.CARDS, name=name, cells=cells) for name in names]
    strategy = Strategy(name="Cards", rows=(*DEALER.rows, *cards))
    found = [row.name for row in strategy.rows if row.table is Table.CARDS]
    assert found == ["8-6", "As-Kh", "first:7h-7s", "split:A-X-2"]


# What is wrong, and where


@pytest.mark.parametrize(("form", "before"), [("text", ""), ("csv", "hard,")])
def test_all_faults_are_listed_with_their_lines(form: str, before: str) -> None:
    document = WRITERS[form](DEALER)
    twelve, thirteen = line_of(document, f"{before}12"), line_of(document, f"{before}13")
    lines = document.split("\n")
    lines[twelve - 1] = lines[twelve - 1].replace("H", "Q")
    lines[thirteen - 1] = lines[thirteen - 1].replace("13", "99")
    found = [(fault.code, fault.line) for fault in faults_in(READERS[form], "\n".join(lines))]
    assert found == [
        *[("strategy/unreadable-cell", twelve)] * 10,
        ("strategy/unknown-row", thirteen),
        ("strategy/missing-row", None),
    ]


def replaced_row(title: str, cells: str) -> str:
    """The dealer's play as CSV, with the cells of one row replaced; cells are parted by spaces."""
    table, name = title.split()
    new = f"{table},{name},{','.join(cells.split())}"
    document, count = re.subn(rf"(?m)^{table},{name},.*$", new, DEALER.to_csv())
    return document if count else document + new + "\n"


@pytest.mark.parametrize(
    ("title", "cells", "code"),
    [
        ("hard 16", "H H H", "wrong-width"),
        ("hard 16", "H " * 11, "wrong-width"),
        ("hard 16", "H " * 9 + "h", "unreadable-cell"),
        ("hard 16", "H " * 9 + "H4", "impossible-cell"),
        ("hard 16", "H " * 9 + ".", "misplaced-cell"),
        ("hard 16", "H " * 9 + "P", "misplaced-cell"),
        ("hard 16", "H " * 9 + "R/P", "misplaced-cell"),
        ("hard 16", "H " * 9 + "D", "misplaced-cell"),
        ("soft 16", "H " * 9 + "R/D", "misplaced-cell"),
        ("soft 16", "H " * 9 + "X", "misplaced-cell"),
        ("pairs 8", "P " * 9 + "X", "misplaced-cell"),
        ("doubled-1 16", "S " * 9 + ".", "misplaced-cell"),
        ("doubled-1 16", "S " * 9 + "H", "misplaced-cell"),
        ("doubled-1 16", "S " * 9 + "D/H", "misplaced-cell"),
        ("doubled-1 16", "S " * 9 + "D5/S", "misplaced-cell"),
        ("hard 3", "H " * 10, "unknown-row"),
        ("soft A7", "H " * 10, "unknown-row"),
        ("pairs T", "H " * 10, "unknown-row"),
        ("cards 8", "H " * 10, "unknown-row"),
        ("cards 8-", "H " * 10, "unknown-row"),
        ("cards 8-K", "H " * 10, "unknown-row"),
        ("cards 8-6s", "H " * 10, "unknown-row"),
        ("cards late:8-6", "H " * 10, "unknown-row"),
        ("cards :8-6", "H " * 10, "unknown-row"),
        ("harrd 16", "H " * 10, "unknown-table"),
        ("doubled-2 16", "S " * 10, "missing-row"),
    ],
)
def test_one_fault_is_found_and_named(title: str, cells: str, code: str) -> None:
    (fault,) = faults_in(Strategy.from_csv, replaced_row(title, cells))
    assert fault.code == f"strategy/{code}"
    assert title.split()[0] in str(fault)


@pytest.mark.parametrize(
    ("title", "cells"),
    [
        ("hard 16", "R/H R/S D/H D/S S4* S4+ S4^ H S D5/H"),
        ("pairs 7", "P P$ P% . H S D R/P P/H D5/H"),
        ("hard-split 16", "S S S S S S S S S ."),
        ("doubled-1 16", "S X D D/S D/X S S S S S"),
        ("cards first:7s-7s", "P P$ . H S D R R/P P/H D5/H"),
    ],
)
def test_what_fits_is_taken(title: str, cells: str) -> None:
    strategy = Strategy.from_csv(replaced_row(title, cells))
    table, name = title.split()
    (row,) = [row for row in strategy.rows if (row.table.value, row.name) == (table, name)]
    assert row.written().cells == tuple(cells.split())


def test_a_row_written_twice_is_refused_where_it_stands_again() -> None:
    document = DEALER.to_csv() + "cards,8-6,S,S,S,S,S,S,S,S,S,S\ncards,6-8,S,S,S,S,S,S,S,S,S,S\n"
    (fault,) = faults_in(Strategy.from_csv, document)
    assert (fault.code, fault.line) == ("strategy/duplicate-row", document.count("\n"))


def test_a_missing_table_is_one_fault_that_lists_its_rows() -> None:
    document = re.sub(r"(?m)^pairs,.*\n", "", DEALER.to_csv())
    (fault,) = faults_in(Strategy.from_csv, document)
    assert fault.code == "strategy/missing-row"
    assert fault.sentence == "pairs lacks the rows 2, 3, 4, 5, 6, 7, 8, 9, X, A."


def test_an_unknown_table_is_named_once_at_its_first_row_with_the_nearest() -> None:
    document = DEALER.to_text().replace("soft ", "sofd ")
    unknown, missing = faults_in(Strategy.from_text, document)
    assert (unknown.code, unknown.line) == ("strategy/unknown-table", line_of(document, "sofd") + 1)
    assert "'soft'" in unknown.sentence
    assert missing.code == "strategy/missing-row"


def test_rows_before_any_table_belong_to_none() -> None:
    document = DEALER.to_text().replace("\n", "\n16 H H H H H H H H H H\n", 1)
    assert codes_in(Strategy.from_text, document) == ["unknown-table"]


@pytest.mark.parametrize("name", ["", " padded", "two\nlines", "bell\a", "x" * 101])
def test_an_unfit_name_is_refused(name: str) -> None:
    document = json.loads(DEALER.to_json()) | {"name": name}
    assert codes_in(Strategy.from_json, json.dumps(document)) == ["unfit-name"]


# Hostile documents


@FORMS
@pytest.mark.parametrize(
    "document", ["", "\n", "\0\0\0", "siete", "[]", "null", "é" * 1000, '"open', "{}", "\ufeff", "0"]
)
def test_what_is_no_strategy_is_refused(form: str, document: str) -> None:
    assert codes_in(READERS[form], document)[0] in ("unknown-format", "not-json", "not-csv")


@FORMS
@given(document=st.text())
def test_no_text_gives_anything_but_a_refusal(form: str, document: str) -> None:
    faults_in(READERS[form], document)


@given(st.binary())
def test_no_bytes_give_anything_but_a_refusal(data: bytes) -> None:
    with pytest.raises(FaultyDocumentError):
        Strategy.from_bytes(data)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(FaultyDocumentError) as refusal:
        Strategy.from_bytes(b"siete-strategy/1 \xff\xfe")
    assert refusal.value.code == "strategy/not-text"


@FORMS
@pytest.mark.parametrize("document", ["x" * 2_000_001, "\n" * 20_001], ids=["long line", "many lines"])
def test_a_huge_text_is_refused(form: str, document: str) -> None:
    assert codes_in(READERS[form], document) == ["too-long"]


def test_a_huge_file_is_refused_before_it_is_read_as_text() -> None:
    with pytest.raises(FaultyDocumentError) as refusal:
        Strategy.from_bytes(b"\xff" * 2_000_001)
    assert refusal.value.code == "strategy/too-long"


def test_many_faults_are_listed_in_good_time() -> None:
    document = DEALER.to_csv() + "hard,no,no\n" * 15_000
    assert codes_in(Strategy.from_csv, document).count("unknown-row") == 15_000


@pytest.mark.parametrize("document", ["[" * 100_000, '{"format": ' + "9" * 5000 + "}"], ids=["deep", "long number"])
def test_json_that_overwhelms_the_reader_is_refused(document: str) -> None:
    assert codes_in(Strategy.from_json, document) == ["not-json"]


def test_json_that_breaks_off_is_refused_with_its_line() -> None:
    (fault,) = faults_in(Strategy.from_json, '{"format":\n')
    assert (fault.code, fault.line) == ("strategy/not-json", 2)


def test_a_row_twice_in_json_is_refused() -> None:
    document = DEALER.to_json().replace('"hard": {', '"hard": {"4": [], ')
    assert codes_in(Strategy.from_json, document) == ["duplicate-row"]


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"tables": None}, ["missing-row"] * 4),
        ({"tables": {"hard": 5}}, ["missing-row"] * 4),
        ({"tables": {"hard": {"4": "HHHHHHHHHH"}}}, ["wrong-width"] + ["missing-row"] * 4),
        ({"tables": {"hard": {"4": [1] * 10}}}, ["unreadable-cell"] * 10 + ["missing-row"] * 4),
        ({"name": 7}, ["unfit-name"]),
        ({"name": "\ud800"}, ["unfit-name"]),
        ({"columns": "23456789XA"}, ["unknown-format"]),
        ({"format": "siete-strategy/2"}, ["unknown-format"]),
    ],
)
def test_json_of_another_shape_is_refused(changes: dict[str, object], codes: list[str]) -> None:
    document = json.dumps(json.loads(DEALER.to_json()) | changes)
    assert sorted(codes_in(Strategy.from_json, document)) == sorted(codes)


@pytest.mark.parametrize("document", ['table,row,2,3,4,5,6,7,8,9,X,A\nhard,"4', "x" * 200_000 + ",1"])
def test_broken_csv_is_refused(document: str) -> None:
    assert codes_in(Strategy.from_csv, document) == ["not-csv"]
