"""Chapter 9: surrender."""

from __future__ import annotations

import pytest

from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.decide import decide
from siete.table.state.hand import HandStatus
from tests.table.cases import answer, happened, is_allowed, is_over, money, place, play, refused, result, seat, won
from tests.table.maryland.both import both, box_of, own, step_due, unseen

GIVE_UP = c.Surrender(player="p1", box=1)


@both("MD-9.A", "MD-9.C.1")
@pytest.mark.parametrize("up", ["2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s"])
def test_half_comes_back_at_once_against_two_to_nine(rules: str, up: str) -> None:
    table = seat(rules, f"9c 8c {up} 7d 8d 5h", {1: 10, 2: 10})
    table.deal()
    answer(table, "1: surrender")
    assert [each.box for each in table.asks()] == [2]
    assert won(table) == -500
    found = result(table)
    assert (found.returned, found.collected, found.clause) == (500, 500, own(rules, "MD-9.C.1"))


@both("MD-9.C.1")
def test_the_half_that_is_taken_lies_on_the_layout_until_it_is(rules: str) -> None:
    table = seat(rules, "9c 6s 7d 5h", {1: 10})
    table.deal()
    table.do(GIVE_UP)
    state, step = table.state, step_due(table).command
    half, other = decide(state, table.rules, step)
    assert isinstance(half, e.WagerReturned)
    between = apply(state, half)
    assert (between.layout, between.money) == (500, state.money)
    assert isinstance(other, e.WagerCollected)
    after = apply(between, other)
    assert (after.layout, after.money) == (0, state.money)


@both("MD-9.A")
def test_a_surrendered_hand_plays_no_more(rules: str) -> None:
    table = play(rules, "9c 6s 7d 5h", "surrender")
    assert is_over(table)
    assert len(happened(table, e.CardDealt)) == 4


@pytest.mark.parametrize("up", ["As", "Ks", "Qs", "Js"])
@both("MD-9.C.2", "MD-9.C.2.b")
def test_against_an_ace_or_face_card_the_wager_waits_for_the_hole_card(rules: str, up: str) -> None:
    table = seat(rules, f"9c 9d {up} 7d 8d 5h", {1: 10, 2: 10})
    table.deal()
    if up == "As":
        answer(table, "1: decline", "2: decline")
    answer(table, "1: surrender")
    assert [each.box for each in table.asks()] == [2]
    assert box_of(table).hands[0].status is HandStatus.SURRENDERED
    assert box_of(table).hands[0].is_open
    assert won(table) == -1000
    answer(table, "2: stand")
    assert place(table, e.CardsTurned, is_hole=True) < place(table, e.WagerReturned, box=1)
    found = result(table)
    assert (found.returned, found.collected, found.clause) == (500, 500, own(rules, "MD-9.C.2.b"))


@pytest.mark.parametrize("up", ["As", "Ks", "Qs", "Js"])
@both("MD-9.C.2", "MD-9.C.2.a")
def test_the_whole_wager_is_lost_to_a_blackjack_that_comes_after_the_surrender(rules: str, up: str) -> None:
    table = play(unseen(rules), f"9c {up} 7d {'Kh' if up == 'As' else 'Ah'}", *(["decline"] if up == "As" else []))
    answer(table, "surrender")
    assert is_over(table)
    found = result(table)
    assert (found.returned, found.collected, found.clause) == (0, 1000, own(rules, "MD-9.C.2.a"))


@both("MD-7.G.3")
def test_after_the_reader_a_surrender_never_meets_a_blackjack(rules: str) -> None:
    table = play(rules, "9c Ks 7d Ah")
    assert is_over(table)
    assert refused(table, GIVE_UP)[0] == "command/no-turn"


@both("MD-9.A", "MD-9.B")
def test_surrender_is_allowed_as_the_first_decision(rules: str) -> None:
    assert is_allowed(play(rules, "9c 6s 7d 5h"), GIVE_UP)


@pytest.mark.parametrize(
    ("shoe", "decisions", "code"),
    [
        ("2c 6s 3d 5h 4c", ["hit"], "command/may-not-surrender"),
        ("2c 6s 3d 5h 4c", ["double 10"], "command/not-an-answer"),
        ("8c 6s 8d 5h 4c", ["split"], "command/may-not-surrender"),
    ],
)
@both("MD-9.B")
def test_surrender_after_a_card_a_double_or_a_split_is_refused(
    rules: str, shoe: str, decisions: list[str], code: str
) -> None:
    table = play(rules, shoe, *decisions)
    assert refused(table, GIVE_UP) == (code, own(rules, "MD-9.B"))


@both("MD-9.B")
def test_surrender_after_standing_is_refused(rules: str) -> None:
    table = seat(rules, "9c 9d 6s 7d 8d 5h", {1: 10, 2: 10})
    table.deal()
    answer(table, "1: stand")
    assert refused(table, GIVE_UP)[0] == "command/not-your-turn"


@both("MD-7.H.2")
def test_a_blackjack_is_not_surrendered(rules: str) -> None:
    table = seat(rules, "Ac 9d 6s Kd 8d 5h", {1: 10, 2: 10})
    table.deal()
    assert refused(table, GIVE_UP)[0] == "command/not-your-turn"


@both("MD-9.A")
def test_an_odd_half_is_rounded_for_the_player(rules: str) -> None:
    table = play(rules, "9c 6s 7d 5h", "surrender", wagers=15, chip_denominations=[1, 5, 25], table_min=10)
    assert money(table) == (0, 800, 700)


@both("MD-9.D")
def test_insurance_and_surrender_are_settled_each_for_itself(rules: str) -> None:
    table = play(rules, "9c As 7d 5h", "insure 5", "surrender")
    assert money(table, "insurance") == (0, 0, 500)
    assert money(table) == (0, 500, 500)
    assert place(table, e.WagerCollected, wager="insurance") < place(table, e.HandSurrendered)


@both("MD-9.D")
def test_insurance_wins_beside_a_surrender_lost_to_a_blackjack(rules: str) -> None:
    table = play(unseen(rules), "9c As 7d Kh", "insure 5", "surrender")
    assert money(table, "insurance") == (1000, 500, 0)
    assert money(table) == (0, 0, 1000)


@both("MD-9.C.1")
def test_the_next_player_waits_until_the_surrender_is_settled(rules: str) -> None:
    table = seat(rules, "9c 9d 6s 7d 8d 5h", {1: 10, 2: 10})
    table.deal()
    table.do(GIVE_UP)
    due = step_due(table)
    assert (due.command, due.clause) == (c.SettleSurrender(box=1), own(rules, "MD-9.C.1"))
    assert refused(table, c.Stand(player="p2", box=2))[0] == "command/not-your-turn"
