"""Refusals in a dealer's words: no command is ever shown as a program writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any, get_type_hints

import pytest

from siete.money import Cents
from siete.rules.options import ShuffleStep
from siete.table import commands as c
from siete.table.decide import refusal
from siete.table.due import Ask, Question, Refusal
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager
from siete.table.view import DEALER, PUBLIC, view
from siete.table.words import limits_in_words, name_in_words, question_in_words, step_in_words
from tests.table.cases import play, seat
from tests.table.procedure.closed import Closed


def kinds(base: type[c.Command]) -> Iterator[type[Any]]:
    """Every kind of command under a base; a class with slots is made twice, and only the second bears its name."""
    yield from (
        kind
        for kind in vars(c).values()
        if isinstance(kind, type) and issubclass(kind, base) and kind not in (c.HouseCommand, c.FloorCommand)
    )


STEPS = [*kinds(c.HouseCommand), *kinds(c.FloorCommand)]
_VALUES: dict[Any, Any] = {str: "ana", int: 3, bool: False, Wager: Wager.SPIN}


def example(kind: type[Any]) -> Any:
    """A command of this kind with something in every field that has no default."""
    hints = get_type_hints(kind)
    asked = {each.name for each in fields(kind) if each.default is MISSING}
    values = {name: _VALUES[getattr(hints[name], "__supertype__", hints[name])] for name in asked}
    return kind(**(values | ({"step": ShuffleStep.RIFFLE} if kind is c.DoShuffleStep else {})))


@pytest.mark.parametrize("kind", STEPS, ids=lambda kind: kind.__name__)
def test_every_step_and_signature_has_words(kind: type[Any]) -> None:
    told = step_in_words(example(kind))
    assert re.fullmatch(r"[a-z].*[a-z0-9]", told), told
    assert not re.search(r"[()=_]|None|[a-z][A-Z]", told), told


def test_words_name_the_box_and_the_hand() -> None:
    assert step_in_words(c.Deal(box=1)) == "deal a card to box 1"
    assert step_in_words(c.Deal(box=1, hand=1)) == "deal a card to box 1, hand 2"
    assert step_in_words(c.Deal()) == "deal the dealer's own card"
    assert step_in_words(c.Deal(is_bonus=True)) == "deal a card to the next bonus space"
    settle = c.SettleWager(box=2, player="ana", wager=Wager.MATCH_UP)
    assert step_in_words(settle) == "settle the match-up wager of ana on box 2"
    assert (
        step_in_words(c.Spin(box=0, player="", wager=Wager.XTREME)) == "spin the wheel for everybody who wagered on it"
    )


@pytest.mark.parametrize("step", list(ShuffleStep))
def test_every_step_of_a_shuffle_has_words(step: ShuffleStep) -> None:
    assert step_in_words(c.DoShuffleStep(step=step.value)).endswith("cards")


@pytest.mark.parametrize("question", list(Question))
def test_every_question_has_words(question: Question) -> None:
    told = question_in_words(Ask(player="ana", box=2, hand=1, question=question))
    assert told.startswith("ana (box 2, hand 2) to ")


def why(table: PracticeTable | Closed, command: c.Command) -> Refusal:
    """Why a command is refused."""
    found = refusal(table.state, table.rules, command)
    assert found is not None
    return found


def test_a_wrong_step_is_told_the_right_one() -> None:
    table = seat("md", "7s 7h 7s 5d 7s", {1: 25})
    assert why(table, c.Deal(box=1)).sentence == "The next step is to close the wagers."
    table.step(c.CloseWagers())
    told = why(table, c.Deal(box=2))
    assert told.sentence == "The next step is to deal a card to box 1."
    assert (told.clause, told.facts["due"]) == ("MD-7.E.1", c.Deal(box=1))


def test_a_dealer_who_goes_before_the_players_is_told_whom_to_ask() -> None:
    table = play("md", "7s 7h 7s 5d 7s")
    assert why(table, c.Deal(box=1)).sentence == "Wait for p1 (box 1) to play the hand."
    told = why(table, c.StayOut(player="p1", box=1)).sentence
    assert told == "It is for p1 (box 1) to play the hand: hit, stand, double, split, surrender."


def test_an_approval_is_told_in_words() -> None:
    told = why(Closed("md"), c.StartRound())
    assert told.code == "command/approval-required"
    assert told.sentence.startswith("A floorperson must first sign for the item ")
    assert why(Closed("md"), c.VerifyCards(by="fay")).sentence.startswith("It is not time to verify the inspection")


def test_the_house_sees_the_words_of_its_next_step_and_others_do_not() -> None:
    table = seat("md", "7s 7h 7s 5d 7s", {1: 25})
    assert view(table.state, table.rules, DEALER)["due"]["words"] == "close the wagers"
    assert view(table.state, table.rules, PUBLIC)["due"] == {}


def test_names_of_commands_become_words() -> None:
    assert [name_in_words(kind) for kind in (c.Hit, c.StayOut)] == ["hit", "stay out"]


def test_words_tell_one_amount_or_two() -> None:
    assert limits_in_words(Cents(500), Cents(500)) == "$5"
    assert limits_in_words(Cents(100), Cents(2550)) == "$1 to $25.50"
