"""What may be wagered in Washington, by whom and when; and every kind of bad input, which changes nothing."""

from __future__ import annotations

import pytest

from siete.errors import FaultyDocumentError
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager
from tests.table.cases import bet, is_allowed, play, refused, seat
from tests.table.washington.both import both, clause_of

SHOE = "9s 7d 8h 9c"


@both("P2")
def test_no_house_may_allow_more_than_the_state(rules: str) -> None:
    assert table_rules(rules, {"table_max": 400}).table_max == Cents(400_00)
    with pytest.raises(FaultyDocumentError) as fault:
        table_rules(rules, {"table_max": 401})
    assert fault.value.clause == clause_of(rules, "P2")


@both("P2")
def test_a_base_wager_keeps_to_the_limits_of_the_table(rules: str) -> None:
    table = seat(rules, SHOE, {1: 10}, table_min=5, table_max=300)
    limits = ("command/outside-limits", clause_of(rules, "P2"))
    assert is_allowed(table, bet("p1", 1, 290_00))
    assert refused(table, bet("p1", 1, 290_50)) == limits, "what lies there already counts"
    fresh = PracticeTable(rules, shoe=SHOE, chips={"p1": 1000}, table_min=5, table_max=300)
    fresh.do(c.StartRound())
    assert is_allowed(fresh, bet("p1", 1, 5_00))
    assert refused(fresh, bet("p1", 1, 4_50)) == limits
    assert is_allowed(fresh, bet("p1", 1, 300_00))
    assert refused(fresh, bet("p1", 1, 300_50)) == limits


@both("P1")
def test_seven_boxes_one_for_each_player_and_one_bettor_on_each(rules: str) -> None:
    table = _betting(rules)
    assert is_allowed(table, bet("p2", 7, 5_00))
    assert refused(table, bet("p2", 8, 5_00)) == ("command/no-such-box", clause_of(rules, "P1"))
    assert refused(table, bet("p2", 1, 5_00)) == ("command/box-taken", clause_of(rules, "P1"))
    assert refused(table, bet("p1", 2, 5_00)) == ("command/too-many-boxes", clause_of(rules, "P1"))
    wide = PracticeTable(rules, shoe=SHOE, chips={"p1": 100}, max_boxes_per_player=2)
    wide.wager("p1", 1, 10)
    assert is_allowed(wide, bet("p1", 3, 5_00))


@both("J4.a")
def test_a_jackpot_wager_is_optional_single_and_of_one_fixed_amount(rules: str) -> None:
    table = seat(rules, SHOE, {1: 10}, jackpot_wager=5)
    assert is_allowed(table, bet("p1", 1, 5_00, "jackpot-1"))
    for cents in (4_50, 5_50, 10_00):
        assert refused(table, bet("p1", 1, cents, "jackpot-1"))[0] == "command/outside-limits"
    table.wager("p1", 1, 5, "jackpot-1")
    assert refused(table, bet("p1", 1, 5_00, "jackpot-1"))[0] == "command/outside-limits"


@both("J4.a")
def test_a_jackpot_wager_needs_a_base_wager(rules: str) -> None:
    table = seat(rules, SHOE, {1: 10})
    needs = ("command/no-base-wager", clause_of(rules, "J4.a"))
    assert refused(table, bet("p1", 2, 5_00, "jackpot-1")) == needs


@both("J4.a")
def test_a_game_that_is_not_offered_takes_no_wager(rules: str) -> None:
    table = seat(rules, SHOE, {1: 10})
    assert refused(table, bet("p1", 1, 5_00, "jackpot-2"))[0] == "command/not-offered"
    none = seat(rules, SHOE, {1: 10}, jackpot_games=0)
    assert refused(none, bet("p1", 1, 5_00, "jackpot-1"))[0] == "command/not-offered"
    for wager in ("bonus-spin", "xtreme-16"):
        assert refused(table, bet("p1", 1, 5_00, wager))[0] == "command/not-offered"


@both("J4.b", "P1")
@pytest.mark.parametrize("wager", ["base", "match-up", "jackpot-1"])
def test_once_wagers_are_closed_none_is_placed_or_taken_back(rules: str, wager: str) -> None:
    table = seat(rules, SHOE, {1: {"base": 10, "match-up": 5, "jackpot-1": 5}})
    assert is_allowed(table, c.WithdrawWager(player="p1", box=1, wager=Wager(wager)))
    table.do(c.CloseWagers())
    clause = clause_of(rules, "J4.b" if wager == "jackpot-1" else "P1")
    assert refused(table, bet("p1", 1, 5_00, wager)) == ("command/wagers-closed", clause)
    back = c.WithdrawWager(player="p1", box=1, wager=Wager(wager))
    assert refused(table, back)[0] == "command/wagers-closed"


