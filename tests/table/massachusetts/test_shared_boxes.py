"""One to three people on a box: consent, who decides, and what each may do alone."""

from __future__ import annotations

from typing import Any

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table import events as e
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager
from tests.rules.checks import faults_of
from tests.table.cases import asked, bet, happened, is_allowed, refused
from tests.table.massachusetts.common import NO_HOLE, both, by, grown, of, say, share, take_seat

THREE = {"ana": 10, "ben": 25, "cy": 5}


def admit(player: str, bettor: str) -> c.AdmitBettor:
    return c.AdmitBettor(player=player, box=1, bettor=bettor)


def deciders(table: PracticeTable) -> list[str]:
    """The players who are asked now."""
    return [ask.player for ask in table.asks()]


# --- who may come onto a box -----------------------------------------------------------------------------------


@pytest.mark.clause("MA-13.a.2", "S13-m.1-2")
@both
def test_another_bettor_needs_the_consent_of_the_first(rules: str) -> None:
    table = share(rules, "9s", {"ana": 10}, seated="ben")
    for name in ("ben", "cy"):
        table._take(e.ChipsBrought(player=name, amount=Cents(100_000)))
    consent = by(rules, "MA-13.a.2", "S13-m.1-2")
    for name in ("ben", "cy"):
        assert refused(table, bet(name, 1, 1000)) == ("command/no-consent", consent)
    assert refused(table, admit("ben", "cy")) == ("command/not-your-box", consent)
    table.do(admit("ana", "ben"))
    assert is_allowed(table, bet("ben", 1, 1000))
    assert refused(table, bet("cy", 1, 1000)) == ("command/no-consent", consent)
    table.do(bet("ben", 1, 1000))
    assert refused(table, admit("ben", "cy")) == ("command/not-your-box", consent)


@pytest.mark.clause("MA-13.a.1", "S13-m.1-1")
@both
def test_three_may_wager_on_a_box_and_a_fourth_may_not(rules: str) -> None:
    table = share(rules, "9s", THREE)
    table._take(e.ChipsBrought(player="dot", amount=Cents(100_000)))
    table.do(admit("ana", "dot"))
    assert refused(table, bet("dot", 1, 1000)) == ("command/box-taken", by(rules, "MA-13.a.1", "S13-m.1-1"))
    assert is_allowed(table, bet("dot", 2, 1000))
    assert faults_of(rules, max_bettors_per_box=4)


@pytest.mark.clause("MA-13.a.1", "S13-m.1-1")
@both
def test_the_house_need_not_permit_it(rules: str) -> None:
    table = PracticeTable(rules, shoe="9s", chips={"ana": 100, "ben": 100})
    table.wager("ana", 1, 10)
    assert refused(table, admit("ana", "ben")) == ("command/not-offered", by(rules, "MA-13.a.1", "S13-m.1-1"))
    assert refused(table, bet("ben", 1, 1000)) == ("command/box-taken", by(rules, "MA-13.a.1", "S13-m.1-1"))


@pytest.mark.clause("MA-13.a.1", "S13-m.1-1", "MA-13.a.2", "S13-m.1-2")
@both
def test_the_house_may_permit_two_only(rules: str) -> None:
    table = share(rules, "9s", {"ana": 10, "ben": 10}, allowed=2)
    table._take(e.ChipsBrought(player="cy", amount=Cents(100_000)))
    table.do(admit("ana", "cy"))
    assert refused(table, bet("cy", 1, 1000))[0] == "command/box-taken"


@pytest.mark.clause("MA-13.a.2", "S13-m.1-2")
@both
def test_consent_is_given_before_the_first_card(rules: str) -> None:
    table = share(rules, "9s 6h 9d Kd", {"ana": 10})
    table.deal()
    assert refused(table, admit("ana", "ben"))[0] == "command/wagers-closed"


# --- who decides -----------------------------------------------------------------------------------------------


