"""Cards found face up, 10-spots in the shoe, and what a void round gives back."""

from __future__ import annotations

from typing import Any

import pytest

from siete.cards import cards_from_text
from siete.money import Cents, whole_cents
from siete.rules.steps import Step
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.due import Question
from siete.table.money.meter import apply as apply_meter
from siete.table.money.meter import award
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager
from tests.table.procedure.faulty import Faulty
from tests.table.procedure.tables import each, maryland, refused

FIND = c.FindFaceUp(by="dan")
DISPOSE = c.DisposeTen(by="fay")


@each(*maryland("MD-13.A"), ("ma", ("MA-15.a.1",)), ("s13", ("S13-o.1-1",)))
def test_a_card_found_face_up_is_not_used_and_goes_to_the_discard_rack(rules: str) -> None:
    table = Faulty(rules, "9s 8h 7d")
    assert refused(table, FIND) == ("command/no-card-due", table.rules.clause_of(Step.FACE_UP_CARD))
    table.bet(1)
    table.deal(0)
    (found,) = table.do(FIND)
    assert found == e.FaceUpCardFound(card=cards_from_text("9s")[0], clause=table.rules.clause_of(Step.FACE_UP_CARD))
    assert table.state.discards[-1] == cards_from_text("9s")[0]
    assert table.state.round is not None
    assert table.state.round.faults.face_up == 1, "one more makes the round void"
    table.check()
    table.step()
    assert table.happened(e.CardDealt)[0].card == cards_from_text("8h")[0], "the next card takes its place"
    table.finish()
    assert not table.happened(e.RoundVoided)
    table.check()


@each(*maryland("MD-13.B"), ("ma", ("MA-15.a.2",)), ("s13", ("S13-o.1-2",)))
def test_a_second_card_face_up_makes_the_round_void_and_the_cards_are_shuffled(rules: str) -> None:
    table = Faulty(rules, "9s 8h 7d 5c 6c 2d 3d")
    table.bet(1, 10)
    table.bet(3, 25)
    table.deal(0)
    table.do(FIND)
    table.deal(4)
    made = table.do(FIND)
    clause = table.rules.clause_of(Step.FACE_UP_CARDS)
    assert [(type(event), event.clause) for event in made[1:]] == [
        (e.RoundVoided, clause),
        (e.WagerReturned, clause),
        (e.WagerReturned, clause),
        (e.ReshuffleOrdered, clause),
    ]
    assert table.state.racks == {"ana": whole_cents(10_000), "ben": whole_cents(10_000)}
    table.check()
    assert table.step() == c.PickUp()
    assert table.step() == c.CollectShoe()
    table.check()
    table.until(c.StartRound)
    assert len(table.happened(e.CardsShuffled)) == 2


def test_cards_found_face_up_are_counted_by_round() -> None:
    table = Faulty("md", "9s 8h 7d 5c 6c 2d 3d")
    for _ in range(2):
        table.bet(1)
        table.until(c.Deal)
        table.do(FIND)
        table.finish()
        table.until(c.StartRound)
        table.step()
    assert not table.happened(e.RoundVoided)
    table.check()


DISPOSALS = {"md": "torn", "md-draft": "torn", "ma": "approved_manner", "s13": "destroyed"}


@each(*maryland("MD-13.C"), ("ma", ("MA-15.b.1",)), ("s13", ("S13-o.2-1",)))
def test_a_ten_spot_is_not_dealt_but_disposed_of_by_the_floor(rules: str) -> None:
    table = Faulty(rules, "9s 10h 7d 5c")
    table.bet(1)
    table.deal(0)
    clause = table.rules.clause_of(Step.TEN_FOUND)
    assert refused(table, DISPOSE) == ("command/no-ten", clause)
    table.step()
    assert refused(table, c.Deal(box=0)) == ("command/approval-required", clause)
    (gone,) = table.do(DISPOSE)
    assert gone == e.TenDisposed(card=cards_from_text("10h")[0], how=DISPOSALS[rules], by="fay", clause=clause)
    table.check()
    table.finish()
    assert cards_from_text("10h")[0] in table.state.removed
    assert cards_from_text("10h")[0] not in [event.card for event in table.happened(e.CardDealt)]
    table.do(c.OrderReshuffle(by="fay"))
    table.until(c.StartRound)
    assert len(table.shoe) == len(table.full), "it never comes back"
    table.check()


