"""Submissions: what an operator writes becomes rules, or is refused with all its faults at once."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from siete.errors import FaultyDocumentError, ParseError, SieteError, UnknownNameError
from siete.rules.names import NAMES
from siete.rules.ruleset import rule_set
from siete.rules.submission import (
    LARGEST_FILE,
    compile_rules,
    override_from_text,
    submission_from_text,
    table_rules,
)
from siete.rules.table_rules import parameters
from tests.rules.checks import faults_in, faults_of, only_fault_in, rules_from, rules_of

MD, MA, S13, WA, WA2 = (f'rule_set = "{name}"\n' for name in ("md", "ma", "s13", "wa", "wa-v002"))


@pytest.mark.parametrize("name", NAMES)
def test_the_default_submission_is_complete_and_valid(name: str) -> None:
    rules = rules_of(name)
    assert rules.rule_set == name
    assert set(rules.origins) == set(rules.clauses) == set(parameters())
    assert "operator" not in rules.origins.values()


def test_a_submission_names_its_rule_set_and_what_differs_from_the_defaults() -> None:
    rules = rules_from(MD + "decks = 8\ntable_min = 3.00\n")
    assert (rules.decks, rules.table_min, rules.table_max) == (8, 300, 500_00)
    assert rules.origins["decks"] == rules.origins["table_min"] == "operator"
    assert rules.origins["table_max"] == "default"
    assert rules.origins["win_pays"] == "fixed"
    assert rules.origins["jackpot_games"] == "absent"


REFUSED = [
    ("unknown key", MD + "dekcs = 6", "unknown-key", "", 2),
    ("wrong type", MD + 'decks = "six"', "wrong-type", "MD-3.A.1", 2),
    ("decks not allowed", MD + "decks = 5", "not-allowed", "MD-3.A.1", 2),
    ("decks not allowed", WA + "\ndecks = 3", "not-allowed", "WA3-G2.a", 3),
    (
        "double-double with stand on soft 17",
        WA + 'double_double = true\ndealer_soft17 = "stand"',
        "double-double-needs-hit-soft-17",
        "WA3-G8.e",
        2,
    ),
    (
        "double-double with stand on soft 17",
        WA2 + 'dealer_soft17 = "stand"\ndouble_double = true',
        "double-double-needs-hit-soft-17",
        "WA2-G8.e",
        3,
    ),
    (
        "double for less beside double-double",
        WA + "double_double = true\ndouble_for_less = true",
        "fixed",
        "WA3-G8.f",
        3,
    ),
    (
        "double for less beside double-double",
        WA2 + "double_for_less = true\ndouble_double = true",
        "fixed",
        "WA2-G8.f",
        2,
    ),
    ("paytable for other decks", WA + 'decks = 8\njackpot_paytable = "3c/6"', "paytable-decks", "WA3-T3c.6", 3),
    ("paytable for other decks", WA2 + 'jackpot_paytable = "9a/1"', "paytable-decks", "WA2-T9a.1", 2),
    (
        "paytable for newer equipment",
        WA + 'equipment_version = "v005t"\njackpot_paytable = "6/1"',
        "paytable-equipment",
        "WA3-TD.0",
        3,
    ),
    ("paytable of other equipment", WA2 + 'jackpot_paytable = "3c/1"', "unknown-paytable", "WA2-J6.a", 2),
    ("meter seed, paytable A", MD + 'spin_paytable = "A"\nmeter_seed = 999.99', "too-small", "MD-12.D.6.b.i", 3),
    ("meter seed, paytable B", MD + 'spin_paytable = "B"\nmeter_seed = 999.99', "too-small", "MD-12.D.6.b.ii", 3),
    ("meter seed, paytable C", MD + 'spin_paytable = "C"\nmeter_seed = 4999', "too-small", "MD-12.D.6.b.iii", 3),
    ("meter seed, paytable D", MD + 'spin_paytable = "D"\nmeter_seed = 4999', "too-small", "MD-12.D.6.b.iv", 3),
    ("meter seed, Xtreme 16", MD + "xtreme_meter_seed = [9999, 5000]", "too-small", "MD-12.E.3.b", 2),
    ("meter seed, Xtreme 16", MD + "xtreme_meter_seed = [10000, 4999]", "too-small", "MD-12.E.3.b", 2),
    (
        "match the dealer below the floor",
        MA + 'mtd_odds = { unsuited = "3 to 1", suited = "9 to 1" }',
        "below-floor",
        "MA-6.e.1a",
        2,
    ),
    (
        "match the dealer below the floor",
        S13 + 'decks = 8\nmtd_odds = { unsuited = "3 to 1", suited = "11 to 1" }',
        "below-floor",
        "S13-f.5.ii-1",
        3,
    ),
    ("more than 7 positions", MD + "positions = 8", "too-large", "MD-2.A", 2),
    ("jackpot wager above $25", WA + "jackpot_wager = 25.50", "too-large", "WA3-J3.b", 2),
    ("jackpot wager below $1", WA + "jackpot_wager = 0.50", "too-small", "WA3-J3.b", 2),
    ("second jackpot wager above $25", WA + "jackpot_games = 2\njackpot_wager = [5, 26]", "too-large", "WA3-J3.b", 3),
    ("card change over 24 h", MD + "card_change_interval_h = 25", "too-large", "MD-3.C", 2),
    ("card change over 24 h", S13 + "card_change_interval_h = 25", "too-large", "S13-c.4", 2),
    ("two jackpot games under v002", WA2 + "jackpot_games = 2", "too-large", "WA2-J2.a", 2),
    (
        "chips that cannot pay 3 to 2",
        MD + "chip_denominations = [1, 5, 25]",
        "chips-cannot-pay-3-to-2",
        "MD-12.A.2",
        2,
    ),
    (
        "chips that cannot pay 3 to 2",
        WA + "table_min = 0.01\nmtd_offered = false\nchip_denominations = [0.01]",
        "chips-cannot-pay-3-to-2",
        "WA3-G3",
        4,
    ),
]


@pytest.mark.parametrize(("text", "code", "clause", "line"), [pytest.param(*case[1:], id=case[0]) for case in REFUSED])
def test_what_breaks_the_rule_set_is_refused(text: str, code: str, clause: str, line: int) -> None:
    assert only_fault_in(text) == (f"submission/{code}", clause, line)


@pytest.mark.parametrize(
    ("name", "positions", "is_allowed"),
    [(name, number, number in range(1, 8)) for name in NAMES for number in (0, 1, 7, 8)],
)
def test_a_table_has_one_to_seven_positions(name: str, positions: int, is_allowed: bool) -> None:
    if is_allowed:
        assert rules_of(name, positions=positions).positions == positions
    else:
        assert [fault.name for fault in faults_of(name, positions=positions)] == ["positions"]


def test_the_faults_come_all_at_once_in_the_order_of_the_page() -> None:
    faults = faults_in(
        MD + "positions = 9\ndekcs = 6\n\ntable_min = 1000\ncard_change_interval_h = 48\nlive = true\nwin_pays = true\n"
    )
    assert [(fault.line, fault.code, fault.name) for fault in faults] == [
        (2, "submission/too-large", "positions"),
        (3, "submission/unknown-key", "dekcs"),
        (5, "submission/limits-crossed", "table_min"),
        (6, "submission/too-large", "card_change_interval_h"),
        (8, "submission/wrong-type", "win_pays"),
        (None, "submission/invented-wheel", "spin_wheel"),
        (None, "submission/invented-wheel", "xtreme_wheel"),
        (None, "submission/invented-wheel", "xtreme_community_wheel"),
    ]


def test_the_first_fault_speaks_for_the_whole_refusal() -> None:
    with pytest.raises(FaultyDocumentError) as refusal:
        rules_from(MD + "positions = 9\ndecks = 5\n")
    assert (refusal.value.code, refusal.value.clause) == ("submission/too-large", "MD-2.A")
    assert str(refusal.value).splitlines() == [
        "line 2: submission/too-large [MD-2.A]: positions: 9 is above 7.",
        "line 3: submission/not-allowed [MD-3.A.1]: decks: 5 is not among 6, 8.",
    ]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (MD + "dekcs = 6", "Did you mean 'decks'?"),
        (WA + 'meter_contributions = "10%"', "Did you mean 'meter_contribution'"),
        (MD + "rounding_mode = 'uup'", "Did you mean 'up'?"),
        (WA + 'jackpot_paytable = "3c6"', "Did you mean '3c/6'"),
        ('rule_set = "mdraft"', "Did you mean 'md-draft'"),
        (MD + 'spin_wheel = { jackpot = 1, "$5,00" = 3, "$5000" = 1 }', "write dollars"),
        (MD + 'spin_wheel = { jackpot = 1, "$5001" = 1 }', "Did you mean '$5,000'"),
    ],
)
def test_the_nearest_right_name_is_offered(text: str, hint: str) -> None:
    assert hint in faults_in(text)[0].sentence


def test_nothing_is_offered_when_nothing_is_near() -> None:
    assert faults_in(MD + "qqqqq = 1")[0].sentence == "qqqqq: there is no such choice."


def test_a_choice_that_another_rule_set_has_is_told_from_one_nobody_has() -> None:
    assert only_fault_in(WA + "spin_offered = true") == ("submission/not-offered", "", 2)
    assert only_fault_in(MD + 'bonus_21 = "2 to 1"') == ("submission/not-offered", "", 2)


def test_the_bound_says_under_which_other_choice_it_holds() -> None:
    fault = faults_in(MD + 'spin_paytable = "A"\nmeter_seed = 999')[0]
    assert fault.sentence == "meter_seed: with spin_paytable A, $999 is below $1,000."


def test_a_bound_of_our_own_names_its_decision() -> None:
    assert faults_in(MD + "table_min = 0")[0].sentence == "table_min: $0 is below $0.01. Decision 0103."


@pytest.mark.parametrize("name", NAMES)
def test_every_number_of_decks_allowed_is_valid_alone(name: str) -> None:
    for decks in rule_set(name).entries["decks"].allowed:
        assert rules_of(name, decks=decks).decks == decks


@pytest.mark.parametrize("name", NAMES)
def test_eight_decks_alone_are_never_refused(name: str) -> None:
    assert rules_of(name, decks=8).decks == 8


def test_defaults_follow_the_decks() -> None:
    wa = {decks: rules_of("wa", decks=decks) for decks in (2, 4, 5, 6, 8)}
    assert {decks: rules.jackpot_paytable for decks, rules in wa.items()} == {
        2: ("4a/6",),
        4: ("3a/6",),
        5: ("3b/6",),
        6: ("3c/6",),
        8: ("3d/6",),
    }
    assert {str(rules.mtd_odds) for rules in wa.values()} == {
        "unsuited 4 to 1, suited 15 to 1",
        "unsuited 4 to 1, suited 10 to 1",
        "unsuited 3 to 1, suited 13 to 1",
        "unsuited 4 to 1, suited 9 to 1",
        "unsuited 3 to 1, suited 12 to 1",
    }
    assert rules_of("wa-v002", decks=2).jackpot_games == 0
    assert rules_of("wa-v002", decks=5).jackpot_paytable == ("8b/6",)


def test_defaults_follow_other_choices() -> None:
    assert rules_of("wa", double_double=True).double_for_less is False
    assert rules_of("wa", double_double=True, table_max=100).dd_cap == 100_00
    assert rules_of("md", spin_paytable="A").spin_wager == 100
    assert rules_of("md", spin_wager=1).spin_paytable == "B"
    assert rules_of("md", spin_paytable="C").spin_community == "C"
    assert rules_of("md", meter_seed=7000).meter_reset == 7000_00
    assert rules_of("md", xtreme_meter_seed=[20000, 6000]).xtreme_meter_reset == (20000_00, 6000_00)
    assert rules_of("ma", hole_card_procedure="no_hole").peek_up_cards == ()
    assert rules_of("wa", jackpot_games=2).jackpot_wager == (500, 500)
    assert rules_of("wa", mtd_configuration=4).mtd_bonus_cards == 1
    assert rules_of("md", spin_offered=False).meter_seed is None


def test_one_wager_for_two_games_counts_for_both() -> None:
    rules = rules_of("wa", jackpot_games=2, jackpot_wager=2, jackpot_paytable=["3c/1", "5c/2"])
    assert rules.jackpot_wager == (200, 200)
    assert [table.id for table in rules.jackpot_pays] == ["3c/1", "5c/2"]


def test_an_alias_means_the_same_and_only_one_may_be_written() -> None:
    assert rules_of("wa", meter_contribution="20%") == rules_of("wa", meter_increment="20%")
    text = WA + 'meter_contribution = "20%"\nmeter_increment = "20%"\n'
    assert only_fault_in(text) == ("submission/said-twice", "", 3)
    assert faults_in(WA + 'meter_contribution = "120%"')[0].line == 2


def test_a_choice_laid_over_a_file_has_no_line(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(MD + "decks = 8\npositions = 9\n")
    with pytest.raises(FaultyDocumentError) as refusal:
        table_rules(path, {"decks": 5})
    assert [(fault.name, fault.line) for fault in refusal.value.faults] == [("positions", 3), ("decks", None)]
    assert table_rules(path, {"positions": 5}).positions == 5


def test_python_numbers_are_taken_as_written() -> None:
    assert rules_of("md", handpay_threshold=2.5).handpay_threshold == 250
    assert faults_of("md", table_min=0.1 + 0.2)[0].code == "money/part-of-a-cent"


# --- files that are no submissions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "code", "line"),
    [
        pytest.param(b"", "submission/no-rule-set", None, id="empty"),
        pytest.param(b"# nothing\n", "submission/no-rule-set", None, id="only a comment"),
        pytest.param(b'rule_set = "mars"\n', "submission/unknown-rule-set", 1, id="unknown rule set"),
        pytest.param(b"\nrule_set = 7\n", "submission/unknown-rule-set", 2, id="rule set of the wrong type"),
        pytest.param(b'rule_set = "md"\ndecks = \n', "file/not-toml", 2, id="damaged"),
        pytest.param(b'rule_set = "md"\ndecks = [6,\n', "file/not-toml", 3, id="cut off"),
        pytest.param(b'rule_set = "md"\ndecks = 6\ndecks = 8\n', "file/not-toml", 3, id="duplicate key"),
        pytest.param(b'rule_set = "md"\rdecks = 6', "file/not-toml", 1, id="old Mac lines"),
        pytest.param(bytes(range(256)) * 40, "file/not-utf8", 1, id="binary"),
        pytest.param(b"\x7fELF\x02\x01\x01\x00", "file/not-utf8", 1, id="program"),
        pytest.param('rule_set = "md"\n'.encode("utf-16"), "file/not-utf8", 1, id="UTF-16"),
        pytest.param('rule_set = "md"\n'.encode("utf-16-le"), "file/not-utf8", 1, id="UTF-16 without mark"),
        pytest.param('rule_set = "md"\n# Málaga\n'.encode("latin-1"), "file/not-utf8", 2, id="Latin-1"),
        pytest.param(b"#" * (LARGEST_FILE + 1), "file/too-large", None, id="large"),
        pytest.param(b'rule_set = "md"\n' * 700_000, "file/too-large", None, id="10 MB"),
        pytest.param(b"a = " + b"[" * 5000 + b"]" * 5000, "file/too-deep", 1, id="deep"),
        pytest.param(b"a = " + b"{a=" * 5000 + b"1" + b"}" * 5000, "file/too-deep", 1, id="deep tables"),
        pytest.param(b"a = " + b"9" * 5000, "file/number-too-long", None, id="5,000 digits"),
        pytest.param(b"a = 1e9999999999999999999", "file/number-too-long", None, id="exponent"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_plainly(tmp_path: Path, raw: bytes, code: str, line: int | None) -> None:
    path = tmp_path / "submission.toml"
    path.write_bytes(raw)
    with pytest.raises(FaultyDocumentError) as refusal:
        table_rules(path)
    assert [(fault.code, fault.line) for fault in refusal.value.faults] == [(code, line)]


def test_a_file_of_the_largest_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "submission.toml"
    path.write_bytes((MD + "decks = 8\n#").ljust(LARGEST_FILE, "-").encode())
    assert table_rules(path).decks == 8


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_marks_and_line_ends_change_nothing(tmp_path: Path, mark: bytes, end: str) -> None:
    path = tmp_path / "submission.toml"
    path.write_bytes(mark + f'rule_set = "md"{end}{end}decks = 8{end}positions = 9{end}'.encode())
    with pytest.raises(FaultyDocumentError) as refusal:
        table_rules(path)
    assert [(fault.name, fault.line) for fault in refusal.value.faults] == [("positions", 4)]
    assert table_rules(path, {"positions": 7}).decks == 8


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("nan", "money/out-of-range"),
        ("-inf", "money/out-of-range"),
        ("1e400", "money/out-of-range"),
        ("1e4000000", "money/out-of-range"),
        ("-5", "money/out-of-range"),
        ("10000000000000", "money/out-of-range"),
        ("0.005", "money/part-of-a-cent"),
        ("1e-4000", "money/part-of-a-cent"),
        ("1979-05-27", "submission/wrong-type"),
        ("07:32:00", "submission/wrong-type"),
        ("true", "submission/wrong-type"),
        ("[5]", "submission/wrong-type"),
        ("{ a = 5 }", "submission/wrong-type"),
        ('"five"', "money/unreadable"),
    ],
)
def test_what_is_no_amount_is_refused(value: str, code: str) -> None:
    faults = faults_in(MD + f"table_min = {value}")
    assert [(fault.code, fault.line) for fault in faults] == [(code, 2)]


def test_what_is_neither_a_rule_set_nor_a_file_is_unknown(tmp_path: Path) -> None:
    for nothing in ("mdd", str(tmp_path / "none.toml"), "a\0b", "x" * 5000, ""):
        with pytest.raises(UnknownNameError) as refusal:
            table_rules(nothing)
        assert refusal.value.code == "rules/unknown"
        assert len(str(refusal.value)) < 300
    with pytest.raises(UnknownNameError, match="Did you mean 'md'"):
        table_rules("mdd")


def test_a_folder_is_no_submission(tmp_path: Path) -> None:
    with pytest.raises(FaultyDocumentError, match="cannot be read: Is a directory"):
        table_rules(tmp_path)


def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.toml"
    path.write_text(MD)

    def denied(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", denied)  # root may read everything, so the mode of the file proves nothing
    with pytest.raises(FaultyDocumentError, match="cannot be read: Permission denied"):
        table_rules(path)


def test_an_empty_device_is_an_empty_submission() -> None:
    with pytest.raises(FaultyDocumentError, match="names no rule_set"):
        table_rules(os.devnull)


def test_an_endless_device_is_too_large() -> None:
    with pytest.raises(FaultyDocumentError, match="larger than a submission can be"):
        table_rules("/dev/zero")


def test_a_rule_set_comes_before_a_file_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("md").write_text(WA)
    assert table_rules("md").rule_set == "md"
    assert table_rules("./md").rule_set == "wa"


# --- choices laid over -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("decks=8", ("decks", 8)),
        (" decks = 8 # eight", ("decks", 8)),
        ("dealer_soft17=stand", ("dealer_soft17", "stand")),
        ('dealer_soft17="stand"', ("dealer_soft17", "stand")),
        ("gaming_day_start=06:30", ("gaming_day_start", "06:30")),
        ("cover_card_depth=1/3", ("cover_card_depth", "1/3")),
        ("meter_increment=20%", ("meter_increment", "20%")),
        ("table_min=$5", ("table_min", "$5")),
        ("jackpot_paytable=3c/6", ("jackpot_paytable", "3c/6")),
        ("blackjack_pays=3 to 2", ("blackjack_pays", "3 to 2")),
        ('jackpot_paytable=["3c/6", "4d/1"]', ("jackpot_paytable", ["3c/6", "4d/1"])),
        ("mtd_offered=false", ("mtd_offered", False)),
        ("a=1e9999999999999999999", ("a", "1e9999999999999999999")),
    ],
)
def test_a_choice_is_read_from_name_and_value(text: str, choice: tuple[str, Any]) -> None:
    assert override_from_text(text) == choice


@pytest.mark.parametrize("text", ["decks", "=8", " =8", "decks=", "decks=[", "decks=8\nx=1", "a=" + "[" * 5000, "a=;"])
def test_a_malformed_choice_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as refusal:
        override_from_text(text)
    assert refusal.value.code == "usage/set"
    assert len(str(refusal.value)) < 200


# --- anything at all ---------------------------------------------------------------------------------------------

_WORDS = ("none", "md", "A", "$5", "3 to 2", "12 for 1", "1/4", "18%", "0%", "06:00", "jackpot", "3c/6", "v006", "up")
_SCALARS = (
    st.none().map(lambda _: True)
    | st.booleans()
    | st.integers()
    | st.integers(0, 10)
    | st.decimals()
    | st.floats()
    | st.dates()
    | st.times()
    | st.text(max_size=10)
    | st.sampled_from(_WORDS)
    | st.sampled_from([each for name in NAMES for each in rule_set(name).jackpot_paytables])
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["unsuited", "suited", "basis", "value", "funded_by", "jackpot", "$40"])
            | st.text(max_size=5),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)
_KEYS = st.sampled_from([*parameters(), "meter_contribution"]) | st.text(max_size=12)


@given(name=st.sampled_from(NAMES), choices=st.dictionaries(_KEYS, _VALUES, max_size=6))
@example(name="wa", choices={"meter_increment": float("nan")})
@example(name="wa", choices={"insurance_up_cards": [["A"]]})
@example(name="wa", choices={"jackpot_wager": [], "jackpot_games": 0})
def test_whatever_is_chosen_is_answered_with_rules_or_a_refusal(name: str, choices: dict[str, Any]) -> None:
    with suppress(SieteError):
        assert len(table_rules(name, choices).rules_hash) == 64


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: raw.decode("latin-1")))
@example('rule_set = "md"\n[decks]')
@example('rule_set = "md"\ndecks.x.y = 1')
def test_whatever_text_is_answered_with_rules_or_a_refusal(text: str) -> None:
    for whole in (text, MD + text):
        with suppress(SieteError):
            assert compile_rules(submission_from_text(whole)).rule_set in NAMES


@given(st.text(max_size=30))
def test_whatever_is_set_is_answered(text: str) -> None:
    with suppress(ParseError):
        assert override_from_text(text)[0]


def test_a_share_with_endless_places_is_answered_at_once() -> None:
    start = time.process_time()
    assert only_fault_in(WA + "meter_increment = 1e-99999999") == ("submission/wrong-type", "", 2)
    assert time.process_time() - start < 1