@pytest.mark.clause("MA-13.b.1", "S13-m.2-1")
@both
@pytest.mark.parametrize("seated", ["ana", "ben", "cy"])
def test_the_player_seated_at_the_box_alone_decides(rules: str, seated: str) -> None:
    table = share(rules, "9s 6h 9d Kd", THREE, seated=seated)
    table.deal()
    assert deciders(table) == [seated]
    for other in THREE.keys() - {seated}:
        for command in (c.Hit, c.Stand, c.Split, c.Surrender):
            assert refused(table, command(player=other, box=1)) == (
                "command/not-the-decider",
                by(rules, "MA-13.b.1", "S13-m.2-1"),
            )
    assert is_allowed(table, c.Stand(player=seated, box=1))


@pytest.mark.clause("MA-13.b.2", "S13-m.2-2")
@both
@pytest.mark.parametrize(
    ("wagers", "decider"),
    [
        ({"ana": 10, "ben": 25, "cy": 5}, "ben"),
        ({"ana": 10, "ben": 5, "cy": 15}, "cy"),
        ({"ana": 30, "ben": 5, "cy": 15}, "ana"),
        ({"ana": 10, "ben": 10, "cy": 10}, "ana"),
        ({"ana": 5, "ben": 10, "cy": 10}, "ben"),
    ],
)
def test_with_nobody_seated_the_highest_wager_decides_the_earliest_of_equals(
    rules: str, wagers: dict[str, int], decider: str
) -> None:
    table = share(rules, "9s 6h 9d Kd", wagers)
    table.deal()
    assert deciders(table) == [decider]


@pytest.mark.clause("MA-13.b.1", "S13-m.2-1", "MA-13.b.2", "S13-m.2-2")
@both
def test_a_seated_player_who_takes_the_wager_back_decides_no_longer(rules: str) -> None:
    table = share(rules, "9s 6h 9d Kd", THREE, seated="cy")
    table.do(c.WithdrawWager(player="cy", box=1))
    table.deal()
    assert deciders(table) == ["ben"]
    say(table, "ben stand")
    assert table.state.round is None


@pytest.mark.clause("MA-13.b.2", "S13-m.2-2")
@both
def test_each_bettor_has_money_of_their_own_and_no_coupon(rules: str) -> None:
    table = share(rules, "9s 6h 9d Kd", THREE)
    assert table.state.round is not None
    (box,) = table.state.round.boxes
    stakes = {stake.player: (stake.amount, stake.coupon) for stake in box.hands[0].stakes}
    assert stakes == {player: (dollars * 100, 0) for player, dollars in THREE.items()}


@pytest.mark.clause("MA-13.b.1", "S13-m.2-1")
@both
def test_a_seat_at_another_box_gives_no_right_here(rules: str) -> None:
    table = share(rules, "9s 6h 9d Kd", THREE)
    take_seat(table, "cy", 4)
    table.deal()
    assert deciders(table) == ["ben"]


@pytest.mark.clause("MA-8.a.0", "S13-h.1-1", "MA-13.b.2", "S13-m.2-2")
@both
def test_a_surrender_binds_every_bettor(rules: str) -> None:
    table = share(rules, "9s 6h 7d Kd", THREE)
    table.deal()
    say(table, "ben surrender")
    assert {name: of(table, name) for name in THREE} == {
        "ana": (0, 500, 500),
        "ben": (0, 1250, 1250),
        "cy": (0, 250, 250),
    }


@pytest.mark.clause("MA-8.a.2b", "S13-h.1.ii-2")
@both
def test_a_parked_surrender_of_a_shared_box_is_lost_whole_by_all(rules: str) -> None:
    table = share(rules, "9s Kh 7d Ad", THREE, hole_card_procedure=NO_HOLE)
    table.deal()
    say(table, "ben surrender")
    assert [grown(table, name) for name in THREE] == [-1000, -2500, -500]


# --- doubling --------------------------------------------------------------------------------------------------


