"""Exact cases of small things that tables of random play seldom come to."""

from __future__ import annotations

from typing import Any

import pytest

from siete.cards import Card
from siete.money import Cents, Chips
from siete.rules.submission import table_rules
from siete.table import auto_player
from siete.table import commands as c
from siete.table.desk.payment import _in_chips
from siete.table.due import Ask, Question
from siete.table.irregularities.voiding import void
from siete.table.money.statement import statement_of
from siete.table.reasons import _no_double
from siete.table.state.hand import Hand
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.wagers.match_the_dealer import dealer_card
from tests.table.cases import seat
from tests.table.journal import CHART


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
