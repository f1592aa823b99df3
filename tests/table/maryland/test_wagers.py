"""Chapter 6: wagers, made in chips or aloud with cash, before the first card."""

from __future__ import annotations

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table import events as e
from siete.table.state.wager import Wager
from tests.table.cases import answer, bet, happened, is_allowed, money, play, refused, seat, step_to, won
from tests.table.maryland.both import both, box_of, own, round_of, step_due, story

SHOE = "Kc 9s Qd 9h"


def call(cents: int, wager: str = "base", *, player: str = "p1", box: int = 1) -> c.CallWager:
    return c.CallWager(player=player, box=box, wager=Wager(wager), amount=Cents(cents))


@both("MD-6.A")
def test_wagers_are_made_in_chips_on_their_own_area_of_the_layout(rules: str) -> None:
    table = seat(rules, SHOE, {1: {"base": 10, "match-up": 5}})
    box = box_of(table)
    assert box.original("p1") == 1000
    assert [(each.wager, each.amount) for each in box.bets] == [(Wager.MATCH_UP, 500)]
    assert won(table) == -1500
    assert table.state.layout == 1500


@pytest.mark.parametrize("cents", [1, 1049, 1010, 1033])
@both("MD-6.A")
def test_an_amount_that_chips_cannot_make_is_refused(rules: str, cents: int) -> None:
    table = seat(rules, SHOE, {2: 10})
    assert refused(table, bet("p2", 1, cents)) == ("command/not-in-chips", own(rules, "MD-6.A"))
    assert is_allowed(table, bet("p2", 1, 1050))


@both("MD-6.A", "MD-2.A")
def test_chips_belong_on_an_area_that_the_layout_has(rules: str) -> None:
    table = seat(rules, SHOE, {2: 10})
    for wager in ("insurance", "match-down", "match-bonus-1", "jackpot-1"):
        assert refused(table, bet("p2", 2, 500, wager))[0] == "command/not-offered"
    for box in (0, 8, -1):
        assert refused(table, bet("p2", box, 1000)) == ("command/no-such-box", own(rules, "MD-2.A"))


@both("MD-6.F")
def test_a_wager_is_what_takes_a_player_into_the_round(rules: str) -> None:
    table = seat(rules, SHOE, {1: 10, 2: 10})
    assert [each.clause for each in happened(table, e.WagerPlaced)] == [own(rules, "MD-6.F")] * 2
    table.do(c.WithdrawWager(player="p2", box=2))
    table.deal()
    assert {each.box for each in happened(table, e.CardDealt)} == {0, 1}
    assert refused(table, c.Hit(player="p2", box=2))[0] == "command/no-such-box"


@both("MD-6.F")
def test_no_card_is_dealt_while_nobody_has_wagered(rules: str) -> None:
    table = seat(rules, SHOE, {})
    table.do(c.StartRound())
    for step in (c.CloseWagers(), c.Deal(box=1), c.Deal()):
        assert refused(table, step) == ("command/no-wagers", own(rules, "MD-6.F"))


@pytest.mark.parametrize("wager", ["base", "match-up"])
@both("MD-6.D")
def test_a_wager_after_wagers_are_closed_is_refused(rules: str, wager: str) -> None:
    table = seat(rules, SHOE, {1: 10, 2: 10})
    assert is_allowed(table, bet("p1", 1, 500, wager))
    closing = step_to(table, c.CloseWagers)
    assert step_due(table).clause == own(rules, "MD-6.D")
    assert refused(table, c.Deal(box=1)) == ("command/not-this-step", own(rules, "MD-6.D"))
    table.step(closing)
    for _ in range(7):
        assert refused(table, bet("p1", 1, 500, wager)) == ("command/wagers-closed", own(rules, "MD-6.D"))
        assert refused(table, call(500, wager)) == ("command/wagers-closed", own(rules, "MD-6.D"))
        table.step(step_due(table).command)


@both("MD-6.D")
def test_insurance_doubles_and_splits_are_wagered_after_the_first_card(rules: str) -> None:
    table = play(rules, "8c As 8d 5h 3c 3d 2c 2d", "insure 5", "split", "double 10", "stand")
    assert {type(each) for each in story(table, e.SplitFunded, e.WagerDoubled)} == {e.SplitFunded, e.WagerDoubled}
    assert any(each.wager is Wager.INSURANCE for each in happened(table, e.WagerPlaced))


@both("MD-6.E")
def test_a_wager_is_not_touched_before_it_is_settled(rules: str) -> None:
    table = seat(rules, SHOE, {1: {"base": 10, "match-up": 5}})
    assert is_allowed(table, c.WithdrawWager(player="p1", box=1))
    table.deal()
    for wager in (Wager.BASE, Wager.MATCH_UP):
        no = refused(table, c.WithdrawWager(player="p1", box=1, wager=wager))
        assert no == ("command/wagers-closed", own(rules, "MD-6.E"))


@both("MD-6.E")
def test_before_the_deal_a_player_takes_back_only_an_own_wager_that_is_there(rules: str) -> None:
    table = seat(rules, SHOE, {1: 10, 2: 10})
    for player, box, wager in (("p1", 2, "base"), ("p2", 1, "base"), ("p1", 5, "base"), ("p1", 1, "match-up")):
        none = refused(table, c.WithdrawWager(player=player, box=box, wager=Wager(wager)))
        assert none == ("command/no-such-wager", own(rules, "MD-6.D"))


