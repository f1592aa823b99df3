"""The dealer's hand: draws to 17, stands on soft 17, and takes nothing where nothing depends on it."""

from __future__ import annotations

from typing import Any

import pytest

from siete.table import commands as c
from siete.table import events as e
from siete.table.practice import PracticeTable
from tests.table.cases import happened, is_over, money, play, refused, seat, step_to
from tests.table.massachusetts.common import NO_HOLE, both, by, every_procedure, stack, without_reader


def drawn(table: PracticeTable) -> list[str]:
    """The dealer's cards in the order in which they came."""
    return [str(event.card) for event in happened(table, e.CardDealt) if event.box == 0]


@pytest.mark.clause("MA-12.b", "S13-l.2")
@both
@every_procedure
@pytest.mark.parametrize(
    "dealer",
    [
        "6h Kd 2c",
        "9h 8d",
        "6h Ad",
        "5h 4d 8c",
        "2h 4d Ac",
        "2h 2d 2c 2s 2h 7c",
        "6h 5d 5c Kc",
        "9h 7d Kc",
        "8h 3d As 5d",
        "5h Ad 6c 4d Ac",
    ],
)
def test_the_dealer_draws_to_any_17_hard_or_soft(rules: str, procedure: str, dealer: str) -> None:
    table = play(rules, stack(procedure, hand="9s 9d", dealer=dealer), "stand", hole_card_procedure=procedure)
    assert drawn(table) == dealer.split()


@pytest.mark.clause("MA-12.b", "S13-l.2")
@both
def test_the_dealer_may_not_choose(rules: str) -> None:
    table = seat(rules, "9s 6h 9d Kd 2c", {1: 10})
    table.deal()
    table.do(c.Stand(player="p1", box=1))
    step_to(table, c.Deal)
    assert refused(table, c.StandDealer()) == ("command/not-this-step", by(rules, "MA-12.b", "S13-l.2"))
    table.do(c.Deal(box=0))
    assert refused(table, c.Deal(box=0)) == ("command/not-this-step", by(rules, "MA-12.b", "S13-l.2"))


@pytest.mark.clause("MA-12.c", "S13-l.3")
@both
@every_procedure
@pytest.mark.parametrize(
    ("hand", "draws", "decisions"),
    [
        ("9s 7d", "8c", ["hit"]),
        ("As Kd", "", []),
        ("9s 2d", "Kc", ["hit"]),
        ("9s 7d", "", ["surrender"]),
        ("9s 7d", "8c", ["double 10"]),
        ("9s 3d", "4c", ["double 10", "rescue"]),
        ("8s 8d", "6c 9c 6h 9d", ["split", "hit", "hit"]),
        ("8s 8d", "3c Kc 6h 9d", ["split", "hit", "hit"]),
    ],
)
def test_under_two_to_nine_busts_blackjacks_21s_and_surrenders_need_no_dealers_card(
    rules: str, procedure: str, hand: str, draws: str, decisions: list[str]
) -> None:
    """No blackjack is possible, so nothing the dealer draws can change what becomes of them."""
    shoe = stack(procedure, hand=hand, dealer="6h 5d 2c", draws=draws)
    table = play(rules, shoe, *decisions, hole_card_procedure=procedure)
    assert is_over(table)
    assert len(drawn(table)) == (1 if procedure == NO_HOLE else 2)
    if procedure == NO_HOLE:
        assert [event.clause for event in happened(table, e.SecondCardSkipped)] == [by(rules, "MA-12.c", "S13-l.3")]
        assert not happened(table, e.Announced)


@pytest.mark.clause("MA-12.c", "S13-l.3")
@both
@without_reader
@pytest.mark.parametrize(
    ("hand", "draws", "decisions"),
    [
        ("9s 2d", "Kc", ["hit"]),
        ("9s 7d", "", ["surrender"]),
        ("9s 7d", "8c", ["double 10"]),
        ("8s 8d", "6c 9c 6h 9d", ["split", "hit", "hit"]),
    ],
)
def test_what_a_blackjack_would_change_waits_for_the_second_card_and_no_further(
    rules: str, procedure: str, hand: str, draws: str, decisions: list[str]
) -> None:
    shoe = stack(procedure, hand=hand, dealer="Kh 5d 2c", draws=draws)
    table = play(rules, shoe, *decisions, hole_card_procedure=procedure)
    assert is_over(table)
    assert drawn(table) == ["Kh", "5d"]


@pytest.mark.clause("MA-12.c", "S13-l.3")
@both
@pytest.mark.parametrize(("hand", "draws", "decisions"), [("9s 7d", "8c", ["hit"]), ("As Kd", "", [])])
def test_a_plain_bust_or_a_blackjack_needs_no_second_card_under_a_face_card(
    rules: str, hand: str, draws: str, decisions: list[str]
) -> None:
    shoe = stack(NO_HOLE, hand=hand, dealer="Kh Ad", draws=draws)
    table = play(rules, shoe, *decisions, hole_card_procedure=NO_HOLE)
    assert is_over(table)
    assert drawn(table) == ["Kh"]


@pytest.mark.clause("MA-12.c", "S13-l.3")
@both
def test_a_bust_that_is_lost_whole_needs_no_second_card(rules: str) -> None:
    choices: Any = {"hole_card_procedure": NO_HOLE, "dealer_bj_collect": "busted_plus_one"}
    table = play(rules, stack(NO_HOLE, hand="9s 7d", dealer="Kh Ad", draws="8c"), "double 10", **choices)
    assert drawn(table) == ["Kh"]
    assert money(table) == (0, 0, 2000)


@pytest.mark.clause("MA-12.c", "S13-l.3")
@both
@every_procedure
def test_one_live_total_below_21_is_enough_to_draw(rules: str, procedure: str) -> None:
    shoe = "9s 9c 6h 7d 9d 8c 5d 2c Kc" if procedure == NO_HOLE else "9s 9c 6h 7d 9d 5d 8c 2c Kc"
    table = play(rules, shoe, "1: hit", "2: stand", wagers={1: 10, 2: 10}, hole_card_procedure=procedure)
    assert drawn(table) == ["6h", "5d", "2c", "Kc"]


@pytest.mark.clause("MA-12.c", "S13-l.3")
@both
def test_the_second_card_may_not_be_left_out_where_it_matters(rules: str) -> None:
    table = seat(rules, "9s 6h 9d 5d", {1: 10}, hole_card_procedure=NO_HOLE)
    table.deal()
    table.do(c.Stand(player="p1", box=1))
    assert refused(table, c.SkipSecondCard()) == ("command/not-this-step", by(rules, "MA-7.g.1", "S13-g.7-1"))
    needless = seat(rules, "As 6h Kd 5d", {1: 10}, hole_card_procedure=NO_HOLE)
    step_to(needless, c.SkipSecondCard)
    assert refused(needless, c.Deal(box=0)) == ("command/not-this-step", by(rules, "MA-12.c", "S13-l.3"))
