"""Copies of frozen values: the same as those of the standard library, for values with and without slots."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from siete.cards import cards_from_text
from siete.money import Cents
from siete.table.frozen.fast_replace import replace
from siete.table.money.meter import Meter
from siete.table.state.hand import Hand
from siete.table.state.table import TableState

HAND = Hand(cards=cards_from_text("7s 7h"))


def test_a_copy_is_that_of_the_standard_library() -> None:
    for value in (HAND, TableState(inventory=Cents(5)), Meter(amount=Cents(1), reset=Cents(1))):
        name = dataclasses.fields(value)[0].name
        changed = replace(value, **{name: getattr(value, name)})
        assert changed == value == dataclasses.replace(value)
        assert changed is not value


def test_a_copy_does_not_remember_what_followed_from_the_old_fields() -> None:
    assert HAND.total.total == 14
    more = replace(HAND, cards=cards_from_text("7s 7h 7d"))
    assert (HAND.total.total, more.total.total) == (14, 21)
    table = TableState(inventory=Cents(5))
    assert (table.money, replace(table, inventory=Cents(7)).money) == (5, 7)


def test_a_field_that_does_not_exist_is_our_own_mistake() -> None:
    wrong: dict[str, Any] = {"bonus": 21}
    with pytest.raises(AssertionError, match="no such fields"):
        replace(HAND, **wrong)


def test_a_copy_is_as_frozen_as_its_original() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        replace(HAND, doublings=1).doublings = 2  # type: ignore[misc]  # what must not be done