@each(*maryland("MD-13.C"), ("ma", ("MA-15.b.1",)), ("s13", ("S13-o.2-1",)))
def test_a_ten_spot_that_lies_face_up_is_disposed_of_and_never_comes_back(rules: str) -> None:
    table = Faulty(rules, "9s 10h 7d 5c")
    table.bet(1)
    table.deal(1)
    assert refused(table, FIND) == ("command/ten-found", table.rules.clause_of(Step.TEN_FOUND))
    table.do(c.DisposeTen(by="fay", is_face_up=True))
    assert cards_from_text("10h")[0] in table.state.removed
    assert cards_from_text("10h")[0] not in table.state.discards
    table.finish()
    table.check()


@each(*maryland("MD-13.B"), ("ma", ("MA-15.a.2",)), ("s13", ("S13-o.1-2",)))
def test_a_ten_spot_face_up_counts_as_a_face_up_card(rules: str) -> None:
    table = Faulty(rules, "9s 10h 7d 5c 6c")
    table.bet(1)
    table.deal(0)
    table.do(FIND)
    table.deal(1)
    made = table.do(c.DisposeTen(by="fay", is_face_up=True))
    assert (e.RoundVoided, table.rules.clause_of(Step.FACE_UP_CARDS)) in [(type(each), each.clause) for each in made]
    assert not any(isinstance(each, e.DecksCondemned) for each in made), "it is the only 10-spot"


@each(*maryland("MD-13.D"))
def test_a_second_ten_spot_voids_the_round_and_the_decks_are_withdrawn(rules: str) -> None:
    table = Faulty(rules, "9s 10h 7d 10c")
    table.bet(1)
    table.deal(1)
    table.do(DISPOSE)
    table.deal(3)
    made = table.do(DISPOSE)
    clause = table.rules.clause_of(Step.TENS_FOUND)
    kinds = [e.TenDisposed, e.RoundVoided, e.WagerReturned, e.DecksCondemned]
    assert [type(event) for event in made] == kinds
    assert {event.clause for event in made[1:]} == {clause}
    assert table.state.racks["ana"] == whole_cents(10_000)
    table.finish()
    table.check()
    assert refused(table, c.StartRound()) == ("command/not-this-step", clause)
    withdrawn = table.do(c.WithdrawDecks())
    assert withdrawn == (e.DecksWithdrawn(count=len(table.full), clause=clause),)
    assert refused(table, c.BringDecks())[0] == "command/cards-missing"
    assert refused(table, c.BringDecks(cards=cards_from_text("10h")))[0] == "command/wrong-cards"
    table.until(c.StartRound)
    assert table.happened(e.CardsReady)[-1].cards == table.full


@each(("ma", ("MA-15.b.2",)), ("s13", ("S13-o.2-2",)))
def test_a_second_ten_spot_voids_the_round_and_the_decks_stay(rules: str) -> None:
    table = Faulty(rules, "9s 10h 7d 10c")
    table.bet(1)
    table.deal(1)
    table.do(DISPOSE)
    table.deal(3)
    made = table.do(DISPOSE)
    assert made[1].clause == made[-1].clause == table.rules.clause_of(Step.TENS_FOUND)
    assert isinstance(made[-1], e.ReshuffleOrdered)
    table.finish()
    assert table.due() == c.CollectShoe()
    table.until(c.StartRound)
    assert table.happened(e.ReshuffleOrdered)
    assert not table.happened(e.DecksWithdrawn)
    table.check()


def test_a_void_round_gives_doubled_split_and_insured_money_back() -> None:
    table = Faulty("md", "8s 5d Ah 8h 6d 7c 3c 2s 9c")
    table.bet(1, 20)
    table.bet(3, 20)
    table.until_asked(Question.INSURANCE)
    table.do(c.TakeInsurance(player="ben", box=3, amount=whole_cents(10)))
    table.do(c.DeclineInsurance(player="ana", box=1))
    table.to_question()
    table.do(c.Split(player="ana", box=1))
    table.to_question()
    table.do(c.Double(player="ana", box=1, amount=whole_cents(20)))
    table.do(FIND)
    assert not table.happened(e.RoundVoided)
    made = table.do(FIND)
    table.check()
    assert table.state.layout == 0
    assert sum(event.amount for event in made if isinstance(event, e.WagerReturned)) >= whole_cents(80)
    lost = sum(event.amount for event in table.happened(e.WagerCollected))
    assert sum(table.state.racks.values()) + lost == whole_cents(20_000)


