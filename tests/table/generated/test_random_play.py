"""Random submissions vary everything that a submission can vary."""

from __future__ import annotations

from random import Random

import pytest

from siete.rules.names import NAMES
from siete.rules.ruleset import rule_set
from tests.table.generated.random_play import is_open, random_rules

SUBMISSIONS = 150


@pytest.mark.parametrize("name", NAMES)
def test_every_choice_of_an_operator_is_varied(name: str) -> None:
    seen: dict[str, set[str]] = {}
    for number in range(SUBMISSIONS):
        for parameter, _, value in random_rules(Random(f"varied {name} {number}"), name).items():
            seen.setdefault(parameter, set()).add(repr(value))
    choices = {each for each, entry in rule_set(name).entries.items() if is_open(entry)} - {"rule_set"}
    assert {each for each in choices if len(seen[each]) < 2} == set()
