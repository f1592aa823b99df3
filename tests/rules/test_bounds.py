"""Bounds: every one in the rule data lets its last value pass and refuses the next, with its clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from siete.errors import FaultyDocumentError
from siete.money import Chips, Odds
from siete.rules import value_kinds
from siete.rules.entries import RuleEntry
from siete.rules.names import NAMES
from siete.rules.paytable import Wheel
from siete.rules.resolve import Resolution
from siete.rules.ruleset import rule_set
from siete.rules.submission import table_rules
from siete.rules.table_rules import parameters
from siete.rules.value_kinds import Kind, MatchOdds
from tests.rules.checks import faults_in, faults_of, only_fault_in, rules_of

CROSS_CHECKS = {
    "submission/double-double-needs-hit-soft-17",
    "submission/continuous-device-not-approved",
    "submission/limits-crossed",
    "submission/not-in-chips",
    "submission/chips-cannot-pay-3-to-2",
    "submission/shuffle-steps",
    "submission/one-for-each-game",
    "submission/unknown-paytable",
    "submission/paytable-decks",
    "submission/paytable-equipment",
    "submission/wheel-symbol",
    "submission/invented-wheel",
    "submission/no-reader",
    "submission/meter-below-start",
    "submission/shares-above-wager",
    "submission/cut-leaves-no-place",
    "submission/cap-above-maximum",
    "submission/top-lines-unused",
    "submission/no-second-game",
    "submission/posted-prize",
    "submission/prize-unnamed",
    "submission/no-fixed-prize",
    "submission/limit-below-payouts",
    "submission/no-shoe",
    "submission/no-batch-shuffler",
}
"""What may be refused although each choice alone is allowed."""


# --- one choice at a time, from the data ------------------------------------------------------------------------


@dataclass(frozen=True)
class Bounded:
    """An entry in force under one value of the choice it hangs on."""

    rules: str
    name: str
    entry: RuleEntry
    given: dict[str, Any]

    @property
    def kind(self) -> Kind:
        return parameters()[self.name].kind

    @property
    def clause(self) -> str:
        return next(iter(self.entry.clauses), "")

    def __str__(self) -> str:
        return " ".join([self.rules, self.name, *(f"{key}={value}" for key, value in self.given.items())])


def _entries() -> Iterator[Bounded]:
    """Every entry of every rule set; one with variants once for each, under the choice that leads to it."""
    for rules in NAMES:
        for name, entry in rule_set(rules).entries.items():
            if not entry.by:
                yield Bounded(rules, name, entry, _switched_on(rules, name))
            for given, variant in _variants(rules, entry):
                yield Bounded(rules, name, variant, {**_switched_on(rules, name), **_size(given), **given})


def _variants(rules: str, entry: RuleEntry) -> Iterator[tuple[dict[str, Any], RuleEntry]]:
    """Each variant with a value of the other choice that leads to it."""
    if not entry.by:
        return
    kind = parameters()[entry.by].kind
    choices = _possible(rule_set(rules).entries[entry.by], kind)
    for key, variant in entry.variants.items():
        fits = (value for value in choices if kind.text(value) == key or (key == "else" and kind.text(value) != "2"))
        yield {entry.by: _as_written(kind, next(fits))}, variant


def _possible(entry: RuleEntry, kind: Kind) -> list[Any]:
    """Values of a choice that others hang on."""
    own = [each for variant in (entry, *entry.variants.values()) for each in (*variant.allowed, variant.value)]
    return [*own, *([False, True] if kind is value_kinds.BOOL else [])]


def _switched_on(rules: str, name: str) -> dict[str, Any]:
    """What must be chosen for the entry to count at all."""
    needs = rule_set(rules).entries[name].needs or parameters()[name].needs
    return {needs: True} if needs in ("double_double", "spin_both") else {}


def _size(given: dict[str, Any]) -> dict[str, Any]:
    """The size of the first Bonus Spin that leaves a paytable to the other one."""
    return {"spin_wager": 1} if given.get("second_spin_paytable") in ("C", "D") else {}


def _as_written(kind: Kind, value: Any) -> Any:
    """A value the way an operator would write it."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, tuple):
        return [_as_written(kind, each) for each in value]
    if isinstance(value, MatchOdds):
        return {"unsuited": str(value.unsuited), "suited": str(value.suited)}
    if isinstance(value, Wheel):
        return dict(value.segments)
    if isinstance(value, Chips):
        return [_as_written(value_kinds.CENTS, each) for each in value.denominations]
    if isinstance(value, value_kinds.DollarPrize):
        return {"basis": str(value.basis), "value": value.per_dollar, "funded_by": str(value.funded_by)}
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return f"{value // 100}.{value % 100:02}" if "amount" in kind.word else value
    return "none" if value is None else str(value)


