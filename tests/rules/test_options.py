"""What the documents leave to the operator: each such clause is a choice that makes other rules."""

from __future__ import annotations

from typing import Any

import pytest

from siete.rules.ruleset import rule_set
from siete.rules.table_rules import TableRules
from tests.rules.checks import faults_of, rules_of


def _differs(rules: str, name: str, *values: Any, **given: Any) -> bool:
    """Whether an operator may choose each value, and every one makes other rules."""
    made: set[TableRules] = {rules_of(rules, **given, **{name: value}) for value in values}
    return len(made) == len(values)


@pytest.mark.parametrize(
    ("rules", "name", "values"),
    [
        pytest.param(rules, name, values, id=f"{rules} {name}", marks=pytest.mark.clause(*clauses))
        for rules, name, values, clauses in [
            ("md", "mid_shoe_entry", ("allowed", "barred"), ["MD-6.C"]),
            ("md-draft", "mid_shoe_entry", ("allowed", "barred"), ["MDD-6.C"]),
            ("ma", "mid_shoe_entry", ("allowed", "barred"), ["MA-5.j"]),
            ("s13", "mid_shoe_entry", ("allowed", "barred"), ["S13-e.10"]),
            ("md", "max_boxes_per_player", (1, 2, 3), ["MD-6.H"]),
            ("md-draft", "max_boxes_per_player", (1, 2, 3), ["MDD-6.H"]),
            ("ma", "max_boxes_per_player", (1, 2), ["MA-14"]),
            ("s13", "max_boxes_per_player", (1, 2), ["S13-n.1"]),
            ("md", "settlement_procedure", ("losers_first", "position_by_position"), ["MD-7.R"]),
            ("md-draft", "settlement_procedure", ("losers_first", "position_by_position"), ["MDD-7.R"]),
            ("md", "max_additional_splits", (0, 1, 2, 3), ["MD-11.D"]),
            ("md", "max_additional_splits_aces", (0, 1, 2, 3), ["MD-11.D"]),
            ("md-draft", "max_additional_splits", (0, 1, 2, 3), ["MDD-11.D"]),
            ("md-draft", "max_additional_splits_aces", (0, 1, 2, 3), ["MDD-11.D"]),
            ("md", "spin_paytable", ("A", "B", "C", "D"), ["MD-12.D"]),
            ("md", "meter_increment", ("5%", "10%"), ["MD-12.D.6.a"]),
            ("md", "meter_seed", (5000, 6000), ["MD-12.D.6.b"]),
            ("md", "meter_reset", (5000, 6000), ["MD-12.D.6.b"]),
            ("md", "spin_community", ("C", "D"), ["MD-12.D.8.b"]),
            ("md", "xtreme_meter_increment", (["5%", "5%"], ["10%", "5%"]), ["MD-12.E.3.a"]),
            ("ma", "recut_person", ("last_cutter", "next_entitled"), ["MA-4.f.2"]),
            ("s13", "recut_person", ("last_cutter", "next_entitled"), ["S13-d.6-2"]),
            ("ma", "hole_card_procedure", ("no_hole", "hole_no_peek", "hole_reader"), ["MA-7.g.3", "MA-7.i.1"]),
            ("s13", "hole_card_procedure", ("no_hole", "hole_no_peek", "hole_reader"), ["S13-g.7-3", "S13-g.9-1"]),
            ("ma", "max_bettors_per_box", (1, 2, 3), ["MA-13.a.1"]),
            ("s13", "max_bettors_per_box", (1, 2, 3), ["S13-m.1-1"]),
            ("wa", "dealer_soft17", ("hit", "stand"), ["WA3-G5"]),
            ("wa-v002", "dealer_soft17", ("hit", "stand"), ["WA2-G5"]),
            ("wa", "mtd_configuration", (1, 2, 3, 4), ["WA3-G12.a"]),
            ("wa-v002", "mtd_configuration", (1, 2), ["WA2-G12.a"]),
            ("wa", "mtd_min", (1, 2), ["WA3-G12.h", "WA3-J10.a"]),
            ("wa", "mtd_max", (10, 25), ["WA3-G12.h", "WA3-J10.a"]),
            ("wa-v002", "mtd_min", (1, 2), ["WA2-G12.h", "WA2-J10.a"]),
            ("wa-v002", "mtd_max", (10, 25), ["WA2-G12.h", "WA2-J10.a"]),
            ("wa", "deal_order", ("alternate", "players_first"), ["WA3-D12.d"]),
            ("wa", "reveal_order", ("as_dealt", "after_deal"), ["WA3-D12.d"]),
            ("wa-v002", "deal_order", ("alternate", "players_first"), ["WA2-D12.d"]),
            ("wa-v002", "reveal_order", ("as_dealt", "after_deal"), ["WA2-D12.d"]),
            ("wa", "mtd_sequence", ("by_box", "by_card"), ["WA3-D12.g"]),
            ("wa", "jackpot_games", (0, 1, 2), ["WA3-J2.a", "WA3-J3.a"]),
            ("wa-v002", "jackpot_games", (0, 1), ["WA2-J2.a"]),
            ("wa", "jackpot_type", ("progressive", "house"), ["WA3-J2.b"]),
            ("wa", "jackpot_wager", (1, 5, 25), ["WA3-J3.b"]),
            ("wa-v002", "jackpot_wager", (0.5, 1, 30), ["WA2-J10.c"]),
            ("wa", "mtd_mandatory", ("none", "up_card", "all"), ["WA3-J10.b"]),
            ("wa-v002", "mtd_mandatory", ("none", "up_card", "all"), ["WA2-J10.b"]),
            ("wa", "table3_top", ("standard", "alt1", "alt2"), ["WA3-TA.2"]),
            ("wa", "dealt_from", ("shoe", "hand"), ["WA3-G2.b"]),
            ("wa-v002", "dealt_from", ("shoe", "hand"), ["WA2-G2.b"]),
        ]
    ],
)
def test_what_a_clause_leaves_to_the_operator_may_be_chosen(rules: str, name: str, values: tuple[Any, ...]) -> None:
    assert _differs(rules, name, *values)


