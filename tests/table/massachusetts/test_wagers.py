"""Wagers before the deal, and everything that is refused: by one code and clause, with the very same state after."""

from __future__ import annotations

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table import events as e
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager
from tests.table.cases import answer, bet, happened, is_allowed, is_over, place, play, refused, seat, step_to
from tests.table.massachusetts.common import both, by, say, share


@pytest.mark.clause("MA-5.a", "S13-e.1")
@both
def test_a_round_needs_a_wager_before_its_first_card(rules: str) -> None:
    table = PracticeTable(rules, shoe="9s 6h 9d Kd", chips={"p1": 100})
    table.do(c.StartRound())
    none = ("command/no-wagers", by(rules, "MA-5.a", "S13-e.1"))
    assert refused(table, c.CloseWagers()) == none
    assert refused(table, c.Deal(box=1)) == none
    table.do(bet("p1", 1, 1000))
    assert [event.clause for event in happened(table, e.WagerPlaced)] == [by(rules, "MA-5.a", "S13-e.1")]
    assert refused(table, c.Deal(box=1))[0] == "command/not-this-step"
    table.deal()
    assert place(table, e.WagerPlaced) < min(n for n, x in enumerate(table.events) if isinstance(x, e.CardDealt))


@pytest.mark.clause("MA-5.c.1", "S13-e.3-1")
@both
def test_a_wager_is_made_of_chips_on_a_box_of_the_layout(rules: str) -> None:
    table = seat(rules, "9s 6h 9d Kd", {1: 10})
    chips = by(rules, "MA-5.c.1", "S13-e.3-1")
    assert refused(table, bet("p1", 1, 1025)) == ("command/not-in-chips", chips)
    assert refused(table, bet("p1", 1, 0)) == ("command/amount-not-positive", chips)
    assert refused(table, bet("p1", 1, -500)) == ("command/amount-not-positive", chips)
    assert refused(table, bet("p1", 1, 3_000_000)) == ("command/not-enough-chips", chips)
    assert refused(table, bet("zoe", 2, 1000)) == ("command/unknown-player", by(rules, "MA-5.a", "S13-e.1"))
    for box in (0, 8, -1):
        assert refused(table, bet("p1", box, 1000)) == ("command/no-such-box", chips)
    assert is_allowed(table, bet("p1", 1, 1050))


@both
def test_the_tables_limits_are_the_operators(rules: str) -> None:
    table = seat(rules, "9s 6h 9d Kd", {1: 10})
    assert refused(table, bet("p1", 1, 50_000)) == ("command/outside-limits", "decision-0103")
    assert refused(table, bet("p1", 2, 450)) == ("command/outside-limits", "decision-0103")
    assert is_allowed(table, bet("p1", 1, 49_000))


@pytest.mark.clause("MA-5.c.2", "S13-e.3-2")
@both
def test_a_wager_made_aloud_with_cash_is_confirmed_by_dealer_and_supervisor(rules: str) -> None:
    table = PracticeTable(rules, shoe="9s 6h 9d Kd", chips={"p1": 0})
    table.do(c.StartRound())
    table.do(c.CallWager(player="p1", box=1, amount=Cents(1000)))
    aloud = by(rules, "MA-5.c.2", "S13-e.3-2")
    confirm = {who: c.ConfirmWager(player="p1", box=1, wager=Wager.BASE, by=who) for who in ("dealer", "supervisor")}
    assert refused(table, c.CloseWagers()) == ("command/not-this-step", aloud)
    assert refused(table, confirm["supervisor"]) == ("command/not-this-step", aloud)
    table.do(confirm["dealer"])
    assert refused(table, c.CloseWagers()) == ("command/not-this-step", aloud)
    assert not happened(table, e.WagerPlaced)
    before = table.state.money
    table.do(confirm["supervisor"])
    assert [type(event) for event in table.events[-2:]] == [e.CashConverted, e.WagerPlaced]
    assert (table.state.racks["p1"], table.state.layout, table.state.money) == (0, 1000, before)
    table.deal()
    answer(table, "stand")
    assert is_over(table)


