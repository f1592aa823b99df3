"""Doubling down and rescue: on which hands, by how much, for one card, and what becomes of the money."""

from __future__ import annotations

from typing import Any

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table import events as e
from siete.table.practice import PracticeTable
from siete.table.stages.play import may_double, may_rescue
from siete.table.view import PUBLIC, view
from tests.table.cases import answer, asked, happened, is_allowed, is_over, money, play, refused, result, won
from tests.table.massachusetts.common import NO_HOLE, both, by, every_procedure, stack, without_reader

RESCUE = c.Rescue(player="p1", box=1)


def double(cents: int) -> c.Double:
    return c.Double(player="p1", box=1, amount=Cents(cents))


@pytest.mark.clause("MA-9.a.1", "S13-i.1-1")
@both
@pytest.mark.parametrize(
    ("shoe", "before"),
    [
        ("2s 6h 3d Kd", []),
        ("9s 6h 9d Kd", ["split"]),
        ("2s 6h 3d Kd 4c", ["hit"]),
        ("2s 6h 2d Kd 2c 2h 2s", ["hit", "hit", "hit"]),
        ("As 6h Ad Kd 5c", ["split"]),
        ("Ks 6h 9d Kd", []),
    ],
)
def test_two_or_more_cards_may_be_doubled_split_hands_too(rules: str, shoe: str, before: list[str]) -> None:
    assert is_allowed(play(rules, shoe, *before), double(1000))


@pytest.mark.clause("MA-9.a.1", "S13-i.1-1")
@both
def test_a_blackjack_may_not_be_doubled(rules: str) -> None:
    table = play(rules, "As 9h 6h Kd 9c Kc", wagers={1: 10, 2: 10})
    assert refused(table, double(1000))[0] == "command/not-your-turn"
    assert asked(table) == [(2, 0, "play")]
    assert table.state.round is not None
    assert not may_double(table.state.round.boxes[0].hands[0], table.rules)


@pytest.mark.clause("MA-9.a.1", "S13-i.1-1")
@both
def test_a_soft_21_may_be_doubled_unless_the_operator_closes_it(rules: str) -> None:
    soft = "As 6h 4d Kd 6c"
    assert is_allowed(play(rules, soft, "hit"), double(1000))
    closed = play(rules, soft, "hit", double_soft21=False)
    assert refused(closed, double(1000)) == ("command/may-not-double", by(rules, "MA-9.a.1", "S13-i.1-1"))
    split = play(rules, "As 6h Ad Kd Kc", "split")
    assert asked(split) == [(1, 0, "play")]
    assert is_allowed(split, double(1000))


@pytest.mark.clause("MA-9.a.2", "S13-i.1-2")
@both
def test_any_amount_up_to_the_original_wager(rules: str) -> None:
    table = play(rules, "2s 6h 9d Kd 4c")
    limit = ("command/double-amount", by(rules, "MA-9.a.2", "S13-i.1-2"))
    for cents in (1050, 2000, 0, -1000):
        assert refused(table, double(cents)) == limit
    for cents in (50, 450, 1000):
        assert is_allowed(table, double(cents))
    answer(table, "double 4", "stand")
    assert result(table).returned in (0, 1400)
    assert max(result(table).returned, result(table).collected) == 1400


@pytest.mark.clause("MA-9.a.2", "S13-i.1-2")
@both
def test_the_operator_may_set_a_least_double(rules: str) -> None:
    table = play(rules, "2s 6h 9d Kd 4c", double_min=5)
    assert refused(table, double(450))[0] == "command/double-amount"
    assert is_allowed(table, double(500))


@pytest.mark.clause("MA-9.a.3", "S13-i.1-3")
@both
def test_the_double_card_lies_sideways(rules: str) -> None:
    table = play(rules, "2s 6h 3d Kd 4c 2c 5c", "hit", hole_card_procedure="hole_no_peek")
    assert _sideways(table) == []
    table.do(double(1000))
    assert _sideways(table) == [], "it has not been dealt"
    table.deal()
    assert _sideways(table) == [3]


def _sideways(table: PracticeTable) -> list[int]:
    """The places of the cards that everybody sees lie sideways."""
    current = view(table.state, table.rules, PUBLIC)["round"]
    assert current is not None
    return current["boxes"][0]["hands"][0]["sideways"]


@pytest.mark.clause("MA-9.a.3", "S13-i.1-3")
@both
@every_procedure
def test_exactly_one_card_face_up(rules: str, procedure: str) -> None:
    shoe = stack(procedure, hand="2s 9d", dealer="6h Kd", draws="4c")
    table = play(rules, shoe, "double 10", hole_card_procedure=procedure)
    own = [event for event in happened(table, e.CardDealt) if event.box == 1]
    assert [event.clause for event in own[2:]] == [by(rules, "MA-9.a.3", "S13-i.1-3")]
    assert (str(own[2].card), own[2].is_face_up, own[2].total) == ("4c", True, 15)
    again = ("command/may-not-double", by(rules, "MA-9.a.3", "S13-i.1-3"))
    assert refused(table, double(1000)) == again
    assert refused(table, c.Deal(box=1))[0] == "command/players-first"
    answer(table, "stand")
    assert is_over(table)
    assert len([event for event in happened(table, e.CardDealt) if event.box == 1]) == 3


@pytest.mark.clause("MA-9.d", "S13-i.4")
@both
@every_procedure
@pytest.mark.parametrize(("dollars", "draws"), [(10, "4c"), (3, "4c"), (10, "Kc")])
def test_rescue_takes_the_double_back_and_forfeits_the_original(
    rules: str, procedure: str, dollars: int, draws: str
) -> None:
    shoe = stack(procedure, hand="2s 9d", dealer="6h Kd", draws=draws)
    table = play(rules, shoe, f"double {dollars}", "rescue", hole_card_procedure=procedure)
    assert is_over(table)
    assert money(table) == (0, dollars * 100, 1000)
    assert won(table) == -1000
    (rescued,) = happened(table, e.WagerRescued)
    assert (rescued.amount, rescued.clause) == (dollars * 100, by(rules, "MA-9.d", "S13-i.4"))


