"""Entering in mid-shoe: whoever sat out a round waits for the shuffle, or for the house, where the house bars it."""

from __future__ import annotations

from typing import Any

import pytest

from siete.table import commands as c
from siete.table import events as e
from siete.table.legal import legal
from tests.table.procedure.tables import TEN, Table, each, maryland, refused

BARS: tuple[tuple[str, tuple[str, ...]], ...] = (*maryland("MD-6.C"), ("ma", ("MA-5.j",)), ("s13", ("S13-e.10",)))


def after_a_round_without_ben(rules: str, **choices: Any) -> Table:
    """Betting is open for the second round of the shoe; ben sat out the first."""
    table = Table(rules, **choices)
    table.play_round(1, 5)
    table.until(c.StartRound)
    table.step()
    return table


def wager(player: str, box: int) -> c.PlaceWager:
    return c.PlaceWager(player=player, box=box, amount=TEN)


@each(*BARS)
def test_who_sat_out_a_round_is_barred_from_the_next_ones(rules: str) -> None:
    table = after_a_round_without_ben(rules, mid_shoe_entry="barred")
    assert refused(table, wager("ben", 3)) == ("command/mid-shoe-entry", table.rules.clause("mid_shoe_entry"))
    assert legal(table.state, table.rules, "ben") == ()
    table.do(wager("ana", 1))
    table.until(c.StartRound)
    table.step()
    assert refused(table, wager("ben", 3))[0] == "command/mid-shoe-entry"
    assert refused(table, wager("cleo", 5))[0] == "command/mid-shoe-entry", "she sat out the second"
    table.do(wager("ana", 1))


@each(*BARS)
def test_who_comes_after_the_first_round_of_a_shoe_is_barred_too(rules: str) -> None:
    table = Table(rules, mid_shoe_entry="barred")
    table.until(c.StartRound)
    table.take(e.ChipsBrought(player="dora", amount=TEN))
    table.step()
    table.do(wager("dora", 7))
    table.until(c.StartRound)
    table.step()
    table.take(e.ChipsBrought(player="gus", amount=TEN))
    assert refused(table, wager("gus", 2))[0] == "command/mid-shoe-entry"


@each(*maryland("MD-6.C.2"), ("ma", ("MA-5.j",)), ("s13", ("S13-e.10",)))
def test_a_reshuffle_ends_the_bar(rules: str) -> None:
    table = after_a_round_without_ben(rules, mid_shoe_entry="barred")
    table.do(c.OrderReshuffle(by="fay"))
    table.until(c.BurnCard)
    table.step()
    table.do(wager("ben", 3))


@each(*maryland("MD-6.C.1"), ("ma", ("MA-5.j",)), ("s13", ("S13-e.10",)))
def test_the_house_may_let_somebody_in(rules: str) -> None:
    table = after_a_round_without_ben(rules, mid_shoe_entry="barred")
    (let_in,) = table.do(c.LetIn(by="fay", player="ben"))
    assert let_in == e.PlayerLetIn(player="ben", by="fay", clause=table.rules.clause("mid_shoe_bar_ends"))
    table.do(wager("ben", 3))
    table.until(c.StartRound)
    table.step()
    table.do(wager("ben", 3))


@pytest.mark.parametrize("rules", ["md", "md-draft", "ma", "s13", "wa", "wa-v002"])
def test_nobody_is_barred_unless_the_house_says_so(rules: str) -> None:
    table = after_a_round_without_ben(rules)
    table.do(wager("ben", 3))


def test_with_a_continuous_device_every_round_is_a_new_shoe() -> None:
    choices = {"shuffle_method": "continuous", "continuous_device_approved": True}
    table = after_a_round_without_ben("md", mid_shoe_entry="barred", **choices)
    table.do(wager("ben", 3))
