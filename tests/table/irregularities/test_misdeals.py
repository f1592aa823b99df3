"""Cards drawn in error, seen too early, drawn on a standing total, or not dealt at all."""

from __future__ import annotations

import pytest

from siete.cards import Card, cards_from_text
from siete.money import whole_cents
from siete.rules.options import HoleCardProcedure
from siete.rules.steps import Step
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import HOUSE, Question
from siete.table.state.hand import HandStatus
from siete.table.state.wager import Wager
from tests.table.next_commands import next_approval
from tests.table.procedure.faulty import Faulty
from tests.table.procedure.tables import each, maryland, refused

EXPOSE = c.ExposeCard(by="dan")
PASS = c.PassOver(by="dan")
FULL = whole_cents(10_000)


def card(text: str) -> Card:
    return cards_from_text(text)[0]


def playing(rules: str, stack: str, *boxes: int, **choices: object) -> Faulty:
    """A table at its first decision; the dealer's second card is left out of the stack where none is dealt."""
    table = Faulty(rules, stack, {box: name for box, name in ((1, "ana"), (3, "ben")) if box in (boxes or (1,))})
    for box in boxes or (1,):
        table.bet(box)
    table.until_asked(Question.PLAY)
    return table


def stacked(rules: str, first: str, hole: str, rest: str) -> str:
    """A stack with the hole card, or without it where the dealer takes the second card later."""
    has_hole = Faulty(rules, "").rules.hole_card_procedure is not HoleCardProcedure.NO_HOLE
    return f"{first} {hole} {rest}" if has_hole else f"{first} {rest}"


@each(*maryland("MD-13.E"), ("ma", ("MA-15.c",)), ("s13", ("S13-o.3",)))
def test_a_card_drawn_unseen_is_the_next_card(rules: str) -> None:
    table = playing(rules, stacked(rules, "9s 6h 3d", "5c", "4c 8d"))
    made = table.do(c.DrawUnexposed(by="dan"))
    assert made == (e.CardDrawnUnexposed(clause=table.rules.clause_of(Step.DRAWN_UNEXPOSED)),)
    table.do(c.Hit(player="ana", box=1))
    table.step()
    assert table.happened(e.CardDealt)[-1].card == card("4c")
    table.finish()
    table.check()
    assert refused(table, c.DrawUnexposed(by="dan")) == (
        "command/no-card-due",
        table.rules.clause_of(Step.DRAWN_UNEXPOSED),
    )


@each(*maryland("MD-13.F"), ("ma", ("MA-15.d.1",)), ("s13", ("S13-o.4-1",)))
def test_a_card_that_was_seen_is_dealt_as_the_next_card(rules: str) -> None:
    table = Faulty(rules, stacked(rules, "9s 6h 3d", "5c", "4c 8d"), {1: "ana"})
    clause = table.rules.clause_of(Step.DRAWN_EXPOSED)
    table.bet(1)
    table.until_asked(Question.PLAY)
    assert table.do(EXPOSE) == (e.CardSeen(card=card("4c"), clause=clause),)
    table.check()
    assert refused(table, EXPOSE)[0] == "command/card-lies-there"
    table.do(c.Hit(player="ana", box=1))
    table.step()
    assert table.happened(e.CardDealt)[-1].card == card("4c")
    table.check()
    table.do(c.Hit(player="ana", box=1))
    table.step()
    assert table.happened(e.CardDealt)[-1].card == card("8d"), "and it is dealt once"
    table.finish()
    table.check()


@each(*maryland("MD-13.C"), ("ma", ("MA-15.b.1",)), ("s13", ("S13-o.2-1",)))
def test_a_10_spot_behind_a_seen_card_is_found_when_its_own_turn_comes(rules: str) -> None:
    table = playing(rules, stacked(rules, "9s 6h 3d", "5c", "4c Td 8d"))
    table.do(EXPOSE)
    table.do(c.Hit(player="ana", box=1))
    assert table.due() == c.Deal(box=1)
    table.step()
    assert table.happened(e.CardDealt)[-1].card == card("4c")
    table.do(c.Hit(player="ana", box=1))
    assert next_approval(table.state, table.rules) == c.DisposeTen(by=HOUSE)
    table.check()


