"""Insurance: when, how much, by whom, what it wins, and when a lost one is collected."""

from __future__ import annotations

from decimal import Decimal

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table import events as e
from siete.table.state.wager import Wager
from tests.table.cases import answer, asked, happened, is_allowed, money, place, play, refused, result, seat, won
from tests.table.massachusetts.common import (
    NO_HOLE,
    NO_PEEK,
    RANKS,
    READER,
    both,
    by,
    every_procedure,
    stack,
    without_reader,
)


def insure(cents: int, player: str = "p1", box: int = 1) -> c.TakeInsurance:
    return c.TakeInsurance(player=player, box=box, amount=Cents(cents))


@pytest.mark.clause("MA-11.a.1", "S13-k.1-1")
@both
@every_procedure
@pytest.mark.parametrize("up", RANKS)
def test_it_is_offered_under_an_ace_and_nothing_else(rules: str, procedure: str, up: str) -> None:
    table = play(rules, f"9s {up}h 7d 5d", hole_card_procedure=procedure)
    offers = happened(table, e.InsuranceOffered)
    assert [offer.clause for offer in offers] == [by(rules, "MA-11.a.1", "S13-k.1-1")] * (up == "A")
    if up == "A":
        assert asked(table) == [(1, 0, "insurance")]
        assert is_allowed(table, insure(500))
    else:
        assert asked(table) == [(1, 0, "play")]
        assert refused(table, insure(500))[0] == "command/insurance-closed"


@pytest.mark.clause("MA-11.a.1", "S13-k.1-1")
@both
@without_reader
def test_an_ace_as_second_card_opens_no_insurance(rules: str, procedure: str) -> None:
    table = play(rules, stack(procedure, hand="9s 9d", dealer="Kh As"), "stand", hole_card_procedure=procedure)
    assert not happened(table, e.InsuranceOffered)
    assert result(table).line == "dealer blackjack"


@pytest.mark.clause("MA-11.a.2", "S13-k.1-2", "MA-11.c", "S13-k.3")
@both
@every_procedure
@pytest.mark.parametrize("second", RANKS)
def test_it_wins_two_to_one_on_a_face_card_and_loses_on_any_other(rules: str, procedure: str, second: str) -> None:
    shoe = stack(procedure, hand="9s 9d", dealer=f"Ah {second}c")
    table = play(rules, shoe, "insure 5", hole_card_procedure=procedure)
    if asked(table):
        answer(table, "stand")
    wins = second in "KQJ"
    assert money(table, "insurance") == ((1000, 500, 0) if wins else (0, 0, 500))
    assert result(table, "insurance").clause == (
        by(rules, "MA-11.c", "S13-k.3") if wins else by(rules, "MA-11.d", "S13-k.4")
    )


@pytest.mark.clause("MA-11.b.1", "S13-k.2-1")
@both
def test_it_is_at_most_half_the_initial_wager(rules: str) -> None:
    table = play(rules, "9s Ah 9d 5d")
    limit = ("command/insurance-limit", by(rules, "MA-11.b.1", "S13-k.2-1"))
    for cents in (550, 1000, 0, -500):
        assert refused(table, insure(cents)) == limit
    assert refused(table, insure(125))[0] == "command/not-in-chips"
    for cents in (50, 450, 500):
        assert is_allowed(table, insure(cents))
    table.do(insure(300))
    (bet,) = table.state.round.boxes[0].bets if table.state.round else ()
    assert (bet.wager, bet.amount) == (Wager.INSURANCE, 300)


@pytest.mark.clause("MA-11.b.2", "S13-k.2-2")
@both
@pytest.mark.parametrize(
    ("chips", "base", "most"), [(1, 15, 800), (1, 11, 600), (1, 12, 600), (Decimal("0.5"), 15, 750)]
)
def test_it_is_rounded_up_to_the_next_chip_where_half_cannot_be_wagered(
    rules: str, chips: Decimal, base: int, most: int
) -> None:
    table = play(rules, "9s Ah 9d 5d", wagers=base, chip_denominations=[chips, 5, 25], table_min=10)
    assert refused(table, insure(most + int(chips * 100)))[0] == "command/insurance-limit"
    assert is_allowed(table, insure(most))


