"""Chapters 6.G(1), 7.F and 12.A(4): the Match-the-Dealer wager."""

from __future__ import annotations

import pytest

from siete.money import whole_cents
from siete.table import commands as c
from siete.table import events as e
from siete.table.state.wager import Wager
from tests.table.cases import CHIPS, bet, happened, is_allowed, money, place, play, refused, result, seat, step_to
from tests.table.maryland.both import RULE_SETS, both, own, story

MATCH = {"base": 10, "match-up": 5}

ODDS = [
    (6, "7s", 9, "suited", "MD-12.A.4.a.i"),
    (6, "7d", 4, "unsuited", "MD-12.A.4.a.ii"),
    (8, "7s", 12, "suited", "MD-12.A.4.b.i"),
    (8, "7d", 3, "unsuited", "MD-12.A.4.b.ii"),
]


@pytest.mark.parametrize(
    ("rules", "decks", "card", "odds", "line", "clause"),
    [
        pytest.param(rules, decks, card, odds, line, own(rules, clause), marks=pytest.mark.clause(own(rules, clause)))
        for rules in RULE_SETS
        for decks, card, odds, line, clause in ODDS
    ],
)
@pytest.mark.parametrize("is_second", [False, True])
def test_a_match_pays_by_suit_and_decks(
    rules: str, decks: int, card: str, odds: int, line: str, clause: str, is_second: bool
) -> None:
    first, second = ("2c", card) if is_second else (card, "2c")
    table = play(rules, f"{first} 7s {second} 9h", wagers={1: MATCH}, decks=decks)
    won = result(table, "match-up")
    assert (won.payout, won.returned, won.collected) == (500 * odds, 500, 0)
    assert (won.line, won.clause) == (line, clause)


@both("MD-6.G.1", "MD-7.F.1.a")
def test_a_wager_without_a_match_is_lost(rules: str) -> None:
    table = play(rules, "2c 7s 3c 9h", wagers={1: MATCH})
    assert money(table, "match-up") == (0, 0, 500)


@pytest.mark.parametrize("card", ["2c", "3d", "4h", "5s", "6c", "7d", "8h", "9s", "Jc", "Qd", "Kh", "As"])
@both("MD-7.F.1.a", "MD-7.F.1.b")
def test_only_the_same_rank_matches_and_a_face_card_only_its_own(rules: str, card: str) -> None:
    for up in ["2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Js", "Qs", "Ks", "As"]:
        other = "9c" if card[0] != "9" and up[0] != "9" else "2d" if card[0] != "2" and up[0] != "2" else "5d"
        table = seat(rules, f"{card} {up} {other} 4c", {1: MATCH})
        step_to(table, c.BeginBaseGame)
        assert bool(happened(table, e.WagerPaid)) == (up[0] == card[0])


@both("MD-6.G.1", "MD-7.F.1.c")
def test_both_cards_are_paid_when_both_match(rules: str) -> None:
    table = play(rules, "7s 7s 7d 9h", wagers={1: MATCH})
    paid = [(each.line, each.amount) for each in happened(table, e.WagerPaid) if each.wager == "match-up"]
    assert paid == [("suited", 4500), ("unsuited", 2000)]
    assert money(table, "match-up") == (6500, 500, 0)


@both("MD-6.G.1")
def test_only_the_first_two_cards_can_match(rules: str) -> None:
    table = play(rules, "2c 7s 3c 9h 7s", "hit", wagers={1: MATCH})
    assert money(table, "match-up") == (0, 0, 500)


@both("MD-6.G.1")
def test_the_hole_card_cannot_match(rules: str) -> None:
    table = play(rules, "7c 6s 3c 7c", wagers={1: MATCH})
    assert money(table, "match-up") == (0, 0, 500)


FOUR = {1: MATCH, 3: MATCH, 4: MATCH, 7: MATCH}


@both("MD-7.F.1")
def test_settling_runs_from_the_far_right_losers_and_winners_alike(rules: str) -> None:
    table = seat(rules, "2c 7c 3c 7d 7s 4c 5c 8c 9c 6h", FOUR)
    step_to(table, c.BeginBaseGame)
    events = story(table, e.WagerCollected, e.WagerReturned)
    boxes = [(type(each), each.box) for each in events if isinstance(each, e.WagerCollected | e.WagerReturned)]
    assert boxes == [(e.WagerReturned, 7), (e.WagerCollected, 4), (e.WagerReturned, 3), (e.WagerCollected, 1)]


@both("MD-7.F.1")
def test_another_box_first_is_refused(rules: str) -> None:
    table = seat(rules, "2c 7c 3c 7d 7s 4c 5c 8c 9c 6h", FOUR)
    due = step_to(table, c.SettleWager)
    assert isinstance(due, c.SettleWager)
    assert due.box == 7
    wrong = c.SettleWager(box=1, player="p1", wager=due.wager)
    assert refused(table, wrong) == ("command/not-this-step", own(rules, "MD-7.F"))


