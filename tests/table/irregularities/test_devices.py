"""The card reader and the shuffler out of order, a shoe that runs out, and a count that is wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from siete.cards import SPANISH_DECK, cards_from_text
from siete.money import whole_cents
from siete.rules.options import Authority
from siete.rules.steps import Step
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.due import Approval, Ask, Question, Waiting
from siete.table.legal import legal
from siete.table.stages.shuffling import cut_limits, needs_cut
from tests.table.next_commands import next_approval
from tests.table.procedure.closed import Closed
from tests.table.procedure.faulty import Faulty
from tests.table.procedure.tables import Table, each, maryland, refused

FULL = whole_cents(10_000)
NOTIFIED = {"md": Authority.FLOORPERSON, "md-draft": Authority.FLOORPERSON}


def dealt(rules: str, stack: str) -> Faulty:
    table = Faulty(rules, stack, {1: "ana"})
    table.bet(1)
    table.until_asked(Question.PLAY)
    return table


def misread(rules: str, *, is_readable: bool) -> c.MisreadHoleCard:
    rank = NOTIFIED.get(rules, Authority.SUPERVISOR)
    return c.MisreadHoleCard(by="fay", rank=rank, is_readable=is_readable)


@each(*maryland("MD-13.P"), ("ma", ("MA-15.l",)), ("s13", ("S13-o.12",)))
def test_the_right_person_is_told_of_a_hole_card_in_the_reader(rules: str) -> None:
    table = dealt(rules, "9s 6h 3d 5c 4c 8d")
    clause = table.rules.clause_of(Step.READER_ERROR)
    by_dealer = c.MisreadHoleCard(by="dan", is_readable=False)
    assert refused(table, by_dealer) == ("command/approval-required", clause)
    by_floor = c.MisreadHoleCard(by="fay", rank=Authority.FLOORPERSON, is_readable=False)
    if rules in NOTIFIED:
        above = c.MisreadHoleCard(by="sue", rank=Authority.SUPERVISOR, is_readable=False)
        assert table.do(above)[0].clause == table.do(by_floor)[0].clause == clause
    else:
        assert refused(table, by_floor) == ("command/approval-required", clause)
        assert table.do(misread(rules, is_readable=False))[0].clause == clause
    faced = Faulty(rules, "9s Kh 3d 5c 4c 8d", {1: "ana"})
    faced.bet(1)
    faced.until_asked(Question.PLAY)
    assert refused(faced, misread(rules, is_readable=True)) == ("command/reader-due", clause)


@each(*maryland("MD-13.P"), ("ma", ("MA-15.l",)), ("s13", ("S13-o.12",)))
def test_only_a_hole_card_that_lies_face_down_can_be_misread(rules: str) -> None:
    table = Faulty(rules, "9s 6h 3d 5c 4c 8d", {1: "ana"})
    none = ("command/no-hole-card", table.rules.clause_of(Step.READER_ERROR))
    assert refused(table, misread(rules, is_readable=True)) == none
    table.bet(1)
    table.deal(3)
    assert refused(table, misread(rules, is_readable=True)) == none, "it has not been dealt"
    table.until(c.TurnHoleCard)
    assert table.do(misread(rules, is_readable=False))
    table.step()
    assert refused(table, misread(rules, is_readable=True)) == none, "everybody sees it"


@each(("ma", ("MA-15.l",)), ("s13", ("S13-o.12",)))
def test_without_a_reader_no_hole_card_is_misread(rules: str) -> None:
    table = Faulty(rules, "9s 6h 3d 5c 4c 8d", {1: "ana"}, hole_card_procedure="hole_no_peek")
    table.bet(1)
    table.until_asked(Question.PLAY)
    assert refused(table, misread(rules, is_readable=True))[0] == "command/no-hole-card"


@each(*maryland("MD-13.P.1"), ("ma", ("MA-15.l.1",)), ("s13", ("S13-o.12.i",)))
def test_all_hands_are_dead_when_a_player_could_learn_the_hole_card(rules: str) -> None:
    table = dealt(rules, "9s 6h 3d 5c 4c 8d")
    made = table.do(misread(rules, is_readable=True))
    clause = table.rules.clause_of(Step.READER_ERROR_SEEN)
    assert [(type(event), event.clause) for event in made[1:]] == [(e.RoundVoided, clause), (e.WagerReturned, clause)]
    assert table.state.racks["ana"] == FULL
    assert table.step() == c.PickUp()
    table.check()


@each(*maryland("MD-13.P.1"), ("ma", ("MA-15.l.1",)), ("s13", ("S13-o.12.i",)))
def test_all_hands_are_dead_where_the_reader_in_use_shows_the_card_to_players(rules: str) -> None:
    table = Faulty(rules, "9s 6h 3d 5c 4c 8d", {1: "ana"}, reader_reveals_to_players=True)
    table.bet(1)
    table.until_asked(Question.PLAY)
    made = table.do(misread(rules, is_readable=False))
    assert [type(event) for event in made] == [e.HoleCardMisread, e.RoundVoided, e.WagerReturned]
    assert table.state.racks["ana"] == FULL
    table.check()


@each(*maryland("MD-13.P.2"), ("ma", ("MA-15.l.2",)), ("s13", ("S13-o.12.ii",)))
def test_play_goes_on_when_no_player_could_learn_the_hole_card(rules: str) -> None:
    table = dealt(rules, "9s 6h 3d 5c 4c 8d")
    made = table.do(misread(rules, is_readable=False))
    assert made[1:] == (e.PlayContinued(clause=table.rules.clause_of(Step.READER_ERROR_UNSEEN)),)
    table.do(c.Hit(player="ana", box=1))
    table.finish()
    assert not table.happened(e.RoundVoided)
    table.check()


@each(*maryland("MD-13.Q"))
def test_a_broken_reader_stops_the_table_until_it_is_repaired(rules: str) -> None:
    table = Faulty(rules, "9s Ah 3d 5c 4c 8d", {1: "ana"})
    table.bet(1)
    table.deal(1)
    clause = table.rules.clause_of(Step.READER_FAULT)
    assert refused(table, c.VoidRound(by="fay"))[0] == "command/no-reason-to-void"
    table.do(c.FailReader(by="dan"))
    assert refused(table, c.FailReader(by="dan")) == ("command/reader-state", clause)
    assert refused(table, c.Deal(box=0)) == ("command/approval-required", clause)
    table.do(c.RepairReader(by="fay"))
    assert table.step() == c.Deal(box=0)
    table.until(c.Peek)
    table.do(c.FailReader(by="dan"))
    assert refused(table, c.Peek()) == ("command/approval-required", clause)
    table.do(c.VoidRound(by="fay"))
    assert table.state.racks["ana"] == FULL
    assert table.step() == c.PickUp()
    assert refused(table, c.StartRound()) == ("command/approval-required", clause), "the next round waits too"
    table.do(c.RepairReader(by="fay"))
    table.until(c.StartRound)
    table.check()


@each(("ma", ("MA-15.k2",)), ("s13", ("S13-o.13",)))
def test_a_table_goes_on_without_its_broken_reader(rules: str) -> None:
    table = Faulty(rules, "9s Kh 3d Ac 4c 9d Qh 3c Ad", {1: "ana"})
    table.bet(1)
    table.deal(1)
    (failed,) = table.do(c.FailReader(by="dan"))
    assert failed == e.ReaderFailed(goes_on=True, clause=table.rules.clause_of(Step.READER_FAULT))
    table.finish()
    assert not table.happened(e.HoleCardChecked), "the blackjack shows only when the hole card is turned"
    assert sum(event.amount for event in table.happened(e.WagerCollected)) == whole_cents(10)
    table.until(c.StartRound)
    table.step()
    table.bet(1)
    table.finish()
    assert not table.happened(e.HoleCardChecked), "nor is there a look in later rounds"
    table.check()


@each(("ma", ("MA-15.k2",)), ("s13", ("S13-o.13",)))
def test_a_broken_reader_looks_under_no_later_up_card_until_it_is_repaired(rules: str) -> None:
    table = Faulty(rules, "9s 6h 8d Jc Qc", {1: "ana"})
    table.do(c.FailReader(by="dan"))
    table.bet(1)
    table.finish()
    for is_repaired in (False, True):
        if is_repaired:
            table.do(c.RepairReader(by="fay"))
            assert refused(table, c.RepairReader(by="fay"))[0] == "command/reader-state"
        table.until(c.StartRound)
        table.take(e.ReshuffleOrdered(by="fay"))
        table.until(c.ShuffleCards)
        under_a_king = cards_from_text("2c 9s Kh 8d 7c")
        rest = [*(Counter(table.pack.pile) - Counter(under_a_king)).elements()]
        cut = [*under_a_king, *rest] if not needs_cut(table.state, table.rules, table.pack) else None
        at = cut_limits(table.rules, len(table.pack.pile))[0]
        table.do(c.ShuffleCards(order=tuple(cut or (*rest[-at:], *under_a_king, *rest[:-at]))))
        table.until(c.StartRound)
        table.step()
        table.bet(1)
        table.until_asked(Question.PLAY)
        assert table.state.round is not None
        assert str(table.state.round.up) == "Kh"
        assert bool(table.happened(e.HoleCardChecked)) is is_repaired
        table.finish()
    table.check()


@each(*maryland("MD-13.Q"))
def test_a_reader_that_fails_does_not_void_a_decided_round(rules: str) -> None:
    """Player 19, dealer 6, 10, then a ten: the dealer is bust and the winner is due payment."""
    table = Faulty(rules, "9s 6h Kd Jc Qc", {1: "ana"})
    table.bet(1)
    table.until(c.SettleHand)
    table.do(c.FailReader(by="dan"))
    clause = table.rules.clause_of(Step.READER_FAULT)
    assert refused(table, c.VoidRound(by="fay")) == ("command/no-reason-to-void", clause)
    table.finish()
    assert not table.happened(e.RoundVoided)
    assert table.state.racks["ana"] == FULL + whole_cents(10), "the winner is paid"
    assert next_due(table.state, table.rules) == Approval(c.RepairReader(by="house (automatic)"), clause)
    table.check()


@each(*maryland("MD-13.R"), ("ma", ("MA-15.j",)), ("s13", ("S13-o.10",)))
def test_cards_are_shuffled_again_after_a_jam(rules: str) -> None:
    table = Table(rules, shuffle_method="automated_batch")
    table.until(c.ShuffleCards)
    table.step()
    assert table.pack.order is not None
    assert table.do(c.JamShuffler(by="dan")) == (e.ShufflerJammed(clause=table.rules.clause_of(Step.SHUFFLER_JAM)),)
    assert table.due() == c.ShuffleCards()
    table.do(c.JamShuffler(by="dan"))
    table.until(c.StartRound)
    assert len(table.happened(e.CardsShuffled)) == 2
    assert refused(table, c.JamShuffler(by="dan")) == (
        "command/not-shuffling",
        table.rules.clause_of(Step.SHUFFLER_JAM),
    )
    assert sum(table.cards().values()) == len(table.full)


REMEDIES = {"md": ("cover", "sign"), "md-draft": ("sign", "cover"), "ma": ("remove",), "s13": ("remove",)}
BY_HAND = {"md": "MD-5.A.b", "md-draft": "MDD-5.A.b", "ma": "MA-4.j.1", "s13": "S13-d.1-1"}
"""What orders the first step of a shuffle by hand."""


@each(*maryland("MD-13.S"), ("ma", ("MA-15.k",)), ("s13", ("S13-o.11",)))
def test_an_unusable_shuffler_is_out_of_the_way_before_cards_are_shuffled_by_hand(rules: str) -> None:
    for how in REMEDIES[rules]:
        table = Table(rules, shuffle_method="automated_batch")
        clause = table.rules.clause_of(Step.SHUFFLER_OUT)
        aside_again = c.SetShufflerAside(by="fay", how=how)
        table.until(c.ShuffleCards)
        assert refused(table, aside_again) == ("command/shuffler-works", clause)
        table.do(c.FailShuffler(by="dan"))
        assert refused(table, c.ShuffleCards(order=table.full)) == ("command/approval-required", clause)
        signed = next_approval(table.state, table.rules)
        assert isinstance(signed, c.SetShufflerAside)
        assert signed.how in REMEDIES[rules]
        for wrong in {"cover", "sign", "remove", ""} - set(REMEDIES[rules]):
            assert refused(table, c.SetShufflerAside(by="fay", how=wrong)) == ("command/wrong-remedy", clause)
        (aside,) = table.do(c.SetShufflerAside(by="fay", how=how))
        assert aside == e.ShufflerSetAside(how=how, by="fay", clause=clause)
        assert refused(table, aside_again) == ("command/shuffler-works", clause)
        assert table.clause() == BY_HAND[rules]
        assert table.step() == c.DoShuffleStep(step="plug")
        assert refused(table, c.RepairShuffler(by="fay"))[0] == "command/shuffling"
        table.until(c.StartRound)
        table.do(c.RepairShuffler(by="fay"))
        assert not table.state.is_shuffler_down
        assert table.replayed() == table.state


def _near_the_end(rules: str) -> Faulty:
    """A table whose shoe runs out among the cards of the round in hand; the rack holds the cards of earlier ones."""
    table = Faulty(rules, "9s 8h 7d 5c 6c 9d")
    table.bet(1)
    table.finish()
    table.until(c.StartRound)
    table.step()
    table.bet(1)
    table.deal(table.state.dealt)
    while table.state.dealt < len(table.shoe) - 2:
        table.take(e.CardBurned(card=table.shoe[table.state.dealt]))
    # Burning the shoe down by hand left a debt of burns, which loading settles.
    table.take(e.DealerCame(dealer="dan", burns=0))
    return table


@each(*maryland("MD-13.K", "MD-13.L"), ("ma", ("MA-15.g",)), ("s13", ("S13-o.7",)))
def test_a_shoe_that_runs_out_is_filled_from_the_discard_rack(rules: str) -> None:
    table = _near_the_end(rules)
    table.check()
    burned = len(table.happened(e.CardBurned))
    assert table.until(c.ReuseDiscards) == c.ReuseDiscards()
    assert table.clause() == table.rules.clause_of(Step.SHOE_OUT)
    (reused,) = table.do(c.ReuseDiscards())
    assert isinstance(reused, e.DiscardsReused)
    assert table.due() == c.ShuffleCards()
    table.check()
    table.step()
    is_cut = needs_cut(table.state, table.rules, table.pack)
    assert is_cut is (rules in ("md", "md-draft")), "cut in accordance with Chapter 5"
    table.until(c.BurnCard)
    assert len(table.happened(e.CardsCut)) == 2 * is_cut, "as before the first shoe"
    assert table.clause() == table.rules.clause_of(Step.SHOE_OUT_BURN)
    assert len(table.shoe) == reused.count, "cards on the layout stay"
    table.step()
    assert len(table.happened(e.CardBurned)) == burned + 1
    assert len(table.state.discards) == 1
    assert isinstance(table.due(), c.Deal)
    table.finish()
    table.check()
    assert table.due() == c.CollectShoe(), "then all cards are shuffled"
    table.until(c.StartRound)
    assert len(table.shoe) == len(table.full)
    table.check()


@pytest.mark.parametrize("rules", ["md", "md-draft"])
def test_whoever_has_lost_may_still_cut_a_shoe_that_ran_out(rules: str) -> None:
    """What may be answered was empty: the settled hand was taken for one that is asked about."""
    table = _near_the_end(rules)
    table.until(c.ReuseDiscards)
    table.do(c.ReuseDiscards())
    table.until_asked(Question.CUT)
    table.do(c.RefuseCut(player="ben", box=3))
    (ask,) = _asked(table)
    assert ask.player == "ana"
    assert table.state.round is not None
    (box,) = table.state.round.boxes
    settled = tuple(
        replace(hand, stakes=tuple(replace(each, is_open=False) for each in hand.stakes)) for hand in box.hands
    )
    lost = replace(table.state, round=replace(table.state.round, boxes=(replace(box, hands=settled),)))
    for state in (table.state, lost):
        answers = {type(each.command) for each in legal(state, table.rules, ask.player)}
        assert answers == {c.CutCards, c.RefuseCut}


def _asked(table: Faulty) -> tuple[Ask, ...]:
    found = next_due(table.state, table.rules)
    assert isinstance(found, Waiting)
    return found.asks


def test_a_wrong_count_takes_the_cards_off_the_table() -> None:
    table = Faulty("md", "9s")
    table.bet(1)
    assert refused(table, c.MiscountCards(by="dan"))[0] == "command/no-count"
    table.finish()
    table.do(c.OrderReshuffle(by="fay"))
    table.do(c.MiscountCards(by="dan"))
    assert table.due() == c.WithdrawDecks()
    table.until(c.StartRound)
    assert sorted(map(str, table.shoe)) == sorted(map(str, SPANISH_DECK * table.rules.decks))


@pytest.mark.parametrize("command", [c.FailReader(by="dan"), c.FailShuffler(by="dan")])
def test_a_device_that_is_not_there_cannot_fail(command: c.Command) -> None:
    table = Table("ma", hole_card_procedure="no_hole", shuffle_method="manual")
    assert refused(table, command)[0] in ("command/no-reader", "command/no-shuffler")
    assert not isinstance(next_due(table.state, table.rules), Approval)


def test_an_opened_table_takes_new_decks_through_the_whole_inspection() -> None:
    table = Closed("md")
    table.comes("ana", 1)
    table.go_to(c.StartRound)
    table.do(c.OrderReshuffle(by="fay"))
    table.do(c.MiscountCards(by="dan"))
    assert isinstance(table.go_to(c.WithdrawDecks), c.WithdrawDecks)
    table.do(c.WithdrawDecks())
    assert table.due() == c.ReceiveCards()
    table.go_to(c.StartRound)
    assert len(table.happened(e.CardsInspected)) == 2