def _step(bounded: Bounded, value: Any, direction: int) -> Any:
    """The next value beyond a bound."""
    if isinstance(value, tuple):
        return tuple(_step(bounded, each, direction) for each in value)
    return value + direction * (Fraction(1, 100) if isinstance(value, Fraction) else 1)


LOW = [each for each in _entries() if each.entry.low is not None]
HIGH = [each for each in _entries() if each.entry.high is not None]
ALLOWED = [each for each in _entries() if each.entry.allowed]
FIXED = [each for each in _entries() if each.entry.is_fixed and each.name != "rule_set"]
FREE = [each for each in _entries() if not each.entry.is_fixed]


def _codes(bounded: Bounded, value: Any) -> list[tuple[str, str]]:
    """Codes and clauses of the faults found with the parameter itself, its value written this way."""
    try:
        table_rules(bounded.rules, {**bounded.given, bounded.name: value})
    except FaultyDocumentError as refusal:
        return [(fault.code, fault.clause) for fault in refusal.faults if fault.name == bounded.name]
    return []


def _is_allowed(bounded: Bounded, value: Any) -> bool:
    return {code for code, _ in _codes(bounded, value)} <= CROSS_CHECKS


@pytest.mark.parametrize("bounded", LOW, ids=str)
def test_the_least_is_allowed_and_less_is_not(bounded: Bounded) -> None:
    least = _as_written(bounded.kind, bounded.entry.low)
    assert _is_allowed(bounded, least)
    less = _step(bounded, bounded.entry.low, -1)
    if min(less if isinstance(less, tuple) else (less,)) >= 0 or bounded.kind is value_kinds.COUNT:
        assert _codes(bounded, _as_written(bounded.kind, less)) == [("submission/too-small", bounded.clause)]


@pytest.mark.parametrize("bounded", HIGH, ids=str)
def test_the_most_is_allowed_and_more_is_not(bounded: Bounded) -> None:
    assert _is_allowed(bounded, _as_written(bounded.kind, bounded.entry.high))
    more = _as_written(bounded.kind, _step(bounded, bounded.entry.high, +1))
    assert _codes(bounded, more) == [("submission/too-large", bounded.clause)]


@pytest.mark.parametrize("bounded", ALLOWED, ids=str)
def test_what_is_listed_is_allowed_and_nothing_else(bounded: Bounded) -> None:
    for value in bounded.entry.allowed:
        assert _is_allowed(bounded, _as_written(bounded.kind, value))
    other = _other(bounded.kind, bounded.entry.allowed)
    assert _codes(bounded, other) == [("submission/not-allowed", bounded.clause)]


def _other(kind: Kind, values: tuple[Any, ...]) -> Any:
    """A value of the kind that is none of these."""
    if kind.word.startswith("one of"):
        words = kind.word.removeprefix("one of ").split(", ")
        return next(word for word in words if word not in values)
    return "Z" if kind is value_kinds.TEXT else _as_written(kind, max(values) + 1)


@pytest.mark.parametrize("rules", NAMES)
def test_what_is_fixed_may_be_repeated_but_not_changed(rules: str) -> None:
    for bounded in _of(rules, FIXED):
        assert _codes(bounded, _as_written(bounded.kind, bounded.entry.value)) == [], bounded
        if ", " in bounded.kind.word or not bounded.kind.word.startswith("one of"):
            assert _codes(bounded, _changed(bounded)) == [("submission/fixed", bounded.clause)], bounded


def _of(rules: str, cases: Sequence[Bounded]) -> list[Bounded]:
    """The cases of one rule set."""
    found = [bounded for bounded in cases if bounded.rules == rules]
    assert found
    return found


def _changed(bounded: Bounded) -> Any:
    """Some other value of the same kind."""
    value = bounded.entry.value
    if isinstance(value, bool):
        return not value
    if isinstance(value, Odds):
        return "77 to 1"
    if isinstance(value, MatchOdds):
        return {"unsuited": "77 to 1", "suited": "77 to 1"}
    if isinstance(value, Fraction):
        return "1/7"
    if bounded.name == "super_bonus_tiers":
        return [[5, 1000]]
    if isinstance(value, tuple):
        return _other_list(bounded, value)
    return _other(bounded.kind, (value,))


