"""Table rules: frozen, hashed by what they mean, and whole in their canonical JSON."""

from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError, replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siete.clauses import register
from siete.errors import FaultyDocumentError, ParseError
from siete.rules import stored_rules
from siete.rules.names import NAMES, about
from siete.rules.parameter import REQUIRED, Parameter, Section
from siete.rules.ruleset import rule_set
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules, parameters
from siete.rules.value_kinds import COUNT
from tests.rules.checks import rules_from, rules_of

ALL_OFF = """
rule_set = "md"
mtd_offered = false
spin_offered = false
xtreme_offered = false
"""
OF_THE_OFFERS = """
mtd_max = 10
spin_paytable = "A"
spin_stake_returned = true
meter_seed = 9000
meter_link = "north"
xtreme_meter_seed = [20000, 6000]
xtreme_hotspot_selection = "bettors_only"
"""
OF_THE_JACKPOT = """
jackpot_type = "house"
jackpot_wager = 10
meter_seed = 1
table3_top = "alt1"
equipment_version = "v003"
"""
MEANING_THE_SAME = [
    ("order", 'rule_set = "wa"\ndecks = 8\npositions = 5', 'positions = 5\ndecks = 8\nrule_set = "wa"'),
    ("spelling of an amount", 'rule_set = "md"\ntable_min = 10', 'rule_set = "md"\ntable_min = "$10.00"'),
    ("spelling of a share", 'rule_set = "wa"\nmeter_increment = "20%"', 'rule_set = "wa"\nmeter_increment = 0.20'),
    ("spelling of a share", 'rule_set = "wa"\nmeter_increment = "1/5"', 'rule_set = "wa"\nmeter_increment = "20.0%"'),
    ("spelling of a word", 'rule_set = "md"\nrounding_mode = "EXACT"', 'rule_set = "md"\nrounding_mode = "exact"'),
    ("alias", 'rule_set = "wa"\nmeter_increment = "20%"', 'rule_set = "wa"\nmeter_contribution = "20%"'),
    ("comment", 'rule_set = "md"', '# Ours.\nrule_set = "md" # really'),
    ("default written out", 'rule_set = "md"', 'rule_set = "md"\ndecks = 6\npositions = 7\ntable_max = 500'),
    ("fixed value repeated", 'rule_set = "md"', 'rule_set = "md"\nblackjack_pays = "3:2"'),
    ("one for two", 'rule_set = "wa"\njackpot_games = 2', 'rule_set = "wa"\njackpot_games = 2\njackpot_wager = [5, 5]'),
    (
        "order of chips",
        'rule_set = "md"\nchip_denominations = [0.5, 1, 5]',
        'rule_set = "md"\nchip_denominations = [5, 1, 0.50, 1]',
    ),
    (
        "order of symbols",
        'rule_set = "ma"\n[spin_wheel]\n"$40" = 1\n"$50" = 2',
        'rule_set = "ma"\nspin_wheel = { "50" = 2, "$40.00" = 1 }',
    ),
    (
        "choices of an offer that is off",
        ALL_OFF,
        ALL_OFF + OF_THE_OFFERS,
    ),
    (
        "choices of jackpot games that are off",
        'rule_set = "wa"\njackpot_games = 0',
        'rule_set = "wa"\njackpot_games = 0\n' + OF_THE_JACKPOT,
    ),
    (
        "the cap of a double-double that is off",
        'rule_set = "wa"',
        'rule_set = "wa"\ndd_cap = 100',
    ),
]


@pytest.mark.parametrize(("one", "other"), [pytest.param(*case[1:], id=case[0]) for case in MEANING_THE_SAME])
def test_what_means_the_same_has_the_same_hash(one: str, other: str) -> None:
    assert rules_from(one).rules_hash == rules_from(other).rules_hash
    assert rules_from(one) == rules_from(other)
    assert hash(rules_from(one)) == hash(rules_from(other))


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("md", {"decks": 8}),
        ("md", {"table_min": 6}),
        ("md", {"live": True, "spin_offered": False, "xtreme_offered": False}),
        ("md", {"spin_wheel": {"jackpot": 1, "$40": 2}}),
        ("md", {"meter_link": "north"}),
        ("md", {"spin_stake_returned": True}),
        ("ma", {"mtd_odds": {"unsuited": "4 to 1", "suited": "10 to 1"}}),
        ("wa", {"jackpot_paytable": "3c/5"}),
        ("wa", {"table3_top": "alt1"}),
        ("wa", {"dollar_prize_two_suited": {"basis": "odds", "value": 50, "funded_by": "house"}}),
        ("wa", {"double_double": True}),
    ],
)
def test_what_means_something_else_has_another_hash(name: str, choices: dict[str, Any]) -> None:
    assert rules_of(name, **choices).rules_hash != rules_of(name).rules_hash
    assert rules_of(name, **choices) != rules_of(name)


