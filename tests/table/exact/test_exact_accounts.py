"""Exact cases of the practice table, of corrections and changed rules, and of what is kept for later."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from siete.cards import cards_from_text
from siete.errors import ParseError
from siete.money import LARGEST_CENTS, Cents
from siete.rules.steps import Step
from siete.rules.submission import table_rules
from siete.rules.table_rules import parameters
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply.parts import racks_with
from siete.table.approvals import approval_point
from siete.table.decide import refusal, refuse_asked
from siete.table.desk import procedure
from siete.table.desk.procedure import TablePhase
from siete.table.due import Ask, Question
from siete.table.money.results import WagerResult
from siete.table.practice import PracticeTable, _command
from siete.table.stages.shuffling import cut_limits
from siete.table.state.opening import Opening
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.supervision import changed_values, differing, is_open_for_change, words_of
from siete.table.wagers import xtreme_16
from siete.table.wagers.match_the_dealer import dealer_card
from siete.table.wellformed import check
from tests.table.cases import happened, seat

# --- practice --------------------------------------------------------------------------------------------------------


def test_a_practice_table_begins_with_its_rules_its_shoe_and_its_people() -> None:
    table = PracticeTable("md", shoe="9s 8s", chips={"ana": 100, "ben": 50})
    assert [type(each) for each in table.events] == [e.TableOpened, e.ShoeLoaded, e.ChipsBrought, e.ChipsBrought]
    assert table.state.rules_hash == table.rules.rules_hash
    assert table.state.shoe is not None
    assert table.state.shoe[:2] == cards_from_text("9s 8s")
    table.load(cards_from_text("7s 7h"))
    assert [type(each) for each in table.events[4:]] == [e.ShoeLoaded]
    assert (table.state.shoe, table.state.dealt) == (cards_from_text("7s 7h"), 0)


def test_whoever_comes_without_chips_is_let_in() -> None:
    table = PracticeTable("md", shoe="9s", chips={"ana": 0})
    assert table.state.racks == {"ana": 0}
    with pytest.raises(Exception, match="command/"):
        table.bring("ben", -5)
    assert "ben" not in table.state.racks


def test_a_meter_that_is_not_there_is_told_with_those_that_are() -> None:
    with_two, with_none = seat("wa", "9s", {}, jackpot_games=2), PracticeTable("s13", shoe="9s", chips={})
    with pytest.raises(ParseError) as wrong:
        with_two.set_meter("x" * 50, 5)
    assert wrong.value.sentence == f"This table has no meter {'x' * 40!r}; it has {', '.join(with_two.meters)}."
    assert len(with_two.meters) > 1
    with pytest.raises(ParseError) as none:
        with_none.set_meter("jackpot-1", 5)
    assert none.value.sentence == "This table has no meter 'jackpot-1'; it has none."
    before = dict(with_two.meters)
    with_two.set_meter("jackpot-1", 5)
    assert {**before, "jackpot-1": replace(before["jackpot-1"], amount=Cents(500))} == with_two.meters


def test_an_approval_is_given_once_by_a_floorperson_who_has_a_name_or_none() -> None:
    table = seat("md", "Kh 9d 9c Ks 9h", {1: 10})
    table.deal()
    table.do(c.FailReader(by="dana"))
    table.approve()
    assert [each.by for each in happened(table, e.ReaderRepaired)] == ["floorperson"]


def test_the_results_are_those_of_the_last_round() -> None:
    table = seat("md", "Kh 9d 9c Ks 2h 9h 8c Ks", {1: 10})
    assert table.results() == ()
    table.deal()
    table.decide(1, "stand")
    assert [each.payout for each in table.results()] == [0]
    table.wager("p1", 1, 20)
    table.deal()
    table.decide(1, "stand")
    assert [each.collected + each.returned + each.payout for each in table.results()] == [2000]


def test_wheels_stop_in_the_order_in_which_they_were_given() -> None:
    table = PracticeTable("md", shoe="9s", chips={}, wheels=["$10", ("a", "b")])
    table.spin_next(("$40",))
    spin = c.Spin(box=1, player="ana", wager=Wager.SPIN)
    found = [table._spun(spin) for _ in range(3)]
    assert found == [replace(spin, symbols=each) for each in (("$10",), ("a", "b"), ("$40",))]
    with pytest.raises(ParseError, match="practice/no-wheel"):
        table._spun(spin)
    assert table._spun(c.LoadShoe()) == c.LoadShoe()


def test_the_most_that_a_box_allows_is_that_of_its_own_wager() -> None:
    table = PracticeTable("md", shoe="Kh 9s Ad 9c 8s 7h", chips={"ana": 500}, max_boxes_per_player=2)
    table.wager("ana", 1, 10)
    table.wager("ana", 2, 30)
    table.deal()
    table.decide(1, "insure")
    table.decide(2, "insure")
    assert [(each.box, each.amount) for each in happened(table, e.WagerPlaced) if each.wager == "insurance"] == [
        (1, 500),
        (2, 1500),
    ]
    assert table._with_most(c.Hit(player="ana", box=1)) == c.Hit(player="ana", box=1)
    none = c.Double(player="ana", box=5, amount=Cents(0))
    assert table._with_most(none) == none


@pytest.mark.parametrize(("word", "rides"), [("ride-left", 0), ("ride-right", 1)])
def test_a_ride_is_on_the_left_hand_or_the_right_one(word: str, rides: int) -> None:
    assert _command(word, "ana", 2, Cents(0)) == c.RideHand(player="ana", box=2, rides=rides)
    with pytest.raises(ParseError) as unknown:
        _command("ride", "ana", 2, Cents(0))
    assert unknown.value.sentence.endswith("accept, refuse, split, double, insure, ride-left, ride-right.")


# --- what is kept for later ------------------------------------------------------------------------------------------


def test_the_steps_of_so_many_tables_are_kept_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(procedure, "_FOUND", {})
    monkeypatch.setattr(procedure, "MOST_FOUND", 2)
    tables = [table_rules("md", {"decks": decks}) for decks in (6, 8)]
    first = [TablePhase.SHUFFLE.steps(rules) for rules in tables]
    assert len(procedure._FOUND) == 2
    assert [TablePhase.SHUFFLE.steps(rules) for rules in tables] == first
    assert TablePhase.SHUFFLE.steps(tables[0]) is first[0]
    TablePhase.OPENING.steps(tables[0])
    assert len(procedure._FOUND) == 1
    assert TablePhase.ROUND.steps(tables[0]) == ()


def test_one_player_at_the_first_box_looks_the_cards_over_and_cuts_them_in_the_middle() -> None:
    rules = table_rules("md", {"shuffle_method": "manual"})
    answers = [each.command for each in TablePhase.OPENING.steps(rules) if isinstance(each.command, c.PlayerCommand)]
    middle = sum(cut_limits(rules, rules.decks * 48)) // 2
    assert answers == [c.LookOver(player="player", box=1), c.CutCards(player="player", box=1, at=middle)]


# --- corrections and changed rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({}, ""),
        ({"round": 0}, "no-such-round"),
        ({"round": 1}, ""),
        ({"round": 3}, ""),
        ({"round": 4}, "no-such-round"),
        ({"amount": Cents(0)}, "amount-not-positive"),
        ({"amount": Cents(1)}, "not-in-chips"),
        ({"amount": Cents(LARGEST_CENTS)}, "amount-not-positive"),
        ({"amount": Cents(2500)}, ""),
        ({"amount": Cents(2600)}, "too-few-chips"),
        ({"player": ""}, None),
    ],
)
def test_what_may_be_taken_back_of_a_round(facts: dict[str, Any], code: str | None) -> None:
    rules = table_rules("wa", {"chip_denominations": [Decimal("0.5"), 1, 5]})
    state = TableState(rounds=3, racks={"ana": Cents(2500)})
    said: dict[str, Any] = {"player": "ana", "amount": Cents(500), "round": 2, "change": 1}
    signed: dict[str, Any] = {"by": "fay", "second": "sue", "reason": "a slip"}
    why = refusal(state, rules, c.TakeCorrection(**(said | facts), **signed))
    assert (why is None) if code == "" else why is not None
    if code:
        assert why is not None
        assert why.code == f"command/{code}"
    paid = refusal(state, rules, c.PayCorrection(**(said | facts), **signed))
    assert (paid is None) is (code in ("", "too-few-chips"))


def test_a_parameter_is_told_with_its_chapter_where_that_is_not_the_table_itself() -> None:
    assert words_of("decks") == "decks in play"
    assert words_of("mtd_configuration").startswith("match the dealer, ")
    assert words_of("xtreme_pays").startswith("xtreme 16, ")
    plain = {
        words_of(name) for name in parameters() if words_of(name) in ("match the dealer", "bonus spin", "xtreme 16")
    }
    assert "bonus spin" in plain


def test_changed_values_are_told_one_by_one_and_nothing_as_none() -> None:
    before = table_rules("md", {"payout_limit_per_hand": 10_000})
    after = replace(before, payout_limit_per_hand=None, table_min=Cents(1000))
    assert differing(before, after) == ("table_min", "payout_limit_per_hand")
    told = changed_values(before, after.canonical_json)
    assert [(each["name"], each["now"], each["then"]) for each in told] == [
        ("table_min", "$5", "$10"),
        ("payout_limit_per_hand", "$10,000", "none"),
    ]
    assert [each["clause"] for each in told] == [before.clause("table_min"), before.clause("payout_limit_per_hand")]
    assert changed_values(before, before.canonical_json) == []


def test_rules_change_while_no_wager_lies_on_the_layout() -> None:
    table = PracticeTable("md", shoe="Kh 9d 9c Ks", chips={"ana": 100})
    assert is_open_for_change(table.state)
    table.do(c.StartRound())
    assert is_open_for_change(table.state)
    current = table.state.round
    assert current is not None
    assert not is_open_for_change(replace(table.state, round=replace(current, are_wagers_closed=True)))
    table.wager("ana", 1, 10)
    assert not is_open_for_change(table.state)


# --- results, and commands that are none -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ((), "push"),
        (("suited",), "push"),
        (("suited", "unsuited"), "push"),
        (("unsuited", "suited", "unsuited"), "2 x unsuited, suited"),
    ],
)
def test_a_line_that_was_paid_more_than_once_is_counted(lines: tuple[str, ...], told: str) -> None:
    nothing: dict[str, Any] = dict.fromkeys(("payout", "returned", "collected"), Cents(0))
    where: dict[str, Any] = {"player": "ana", "box": 2, "hand": 0, "wager": "match-up"}
    made = WagerResult(**where, line="push", clause="a clause", lines=lines, **nothing)
    assert str(made) == f"ana box 2 match-up: {told}, nothing moved [a clause]"
    assert str(replace(made, hand=1, line="", lines=(), returned=Cents(500))) == (
        "ana box 2 hand 2 match-up: settled, returned $5 [a clause]"
    )


def test_insurance_is_told_to_be_closed_whatever_is_asked() -> None:
    rules = table_rules("md")
    for question in (Question.LOOK, Question.RETURN, Question.CUT, Question.PLAY):
        ask = Ask(player="ana", box=1, hand=0, question=question)
        why = refuse_asked(TableState(), rules, ask, c.TakeInsurance(player="ana", box=1, amount=Cents(500)))
        assert why is not None
        assert (why.code, why.clause) == ("command/insurance-closed", rules.clause_of(Step.INSURANCE_TIME))


def test_kinds_of_commands_are_no_commands() -> None:
    kinds: tuple[Any, ...] = (
        c.Command(),
        c.HouseCommand(),
        c.PlayerCommand(player="ana", box=1),
        c.FloorCommand(by="fay"),
        c.Report(by="dan"),
    )
    for made in kinds:
        with pytest.raises(ParseError, match="command/unknown"):
            check(made)


@pytest.mark.parametrize(
    ("made", "is_right"),
    [
        (c.Deal(box=1), True),
        (c.Deal(box=True), False),
        (c.Deal(box=1, is_bonus=True), True),
        (c.Deal(box=1, is_bonus=1), False),  # type: ignore[arg-type]
        (c.Deal(box=1, card=None), True),
        (c.Deal(box=1, card="9s"), False),  # type: ignore[arg-type]
        (c.ShuffleCards(order=None), True),
        (c.ShuffleCards(order=(None,)), False),  # type: ignore[arg-type]
        (c.Double(player="ana", box=1, amount=Cents(5)), True),
        (c.Double(player="ana", box=1, amount=None), False),  # type: ignore[arg-type]
    ],
)
def test_the_values_of_a_command_are_of_their_types(made: c.Command, is_right: bool) -> None:
    if is_right:
        check(made)
        return
    with pytest.raises(ParseError, match="command/malformed"):
        check(made)


def test_a_bonus_card_is_matched_when_it_lies_there_face_up() -> None:
    nine, eight = cards_from_text("9s 8s")
    current = Round(number=1, bonus_cards=(nine, eight), dealer=(nine, eight))
    spots = (Wager.MATCH_BONUS_1, Wager.MATCH_BONUS_2, Wager.MATCH_BONUS_3, Wager.MATCH_DOWN)
    assert [dealer_card(spot, current) for spot in spots] == [nine, eight, None, eight]
    assert dealer_card(Wager.MATCH_BONUS_1, replace(current, are_bonus_cards_hidden=True)) is None
    assert dealer_card(Wager.MATCH_DOWN, replace(current, is_hole_hidden=True)) is None
    assert dealer_card(Wager.MATCH_DOWN, replace(current, dealer=(nine,))) is None
    assert dealer_card(Wager.MATCH_UP, replace(current, is_up_hidden=True)) is None


# --- lengths ---------------------------------------------------------------------------------------------------------


def test_what_is_shown_of_a_long_name_is_its_first_forty_letters() -> None:
    rules = table_rules("md")
    state = TableState(opening=Opening(now=0))
    why = refusal(state, rules, c.SignItem(by="fay", item="x" * 50))
    assert why is not None
    assert (why.code, why.sentence) == ("command/no-such-item", f"The checklist has no item {'x' * 40!r}.")
    assert len(approval_point(TableState(), c.SignItem(by="fay", item="x" * 80))) == 64


def test_only_the_first_two_cards_of_the_dealer_make_sixteen() -> None:
    for cards, is_won in (("6d Ks", True), ("Ks 6d", True), ("6d 9c Ks", False), ("Ks 9c 6d", False), ("6d 9c", False)):
        assert xtreme_16.wins(cards_from_text(cards)) is is_won, cards


def test_a_rack_that_is_not_there_begins_with_nothing() -> None:
    assert racks_with(TableState(), "ana", Cents(500)) == {"ana": 500}
    assert racks_with(TableState(racks={"ana": Cents(100)}), "ana", Cents(-30)) == {"ana": 70}