def _other_list(bounded: Bounded, value: tuple[Any, ...]) -> list[str]:
    return ["7"] if bounded.kind is value_kinds.RANKS else [str(value[0])]


@pytest.mark.parametrize("rules", NAMES)
def test_the_default_may_be_written_out(rules: str) -> None:
    """A default is a choice like any other: to write it changes nothing."""
    for bounded in _of(rules, FREE):
        default = table_rules(rules, bounded.given)
        written = _as_written(bounded.kind, getattr(default, bounded.name))
        assert table_rules(rules, {**bounded.given, bounded.name: written}) == default, bounded


@pytest.mark.parametrize("rules", NAMES)
def test_every_word_alone_is_valid_or_refused_only_beside_another_choice(rules: str) -> None:
    for bounded in _of(rules, FREE):
        refusals = {"submission/not-allowed"} if bounded.entry.allowed else set()
        for word in _words(bounded.kind):
            assert {code for code, _ in _codes(bounded, word)} <= CROSS_CHECKS | refusals, (bounded, word)


def _words(kind: Kind) -> list[Any]:
    """All values of a kind that lists them."""
    if kind.word.startswith("one of"):
        return [*kind.word.removeprefix("one of ").split(", ")]
    return [True, False] if kind is value_kinds.BOOL else []


# --- choices that do not go together -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "choices", "name", "code", "clause"),
    [
        ("md", {"table_min": 600}, "table_min", "limits-crossed", ""),
        ("md", {"table_max": 4}, "table_max", "limits-crossed", ""),
        ("md", {"mtd_min": 30}, "mtd_min", "limits-crossed", ""),
        ("wa", {"mtd_max": 0.5}, "mtd_max", "limits-crossed", "WA3-G12.h"),
        ("wa", {"mtd_min": 20, "table_max": 10}, "mtd_min", "limits-crossed", "WA3-G12.h"),
        ("md", {"double_min": 6}, "double_min", "limits-crossed", "MD-10.A.b"),
        ("wa", {"double_double": True, "dd_cap": 401}, "dd_cap", "cap-above-maximum", "WA3-G8.g"),
        ("wa", {"double_double": True, "dd_cap": 60, "table_max": 50}, "dd_cap", "cap-above-maximum", "WA3-G8.g"),
        ("md", {"table_max": 500.10}, "table_max", "not-in-chips", ""),
        ("md", {"mtd_min": 1.10}, "mtd_min", "not-in-chips", ""),
        ("md", {"mtd_max": 2.10}, "mtd_max", "not-in-chips", ""),
        ("md", {"double_min": 0.30}, "double_min", "not-in-chips", "MD-10.A.b"),
        ("wa", {"double_double": True, "dd_cap": 50.10}, "dd_cap", "not-in-chips", "WA3-G8.g"),
        ("wa", {"jackpot_wager": 2.10}, "jackpot_wager", "not-in-chips", "WA3-J3.b"),
        ("md", {"cut_min_cards_from_end": 144}, "cut_min_cards_from_end", "cut-leaves-no-place", "MD-5.E"),
        ("wa", {"decks": 2, "cut_min_cards_from_end": 48}, "cut_min_cards_from_end", "cut-leaves-no-place", ""),
        ("wa", {"jackpot_games": 2, "jackpot_wager": [1, 2, 3]}, "jackpot_wager", "one-for-each-game", "WA3-J3.b"),
        ("wa", {"jackpot_wager": []}, "jackpot_wager", "one-for-each-game", "WA3-J3.b"),
        ("wa", {"jackpot_paytable": []}, "jackpot_paytable", "one-for-each-game", "WA3-J6.a"),
        ("wa", {"jackpot_paytable": "3z/1"}, "jackpot_paytable", "unknown-paytable", "WA3-J6.a"),
        ("wa", {"jackpot_paytable": "3c/9"}, "jackpot_paytable", "unknown-paytable", "WA3-J6.a"),
        ("md", {"meter_cap": 4999}, "meter_cap", "meter-below-start", ""),
        ("md", {"meter_cap": 6000, "meter_reset": 7000}, "meter_cap", "meter-below-start", ""),
        ("wa", {"meter_increment": "98%"}, "meter_increment", "shares-above-wager", ""),
        ("wa", {"reserve_increment": "90%"}, "reserve_increment", "shares-above-wager", ""),
        (
            "md",
            {"xtreme_meter_increment": ["60%", "41%"]},
            "xtreme_meter_increment",
            "shares-above-wager",
            "MD-12.E.3.a",
        ),
        (
            "ma",
            {"hole_card_procedure": "no_hole", "reader_reveals_to_players": True},
            *("reader_reveals_to_players",),
            "no-reader",
            "MA-15.l",
        ),
        (
            "s13",
            {"hole_card_procedure": "hole_no_peek", "reader_reveals_to_players": True},
            *("reader_reveals_to_players",),
            "no-reader",
            "S13-o.12",
        ),
    ],
)
def test_choices_that_do_not_go_together_are_refused(
    rules: str, choices: dict[str, Any], name: str, code: str, clause: str
) -> None:
    faults = faults_of(rules, **choices)
    assert [(fault.name, fault.code, fault.clause) for fault in faults] == [(name, f"submission/{code}", clause)]