HASHES = {
    "md": "8586be8fc3ca509af50790fb4f819f45d0089c2eb9cc80117d130f6411a11968",
    "md-draft": "b2f74d35949a82b800af715236f315c27d9b9b5d086dae16117d7c450b32bf5e",
    "ma": "ce3268d4e9539049df8a9ffea7307ffb1151fd2569583655598cf85f050e3a2c",
    "s13": "026cbeacb70b605613a8830ab6a89b2b61f773ca88e88334c0aa2d0a5382cb11",
    "wa": "4daf386926f10d86edb4d259dd6fd134463e09c46462e5feac43d7a3df2b1fce",
    "wa-v002": "735e87b8c97bf34a161ed5b602a0675e6e034618a733fa30a762c3f24c148327",
}


def test_the_hash_of_a_rule_sets_defaults_stays_what_it_was() -> None:
    assert {name: rules_of(name).rules_hash for name in HASHES} == HASHES


def test_no_two_rule_sets_have_one_hash() -> None:
    assert len({rules_of(name).rules_hash for name in NAMES}) == len(NAMES)


def test_the_hash_is_that_of_the_canonical_json() -> None:
    rules = rules_of("md")
    assert rules.rules_hash == sha256(b"siete-rules/1\n" + rules.canonical_json.encode()).hexdigest()
    plain = json.loads(rules.canonical_json)
    assert json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False) == rules.canonical_json
    assert set(plain) == {name for name, what in parameters().items() if what.as_before is REQUIRED}
    assert not any("MD-" in str(value) for value in plain.values())


def test_the_hash_forgets_clauses_and_prose() -> None:
    rules = rules_of("md")
    bare = TableRules.from_json(rules.canonical_json)
    assert (bare.clauses, bare.origins) == ({}, {})
    assert bare.rules_hash == rules.rules_hash
    assert bare.clause("decks") == ""
    assert rules.clause("decks") == "MD-3.A.1"
    assert rules.clause("jackpot_games") == ""


# --- texts of other versions (decision 0190) --------------------------------------------------------------------------


def without(text: str, *names: str) -> str:
    plain = json.loads(text)
    return json.dumps({name: value for name, value in plain.items() if name not in names})


def with_lamps(text: str, count: int) -> str:
    return json.dumps(json.loads(text) | {"lamps": count}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def added(as_before: Any) -> dict[str, Parameter]:
    """The parameters of a version that has one more."""
    new = Parameter(section=Section.TABLE, kind=COUNT, says="lamps", absent=REQUIRED, needs="", as_before=as_before)
    return {**parameters(), "lamps": new}


def test_a_value_that_a_stored_text_lacks_is_what_it_meant_before() -> None:
    text = rules_of("md").canonical_json
    assert stored_rules.from_text(text, added(3))["lamps"] == 3
    assert stored_rules.from_text(with_lamps(text, 5), added(3))["lamps"] == 5


def test_an_offer_that_a_stored_text_lacks_is_off() -> None:
    rules = TableRules.from_json(without(rules_of("s13").canonical_json, "spin_offered", "spin_wager"))
    assert rules == rules_of("s13")


def test_a_stored_text_that_lacks_what_every_table_has_is_refused_with_all_that_it_lacks() -> None:
    with pytest.raises(FaultyDocumentError) as refused:
        TableRules.from_json(without(rules_of("md").canonical_json, "decks", "positions"))
    assert {fault.name for fault in refused.value.faults} == {"decks", "positions"}
    assert {fault.code for fault in refused.value.faults} == {"rules/stored-missing"}
    with pytest.raises(ParseError):
        TableRules.from_json("[]")


@pytest.mark.parametrize("chips", [[], [0, 100], [500, 100], [100, 100]])
def test_stored_chips_that_no_table_has_are_refused(chips: list[int]) -> None:
    text = json.dumps(json.loads(rules_of("md").canonical_json) | {"chip_denominations": chips})
    with pytest.raises(ParseError, match="chip_denominations") as refused:
        TableRules.from_json(text)
    assert refused.value.code == "rules/stored-value"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("decks", "six"),
        ("decks", True),
        ("decks", 10**9),
        ("decks", -1),
        ("decks", None),
        ("table_min", -500),
        ("table_min", "5"),
        ("table_max", 10**30),
        ("insurance_share", "-1"),
        ("insurance_share", -1),
        ("insurance_share", "1/0"),
        ("insurance_share", "1e999999999"),
        ("rescue", "yes"),
        ("gaming_day_start", "noon"),
        ("dealer_soft17", "maybe"),
        ("win_pays", [2]),
        ("peek_up_cards", ["ace"]),
        ("bonus_21", None),
        ("bonus_21", []),
        ("bonus_21", {"id": "b", "judge": "", "rows": []}),
        ("bonus_21", {"id": "b", "judge": "", "rows": [["678-spades", "3 to 1", -5]]}),
        ("mtd_odds", ["4 to 1"]),
        ("spin_wheel", [["$5", -3]]),
        ("super_bonus_tiers", [[500]]),
        ("chip_denominations", [2.5]),
    ],
)
def test_a_stored_value_that_no_rules_store_is_refused_by_its_name(name: str, value: object) -> None:
    """They were taken as they stood, and a share below nothing was asked for for ever."""
    text = json.dumps(json.loads(rules_of("md").canonical_json) | {name: value})
    with pytest.raises(ParseError) as refused:
        TableRules.from_json(text)
    assert refused.value.code == "rules/stored-value"
    assert name in refused.value.sentence


