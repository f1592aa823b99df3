"""Rule sets are found by their files: those of the package, and those of folders that are added."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from siete.clauses import register
from siete.errors import FaultyDocumentError, SieteError, UnknownNameError
from siete.rules.names import NAMES, about, add_folder, added_folder, names, place, prefixes, remove_folder
from siete.rules.ruleset import rule_set
from siete.rules.submission import table_rules
from tests.rules.made_up import NAME, PREFIX, register_text, rule_set_text, write

SOURCE = Path(__file__).parents[2] / "src" / "siete"


def test_the_package_has_six_rule_sets_in_the_order_that_their_files_ask_for() -> None:
    assert NAMES == names() == ("md", "md-draft", "ma", "s13", "wa", "wa-v002")
    assert [about(name).order for name in NAMES] == [1, 2, 3, 4, 5, 6]


def test_the_register_has_clauses_of_the_named_prefixes_only() -> None:
    assert {clause.prefix for clause in register().values()} == set(prefixes())


def test_no_code_lists_rule_sets_or_prefixes() -> None:
    """A name or prefix that only a list would hold, outside citations of clauses."""
    listed = re.compile(
        "|".join(rf"\b{re.escape(word)}\b(?!-[A-Z0-9])" for word in ("md-draft", "wa-v002", "MDD", "WA2"))
    )
    found = [
        f"{path.relative_to(SOURCE)}: {line.strip()}"
        for path in SOURCE.rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if listed.search(line)
    ]
    assert found == []


def test_a_rule_set_of_an_added_folder_is_found_by_name(tmp_path: Path) -> None:
    folder = write(tmp_path / "rules")
    with added_folder(folder):
        assert names() == (*NAMES, NAME)
        assert about(NAME).title == rule_set(NAME).title == "Freedonia, Gaming Decree"
        assert place(NAME) == str(folder / f"{NAME}.toml")
        assert table_rules(NAME).clause("insurance_pays") == f"{PREFIX}-k.3"
        assert register()[f"{PREFIX}-k.3"].document == "freedonia.txt"
        assert prefixes()[-1] == PREFIX
    assert names() == NAMES
    assert f"{PREFIX}-k.3" not in register()
    with pytest.raises(UnknownNameError):
        rule_set(NAME)


def test_a_folder_is_added_once_and_read_anew_after_it_was_removed(tmp_path: Path) -> None:
    folder = write(tmp_path / "rules")
    add_folder(folder)
    add_folder(str(folder))
    assert names() == (*NAMES, NAME)
    remove_folder(folder)
    write(folder, rule_set_text().replace('"Freedonia, Gaming Decree"', '"Sylvania"'))
    with added_folder(folder):
        assert rule_set(NAME).title == about(NAME).title == "Sylvania"


def test_rule_sets_that_do_not_say_where_they_stand_come_by_name(tmp_path: Path) -> None:
    folder = write(tmp_path / "rules")
    other = rule_set_text().replace(f'"{NAME}"', '"alsatia"')
    (folder / "alsatia.toml").write_text(other, "utf-8")
    (folder / "zenda.toml").write_text(
        rule_set_text().replace(f'"{NAME}"', '"zenda"').replace("[about]\n", "[about]\norder = 1\n"), "utf-8"
    )
    with added_folder(folder):
        assert names() == (*NAMES, "zenda", "alsatia", NAME)


def test_what_cannot_be_added_is_refused_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(SieteError, match="rules/no-folder"):
        add_folder(tmp_path / "nowhere")
    (tmp_path / "md.toml").write_text("", "utf-8")
    with pytest.raises(SieteError, match="rules/name-taken"):
        add_folder(tmp_path)
    (tmp_path / "md.toml").rename(tmp_path / "other.toml")
    with pytest.raises(SieteError, match="clause/no-register"):
        add_folder(tmp_path)
    assert names() == NAMES


def test_a_register_is_refused_with_all_its_faults(tmp_path: Path) -> None:
    lines = register_text().splitlines()
    faulty = [
        "id\tsummary",
        *lines[1:3],
        lines[1],
        "MD-7.H\ta.txt\t§1\tengine\tSaid twice.",
        "FR-z\ta.txt\t§1\tengin\tA.",
        "FR-x\ta.txt\t§1\trule\tA.",
    ]
    folder = write(tmp_path / "rules", clauses="\n".join([*faulty, "FR-y\ttoo few"]))
    with pytest.raises(FaultyDocumentError) as refusal:
        add_folder(folder)
    assert [(fault.line, fault.code) for fault in refusal.value.faults] == [
        (1, "clause/columns"),
        (4, "clause/twice"),
        (5, "clause/twice"),
        (6, "clause/unknown-kind"),
        (7, "clause/unknown-kind"),
        (8, "clause/columns"),
    ]
    assert all(fault.sentence.startswith("clauses.tsv: ") for fault in refusal.value.faults), "whose lines these are"
    assert "Did you mean 'engine'" in str(refusal.value)
    assert "There are admin, conduct, definition," in refusal.value.faults[4].sentence
    assert names() == NAMES


def test_a_comment_behind_the_head_is_no_fault(tmp_path: Path) -> None:
    text = rule_set_text().replace("[about]\n", "[about]  # what it is\n")
    with added_folder(write(tmp_path / "rules", text)):
        assert about(NAME).prefixes == (PREFIX,)
