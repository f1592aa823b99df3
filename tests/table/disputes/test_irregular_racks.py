"""Racks of rounds in which something went wrong: what they tell, what they do not, and where rack and record part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from siete.cards import cards_from_text, cards_to_text
from siete.errors import SieteError
from siete.rules.names import NAMES
from siete.rules.steps import Step
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table import events as e
from siete.table.disputes.log import LoggedRound, rounds_of
from siete.table.disputes.record import Known, Record, record_of
from siete.table.disputes.verdict import Judgement, judged
from siete.table.notation.model import WrittenTable
from siete.table.notation.table import played
from tests.golden.test_golden import TABLES
from tests.table.disputes.test_whole_tables import rounds
from tests.table.irregularities.test_random_mishaps import go_on
from tests.table.procedure.faulty import Faulty
from tests.table.procedure.tables import each, maryland


def record(told: LoggedRound) -> Record:
    return record_of(told.before, told.events, told.rules)


def judge(told: LoggedRound, rack: str | None = None) -> Judgement:
    """The round against a rack; without one, against its own."""
    found = record(told)
    return judged(found.rack if rack is None else cards_from_text(rack), told.written, told.rules, found)


def last(table: Faulty) -> LoggedRound:
    *_, told = rounds_of(table.events)
    return told


@pytest.mark.parametrize("name", NAMES)
def test_every_round_of_the_golden_tables_is_rebuilt_from_its_rack(name: str) -> None:
    for path in (file for file in TABLES if file.parent.name == name):
        for told in rounds(path):
            judgement = judge(told)
            assert judgement.agrees, (path, [str(finding) for finding in judgement.findings])
            assert judgement.paying, (path, told.number)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", NAMES)
def test_rounds_disturbed_at_random_are_rebuilt(name: str, seed: int) -> None:
    rng = Random(f"disturbed {name} {seed}")
    table = Faulty(name, "9s 8h 10d 7d 3c 10h 5c")
    table.random = rng
    table.bet(1)
    table.bet(3)
    for _ in range(500):
        go_on(table, rng)
    disturbed = [told for told in rounds_of(table.events) if told.is_over and told.irregularities]
    assert len(disturbed) > 3
    for told in disturbed:
        if len(record(told).rack) > 16:
            continue
        judgement = judge(told)
        assert judgement.agrees, (told.number, told.irregularities)
        assert judgement.paying, (told.number, told.irregularities)


TELLING = (*maryland("MD-7.T"), ("ma", ("MA-7.h.1", "MA-7.h.2")), ("s13", ("S13-g.8-1", "S13-g.8-2")))


def disturbed(rules: str, stack: str, cards: int, reports: Iterable[c.Command]) -> LoggedRound:
    """A round of two boxes in which something is reported after so many cards, played out by standing."""
    table = Faulty(rules, stack)
    table.bet(1)
    table.bet(3)
    table.deal(cards)
    for report in reports:
        table.do(report)
    table.finish()
    return last(table)


FACE_UP = c.FindFaceUp(by="dan")


@each(*TELLING)
def test_a_card_found_face_up_lies_below_the_hands(rules: str) -> None:
    told = disturbed(rules, "9s 8h 6d 2c 9c 9h 9d Qd", 3, [FACE_UP])
    rack = cards_to_text(record(told).rack)
    assert rack.startswith("2c 8h 9h 9s 9c 6d 9d")
    assert judge(told).readings[0].apart == cards_from_text("2c")
    amid = rack.removeprefix("2c ").replace("8h 9h", "8h 2c 9h")
    parted = judge(told, amid)
    assert {finding.code for finding in parted.findings} >= {"rack/other-order"}
    assert parted.findings[0].clause == told.rules.clause_of(Step.PICK_UP)


@each(*TELLING)
def test_a_round_void_in_the_first_deal_is_told_by_the_number_of_its_cards(rules: str) -> None:
    told = disturbed(rules, "9s 8h 6d 9c 2c 3c 9h 9d Qd", 4, [FACE_UP, FACE_UP])
    assert cards_to_text(record(told).rack) == "2c 3c 8h 9s 9c 6d"
    judgement = judge(told)
    hands = {1: (cards_from_text("9s 9c"),), 3: (cards_from_text("8h"),)}
    assert judgement.agrees
    assert [reading.parting.boxes() for reading in judgement.readings] == [hands]
    assert [result.line for result in judgement.readings[0].written.results or ()] == ["void", "void"]
    assert not judge(told, "2c 3c 9s 9c 8h 6d").agrees
    assert not judge(told, "2c 3c 8h 9s 9c").agrees


@each(*TELLING)
def test_a_dead_hand_lies_where_it_died_and_the_others_are_rebuilt(rules: str) -> None:
    table = Faulty(rules, "9s 8h 6d 5c 9h 9d 9c Qd")
    table.bet(1)
    table.bet(3)
    table.to_question()
    table.do(c.Hit(player="ana", box=1))
    table.do(c.PassOver(by="dan"))
    table.do(c.RefuseCard(player="ana", box=1))
    table.finish()
    told = last(table)
    assert cards_to_text(record(told).rack[:4]) == "9s 5c 8h 9h"
    judgement = judge(told)
    assert judgement.agrees
    assert judgement.paying[0].parting.boxes() == {1: (cards_from_text("9s 5c"),), 3: (cards_from_text("8h 9h"),)}
    assert any(isinstance(event, e.HandDied) for event in judgement.paying[0].events)
    rest = cards_to_text(record(told).rack[4:])
    assert not judge(told, f"8h 9h 9s 5c {rest}").agrees, "a hand that died went into the rack first"


def test_without_a_reader_hands_are_played_against_a_blackjack() -> None:
    """With one they are not, so that without the record's word this rack could not be."""
    table = Faulty("ma", "9s 8h Kd 5c 9h Ac 6d", hole_card_procedure="hole_reader")
    table.bet(1)
    table.bet(3)
    table.do(c.FailReader(by="dan"))
    table.to_question()
    table.do(c.Hit(player="ana", box=1))
    table.finish()
    told, found = last(table), record(last(table))
    assert cards_to_text(found.rack) == "8h 9h 9s 5c 6d Kd Ac"
    assert judge(told).agrees
    assert not judged(found.rack, told.written, told.rules, replace(found, known=Known())).agrees