@each(*maryland("MD-13.G"), ("ma", ("MA-15.d.2",)), ("s13", ("S13-o.4-2",)))
def test_a_player_who_refuses_the_seen_card_gets_no_more(rules: str) -> None:
    table = playing(rules, stacked(rules, "9s 8s 6h 3d 2d", "Kc", "4c 8d 7d"), 1, 3)
    assert refused(table, c.RefuseCard(player="ana", box=1))[0] == "command/not-an-answer"
    table.do(c.Hit(player="ana", box=1))
    table.do(EXPOSE)
    assert table.asked().question is Question.SEEN_CARD  # type: ignore[union-attr]
    made = table.do(c.RefuseCard(player="ana", box=1))
    assert made == (e.SeenCardRefused(box=1, hand=0, clause=table.rules.clause_of(Step.EXPOSED_REFUSED)),)
    assert refused(table, c.Hit(player="ana", box=1))[0] in ("command/not-your-turn", "command/not-the-decider")
    ask = table.asked()
    assert ask is not None
    assert (ask.box, ask.question) == (3, Question.PLAY), "it is offered on"
    table.do(c.RefuseCard(player="ben", box=3))
    assert table.state.round is not None
    assert [box.hands[0].status for box in table.state.round.boxes] == [HandStatus.STOOD] * 2
    table.finish()
    to_dealer = [event.card for event in table.happened(e.CardDealt) if event.box == e.DEALER]
    assert card("4c") in to_dealer, "who has 16, or one card, and must draw it"
    table.check()


def test_the_hand_that_asked_may_take_the_seen_card() -> None:
    table = playing("md", "9s 6h 3d 5c 4c 8d")
    table.do(c.Hit(player="ana", box=1))
    table.do(EXPOSE)
    table.do(c.AcceptCard(player="ana", box=1))
    table.step()
    assert table.happened(e.CardDealt)[-1].card == card("4c")
    table.check()


def test_a_doubled_hand_takes_the_seen_card() -> None:
    table = playing("md", "6s 6h 5d 5c 4c 8d")
    table.do(c.Double(player="ana", box=1, amount=whole_cents(10)))
    table.do(EXPOSE)
    assert table.due() == c.Deal(box=1)
    table.check()


HOLE = {rules: {"hole_card_procedure": "hole_reader"} for rules in ("ma", "s13")}
PLACES = {"md": "discard_rack", "md-draft": "discard_rack", "ma": "burned", "s13": "burned"}


@each(*maryland("MD-13.H"), ("ma", ("MA-15.d.3",)), ("s13", ("S13-o.4-3",)))
def test_a_seen_card_that_nobody_can_use_is_put_away(rules: str) -> None:
    table = Faulty(rules, stacked(rules, "9s 9h 8d", "Kc", "Qc 4c 8d"), {1: "ana"})
    table.bet(1)
    table.until_asked(Question.PLAY)
    table.do(c.Stand(player="ana", box=1))
    if len(table.state.round.dealer) == 1:  # type: ignore[union-attr]
        table.step()
    table.do(EXPOSE)
    seen = table.happened(e.CardSeen)[-1].card
    table.until(c.DiscardExposed)
    before = table.pack.burned
    (put,) = table.do(c.DiscardExposed())
    assert put == e.SeenCardUnused(card=seen, how=PLACES[rules], clause=table.rules.clause_of(Step.EXPOSED_UNUSED))
    assert table.state.discards[-1] == seen
    assert table.pack.burned == ((*before, seen) if PLACES[rules] == "burned" else before)
    table.finish()
    table.check()


@each(*maryland("MD-13.I"), ("ma", ("MA-15.e",)), ("s13", ("S13-o.5",)))
def test_a_card_that_the_dealer_draws_on_a_standing_total_is_put_away(rules: str) -> None:
    overdraw = c.Overdraw(by="dan")
    table = Faulty(rules, stacked(rules, "9s 9h 8d", "7c", "7c Qc 4c"), {1: "ana"})
    clause = table.rules.clause_of(Step.OVERDRAWN)
    table.bet(1)
    table.until_asked(Question.PLAY)
    assert refused(table, overdraw) == ("command/dealer-not-standing", clause)
    table.do(c.Stand(player="ana", box=1))
    while len(table.state.round.dealer) < 2 or table.state.round.is_hole_hidden:  # type: ignore[union-attr]
        table.step()
    assert refused(table, overdraw) == ("command/dealer-not-standing", clause), "16 is no total that stands"
    while not isinstance(table.due(), c.StandDealer | c.SettleHand):
        table.step()
    held, before = table.state.round.dealer, table.pack.burned  # type: ignore[union-attr]
    (drawn,) = table.do(overdraw)
    assert isinstance(drawn, e.CardOverdrawn)
    assert (drawn.how, drawn.clause) == (PLACES[rules], clause)
    assert table.state.round.dealer == held  # type: ignore[union-attr]
    assert table.state.discards[-1] == drawn.card
    assert table.pack.burned == ((*before, drawn.card) if PLACES[rules] == "burned" else before)
    table.finish()
    table.check()


