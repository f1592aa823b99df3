"""The examples: one commented submission for each rule set, all valid, and one that is wrong in many ways."""

from __future__ import annotations

from pathlib import Path

import pytest

from siete.errors import FaultyDocumentError
from siete.rules.names import NAMES
from siete.rules.submission import table_rules

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_set_has_a_valid_example_that_teaches(name: str) -> None:
    path = EXAMPLES / f"{name}.toml"
    rules = table_rules(path)
    assert rules.rule_set == name
    chosen = [each for each, origin in rules.origins.items() if origin == "operator"]
    assert len(chosen) >= 8
    assert path.read_text("utf-8").count("#") >= 5


def test_there_are_no_other_examples() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.toml")} == {*NAMES, "broken"}


def test_the_broken_example_has_many_faults_of_many_kinds() -> None:
    with pytest.raises(FaultyDocumentError) as refusal:
        table_rules(EXAMPLES / "broken.toml")
    faults = refusal.value.faults
    assert len(faults) >= 10
    assert len({fault.code for fault in faults}) >= 8
    assert all(fault.line for fault in faults)