@pytest.mark.parametrize(
    ("rules", "choices"),
    [
        ("md", {"table_min": 500}),
        ("md", {"mtd_min": 25}),
        ("md", {"double_min": 5}),
        ("wa", {"double_double": True, "dd_cap": 400}),
        ("wa", {"dd_cap": 4000}),
        ("md", {"cut_min_cards_from_end": 143}),
        ("md", {"meter_cap": 5000}),
        ("wa", {"meter_increment": "97%"}),
        ("md", {"xtreme_meter_increment": ["60%", "40%"]}),
        ("ma", {"hole_card_procedure": "no_hole", "reader_reveals_to_players": False}),
        ("ma", {"reader_reveals_to_players": True}),
        ("wa", {"jackpot_games": 0, "jackpot_paytable": "3z/1"}),
        ("md", {"mtd_offered": False, "mtd_min": 1000}),
        ("wa", {"double_double": True, "dealer_soft17": "hit", "double_for_less": False}),
    ],
)
def test_choices_that_just_go_together_are_allowed(rules: str, choices: dict[str, Any]) -> None:
    assert rules_of(rules, **choices).rule_set == rules


def test_a_cross_check_is_silent_about_a_value_refused_by_itself() -> None:
    faults = faults_of("md", table_min=0, table_max=4)  # the default of $5 is above $4, but nobody wrote it
    assert [(fault.name, fault.code) for fault in faults] == [("table_min", "submission/too-small")]
    assert [fault.code for fault in faults_of("wa", jackpot_wager=25.10)] == ["submission/too-large"]


def test_chips_are_judged_on_the_smallest_wager() -> None:
    """Decision: 0104."""
    assert rules_of("md", chip_denominations=[1, 5, 25], table_min=10).table_min == 10_00
    faults = faults_of("md", chip_denominations=[1, 5, 25], table_min=5)
    assert [(fault.name, fault.code, fault.clause) for fault in faults] == [
        ("chip_denominations", "submission/chips-cannot-pay-3-to-2", "MD-12.A.2")
    ]
    assert "3 to 2 on the smallest wager" in faults[0].sentence


def test_chips_must_make_every_amount_on_the_sign() -> None:
    faults = faults_in('rule_set = "md"\ntable_min = 10\nmtd_max = 25\nchip_denominations = [5, 25]\n')
    assert [(fault.line, fault.name, fault.code) for fault in faults] == [
        (4, "chip_denominations", "submission/not-in-chips")
    ]
    assert "mtd_min $1" in faults[0].sentence
    dear = faults_of("md", chip_denominations=[2, 100], table_min=4, mtd_min=2, mtd_max=100)
    assert {fault.sentence.split()[1] for fault in dear} == {"spin_wager", "xtreme_wager"}
    assert [(fault.name, fault.code) for fault in faults_of("md", table_min=5.10)] == [
        ("table_min", "submission/not-in-chips"),
        ("chip_denominations", "submission/chips-cannot-pay-3-to-2"),
    ]