@pytest.mark.clause("MD-13.F")
def test_no_card_is_exposed_before_one_is_about_to_be_dealt() -> None:
    table = Faulty("md", "9s 6h 3d 5c 4c 8d", {1: "ana"})
    table.bet(1)
    table.bet(1, 5, Wager.SPIN)
    table.until(c.Contribute)
    assert refused(table, EXPOSE) == ("command/not-in-play", "MD-13.F")
    table.until(c.Deal)
    table.do(EXPOSE)


@each(*maryland("MD-13.I"), ("ma", ("MA-15.e",)), ("s13", ("S13-o.5",)))
def test_no_card_is_overdrawn_under_a_hidden_hole_card_or_in_a_void_round(rules: str) -> None:
    table = Faulty(rules, "9s 9h 8d 9c 7c Qc 4c", {1: "ana"}, **HOLE.get(rules, {}))
    clause = table.rules.clause_of(Step.OVERDRAWN)
    table.bet(1)
    table.until(c.TurnHoleCard)
    overdraw = c.Overdraw(by="dan")
    assert refused(table, overdraw) == ("command/dealer-not-standing", clause), "18, but nobody sees it"
    table.step()
    table.do(overdraw)
    table.take(e.RoundVoided(reason="given up"))
    assert refused(table, overdraw) == ("command/no-card-due", clause)


@each(*maryland("MD-13.J"), ("ma", ("MA-15.f",)), ("s13", ("S13-o.6",)))
def test_a_dealer_who_misses_a_card_is_dealt_to_after_the_players(rules: str) -> None:
    miss = c.MissOwnCard(by="dan")
    table = Faulty(rules, "9s 8s 6h 3d 2d 5c")
    clause = table.rules.clause_of(Step.DEALER_MISSED)
    table.bet(1)
    table.bet(3)
    table.deal(0)
    assert refused(table, miss) == ("command/no-card-due", clause)
    table.deal(2)
    assert table.do(miss) == (e.DealerCardMissed(clause=clause),)
    table.until_asked(Question.PLAY)
    first = [event.box for event in table.happened(e.CardDealt)]
    has_hole = table.rules.hole_card_procedure is not HoleCardProcedure.NO_HOLE
    assert first == [1, 3, 1, 3, 0, *([0] if has_hole else [])]
    table.finish()
    table.check()


@each(*maryland("MD-13.M"), ("ma", ("MA-15.h.1",)), ("s13", ("S13-o.8-1",)))
def test_a_hand_without_cards_is_dead_and_in_the_next_deal(rules: str) -> None:
    table = Faulty(rules, "9s 6h 3d 5c 8d")
    clause = table.rules.clause_of(Step.NO_CARDS)
    assert refused(table, PASS)[0] == "command/no-card-due"
    table.bet(1)
    table.bet(3, 25)
    table.bet(3, 5, Wager.MATCH_UP)
    table.deal(1)
    made = table.do(PASS)
    assert [(type(event), event.clause) for event in made] == [
        (e.WagerReturned, clause),
        (e.WagerReturned, clause),
        (e.HandDied, clause),
    ]
    assert table.state.racks["ben"] == FULL
    table.check()
    table.finish()
    assert {event.box for event in table.happened(e.CardDealt)} == {0, 1}
    assert table.pack.entitled == frozenset({"ana", "ben"})
    table.until(c.StartRound)
    table.step()
    table.bet(3)
    table.finish()
    assert 3 in {event.box for event in table.happened(e.CardDealt)}
    table.check()


def test_the_only_hand_without_cards_makes_the_round_void() -> None:
    table = Faulty("md", "9s", {1: "ana"})
    table.bet(1)
    table.deal(0)
    table.do(PASS)
    assert table.state.racks["ana"] == FULL
    table.finish()
    table.check()


@each(*maryland("MD-13.N"), ("ma", ("MA-15.h.2",)), ("s13", ("S13-o.8-2",)))
def test_a_missed_second_card_comes_last_if_the_player_wants_it(rules: str) -> None:
    for reply in (c.AcceptCard, c.RefuseCard):
        table = Faulty(rules, "9s 8s 6h 3d 2d 5c 4d")
        table.bet(1)
        table.bet(3)
        table.deal(3)
        clause = table.rules.clause_of(Step.ONE_CARD)
        assert table.do(PASS) == (e.SecondCardMissed(box=1, clause=clause),)
        table.to_question()
        boxes = [event.box for event in table.happened(e.CardDealt)]
        assert boxes.count(3) == 2, "all others have theirs"
        assert (table.asked().box, table.clause()) == (1, clause)  # type: ignore[union-attr]
        table.check()
        table.do(reply(player="ana", box=1))
        table.check()
        if reply is c.AcceptCard:
            assert table.step() == c.Deal(box=1)
        else:
            assert table.state.racks["ana"] == FULL
        table.finish()
        table.check()