@pytest.mark.parametrize("early", [c.Peek(), c.OfferInsurance(), c.BeginBaseGame(), c.Deal(box=1)])
@both("MD-7.F", "MD-7.G")
def test_nothing_goes_on_before_the_wagers_are_settled(rules: str, early: c.HouseCommand) -> None:
    table = seat(rules, "Ac As 3c 6h", {1: MATCH})
    step_to(table, c.SettleWager)
    assert refused(table, early) == ("command/not-this-step", own(rules, "MD-7.F"))
    assert refused(table, c.Hit(player="p1", box=1))[0] == "command/not-your-turn"


@both("MD-7.F", "MD-7.G")
def test_wagers_are_settled_after_the_hole_card_and_before_insurance_and_reader(rules: str) -> None:
    table = play(rules, "Ac As 3c 6h", "decline", wagers={1: MATCH})
    paid = place(table, e.WagerPaid)
    assert place(table, e.CardDealt, is_face_up=False) < paid < place(table, e.InsuranceOffered)
    assert paid < place(table, e.HoleCardChecked)


@both("MD-7.F")
def test_settling_before_the_second_cards_are_out_is_refused(rules: str) -> None:
    table = seat(rules, "7c 7s 3c 6h", {1: MATCH})
    step_to(table, c.Deal)
    for clause in ("MD-7.E.1", "MD-7.E.2", "MD-7.E.3", "MD-7.E.4"):
        early = c.SettleWager(box=1, player="p1", wager=bet("p1", 1, 500, "match-up").wager)
        assert refused(table, early) == ("command/not-this-step", own(rules, clause))
        table.step(step_to(table, c.Deal))
    assert isinstance(step_to(table, c.SettleWager), c.SettleWager)


@both("MD-6.G", "MD-6.G.1")
def test_nobody_has_to_make_the_wager(rules: str) -> None:
    table = play(rules, "Kc 9s Qc 9h", "stand")
    assert money(table) == (1000, 1000, 0)


@both("MD-6.G", "MD-6.G.1")
def test_the_wager_needs_a_base_wager_on_the_box(rules: str) -> None:
    table = seat(rules, "7c 7s 3c 6h", {2: 10})
    assert is_allowed(table, bet("p2", 2, 500, "match-up"))
    assert refused(table, bet("p2", 3, 500, "match-up")) == ("command/no-base-wager", own(rules, "MD-6.G"))


SIDES = {"match-up": "mtd_offered", "bonus-spin": "spin_offered", "xtreme-16": "xtreme_offered"}
"""Maryland's side wagers, and the choices that offer them; the draft has the first alone."""


def _sides(rules: str) -> dict[str, str]:
    return SIDES if rules == "md" else {"match-up": "mtd_offered"}


@both("MD-6.G")
def test_a_base_wager_elsewhere_or_somebody_elses_is_not_enough_for_any_side_wager(rules: str) -> None:
    table = seat(rules, "7c 9c 7s 3c 4c 6h", {2: 10, 3: 10})
    for wager in _sides(rules):
        assert is_allowed(table, bet("p2", 2, 500, wager))
        for box in (1, 3):
            assert refused(table, bet("p2", box, 500, wager))[0] == "command/no-base-wager"


@both("MD-6.G")
def test_each_side_wager_is_there_only_if_the_submission_has_it(rules: str) -> None:
    for left_out, choice in _sides(rules).items():
        table = seat(rules, "7c 7s 3c 6h", {2: 10}, **{choice: False})
        for wager in _sides(rules):
            if wager == left_out:
                code, clause = refused(table, bet("p2", 2, 500, wager))
                assert code == "command/not-offered"
                assert clause.startswith(own(rules, "MD-6.G"))
            else:
                assert is_allowed(table, bet("p2", 2, 500, wager))


@both("MD-6.G")
def test_side_wagers_go_back_with_the_base_wager_they_need(rules: str) -> None:
    table = seat(rules, "7c 7s 3c 6h", {2: {"base": 10, **dict.fromkeys(_sides(rules), 5)}})
    table.do(c.WithdrawWager(player="p2", box=2, wager=Wager.BASE))
    assert table.state.racks["p2"] == whole_cents(CHIPS)


@both("MD-6.G.1")
def test_a_table_that_does_not_offer_the_wager_refuses_it(rules: str) -> None:
    table = seat(rules, "7c 7s 3c 6h", {2: 10}, mtd_offered=False)
    assert refused(table, bet("p2", 2, 500, "match-up")) == ("command/not-offered", own(rules, "MD-6.G"))


@both("MD-6.G.1")
def test_there_is_no_wager_on_the_hole_card_or_on_bonus_cards(rules: str) -> None:
    table = seat(rules, "7c 7s 3c 6h", {2: 10})
    for wager in ("match-down", "match-bonus-1"):
        assert refused(table, bet("p2", 2, 500, wager)) == ("command/not-offered", own(rules, "MD-6.G"))
