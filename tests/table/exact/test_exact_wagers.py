"""Exact cases of who may wager on which boxes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from siete.money import Cents
from siete.rules.steps import Step
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.stages.betting import _refuse_bettor, _refuse_boxes, _refuse_gap, held, other_size, others
from siete.table.state.box import Bet, Box
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager

FIVE = Cents(500)


def _box(number: int, *bettors: str, bets: tuple[Bet, ...] = (), admitted: tuple[str, ...] = ()) -> Box:
    originals = tuple((name, FIVE) for name in bettors)
    return Box(number=number, decider=bettors[0], originals=originals, bets=bets, admitted=frozenset(admitted))


def _boxes_of_ana(*numbers: int) -> Round:
    """A round in which she has these boxes, and somebody else the sixth."""
    return Round(number=1, boxes=(*(_box(each, "ana") for each in numbers), _box(6, "ben")))


@pytest.fixture(scope="module")
def rules() -> TableRules:
    return replace(table_rules("ma"), max_boxes_per_player=3, boxes_adjacent=True, max_bettors_per_box=2)


@pytest.mark.parametrize(
    ("has", "wants", "code"),
    [
        ((), 7, ""),
        ((1,), 1, ""),
        ((1,), 2, ""),
        ((2,), 1, ""),
        ((1,), 3, "boxes-not-adjacent"),
        ((5,), 7, "boxes-not-adjacent"),
        ((1, 2), 3, ""),
        ((1, 3), 2, ""),
        ((1, 2), 4, "boxes-not-adjacent"),
        ((1, 2, 3), 2, ""),
        ((1, 2, 3), 4, "too-many-boxes"),
    ],
)
def test_the_boxes_of_a_player_lie_beside_each_other(
    rules: TableRules, has: tuple[int, ...], wants: int, code: str
) -> None:
    wager = c.PlaceWager(player="ana", box=wants, amount=FIVE)
    why = _refuse_boxes(_boxes_of_ana(*has), rules, wager)
    assert (why.code if why is not None else "") == (f"command/{code}" if code else "")
    apart = _refuse_boxes(_boxes_of_ana(*has), replace(rules, boxes_adjacent=False), wager)
    assert (apart is None) is (code != "too-many-boxes")


@pytest.mark.parametrize(("most", "words"), [(1, "1 box"), (2, "2 boxes")])
def test_how_many_boxes_a_player_may_have_is_said(rules: TableRules, most: int, words: str) -> None:
    fewer = replace(rules, max_boxes_per_player=most)
    why = _refuse_boxes(_boxes_of_ana(*range(1, most + 1)), fewer, c.PlaceWager(player="ana", box=5, amount=FIVE))
    assert why is not None
    assert why.sentence == f"A player may wager on {words}."


@pytest.mark.parametrize(
    ("has", "leaves", "is_refused"),
    [
        ((1, 2, 3), 2, True),
        ((1, 2, 3), 1, False),
        ((1, 2, 3), 3, False),
        ((1, 2), 1, False),
        ((1,), 1, False),
        ((3, 4, 5), 4, True),
    ],
)
def test_the_box_in_the_middle_is_left_last(
    rules: TableRules, has: tuple[int, ...], leaves: int, is_refused: bool
) -> None:
    current, leave = _boxes_of_ana(*has), c.WithdrawWager(player="ana", box=leaves)
    assert (_refuse_gap(current, rules, leave) is not None) is is_refused
    assert _refuse_gap(current, replace(rules, boxes_adjacent=False), leave) is None
    assert _refuse_gap(current, rules, replace(leave, wager=Wager.MATCH_UP)) is None


@pytest.mark.parametrize(
    ("box", "seats", "before"),
    [
        (None, {}, ()),
        (None, {2: "ana"}, ()),
        (None, {2: "ben"}, ("ben",)),
        (None, {3: "ben"}, ()),
        (_box(2, "ana", "ben"), {2: "ben"}, ()),
        (_box(2, "ben", "cy"), {2: "ana"}, ("ben", "cy")),
    ],
)
def test_who_has_a_box_before_a_player(box: Box | None, seats: dict[int, str], before: tuple[str, ...]) -> None:
    assert others(box, TableState(seats=seats), 2, "ana") == before


@pytest.mark.parametrize(
    ("box", "code", "sentence"),
    [
        (None, "", ""),
        (_box(2, "ana"), "", ""),
        (_box(2, "ben"), "no-consent", "ben must first let another bettor onto box 2."),
        (_box(2, "ben", admitted=("ana",)), "", ""),
        (_box(2, "ben", "cy", admitted=("ana",)), "box-taken", "Box 2 is taken: 2 people may wager on a box."),
        (_box(2, "ben", "ana"), "", ""),
    ],
)
def test_who_may_wager_on_the_box_of_others(rules: TableRules, box: Box | None, code: str, sentence: str) -> None:
    wager = c.PlaceWager(player="ana", box=2, amount=FIVE)
    why = _refuse_bettor(box, TableState(), rules, wager)
    assert ("" if why is None else why.sentence) == sentence
    assert ("" if why is None else why.code) == (f"command/{code}" if code else "")


def test_one_person_may_wager_on_a_box_of_one(rules: TableRules) -> None:
    wager = c.PlaceWager(player="ana", box=2, amount=FIVE)
    why = _refuse_bettor(_box(2, "ben"), TableState(), replace(rules, max_bettors_per_box=1), wager)
    assert why is not None
    assert (why.sentence, why.clause) == (
        "Box 2 is taken: one person may wager on a box.",
        rules.clause_of(Step.BETTORS),
    )


def test_what_a_player_has_on_a_box_is_counted_by_wager_and_by_size() -> None:
    bets = (Bet("ben", Wager.SPIN, FIVE), Bet("ana", Wager.SECOND_SPIN, Cents(100)), Bet("ana", Wager.MATCH_UP, FIVE))
    box = _box(2, "ana", "ben", bets=bets)
    assert [held(box, "ana", each) for each in (Wager.BASE, Wager.SECOND_SPIN, Wager.SPIN)] == [500, 100, 0]
    assert other_size(box, "ana", Wager.SPIN) is Wager.SECOND_SPIN
    assert other_size(box, "ana", Wager.SECOND_SPIN) is None
    assert other_size(box, "ben", Wager.SECOND_SPIN) is Wager.SPIN
    assert other_size(box, "ana", Wager.MATCH_DOWN) is None
    assert other_size(box, "ana", Wager.BASE) is None