def _with_sides(*, is_reversed: bool) -> PracticeTable:
    choices: dict[str, Any] = {"spin_offered": True, "void_reverses_settled_sidebets": is_reversed}
    table = PracticeTable("md", shoe="9s 9h 7d 5c 2c 3d 4d", chips={"ana": 500}, **choices)
    table.wager("ana", 1, 25)
    table.wager("ana", 1, 5, "match-up")
    table.wager("ana", 1, 5, "bonus-spin")
    table.deal()
    table.do(c.Hit(player="ana", box=1))
    table.do(FIND)
    return table


def test_a_void_round_takes_the_contribution_off_the_meter_and_gives_taken_wagers_back() -> None:
    table = _with_sides(is_reversed=False)
    (added,) = [event for event in table.events if isinstance(event, e.ContributionMade)]
    paid = sum(event.amount for event in table.events if isinstance(event, e.WagerPaid))
    made = table.do(FIND)
    (back,) = [event for event in made if isinstance(event, e.TakenWagerReturned)]
    assert (back.wager, back.amount) == (Wager.SPIN, whole_cents(5))
    assert paid, "the match wager was settled before"
    assert table.state.racks["ana"] == whole_cents(500) + paid, "and it stands"
    table.deal()
    (reversed_,) = [event for event in table.events if isinstance(event, e.ContributionReversed)]
    assert (reversed_.meter, reversed_.amount) == ("spin", added.amount)
    assert table.state.meters == 0
    assert table.state.money == whole_cents(500)


def _with_spin(**choices: Any) -> PracticeTable:
    table = PracticeTable("md", shoe="9s 9h 7d 5c 2c 3d 4d", chips={"ana": 500}, **choices)
    table.wager("ana", 1, 25)
    table.wager("ana", 1, 5, "bonus-spin")
    table.deal()
    table.do(c.Hit(player="ana", box=1))
    return table


@pytest.mark.clause("MD-12.D.6.b.iv")
def test_a_void_round_at_a_full_meter_takes_off_the_reserve_what_it_had_added_there() -> None:
    table = _with_spin(meter_seed=5000, meter_cap="$5,000.10")
    assert (table.meters["spin"].amount, table.meters["spin"].reserve) == (5000_10, 25)
    table.do(FIND)
    table.do(FIND)
    table.deal()
    assert (table.meters["spin"].amount, table.meters["spin"].reserve) == (5000_00, 0)
    assert table.state.meters == 0
    assert table.state.money == whole_cents(500)


@pytest.mark.clause("MD-12.D.6.b.iv")
def test_a_void_round_leaves_a_meter_alone_that_another_table_has_won_since() -> None:
    table = _with_spin()
    meter = table.meters["spin"]
    table.meters = {**table.meters, "spin": apply_meter(meter, award(meter, meter.amount, is_whole=True))}
    assert table.meters["spin"].amount == 5000_00
    table.do(FIND)
    table.do(FIND)
    table.deal()
    assert table.meters["spin"].amount == 5000_00
    assert table.state.racks["ana"] == whole_cents(500)
    assert table.state.money == whole_cents(500)


def test_a_void_round_undoes_settled_side_wagers_where_the_house_says_so() -> None:
    table = _with_sides(is_reversed=True)
    table.do(FIND)
    table.deal()
    assert table.state.racks["ana"] == whole_cents(500)
    assert table.state.inventory == Cents(0)


@pytest.mark.parametrize("is_reversed", [False, True])
def test_a_part_of_a_meter_won_before_is_paid_only_where_its_wager_stands(*, is_reversed: bool) -> None:
    table = _with_sides(is_reversed=is_reversed)
    won = e.AwardWon(player="ana", box=1, wager=Wager.SPIN, line="jackpot")
    table.state = apply(table.state, won)
    table.do(FIND)
    assert table.state.round is not None
    assert len(table.state.round.awards) == (0 if is_reversed else 1)


@pytest.mark.parametrize("name", ["wa", "wa-v002"])
def test_washington_follows_the_common_procedure(name: str) -> None:
    table = Faulty(name, "9s 8h 7d 5c")
    table.bet(1)
    table.deal(0)
    table.do(FIND)
    table.do(FIND)
    assert table.state.round is not None
    assert table.state.round.is_void
    table.check()
    table.finish()
