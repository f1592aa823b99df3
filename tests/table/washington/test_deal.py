"""The initial deal in Washington: players face up, one dealer card down, bonus cards last."""

from __future__ import annotations

import pytest

from siete.table import commands as c
from siete.table import events as e
from siete.table.position.line import position_from_text, position_to_text
from siete.table.practice import PracticeTable
from siete.table.view import PUBLIC, event_view, view
from tests.table.cases import happened, money, play, refused, seat, step_to
from tests.table.washington.both import both, clause_of

TWO_BOXES = "2h 3h 9s 4h 5h 9c"


def _dealt(table: PracticeTable) -> list[tuple[int, str, bool]]:
    """Box, card and whether it was dealt face up, in order."""
    return [(event.box, str(event.card), event.is_face_up) for event in happened(table, e.CardDealt)]


@both("D12.b", "J4.b")
def test_two_cards_face_up_to_each_player_and_one_up_one_down_to_the_dealer(rules: str) -> None:
    table = play(rules, TWO_BOXES, wagers={1: 10, 2: 10})
    assert _dealt(table) == [
        (1, "2h", True),
        (2, "3h", True),
        (0, "9s", True),
        (1, "4h", True),
        (2, "5h", True),
        (0, "9c", False),
    ]
    assert table.state.round is not None
    assert table.state.round.is_hole_hidden


@both("D12.b")
def test_the_next_card_goes_where_the_procedure_says(rules: str) -> None:
    table = seat(rules, TWO_BOXES, {1: 10, 2: 10}, jackpot_games=0)
    table.do(c.CloseWagers())
    assert refused(table, c.Deal(box=2)) == ("command/not-this-step", clause_of(rules, "D12.b"))
    assert refused(table, c.Deal(box=0)) == ("command/not-this-step", clause_of(rules, "D12.b"))
    table.do(c.Deal(box=1))
    assert _dealt(table) == [(1, "2h", True)]


@both("D12.d")
def test_the_house_may_deal_players_first_and_turn_the_up_card_later(rules: str) -> None:
    choices = {"deal_order": "players_first", "reveal_order": "after_deal"}
    table = play(rules, "2h 3h 4h 5h 9s 9c", wagers={1: 10, 2: 10}, **choices)
    assert _dealt(table) == [
        (1, "2h", True),
        (2, "3h", True),
        (1, "4h", True),
        (2, "5h", True),
        (0, "9s", False),
        (0, "9c", False),
    ]
    turned = happened(table, e.CardsTurned)
    assert [(event.is_hole, event.clause) for event in turned] == [(False, clause_of(rules, "D12.d"))]


@pytest.mark.clause("WA3-D12.c", "WA3-J4.b")
def test_bonus_cards_follow_the_initial_cards_into_their_spaces_in_order() -> None:
    table = play("wa", "2h 9s 4h 9c 5s 6s 7s", mtd_configuration=3, mtd_bonus_cards=3)
    last = happened(table, e.CardDealt)[-4:]
    assert [(str(event.card), event.is_bonus) for event in last] == [
        ("9c", False),
        ("5s", True),
        ("6s", True),
        ("7s", True),
    ]
    assert table.state.round is not None
    assert [str(card) for card in table.state.round.bonus_cards] == ["5s", "6s", "7s"]


@pytest.mark.clause("WA3-D12.d")
def test_cards_turned_after_the_deal_show_no_bonus_card_before_that() -> None:
    choices = {"mtd_configuration": 3, "mtd_bonus_cards": 2, "reveal_order": "after_deal"}
    table = seat("wa", "2h 9s 4h 9c 5s 6s", {1: {"base": 10, "match-bonus-1": 5}}, **choices)
    step_to(table, c.TurnUpCards)
    assert [event.is_face_up for event in happened(table, e.CardDealt) if event.is_bonus] == [False, False]
    shown = view(table.state, table.rules, PUBLIC)
    assert shown["round"]["bonus_cards"] == []
    assert "5s" not in str([event_view(event, PUBLIC) for event in table.events])
    told = position_to_text(table.state, table.rules, shows_hidden=True)
    assert position_from_text(told, table.rules).round == table.state.round
    turned = table.do(c.TurnUpCards())
    assert [type(event) for event in turned] == [e.CardsTurned, e.BonusCardsTurned]
    assert view(table.state, table.rules, PUBLIC)["round"]["bonus_cards"] == ["5s", "6s"]
    assert table.deal(), "the wager on the first bonus card is settled, and the hand is played"
    assert money(table, "match-bonus-1") == (0, 0, 5_00)


@pytest.mark.clause("WA3-D12.c")
def test_no_bonus_card_before_the_dealers_two() -> None:
    table = seat("wa", "2h 9s 4h 9c 5s", {1: 10}, mtd_configuration=3)
    step_to(table, c.Deal)
    for _ in range(4):
        code, _ = refused(table, c.Deal(is_bonus=True))
        assert code == "command/not-this-step"
        table.do(step_to(table, c.Deal))
    table.do(c.Deal(is_bonus=True))


@both("J4.a")
def test_no_card_before_the_first_base_wager_and_no_wager_after_it_is_closed(rules: str) -> None:
    table = seat(rules, TWO_BOXES, {})
    table.do(c.StartRound())
    assert refused(table, c.CloseWagers()) == ("command/no-wagers", clause_of(rules, "P1"))