@each(*maryland("MD-13.O", "MD-13.O.1"), ("ma", ("MA-15.i.1",)), ("s13", ("S13-o.9-1",)))
def test_a_card_asked_for_and_missed_comes_after_all_others_and_before_the_dealers(rules: str) -> None:
    table = playing(rules, stacked(rules, "5s 8s 6h 3d 2d", "Kc", "4c 2c 7d 9c"), 1, 3)
    table.do(c.Hit(player="ana", box=1))
    assert table.do(PASS) == (e.RequestPassed(box=1, hand=0, clause=table.rules.clause_of(Step.CARD_SKIPPED)),)
    ask = table.asked()
    assert ask is not None
    assert (ask.player, ask.question) == ("ana", Question.LATE_CARD)
    assert table.clause() == table.rules.clause_of(Step.CARD_SKIPPED)
    assert refused(table, c.Hit(player="ben", box=3))[0] == "command/not-your-turn"
    (wanted,) = table.do(c.AcceptCard(player="ana", box=1))
    assert wanted.clause == table.rules.clause_of(Step.SKIPPED_LATER)
    table.do(c.Hit(player="ben", box=3))
    table.step()
    table.do(c.Stand(player="ben", box=3))
    shown = len(table.happened(e.CardsTurned))
    assert table.clause() == table.rules.clause_of(Step.SKIPPED_LATER)
    assert table.step() == c.Deal(box=1)
    assert [event.card for event in table.happened(e.CardDealt)][-2:] == [card("4c"), card("2c")]
    assert len(table.happened(e.CardsTurned)) == shown, "the hole card is still down"
    table.do(c.Hit(player="ana", box=1))
    table.finish()
    table.check()


@each(*maryland("MD-13.O.2"), ("ma", ("MA-15.i.2",)), ("s13", ("S13-o.9-2",)))
def test_a_player_dealt_past_may_call_the_hand_dead_and_has_the_wager_back(rules: str) -> None:
    table = playing(rules, stacked(rules, "5s 8s 6h 3d 2d", "Kc", "4c 2c 7d 9c"), 1, 3)
    table.do(c.Hit(player="ana", box=1))
    table.do(PASS)
    clause = table.rules.clause_of(Step.SKIPPED_DEAD)
    made = table.do(c.RefuseCard(player="ana", box=1))
    assert [(type(event), event.clause) for event in made] == [(e.WagerReturned, clause), (e.HandDied, clause)]
    assert table.state.racks["ana"] == FULL
    table.check()
    assert table.asked().box == 3  # type: ignore[union-attr]
    table.finish()
    table.check()


def test_one_dead_hand_of_a_split_leaves_the_other() -> None:
    table = playing("md", "8s 6h 8d Kc 3c 2c 7d 9c 5d 4d", 1)
    table.do(c.Split(player="ana", box=1))
    table.step()
    table.do(c.Hit(player="ana", box=1))
    table.do(PASS)
    table.do(c.RefuseCard(player="ana", box=1))
    table.check()
    assert table.state.layout == whole_cents(10)
    table.finish()
    table.check()


@each(*maryland("MD-12.C.3"), ("ma", ("MA-5.g.4",)), ("s13", ("S13-e.7-4",)))
def test_a_player_whose_hand_died_has_the_envy_all_the_same_and_waits_for_it(rules: str) -> None:
    table = Faulty(rules, stacked(rules, "7d 7h 7d", "9c", "7d"))
    table.bet(1)
    table.bet(3)
    table.deal(1)
    table.do(PASS)
    assert table.state.racks["ben"] == FULL
    table.until_asked(Question.PLAY)
    assert refused(table, c.LeaveTable(player="ben"))[0] == "command/wagers-open"
    table.do(c.Hit(player="ana", box=1))
    table.finish()
    assert [(event.player, event.box) for event in table.happened(e.EnvyPaid)] == [("ben", 1)]
    assert table.state.racks["ben"] == FULL + table.rules.envy_pays
    table.check()


@pytest.mark.clause("WA3-J9.a")
def test_a_player_whose_hand_died_waits_for_an_award_that_it_had_won() -> None:
    table = Faulty("wa", "9s 5c 9s 9s 6d Kc 2d")
    table.bet(1)
    table.bet(1, 5, Wager.JACKPOT_1)
    table.bet(3)
    table.until_asked(Question.PLAY)
    table.do(c.Hit(player="ana", box=1))
    table.do(PASS)
    table.do(c.RefuseCard(player="ana", box=1))
    assert refused(table, c.LeaveTable(player="ana"))[0] == "command/wagers-open"
    table.finish()
    (paid,) = table.happened(e.AwardPaid)
    assert (paid.player, paid.line) == ("ana", "two-suited")
    table.check()
    table.do(c.LeaveTable(player="ana"))
