"""The PAR sheet: what it gathers adds up, and both ways of writing it keep every number."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from siete.errors import SieteError
from siete.lab.par_sheet.html import par_html
from siete.lab.par_sheet.par import ParSheet, par_sheet
from siete.lab.par_sheet.program import program_hash
from siete.lab.par_sheet.wager_sheets import WagerSheet, wager_sheet
from siete.lab.par_sheet.workbook import sheet_titles
from siete.lab.par_sheet.xlsx import par_xlsx
from siete.lab.report import report
from siete.odds.wagers import registry
from siete.rules.submission import table_rules


def _event_edge(sheet: WagerSheet) -> float | None:
    """The edge that the events add up to; none where some event has no single result."""
    results = [each.returned for each in sheet.events]
    return None if None in results else -float(sum(each for each in results if each is not None))


def test_every_wager_of_the_table_is_there(sheet: ParSheet) -> None:
    titles = [each.title for each in sheet.wagers]
    assert titles == [
        "Base game",
        "Insurance",
        "Match the Dealer (up card)",
        "Super bonus and envy",
        "Jackpot (paytable 5d/3)",
    ]


@pytest.mark.parametrize("name", ["md", "ma", "wa", "wa-v002"])
def test_exact_events_add_up_to_the_edge_and_each_payment_names_its_clause(name: str) -> None:
    rules = table_rules(name)
    for wager in registry.offered(rules):
        chosen = rules.jackpot_paytable[0] if wager == "jackpot" else None
        for figure in registry.figures(rules, wager, paytable=chosen) if wager != "base" else ():
            made = wager_sheet(rules, figure)
            assert sum(Fraction(each.probability) for each in made.events) == 1
            edge = figure.extra.get("house_edge_at_meter", figure.house_edge)
            assert _event_edge(made) == pytest.approx(float(edge), abs=1e-12)
            assert all(each.clauses for each in made.events if each.net is not None and each.net > 0)
            assert all(each.clauses for each in made.lines)


def test_choices_that_differ_are_marked(sheet: ParSheet) -> None:
    marks = {each.line.name: (each.mark, each.usual) for each in sheet.choices if each.mark}
    assert marks["decks"] == ("chosen", "6")
    assert marks["jackpot_paytable"][0] == "chosen"
    assert marks["mtd_odds"] == ("follows", "unsuited 4 to 1, suited 9 to 1")
    assert "dealer_soft17" not in marks


def test_the_base_game_has_its_chart_costs_and_bonus_lines(sheet: ParSheet) -> None:
    assert sheet.base.figure.house_edge == pytest.approx(0.007985, abs=1e-6)
    assert {each.name for each in sheet.base.lines} == {row.line for row in sheet.rules.bonus_21}
    assert all(each.clauses and each.pays for each in sheet.base.lines)
    named = {each.option: each for each in sheet.costs}
    assert named["no surrender"].cost > 0 > named["dealer stands on soft 17"].cost
    assert sum(float(each.probability) for each in sheet.base.events) == pytest.approx(1.0, abs=1e-9)


class _Page(HTMLParser):
    """The words of a page, and the addresses it would fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.fetched: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "src" or (name == "href" and tag != "a"):
                self.fetched.append(str(value))
            elif name == "href":
                self.links.add(str(value))
            elif name == "id":
                self.ids.add(str(value))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_stands_alone_and_its_links_lead_somewhere(sheet: ParSheet) -> None:
    text = par_html(sheet)
    page = _Page(text)
    assert page.fetched == []
    assert not re.search(r"url\(|@import|<script", text)
    assert len(page.links) > 5
    assert {each.removeprefix("#") for each in page.links} <= page.ids
    assert "@media print" in text


def test_the_page_has_every_line_of_every_wager(sheet: ParSheet) -> None:
    words = {word.strip() for word in _Page(par_html(sheet)).words}
    assert {sheet.rules.rules_hash, "2026-05-01", "Red & River", sheet.title} <= words
    for wager in sheet.wagers:
        if wager.figure.wager != "base":
            assert {each.name for each in wager.events} <= words
            assert {each.exact for each in wager.events} <= words
        assert {each.name for each in wager.lines} <= words
        assert {" ".join(each.clauses) for each in wager.lines} <= words
    assert all(line in words for sign in sheet.signs for line in sign.lines)
    assert all(each.line.says in words for each in sheet.choices)