@pytest.mark.clause("MA-13.d.1", "S13-m.4-1")
@both
def test_others_may_follow_a_double_each_by_the_own_amount_or_stay_out(rules: str) -> None:
    table = share(rules, "9s 6h 2d Kd 9c 9h", THREE)
    table.deal()
    assert refused(table, c.Double(player="ana", box=1, amount=Cents(1000)))[0] == "command/not-the-decider"
    say(table, "ben double 20")
    assert sorted(deciders(table)) == ["ana", "cy"]
    assert refused(table, c.Double(player="ana", box=1, amount=Cents(1050))) == (
        "command/double-amount",
        by(rules, "MA-9.a.2", "S13-i.1-2"),
    )
    assert refused(table, c.Deal(box=1)) == ("command/players-first", by(rules, "MA-13.d.1", "S13-m.4-1"))
    say(table, "cy stay-out", "ana double 10", "ana stand", "ben stand")
    assert {name: of(table, name) for name in THREE} == {
        "ana": (2000, 2000, 0),
        "ben": (4500, 4500, 0),
        "cy": (500, 500, 0),
    }


@pytest.mark.clause("MA-13.d.2", "S13-m.4-2")
@both
@pytest.mark.parametrize("others", [["ana double 10", "cy double 5"], ["ana stay-out", "cy stay-out"]])
def test_one_card_is_dealt_whoever_doubled(rules: str, others: list[str]) -> None:
    table = share(rules, "9s 6h 2d Kd 5c 9h", THREE)
    table.deal()
    say(table, "ben double 25", *others)
    assert len([event for event in happened(table, e.CardDealt) if event.box == 1]) == 3
    for name in ("ana", "ben", "cy"):
        assert not is_allowed(table, c.Hit(player=name, box=1))
    for name in deciders(table):
        say(table, f"{name} stand")
    assert len([event for event in happened(table, e.CardDealt) if event.box == 1]) == 3


@pytest.mark.clause("MA-13.d.1", "S13-m.4-1", "MA-9.d", "S13-i.4")
@both
def test_each_who_doubled_may_rescue_the_own_double(rules: str) -> None:
    table = share(rules, "9s 6h 2d Kd 5c 9h", THREE)
    table.deal()
    say(table, "ben double 25", "ana double 10", "cy stay-out")
    assert sorted(deciders(table)) == ["ana", "ben"]
    assert not is_allowed(table, c.Rescue(player="cy", box=1))
    say(table, "ben rescue", "ana stand")
    assert {name: of(table, name) for name in THREE} == {
        "ana": (2000, 2000, 0),
        "ben": (0, 2500, 2500),
        "cy": (500, 500, 0),
    }


@pytest.mark.clause("MA-13.d.1", "S13-m.4-1", "MA-9.d", "S13-i.4")
@both
def test_when_every_double_is_rescued_the_wagers_that_stayed_out_play_on(rules: str) -> None:
    table = share(rules, "9s 6h 2d Kd 5c 9h", {"ana": 10, "ben": 25})
    table.deal()
    say(table, "ben double 25", "ana stay-out", "ben rescue")
    assert table.state.round is None
    assert of(table, "ana") == (1000, 1000, 0)
    assert grown(table, "ben") == -2500


@pytest.mark.clause("MA-9.c", "S13-i.3")
@both
def test_a_late_blackjack_takes_one_original_of_each_bettor(rules: str) -> None:
    table = share(rules, "9s Kh 2d 5c Ad", THREE, hole_card_procedure=NO_HOLE)
    table.deal()
    say(table, "ben double 25", "ana double 10", "cy stay-out", "ana stand", "ben stand")
    assert [grown(table, name) for name in THREE] == [-1000, -2500, -500]


