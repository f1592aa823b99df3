"""Chapter 7, H to K: blackjacks in their turn, decisions from the dealer's left, and who may draw."""

from __future__ import annotations

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table import events as e
from siete.table.state.hand import HandStatus
from tests.table.cases import (
    answer,
    asked,
    happened,
    is_allowed,
    is_over,
    money,
    place,
    play,
    refused,
    result,
    seat,
    step_to,
)
from tests.table.maryland.both import both, box_of, own, step_due, story


@both("MD-7.H")
def test_decisions_run_from_the_dealers_left_clockwise(rules: str) -> None:
    table = seat(rules, "9c 9d 9h 6s 7c 7d 7h 5h", {5: 10, 1: 10, 3: 10})
    table.deal()
    for box in (1, 3, 5):
        assert asked(table) == [(box, 0, "play")]
        for other in {1, 3, 5} - {box}:
            wrong = c.Stand(player=f"p{other}", box=other)
            assert refused(table, wrong) == ("command/not-your-turn", own(rules, "MD-7.H"))
        answer(table, f"{box}: stand")
    assert is_over(table)


@pytest.mark.parametrize("up", ["2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s"])
@both("MD-7.H.1.a")
def test_a_blackjack_against_two_to_nine_is_announced_paid_and_removed_in_its_turn(rules: str, up: str) -> None:
    table = seat(rules, f"9c Ac 9h {up} 7c Kd 7h 5h", {1: 10, 2: 10, 3: 10})
    table.deal()
    assert not happened(table, e.WagerPaid)
    answer(table, "1: stand")
    assert asked(table) == [(3, 0, "play")]
    told = story(table, e.BlackjackAnnounced, e.WagerPaid, e.WagerReturned, e.HandRemoved)
    assert [type(each) for each in told] == [e.BlackjackAnnounced, e.WagerPaid, e.WagerReturned, e.HandRemoved]
    assert told[0].clause == told[3].clause == own(rules, "MD-7.H.1.a")
    assert money(table, box=2) == (1500, 1000, 0)
    assert box_of(table, 2).hands[0].is_removed
    assert [str(card) for card in table.state.discards] == ["Ac", "Kd"]


@pytest.mark.parametrize("up", ["As", "Ks", "Qs", "Js"])
@both("MD-7.H.1.b", "MD-7.H.1.b.i", "MD-7.H.1.b.ii", "MD-7.H.1.b.iii")
def test_a_blackjack_against_an_ace_or_face_card_waits_for_the_hole_card(rules: str, up: str) -> None:
    table = seat(rules, f"Ac 2c {up} Kd 3h 5h 4d 9d", {1: 10, 2: 10})
    table.deal()
    if up == "As":
        answer(table, "1: decline", "2: decline")
    assert [(each.box, each.clause) for each in happened(table, e.BlackjackAnnounced)] == [
        (1, own(rules, "MD-7.H.1.b.i"))
    ]
    assert not happened(table, e.WagerPaid)
    assert not box_of(table).hands[0].is_removed
    answer(table, "2: hit", "2: stand")
    order = [
        place(table, e.BlackjackAnnounced, box=1),
        place(table, e.HitAsked, box=2),
        place(table, e.HandStood, box=2),
        place(table, e.CardsTurned, is_hole=True),
        place(table, e.WagerPaid, box=1),
    ]
    assert order == sorted(order)
    assert money(table) == (1500, 1000, 0)
    assert not happened(table, e.HandRemoved)


@both("MD-7.H.1.b", "MD-7.H.1.b.i")
def test_paying_a_waiting_blackjack_early_is_refused(rules: str) -> None:
    table = seat(rules, "Ac 2c Ks Kd 3h 5h", {1: 10, 2: 10})
    step_to(table, c.AnnounceBlackjack)
    assert refused(table, c.PayHand(box=1)) == ("command/not-this-step", own(rules, "MD-7.H.1.b.i"))
    table.deal()
    for step in (c.PayHand(box=1), c.RemoveHand(box=1), c.SettleHand(box=1), c.TurnHoleCard()):
        assert refused(table, step) == ("command/players-first", own(rules, "MD-7.H"))


@both("MD-7.H.1.a")
def test_leaving_a_safe_blackjack_unpaid_is_refused(rules: str) -> None:
    table = seat(rules, "Ac 2c 6s Kd 3h 5h", {1: 10, 2: 10})
    step_to(table, c.PayHand)
    for step in (c.TurnHoleCard(), c.Deal(box=2), c.RemoveHand(box=1)):
        assert refused(table, step) == ("command/not-this-step", own(rules, "MD-7.H.1.a"))


