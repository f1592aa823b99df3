"""Exact cases of small things that tables of random play seldom come to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from siete.cards import Card, cards_from_text
from siete.errors import ParseError
from siete.money import Cents, Chips
from siete.rules.options import After100pct, SplitTwoCard21
from siete.rules.steps import Step
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table import auto_player
from siete.table import commands as c
from siete.table import events as e
from siete.table.desk.payment import _in_chips
from siete.table.due import Ask, Due, Question
from siete.table.irregularities.voiding import void
from siete.table.money.statement import statement_of
from siete.table.practice import PracticeTable
from siete.table.reasons import _no_double
from siete.table.stages.idling import is_batch_ready
from siete.table.stages.outcome import HandResult, is_doubled, outcome
from siete.table.state.cards import Pack
from siete.table.state.hand import Hand, HandStatus, Stake
from siete.table.state.opening import Handling, Opening
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.wagers import jackpot, xtreme_16
from siete.table.wagers.match_the_dealer import dealer_card
from siete.table.wagers.side_wager import Moment
from siete.table.wellformed import check
from tests.table.cases import answer, seat
from tests.table.generated.journal import CHART


def test_the_statement_of_a_void_round_never_tells_a_hole_card_that_lies_face_down() -> None:
    table = seat("md", "Kh 6d 9c Ks", {1: 10})
    table.deal()
    dealt = list(table.events)
    voided = tuple(void(table.state, table.rules, reason="a test", clause=""))
    statement = statement_of(TableState(), [*dealt, *voided], "p1")
    assert statement.is_void
    assert statement.dealer == (Card.from_text("6d"),)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (Question.FOLLOW_DOUBLE, c.StayOut(player="p1", box=3)),
        (Question.FOLLOW_SPLIT, c.RideHand(player="p1", box=3, rides=0)),
        (Question.INSURANCE, c.DeclineInsurance(player="p1", box=3)),
        (Question.BLACKJACK, c.TakeBlackjack(player="p1", box=3)),
        (Question.LOOK, c.LookOver(player="p1", box=3)),
        (Question.RETURN, c.ReturnToTable(player="p1", box=3)),
        (Question.CUT, c.RefuseCut(player="p1", box=3)),
        (Question.SEEN_CARD, c.AcceptCard(player="p1", box=3)),
        (Question.SECOND_CARD, c.AcceptCard(player="p1", box=3)),
        (Question.LATE_CARD, c.AcceptCard(player="p1", box=3)),
    ],
)
def test_an_automatic_player_has_one_answer_to_what_is_no_play(question: Question, expected: c.PlayerCommand) -> None:
    ask = Ask(player="p1", box=3, hand=0, question=question)
    assert list(auto_player._answers(TableState(), table_rules("md"), ask, CHART)) == [expected]


@pytest.mark.parametrize(
    ("choices", "doublings", "told"),
    [
        ({"double_double": True, "dealer_soft17": "hit"}, 3, "Doubled 3 times already"),
        ({"double_double": True, "dealer_soft17": "hit"}, 1, "Doubled already"),
        ({}, 1, "Doubled already"),
        ({}, 0, "A blackjack is not doubled"),
    ],
)
def test_why_a_hand_is_not_doubled(choices: dict[str, Any], doublings: int, told: str) -> None:
    hand = Hand(cards=(Card.from_text("Ah"), Card.from_text("Kd")), stakes=(), doublings=doublings)
    assert _no_double(hand, table_rules("wa", choices)) == told


def test_match_the_dealer_waits_for_an_up_card_that_is_not_dealt_or_lies_face_down() -> None:
    table = seat("md", "Kh 6d 9c Ks", {1: 10})
    table.deal()
    current = table.state.round
    assert current is not None
    assert dealer_card(Wager.MATCH_UP, current) == Card.from_text("6d")
    assert dealer_card(Wager.MATCH_UP, Round(number=1)) is None


@pytest.mark.parametrize(("cents", "paid"), [(0, 0), (50, 0), (150, 0), (250, 250), (700, 500), (1_000, 1_000)])
def test_the_tray_pays_what_its_chips_can_make(cents: int, paid: int) -> None:
    chips = Chips((Cents(250), Cents(500)))
    assert _in_chips(Cents(cents), chips) == paid


def test_a_void_round_that_reverses_side_wagers_does_so_on_every_box() -> None:
    """Box 1 lost its wager and box 2 won."""
    wagers = {1: {"base": 10, "match-up": 5}, 2: {"base": 10, "match-up": 5}}
    table = seat("md", "Kh 6c 6d 9c 9s Ks", wagers, void_reverses_settled_sidebets=True)
    before = {player: table.state.racks[player] + Cents(1500) for player in ("p1", "p2")}
    table.deal()
    assert table.state.racks["p2"] > before["p2"] - 1500
    for event in void(table.state, table.rules, reason="a test", clause=""):
        table.tell(event)
    assert {player: table.state.racks[player] for player in before} == before
    assert table.state.round is not None
    assert [bet.paid for box in table.state.round.boxes for bet in box.bets] == [0, 0]


def test_a_practice_shoe_is_given_as_cards_or_as_their_names() -> None:
    shoe: Any = ["9s", Card.from_text("7h"), "9d", "Kd"]
    table = PracticeTable("md", shoe=shoe, chips={"ana": 100})
    table.wager("ana", 1, 10)
    table.deal()
    current = table.state.round
    assert current is not None
    assert (current.boxes[0].hands[0].cards, current.dealer) == (cards_from_text("9s 9d"), cards_from_text("7h Kd"))


def test_cards_come_in_a_tuple() -> None:
    cards = cards_from_text("9s 7h")
    check(c.ShuffleCards(order=cards))
    with pytest.raises(ParseError, match="command/malformed"):
        check(c.ShuffleCards(order=list(cards)))  # type: ignore[arg-type]


def test_a_jackpot_waits_for_a_second_card_that_is_not_dealt_yet() -> None:
    table = seat("wa", "Kh 6d 9c Ks", {1: {"base": 10, "jackpot-1": 5}}, jackpot_paytable="6/1")
    table.deal()
    assert table.state.round is not None
    current = replace(table.state.round, dealer=cards_from_text("6d"), is_hole_hidden=False)
    (box,) = current.boxes
    (bet,) = box.bets
    assert jackpot._lines_made(current, box, bet, table.rules) is None


def test_a_meter_that_was_paid_whole_starts_anew_where_nothing_else_was_chosen() -> None:
    rules = replace(table_rules("wa"), after_100pct=None)
    assert [each.after for each in jackpot._meters(rules)] == [After100pct.RESEED]


def test_one_spin_for_all_belongs_to_no_box() -> None:
    table = seat("md", "Kh 6d 9c Ks", {2: {"base": 10, "xtreme-16": 5}})
    table.deal()
    assert table.state.round is not None
    current = replace(table.state.round, dealer=cards_from_text("6d Ks"))
    spin = c.Spin(box=e.DEALER, player="", wager=Wager.XTREME)
    assert xtreme_16.due(Moment.PRIZES, current, table.rules) == Due(spin, table.rules.clause_of(Step.XTREME))
    assert all(xtreme_16.due(each, current, table.rules) is None for each in Moment if each is not Moment.PRIZES)


@pytest.mark.parametrize(
    ("doubles", "doublings", "keeps", "expected"),
    [
        ((), 0, False, False),
        ((), 0, True, False),
        ((), 1, False, True),
        ((), 1, True, False),
        ((), 2, False, True),
        ((Cents(1000),), 1, True, True),
        ((Cents(1000),), 1, False, True),
    ],
)
def test_whose_wager_counts_as_doubled(doubles: tuple[Cents, ...], doublings: int, keeps: bool, expected: bool) -> None:
    rules = replace(table_rules("ma"), undoubled_bettor_keeps_bonus=keeps)
    stake = Stake(player="p1", amount=Cents(1000), doubles=doubles)
    assert is_doubled(Hand(stakes=(stake,), doublings=doublings), stake, rules) is expected


PLAIN, PUSH, PAID = SplitTwoCard21.ORDINARY21, SplitTwoCard21.MD_LITERAL_PUSH, SplitTwoCard21.MA_LITERAL_3TO2


@pytest.mark.parametrize(
    ("hand", "dealer", "literal", "line", "step"),
    [
        ("Kh 9c", "Kd 8s", PLAIN, "win", Step.WIN),
        ("Kh 9c", "Kd 9s", PLAIN, "push", Step.PUSH),
        ("Kh 9c", "Kd 5c 6c", PLAIN, "loss", Step.LOSE),
        ("Kh 9c", "Kd 6c Kc", PLAIN, "dealer bust", Step.DEALER_BUST),
        ("Kh 9c", "Kd Ac", PLAIN, "dealer blackjack", Step.LOSE),
        ("Kh 6c 5d", "Kd Ac", PLAIN, "dealer blackjack", Step.LOSE_TO_BLACKJACK),
        ("Kh 6c Kc", "Kd 6d Kc", PLAIN, "bust", Step.BUST),
        ("Kh Ac", "Kd 8s", PLAIN, "blackjack", Step.BLACKJACK_ANY),
        ("Kh Ac", "Kd Ad", PLAIN, "blackjack", Step.BLACKJACK_WINS),
        ("Kh Ac", "hidden Kd Ad", PLAIN, "blackjack", Step.BLACKJACK_ANY),
        ("split Kh Ac", "Kd 8s", PAID, "21", None),
        ("split Kh Ac", "Kd 5c 6c", PAID, "split two-card 21", Step.BLACKJACK_WINS),
        ("split Kh Ac", "Kd Ad", PAID, "split two-card 21", Step.BLACKJACK_WINS),
        ("split Kh 6c 5d", "Kd 5c 6c", PAID, "21", None),
        ("split Kh 9c", "Kd 5c 6c", PAID, "loss", Step.LOSE),
        ("split Kh Ac", "Kd 5c 6c", PUSH, "push", Step.PUSH),
        ("split Kh Ac", "Kd 8s", PUSH, "21", None),
        ("split Kh Ac", "Kd Ad", PUSH, "dealer blackjack", Step.LOSE_TO_BLACKJACK),
        ("split Kh 6c 5d", "Kd 5c 6c", PUSH, "21", None),
        ("split Kh 9c", "Kd 5c 6c", PUSH, "loss", Step.LOSE),
        ("split Kh Ac", "Kd 5c 6c", PLAIN, "21", None),
        ("Kh 6c 5d", "Kd 6d Kc", PLAIN, "21", None),
    ],
)
def test_how_a_wager_ends(hand: str, dealer: str, literal: SplitTwoCard21, line: str, step: Step | None) -> None:
    rules = replace(table_rules("ma"), split_two_card_21=literal)
    stake = Stake(player="p1", amount=Cents(1000))
    cards = cards_from_text(hand.removeprefix("split "))
    is_bust = line == "bust"
    held = Hand(
        cards=cards,
        stakes=(stake,),
        is_split=hand.startswith("split"),
        status=HandStatus.BUST if is_bust else HandStatus.PLAYING,
    )
    is_hidden = dealer.startswith("hidden")
    current = Round(number=1, dealer=cards_from_text(dealer.removeprefix("hidden ")), is_hole_hidden=is_hidden)
    end = outcome(held, stake, current, rules)
    pushes, losses = ("push",), ("loss", "bust", "dealer blackjack")
    expected = HandResult.PUSH if line in pushes else HandResult.LOSS if line in losses else HandResult.WIN
    assert (end.result, end.line) == (expected, line)
    assert step is None or end.clause == rules.clause_of(step)


def _shuffler(rules: TableRules, **found: Any) -> bool:
    """Whether the second batch is ready at an open table of which this is so."""
    opening = Opening(now=0, cards=cards_from_text("9s"), done=(Handling.VERIFIED,))
    pack = found.pop("pack", Pack())
    return is_batch_ready(TableState(opening=replace(opening, **found), pack=pack), rules)


def test_a_second_batch_is_ready_when_its_cards_lie_there_and_are_verified() -> None:
    rules = replace(table_rules("md"), preshuffled_cards=False)
    assert _shuffler(rules)
    assert not _shuffler(rules, cards=None)
    assert not _shuffler(rules, pack=None)
    assert not _shuffler(rules, done=(Handling.INSPECTED,))
    assert not _shuffler(rules, tens=cards_from_text("9s"))
    preshuffled = replace(rules, preshuffled_cards=True)
    assert _shuffler(preshuffled, done=())
    assert not _shuffler(preshuffled, cards=None)
    assert not is_batch_ready(TableState(), preshuffled)


@pytest.mark.parametrize(
    ("shoe", "told"),
    [
        ("Kh 6d 9c Ks 8c", ["WagerPaid", "CouponPaid", "WagerReturned"]),
        ("Kh 9d 9c Ks", ["CouponReturned", "WagerReturned"]),
        ("Kh 9d 8c Ks", ["CouponCollected", "WagerCollected"]),
    ],
)
def test_a_coupon_is_settled_before_its_wager_leaves_the_layout(shoe: str, told: list[str]) -> None:
    table = seat("ma", shoe, {1: 10}, match_play_coupons=True)
    table.do(c.PlaceCoupon(player="p1", box=1, wager=Wager.BASE, amount=Cents(1000)))
    table.deal()
    answer(table, "stand")
    kinds = [type(each).__name__ for each in table.events]
    assert [each for each in kinds if each in {"WagerPaid", *told}][-len(told) :] == told
