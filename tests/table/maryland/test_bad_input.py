"""Any command at any time by anyone: one refusal with its code and clause, and the very same state afterwards."""

from __future__ import annotations

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager
from tests.table.cases import answer, bet, is_allowed, play, refused, seat, step_to
from tests.table.maryland.both import RULE_SETS, both, own

SHOE = "8c 9c 6s 8d 7d 5h 8h 8s 8d"
"""Box 1 has a pair of eights, box 2 sixteen; more eights follow."""

DECISIONS: list[c.PlayerCommand] = [
    c.Hit(player="p1", box=1),
    c.Stand(player="p1", box=1),
    c.Double(player="p1", box=1, amount=Cents(1000)),
    c.Split(player="p1", box=1),
    c.Surrender(player="p1", box=1),
    c.Rescue(player="p1", box=1),
    c.TakeInsurance(player="p1", box=1, amount=Cents(500)),
    c.DeclineInsurance(player="p1", box=1),
    c.TakeBlackjack(player="p1", box=1),
    c.HoldBlackjack(player="p1", box=1),
    c.StayOut(player="p1", box=1),
    c.RideHand(player="p1", box=1, rides=0),
]

STEPS: list[c.HouseCommand] = [
    c.StartRound(),
    c.CloseWagers(),
    c.Contribute(meter="spin", amount=Cents(5)),
    c.Deal(),
    c.Deal(box=1),
    c.Deal(box=1, hand=3),
    c.Deal(is_bonus=True),
    c.TurnUpCards(),
    c.SettleWager(box=1, player="p1", wager=Wager.MATCH_UP),
    c.BeginBaseGame(),
    c.PayHand(box=1),
    c.AnnounceBlackjack(box=1),
    c.RemoveHand(box=1),
    c.OfferInsurance(),
    c.CloseInsurance(),
    c.Peek(is_blackjack=True),
    c.CollectBust(box=1),
    c.SettleSurrender(box=1),
    c.TurnHoleCard(),
    c.SkipSecondCard(),
    c.StandDealer(),
    c.SettleHand(box=1),
    c.PaySuperBonus(player="p1", box=1),
    c.PayEnvy(player="p1", box=1),
    c.Spin(box=1, player="p1", wager=Wager.SPIN, symbols=("jackpot",)),
    c.PayAward(box=1, player="p1", wager=Wager.SPIN, line="jackpot", before=Cents(10**9)),
    c.ConfirmWager(player="p1", box=1, wager=Wager.BASE, by="dealer"),
    c.PickUp(),
]


def two(rules: str) -> PracticeTable:
    """Two players at their first decision."""
    table = seat(rules, SHOE, {1: 10, 2: 10})
    table.deal()
    return table


@pytest.mark.parametrize("step", STEPS, ids=lambda step: type(step).__name__)
@both("MD-7.H")
def test_every_step_of_the_house_waits_while_a_player_decides(rules: str, step: c.HouseCommand) -> None:
    assert refused(two(rules), step) == ("command/players-first", own(rules, "MD-7.H"))


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda decision: type(decision).__name__)
@both("MD-7.H")
def test_no_decision_is_taken_without_a_round_or_before_the_cards(rules: str, decision: c.PlayerCommand) -> None:
    table = seat(rules, SHOE, {})
    assert refused(table, decision) == ("command/no-turn", own(rules, "MD-7.H"))
    table = seat(rules, SHOE, {1: 10})
    assert refused(table, decision) == ("command/no-turn", own(rules, "MD-7.H"))
    table.step(step_to(table, c.CloseWagers))
    assert refused(table, decision)[0] in ("command/not-your-turn", "command/insurance-closed")


@pytest.mark.parametrize("wager", ["base", "match-up"])
@both("MD-6.D")
def test_no_wager_is_taken_without_a_round(rules: str, wager: str) -> None:
    table = seat(rules, SHOE, {})
    assert refused(table, bet("p1", 1, 1000, wager)) == ("command/no-round", own(rules, "MD-6.D"))


