"""When a player may draw, and when not: totals below 21, hard and soft 21, blackjack, a doubled hand."""

from __future__ import annotations

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table import events as e
from siete.table.stages.play import may_hit
from tests.table.cases import answer, asked, happened, is_allowed, is_over, play, refused
from tests.table.massachusetts.common import NO_HOLE, both, by

HIT = c.Hit(player="p1", box=1)
NEXT = {1: 10, 2: 10}
"""A second box keeps the round open behind the first."""


@pytest.mark.clause("MA-12.a", "S13-l.1")
@both
def test_a_hand_draws_for_as_long_as_it_counts_less_than_21(rules: str) -> None:
    table = play(rules, "2s 5h 2d 2c 2h 2c 3d 3c 6c", hole_card_procedure=NO_HOLE)
    totals = [4]
    while asked(table):
        assert is_allowed(table, HIT)
        answer(table, "hit")
        totals.append([event.total for event in happened(table, e.CardDealt) if event.box == 1][-1])
    assert totals == [4, 6, 8, 10, 13, 16, 22]


@pytest.mark.clause("MA-12.a", "S13-l.1", "MA-12.a.1", "S13-l.1.i")
@both
@pytest.mark.parametrize(
    ("cards", "total", "draws"),
    [("9s 9d 2c", 20, True), ("9s 2d Kc", 21, False), ("9s Ad Ac", 21, True), ("Ks Ad 9c", 20, True)],
)
def test_a_hard_21_stands_by_itself_and_anything_less_is_asked(rules: str, cards: str, total: int, draws: bool) -> None:
    first, second, third = cards.split()
    if {first[0], second[0]} == {"K", "A"}:
        first, third = third, first
    table = play(rules, f"{first} 9h 6h {second} 9c Kd {third}", "hit", wagers=NEXT)
    assert asked(table) == ([(1, 0, "play")] if draws else [(2, 0, "play")])
    stood = [(event.box, event.clause) for event in happened(table, e.HandStood)]
    assert stood == ([] if draws else [(1, by(rules, "MA-12.a.1", "S13-l.1.i"))])
    if not draws:
        assert refused(table, HIT)[0] == "command/not-your-turn"


@pytest.mark.clause("MA-12.a.1", "S13-l.1.i")
@both
def test_a_blackjack_draws_nothing(rules: str) -> None:
    table = play(rules, "As 9h 6h Kd 9c Kc", wagers=NEXT)
    assert asked(table) == [(2, 0, "play")]
    assert refused(table, HIT)[0] == "command/not-your-turn"
    assert table.state.round is not None
    assert not may_hit(table.state.round.boxes[0].hands[0], table.rules)
    answer(table, "2: stand")
    assert is_over(table)
    assert len([event for event in happened(table, e.CardDealt) if event.box == 1]) == 2


SOFT_21 = "As 9h 6h 4d 9c Kd 6c 5c"


@pytest.mark.clause("MA-12.a.1", "S13-l.1.i")
@both
def test_a_soft_21_may_be_drawn_to_unless_the_operator_closes_it(rules: str) -> None:
    open_ = play(rules, SOFT_21, "hit", wagers=NEXT)
    assert asked(open_) == [(1, 0, "play")]
    answer(open_, "hit")
    assert [event.total for event in happened(open_, e.CardDealt) if event.box == 1][-1] == 16
    only_double = play(rules, SOFT_21, "hit", wagers=NEXT, hit_soft21=False)
    assert refused(only_double, HIT) == ("command/may-not-hit", by(rules, "MA-12.a.1", "S13-l.1.i"))
    closed = play(rules, SOFT_21, "hit", wagers=NEXT, hit_soft21=False, double_soft21=False)
    assert asked(closed) == [(2, 0, "play")]


@pytest.mark.clause("MA-12.a.2", "S13-l.1.ii")
@both
def test_a_doubling_player_draws_one_card_and_no_more(rules: str) -> None:
    table = play(rules, "2s 6h 3d Kd 4c 5c", "double 10")
    assert asked(table) == [(1, 0, "doubled")]
    assert len([event for event in happened(table, e.CardDealt) if event.box == 1]) == 3
    assert refused(table, HIT)[0] == "command/not-an-answer"
    again = c.Double(player="p1", box=1, amount=Cents(1000))
    assert refused(table, again) == ("command/may-not-double", by(rules, "MA-9.a.3", "S13-i.1-3"))
    assert table.state.round is not None
    assert not may_hit(table.state.round.boxes[0].hands[0], table.rules)
    answer(table, "stand")
    assert len([event for event in happened(table, e.CardDealt) if event.box == 1]) == 3


@pytest.mark.clause("MA-7.e", "S13-g.5")
@both
def test_a_hand_that_stands_is_done(rules: str) -> None:
    table = play(rules, "2s 9h 6h 3d 9c Kd", "stand", wagers=NEXT)
    assert asked(table) == [(2, 0, "play")]
    for late in (HIT, c.Stand(player="p1", box=1), c.Surrender(player="p1", box=1)):
        assert refused(table, late) == ("command/not-your-turn", by(rules, "MA-7.e", "S13-g.5"))
