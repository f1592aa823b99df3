"""The figures of a laboratory: hit frequency, volatility, bands of hold, combined edges and the simulation appendix."""

from __future__ import annotations

from math import sqrt

import pytest

from siete.lab.par_sheet.appendix import appendix
from siete.lab.par_sheet.html import par_html
from siete.lab.par_sheet.par import ParSheet
from siete.lab.risk import hit_frequency, hold_bands, volatility_index
from siete.odds.wagers import insurance
from siete.rules.submission import table_rules

WA = table_rules("wa")


def test_hit_frequency_and_volatility_of_insurance() -> None:
    figure = insurance.figure(WA)
    assert hit_frequency(figure) == pytest.approx(72 / 287)
    deviation = 3 * sqrt(72 / 287 * 215 / 287)
    assert volatility_index(figure) == pytest.approx(1.645 * deviation)


def test_bands_of_hold_close_on_the_edge_with_the_root_of_the_rounds() -> None:
    figure = insurance.figure(WA)
    bands = hold_bands(figure)
    widths = [row["hold_to"] - row["hold_from"] for row in bands]
    assert widths[0] / widths[2] == pytest.approx(10.0)
    assert all(row["hold_from"] < figure.house_edge < row["hold_to"] for row in bands)


def test_the_sheet_has_them_and_the_combined_edge(sheet: ParSheet) -> None:
    page = par_html(sheet)
    for words in ("hit frequency", "volatility index", "hold in 95 of 100 cases", "with $25, super bonus included"):
        assert words in page.lower()
    assert [each.wager for each in sheet.combined] == [least for least, _ in sheet.rules.super_bonus_tiers]
    assert sheet.combined[0].combined_house_edge < sheet.chart.house_edge


@pytest.mark.usefixtures("kernels")
def test_the_appendix_compares_what_has_an_exact_figure() -> None:
    found = appendix(WA, rounds=400_000, seed=2)
    assert (found.rounds, found.seed) == (400_000, 2)
    assert {each.wager for each in found.figures} >= {"base", "super-bonus", "match-up"}
    assert all(abs(each.z) < 4 for each in found.figures)