@pytest.mark.clause("MA-5.f", "S13-e.6", "MA-13.d.1", "S13-m.4-1")
@both
@pytest.mark.parametrize(("choices", "paid"), [({}, 1500), ({"undoubled_bettor_keeps_bonus": False}, 1000)])
def test_a_wager_that_was_not_doubled_keeps_the_bonus_odds_unless_the_operator_closes_it(
    rules: str, choices: dict[str, Any], paid: int
) -> None:
    table = share(rules, "6s 6h 7d Kd 8c", {"ana": 10, "ben": 25}, **choices)
    table.deal()
    say(table, "ben double 25", "ana stay-out", "ben stand")
    assert of(table, "ana") == (paid, 1000, 0)
    assert of(table, "ben") == (5000, 5000, 0)


@pytest.mark.clause("MA-5.g.5", "S13-e.7-5")
@both
def test_a_doubled_hand_pays_no_super_bonus_to_those_who_stayed_out_either(rules: str) -> None:
    table = share(rules, "7s 7h 7s Kd 7s", {"ana": 10, "ben": 25})
    table.deal()
    say(table, "ben double 25", "ana stay-out", "ben stand")
    assert not happened(table, e.SuperBonusPaid)


# --- splitting -------------------------------------------------------------------------------------------------


@pytest.mark.clause("MA-13.e", "S13-m.5")
@both
@pytest.mark.parametrize(
    ("answer", "left", "right"), [("split", True, True), ("ride-left", True, False), ("ride-right", False, True)]
)
def test_others_fund_both_hands_of_a_split_or_name_one(rules: str, answer: str, left: bool, right: bool) -> None:
    table = share(rules, "8s 6h 8d Kd 9c 2h", {"ana": 10, "ben": 25})
    table.deal()
    say(table, "ben split")
    assert deciders(table) == ["ana"]
    assert asked(table) == [(1, 0, "follow-split")]
    fund = by(rules, "MA-13.e", "S13-m.5")
    assert refused(table, c.Deal(box=1)) == ("command/players-first", fund)
    assert refused(table, c.RideHand(player="ana", box=1, rides=2)) == ("command/no-such-hand", fund)
    assert refused(table, c.StayOut(player="ana", box=1))[0] == "command/not-an-answer"
    say(table, f"ana {answer}")
    assert table.state.round is not None
    stakes = [{stake.player: stake.amount for stake in hand.stakes} for hand in table.state.round.boxes[0].hands]
    assert [stake.get("ana", 0) for stake in stakes] == [1000 * left, 1000 * right]
    assert [stake["ben"] for stake in stakes] == [2500, 2500]
    assert grown(table, "ana") == -1000 * (left + right)
    say(table, "ben stand", "ben stand")
    assert table.state.round is None


@pytest.mark.clause("MA-13.e", "S13-m.5")
@both
def test_a_wager_that_rides_one_hand_has_no_part_in_the_other(rules: str) -> None:
    for answer, result in (("ride-left", (1000, 1000, 0)), ("ride-right", (0, 0, 1000))):
        table = share(rules, "9s 8h 9d 9d Kc 2h 4h", {"ana": 10, "ben": 25})
        table.deal()
        say(table, "ben split", f"ana {answer}", "ben stand", "ben hit", "ben stand")
        hand = 0 if answer == "ride-left" else 1
        assert of(table, "ana", hand=hand) == result
        assert len([each for each in table.results() if each.player == "ana"]) == 1
        assert of(table, "ben", hand=0) == (2500, 2500, 0)
        assert of(table, "ben", hand=1) == (0, 0, 2500)


@pytest.mark.clause("MA-13.e", "S13-m.5")
@both
def test_each_split_asks_again_and_only_those_on_the_hand(rules: str) -> None:
    table = share(rules, "8s 6h 8d Kd 8c 9c 9h 8h", THREE)
    table.deal()
    say(table, "ben split", "ana ride-left", "cy ride-right", "ben split")
    assert deciders(table) == ["ana"]
    say(table, "ana split")
    assert table.state.round is not None
    on = [sorted(stake.player for stake in hand.stakes) for hand in table.state.round.boxes[0].hands]
    assert on == [["ana", "ben"], ["ana", "ben"], ["ben", "cy"]]