@both("MD-7.H")
def test_a_decision_out_of_turn_is_refused(rules: str) -> None:
    table = two(rules)
    for command in (
        c.Hit(player="p2", box=2),
        c.Stand(player="p2", box=2),
        c.Surrender(player="p2", box=2),
        c.Double(player="p2", box=2, amount=Cents(1000)),
    ):
        assert refused(table, command) == ("command/not-your-turn", own(rules, "MD-7.H"))


@both("MD-7.H")
def test_a_decision_for_anothers_box_is_refused(rules: str) -> None:
    table = two(rules)
    for player in ("p2", "zoe", ""):
        assert refused(table, c.Hit(player=player, box=1)) == ("command/not-your-box", own(rules, "MD-7.H"))
    for box in (0, 3, 8, -1):
        assert refused(table, c.Hit(player="p1", box=box)) == ("command/no-such-box", own(rules, "MD-7.H"))


@both("MD-7.H")
def test_an_answer_to_another_question_is_refused(rules: str) -> None:
    table = two(rules)
    for command in (c.Rescue(player="p1", box=1), c.StayOut(player="p1", box=1), c.TakeBlackjack(player="p1", box=1)):
        assert refused(table, command)[0] == "command/not-an-answer"
    insured = play(rules, "8c As 8d 5h")
    assert refused(insured, c.Hit(player="p1", box=1))[0] == "command/not-an-answer"


@pytest.mark.parametrize(
    ("cents", "code"),
    [
        (0, "command/amount-not-positive"),
        (-1000, "command/amount-not-positive"),
        (1025, "command/not-in-chips"),
        (1001, "command/not-in-chips"),
        (10**12, "command/not-enough-chips"),
    ],
)
@both("MD-6.A")
def test_a_wrong_base_wager_is_refused(rules: str, cents: int, code: str) -> None:
    table = seat(rules, SHOE, {2: 10})
    assert refused(table, bet("p2", 1, cents)) == (code, own(rules, "MD-6.A"))


@pytest.mark.parametrize("cents", [450, 50050])
@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_base_wager_outside_the_operators_limits_is_refused(rules: str, cents: int) -> None:
    table = seat(rules, SHOE, {2: 10})
    assert refused(table, bet("p2", 1, cents)) == ("command/outside-limits", "decision-0103")


@pytest.mark.parametrize(
    ("cents", "code"),
    [
        (0, "command/amount-not-positive"),
        (-500, "command/amount-not-positive"),
        (525, "command/not-in-chips"),
        (50, "command/outside-limits"),
        (1050, "command/outside-limits"),
        (10**12, "command/not-enough-chips"),
    ],
)
@both("MD-6.G.1")
def test_a_wrong_side_wager_is_refused(rules: str, cents: int, code: str) -> None:
    table = seat(rules, SHOE, {2: 10})
    assert refused(table, bet("p2", 2, cents, "match-up"))[0] == code


@both("MD-6.A")
def test_a_wager_beyond_the_players_chips_is_refused(rules: str) -> None:
    table = PracticeTable(rules, shoe="8c 6s 8d 5h 3c", chips={"p1": 12})
    table.do(c.StartRound())
    assert refused(table, bet("p1", 1, 1250)) == ("command/not-enough-chips", own(rules, "MD-6.A"))
    table.wager("p1", 1, 10)
    assert refused(table, bet("p1", 1, 500, "match-up")) == ("command/not-enough-chips", own(rules, "MD-6.A"))
    table.deal()
    for command in (c.Split(player="p1", box=1), c.Double(player="p1", box=1, amount=Cents(1000))):
        assert refused(table, command) == ("command/not-enough-chips", own(rules, "MD-6.A"))
    answer(table, "double 2")


