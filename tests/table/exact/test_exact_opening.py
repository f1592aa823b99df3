"""Exact cases of time, and of the cards of a table that opens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from siete.cards import SPANISH_DECK, Card, cards_from_text
from siete.errors import SieteError
from siete.rules.steps import Step
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Approval, Due, Waiting
from siete.table.stages import opening as o
from siete.table.state.cards import Pack
from siete.table.state.opening import DAY, HOUR, Handling, Opening
from siete.table.state.table import TableState

RULES = table_rules("md", {"gaming_day_start": "04:30"})
START = 4 * HOUR + 30
TEN = Card.from_text("Ts")
DONE = (Handling.INSPECTED, Handling.VERIFIED)


@pytest.mark.parametrize(
    ("inspected", "now", "is_due"),
    [
        (None, 0, True),
        (DAY + START - 1, DAY + START, True),
        (DAY + START, DAY + START, False),
        (DAY + START, 2 * DAY + START - 1, False),
        (DAY + START, 2 * DAY + START, True),
    ],
)
def test_the_reader_is_inspected_once_in_every_gaming_day(inspected: int | None, now: int, is_due: bool) -> None:
    opening = Opening(now=now, reader_at=inspected)
    assert o.is_reader_due(opening, RULES) is is_due
    assert not o.is_reader_due(opening, table_rules("wa"))


def _due(opening: Opening, **facts: Any) -> Any:
    """What is due at a table where everything is signed for and the reader was inspected."""
    signed = frozenset(item.name for item in RULES.checklist)
    done = replace(opening, signed=signed, reader_at=opening.now, active_at=opening.now)
    found = o.due(TableState(opening=done, **facts), RULES)
    return type(found.command) if isinstance(found, Due | Approval) else found


def test_cards_leave_the_table_when_they_have_been_there_for_so_many_hours() -> None:
    hours = RULES.card_change_interval_h * HOUR
    for now, expected in ((hours - 1, None), (hours, c.RetireCards), (hours + 1, c.RetireCards)):
        assert _due(Opening(now=now, cards_at=0, is_open=True), pack=Pack(is_loaded=True)) is expected, now
    assert _due(Opening(now=hours, cards_at=None, is_open=True), pack=Pack(is_loaded=True)) is None
    assert _due(Opening(now=hours, cards_at=0, is_open=True)) is c.ReceiveCards, "there are none to retire"
    idle = Opening(now=hours, cards_at=0, is_open=True, is_idle=True, cards=SPANISH_DECK)
    assert _due(idle) is c.RetireCards


@pytest.mark.parametrize(
    ("opening", "expected"),
    [
        (Opening(now=0), c.ReceiveCards),
        (Opening(now=0, cards=SPANISH_DECK), c.InspectCards),
        (Opening(now=0, cards=(*SPANISH_DECK, TEN), done=DONE), c.RemoveTens),
        (Opening(now=0, cards=SPANISH_DECK, done=DONE[:1]), c.VerifyCards),
        (Opening(now=0, cards=SPANISH_DECK, done=DONE, tens=(TEN,)), c.DisposeTens),
        (Opening(now=0, cards=SPANISH_DECK, done=DONE), c.SpreadCards),
        (Opening(now=0, cards=SPANISH_DECK, done=(*DONE, Handling.SPREAD)), c.OpenTable),
        (
            Opening(now=0, is_open=True, cards=SPANISH_DECK, done=(*DONE, Handling.SPREAD, Handling.LOOKED_OVER)),
            c.TurnCardsDown,
        ),
        (Opening(now=0, is_open=True, cards=SPANISH_DECK, done=tuple(Handling)[:-1]), c.WashCards),
        (Opening(now=0, is_open=True, cards=SPANISH_DECK, done=tuple(Handling)), c.StackCards),
    ],
)
def test_the_steps_of_cards_that_came_to_the_table(opening: Opening, expected: type[c.Command]) -> None:
    assert _due(opening) is expected


def test_a_closed_table_waits_for_its_preparation_and_spread_cards_for_the_first_player() -> None:
    closed = o.due(TableState(opening=Opening(now=0, is_closed=True)), RULES)
    assert closed == Waiting((), RULES.clause_of(Step.OPEN_TABLE))
    assert o.due(TableState(), RULES) is None
    spread = Opening(now=0, is_open=True, cards=SPANISH_DECK, done=(*DONE, Handling.SPREAD))
    first = _due(spread, racks={"zoe": 0}, seats={3: "ana"})
    assert [(each.player, each.box) for each in first.asks] == [("zoe", 0)]
    seated = _due(spread, seats={3: "ana", 1: "ben"})
    assert [(each.player, each.box) for each in seated.asks] == [("ana", 3)]
    assert _due(spread).asks == ()


@pytest.mark.parametrize(("at", "is_refused"), [(4, True), (5, False), (6, False)])
def test_time_does_not_run_back(at: int, is_refused: bool) -> None:
    opening = Opening(now=5, is_closed=True)
    state = TableState(opening=opening)
    assert (o.refuse_time(state, RULES, c.TellTime(at=at)) is not None) is is_refused
    prepare = c.PrepareTable(by="fay", at=at)
    assert (o._refuse_preparation(opening, RULES, prepare) is not None) is is_refused
    assert o._refuse_preparation(None, RULES, prepare) is None
    assert o._refuse_preparation(replace(opening, is_closed=False), RULES, prepare) is not None


def test_all_cards_at_a_table_are_counted_wherever_they_lie() -> None:
    nine = cards_from_text("9s")
    opening = Opening(now=0, cards=nine * 2, batch=nine * 4)
    state = TableState(opening=opening, shoe=nine * 30, dealt=14, discards=nine * 32)
    assert o._at_table(state) == 2 + 4 + 16 + 32
    assert o._at_table(replace(state, pack=Pack(pile=nine * 64, order=nine * 128))) == 54 + 64 + 128
    assert o._at_table(replace(state, shoe=None, opening=Opening(now=0))) == 32


def test_cards_that_make_no_whole_decks_are_refused() -> None:
    whole = SPANISH_DECK * RULES.decks
    o._check(whole, RULES)
    for wrong in (whole[1:], (*whole, whole[0]), (*whole[1:], whole[1])):
        with pytest.raises(SieteError, match="wrong-cards"):
            o._check(wrong, RULES)
    state = TableState(opening=Opening(now=0, cards=(*whole, TEN, TEN)), dealer="dot")
    assert list(o.inspect(state, RULES, c.InspectCards(), "a clause")) == [
        e.CardsInspected(by="dot", clause="a clause")
    ]
    assert list(o.remove_tens(state, RULES, c.RemoveTens(), "a clause")) == [
        e.TensRemoved(cards=(TEN, TEN), clause="a clause")
    ]


def test_cards_are_sent_back_until_they_are_spread() -> None:
    for opening, is_refused in (
        (Opening(now=0, cards=SPANISH_DECK, done=DONE), False),
        (Opening(now=0, cards=SPANISH_DECK, done=(*DONE, Handling.SPREAD)), True),
        (Opening(now=0), True),
    ):
        assert (o._refuse_return(opening, RULES) is not None) is is_refused
