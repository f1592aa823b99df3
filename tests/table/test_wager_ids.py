"""Ids of wagers: open to registration, one object for each, stored as plain text."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from siete.table.state.wager import Wager
from siete.table.wagers import registry


@pytest.mark.parametrize("wager", Wager.known())
def test_an_id_is_one_object_however_it_is_made(wager: Wager) -> None:
    assert Wager(wager.value) is wager
    assert pickle.loads(pickle.dumps(wager)) is wager
    assert copy.deepcopy(wager) is wager
    assert type(wager.value) is str
    assert json.loads(json.dumps(wager)) == wager


def test_an_id_that_nobody_registered_is_none() -> None:
    assert not Wager.is_known("no-such-wager")
    with pytest.raises(ValueError, match="no-such-wager"):
        Wager("no-such-wager")


def test_every_side_wager_is_registered_once_with_names_of_its_own() -> None:
    spots = [spot for each in registry.side_wagers() for spot in each.spots]
    assert {spot.wager for spot in spots} == set(Wager.known()) - {Wager.BASE, Wager.INSURANCE}
    for names in ([spot.title for spot in spots], [spot.mark for spot in spots], [spot.key for spot in spots]):
        assert len(set(names)) == len(spots)


def test_every_meter_belongs_to_one_wager() -> None:
    names = list(registry.meter_names())
    assert names == ["spin", "spin-2", "xtreme-primary", "xtreme-secondary", "jackpot-1", "jackpot-2"]
    assert [registry.wager_of_meter(name).value for name in names] == [
        "bonus-spin",
        "bonus-spin-2",
        "xtreme-16",
        "xtreme-16",
        "jackpot-1",
        "jackpot-2",
    ]