@both("MD-8.B")
def test_insurance_beyond_the_players_chips_is_refused(rules: str) -> None:
    table = PracticeTable(rules, shoe="9c As 8d 5h", chips={"p1": 12})
    table.wager("p1", 1, 10)
    table.deal()
    too_much = c.TakeInsurance(player="p1", box=1, amount=Cents(500))
    assert refused(table, too_much) == ("command/not-enough-chips", own(rules, "MD-6.A"))
    odd = c.TakeInsurance(player="p1", box=1, amount=Cents(125))
    assert refused(table, odd) == ("command/not-in-chips", own(rules, "MD-6.A"))


@pytest.mark.parametrize("cents", [0, -1000, 1050, 10**12])
@both("MD-10.A.b")
def test_a_wrong_double_is_refused(rules: str, cents: int) -> None:
    double = c.Double(player="p1", box=1, amount=Cents(cents))
    assert refused(two(rules), double) == ("command/double-amount", own(rules, "MD-10.A.b"))


@both("MD-10.A.b")
def test_a_double_that_chips_cannot_make_is_refused(rules: str) -> None:
    double = c.Double(player="p1", box=1, amount=Cents(525))
    assert refused(two(rules), double) == ("command/not-in-chips", own(rules, "MD-6.A"))


@both("MD-11.D")
def test_a_fifth_hand_is_refused(rules: str) -> None:
    table = play(rules, "8c 6s 8d 5h 8h 8s 8c", "split", "split", "split")
    assert refused(table, c.Split(player="p1", box=1)) == ("command/split-limit", own(rules, "MD-11.D"))


@both("MD-6.H")
def test_a_third_box_or_one_apart_is_refused(rules: str) -> None:
    table = seat(rules, SHOE, {2: 10})
    assert refused(table, bet("p2", 4, 1000)) == ("command/boxes-not-adjacent", own(rules, "MD-6.H"))
    table.wager("p2", 3, 10)
    assert refused(table, bet("p2", 4, 1000)) == ("command/too-many-boxes", own(rules, "MD-6.H"))


@both("MD-6.H")
def test_the_middle_one_of_three_boxes_is_not_left_first(rules: str) -> None:
    table = seat(rules, SHOE, {2: 10}, max_boxes_per_player=3)
    table.wager("p2", 3, 10)
    table.wager("p2", 4, 10)
    middle = c.WithdrawWager(player="p2", box=3)
    assert refused(table, middle) == ("command/boxes-not-adjacent", own(rules, "MD-6.H"))
    table.do(c.WithdrawWager(player="p2", box=2))
    assert is_allowed(table, middle)


@both("MD-2.B.2")
def test_a_second_bettor_on_a_box_is_refused(rules: str) -> None:
    table = seat(rules, SHOE, {1: 10, 2: 10})
    assert refused(table, bet("p2", 1, 1000)) == ("command/box-taken", own(rules, "MD-2.B.2"))
    admit = c.AdmitBettor(player="p1", box=1, bettor="p2")
    assert refused(table, admit) == ("command/not-offered", own(rules, "MD-2.B.2"))


@both("MD-6.D")
def test_taking_back_a_wager_that_is_not_there_is_refused(rules: str) -> None:
    table = seat(rules, SHOE, {1: 10, 2: 10})
    for command in (
        c.WithdrawWager(player="p1", box=2),
        c.WithdrawWager(player="p1", box=5),
        c.WithdrawWager(player="p1", box=1, wager=Wager.MATCH_UP),
        c.WithdrawWager(player="zoe", box=1),
    ):
        assert refused(table, command) == ("command/no-such-wager", own(rules, "MD-6.D"))


@both("MD-6.A")
def test_a_stranger_wagers_nothing(rules: str) -> None:
    table = seat(rules, SHOE, {1: 10})
    assert refused(table, bet("zoe", 2, 1000)) == ("command/unknown-player", own(rules, "MD-6.F"))


@both("MD-6.D")
def test_a_round_is_not_started_twice(rules: str) -> None:
    table = seat(rules, SHOE, {1: 10})
    assert refused(table, c.StartRound()) == ("command/not-this-step", own(rules, "MD-6.D"))
