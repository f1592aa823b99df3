"""One table of answers and keys serves the page and the terminal, and leaves no legal answer without a key."""

from __future__ import annotations

import pytest

from siete.money import Cents
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.server.describe.layout import describe
from siete.table import commands as c
from siete.table.answers import ANSWERS
from siete.table.due import Question
from siete.table.practice import PracticeTable
from siete.table.stages.play import may_answer


@pytest.mark.parametrize("question", Question)
def test_every_key_means_one_answer(question: Question) -> None:
    keys = [answer.key for answer in ANSWERS[question]]
    assert len(keys) == len(set(keys)) > 1


@pytest.mark.parametrize("question", Question)
def test_everything_that_answers_a_question_has_a_key(question: Question) -> None:
    """All but the requests of an idle table that another question carries."""
    answering = {kind for kind in c.PlayerCommand.__subclasses__() if may_answer(question, kind)}
    assert answering
    assert answering - {answer.command for answer in ANSWERS[question]} <= {c.AskFaceUp}


@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_told_the_same_keys(name: str) -> None:
    told = describe(table_rules(name))["questions"]
    shown = {key: [(each["command"], each["key"]) for each in asked["answers"]] for key, asked in told.items()}
    own = {key.value: [(each.command.__name__, each.key) for each in answers] for key, answers in ANSWERS.items()}
    assert shown == own


def at_stake(table: PracticeTable, kind: type[c.PlayerCommand]) -> Cents:
    return next(each.at_stake for each in table.legal("ana") if isinstance(each.command, kind))


def test_surrender_tells_what_it_loses() -> None:
    table = PracticeTable("md", shoe="Ks 9h 6d 8c 2c", chips={"ana": 500})
    table.wager("ana", 3, 25)
    table.deal()
    assert at_stake(table, c.Surrender) == 1250


def test_rescue_tells_what_it_saves() -> None:
    table = PracticeTable("md", shoe="5s 9h 6d 8c 2c", chips={"ana": 500})
    table.wager("ana", 3, 20)
    table.deal()
    table.decide(3, "double", 15)
    assert at_stake(table, c.Rescue) == 1500