@pytest.mark.clause("MA-5.d", "MA-5.h", "S13-e.4", "S13-e.8")
@both
def test_once_the_first_card_is_out_wagers_stay_as_they_are(rules: str) -> None:
    table = seat(rules, "9s 9c 6h 9d 9h Kd", {1: 10, 2: {"base": 10, "match-up": 5}})
    table._take(e.ChipsBrought(player="zoe", amount=Cents(10_000)))
    assert is_allowed(table, bet("p1", 1, 500))
    assert is_allowed(table, bet("zoe", 3, 500))
    assert is_allowed(table, c.WithdrawWager(player="p1", box=1))
    assert is_allowed(table, c.WithdrawWager(player="p2", box=2, wager=Wager.MATCH_UP))
    step_to(table, c.Deal)
    frozen = ("command/wagers-closed", by(rules, "MA-5.d", "S13-e.4"))
    while True:
        assert refused(table, bet("zoe", 3, 500)) == frozen
        assert refused(table, bet("p1", 1, 500)) == frozen
        assert refused(table, bet("p2", 2, 500, "match-up")) == frozen
        for player, box, wager in (("p1", 1, Wager.BASE), ("p2", 2, Wager.BASE), ("p2", 2, Wager.MATCH_UP)):
            touched = refused(table, c.WithdrawWager(player=player, box=box, wager=wager))
            assert touched == ("command/wagers-closed", by(rules, "MA-5.h", "S13-e.8"))
        if table.asks():
            break
        step = step_to(table, c.HouseCommand)
        table.do(step)


@pytest.mark.clause("MA-5.i", "S13-e.9")
@both
def test_insurance_doubles_and_split_wagers_stay_too(rules: str) -> None:
    insured = play(rules, "9s Ah 9d 5d", "insure 5")
    doubled = play(rules, "2s 6h 9d Kd 4c", "double 10")
    split = play(rules, "8s 6h 8d Kd 4c", "split")
    for table, wager in ((insured, Wager.INSURANCE), (doubled, Wager.BASE), (split, Wager.BASE)):
        assert refused(table, c.WithdrawWager(player="p1", box=1, wager=wager))[0] == "command/wagers-closed"
    for table in (doubled, split):
        assert table.state.layout == 2000


@both
def test_every_bad_command_on_a_box_of_three_is_refused_and_changes_nothing(rules: str) -> None:
    table = share(rules, "8s 6h 8d Kd 8c 8h 8s 2c 5c", {"ana": 10, "ben": 25, "cy": 5})
    table._take(e.ChipsBrought(player="dot", amount=Cents(100_000)))
    turn = by(rules, "MA-7.e", "S13-g.5")
    assert refused(table, c.Hit(player="ana", box=1)) == ("command/no-turn", turn)
    assert refused(table, c.TakeInsurance(player="ana", box=1, amount=Cents(500))) == ("command/no-turn", turn)
    assert refused(table, bet("dot", 1, 1000))[0] == "command/box-taken"
    assert refused(table, bet("dot", 1, 500, "match-up"))[0] == "command/no-base-wager"
    assert refused(table, c.WithdrawWager(player="dot", box=1))[0] == "command/no-such-wager"
    assert refused(table, c.Spin(box=1, player="ana", wager=Wager.SPIN))[0] == "command/not-this-step"
    table.deal()
    decider = by(rules, "MA-13.b.1", "S13-m.2-1")
    for command in (
        c.Hit(player="ana", box=1),
        c.Split(player="cy", box=1),
        c.Double(player="ana", box=1, amount=Cents(500)),
    ):
        assert refused(table, command) == ("command/not-the-decider", decider)
    assert refused(table, c.Hit(player="dot", box=1)) == ("command/not-your-box", decider)
    assert refused(table, c.Hit(player="ben", box=2)) == ("command/no-such-box", turn)
    assert refused(table, c.Double(player="ben", box=1, amount=Cents(2550)))[0] == "command/double-amount"
    assert refused(table, c.Double(player="ben", box=1, amount=Cents(1025)))[0] == "command/not-in-chips"
    assert refused(table, c.Rescue(player="ben", box=1))[0] == "command/not-an-answer"
    assert refused(table, c.StayOut(player="ben", box=1))[0] == "command/not-an-answer"
    assert refused(table, c.HoldBlackjack(player="ben", box=1))[0] == "command/not-an-answer"
    no_ace = ("command/insurance-closed", by(rules, "MA-11.a.1", "S13-k.1-1"))
    assert refused(table, c.TakeInsurance(player="ben", box=1, amount=Cents(500))) == no_ace
    assert refused(table, c.TakeInsurance(player="ana", box=1, amount=Cents(500))) == no_ace
    say(table, "ben split", "ana split", "cy ride-left", "ben split", "ana split", "cy split", "ben split")
    say(table, "ana split", "cy split")
    limit = ("command/split-limit", by(rules, "MA-10.c.2", "S13-j.3-2"))
    assert refused(table, c.Split(player="ben", box=1)) == limit
    assert refused(table, c.Surrender(player="ben", box=1))[0] == "command/may-not-surrender"
    assert refused(table, bet("ana", 1, 500))[0] == "command/wagers-closed"
