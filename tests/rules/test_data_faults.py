"""A rule set's file that is wrong is refused with all its faults at once, each with its line and code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from siete.errors import Fault, FaultyDocumentError
from siete.rules.data_faults import sound_data
from siete.rules.names import NAMES, about, added_folder, data_text
from siete.rules.ruleset import rule_set
from tests.rules.made_up import NAME, rule_set_text, write


def faults_of(text: str, name: str = "s13") -> tuple[Fault, ...]:
    with pytest.raises(FaultyDocumentError) as refusal:
        sound_data(name, text)
    return refusal.value.faults


def changed(old: str, new: str) -> str:
    """Section 13 with one thing changed."""
    text = data_text("s13")
    assert text.count(old) == 1, old
    return text.replace(old, new)


@pytest.mark.parametrize("name", NAMES)
def test_the_rule_sets_of_the_package_have_no_faults(name: str) -> None:
    assert sound_data(name, data_text(name))["about"]["name"] == name


ONE_FAULT = [
    ("unknown step", 'settle = "S13-e.5-1"', 'setle = "S13-e.5-1"', "rules/unknown-step", "Did you mean 'settle'"),
    ("step without clause", 'peek = "S13-g.9-2"', "peek = []", "rules/wrong-step", "peek"),
    ("unknown parameter", "decks = { default = 6", "dekcs = { default = 6", "rules/unknown-parameter", "'decks'"),
    ("unknown chapter", "[rules.surrender]", "[rules.surender]", "rules/unknown-chapter", "'surrender'"),
    ("unknown clause", 'clause = "S13-k.3"', 'clause = "S13-k.33"', "rules/unknown-clause", "'S13-k.3'"),
    ("unknown clause of a step", 'peek = "S13-g.9-2"', 'peek = "S13-z"', "rules/unknown-clause", "S13-z"),
    ("unknown clause of a sign", '["S13-f.2.ii"]', '["S13-zz"]', "rules/unknown-clause", "S13-zz"),
    ("unknown clause of a row", '"S13-e.6.vii" }', '"S13-e.6.x" }', "rules/unknown-clause", "S13-e.6.x"),
    ("another's clause", 'clause = "S13-k.3"', 'clause = "MD-8.E"', "rules/foreign-clause", "MD-8.E"),
    ("wrong name", 'name = "s13"', 'name = "s14"', "rules/wrong-name", "'s14'"),
    ("another's name", 'rule_set = { value = "s13"', 'rule_set = { value = "md"', "rules/wrong-name", "own name"),
    ("no title", 'title = "Section 13 (state not named)"\n', "", "rules/about", "title"),
    ("no signs", "[signs]", "[sings]", "rules/missing-table", "[signs]"),
    (
        "wrong value",
        "hit_soft21 = { default = true",
        'hit_soft21 = { default = "yes"',
        "rules/wrong-value",
        "true or false",
    ),
    (
        "wrong pays",
        'pays = "3 to 1", clause = "S13-e.6.vii"',
        'pays = "3 two 1", clause = "S13-e.6.vii"',
        "rules/wrong-value",
        "3 two 1",
    ),
    ("no value", "live = { default = false,", "live = {", "rules/wrong-entry", "neither value nor default"),
    ("no table", "[[bonus_21]]\ndecks", "[[bonus_21]]\nwhy", "rules/wrong-table", "lacks decks"),
    ("variants without a choice", 'mtd_odds = { by = "decks", ', "mtd_odds = { ", "rules/wrong-entry", "no `by`"),
    (
        "unknown choice",
        'mtd_odds = { by = "decks", ',
        'mtd_odds = { by = "deks", ',
        "rules/unknown-parameter",
        "'deks'",
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "code", "says"), [each[1:] for each in ONE_FAULT], ids=[each[0] for each in ONE_FAULT]
)
def test_each_fault_has_code_sentence_and_line(old: str, new: str, code: str, says: str) -> None:
    text = changed(old, new)
    found = next(fault for fault in faults_of(text) if fault.code == code)
    assert says in found.sentence
    if new and code != "rules/missing-table":
        lines = text.splitlines()
        assert found.line is not None
        marked = next(number for number, line in enumerate(lines, start=1) if new.splitlines()[-1] in line)
        assert marked - 1 <= found.line <= marked


def test_a_parameter_that_every_table_needs_is_missed() -> None:
    (fault,) = faults_of(changed('burn_on_load = { value = 1, clause = "S13-g.3-1" }\n', ""))
    assert (fault.code, "burn_on_load" in fault.sentence) == ("rules/missing-parameter", True)


def test_what_is_no_toml_has_its_line() -> None:
    (fault,) = faults_of(changed("[signs]", "[signs"))
    assert (fault.code, fault.line) == ("file/not-toml", data_text("s13").split("[signs]")[0].count("\n") + 1)


@pytest.mark.parametrize(
    "text", ["", "about = 3\nrules = []\nsteps = 1\nsigns = 2\nbonus_21 = { a = 1 }\n", "[rules.table]\ndecks = 6\n"]
)
def test_a_file_of_another_shape_is_refused_in_the_same_way(text: str) -> None:
    assert {"rules/missing-table", "rules/about"} <= {fault.code for fault in faults_of(text)}


def test_all_faults_come_at_once_in_the_order_of_the_page(tmp_path: Path) -> None:
    text = rule_set_text()
    breaks: list[Callable[[str], str]] = [
        lambda text: text.replace(f'name = "{NAME}"', 'name = "sylvania"'),
        lambda text: text.replace("decks = { default = 6", "dekcs = { default = 6"),
        lambda text: text.replace('clause = "FR-k.3"', 'clause = "FR-k.33"'),
        lambda text: text.replace('settle = "FR-e.5-1"', 'setle = "FR-e.5-1"'),
    ]
    for each in breaks:
        text = each(text)
    with added_folder(write(tmp_path / "rules", text)):
        assert about(NAME).title
        with pytest.raises(FaultyDocumentError) as refusal:
            rule_set(NAME)
    assert [fault.code for fault in refusal.value.faults] == [
        "rules/wrong-name",
        "rules/unknown-parameter",
        "rules/unknown-clause",
        "rules/unknown-step",
        "rules/missing-parameter",  # which has no line
    ]
    assert [bool(fault.line) for fault in refusal.value.faults] == [True, True, True, True, False]


_OFFERED = '[side_wagers.lucky]\noffered = { kind = "bool", says = "lucky", default = true }\n'


@pytest.mark.parametrize(
    "text",
    [
        "side_wagers = 5",
        "[side_wagers]\nlucky = 5",
        "[side_wagers.lucky]\noffered = 5",
        _OFFERED + 'pays = { kind = "paytable", says = "pays", rows = 5 }',
        _OFFERED + 'pays = { kind = "paytable", says = "pays", rows = [5] }',
    ],
)
def test_a_side_wager_of_another_shape_is_a_fault_like_any_other(text: str) -> None:
    plain = data_text("s13")
    broken = f"{text}\n{plain}" if text.startswith("side_wagers") else f"{plain}\n{text}\n"
    assert [fault.code for fault in faults_of(broken)] == ["rules/wrong-entry"]