# --- devices, shuffles and procedures ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "clause"),
    [
        pytest.param("md", "MD-5.J", marks=pytest.mark.clause("MD-5.J")),
        pytest.param("md-draft", "MDD-5.J", marks=pytest.mark.clause("MDD-5.J")),
        pytest.param("wa", "", marks=pytest.mark.data()),
        pytest.param("wa-v002", "", marks=pytest.mark.data()),
    ],
)
def test_a_continuous_device_needs_approval(rules: str, clause: str) -> None:
    faults = faults_of(rules, shuffle_method="continuous")
    assert [(fault.code, fault.clause, fault.name) for fault in faults] == [
        ("submission/continuous-device-not-approved", clause, "shuffle_method")
    ]
    approved = rules_of(rules, shuffle_method="continuous", continuous_device_approved=True)
    assert approved.shuffle_method == "continuous"
    assert rules_of(rules).shuffle_method != "continuous"


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("md", marks=pytest.mark.clause("MD-5.A.2")),
        pytest.param("md-draft", marks=pytest.mark.clause("MDD-5.A.2")),
        pytest.param("ma", marks=pytest.mark.clause("MA-4.b.1x")),
        pytest.param("s13", marks=pytest.mark.clause("S13-d.2.i-2")),
    ],
)
def test_a_shuffler_may_load_the_shoe_directly(rules: str) -> None:
    assert rules_of(rules, shuffle_method="direct_load").shuffle_method == "direct_load"


@pytest.mark.clause("MA-4.h")
def test_massachusetts_own_shuffle_procedure_needs_approval() -> None:
    choices = {"cover_cards": 0, "burn_on_load": 2, "shuffle_method": "continuous", "manual_shuffle_script": ["riffle"]}
    faults = faults_of("ma", **choices)
    assert {fault.name for fault in faults} == set(choices)
    approved = rules_of("ma", own_shuffle_approved=True, **choices)
    assert (approved.cover_cards, approved.burn_on_load, approved.shuffle_method) == (0, 2, "continuous")
    assert approved.manual_shuffle_script == ("riffle",)


@pytest.mark.parametrize(
    ("steps", "clauses"),
    [
        (["plug", "riffle", "riffle", "strip", "turn", "cut"], []),
        (["plug", "riffle", "riffle", "turn", "strip", "strip", "cut"], []),
        (["riffle", "riffle", "strip", "turn", "cut"], ["MA-4.j"]),
        (["riffle", "plug", "riffle", "strip", "turn", "cut"], ["MA-4.j.1"]),
        (["plug", "riffle", "strip", "riffle", "turn", "cut"], ["MA-4.j.4"]),
        (["plug", "riffle", "strip", "riffle", "turn", "strip", "cut"], ["MA-4.j.4"]),
        (["plug", "strip", "riffle", "riffle", "turn", "cut"], ["MA-4.j.4"]),
        (["plug", "riffle", "riffle", "strip", "cut", "turn"], ["MA-4.j.5"]),
        ([], ["MA-4.j"]),
    ],
)
@pytest.mark.clause("MA-4.j", "MA-4.j.1", "MA-4.j.4", "MA-4.j.5")
def test_massachusetts_prescribes_the_steps_of_a_manual_shuffle(steps: list[str], clauses: list[str]) -> None:
    if not clauses:
        assert rules_of("ma", manual_shuffle_script=steps).manual_shuffle_script == tuple(steps)
        return
    faults = faults_of("ma", manual_shuffle_script=steps)
    assert [(fault.code, fault.clause) for fault in faults] == [("submission/shuffle-steps", id) for id in clauses]


def test_elsewhere_the_steps_of_a_manual_shuffle_are_the_operators() -> None:
    assert rules_of("md", manual_shuffle_script=["riffle"]).manual_shuffle_script == ("riffle",)


# --- wheels ------------------------------------------------------------------------------------------------------

WHEELS = ("spin_wheel", "xtreme_wheel", "xtreme_community_wheel")


def test_invented_weights_are_refused_at_a_live_table() -> None:
    """Decision: 0102."""
    faults = faults_of("md", live=True)
    assert [(fault.name, fault.code) for fault in faults] == [(name, "submission/invented-wheel") for name in WHEELS]
    assert all("Decision 0102" in fault.sentence for fault in faults)
    rules = rules_of("md")
    own = {name: dict(getattr(rules, name).segments) for name in WHEELS}
    assert rules_of("md", live=True, **own).live
    assert rules_of("md", live=True, spin_offered=False, xtreme_offered=False).live
    assert [fault.name for fault in faults_of("ma", live=True)] == ["spin_wheel"]
    assert rules_of("wa", live=True).live