@both("MD-7.H.2")
def test_a_player_without_blackjack_may_surrender_double_split_stand_or_draw(rules: str) -> None:
    table = play(rules, "8c 6s 8d 5h")
    for command in (
        c.Surrender(player="p1", box=1),
        c.Double(player="p1", box=1, amount=Cents(1000)),
        c.Split(player="p1", box=1),
        c.Stand(player="p1", box=1),
        c.Hit(player="p1", box=1),
    ):
        assert is_allowed(table, command), command
    assert {type(each.command).__name__ for each in table.legal("p1")} == {
        "Surrender",
        "Double",
        "Split",
        "Stand",
        "Hit",
    }


@both("MD-7.H.2", "MD-7.J.1", "MD-10.A.a")
def test_a_player_with_blackjack_is_not_asked_and_may_do_nothing(rules: str) -> None:
    table = seat(rules, "Ac 2c Ks Kd 3h 5h", {1: 10, 2: 10})
    table.deal()
    assert asked(table) == [(2, 0, "play")]
    for command in (
        c.Surrender(player="p1", box=1),
        c.Double(player="p1", box=1, amount=Cents(1000)),
        c.Split(player="p1", box=1),
        c.Stand(player="p1", box=1),
        c.Hit(player="p1", box=1),
    ):
        assert refused(table, command) == ("command/not-your-turn", own(rules, "MD-7.H"))


@both("MD-7.I", "MD-7.J")
def test_a_player_draws_cards_face_up_for_as_long_as_the_total_is_below_21(rules: str) -> None:
    table = play(rules, "2c 6s 2d 5h 3c 3d 4c 5c As", "hit", "hit", "hit", "hit")
    assert box_of(table).hands[0].total.total == 19
    assert asked(table) == [(1, 0, "play")]
    answer(table, "hit")
    drawn = [each for each in happened(table, e.CardDealt) if each.box == 1][2:]
    assert [str(each.card) for each in drawn] == ["3c", "3d", "4c", "5c", "As"]
    assert all(each.is_face_up and each.clause == own(rules, "MD-7.I") for each in drawn)


@both("MD-7.I")
def test_a_card_nobody_asked_for_is_refused(rules: str) -> None:
    table = play(rules, "2c 6s 2d 5h")
    assert refused(table, c.Deal(box=1)) == ("command/players-first", own(rules, "MD-7.H"))


@pytest.mark.parametrize(
    ("shoe", "hits", "soft"),
    [
        ("9c 9d 6s 7d 7h 5h 5c", 1, False),
        ("5c 9d 6s 6d 7h 5h Ks", 1, False),
        ("Ac 9d 6s 5d 7h 5h 5c", 1, True),
        ("Ac 9d 6s 2d 7h 5h 3c 5c", 2, True),
    ],
)
@both("MD-7.J", "MD-7.J.2")
def test_a_hard_or_soft_21_draws_no_card_and_the_turn_passes(rules: str, shoe: str, hits: int, soft: bool) -> None:
    table = seat(rules, shoe, {1: 10, 2: 10})
    table.deal()
    answer(table, *["1: hit"] * hits)
    hand = box_of(table).hands[0]
    assert (hand.total.total, hand.total.is_soft, hand.status) == (21, soft, HandStatus.STOOD)
    assert asked(table) == [(2, 0, "play")]
    assert happened(table, e.HandStood)[-1].clause == own(rules, "MD-7.J.2")
    assert refused(table, c.Hit(player="p1", box=1))[0] == "command/not-your-turn"
    assert refused(table, c.Double(player="p1", box=1, amount=Cents(1000)))[0] == "command/not-your-turn"


@both("MD-7.J")
def test_a_bust_hand_draws_no_more_and_is_collected(rules: str) -> None:
    table = seat(rules, "9c 9d 6s 7d 7h 5h Kc", {1: 10, 2: 10})
    table.deal()
    answer(table, "1: hit")
    assert asked(table) == [(2, 0, "play")]
    assert money(table) == (0, 0, 1000)
    assert result(table).line == "bust"
    assert refused(table, c.Hit(player="p1", box=1))[0] == "command/not-your-turn"


@both("MD-7.H")
def test_the_dealers_steps_wait_for_the_players(rules: str) -> None:
    table = play(rules, "2c 6s 2d 5h")
    for step in (c.TurnHoleCard(), c.Deal(), c.StandDealer(), c.PickUp(), c.SettleHand(box=1)):
        assert refused(table, step) == ("command/players-first", own(rules, "MD-7.H"))


@both("MD-7.H.1.a")
def test_a_safe_blackjack_is_paid_before_the_next_turn(rules: str) -> None:
    table = seat(rules, "Ac 2c 6s Kd 3h 5h", {1: 10, 2: 10})
    step_to(table, c.AnnounceBlackjack)
    assert step_due(table).clause == own(rules, "MD-7.H.1.a")
    assert refused(table, c.Hit(player="p2", box=2))[0] == "command/not-your-turn"