@pytest.mark.parametrize("text", ["", "{", "[" * 5000, "null", '"md"', "3"])
def test_a_text_that_is_no_object_is_refused_as_one(text: str) -> None:
    with pytest.raises(ParseError) as refused:
        TableRules.from_json(text)
    assert refused.value.code == "rules/stored"


def test_a_stored_side_wager_of_its_own_says_its_kind() -> None:
    for each in (3, {}, {"kind": "song", "value": 1}, {"kind": "cents"}):
        text = json.dumps(json.loads(rules_of("md").canonical_json) | {"lucky-pair.wager": each})
        with pytest.raises(ParseError) as refused:
            TableRules.from_json(text)
        assert refused.value.code == "rules/stored-value"


def test_a_retired_parameter_is_kept_with_its_hash_and_an_unknown_one_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = with_lamps(rules_of("md").canonical_json, 5)
    with pytest.raises(FaultyDocumentError) as refused:
        TableRules.from_json(text)
    assert [(fault.code, fault.name) for fault in refused.value.faults] == [("rules/stored-unknown", "lamps")]
    monkeypatch.setattr(stored_rules, "RETIRED", frozenset({"lamps"}))
    rules = TableRules.from_json(text)
    assert rules.canonical_json == text
    assert rules != rules_of("md")
    assert rules.decks == 6


def test_a_parameter_added_later_is_written_only_where_it_differs() -> None:
    rules = rules_of("md")
    for name, what in parameters().items():
        if what.as_before is not REQUIRED:
            assert name not in json.loads(replace(rules, **{name: what.as_before}).canonical_json)


ALLOWED_CHOICES: dict[str, dict[str, Any]] = {
    "md": {"decks": 8, "spin_paytable": "A", "mtd_offered": False, "payout_limit_per_hand": 10000},
    "md-draft": {"max_additional_splits": 3, "table_min": 10},
    "ma": {"hole_card_procedure": "no_hole", "decks": 8, "max_bettors_per_box": 3},
    "s13": {"hole_card_procedure": "hole_no_peek", "card_change_interval_h": 12},
    "wa": {"decks": 2, "double_double": True, "jackpot_games": 2, "jackpot_type": "house"},
    "wa-v002": {"decks": 8, "jackpot_games": 0, "mtd_configuration": 2},
}


@given(st.data())
def test_rules_come_back_whole_from_their_json(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(NAMES))
    choices = ALLOWED_CHOICES.get(name, {})
    chosen = [each for each in sorted(choices) if data.draw(st.booleans())]
    rules = table_rules(name, {each: choices[each] for each in chosen})
    back = TableRules.from_json(rules.canonical_json)
    assert back == rules
    assert back.canonical_json == rules.canonical_json
    for each in parameters():
        assert type(getattr(back, each)) is type(getattr(rules, each))


def test_rules_are_frozen() -> None:
    rules = rules_of("md")
    with pytest.raises(FrozenInstanceError):
        rules.decks = 8  # type: ignore[misc]
    assert {rules: 1}[rules_of("md")] == 1


def test_rules_travel_between_processes() -> None:
    rules = rules_of("wa")
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_items_are_in_the_order_of_the_sheet() -> None:
    sections = [parameter.section for _, parameter, _ in rules_of("wa").items()]
    assert [*dict.fromkeys(sections), Section.SIDE_WAGERS] == list(Section)
    assert all(parameter.says for parameter in parameters().values())


@pytest.mark.parametrize("name", NAMES)
def test_every_value_rests_on_a_clause_of_its_rule_set_or_a_decision(name: str) -> None:
    about = rule_set(name)
    for entry in about.entries.values():
        for each in (entry, *entry.variants.values()):
            assert each.by or each.clauses or each.decision
            assert all(register()[id].prefix in about.prefixes for id in each.clauses)


@pytest.mark.parametrize("name", NAMES)
def test_the_catalogue_says_what_the_rule_set_says(name: str) -> None:
    head, whole = about(name), rule_set(name)
    assert (head.name, head.title, head.document) == (whole.name, whole.title, whole.document) != ("", "", "")
    assert head.prefixes == whole.prefixes
    assert whole.name == name