@pytest.mark.parametrize(
    ("wheel", "sentence"),
    [
        ({"$40": 1, "$60": 2}, "the wheel has no jackpot, which its paytable pays."),
        ({"jackpot": 1, "$41": 2}, "$41 is no symbol of this wheel."),
        ({"jackpot": 1, "jackpot 2": 2}, "jackpot 2 is no symbol of this wheel. Did you mean 'jackpot'?"),
    ],
)
def test_a_wheel_has_the_symbols_of_its_paytable(wheel: dict[str, int], sentence: str) -> None:
    (fault,) = faults_of("md", spin_wheel=wheel)
    assert (fault.code, fault.clause) == ("submission/wheel-symbol", "MD-12.D.5")
    assert fault.sentence.startswith(f"spin_wheel: {sentence}")


def test_a_wheel_without_a_paytable_pays_what_it_shows() -> None:
    rules = rules_of("ma", spin_wheel={"$7": 3, "$1000": 1})
    assert rules.spin_pays is not None
    assert [(row.line, str(row.pays)) for row in rules.spin_pays] == [("$1,000", "$1,000"), ("$7", "$7")]
    for odd in ("jackpot", "$250 and $100"):
        (fault,) = faults_of("ma", spin_wheel={odd: 1, "$7": 3})
        assert (fault.code, fault.clause) == ("submission/wheel-symbol", "MA-16.d.2")


@pytest.mark.parametrize(
    ("paytable", "community"), [("A", "A"), ("A", "B"), ("B", "A"), ("C", "D"), ("D", "C"), ("D", "D")]
)
def test_a_default_wheel_has_the_symbols_of_both_its_tables(paytable: str, community: str) -> None:
    rules = rules_of("md", spin_paytable=paytable, spin_community=community)
    assert rules.spin_wheel is not None
    assert rules.spin_pays is not None
    assert [symbol for symbol, _ in rules.spin_wheel.segments] == [row.line for row in rules.spin_pays]


def test_a_community_symbol_may_be_written_with_a_stroke() -> None:
    wheel = {"jackpot": 1, "$500/$100": 5}
    assert rules_of("md", spin_wheel=wheel).spin_wheel == Wheel((("jackpot", 1), ("$500 and $100", 5)))


# --- equipment and order ----------------------------------------------------------------------------------------


def test_equipment_must_be_as_new_as_the_paytable_needs() -> None:
    for version in ("v003", "v005t"):
        assert rules_of("wa", equipment_version=version, jackpot_paytable="5c/1").equipment_version == version
        text = f'rule_set = "wa"\nequipment_version = "{version}"\njackpot_paytable = "6/2"'
        assert only_fault_in(text) == ("submission/paytable-equipment", "WA3-TD.0", 3)
    assert rules_of("wa", equipment_version="v006", jackpot_paytable="6/2").jackpot_paytable == ("6/2",)


def test_a_resolution_gives_defaults_in_place_of_refused_values() -> None:
    """So that the other faults are judged against something sensible."""
    resolution = Resolution(rule_set("md"), {"decks": 5})
    assert resolution.value("decks") == 6
    assert [fault.code for fault in resolution.faults] == ["submission/not-allowed"]


@pytest.mark.data("WA3-TB.3", "WA3-TA.2")
@pytest.mark.parametrize(
    ("choices", "name", "clause"),
    [
        ({"decks": 2, "jackpot_paytable": ["4a/1"], "table4_top": "alt1"}, "table4_top", "WA3-TB.3"),
        ({"jackpot_paytable": ["4b/1"], "decks": 4, "table3_top": "alt2"}, "table3_top", "WA3-TA.2"),
    ],
)
def test_top_lines_that_no_game_uses_are_refused(choices: dict[str, Any], name: str, clause: str) -> None:
    (fault,) = faults_of("wa", **choices)
    assert (fault.code, fault.name, fault.clause) == ("submission/top-lines-unused", name, clause)
    assert choices["jackpot_paytable"][0] in fault.sentence


def test_top_lines_of_one_of_two_games_are_taken() -> None:
    rules = rules_of("wa", decks=4, jackpot_games=2, jackpot_paytable=["3a/6", "4b/1"], table4_top="alt1")
    assert rules.jackpot_pays is not None
    assert [table.rows[0].line for table in rules.jackpot_pays] == ["two-suited-aces-of-spades", "four-suited-aces"]


# --- the second jackpot game ------------------------------------------------------------------------------------------