@both("MD-6.E")
def test_beside_a_wager_made_aloud_no_other_wager_is_touched(rules: str) -> None:
    table = seat(rules, SHOE, {2: 10})
    table.do(call(2500, player="p2", box=1))
    other = refused(table, c.WithdrawWager(player="p2", box=2))
    assert other == ("command/wager-not-confirmed", own(rules, "MD-6.B"))
    table.do(c.WithdrawWager(player="p2", box=1))
    (back,) = story(table, e.CallTakenBack, e.WagerWithdrawn)
    assert back == e.CallTakenBack(player="p2", box=1, clause=own(rules, "MD-6.D"))


@both("MD-6.B")
def test_a_wager_made_aloud_with_cash_counts_once_the_dealer_has_confirmed_it(rules: str) -> None:
    table = seat(rules, SHOE, {2: 10})
    table.do(call(2500, player="p2", box=1))
    assert round_of(table).box(1) is None
    assert won(table, "p2") == -1000
    due = step_due(table)
    assert due.command == c.ConfirmWager(player="p2", box=1, wager=Wager.BASE, by="dealer")
    assert due.clause == own(rules, "MD-6.B")
    before = table.state.money
    table.step(due.command)
    assert table.state.money == before
    assert won(table, "p2") == -1000
    assert box_of(table, 1).original("p2") == 2500
    told = [type(each) for each in story(table, e.WagerCalled, e.WagerConfirmed, e.CashConverted)]
    assert told == [e.WagerCalled, e.WagerConfirmed, e.CashConverted]
    assert [each.amount for each in happened(table, e.CashConverted)] == [2500]


@both("MD-6.B")
def test_a_wager_made_aloud_wins_and_loses_like_any_other(rules: str) -> None:
    for shoe, paid in (("Kc 9s Qd 9h", 4500), ("Kc 9s 7d 9h", -500)):
        table = seat(rules, shoe, {1: 5})
        table.do(c.WithdrawWager(player="p1", box=1))
        table.do(call(2500))
        table.deal()
        table.do(c.Stand(player="p1", box=1))
        table.deal()
        assert money(table) == ((2500, 2500, 0) if paid > 0 else (0, 0, 2500))


@both("MD-6.B")
def test_no_card_is_dealt_over_a_wager_that_is_not_confirmed(rules: str) -> None:
    table = seat(rules, SHOE, {2: 10})
    table.do(call(2500, player="p2", box=1))
    for step in (c.CloseWagers(), c.Deal(box=1), c.Deal(box=2)):
        assert refused(table, step) == ("command/not-this-step", own(rules, "MD-6.B"))
    wrong = c.ConfirmWager(player="p2", box=1, wager=Wager.BASE, by="p2")
    assert refused(table, wrong) == ("command/not-this-step", own(rules, "MD-6.B"))


@both("MD-6.B")
def test_nothing_else_is_wagered_there_until_it_is_confirmed_or_taken_back(rules: str) -> None:
    table = seat(rules, SHOE, {2: 10, 5: 10})
    table.do(call(2500, player="p2", box=1))
    waiting = ("command/wager-not-confirmed", own(rules, "MD-6.B"))
    for command in (
        bet("p2", 2, 500),
        bet("p5", 1, 500),
        call(500, player="p2", box=2),
        c.WithdrawWager(player="p2", box=2),
    ):
        assert refused(table, command) == waiting
    assert is_allowed(table, bet("p5", 5, 500))
    table.do(c.WithdrawWager(player="p2", box=1))
    assert not round_of(table).calls
    assert won(table, "p2") == -1000
    assert is_allowed(table, bet("p2", 2, 500))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (call(0), "command/amount-not-positive"),
        (call(-500), "command/amount-not-positive"),
        (call(1033), "command/not-in-chips"),
        (call(100), "command/outside-limits"),
        (call(50050), "command/outside-limits"),
        (call(500, "match-up", box=2), "command/no-base-wager"),
        (call(500, player="zoe"), "command/unknown-player"),
        (call(500, box=9), "command/no-such-box"),
    ],
)
@both("MD-6.B")
def test_a_wager_made_aloud_keeps_to_the_rules_of_every_wager(rules: str, command: c.CallWager, code: str) -> None:
    table = seat(rules, SHOE, {1: 10}) if command.wager is not Wager.BASE else seat(rules, SHOE, {3: 10, 1: 10})
    if command.player == "p1" and command.box == 1 and command.wager is Wager.BASE:
        table.do(c.WithdrawWager(player="p1", box=1))
    assert refused(table, command)[0] == code


@both("MD-6.B")
def test_cash_may_be_more_than_the_chips_in_the_rack(rules: str) -> None:
    table = seat(rules, SHOE, {1: 15000}, table_max=20000)
    table.do(c.WithdrawWager(player="p1", box=1))
    table.do(bet("p1", 2, 1_500_000))
    assert refused(table, bet("p1", 1, 1_000_000)) == ("command/not-enough-chips", own(rules, "MD-6.A"))
    assert is_allowed(table, call(1_000_000))


@both("MD-6.B")
def test_a_side_wager_may_be_made_aloud_too(rules: str) -> None:
    table = seat(rules, SHOE, {1: 10})
    table.do(call(500, "match-up"))
    table.deal()
    answer(table, "stand")
    assert money(table, "match-up") == (0, 0, 500)


@both("MD-6.D")
def test_once_wagers_are_closed_that_is_what_every_wager_is_told(rules: str) -> None:
    table = seat(rules, SHOE, {2: 10})
    table.deal()
    for box in (2, 3, 99):
        assert refused(table, bet("p2", box, 1000)) == ("command/wagers-closed", own(rules, "MD-6.D"))
