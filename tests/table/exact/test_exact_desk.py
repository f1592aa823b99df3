"""Exact cases of what a desk, a person and a host are shown, and of what comes to them seldom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from siete.cards import SPANISH_DECK, Card, cards_from_text
from siete.money import Cents, Chips, cents_to_text
from siete.rules.paytable import OperatorPrize, Row
from siete.rules.steps import Step
from siete.rules.submission import table_rules
from siete.strategy import Play
from siete.table import auto_player
from siete.table import commands as c
from siete.table import events as e
from siete.table.answers import AnswerWords
from siete.table.apply import apply
from siete.table.desk import procedure, reports
from siete.table.desk.motions import CollectWager, LeaveWager, PayOut, _out_of_order, _wrong
from siete.table.desk.payment import Payment, _in_chips, _summed, place_of
from siete.table.due import Approval, Ask, Due, Question, Refusal, Waiting
from siete.table.frozen.fast_init import quicken_all
from siete.table.irregularities.devices import void_round
from siete.table.money import meter as m
from siete.table.money.statement import statement_of
from siete.table.practice import PracticeTable
from siete.table.reasons import _no_double, _no_hit, _no_rescue, _no_split, _no_surrender, short_reason
from siete.table.stages.dealing import card_for
from siete.table.stages.prizes import _has_envy
from siete.table.stages.shuffling import refuse_order
from siete.table.state.box import Box
from siete.table.state.cards import Pack
from siete.table.state.hand import Hand, Stake
from siete.table.state.mishaps import Faults
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.stepping import brought
from siete.table.wagers import match_the_dealer, registry
from siete.table.wagers.descriptions import rows_in_words
from tests.table.cases import seat

FIVE, TEN = Cents(500), Cents(1000)
NINE = Card.from_text("9s")


# --- answers and the automatic player --------------------------------------------------------------------------------


def test_an_answer_is_given_by_its_command_and_a_ride_by_its_hand() -> None:
    hit = AnswerWords(command=c.Hit, key="h", label="Hit", step=Step.HIT)
    assert hit.gives(c.Hit(player="ana", box=1))
    assert not hit.gives(c.Stand(player="ana", box=1))
    left = AnswerWords(command=c.RideHand, key="l", label="Left", step=Step.SPLIT, rides=0)
    assert left.gives(c.RideHand(player="ana", box=1, rides=0))
    assert not left.gives(c.RideHand(player="ana", box=1, rides=1))
    assert not left.gives(c.Hit(player="ana", box=1))


def test_an_automatic_player_whose_plays_are_not_allowed_stands() -> None:
    table = seat("md", "Kh 6d 9c Ks", {3: 10})
    table.deal()
    ask = Ask(player="p3", box=3, hand=0, question=Question.PLAY)
    strategy: Any = SimpleNamespace(preferences=lambda situation: (Play.RESCUE, Play.SPLIT))
    stand = c.Stand(player="p3", box=3)
    found = list(auto_player._answers(table.state, table.rules, ask, strategy))
    assert found == [c.Rescue(player="p3", box=3), c.Split(player="p3", box=3), stand]
    assert auto_player.answer(table.state, table.rules, ask, strategy) == stand


# --- the desk --------------------------------------------------------------------------------------------------------


def _payment(owed: int, collected: int) -> Payment:
    return Payment(owed=Cents(owed), handed_over=Cents(0), collected=Cents(collected), line="", clause="a clause")


WON, LOST, EVEN = _payment(500, 0), _payment(0, 500), _payment(0, 0)


@pytest.mark.parametrize(
    ("payment", "motion", "told"),
    [
        (WON, PayOut(box=2, chips=(FIVE,)), None),
        (WON, PayOut(box=2, chips=(FIVE, FIVE)), ("wrong-chips", "You counted $10; box 2 is paid $5.")),
        (WON, PayOut(box=2, chips=(Cents(300),)), ("no-such-chip", "The tray has no chips of $3.")),
        (WON, CollectWager(box=2), ("pay", "Box 2 wins $5: pay it.")),
        (WON, LeaveWager(box=2, hand=1), ("pay", "Box 2, hand 2 wins $5: pay it.")),
        (LOST, PayOut(box=2, chips=(FIVE,)), ("collect", "Box 2 loses: collect it.")),
        (LOST, PayOut(box=2), ("collect", "Box 2 loses: collect it.")),
        (LOST, CollectWager(box=2), None),
        (LOST, LeaveWager(box=2, wager=Wager.INSURANCE), ("collect", "The insurance of box 2 loses: collect it.")),
        (EVEN, PayOut(box=2), ("leave", "Box 2 stands off: leave it.")),
        (EVEN, CollectWager(box=2), ("leave", "Box 2 stands off: leave it.")),
        (EVEN, LeaveWager(box=2), None),
    ],
)
def test_a_wrong_motion_is_told_what_would_be_right(
    payment: Payment, motion: Any, told: tuple[str, str] | None
) -> None:
    rules = table_rules("md")
    why = _wrong(motion, payment, rules)
    if told is None:
        assert why is None
        return
    assert why is not None
    assert (why.code, why.sentence) == (f"desk/{told[0]}", told[1])
    assert why.clause == (rules.clause_of(Step.CHIPS) if told[0] == "no-such-chip" else "a clause")
    counted = {"counted": Cents(1000), "owed": FIVE} if told[0] == "wrong-chips" else {}
    assert dict(why.facts) == counted


def test_a_motion_at_the_box_before_the_one_that_is_due_is_out_of_order() -> None:
    table = seat("md", "Ks 9d 7h Qs 9h 8c 5s Kc 9s", {1: 10, 2: 10})
    table.deal()
    table.decide(1, "stand")
    for motion in (CollectWager(box=1), CollectWager(box=1, hand=1), CollectWager(box=1, wager=Wager.INSURANCE)):
        assert isinstance(_out_of_order(table.state, table.rules, motion), Refusal)


@pytest.mark.parametrize(("cents", "paid"), [(600, 500), (1_100, 1_000), (1_200, 1_200), (400, 0), (1_300, 1_200)])
def test_a_payment_is_the_most_that_the_chips_of_the_tray_make(cents: int, paid: int) -> None:
    assert _in_chips(Cents(cents), Chips((Cents(500), Cents(700)))) == paid


def test_a_payment_sums_what_is_paid_now_and_what_is_handed_over_later() -> None:
    who: dict[str, Any] = {"player": "ana", "box": 1, "hand": 0, "wager": Wager.BASE}
    paid = e.WagerPaid(**who, amount=Cents(3700), line="21", clause="paid")
    flagged = e.HandPayFlagged(player="ana", box=1, amount=Cents(2000), by="fay", clause="flagged")
    taken = e.WagerCollected(**who, amount=TEN, clause="lost")
    chips = Chips((Cents(500), Cents(2500)))
    assert _summed((taken, flagged, paid), chips) == Payment(
        owed=Cents(1500), handed_over=Cents(2200), collected=TEN, line="21", clause="paid"
    )
    assert _summed((taken,), chips) == Payment(
        owed=Cents(0), handed_over=Cents(0), collected=TEN, line="", clause="lost"
    )
    assert _summed((), chips).clause == ""


def test_an_envy_bonus_is_paid_at_the_first_box_of_its_player() -> None:
    state = TableState(seats={5: "ana", 3: "ana", 1: "ben"})
    assert place_of(state, c.PayEnvy(player="ana", box=1, hand=0)) == (3, 0, Wager.BASE)
    assert place_of(state, c.PayEnvy(player="zoe", box=1, hand=0)) == (0, 0, Wager.BASE)
    assert place_of(state, c.PayHand(box=4, hand=1)) == (4, 1, Wager.BASE)
    assert place_of(state, c.Deal(box=4)) is None


def test_what_is_due_has_a_place_among_the_steps_of_its_phase() -> None:
    def asked(*questions: Question) -> Waiting:
        return Waiting(tuple(Ask(player="ana", box=1, question=each) for each in questions), "")

    assert procedure._wanted(asked(Question.CUT)) is c.CutCards
    assert procedure._wanted(asked(Question.RETURN, Question.LOOK)) is c.LookOver
    assert procedure._wanted(asked(Question.PLAY)) is None
    assert procedure._wanted(Due(c.CutForHouse(), "")) is c.CutCards
    assert procedure._wanted(Due(c.LoadShoe(), "")) == c.LoadShoe()
    assert procedure._wanted(Approval(c.OpenTable(by="fay"), "")) == c.OpenTable(by="fay")
    assert procedure._wanted(None) is None
    assert procedure._Sorted().depth(10, 21) == 15


def test_a_report_is_told_by_its_kind_and_what_was_seen_whoever_makes_it() -> None:
    assert [reports.reported(each.command("dan")) for each in reports.REPORTS] == list(reports.REPORTS)
    assert reports.reported(c.FindFaceUp(by="fay", card=NINE)) is reports.REPORTS[0]
    assert reports.reported(c.OrderRecut(by="fay")) is None
    assert {each.is_of(c.ExposeHoleCard(by="dan", is_seen=True)) for each in reports.REPORTS[3:5]} == {True, False}


# --- reasons ---------------------------------------------------------------------------------------------------------


def _hand(cards: str, **facts: Any) -> Hand:
    return Hand(cards=cards_from_text(cards), stakes=(Stake(player="ana", amount=TEN),), **facts)


def test_why_a_hand_takes_no_card() -> None:
    told = [_no_hit(_hand("Kh 6d 5c", doublings=1)), _no_hit(_hand("Kh Ad"))]
    told += [_no_hit(_hand("Kh 6d 5c")), _no_hit(_hand("Ah 6d", is_split=True))]
    assert told == [
        "One card only after doubling",
        "A blackjack takes no card",
        "21 takes no more cards",
        "Split aces get one card each",
    ]


def test_why_a_hand_of_21_or_of_a_split_ace_is_not_doubled() -> None:
    rules = table_rules("md")
    assert _no_double(_hand("Kh 6d 5c"), rules) == "21 is not doubled"
    assert _no_double(_hand("Ah 6d", is_split=True), rules) == "Split aces get one card each"
    assert _no_double(_hand("Kh"), rules) == "Needs 2 cards or more"


def test_why_a_hand_is_not_split_surrendered_or_rescued() -> None:
    rules, none = table_rules("md"), replace(table_rules("md"), surrender_offered=False)
    limit, other = Refusal("command/split-limit", "No.", clause=""), Refusal("command/no-pair", "No.", clause="")
    assert _no_split(_hand("8h 8d", doublings=1), limit) == "A doubled hand is not split"
    assert _no_split(_hand("8h 8d"), limit) == "No more splits in this box"
    assert _no_split(_hand("8h 9d"), other) == "Needs two cards of the same value"
    assert _no_surrender(_hand("8h 8d"), none) == "No surrender at this table"
    assert _no_surrender(_hand("8h 8d", is_split=True), rules) == "Not after a split"
    assert _no_surrender(_hand("Kh Ad"), rules) == "A blackjack is not given up"
    assert _no_surrender(_hand("8h 8d 2c"), rules) == "Only on your first two cards"
    assert _no_rescue(_hand("8h 8d"), rules) == "Nothing is doubled"
    assert _no_rescue(_hand("Kh 6d 5c", doublings=1), rules) == "21 is paid at once"
    assert _no_rescue(_hand("Kh 6d 9c", doublings=1), rules) == "The hand is lost"


def test_a_reason_about_a_hand_that_is_not_there_is_not_now() -> None:
    table = seat("md", "Kh 6d 9c Ks", {1: 10})
    table.deal()
    why = Refusal("command/no-turn", "No.", clause="")
    for box, hand, told in ((1, 1, "Not now"), (2, 0, "Not now"), (1, 0, "Nothing is doubled")):
        ask = Ask(player="p1", box=box, hand=hand, question=Question.PLAY)
        command = c.Rescue(player="p1", box=box)
        assert short_reason(table.state, table.rules, ask, why, command) == told


# --- practice --------------------------------------------------------------------------------------------------------


def test_whoever_decides_for_a_box_is_asked_where_nobody_else_is_named() -> None:
    table = seat("md", "Kh 6d 9c Ks", {2: 10})
    assert [table._decider(box) for box in (1, 2)] == ["", "p2"]
    table.deal()
    table.decide(2, "stand")
    assert [table._decider(box) for box in (1, 2)] == ["", ""], "the round is over"


# --- the round -------------------------------------------------------------------------------------------------------


def test_a_card_of_an_unknown_order_is_named_by_the_host() -> None:
    named, shoe = c.Deal(box=1, card=NINE), cards_from_text("8s 7s")
    assert card_for(TableState(), named, "a clause") == NINE
    with pytest.raises(Refusal) as missing:
        card_for(TableState(), c.Deal(box=1), "a clause")
    assert (missing.value.code, missing.value.clause) == ("command/card-missing", "a clause")
    assert card_for(TableState(shoe=shoe, dealt=1), named, "") == shoe[1]
    with pytest.raises(Refusal, match="shoe-empty"):
        card_for(TableState(shoe=shoe, dealt=2), named, "")
    seen = Round(number=1, faults=Faults(seen=shoe[0]))
    assert card_for(TableState(round=seen, shoe=shoe, dealt=2), named, "") == shoe[0]


def test_envy_is_had_once_a_round_or_once_for_each_super_bonus() -> None:
    current = Round(number=1, envies_paid=frozenset({("ana", 2, 0)}))
    each, once = SimpleNamespace(envy_per_super_bonus=True), SimpleNamespace(envy_per_super_bonus=False)
    had: dict[str, Any] = {
        "each": [_has_envy(player, 2, hand, current, each) for player in ("ana", "ben") for hand in (0, 1)],  # type: ignore[arg-type]
        "once": [_has_envy(player, 2, hand, current, once) for player in ("ana", "ben") for hand in (0, 1)],  # type: ignore[arg-type]
    }
    assert had == {"each": [True, False, False, False], "once": [True, True, False, False]}


def test_a_round_is_dealt_when_every_box_has_two_cards_and_the_dealer_one() -> None:
    two, one = cards_from_text("9s 8s"), cards_from_text("9s")

    def is_dealt(dealer: tuple[Card, ...], *boxes: tuple[Card, ...]) -> bool:
        made = tuple(Box(number=at, decider="ana", first_cards=cards) for at, cards in enumerate(boxes, start=1))
        return Round(number=1, boxes=made, dealer=dealer).is_dealt

    assert is_dealt(one, two, two)
    assert not is_dealt(one, two, one)
    assert not is_dealt((), two, two)
    assert not is_dealt((), one)


def test_a_round_given_up_for_want_of_cards_orders_a_shuffle_and_one_without_a_pack_does_not() -> None:
    table = seat("md", "Kh 6d 9c Ks", {1: 10})
    table.deal()
    nothing_left: dict[str, Any] = {"shoe": (NINE,), "dealt": 1, "discards": (), "pack": Pack(is_loaded=True)}
    table.state = replace(table.state, **nothing_left)
    assert isinstance(table.approval, Approval) or table.asks()
    table.do(c.Hit(player="p1", box=1))
    assert isinstance(table.approval, Approval)
    made = list(void_round(table.state, table.rules, c.VoidRound(by="fay")))
    assert [each for each in made if isinstance(each, e.ReshuffleOrdered)] == [
        e.ReshuffleOrdered(by="fay", clause=table.approval.clause)
    ]
    assert sum(isinstance(each, e.RoundVoided) for each in made) == 1
    is_down = replace(table.state, is_reader_down=True)
    assert not any(
        isinstance(each, e.ReshuffleOrdered) for each in void_round(is_down, table.rules, c.VoidRound(by="fay"))
    )


def test_a_bar_that_only_a_shuffle_ends_cites_its_clause_or_the_time_of_wagers() -> None:
    rules = replace(table_rules("wa"), mid_shoe_bar_ends=())
    let_in = c.LetIn(by="fay", player="ana")
    for cited, expected in ((("bar",), "bar"), ((), rules.clause_of(Step.WAGER_TIME))):
        made = replace(rules, clauses={"mid_shoe_bar_ends": cited})
        why = refuse_order(TableState(pack=Pack()), made, let_in)
        assert why is not None
        assert (why.code, why.clause) == ("command/no-release", expected)


def test_decks_that_are_brought_are_those_of_the_table() -> None:
    rules = table_rules("wa", {"decks": 4})
    found = brought(TableState(), rules, c.BringDecks(), SimpleNamespace())
    assert found == c.BringDecks(cards=SPANISH_DECK * 4)


# --- money -----------------------------------------------------------------------------------------------------------


def test_a_meter_that_is_changed_by_hand_keeps_its_reserve() -> None:
    held = m.Meter(amount=Cents(300), reset=Cents(0), fraction=Fraction(1, 4), reserve=Cents(20))
    changed = m.MeterChanged(difference=Cents(-50), by="fay", second="sue", reason="a slip")
    after = m.apply(held, changed)
    assert (after.amount, after.reserve, after.fraction, after.seeded) == (250, 20, Fraction(1, 4), held.seeded - 50)


def test_a_prize_per_dollar_is_shown_for_the_wager() -> None:
    prize = {"basis": "fixed", "value": 75, "funded_by": "jackpot"}
    rules = table_rules("wa", {"decks": 2, "jackpot_paytable": ["4a/1"], "dollar_prize_four_of_a_rank": prize})
    assert rules.dollar_prize_four_of_a_rank is not None
    per_dollar = rules.dollar_prize_four_of_a_rank.per_dollar
    row = Row(line="four-of-a-rank", pays=OperatorPrize())
    for cents in (5, 7):
        expected = (("four of a rank", cents_to_text(Cents(per_dollar * cents))),)
        assert rows_in_words(rules, (row,), Cents(cents)) == expected


def test_a_wager_that_rides_on_a_split_hand_goes_over_to_its_line_of_the_statement() -> None:
    table = PracticeTable("ma", shoe="8s 6h 8d Kd 9c 2h", chips={"ana": 100, "ben": 100}, max_bettors_per_box=3)
    table.wager("ben", 1, 25)
    table.do(c.AdmitBettor(player="ben", box=1, bettor="ana"))
    table.wager("ana", 1, 10)
    before = table.state
    table.deal()
    first = len(table.events)
    table.decide(1, "split", player="ben")
    table.decide(1, "ride-right", player="ana")
    while table.asks():
        ask = table.asks()[0]
        table.decide(ask.box, "stand", player=ask.player)
    events = table.events[next(at for at, each in enumerate(table.events) if isinstance(each, e.RoundStarted)) :]
    assert first
    told = statement_of(TableState(racks=dict(before.racks)), [], "ana")
    assert told.lines == ()
    lines = statement_of(_before_round(table), events, "ana").lines
    assert [(line.hand, line.hands, line.stake) for line in lines] == [(1, 2, 1000)]
    mine = statement_of(_before_round(table), events, "ben").lines
    assert [(line.hand, line.hands, line.stake) for line in mine] == [(0, 2, 2500), (1, 2, 2500)]


def _before_round(table: PracticeTable) -> TableState:
    state = TableState()
    for event in table.events:
        if isinstance(event, e.RoundStarted):
            return state
        state = apply(state, event)
    raise AssertionError("a round was played")


# --- what is made when the engine is loaded --------------------------------------------------------------------------


def test_all_classes_among_some_values_are_quickened() -> None:
    @dataclass(frozen=True, slots=True)
    class Plain:
        name: str

    slow = Plain.__init__
    quicken_all([3, Plain, "text"])
    assert Plain.__init__ is not slow
    assert Plain("ana").name == "ana"


def test_a_side_wager_stands_at_all_its_spots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_BY_WAGER", {})
    registry.register(match_the_dealer.WAGER)
    assert {wager: registry.find(wager) for wager in match_the_dealer.WAGER.wagers} == dict.fromkeys(
        match_the_dealer.WAGER.wagers, match_the_dealer.WAGER
    )
    assert len(match_the_dealer.WAGER.wagers) > 2


def test_an_id_is_registered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[str, Wager] = {}
    monkeypatch.setattr("siete.table.state.wager._KNOWN", known)
    first = Wager.register("a new wager")
    assert Wager.register("a new wager") is first
    assert known == {"a new wager": first}