GONE = """\
bring-chips player=ana amount=500
take-seat player=ana box=1
bring-chips player=ben amount=500
take-seat player=ben box=3
ready-cards cards=2c,9s,8h,9d,9c,9h,8c,As,2s,6h,Kd,3d,2h,3c,2d,3h
shuffle-cards order=2s,6h,Kd,3d,2h,3c,2d,3h,2c,9s,8h,9d,9c,9h,8c,As
cut-cards player=ana box=1 at=8
place-wager player=ana box=1 amount=10
place-wager player=ben box=3 amount=10
stand player=ana box=1
stand player=ben box=3
pick-up
place-wager player=ana box=1 amount=10
place-wager player=ben box=3 amount=10
hit player=ben box=3
hit player=ben box=3
hit player=ben box=3
hit player=ben box=3
reuse-discards
shuffle-cards order=9s,8h,9d,9c,9h,8c,As,2c,Kd
cut-cards player=ben box=3 at=4
pick-up"""


@pytest.mark.clause("MD-7.T")
def test_hands_that_were_shuffled_again_are_no_longer_told_by_the_rack() -> None:
    """Ana's blackjack is paid and removed; then the shoe runs out, and the rack is dealt from."""
    run, stopped = played(WrittenTable(steps=tuple(GONE.splitlines())), table_rules("md", {}))
    assert stopped == ""
    first, second = rounds_of(run.events)
    assert judge(first).agrees
    with pytest.raises(SieteError) as refused:
        record(second)
    assert (refused.value.code, refused.value.clause) == ("rack/shuffled-away", "MD-7.T")
    assert "MD-13.K" in refused.value.sentence


def test_a_round_whose_cards_still_lie_there_has_no_rack() -> None:
    table = Faulty("ma", "9s 8h 6d 5c 9h 9d 9c Qd")
    table.bet(1)
    table.deal(3)
    with pytest.raises(SieteError) as refused:
        record(last(table))
    assert (refused.value.code, refused.value.clause) == ("rack/unfinished-round", "MA-7.h.1")
