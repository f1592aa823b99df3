"""A house whose approved procedure knows no cover card: the shoe is dealt as deep as it says. Decision: 0110."""

from __future__ import annotations

from typing import Any

import pytest

from siete.table import commands as c
from siete.table import events as e
from tests.table.procedure.closed import Closed
from tests.table.procedure.tables import Table

WITHOUT: dict[str, Any] = {"own_shuffle_approved": True, "cover_cards": 0, "penetration": "1/2"}


@pytest.mark.clause("MA-4.h")
def test_no_cover_card_is_placed_and_the_shoe_ends_at_the_depth_the_house_says() -> None:
    table = Table("ma", **WITHOUT)
    table.until(c.StartRound)
    assert not table.happened(e.CoverCardPlaced)
    half = len(table.full) // 2
    while table.state.dealt < half:
        assert isinstance(table.due(), c.StartRound)
        table.play_round()
    assert not table.happened(e.CoverCardReached)
    assert isinstance(table.due(), c.CollectShoe)
    table.until(c.StartRound)
    assert len(table.happened(e.ShoeCollected)) == 1
    assert table.cards().total() == len(table.full)
    assert table.replayed() == table.state


@pytest.mark.parametrize("rules", ["wa", "wa-v002"])
def test_washington_may_do_without_a_cover_card_too(rules: str) -> None:
    table = Table(rules, cover_cards=0, penetration="1/10")
    table.play_round()
    while isinstance(table.due(), c.StartRound):
        table.play_round()
    assert isinstance(table.due(), c.CollectShoe)
    assert not table.happened(e.CoverCardPlaced)


def test_with_a_cover_card_the_depth_of_others_does_not_count() -> None:
    table = Table("ma", own_shuffle_approved=True, penetration="1/10", shuffle_method="manual")
    table.play_shoe()
    assert table.state.dealt > len(table.full) // 2


def test_nobody_signs_for_a_cover_card_that_the_house_does_not_use() -> None:
    items = {
        cards: [event.item for event in _opened(cards).happened(e.ItemSigned) if event.item.startswith("cover_card")]
        for cards in (0, 1)
    }
    assert items == {0: [], 1: ["cover_card", "cover_card_colour"]}


def _opened(cards: int) -> Closed:
    table = Closed("ma", own_shuffle_approved=True, cover_cards=cards)
    table.go_to(c.OpenTable)
    return table
