"""What the checklist accepts instead of what."""

from __future__ import annotations

import pytest

from siete.rules.submission import table_rules


@pytest.mark.data("MD-2.D", "MDD-2.D", "MD-2.G.2", "MDD-2.G.2")
@pytest.mark.parametrize("name", ["md", "md-draft"])
def test_a_tip_box_elsewhere_and_a_marked_rack_stand_in_for_the_usual_ones(name: str) -> None:
    stand_ins = {item.name: item.instead_of for item in table_rules(name).checklist if item.instead_of}
    assert stand_ins == {"tip_box_elsewhere": "drop_and_tip_box", "discard_rack_marked": "discard_rack_height"}


@pytest.mark.parametrize("name", ["ma", "s13", "wa", "wa-v002"])
def test_nothing_stands_in_elsewhere(name: str) -> None:
    assert not [item for item in table_rules(name).checklist if item.instead_of]
