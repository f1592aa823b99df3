"""Jackpots: the printed advantages, and the figures that follow from them."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from siete.errors import SieteError
from siete.money import Cents, Odds
from siete.odds.figure import Figure, edge
from siete.odds.wagers import jackpot, jackpot_tables
from siete.rules.ruleset import rule_set
from siete.rules.submission import table_rules
from tests.odds.wagers.brute import shoe_from_text, summed

PRINTED = Path(__file__).parents[2] / "rules" / "printed" / "washington_jackpots.tsv"


def printed() -> list[tuple[str, str]]:
    with PRINTED.open(newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return [(f"{row['table']}/{row['paytable']}", row["edge"]) for row in rows if row["edge"].endswith("%")]


def rules_name(id: str) -> str:
    return "wa-v002" if id[0] in "89" else "wa"


def decks_of(id: str) -> tuple[int, ...]:
    return rule_set(rules_name(id)).jackpot_tables[id.split("/")[0]].decks


def figure_of(id: str, decks: int | None = None, **overrides: object) -> Figure:
    return jackpot.figure(table_rules(rules_name(id), {"decks": decks or decks_of(id)[0], **overrides}), id)


def test_there_are_168_printed_advantages() -> None:
    assert len(printed()) == 168


@pytest.mark.parametrize(("id", "advantage"), printed())
def test_the_printed_advantage_comes_out_to_the_digit(id: str, advantage: str) -> None:
    figure = figure_of(id)
    assert f"{float(figure.house_edge):.2%}" == advantage == figure.extra["house_edge_printed"]


def test_replacing_the_fixed_pays_of_the_top_line_would_miss_two_printed_digits() -> None:
    """The control of the test above for Table 4a."""
    edges = {id: float(figure_of(id, t4a_top_keeps_fixed=False).house_edge) for id in ("4a/1", "4a/5")}
    assert {id: f"{edge:.4%}" for id, edge in edges.items()} == {"4a/1": "20.2551%", "4a/5": "9.7650%"}


@pytest.mark.parametrize(
    ("number", "fixed"), [(1, "47.80%"), (2, "53.68%"), (3, "47.80%"), (4, "53.68%"), (5, "50.29%")]
)
def test_fixed_return_of_table_6(number: int, fixed: str) -> None:
    figure = figure_of(f"6/{number}", 6)
    assert f"{float(figure.extra['fixed_return']):.2%}" == fixed
    assert figure.house_edge == 1 - figure.extra["fixed_return"] - Fraction(21, 100)


def test_suited_matches_of_any_two_cards_are_half_as_frequent_again() -> None:
    lines = [figure_of("6/1", 6, t6_suited_match_scope=scope).extra["lines"][-1] for scope in SCOPES]
    assert 1.49 < lines[1]["frequency"] / lines[0]["frequency"] < 1.51


SCOPES = ("player_dealer", "any_two_cards")


@pytest.mark.parametrize("id", ["3a/1", "3c/6", "3d/8", "4a/1", "4b/8", "4e/3", "5a/2", "5d/1", "6/5", "8b/2", "9c/4"])
@pytest.mark.parametrize("decks", [2, 4, 5, 6, 8])
def test_events_add_up_to_everything_else(id: str, decks: int) -> None:
    if decks not in decks_of(id):
        return
    rules = table_rules(rules_name(id), {"decks": decks})
    figure = jackpot.figure(rules, id, meter=Cents(1_234_500))
    extra = figure.extra
    assert summed(Fraction(event.probability) for event in figure.events) == 1
    assert len({event.name for event in figure.events}) == len(figure.events)
    assert extra["house_edge_at_meter"] == edge(figure.events)
    assert summed(line["return"] for line in extra["lines"]) == 1 - extra["house_edge_at_meter"]
    assert extra["house_edge_fixed"] == 1 - extra["fixed_return"] - extra["dollar_prize_return"]


@pytest.mark.parametrize("id", ["3c/6", "4d/2", "5c/8", "6/1"])
def test_at_the_break_even_meter_nobody_has_an_edge(id: str) -> None:
    rules = table_rules("wa", {"jackpot_wager": 2})
    per_dollar = jackpot.figure(rules, id).extra["break_even_meter"]
    even = Cents(round(per_dollar * 2 * 100))
    assert abs(jackpot.figure(rules, id, meter=even).extra["house_edge_at_meter"]) < Fraction(1, 10**6)
    assert jackpot.figure(rules, id).extra["break_even_meter_shown"] == per_dollar * 2


def test_the_meter_stands_at_its_seed_unless_told() -> None:
    seeded = jackpot.figure(table_rules("wa", {"meter_seed": 7000}), "3c/6")
    told = jackpot.figure(table_rules("wa"), "3c/6", meter=Cents(700_000))
    assert seeded.extra["house_edge_at_meter"] == told.extra["house_edge_at_meter"]


@pytest.mark.parametrize(
    ("overrides", "id", "line", "frequency"),
    [
        (
            {"table3_top": "alt1"},
            "3c/1",
            "three-aces-of-spades-with-king",
            Fraction(6 * 5 * 4 * 6, 288 * 287 * 286 * 285),
        ),
        ({"table3_top": "alt2"}, "3c/1", "three-aces-of-spades", Fraction(6 * 5 * 4, 288 * 287 * 286)),
        ({"table3_top": "alt2"}, "3c/1", "three-suited-aces", Fraction(3 * 6 * 5 * 4, 288 * 287 * 286)),
        ({"table3_top": "alt2"}, "3c/1", "three-suited", Fraction(44 * 6 * 5 * 4, 288 * 287 * 286)),
        (
            {"table4_top": "alt1", "jackpot_paytable": "4d/1"},
            "4d/1",
            "four-suited-aces",
            Fraction(4 * 6 * 5 * 4 * 3, 288 * 287 * 286 * 285),
        ),
        ({}, "3c/1", "two-suited-aces-of-spades", Fraction(6 * 5 * 4, 288 * 287 * 286)),
        ({}, "5c/1", "four-suited", Fraction(44 * 6 * 5 * 4 * 3, 288 * 287 * 286 * 285)),
        ({}, "6/1", "four-of-a-kind-suited", Fraction(48 * 6 * 5 * 4 * 3, 288 * 287 * 286 * 285)),
    ],
)
def test_lines_counted_by_hand(overrides: dict[str, object], id: str, line: str, frequency: Fraction) -> None:
    lines = {row["line"]: row["frequency"] for row in figure_of(id, 6, **overrides).extra["lines"]}
    assert lines[line] == frequency


def test_alternate_tops_leave_the_documents_advantage_alone() -> None:
    """Meter shares and `$` prizes are no part of it."""
    for family, id in (("table3_top", "3c/6"), ("table4_top", "4d/6")):
        assert figure_of(id, 6, jackpot_paytable=id, **{family: "alt1"}).house_edge == figure_of(id, 6).house_edge


def test_dollar_prizes_count_as_the_operator_set_them() -> None:
    prize = {"basis": "fixed", "value": 80, "funded_by": "house"}
    figure = figure_of("5c/6", 6, dollar_prize_two_suited=prize)
    line = next(row for row in figure.extra["lines"] if row["line"] == "two-suited")
    assert line["pays"] == "80 for 1 ($)"
    assert figure.extra["dollar_prize_return"] == 80 * line["frequency"]
    assert figure.house_edge == figure_of("5c/6", 6).house_edge


def test_each_game_has_its_own_wager() -> None:
    rules = table_rules("wa", {"jackpot_games": 2, "jackpot_paytable": ["3c/6", "6/5"], "jackpot_wager": [5, 1]})
    amounts = {figure.paytable: figure.extra["wager_amount"] for figure in jackpot.figures(rules)}
    assert (amounts["3c/6"], amounts["6/5"], amounts["4d/1"]) == (5, 1, 5)


def test_a_house_jackpot_does_not_grow() -> None:
    extra = figure_of("3c/6", 6, jackpot_type="house").extra
    assert extra["average_meter_at_hit"] == extra["meter"] == 5000
    assert extra["house_edge_long_run"] == extra["house_edge_at_meter"]


def test_average_meter_and_long_run_edge_of_a_progressive() -> None:
    """Without 10 % awards: the seed and 18 % of every wager in between; with them, what is left of it."""
    extra = figure_of("6/1", 6).extra
    assert extra["average_meter_at_hit"] == 5000 + Fraction(18, 100) * 5 * extra["top_award_once_in"]
    tenth = figure_of("3c/6", 6).extra
    top, other = (row["frequency"] for row in tenth["lines"][:2])
    assert tenth["average_meter_at_hit"] == (top * 5000 + Fraction(18, 100) * 5) / (top + other / 10)
    seed = top * 5000 / 5
    assert tenth["house_edge_long_run"] == tenth["house_edge_fixed"] - Fraction(21, 100) - seed


def test_prizes_out_of_the_jackpot_slow_the_meter() -> None:
    def average(funded_by: str) -> Fraction:
        prize = {"basis": "fixed", "value": 50, "funded_by": funded_by}
        value = figure_of("5c/6", 6, dollar_prize_two_suited=prize).extra["average_meter_at_hit"]
        assert isinstance(value, Fraction)
        return value

    assert average("jackpot") < average("house")


def test_a_capped_meter_has_no_average_of_this_model() -> None:
    assert figure_of("3c/6", 6, meter_cap=20000).extra["average_meter_at_hit"] is None


@pytest.mark.parametrize(
    ("rules", "decks", "tables"),
    [
        ("wa", 2, {"4a": 8}),
        ("wa", 6, {"3c": 8, "4d": 8, "5c": 8, "6": 5}),
        ("wa-v002", 8, {"8d": 8, "9d": 8}),
    ],
)
def test_all_paytables_that_fit_are_listed(rules: str, decks: int, tables: dict[str, int]) -> None:
    fitting = jackpot_tables.fitting(table_rules(rules, {"decks": decks}))
    assert [table.id for table in fitting] == [f"{t}/{n}" for t, count in tables.items() for n in range(1, count + 1)]


@pytest.mark.parametrize(
    ("id", "tops"),
    [
        ("3c/2", {}),
        ("3c/2", {"table3_top": "alt1"}),
        ("3c/2", {"table3_top": "alt2"}),
        ("4d/7", {}),
        ("4d/7", {"table4_top": "alt1"}),
        ("5c/1", {}),
        ("6/3", {}),
    ],
)
def test_listed_paytables_are_those_the_rules_compile(id: str, tops: dict[str, str]) -> None:
    rules = table_rules("wa", {**tops, "jackpot_paytable": id})
    assert jackpot_tables.paytable(rules, id) == rules.jackpot_pays[0]


@pytest.mark.parametrize(
    ("id", "overrides", "code", "clause"),
    [
        ("3c/9", {}, "odds/unknown-paytable", ""),
        ("8c/1", {}, "odds/unknown-paytable", ""),
        ("3a/1", {}, "odds/paytable-decks", "WA3-T3a.1"),
        ("6/1", {"decks": 2}, "odds/paytable-decks", "WA3-T6.1"),
        ("6/1", {"equipment_version": "v005t"}, "odds/paytable-equipment", "WA3-TD.0"),
    ],
)
def test_refused_paytables(id: str, overrides: dict[str, object], code: str, clause: str) -> None:
    with pytest.raises(SieteError) as refusal:
        jackpot.figure(table_rules("wa", overrides), id)
    assert (refusal.value.code, refusal.value.clause) == (code, clause)


def test_older_equipment_is_not_offered_table_6() -> None:
    rules = table_rules("wa", {"equipment_version": "v003"})
    assert not [table.id for table in jackpot_tables.fitting(rules) if table.id.startswith("6/")]


def test_a_given_shoe_is_used() -> None:
    figure = jackpot.figure(table_rules("wa"), "5c/1", shoe=shoe_from_text("As As As As"))
    assert [(event.name, event.probability) for event in figure.events] == [("four-suited-aces", 1)]


def test_fixed_lines_are_odds_for() -> None:
    assert all(
        row.pays.keeps_wager
        for name in ("wa", "wa-v002")
        for table in rule_set(name).jackpot_paytables.values()
        for row in table
        if isinstance(row.pays, Odds)
    )