@pytest.mark.clause("MA-9.d", "S13-i.4")
@both
def test_a_bust_a_hit_hand_or_a_fresh_hand_is_not_rescued(rules: str) -> None:
    behind = {1: 10, 2: 10}
    bust = play(rules, "9s 9h 6h 7d 9c Kd Kc", "1: double 10", wagers=behind)
    assert asked(bust) == [(2, 0, "play")]
    assert refused(bust, RESCUE) == ("command/may-not-rescue", by(rules, "MA-9.d", "S13-i.4"))
    assert bust.state.round is not None
    lost = bust.state.round.boxes[0].hands[0]
    assert not may_rescue(lost, lost.stakes[0], bust.rules)
    fresh = play(rules, "9s 6h 3d Kd 2c")
    assert refused(fresh, RESCUE)[0] == "command/not-an-answer"
    answer(fresh, "hit")
    assert refused(fresh, RESCUE)[0] == "command/not-an-answer"
    kept = play(rules, "2s 9h 6h 9d 9c Kd 4c", "1: double 10", "1: stand", wagers=behind)
    assert refused(kept, RESCUE)[0] == "command/not-your-turn"


@pytest.mark.clause("MA-9.d", "S13-i.4")
@both
def test_a_rescued_split_hand_forfeits_its_own_wager_only(rules: str) -> None:
    table = play(rules, "9s 6h 9d Kd 2c 4c Kc 9h", "split", "double 10", "rescue", "stand")
    assert money(table, hand=0) == (0, 1000, 1000)
    assert money(table, hand=1) == (1000, 1000, 0)


@pytest.mark.clause("MA-9.c", "S13-i.3")
@both
@without_reader
@pytest.mark.parametrize("draws", ["4c", "Kc", "8c 9c"])
def test_a_late_blackjack_takes_only_the_original_of_a_doubled_hand(rules: str, procedure: str, draws: str) -> None:
    """Also of a doubled hand that is bust: MA collects nothing before the round is over."""
    before = ["hit"] if " " in draws else []
    shoe = stack(procedure, hand="2s 9d", dealer="Kh As", draws=draws)
    table = play(rules, shoe, *before, "double 10", hole_card_procedure=procedure)
    if asked(table):
        answer(table, "stand")
    assert money(table) == (0, 1000, 1000)
    returned, collected = (
        [each.clause for each in happened(table, kind)] for kind in (e.WagerReturned, e.WagerCollected)
    )
    only_original = by(rules, "MA-9.c", "S13-i.3")
    assert returned == [only_original]
    assert collected == [only_original if draws != "Kc" else by(rules, "MA-5.b.2", "S13-e.2-2")]


@pytest.mark.clause("MA-5.b.2", "S13-e.2-2")
@both
def test_a_doubled_21_loses_its_original_wager_by_the_clause_of_21s(rules: str) -> None:
    table = play(rules, "2s Kh 9d Kc As", "double 10", "stand", hole_card_procedure=NO_HOLE)
    assert money(table) == (0, 1000, 1000)
    assert happened(table, e.WagerCollected)[0].clause == by(rules, "MA-5.b.2", "S13-e.2-2")


@pytest.mark.clause("MA-9.c", "S13-i.3")
@both
@without_reader
def test_a_bust_double_may_be_lost_whole_where_the_operator_reads_it_so(rules: str, procedure: str) -> None:
    choices: Any = {"hole_card_procedure": procedure, "dealer_bj_collect": "busted_plus_one"}
    bust = play(rules, stack(procedure, hand="9s 7d", dealer="Kh As", draws="8c"), "double 10", **choices)
    assert money(bust) == (0, 0, 2000)
    live = play(rules, stack(procedure, hand="9s 2d", dealer="Kh As", draws="8c"), "double 10", "stand", **choices)
    assert money(live) == (0, 1000, 1000)


@pytest.mark.clause("MA-9.c", "S13-i.3")
@both
def test_any_other_dealers_hand_takes_the_double_too(rules: str) -> None:
    table = play(rules, "2s Kh 9d 4c Kd", "double 10", "stand", hole_card_procedure=NO_HOLE)
    assert money(table) == (0, 0, 2000)


@pytest.mark.clause("MA-9.b", "S13-i.2")
@both
@pytest.mark.parametrize(
    ("shoe", "decisions"),
    [
        ("6s 6h 7s Kd 8s 9c", ["double 10"]),
        ("7s 6h 7s Kd 7s 9c", ["double 10"]),
        ("2s 6h 3d Kd 4c 5c 7d 9c", ["hit", "hit", "double 10"]),
    ],
)
def test_a_winning_doubled_hand_pays_even_money_whatever_its_cards(rules: str, shoe: str, decisions: list[str]) -> None:
    table = play(rules, shoe, *decisions, "stand")
    assert money(table) == (2000, 2000, 0)


@pytest.mark.clause("MA-9.b", "S13-i.2")
@both
def test_a_doubled_super_bonus_hand_pays_none(rules: str) -> None:
    table = play(rules, "7s 9h 7h 7s 9d Kd 7s", "1: double 10", "1: stand", "2: stand", wagers={1: 10, 2: 10})
    assert not happened(table, e.SuperBonusPaid)
    assert not happened(table, e.EnvyPaid)
    assert money(table) == (2000, 2000, 0)
