"""Coming to a table, sitting down, and leaving with one's chips."""

from __future__ import annotations

import pytest

from siete.money import Cents, whole_cents
from siete.rules.names import NAMES
from siete.rules.steps import Step
from siete.table import commands as c
from siete.table import events as e
from siete.table.money.ledger import Move, moves
from siete.table.view import PUBLIC, event_view
from tests.table.cases import answer, bet, play, refused, seat
from tests.table.procedure.closed import MORNING, Closed


def test_chips_come_with_their_player() -> None:
    table = seat("md", "7s", {})
    table.do(c.BringChips(player="ana", amount=whole_cents(100)))
    table.do(c.BringChips(player="ana", amount=whole_cents(50)))
    assert table.state.racks["ana"] == 150_00
    for nothing in (0, -100, 10**15):
        assert refused(table, c.BringChips(player="ana", amount=Cents(nothing)))[0] == "command/amount-not-positive"
    assert refused(table, c.BringChips(player="", amount=whole_cents(1)))[0] == "command/unknown-player"


def test_a_seat_is_taken_once_by_somebody_with_chips() -> None:
    table = play("md", "9s 7h 8s 9d", "stand")
    positions = table.rules.clause("positions")
    table.do(c.TakeSeat(player="p1", box=2))
    assert table.state.seats == {2: "p1"}
    assert refused(table, c.TakeSeat(player="p1", box=2)) == ("command/box-taken", positions)
    for box in (-1, 0, table.rules.positions + 1):
        assert refused(table, c.TakeSeat(player="p1", box=box)) == ("command/no-such-box", positions)
    assert refused(table, c.TakeSeat(player="zoe", box=3))[0] == "command/unknown-player"


def test_nobody_sits_down_at_more_boxes_than_a_player_may_have() -> None:
    table = seat("md", "7s", {1: 10}, max_boxes_per_player=2)
    table.do(c.TakeSeat(player="p1", box=1))
    table.do(c.TakeSeat(player="p1", box=2))
    clause = table.rules.clause("max_boxes_per_player")
    assert refused(table, c.TakeSeat(player="p1", box=3)) == ("command/too-many-boxes", clause)


def test_nobody_sits_down_at_a_box_that_others_play() -> None:
    table = seat("md", "7s", {1: 10, 2: 10})
    assert refused(table, c.TakeSeat(player="p1", box=2))[0] == "command/box-taken"
    table.do(c.TakeSeat(player="p2", box=2))


@pytest.mark.parametrize("rules", NAMES)
def test_a_player_leaves_with_every_chip_when_the_round_is_over(rules: str) -> None:
    table = seat(rules, "9s 7h 8s 9d 9c Kd", {1: 10})
    table.do(c.TakeSeat(player="p1", box=1))
    assert refused(table, c.LeaveTable(player="p1"))[0] == "command/wagers-open"
    table.deal()
    assert refused(table, c.LeaveTable(player="p1"))[0] == "command/wagers-open"
    answer(table, "stand")
    assert table.state.round is None
    chips, before = table.state.racks["p1"], table.state.money
    made = table.do(c.LeaveTable(player="p1"))
    assert [type(event) for event in made] == [e.ChipsTakenAway, e.PlayerLeft]
    assert moves(made[0]) == (Move("rack:p1", "wallet:p1", chips),)
    assert (dict(table.state.racks), dict(table.state.seats)) == ({}, {})
    assert table.state.money == before - chips
    assert [event_view(event, PUBLIC) for event in made] == [
        {"event": "ChipsTakenAway", "clause": made[0].clause, "player": "p1", "amount": chips},
        {"event": "PlayerLeft", "clause": made[1].clause, "player": "p1"},
    ]
    nobody = ("command/unknown-player", table.rules.clause_of(Step.PLACE_BASE))
    table.do(c.StartRound())
    for command in (
        c.LeaveTable(player="p1"),
        c.TakeSeat(player="p1", box=1),
        c.BringChips(player="", amount=Cents(100)),
        bet("p1", 1, 10_00),
    ):
        assert refused(table, command) == nobody, "who takes part, not what with"


def test_somebody_without_a_wager_may_leave_while_others_play() -> None:
    table = seat("md", "9s 7h 8s 9d 9c Kd", {1: 10})
    table.do(c.BringChips(player="ben", amount=whole_cents(5)))
    table.deal()
    table.do(c.LeaveTable(player="ben"))
    assert "ben" not in table.state.racks


def test_a_player_with_nothing_left_takes_nothing_away() -> None:
    table = seat("md", "9s 9h 8s 9d", {})
    table.do(c.BringChips(player="ben", amount=whole_cents(10)))
    table.wager("ben", 1, 10)
    table.deal()
    table.decide(1, "stand")
    assert table.state.racks["ben"] == 0, "17 against 18"
    assert [type(event) for event in table.do(c.LeaveTable(player="ben"))] == [e.PlayerLeft]


def test_another_is_asked_to_look_when_the_one_who_was_to_look_leaves() -> None:
    table = Closed("md")
    table.comes("ana", 1)
    table.comes("ben", 3)
    table.go_to(c.StartRound)
    table.do(c.TellTime(at=MORNING + table.rules.idle_timeout))
    table.step()
    table.do(c.ReturnToTable(player="ana", box=1))
    table.do(c.LeaveTable(player="ana"))
    ask = table.asked()
    assert ask is not None
    assert (ask.player, ask.question.value) == ("ben", "return")
    table.go_to(c.StartRound)
