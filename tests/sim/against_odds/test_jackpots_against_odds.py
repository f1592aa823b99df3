"""Every jackpot paytable of Washington: lines as often, and fixed pays worth as much, as odds say.

The columns of a printed table have the same lines and other pays, so one run serves all of them: what a column is worth
follows from the lines that were counted and what the simulator would pay for each. Awards of meters are left out of
that, and held by the mean of what the meter showed when it was won.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from siete.lab.simulation import setup_of
from siete.money import Cents
from siete.odds.figure import Figure
from siete.odds.wagers import jackpot_tables
from siete.odds.wagers.registry import figures
from siete.rules.paytable import MeterShare
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.sim.codes import LINE, WagerCode
from siete.sim.compiler.jackpot_tables import line_pays
from siete.strategy import never_bust
from tests.few import TENTHS
from tests.sim.against_odds.without_meters import SIGMAS, Played, is_near, play

FEW, MANY = 1_000_000, 10_000_000 * TENTHS
ENOUGH = 8
"""Hits of a meter whose mean says something."""

Table = tuple[str, int, str, str]
"""Rule set, decks, printed table and which top lines it has."""


def _tables(decks: dict[str, tuple[str, ...]]) -> list[Table]:
    found: list[Table] = []
    for number, (three, four, five, eight, nine) in decks.items():
        found += [("wa", int(number), three, top) for top in ("standard", "alt1", "alt2")]
        found += [("wa", int(number), four, top) for top in ("standard", "alt1")]
        found += [("wa", int(number), five, "standard")]
        found += [("wa", int(number), "6", "standard")]
        found += [("wa-v002", int(number), each, "standard") for each in (eight, nine)]
    return found


SIX_DECKS = _tables({"6": ("3c", "4d", "5c", "8c", "9c")})
OTHERS = _tables(
    {
        "4": ("3a", "4b", "5a", "8a", "9a"),
        "5": ("3b", "4c", "5b", "8b", "9b"),
        "8": ("3d", "4e", "5d", "8d", "9d"),
    }
)
TWO_DECKS = [("wa", 2, "4a", "standard")]


def _rules(table: Table, column: int) -> TableRules:
    name, decks, printed, top = table
    tops = {"table3_top": top} if printed[0] == "3" else {"table4_top": top} if printed[0] == "4" else {}
    chosen = {"decks": decks, "jackpot_paytable": f"{printed}/{column}"}
    return table_rules(name, {**chosen, **(tops if name == "wa" else {})})


def _columns(table: Table) -> list[int]:
    return list(range(1, 6 if table[2] == "6" else 9))


def _figure(rules: TableRules) -> Figure:
    """The figure with an empty meter, so that its deviation is that of the fixed pays."""
    (found,) = figures(rules, "jackpot", paytable=rules.jackpot_paytable[0], meter=Cents(0))
    return found


def _check_lines(played: Played, figure: Figure) -> None:
    lines = played.result.wager("jackpot-1").lines
    chances = {row["line"]: float(row["frequency"]) for row in figure.extra["lines"]}
    assert set(lines) - {"none"} <= set(chances)
    for line, chance in chances.items():
        assert is_near(lines.get(line, 0), chance, played.rounds), line


def _check_column(played: Played, rules: TableRules) -> None:
    """What the counted lines pay by one column, without shares of the meter and prizes out of it."""
    figure, lines = _figure(rules), played.result.wager("jackpot-1").lines
    pays = line_pays(rules, 0)
    fixed = {line: int(pays[LINE[line]]) for line in LINE if pays[LINE[line]] > 0}
    returned = sum(lines.get(line.value, 0) * pay for line, pay in fixed.items())
    edge = 1 - returned / (played.rounds * rules.jackpot_wager[0])
    rows = {row["line"]: float(row["return"]) for row in figure.extra["lines"]}
    exact = 1 - sum(rows[line.value] for line in fixed)
    deviation = figure.extra["standard_deviation"]
    assert deviation is not None
    assert abs(edge - exact) < SIGMAS * deviation / sqrt(played.rounds), rules.jackpot_paytable


def _check_meter(played: Played, rules: TableRules, figure: Figure) -> None:
    """The mean of what the meter showed when it was won whole; it grows for as long as an exponential time, about."""
    whole = {
        row.line for row in jackpot_tables.paytable(rules, rules.jackpot_paytable[0]) if row.pays == MeterShare(100)
    }
    hits = [hit for (_, line), hit in played.result.totals.hits.items() if line in whole]
    won = sum(hit.count for hit in hits)
    mean = figure.extra["average_meter_at_hit_with_reserve"]
    assert mean is not None
    assert rules.meter_reset is not None
    if won >= ENOUGH:
        error = (float(mean) * 100 - rules.meter_reset) / sqrt(won)
        assert abs(sum(hit.amount for hit in hits) / won - float(mean) * 100) < SIGMAS * error


def _hold(table: Table, rounds: int) -> None:
    by_lines: dict[tuple[str, ...], Played] = {}
    for column in _columns(table):
        rules = _rules(table, column)
        figure = _figure(rules)
        lines = tuple(sorted(row["line"] for row in figure.extra["lines"]))
        if lines not in by_lines:
            setup = setup_of(rules, strategy=never_bust(), wager="jackpot", cards="fresh", seed=104)
            by_lines[lines] = play(setup, rounds)
            _check_lines(by_lines[lines], figure)
            _check_meter(by_lines[lines], rules, figure)
            edge, error = by_lines[lines].edge(WagerCode.JACKPOT_1)
            # The wager as the kernel booked it, for the column that was played.
            rows = figure.extra["lines"]
            exact = 1 - sum(float(row["return"]) for row in rows if line_pays(rules, 0)[LINE[row["line"]]] > 0)
            assert abs(edge - exact) < SIGMAS * error
        _check_column(by_lines[lines], rules)


REPRESENTATIVES = [
    *(
        each
        for each in SIX_DECKS
        if each[2:] in (("3c", "alt2"), ("4d", "standard"), ("6", "standard"), ("9c", "standard"))
    ),
    *TWO_DECKS,
]
"""In the default run: a table of each shape; the other printed tables are held at length."""


@pytest.mark.parametrize("table", REPRESENTATIVES, ids=lambda table: " ".join(map(str, table)))
def test_jackpot_tables(table: Table) -> None:
    _hold(table, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("table", [*SIX_DECKS, *TWO_DECKS, *OTHERS], ids=lambda table: " ".join(map(str, table)))
def test_jackpot_tables_at_length(table: Table) -> None:
    """10⁸ rounds for each printed table with each of its tops, or a tenth."""
    _hold(table, MANY)


def test_every_printed_column_is_held() -> None:
    """No paytable that odds can value for these rule sets is left out above."""
    held = {(name, decks, f"{printed}/{column}") for name, decks, printed, top in [*SIX_DECKS, *TWO_DECKS, *OTHERS]
            for column in _columns((name, decks, printed, top))}  # fmt: skip
    offered: set[Any] = set()
    for name in ("wa", "wa-v002"):
        for decks in (2, 4, 5, 6, 8):
            rules = table_rules(name, {"decks": decks})
            if rules.jackpot_games:
                offered |= {(name, decks, figure.paytable) for figure in figures(rules, "jackpot")}
    assert held == offered
