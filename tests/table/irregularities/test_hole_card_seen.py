"""Cards that show their face in the first deal, and a hole card that is seen before its time. Decision: 0079."""

from __future__ import annotations

import pytest

from siete.rules.names import NAMES
from siete.rules.options import Authority
from siete.rules.steps import Step
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Question
from siete.table.view import PUBLIC, event_view, view
from tests.table.procedure.faulty import Faulty
from tests.table.procedure.tables import refused

DEALT = "9s 6h 9d 7c"
SHOW = c.ExposeCard(by="dan")
TOLD = c.ExposeCard(by="fay", rank=Authority.FLOORPERSON)
HOLED = {"ma": {"hole_card_procedure": "hole_reader"}, "s13": {"hole_card_procedure": "hole_reader"}}


def dealt(rules: str, cards: int) -> Faulty:
    """A table with a hole card in its deal, ten dollars on box 1, and so many cards dealt."""
    table = Faulty(rules, DEALT, {1: "ana"}, **HOLED.get(rules, {}))
    table.bet(1)
    table.deal(cards)
    return table


def seen(*, is_seen: bool, rank: Authority = Authority.FLOORPERSON) -> c.ExposeHoleCard:
    """The floor's word that the hole card showed its face."""
    return c.ExposeHoleCard(by="fay", rank=rank, is_seen=is_seen)


@pytest.mark.parametrize("rules", NAMES)
@pytest.mark.parametrize("cards", [0, 1, 2])
def test_a_card_of_the_first_deal_that_shows_its_face_is_used(rules: str, cards: int) -> None:
    table = dealt(rules, cards)
    (event,) = table.do(SHOW)
    assert isinstance(event, e.CardSeen)
    table.check()
    table.step()
    assert table.happened(e.CardDealt)[-1].card == event.card
    table.finish()
    table.check()


@pytest.mark.parametrize("rules", NAMES)
def test_a_hole_card_seen_on_its_way_makes_the_round_void_by_the_floor(rules: str) -> None:
    table = dealt(rules, 3)
    assert refused(table, SHOW) == ("command/approval-required", table.rules.clause_of(Step.DRAWN_EXPOSED))
    made = table.do(TOLD)
    assert [type(event) for event in made] == [e.CardSeen, e.RoundVoided, e.WagerReturned]
    table.check()
    table.finish()
    table.check()
    assert table.state.racks["ana"] == table.money


@pytest.mark.parametrize("rules", NAMES)
def test_a_hole_card_that_a_player_could_see_makes_the_round_void(rules: str) -> None:
    table = dealt(rules, 3)
    assert refused(table, seen(is_seen=True))[0] == "command/no-hole-card"
    table.until_asked(Question.PLAY)
    clause = table.rules.clause_of(Step.DRAWN_EXPOSED)
    assert refused(table, seen(is_seen=True, rank=Authority.DEALER)) == ("command/approval-required", clause)
    made = table.do(seen(is_seen=True))
    assert made[0] == e.HoleCardExposed(by="fay", is_seen=True, clause=clause)
    assert [event.reason for event in table.happened(e.RoundVoided)] == ["hole card seen"]
    table.finish()
    table.check()
    assert table.state.racks["ana"] == table.money
    assert not table.happened(e.WagerCollected)


@pytest.mark.parametrize("rules", NAMES)
def test_a_hole_card_that_nobody_saw_leaves_the_round_as_it_is(rules: str) -> None:
    table = dealt(rules, 3)
    table.until_asked(Question.PLAY)
    made = table.do(seen(is_seen=False))
    assert [type(event) for event in made] == [e.HoleCardExposed, e.PlayContinued]
    assert "7c" not in str(view(table.state, table.rules, PUBLIC)["round"]["dealer"])
    assert "7c" not in str([event_view(event, PUBLIC) for event in made])
    assert table.asked() is not None
    table.finish()
    table.check()


def test_once_all_hands_are_played_a_hole_card_seen_changes_nothing() -> None:
    table = dealt("md", 3)
    table.until(c.TurnHoleCard)
    made = table.do(seen(is_seen=True))
    assert [type(event) for event in made] == [e.HoleCardExposed, e.PlayContinued]
    table.finish()
    table.check()


@pytest.mark.parametrize("rules", ["ma", "s13"])
def test_without_a_hole_card_none_can_be_seen(rules: str) -> None:
    table = Faulty(rules, DEALT, {1: "ana"}, hole_card_procedure="no_hole")
    table.bet(1)
    table.until_asked(Question.PLAY)
    assert refused(table, seen(is_seen=True))[0] == "command/no-hole-card"
