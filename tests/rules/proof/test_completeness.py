"""What a rule set's file still lacks is said by `siete rules check --rule-set`."""

from __future__ import annotations

from pathlib import Path

import pytest

from siete.errors import FaultyDocumentError, SieteError
from siete.rules.names import added, names
from siete.rules.proof.completeness import completeness
from tests.cli.running import runner
from tests.rules.made_up import NAME, register_text, rule_set_text, write


def test_a_sound_file_says_what_it_leaves_open(tmp_path: Path) -> None:
    more = "FR-z.9\tfreedonia.txt\tz(9)\tpayout\tA duck is shown before the first deal.\n"
    write(tmp_path, clauses=register_text() + more)
    found = completeness(tmp_path / f"{NAME}.toml")
    assert "FR-z.9" in found.uncited
    assert "FR-k.1-1" not in found.uncited
    assert found.cited > 100
    assert "place_spin" in found.steps
    assert not added(), "the folder is forgotten again"
    assert NAME not in names()


def test_clauses_and_names_that_do_not_fit_are_refused_all_at_once(tmp_path: Path) -> None:
    text = rule_set_text().replace(f'name = "{NAME}"', 'name = "sylvania"', 1).replace('"FR-k.1-1"', '"FR-k.77"', 1)
    write(tmp_path, text)
    with pytest.raises(FaultyDocumentError) as caught:
        completeness(tmp_path / f"{NAME}.toml")
    assert {fault.code for fault in caught.value.faults} == {"rules/wrong-name", "rules/unknown-clause"}
    assert not added()


@pytest.mark.parametrize(("missing", "code"), [(f"{NAME}.toml", "rules/no-file"), ("clauses.tsv", "rules/no-register")])
def test_what_is_not_there_is_named(missing: str, code: str, tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / missing).unlink()
    with pytest.raises(SieteError) as caught:
        completeness(tmp_path / f"{NAME}.toml")
    assert caught.value.code == code


def test_the_command_prints_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    siete = runner(monkeypatch, capsys)
    path = str(write(tmp_path) / f"{NAME}.toml")
    said = siete("rules", "check", "--rule-set", path)
    assert (said.code, "steps without a clause" in said.out) == (0, True), said.err
    found = siete("rules", "check", "--rule-set", path, "--json").json
    assert (found["name"], found["faults"]) == (NAME, [])
