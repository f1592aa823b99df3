"""Results as rows: what a data frame holds is what the result says."""

from __future__ import annotations

import csv
import sys
from io import StringIO

import pytest

import siete
from siete.errors import SieteError
from siete.tabular import Tabular

FRAMES = ("pandas", "polars", "arrow")
MODULES = {"arrow": "pyarrow"}


def _results() -> dict[str, Tabular]:
    return {
        "figures": siete.figures("wa", "match-the-dealer"),
        "chart": siete.chart("wa"),
        "costs": siete.costs("wa"),
    }


@pytest.mark.parametrize("name", ["figures", "chart", "costs"])
def test_rows_have_the_same_columns_and_plain_values(name: str) -> None:
    rows = _results()[name].records()
    assert len(rows) >= 3
    assert {tuple(row) for row in rows} == {tuple(rows[0])}
    assert all(value is None or type(value) in (str, int, float, bool) for row in rows for value in row.values())


def test_rows_say_what_the_result_says() -> None:
    figures = siete.figures("wa", "match-the-dealer")
    rows = figures.records()
    assert sum(float(row["probability"] or 0) for row in rows) == pytest.approx(1, abs=1e-12)
    edge = -sum(float(row["probability"] or 0) * float(row["net"] or 0) for row in rows)
    assert edge == pytest.approx(float(figures[0].house_edge), abs=1e-12)
    chart = siete.chart("wa").records()
    assert {"table": "hard", "hand": "17", "up": "A", "play": "R"} in [
        row | {"play": str(row["play"])[0]} for row in chart
    ]


def test_csv_reads_back() -> None:
    result = siete.figures("md")
    read = list(csv.DictReader(StringIO(result.to_csv())))
    assert [row["event"] for row in read] == [row["event"] for row in result.records()]
    assert [float(row["probability"]) for row in read] == [row["probability"] for row in result.records()]


@pytest.mark.parametrize("frame", FRAMES)
def test_a_library_that_is_missing_is_named(frame: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = MODULES.get(frame, frame)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(SieteError, match=f"library/missing: {module} is not installed"):
        getattr(siete.figures("md"), f"to_{frame}")()


@pytest.mark.parametrize("frame", FRAMES)
def test_a_frame_holds_every_row(frame: str) -> None:
    pytest.importorskip(MODULES.get(frame, frame))
    result = siete.figures("md")
    table = getattr(result, f"to_{frame}")()
    rows = result.records()
    columns = table.column_names if frame == "arrow" else list(table.columns)
    assert (len(table), columns) == (len(rows), list(rows[0]))
    chances = table["probability"].to_pylist() if frame == "arrow" else list(table["probability"])
    assert chances == [row["probability"] for row in rows]