def test_the_page_tells_errors_that_are_proved_from_those_measured(sheet: ParSheet) -> None:
    page = par_html(sheet)
    assert "(measured to be right within 0.0001)" in page
    assert "error of the edge below 1e-09" in page
    assert "by proof less than 2e-4" in page
    assert "as measured some 1e-6" in page


def test_the_same_sheet_gives_the_same_page(sheet: ParSheet) -> None:
    assert par_html(sheet) == par_html(sheet)


def test_sheets_name_the_program_that_made_them(sheet: ParSheet, tmp_path: Path) -> None:
    """By a hash that any change of code or rule data changes."""
    assert f'<dd class="hash">{program_hash()}</dd>' in par_html(sheet)
    book = load_workbook(BytesIO(par_xlsx(sheet)))
    assert program_hash() in str(book["Summary"]["B5"].value)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "wa.toml").write_text("decks = 6")
    (tmp_path / "money.py").write_text("pass")
    first = program_hash(tmp_path)
    program_hash.cache_clear()
    assert program_hash(tmp_path) == first
    (tmp_path / "rules" / "wa.toml").write_text("decks = 8")
    program_hash.cache_clear()
    assert program_hash(tmp_path) != first


def _values(book: Any, title: str) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in book[title].iter_rows()]


def test_the_workbook_keeps_numbers_as_numbers(sheet: ParSheet) -> None:
    book = load_workbook(BytesIO(par_xlsx(sheet)))
    rows = {row[0]: row for row in _values(book, "Summary") if row[0]}
    for wager in sheet.wagers:
        assert rows[wager.title][1] == pytest.approx(float(wager.figure.house_edge), abs=1e-15)
    assert book["Summary"]["B6"].value == datetime.datetime(2026, 5, 1)
    insurance = book["2 Insurance"]
    assert insurance["B2"].number_format == "0.000000%"
    assert [insurance[at].value for at in ("A10", "C10", "F10", "G10")] == ["dealer-blackjack", "96/383", 2, "=B10*F10"]
    assert insurance["B10"].value == pytest.approx(96 / 383, abs=1e-15)


def _summed(page: Any, formula: str) -> float:
    """What a SUM over cells, each a number or a product of two, comes to."""
    column, first, last = re.fullmatch(r"=-?SUM\(([A-Z])(\d+):[A-Z](\d+)\)", formula).groups()  # type: ignore[union-attr]

    def value(at: str) -> float:
        found = page[at].value
        if isinstance(found, str):
            left, right = found.removeprefix("=").split("*")
            return value(left) * value(right)
        return float(found)

    total = sum(value(f"{column}{row}") for row in range(int(first), int(last) + 1))
    return -total if formula.startswith("=-") else total


def test_the_formulas_of_the_workbook_come_to_the_figures(sheet: ParSheet) -> None:
    book = load_workbook(BytesIO(par_xlsx(sheet)))
    for number, wager in enumerate(sheet.wagers, start=1):
        (page,) = (book[title] for title in book.sheetnames if title.startswith(f"{number} "))
        assert _summed(page, page["B5"].value) == pytest.approx(_event_edge(wager), abs=1e-12)
        assert _summed(page, page["B7"].value) == pytest.approx(1.0, abs=1e-9)
        assert page["B6"].value.startswith("=SQRT(SUMPRODUCT(B10:B")


def test_readers_that_compute_nothing_find_the_value_of_every_formula(sheet: ParSheet) -> None:
    data = par_xlsx(sheet)
    written, shown = load_workbook(BytesIO(data)), load_workbook(BytesIO(data), data_only=True)
    formulas = [
        (page.title, cell.coordinate) for page in written for row in page for cell in row if cell.data_type == "f"
    ]
    assert len(formulas) > 50
    assert [at for at in formulas if shown[at[0]][at[1]].value is None] == []
    for number in range(1, len(sheet.wagers) + 1):
        (title,) = (each for each in written.sheetnames if each.startswith(f"{number} "))
        for at in ("B5", "B7"):
            assert shown[title][at].value == pytest.approx(_summed(written[title], written[title][at].value), abs=1e-12)


