"""Surrender: when it may be chosen, what it costs, and what a dealer's blackjack makes of it."""

from __future__ import annotations

import pytest

from siete.table import commands as c
from siete.table import events as e
from siete.table.state.hand import HandStatus
from tests.table.cases import answer, asked, happened, is_allowed, is_over, money, place, play, refused, result, won
from tests.table.massachusetts.common import NO_HOLE, RANKS, READER, both, by, every_procedure, stack, without_reader

GIVE_UP = c.Surrender(player="p1", box=1)


@pytest.mark.clause("MA-8.a.0", "S13-h.1-1")
@both
@every_procedure
def test_half_the_wager_ends_the_hand(rules: str, procedure: str) -> None:
    table = play(rules, stack(procedure, hand="9s 7d", dealer="6h Kd"), "surrender", hole_card_procedure=procedure)
    assert is_over(table)
    assert len([event for event in happened(table, e.CardDealt) if event.box == 1]) == 2
    assert money(table) == (0, 500, 500)
    assert result(table).line == "surrender"


@pytest.mark.clause("MA-8.a.0", "S13-h.1-1", "MA-8.a.00", "S13-h.1-2")
@both
def test_it_comes_before_every_other_decision(rules: str) -> None:
    shoe = "8s 6h 8d Kd 2c 9c 9d"
    assert is_allowed(play(rules, shoe), GIVE_UP)
    late = ("command/may-not-surrender", by(rules, "MA-8.a.00", "S13-h.1-2"))
    assert refused(play(rules, shoe, "hit"), GIVE_UP) == late
    assert refused(play(rules, shoe, "split"), GIVE_UP) == late
    assert refused(play(rules, shoe, "split", "stand"), GIVE_UP) == late
    assert refused(play(rules, shoe, "double 10"), GIVE_UP)[0] == "command/not-an-answer"
    stood = play(rules, "8s 9s 6h 8d 9d Kd", "1: stand", wagers={1: 10, 2: 10})
    assert refused(stood, GIVE_UP)[0] == "command/not-your-turn"


@pytest.mark.clause("MA-8.a.1", "S13-h.1.i")
@both
@every_procedure
@pytest.mark.parametrize("up", RANKS[4:])
def test_under_two_to_nine_half_comes_back_at_once(rules: str, procedure: str, up: str) -> None:
    wagers = {1: 10, 2: 10}
    table = play(rules, f"9s 9c {up}h 7d 9d Kd", "1: surrender", wagers=wagers, hole_card_procedure=procedure)
    assert asked(table) == [(2, 0, "play")]
    assert money(table) == (0, 500, 500)
    assert result(table).clause == by(rules, "MA-8.a.1", "S13-h.1.i")
    assert won(table) == -500


@pytest.mark.clause("MA-8.a.2a", "S13-h.1.ii-1")
@both
@every_procedure
@pytest.mark.parametrize("up", RANKS[:4])
def test_under_an_ace_or_a_face_card_the_wager_waits_for_the_second_card(rules: str, procedure: str, up: str) -> None:
    wagers = {1: 10, 2: 10}
    first = ["1: decline", "2: decline"] if up == "A" else []
    dealer = "5d 9d" if procedure == NO_HOLE else "5d"
    table = play(
        rules, f"9s 9c {up}h 7d 9d {dealer}", *first, "1: surrender", wagers=wagers, hole_card_procedure=procedure
    )
    assert asked(table) == [(2, 0, "play")]
    assert table.state.round is not None
    hand = table.state.round.boxes[0].hands[0]
    assert (hand.status, hand.is_open) == (HandStatus.SURRENDERED, True)
    assert won(table) == -1000
    answer(table, "2: stand")
    second = [n for n, event in enumerate(table.events) if isinstance(event, e.CardDealt) and event.box == 0][1]
    shown = second if procedure == NO_HOLE else place(table, e.CardsTurned, is_hole=True)
    assert place(table, e.WagerReturned, box=1) == shown + 1
    assert won(table) == -500


@pytest.mark.clause("MA-8.a.2b", "S13-h.1.ii-2")
@both
@without_reader
@pytest.mark.parametrize("dealer", ["Ah Kd", "Kh Ad", "Jh Ad"])
def test_a_late_blackjack_takes_the_whole_wager(rules: str, procedure: str, dealer: str) -> None:
    first = ["decline"] if dealer.startswith("A") else []
    shoe = stack(procedure, hand="9s 7d", dealer=dealer)
    table = play(rules, shoe, *first, "surrender", hole_card_procedure=procedure)
    assert money(table) == (0, 0, 1000)
    assert result(table).clause == by(rules, "MA-8.a.2b", "S13-h.1.ii-2")


@pytest.mark.clause("MA-8.a.2b", "S13-h.1.ii-2")
@both
@every_procedure
@pytest.mark.parametrize("dealer", ["Ah 9d", "Kh 9d", "Ah Ad", "Kh Jd"])
def test_any_other_second_card_takes_half_before_the_dealer_draws(rules: str, procedure: str, dealer: str) -> None:
    first = ["decline"] if dealer.startswith("A") else []
    shoe = stack(procedure, hand="9s 7d", dealer=dealer)
    table = play(rules, shoe, *first, "surrender", hole_card_procedure=procedure)
    assert is_over(table)
    assert money(table) == (0, 500, 500)
    assert len([event for event in happened(table, e.CardDealt) if event.box == 0]) == 2


@pytest.mark.clause("MA-8.b", "S13-h.2")
@both
@every_procedure
def test_insurance_stays_in_force_beside_a_surrender(rules: str, procedure: str) -> None:
    lost = play(
        rules, stack(procedure, hand="9s 7d", dealer="Ah 9d"), "insure 5", "surrender", hole_card_procedure=procedure
    )
    assert money(lost, "insurance") == (0, 0, 500)
    assert money(lost) == (0, 500, 500)
    if procedure != READER:
        shoe = stack(procedure, hand="9s 7d", dealer="Ah Kd")
        won_ = play(rules, shoe, "insure 5", "surrender", hole_card_procedure=procedure)
        assert money(won_, "insurance") == (1000, 500, 0)
        assert money(won_) == (0, 0, 1000)


@pytest.mark.clause("MA-8.a.0", "S13-h.1-1")
@both
def test_an_odd_half_is_returned_in_the_players_favour(rules: str) -> None:
    table = play(rules, "9s 6h 7d Kd", "surrender", wagers=15, chip_denominations=[1, 5, 25], table_min=10)
    assert money(table) == (0, 800, 700)


@pytest.mark.clause("MA-8.a.0", "S13-h.1-1")
@both
def test_a_blackjack_is_not_asked_and_cannot_be_given_up(rules: str) -> None:
    table = play(rules, "As 9s 6h Kd 9d Kc", wagers={1: 10, 2: 10})
    assert asked(table) == [(2, 0, "play")]
    assert refused(table, GIVE_UP)[0] == "command/not-your-turn"
