"""Exactly what happens, and how often, in cases that tables of random play seldom come to."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest

from siete.cards import Card, cards_from_text
from siete.errors import FaultyDocumentError, ParseError
from siete.money import Cents, whole_cents
from siete.rules.names import NAMES
from siete.rules.steps import Step
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table import events as e
from siete.table import practice, wellformed
from siete.table.apply.faults import HANDLERS as FAULTS
from siete.table.apply.opening import HANDLERS as OPENED
from siete.table.apply.play import HANDLERS as PLAYED
from siete.table.approvals import approval_point
from siete.table.automatic import next_due
from siete.table.decide import refusal
from siete.table.desk.motions import CollectWager, step_for
from siete.table.desk.procedure import TablePhase
from siete.table.due import Approval, Due, Refusal
from siete.table.irregularities.cards import dispose_ten
from siete.table.legal import weighed
from siete.table.money import meter as m
from siete.table.practice import PracticeTable
from siete.table.stages.outcome import _step_of_21, against_blackjack
from siete.table.stages.play import double_limits
from siete.table.stages.prizes import _awards
from siete.table.stages.repairs import due_before_deal, withdraw
from siete.table.stages.shuffling import _is_spent, place_cover
from siete.table.state.box import Box
from siete.table.state.cards import Pack
from siete.table.state.hand import Hand, HandStatus, Stake
from siete.table.state.mishaps import Faults
from siete.table.state.opening import Opening
from siete.table.state.round import Award, Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.wagers import bonus_spin, xtreme_16
from siete.table.wagers.descriptions import rows_in_words
from tests.table.cases import answer, refused, seat
from tests.table.procedure.tables import Table

FIVE, HALF = Cents(500), Decimal("0.5")


def _with_coupon(rules: str, shoe: str, *decisions: str, **choices: object) -> list[e.Event]:
    """What happens to a wager of $10 with a coupon of $5 beside it, from the first decision on."""
    table = seat(rules, shoe, {1: 10}, match_play_coupons=True, **choices)
    table.do(c.PlaceCoupon(player="p1", box=1, wager=Wager.BASE, amount=FIVE))
    table.deal()
    answer(table, *decisions)
    kinds = (e.CouponCollected, e.CouponPaid, e.CouponReturned, e.WagerCollected, e.WagerReturned, e.WagerRescued)
    return [event for event in table.events if isinstance(event, kinds)]


@pytest.mark.parametrize(
    ("shoe", "decisions", "told"),
    [
        ("Kh 6d 6c Ks", ("surrender",), ["CouponCollected", "WagerReturned", "WagerCollected"]),
        ("5h 6d 6c Ks 8c 5s", ("double 10", "rescue"), ["WagerRescued", "CouponCollected", "WagerCollected"]),
    ],
)
def test_a_coupon_is_lost_once_with_its_wager(shoe: str, decisions: tuple[str, ...], told: list[str]) -> None:
    assert [type(each).__name__ for each in _with_coupon("ma", shoe, *decisions)] == told


@pytest.mark.parametrize("shoe", ["Kh Ad 9c Ks", "Kh Ks 9c Ad"])
def test_a_late_blackjack_takes_a_coupon_once(shoe: str) -> None:
    decisions = ("decline", "stand") if shoe.startswith("Kh A") else ("stand",)
    told = _with_coupon("ma", shoe, *decisions, hole_card_procedure="no_hole")
    assert [type(each).__name__ for each in told] == ["CouponCollected", "WagerCollected"]


def test_a_wager_ridden_on_the_second_hand_lies_behind_those_on_that_hand_only() -> None:
    ben, ana, cy = (Stake(player=name, amount=Cents(1000)) for name in ("ben", "ana", "cy"))
    hands = tuple(Hand(stakes=each, is_split=True) for each in ((cy,), (ben, ana), (ben,), (cy,)))
    table = seat("ma", "8s 6h 8d Kd", {1: 10})
    table.deal()
    assert table.state.round is not None
    (box,) = table.state.round.boxes
    state = replace(table.state, round=replace(table.state.round, boxes=(replace(box, hands=hands),)))
    after = PLAYED[e.SplitRidden](state, e.SplitRidden(player="ana", box=1, hand=1, rides=1))
    assert after.round is not None
    on = [[stake.player for stake in hand.stakes] for hand in after.round.boxes[0].hands]
    assert on == [["cy"], ["ben"], ["ben", "ana"], ["cy"]]
    stays = PLAYED[e.SplitRidden](state, e.SplitRidden(player="ana", box=1, hand=1, rides=0))
    assert stays.round is not None
    on = [[stake.player for stake in hand.stakes] for hand in stays.round.boxes[0].hands]
    assert on == [["cy"], ["ben", "ana"], ["ben"], ["cy"]]


def test_who_follows_a_split_may_fund_it_or_ride_one_of_the_two_hands_each_listed_once() -> None:
    table = PracticeTable("ma", shoe="8s 6h 8d Kd 9c 2h", chips={"ana": 100, "ben": 100}, max_bettors_per_box=3)
    table.wager("ben", 1, 25)
    table.do(c.AdmitBettor(player="ben", box=1, bettor="ana"))
    table.wager("ana", 1, 10)
    table.deal()
    table.decide(1, "split", player="ben")
    listed = [each.command for each in table.legal("ana")]
    rides = [each.rides for each in listed if isinstance(each, c.RideHand)]
    assert rides == [0, 1]
    assert [type(each) for each in listed].count(c.Split) == 1


def test_the_jackpots_wheel_and_its_prize_are_shown_for_each_size() -> None:
    rules = table_rules("md", {"spin_offered": True, "spin_both": True, "spin_wager": 5, "second_spin_paytable": "A"})
    assert [shown.name for shown in bonus_spin._shown(rules)] == ["bonus-spin", "bonus-spin-2"]
    told = [dict(panel.rows)["jackpot"] for panel in bonus_spin._panels(rules)]
    assert told[1] == "$1,000", "a fixed prize by its value"
    assert told[0] != told[1], "the meter's is on its display"


def test_seat_buttons_show_whoever_will_spin_whatever_else_they_wagered() -> None:
    wagers = {1: {"base": 10, "match-up": 5, "bonus-spin": 5}, 2: {"base": 10, "bonus-spin": 5}}
    table = seat("ma", "As Ks 6d Kh 9h Kc", wagers, spin_offered=True)
    table.deal()
    assert [event.box for event in table.events if isinstance(event, e.SeatButtonPressed)] == [1]
    assert all(
        event.clause == table.rules.clause_of(Step.SHOW_SPIN)
        for event in table.events
        if isinstance(event, e.SeatButtonPressed)
    )


def test_whoever_has_no_chips_is_told_the_least_wager_and_may_not_place_it() -> None:
    table = PracticeTable("md", shoe="8s", chips={"ana": 100})
    table.do(c.StartRound())
    told = [(each, why) for each, why in weighed(table.state, table.rules, "nobody") if why is not None]
    assert {(each.least, each.most) for each, _ in told if isinstance(each.command, c.PlaceWager)} == {(FIVE, FIVE)}


def test_the_hot_spot_is_drawn_among_the_boxes_with_a_wager_on_it_where_the_house_says_so() -> None:
    wagers = {2: {"base": 10, "xtreme-16": 5}, 4: {"base": 10, "match-up": 5}, 6: {"base": 10, "xtreme-16": 5}}
    for choice, expected in (("bettors_only", (2, 6)), ("all_positions", (1, 2, 3, 4, 5, 6, 7))):
        table = seat("md", "Kh 6d 9c Ks", wagers, xtreme_hotspot_selection=choice)
        assert table.state.round is not None
        assert xtreme_16.positions(table.state.round, table.rules) == expected


def test_xtreme_16_has_one_panel_with_its_wager_and_two_wheels() -> None:
    rules = table_rules("md")
    assert [shown.title for shown in xtreme_16._shown(rules)] == ["Hot Spot", "Community Pay"]
    assert [(panel.title, panel.note) for panel in xtreme_16._panels(rules)] == [(xtreme_16.TITLE, "$5")]
    assert list(xtreme_16._panels(table_rules("md", {"xtreme_offered": False}))) == []


def test_a_practice_table_reads_amounts_as_they_are_typed() -> None:
    found = [practice._cents(each) for each in (Decimal("0.5"), 0, 1, Decimal("-0.5"), -3)]
    assert found == [50, 0, 100, -50, -300]
    with pytest.raises(ParseError) as wrong:
        practice._cents("x" * 100)  # type: ignore[arg-type]
    assert wrong.value.sentence == f"'{'x' * 40}' is not an amount in dollars."


def test_nothing_is_taken_back_from_whoever_has_no_rack() -> None:
    rules = table_rules("wa", {"chip_denominations": [Decimal("0.01"), Decimal("0.5"), 1, 5]})
    state = TableState(rounds=1, racks={"ana": Cents(1)})
    asked = c.TakeCorrection(player="zoe", amount=Cents(1), round=1, change=1, by="fay", second="sue", reason="a slip")
    why = refusal(state, rules, asked)
    assert why is not None
    assert (why.code, why.sentence) == ("command/too-few-chips", "zoe is not at this table.")
    assert refusal(state, rules, replace(asked, player="ana")) is None
    nothing = refusal(state, rules, replace(asked, amount=Cents(0)))
    assert nothing is not None
    assert nothing.sentence.startswith("Correct more than $0")


def test_cards_that_jam_are_shuffled_cut_and_aligned_anew() -> None:
    order = (Card.from_text("9s"), Card.from_text("8s"))
    pack = Pack(order=order, is_cut=True, is_aligned=True, behind=1, steps=("riffle",), refusals=("ana",))
    again = FAULTS[e.ShufflerJammed](TableState(pack=pack), e.ShufflerJammed()).pack
    assert again == Pack(pile=order)


@pytest.mark.parametrize("name", ["md", "md-draft", "ma", "s13"])
def test_a_super_bonus_is_paid_with_its_hand_and_not_after_the_round(name: str) -> None:
    table = seat(name, "Kh 7s 7h 9c 7s Kd 7s", {1: 10, 2: 10})
    table.deal()
    table.decide(1, "stand")
    table.decide(2, "hit")
    assert table.is_over
    told = [(type(each), each.box) for each in table.events if isinstance(each, e.SuperBonusPaid | e.WagerReturned)]
    assert told == [(e.WagerReturned, 2), (e.SuperBonusPaid, 2), (e.WagerReturned, 1)]


def test_a_paytable_in_words_says_what_the_others_get() -> None:
    rows = dict(
        rows_in_words(table_rules("md"), bonus_spin.games(table_rules("md", {"spin_offered": True}))[Wager.SPIN].pays)
    )
    assert rows["jackpot"] == "100% of the meter"
    assert rows["$500 and $100"] == "$500, others $100"
    assert rows["$40"] == "$40"


def test_the_steps_of_a_procedure_begin_with_a_capital_letter() -> None:
    told = [each.words for phase in (TablePhase.OPENING, TablePhase.SHUFFLE) for each in phase.steps(table_rules("md"))]
    assert told
    assert [words for words in told if not words[0].isupper() or words[0] == words[1]] == []


def test_a_motion_at_a_box_that_is_not_there_is_refused_like_any_other_out_of_its_turn() -> None:
    table = seat("md", "Kh 6d 9c Ks", {1: 10})
    table.deal()
    table.do(c.Stand(player="p1", box=1))
    while not isinstance(due := next_due(table.state, table.rules), Due) or not isinstance(due.command, c.SettleHand):
        assert isinstance(due, Due)
        table.step(due.command)
    for box in (0, 2, 7):
        with pytest.raises(Refusal, match="not-this-step"):
            step_for(table.state, table.rules, table.meters, CollectWager(box=box))


def test_withdrawn_decks_are_counted_wherever_they_lie() -> None:
    nine = Card.from_text("9s")
    opening = Opening(now=0, cards=(nine,) * 2, tens=(nine,) * 3)
    pack = Pack(pile=(nine,) * 5, order=(nine,) * 7)
    state = TableState(shoe=(nine,) * 20, dealt=9, discards=(nine,) * 13, pack=pack, opening=opening)
    rules = table_rules("md")
    (gone,) = withdraw(state, rules, c.WithdrawDecks(), "a clause")
    assert gone == e.DecksWithdrawn(count=11 + 13 + 5 + 7 + 2 + 3, clause="a clause")
    (bare,) = withdraw(replace(state, shoe=None, opening=None), rules, c.WithdrawDecks(), "")
    assert bare == e.DecksWithdrawn(count=13 + 5 + 7)


def test_a_practice_table_checks_the_steps_of_the_house_too() -> None:
    table = seat("md", "Kh 6d 9c Ks", {1: 10})
    with pytest.raises(ParseError, match="command/malformed"):
        table.step(c.Deal(box="one"))  # type: ignore[arg-type]


def test_a_wheel_that_stops_at_no_text_is_refused_before_it_is_spun() -> None:
    wagers = {1: {"base": 10, "bonus-spin": 5}}
    with pytest.raises(ParseError, match="practice/no-symbol"):
        seat("md", "Ah 6d Kc 9s 9c", wagers, wheels=[(5,)], spin_offered=True)


def test_awards_of_two_games_are_paid_game_by_game() -> None:
    rules = table_rules("md", {"spin_offered": True})
    spun = [Award(box=box, player="ana", wager=Wager.SPIN, line="jackpot") for box in (5, 2)]
    hot = Award(box=1, player="ben", wager=Wager.XTREME, line="jackpot 1")
    for awards, first in (((spun[0], hot, spun[1]), Wager.SPIN), ((hot, *spun), Wager.XTREME)):
        found = _awards(Round(number=1, awards=awards), rules)
        assert isinstance(found, Due)
        assert isinstance(found.command, c.PayAward)
        assert found.command.wager is first


def test_a_batch_that_comes_out_counts_as_one_shuffle() -> None:
    order, nine = (Card.from_text("9s"), Card.from_text("8s")), (Card.from_text("9s"),)
    came = e.BatchChanged(order=order, stored=nine)
    spent = TableState(opening=Opening(now=0, batch=order), pack=Pack(pile=nine, shuffles=3, steps=("riffle",)))
    after = OPENED[e.BatchChanged](spent, came)
    assert after.pack == Pack(order=order, shuffles=4)
    idle = TableState(opening=Opening(now=0, cards=nine, batch=order, looker="ana", is_idle=True))
    again = OPENED[e.BatchChanged](idle, came)
    assert again.pack == Pack(order=order, shuffles=1, first="ana")
    asked_for = replace(idle, opening=Opening(now=0, cards=nine, batch=order, is_idle=True, is_batch_spread_asked=True))
    laid = OPENED[e.BatchChanged](asked_for, came).opening
    assert laid is not None
    assert (laid.cards, laid.batch, laid.is_face_up, laid.is_batch_out) == (order, nine, True, True)


def test_each_bettor_on_a_split_hand_loses_one_original_to_a_late_blackjack() -> None:
    """The first hand is bust for both: it counts as the one of each of them."""
    rules = table_rules("ma", {"hole_card_procedure": "no_hole"})
    stakes = tuple(Stake(player=name, amount=Cents(1000), is_open=False, is_lost=True) for name in ("ben", "ana"))
    lost = Hand(stakes=stakes, is_split=True, status=HandStatus.BUST)
    open_ = Hand(cards=cards_from_text("9s 8s"), is_split=True, stakes=(Stake(player="ana", amount=Cents(1000)),))
    box = Box(number=1, decider="ben", hands=(lost, open_))
    current = Round(number=1, boxes=(box,), dealer=cards_from_text("Kd Ad"))
    for index, stake in ((1, open_.stakes[0]), (1, replace(open_.stakes[0], player="ben"))):
        taken = against_blackjack(current, box, index, stake, rules)
        assert (taken.collected, taken.returned) == (0, 1000), stake.player
    other = against_blackjack(current, box, 1, replace(open_.stakes[0], player="cy"), rules)
    assert (other.collected, other.returned) == (1000, 0)


def test_a_21_that_is_paid_at_once_cites_that_whatever_the_dealer_has() -> None:
    hand = Hand(cards=cards_from_text("Kh 6c 5d"))
    for dealer in (17, 21, 26):
        assert _step_of_21(hand, dealer, table_rules("wa")) is Step.PAY_21
    assert _step_of_21(hand, 21, table_rules("md")) is Step.TWENTY_ONE_WINS
    assert _step_of_21(hand, 26, table_rules("md")) is Step.DEALER_BUST


# --- approvals -------------------------------------------------------------------------------------------------------


def test_a_refusal_without_an_approval_is_told_so_before_its_reason_is_looked_at() -> None:
    table = seat("md", "Kh 6d 9c Ks", {1: 10})
    table.deal()
    for reason in ("", " ", "not now", "x" * 10_000):
        assert refused(table, c.RefuseApproval(by="fay", reason=reason))[0] == "command/no-approval"


def test_an_approval_is_refused_with_a_reason_of_some_letters() -> None:
    table = seat("md", "Kh 9d 9c Ks 9h", {1: 10})
    table.deal()
    table.do(c.FailReader(by="dana"))
    assert table.approval is not None
    for reason, code in ((" " * 10_000, "no-reason"), ("x" * 10_000, "long-reason"), ("", "no-reason")):
        assert refused(table, c.RefuseApproval(by="fay", reason=reason))[0] == f"command/{code}"


def test_the_point_of_an_approval_counts_all_cards_that_have_left_the_shoe() -> None:
    state = TableState(dealt=5, removed=(Card.from_text("9s"),) * 2, discards=(Card.from_text("8s"),) * 10)
    assert approval_point(state, c.VoidRound(by="fay")) == "0.VoidRound..0.17.0"
    assert approval_point(replace(state, rounds=3), c.SignItem(by="fay", item="shoe")) == "3.SignItem.shoe.0.17.0"


# --- cards -----------------------------------------------------------------------------------------------------------

TEN = Card.from_text("Ts")


@pytest.mark.parametrize(("count", "kind"), [(0, Approval), (1, Approval), (2, Due)])
def test_the_discards_fill_the_shoe_where_more_of_them_lie_there_than_are_burned(count: int, kind: type) -> None:
    rules = table_rules("md")
    assert rules.burn_on_load == 1
    nine = Card.from_text("9s")
    state = TableState(shoe=(nine,), dealt=1, pack=Pack(), discards=(nine,) * count)
    assert isinstance(due_before_deal(Round(number=1), state, rules), kind)


@pytest.mark.parametrize(("dealt", "is_spent"), [(49, False), (50, True), (51, True)])
def test_a_shoe_without_a_cover_card_is_spent_when_so_many_cards_are_dealt(dealt: int, is_spent: bool) -> None:
    rules = table_rules("wa", {"cover_cards": 0, "penetration": "1/2"})
    state = TableState(shoe=(Card.from_text("9s"),) * 100, dealt=dealt, pack=Pack(is_loaded=True))
    assert state.pack is not None
    assert _is_spent(state, state.pack, rules) is is_spent
    assert not _is_spent(state, state.pack, replace(rules, cover_cards=1))


def test_a_second_ten_orders_one_shuffle() -> None:
    rules = replace(table_rules("wa", {"several_tens": "reshuffle"}))
    state = TableState(shoe=(TEN,), pack=Pack(), round=Round(number=1, faults=Faults(tens=1)))
    made = [type(each) for each in dispose_ten(state, rules, c.DisposeTen(by="fay"))]
    assert made == [e.TenDisposed, e.RoundVoided, e.ReshuffleOrdered]
    first = replace(state, round=Round(number=1))
    assert [type(each) for each in dispose_ten(first, rules, c.DisposeTen(by="fay"))] == [e.TenDisposed]


def test_a_cover_card_too_deep_is_refused_by_the_clause_of_its_depth() -> None:
    table = Table("md", {1: "ana"}, is_ready=False)
    table.take(e.CardsReady(cards=table.full))
    table.until(c.PlaceCoverCard)
    for cited, expected in ((("depth",), "depth"), ((), "the step's")):
        rules = replace(table.rules, clauses={"cover_card_depth": cited})
        with pytest.raises(Refusal) as deep:
            list(place_cover(table.state, rules, c.PlaceCoverCard(behind=1), "the step's"))
        assert (deep.value.code, deep.value.clause) == ("command/cover-depth", expected)


# --- meters ----------------------------------------------------------------------------------------------------------


def test_a_meter_gives_back_what_it_holds_to_the_fraction() -> None:
    held = m.Meter(
        amount=Cents(3), reset=Cents(0), fraction=Fraction(1, 4), reserve=Cents(2), reserve_fraction=Fraction(1, 2)
    )
    taken = m.reverse(held, Cents(100), Fraction(1, 10), Fraction(1, 20))
    assert (taken.meter, taken.reserve, taken.moved) == (Fraction(13, 4), Fraction(5, 2), 5)
    after = m.apply(held, taken)
    assert not any((after.amount, after.fraction, after.reserve, after.reserve_fraction))


def test_only_whole_awards_are_counted_as_restarts() -> None:
    start = m.Meter.seeded_with(Cents(100), reset=Cents(100))
    part = m.apply(start, m.award(start, Cents(10), is_whole=False))
    whole = m.apply(part, m.award(part, part.amount, is_whole=True))
    again = m.apply(whole, m.award(whole, whole.amount, is_whole=True))
    assert [each.restarts for each in (start, part, whole, again)] == [0, 0, 1, 2]


# --- words -----------------------------------------------------------------------------------------------------------


def test_what_is_no_command_is_shown_in_forty_letters() -> None:
    with pytest.raises(ParseError) as wrong:
        wellformed.check("x" * 100)
    assert wrong.value.sentence == f"'{'x' * 39} is not a command of a table."


@pytest.mark.parametrize("name", NAMES)
def test_the_most_that_a_double_may_be_is_never_below_the_least(name: str) -> None:
    """So whether an amount that is refused is above the most or at it tells nothing."""
    allowed = 0
    for table_min, double_min in product((1, 5, 25), ("none", 1, 5, 25)):
        try:
            rules = table_rules(
                name, {"table_min": table_min, "double_min": double_min, "chip_denominations": [HALF, 1, 5]}
            )
        except FaultyDocumentError:
            continue
        allowed += 1
        for dollars, doubles in product((table_min, 40, rules.table_max // 100), ((), (Cents(100),))):
            stake = Stake(player="ana", amount=whole_cents(dollars), doubles=doubles)
            least, most = double_limits(Hand(stakes=(stake,), doublings=len(doubles)), stake, rules)
            assert 0 < least <= most
    assert allowed >= 6