def test_each_check_stands_beside_what_it_must_come_to(sheet: ParSheet) -> None:
    book = load_workbook(BytesIO(par_xlsx(sheet)), data_only=True)
    rows = {row[0]: row for row in _values(book, "Summary") if row[0]}
    assert rows["wager"][7:11] == ["edge by its events", "the events are", "tolerance", "ties out"]
    assert all(rows[wager.title][10] is True for wager in sheet.wagers)
    jackpot = rows["Jackpot (paytable 5d/3)"]
    assert jackpot[1] != pytest.approx(jackpot[7], abs=1e-4)
    assert jackpot[8] == "at the meter shown; house edge is of the long run"
    assert rows["Base game"][8] == "as house edge"


def test_sheets_are_told_apart_where_their_names_are_cut() -> None:
    cards = ("up card", "down card", "bonus card 1", "bonus card 2")
    names = [f"Match the Dealer ({each})" for each in cards]
    cut = [title.partition(" ")[2] for title in sheet_titles(names)]
    assert len(set(cut)) == len(cut)
    assert all(f"({each})" in title for each, title in zip(cards, cut, strict=True))
    assert all(len(title) <= 31 for title in sheet_titles(names * 30))


def test_text_that_looks_like_a_formula_stays_text(sheet: ParSheet) -> None:
    book = load_workbook(BytesIO(par_xlsx(replace(sheet, operator="=1+1"))))
    assert book["Summary"]["B2"].data_type == "s"
    assert all(cell.data_type != "f" for cell in book["1 Base game"]["A"])
    assert all(cell.data_type != "f" for row in book["Signs"].iter_rows() for cell in row)


@pytest.mark.parametrize(
    ("name", "code"),
    [("par.pdf", "report/unknown-kind"), ("par", "report/unknown-kind"), ("no/par.html", "file/unwritable")],
)
def test_a_file_that_cannot_be_is_refused_before_the_work(name: str, code: str, tmp_path: Path) -> None:
    told: list[str] = []
    with pytest.raises(SieteError) as refused:
        report(
            table_rules("md"),
            tmp_path / name,
            date=datetime.date(2026, 1, 1),
            progress=lambda what, done, parts: told.append(what),
        )
    assert (refused.value.code, told) == (code, [])


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "par.html").mkdir()
    with pytest.raises(SieteError, match="file/unwritable"):
        report(table_rules("md"), tmp_path / "par.html", date=datetime.date(2026, 1, 1))


def test_progress_counts_every_part_once(few_variants: object) -> None:
    told: list[tuple[str, int, int]] = []
    par_sheet(
        table_rules("wa", {"decks": 8, "jackpot_paytable": ["5d/3"]}),
        date=datetime.date(2026, 5, 1),
        progress=lambda *each: told.append(each),
    )
    assert [done for _, done, _ in told] == list(range(len(told)))
    assert {parts for _, _, parts in told} == {len(told) - 1}


Run = Callable[..., Any]


def test_the_command(tmp_path: Path, siete: Run, few_variants: object) -> None:
    file = tmp_path / "par.html"
    done = siete(
        "report", "wa", "--decks", "8", "--set", "jackpot_paytable=['5d/3']", "-o", str(file), "--date", "2026-05-01"
    )
    assert (done.code, done.out) == (0, f"written to {file}\n")
    assert file.read_text("utf-8").startswith("<!doctype html>")
    assert list(tmp_path.iterdir()) == [file]


def test_the_command_refuses(tmp_path: Path, siete: Run) -> None:
    done = siete("report", "wa", "-o", str(tmp_path / "par.doc"))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("report/unknown-kind")
    done = siete("report", "wa", "-o", str(tmp_path / "par.html"), "--date", "May")
    assert (done.code, done.err.split(":")[0]) == (1, "report/bad-date")
    assert siete("report", "wa").code == 2
