"""What the cover card adds to the edge: told for every default submission, and found again by other rounds."""

from __future__ import annotations

import json

import pytest

from siete.lab.cover_card import measured_effect
from siete.odds.base.kept import cover_card
from siete.odds.base.solution import figure
from siete.rules.names import names
from siete.rules.submission import table_rules
from siete.strategy import never_bust


def test_every_default_submission_tells_its_effect_beside_the_exact_edge() -> None:
    assert json.loads(cover_card.FILE.read_text("utf-8")).keys() == {table_rules(name).rules_hash for name in names()}
    for name in names():
        told = figure(table_rules(name)).to_json()
        known = cover_card.cover_card_effect(table_rules(name).rules_hash)
        assert known is not None
        assert known["rules"] == name
        assert told["cover_card_effect"] == known["effect"]
        assert told["cover_card_effect_standard_error"] == known["standard_error"]
        assert 1e-4 < known["effect"] < 4e-4, (
            "small cards use more of them, so that a shoe poor in high cards ends sooner"
        )


def test_rules_that_were_not_measured_tell_none() -> None:
    assert cover_card.cover_card_effect(table_rules("wa", {"decks": 8}).rules_hash) is None
    assert "cover_card_effect" not in figure(table_rules("wa"), never_bust()).extra


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_other_rounds_find_the_effect_again(name: str) -> None:
    rules = table_rules(name)
    told = cover_card.cover_card_effect(rules.rules_hash)
    assert told is not None
    anew = measured_effect(rules, 200_000_000, seed=4711)
    error = (anew["standard_error"] ** 2 + told["standard_error"] ** 2) ** 0.5
    assert abs(anew["effect"] - told["effect"]) < 4 * error