@pytest.mark.clause("WA3-J3.a")
@pytest.mark.parametrize("name", ["second_meter_seed", "second_meter_reset"])
def test_an_amount_of_a_second_game_needs_a_second_game(name: str) -> None:
    (fault,) = faults_of("wa", **{name: 2_000})
    assert (fault.code, fault.name, fault.clause) == ("submission/no-second-game", name, "WA3-J3.a")
    assert getattr(rules_of("wa", jackpot_games=2, **{name: 2_000}), name) == 200_000


@pytest.mark.clause("WA3-J3.a")
def test_the_amounts_a_second_game_has_anyway_mean_the_same_as_none() -> None:
    same = rules_of("wa", jackpot_games=2, second_meter_seed=5_000, second_meter_reset=5_000)
    assert same == rules_of("wa", jackpot_games=2)
    own = rules_of("wa", jackpot_games=2, second_meter_seed=700)
    assert rules_of("wa", jackpot_games=2, second_meter_seed=700, second_meter_reset=700) == own
    assert own.rules_hash != same.rules_hash


@pytest.mark.clause("WA3-J11.b")
def test_a_house_jackpot_is_reset_to_what_is_posted() -> None:
    (fault,) = faults_of("wa", jackpot_type="house", meter_seed=3_000, meter_reset=1_000)
    assert (fault.code, fault.name) == ("submission/posted-prize", "meter_reset")
    assert rules_of("wa", jackpot_type="house", meter_seed=3_000, meter_reset=3_000).meter_reset == 300_000


def test_a_cap_leaves_room_for_the_second_game() -> None:
    (fault,) = faults_of("wa", jackpot_games=2, second_meter_seed=9_000, meter_cap=8_000)
    assert (fault.code, fault.name) == ("submission/meter-below-start", "meter_cap")


# --- prizes, payout limits and the hand -------------------------------------------------------------------------------


@pytest.mark.clause("MD-12.D.1.a", "MD-12.D.3.a")
@pytest.mark.parametrize("paytable", ["A", "C"])
def test_merchandise_needs_a_name(paytable: str) -> None:
    (fault,) = faults_of("md", spin_paytable=paytable, jackpot_type="merchandise")
    assert (fault.code, fault.name) == ("submission/prize-unnamed", "jackpot_type")
    named = rules_of("md", spin_paytable=paytable, jackpot_type="merchandise", jackpot_prize="a motor car")
    assert named.jackpot_prize == "a motor car"


def test_a_progressive_is_no_fixed_prize() -> None:
    (fault,) = faults_of("md", spin_paytable="D", jackpot_prize="a motor car")
    assert (fault.code, fault.name) == ("submission/no-fixed-prize", "jackpot_prize")


@pytest.mark.clause("MD-2.B.6.b")
def test_a_posted_payout_limit_is_never_below_what_a_hand_can_be_paid() -> None:
    """With $500 at most: 7-7-7 of spades at 3 to 1, and the super bonus."""
    most = 3 * 500 + 5_000
    (fault,) = faults_of("md", payout_limit_per_hand=most - 1)
    assert (fault.code, fault.name, fault.clause) == (
        "submission/limit-below-payouts",
        "payout_limit_per_hand",
        "MD-2.B.6.b",
    )
    assert rules_of("md", payout_limit_per_hand=most).payout_limit_per_hand == most * 100
    assert rules_of("md", payout_limit_per_hand=6_000, table_max=300).payout_limit_per_hand == 600_000


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("wa", marks=pytest.mark.clause("WA3-G2.b")),
        pytest.param("wa-v002", marks=pytest.mark.clause("WA2-G2.b")),
    ],
)
@pytest.mark.parametrize("method", ["manual", "automated_batch", "direct_load", "continuous"])
def test_cards_dealt_from_the_hand_go_into_no_shoe(name: str, method: str) -> None:
    choices = {"shuffle_method": method, **({"continuous_device_approved": True} if method == "continuous" else {})}
    from_shoe = rules_of(name, dealt_from="shoe", **choices)
    assert from_shoe.dealt_from.value == "shoe"
    if method in ("manual", "automated_batch"):
        assert rules_of(name, dealt_from="hand", **choices).dealt_from.value == "hand"
    else:
        (fault,) = faults_of(name, dealt_from="hand", **choices)
        assert (fault.code, fault.name) == ("submission/no-shoe", "dealt_from")