@pytest.mark.clause("MA-11.b.3", "S13-k.2-3")
@both
@every_procedure
def test_it_comes_after_the_second_cards_and_before_any_other(rules: str, procedure: str) -> None:
    table = seat(
        rules, stack(procedure, hand="9s 4d", dealer="Ah 5d", draws="2c"), {1: 10}, hole_card_procedure=procedure
    )
    table.do(c.CloseWagers())
    assert refused(table, insure(500)) == ("command/insurance-closed", by(rules, "MA-11.b.3", "S13-k.2-3"))
    table.deal()
    assert refused(table, c.Deal(box=1))[0] == "command/players-first"
    assert refused(table, c.Hit(player="p1", box=1))[0] == "command/not-an-answer"
    answer(table, "decline")
    assert refused(table, insure(500)) == ("command/insurance-closed", by(rules, "MA-11.b.3", "S13-k.2-3"))
    answer(table, "hit")
    assert refused(table, insure(500))[0] == "command/insurance-closed"


@pytest.mark.clause("MA-11.b.4", "S13-k.2-4")
@both
def test_it_comes_before_the_reader(rules: str) -> None:
    table = play(rules, "9s 8s Ah 9d 8d 5d", wagers={1: 10, 2: 10}, hole_card_procedure=READER)
    answer(table, "1: insure 5")
    assert refused(table, c.Peek())[0] == "command/players-first"
    assert is_allowed(table, insure(500, "p2", 2))
    answer(table, "2: decline")
    assert place(table, e.HoleCardChecked) > place(table, e.WagerPlaced, wager=Wager.INSURANCE)
    assert place(table, e.HoleCardChecked) > place(table, e.InsuranceClosed)
    assert refused(table, insure(500, "p2", 2))[0] == "command/insurance-closed"


@pytest.mark.clause("MA-11.d", "S13-k.4")
@both
@every_procedure
def test_a_lost_one_is_collected_when_the_second_card_shows_and_before_the_next(rules: str, procedure: str) -> None:
    shoe = stack(procedure, hand="9s 9d", dealer="Ah 3d 2c Kc")
    table = play(rules, shoe, "insure 5", "stand", hole_card_procedure=procedure)
    collected = place(table, e.WagerCollected, wager=Wager.INSURANCE)
    own = [number for number, event in enumerate(table.events) if isinstance(event, e.CardDealt) and event.box == 0]
    shown = own[1] if procedure == NO_HOLE else place(table, e.CardsTurned, is_hole=True)
    assert collected == shown + 1
    assert collected < own[2]


@pytest.mark.clause("MA-11.d", "S13-k.4")
@both
def test_an_insured_blackjack_still_brings_the_second_card(rules: str) -> None:
    table = play(rules, "Ks Ah As 5d", "insure 5", hole_card_procedure=NO_HOLE)
    assert len([event for event in happened(table, e.CardDealt) if event.box == 0]) == 2
    assert money(table, "insurance") == (0, 0, 500)
    assert money(table) == (1500, 1000, 0)


@pytest.mark.clause("MA-11.d", "S13-k.4")
@both
def test_the_operator_may_collect_at_the_reader_instead(rules: str) -> None:
    table = play(rules, "9s Ah 9d 5d", "insure 5", hole_card_procedure=READER, insurance_collect="reader")
    assert asked(table) == [(1, 0, "play")]
    assert place(table, e.WagerCollected, wager=Wager.INSURANCE) == place(table, e.HoleCardChecked) + 1
    waits = play(rules, "9s Ah 9d 5d", "insure 5", hole_card_procedure=READER)
    assert not happened(waits, e.WagerCollected)


@pytest.mark.clause("MA-11.e", "S13-k.5")
@both
@pytest.mark.parametrize("procedure", [NO_HOLE, NO_PEEK, READER])
@pytest.mark.parametrize("second", ["Kc", "5c"])
def test_it_covers_no_match_the_dealer_wager(rules: str, procedure: str, second: str) -> None:
    shoe = stack(procedure, hand="9s 9d", dealer=f"Ah {second}")
    tables = [
        play(rules, shoe, choice, wagers={1: {"base": 10, "match-up": 10}}, hole_card_procedure=procedure)
        for choice in ("insure 5", "decline")
    ]
    for table in tables:
        if asked(table):
            answer(table, "stand")
        assert money(table, "match-up") == (0, 0, 1000)
    assert refused(seat(rules, "9s", {1: {"base": 10, "match-up": 10}}), insure(500))[0] == "command/no-turn"
    assert won(tables[0]) - won(tables[1]) == (1000 if second == "Kc" else -500)
    limit = play(rules, shoe, wagers={1: {"base": 10, "match-up": 10}}, hole_card_procedure=procedure)
    assert refused(limit, insure(550))[0] == "command/insurance-limit"