@pytest.mark.clause("MD-6.G")
@pytest.mark.parametrize("offer", ["mtd_offered", "spin_offered", "xtreme_offered"])
def test_a_maryland_side_wager_is_offered_only_if_the_submission_says_so(offer: str) -> None:
    assert getattr(rules_of("md", **{offer: True}), offer) is True
    assert getattr(rules_of("md", **{offer: False}), offer) is False


@pytest.mark.clause("MDD-6.G")
def test_the_drafts_only_side_wager_is_match_the_dealer() -> None:
    assert rules_of("md-draft", mtd_offered=False).mtd_odds is None
    assert rules_of("md-draft").mtd_odds is not None
    for offer in ("spin_offered", "xtreme_offered", "jackpot_games"):
        assert faults_of("md-draft", **{offer: 1})[0].code == "submission/not-offered"


@pytest.mark.clause("MD-12.E.5.b")
def test_xtreme_16_pays_the_community_by_its_one_table() -> None:
    rules = rules_of("md", xtreme_community="A")
    assert rules.xtreme_community_pays is not None
    assert rules.xtreme_community_pays.id == "A"
    assert faults_of("md", xtreme_community="B")[0].clause == "MD-12.E.5.b"


@pytest.mark.parametrize(
    ("rules", "clause"),
    [
        pytest.param("wa", "WA3-G8.e", marks=[pytest.mark.clause("WA3-G8.a"), pytest.mark.data("WA3-G8.e")]),
        pytest.param("wa-v002", "WA2-G8.e", marks=[pytest.mark.clause("WA2-G8.a"), pytest.mark.data("WA2-G8.e")]),
    ],
)
def test_double_double_needs_a_dealer_who_hits_soft_17(rules: str, clause: str) -> None:
    assert rules_of(rules, double_double=True, dealer_soft17="hit").max_doublings == 3
    (fault,) = faults_of(rules, double_double=True, dealer_soft17="stand")
    assert (fault.name, fault.clause) == ("double_double", clause)
    assert rules_of(rules, double_double=False, dealer_soft17="stand").max_doublings == 1


@pytest.mark.parametrize(
    ("rules", "configuration", "down_card", "least", "most"),
    [
        pytest.param("wa", 1, False, 0, 0, marks=pytest.mark.clause("WA3-T1.1")),
        pytest.param("wa", 2, True, 0, 0, marks=pytest.mark.clause("WA3-T1.2")),
        pytest.param("wa", 3, False, 1, 4, marks=pytest.mark.clause("WA3-T1.3")),
        pytest.param("wa", 4, True, 1, 5, marks=pytest.mark.clause("WA3-T1.4")),
        pytest.param("wa-v002", 1, False, 0, 0, marks=pytest.mark.clause("WA2-T6.1")),
        pytest.param("wa-v002", 2, True, 0, 0, marks=pytest.mark.clause("WA2-T6.2")),
    ],
)
def test_a_configuration_has_its_matches(
    rules: str, configuration: int, down_card: bool, least: int, most: int
) -> None:
    for cards in range(7):
        choices = {"mtd_configuration": configuration, "mtd_bonus_cards": cards}
        if least <= cards <= most:
            made = rules_of(rules, **choices)
            assert (made.mtd_down_card, made.mtd_bonus_cards) == (down_card, cards)
        else:
            assert {fault.name for fault in faults_of(rules, **choices)} == {"mtd_bonus_cards"}