@pytest.mark.clause("MA-10.d", "S13-j.4")
@both
def test_a_late_blackjack_after_a_split_takes_one_original_of_each(rules: str) -> None:
    table = share(rules, "8s Kh 8d 9c 9h Ad", THREE, hole_card_procedure=NO_HOLE)
    table.deal()
    say(table, "ben split", "ana split", "cy ride-right", "ben stand", "ben stand")
    assert [grown(table, name) for name in THREE] == [-1000, -2500, -500]


@pytest.mark.clause("MA-13.e", "S13-m.5", "MA-10.a.2", "S13-j.1-2")
@both
def test_who_has_no_chips_for_it_cannot_fund_but_may_ride(rules: str) -> None:
    table = PracticeTable(rules, shoe="8s 6h 8d Kd", chips={"ana": 15, "ben": 100}, max_bettors_per_box=3)
    table.wager("ben", 1, 25)
    table.do(admit("ben", "ana"))
    table.wager("ana", 1, 10)
    table.deal()
    say(table, "ben split")
    assert refused(table, c.Split(player="ana", box=1))[0] == "command/not-enough-chips"
    assert is_allowed(table, c.RideHand(player="ana", box=1, rides=0))


# --- insurance and side wagers ---------------------------------------------------------------------------------


@pytest.mark.clause("MA-13.f", "S13-m.6")
@both
def test_each_bettor_insures_alone(rules: str) -> None:
    table = share(rules, "9s Ah 9d Kd", THREE)
    table.deal()
    assert sorted(deciders(table)) == ["ana", "ben", "cy"]
    for name, dollars in THREE.items():
        half = dollars * 50
        assert not is_allowed(table, c.TakeInsurance(player=name, box=1, amount=Cents(half + 50)))
        assert is_allowed(table, c.TakeInsurance(player=name, box=1, amount=Cents(half)))
    say(table, "cy decline", "ana insure 5")
    assert deciders(table) == ["ben"]
    say(table, "ben decline")
    assert of(table, "ana", "insurance") == (1000, 500, 0)
    assert [result.player for result in table.results() if result.wager == "insurance"] == ["ana"]
    assert [grown(table, name) for name in THREE] == [0, -2500, -500]


@pytest.mark.clause("MA-6.b.1", "S13-f.2-1", "MA-6.b.3", "S13-f.2.i")
@both
def test_each_bettor_may_match_the_dealer_up_to_the_own_wager(rules: str) -> None:
    table = share(rules, "9s 9h 5d Kd", THREE)
    assert refused(table, bet("cy", 1, 550, "match-up"))[0] == "command/outside-limits"
    table.wager("cy", 1, 5, "match-up")
    table.wager("ben", 1, 25, "match-up")
    table.deal()
    assert of(table, "cy", "match-up") == (2000, 500, 0)
    assert of(table, "ben", "match-up") == (10_000, 2500, 0)
    assert not [result for result in table.results() if (result.player, result.wager) == ("ana", Wager.MATCH_UP)]


# --- several boxes ---------------------------------------------------------------------------------------------


@pytest.mark.clause("MA-14", "S13-n.1")
@both
def test_a_player_has_one_box_unless_the_house_permits_more(rules: str) -> None:
    def table(**choices: Any) -> PracticeTable:
        made = PracticeTable(rules, shoe="9s", chips={"ana": 1000}, **choices)
        made.wager("ana", 1, 10)
        return made

    assert refused(table(), bet("ana", 5, 1000)) == ("command/too-many-boxes", by(rules, "MA-14", "S13-n.1"))
    two = table(max_boxes_per_player=2)
    assert is_allowed(two, bet("ana", 5, 1000))
    assert is_allowed(two, bet("ana", 5, 50_000))
    two.do(bet("ana", 5, 1000))
    assert refused(two, bet("ana", 2, 1000))[0] == "command/too-many-boxes"
