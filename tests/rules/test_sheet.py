"""Rule sheets: what people read, and in what two rule sets differ."""

from __future__ import annotations

import pytest

from siete.clauses import register
from siete.rules.entries import RuleEntry
from siete.rules.names import NAMES
from siete.rules.parameter import Parameter, Section
from siete.rules.sheet import SheetLine, choices_text, differences, sheet
from siete.rules.table_rules import TableRules, parameters
from siete.rules.value_kinds import COUNT
from tests.rules.checks import rules_of


def line(rules: TableRules, name: str) -> SheetLine:
    return next(each for each in sheet(rules) if each.name == name)


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_has_every_rule_in_force_once(name: str) -> None:
    rules = rules_of(name)
    present = [each for each, origin in rules.origins.items() if origin != "absent"]
    assert list(dict.fromkeys(each.name for each in sheet(rules))) == present
    assert len({(each.name, each.says) for each in sheet(rules)}) == len(sheet(rules))
    assert all(id in register() for each in sheet(rules) for id in each.clauses)
    order = list(Section)
    places = [order.index(Section(each.section)) for each in sheet(rules)]
    assert places == sorted(places)


def test_a_line_says_value_choices_clauses_and_origin() -> None:
    assert line(rules_of("md", decks=8), "decks") == SheetLine(
        section="table",
        name="decks",
        says="decks in play",
        value="8",
        choices="6, 8",
        clauses=("MD-3.A.1",),
        origin="operator",
    )
    fixed = line(rules_of("md"), "blackjack_pays")
    assert (fixed.value, fixed.choices, fixed.origin) == ("3 to 2", "", "fixed")


def test_the_choices_are_those_under_the_other_choices_made() -> None:
    assert line(rules_of("md"), "meter_seed").choices == "$5,000 and up"
    assert line(rules_of("md", spin_paytable="A"), "meter_seed").choices == "$1,000 and up"
    assert line(rules_of("wa", mtd_configuration=4), "mtd_bonus_cards").choices == "1 to 5"
    assert line(rules_of("wa", double_double=True), "double_for_less").choices == ""


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (RuleEntry(allowed=(6, 8), low=1), "6, 8"),
        (RuleEntry(is_floor=True), "no less"),
        (RuleEntry(low=1, high=7), "1 to 7"),
        (RuleEntry(low=1), "1 and up"),
        (RuleEntry(high=7), "up to 7"),
        (RuleEntry(), "a whole number"),
    ],
)
def test_bounds_are_told_in_words(entry: RuleEntry, words: str) -> None:
    count = Parameter(section=Section.TABLE, kind=COUNT, says="", absent=0, needs="")
    assert choices_text(entry, count) == words


def test_the_floor_of_massachusetts_is_told() -> None:
    assert line(rules_of("ma"), "mtd_odds").choices == "no less"


def test_a_paytable_has_a_line_for_each_of_its_own() -> None:
    lines = [each for each in sheet(rules_of("md")) if each.name == "spin_pays"]
    community = next(each for each in lines if "$500 and $100" in each.says)
    assert community.value == "$500, every other bettor $100"
    assert community.clauses == ("MD-12.D.10.b.i",)
    assert community.says == "wheel symbols pay: $500 and $100"
    two_games = sheet(rules_of("wa", jackpot_games=2, jackpot_paytable=["3c/6", "6/1"]))
    says = [each.says for each in two_games if each.name == "jackpot_pays"]
    assert says[0] == "3c/6: two-suited-aces-of-spades"
    assert [each.split(":")[0] for each in says] == ["3c/6"] * 6 + ["6/1"] * 6


def test_an_offer_that_is_off_is_left_out() -> None:
    names = {each.name for each in sheet(rules_of("md", spin_offered=False, mtd_offered=False))}
    assert not names & {"spin_pays", "spin_wheel", "meter_seed", "mtd_odds", "jackpot_games"}
    assert {"spin_offered", "mtd_offered"} <= names


def test_rules_from_storage_are_shown_without_clauses() -> None:
    bare = TableRules.from_json(rules_of("md").canonical_json)
    assert line(bare, "decks") == SheetLine(
        section="table", name="decks", says="decks in play", value="6", choices="", clauses=(), origin=""
    )
    bonus = next(each for each in sheet(bare) if each.name == "bonus_21")
    assert (bonus.value, bonus.clauses) == ("3 to 1", ())


def test_equal_rules_have_no_differences() -> None:
    assert differences(rules_of("md"), rules_of("md", decks=6)) == ()


def test_differences_stand_side_by_side() -> None:
    found = {(each.name, each.says): each for each in differences(rules_of("md"), rules_of("md", decks=8))}
    assert {name for name, _ in found} == {"decks", "mtd_odds"}
    decks = found["decks", "decks in play"]
    assert (decks.values, decks.clauses) == (("6", "8"), ("MD-3.A.1", "MD-3.A.1"))


def test_a_line_that_one_sheet_lacks_is_a_difference() -> None:
    found = {(each.name, each.says): each.values for each in differences(rules_of("md"), rules_of("md-draft"))}
    assert found["spin_offered", parameters()["spin_offered"].says] == ("yes", "")
    assert found["rule_set", "rule set in force"] == ("md", "md-draft")
    back = {(each.name, each.says): each.values for each in differences(rules_of("md-draft"), rules_of("md"))}
    assert back["spin_offered", parameters()["spin_offered"].says] == ("", "yes")
    assert "bonus_21" not in {name for name, _ in found}