@pytest.mark.parametrize(
    ("rules", "decks", "tables"),
    [
        pytest.param(*case, marks=pytest.mark.clause("WA3-J6.a" if case[0] == "wa" else "WA2-J6.a"))
        for case in [
            ("wa", 2, {"4a"}),
            ("wa", 4, {"3a", "4b", "5a", "6"}),
            ("wa", 5, {"3b", "4c", "5b", "6"}),
            ("wa", 6, {"3c", "4d", "5c", "6"}),
            ("wa", 8, {"3d", "4e", "5d", "6"}),
            ("wa-v002", 4, {"8a", "9a"}),
            ("wa-v002", 5, {"8b", "9b"}),
            ("wa-v002", 6, {"8c", "9c"}),
            ("wa-v002", 8, {"8d", "9d"}),
        ]
    ],
)
def test_a_jackpot_game_pays_by_one_paytable_for_its_decks(rules: str, decks: int, tables: set[str]) -> None:
    for id in rule_set(rules).jackpot_paytables:
        if id.split("/")[0] in tables:
            (paid,) = rules_of(rules, decks=decks, jackpot_paytable=id).jackpot_pays
            assert paid == rule_set(rules).jackpot_paytables[id]
        else:
            (fault,) = faults_of(rules, decks=decks, jackpot_paytable=id)
            assert fault.code == "submission/paytable-decks"


@pytest.mark.parametrize(
    ("top", "lines"),
    [
        ("standard", ["two-suited-aces-of-spades", "two-suited"]),
        ("alt1", ["three-aces-of-spades-with-king", "three-suited-aces", "three-suited"]),
        ("alt2", ["three-aces-of-spades", "three-suited-aces", "three-suited"]),
    ],
)
@pytest.mark.clause("WA3-TA.2")
def test_alternates_replace_both_top_lines_of_table_3(top: str, lines: list[str]) -> None:
    fixed = ["unsuited-and-suited", "one-suited", "two-unsuited", "one-unsuited"]
    for id in ("3a/1", "3b/2", "3c/3", "3d/8"):
        decks = {"3a": 4, "3b": 5, "3c": 6, "3d": 8}[id[:2]]
        (table,) = rules_of("wa", decks=decks, jackpot_paytable=id, table3_top=top).jackpot_pays
        assert [row.line for row in table] == [*lines, *fixed]
        printed = rule_set("wa").jackpot_paytables[id]
        assert (table.rows[-4:], table.edge, table.judge) == (printed.rows[-4:], printed.edge, printed.judge)


@pytest.mark.parametrize(
    ("top", "lines"),
    [
        ("standard", ["two-suited-up-and-down", "two-suited-up-or-down"]),
        ("alt1", ["four-suited-aces", "four-suited", "three-suited-up-or-down"]),
    ],
)
@pytest.mark.clause("WA3-TB.3")
def test_alternates_replace_both_top_lines_of_tables_4b_to_4e(top: str, lines: list[str]) -> None:
    for decks, id in ((4, "4b/1"), (5, "4c/1"), (6, "4d/1"), (8, "4e/1")):
        (table,) = rules_of("wa", decks=decks, jackpot_paytable=id, table4_top=top).jackpot_pays
        assert [row.line for row in table][: len(lines)] == lines
        assert len(table.rows) == len(lines) + 4
    assert rules_of("wa", jackpot_paytable="5c/1").jackpot_pays[0].rows[0].line == "four-suited-aces"


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        pytest.param(name, choices, marks=pytest.mark.clause(*clauses), id=name)
        for name, choices, clauses in [
            ("dollar_prize_three_suited", {"table3_top": "alt1"}, ["WA3-TA.3"]),
            ("dollar_prize_four_of_a_rank", {"decks": 2}, ["WA3-TB.4"]),
            ("dollar_prize_two_suited", {"jackpot_paytable": "5c/1"}, ["WA3-TC.4"]),
        ]
    ],
)
def test_a_dollar_prize_is_the_operators_fixed_or_by_odds(name: str, choices: dict[str, Any]) -> None:
    prizes: list[dict[str, Any]] = [
        {"basis": basis, "value": value, "funded_by": "house"} for basis in ("fixed", "odds") for value in (20, 30)
    ]
    assert _differs("wa", name, *prizes, **choices)