# --- bad input at any time ---------------------------------------------------------------------------------------


def _betting(rules: str) -> PracticeTable:
    table = PracticeTable(rules, shoe=SHOE, chips={"p1": 100, "p2": 100})
    table.wager("p1", 1, 10)
    return table


@pytest.mark.parametrize("rules", ["wa", "wa-v002"])
@pytest.mark.parametrize(
    ("command", "code", "clause"),
    [
        (bet("p1", 1, -500), "command/amount-not-positive", "P1"),
        (bet("p1", 1, 0), "command/amount-not-positive", "P1"),
        (bet("p1", 1, 525), "command/not-in-chips", "P1"),
        (bet("p1", 1, 100_00), "command/not-enough-chips", "P1"),
        (bet("p9", 2, 5_00), "command/unknown-player", "P1"),
        (bet("p1", 0, 5_00), "command/no-such-box", "P1"),
        (bet("p1", 8, 5_00), "command/no-such-box", "P1"),
        (bet("p1", 2, 5_00), "command/too-many-boxes", "P1"),
        (bet("p2", 1, 5_00), "command/box-taken", "P1"),
        (bet("p2", 1, 5_00, "match-up"), "command/no-base-wager", "G12.g"),
        (bet("p2", 2, 4_50), "command/outside-limits", "P2"),
        (c.WithdrawWager(player="p2", box=1), "command/no-such-wager", "P1"),
        (c.Hit(player="p1", box=1), "command/no-turn", "D0"),
        (c.TakeInsurance(player="p1", box=1, amount=Cents(500)), "command/no-turn", "D0"),
        (c.Deal(box=1), "command/not-this-step", "D0"),
        (c.PickUp(), "command/not-this-step", "D0"),
        (c.PayHand(box=1), "command/not-this-step", "D0"),
    ],
)
def test_bad_input_while_wagers_are_open(rules: str, command: c.Command, code: str, clause: str) -> None:
    assert refused(_betting(rules), command) == (code, clause_of(rules, clause))


@pytest.mark.parametrize("rules", ["wa", "wa-v002"])
@pytest.mark.parametrize(
    ("command", "code", "clause"),
    [
        (bet("p1", 1, 5_00), "command/wagers-closed", "P1"),
        (bet("p1", 1, 5_00, "match-up"), "command/wagers-closed", "P1"),
        (c.Hit(player="p2", box=2), "command/not-your-turn", "D0"),
        (c.Hit(player="p2", box=1), "command/not-your-box", "D0"),
        (c.Hit(player="p1", box=7), "command/no-such-box", "D0"),
        (c.Double(player="p1", box=1, amount=Cents(0)), "command/double-amount", "D5.c"),
        (c.Double(player="p1", box=1, amount=Cents(-1000)), "command/double-amount", "D5.c"),
        (c.Double(player="p1", box=1, amount=Cents(1050)), "command/double-amount", "D5.a"),
        (c.Double(player="p1", box=1, amount=Cents(525)), "command/not-in-chips", "P1"),
        (c.Split(player="p1", box=1), "command/may-not-split", "G6.a"),
        (c.Deal(box=2), "command/players-first", "D0"),
        (c.StandDealer(), "command/players-first", "D0"),
        (c.StartRound(), "command/players-first", "D0"),
    ],
)
def test_bad_input_while_a_hand_is_played(rules: str, command: c.Command, code: str, clause: str) -> None:
    table = play(rules, "9s 9h 7d 8h 8c 9c", wagers={1: 10, 2: 10})
    assert refused(table, command) == (code, clause_of(rules, clause))


@pytest.mark.parametrize("rules", ["wa", "wa-v002"])
def test_a_double_beyond_the_rack_is_refused(rules: str) -> None:
    table = PracticeTable(rules, shoe="5s 7d 6h 9c", chips={"p1": 15})
    table.wager("p1", 1, 10)
    table.deal()
    double = c.Double(player="p1", box=1, amount=Cents(1000))
    assert refused(table, double) == ("command/not-enough-chips", clause_of(rules, "P1"))
    assert is_allowed(table, c.Double(player="p1", box=1, amount=Cents(500)))


@pytest.mark.parametrize("rules", ["wa", "wa-v002"])
def test_nothing_happens_without_a_round(rules: str) -> None:
    table = PracticeTable(rules, shoe=SHOE, chips={"p1": 100})
    assert refused(table, bet("p1", 1, 5_00))[0] == "command/no-round"
    assert refused(table, c.CloseWagers())[0] == "command/not-this-step"
    assert refused(table, c.Stand(player="p1", box=1))[0] == "command/no-turn"
