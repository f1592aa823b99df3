"""Every round of every golden table can be told step by step to each role, each step with its clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from siete.money import whole_cents
from siete.rules.names import NAMES
from siete.table import commands as c
from siete.table import events as e
from siete.table.disputes.log import LoggedRound, rounds_of
from siete.table.disputes.review import review
from siete.table.notation.reader import document_from_text
from siete.table.notation.replay import replayed
from siete.table.notation.table import played
from siete.table.practice import PracticeTable
from siete.table.view import DEALER, FLOORPERSON, PUBLIC, Role
from tests.few import first_few
from tests.golden.test_golden import FOLDER, TABLES

SILENT = {"TimeTold"}
"""Nobody's step: the clock on the wall."""

WASHINGTON_SILENT = {"ReshuffleOrdered", "ContributionMade"}
"""Washington leaves these to the house, so that no clause orders them (decisions 0057 and 0088)."""


def rounds(path: Path) -> list[LoggedRound]:
    document = document_from_text(path.read_text("utf-8"))
    assert document.table is not None
    return list(rounds_of(played(document.table, document.rules)[0].events))


@pytest.mark.parametrize("name", first_few(["md", "ma", "wa"], NAMES))
def test_every_round_is_told_to_every_role_with_its_clauses(name: str) -> None:
    silent = SILENT | (WASHINGTON_SILENT if name.startswith("wa") else set())
    for path in (each for each in TABLES if each.parent.name == name):
        told = rounds(path)
        assert told, path
        for each in told:
            for role in (Role.player("ana"), DEALER, FLOORPERSON, PUBLIC):
                moments = list(review(each.before, each.events, each.rules, role))
                unnamed = {moment.event["event"] for moment in moments if not moment.clause}
                assert unnamed <= silent, (path, unnamed)
                assert moments[-1].event["event"] == type(each.events[-1]).__name__


@pytest.mark.parametrize("name", first_few(["md", "ma", "wa"], NAMES))
def test_a_round_in_which_nothing_went_wrong_stands_alone(name: str) -> None:
    for path in (each for each in TABLES if each.parent.name == name):
        for each in rounds(path):
            if not each.irregularities and each.is_over:
                assert replayed(each.written, each.rules).agrees, path


def test_a_round_after_the_readers_failure_is_no_ordinary_one() -> None:
    (_, after) = rounds(FOLDER / "ma" / "irregular-reader-fails-between-rounds.s21")
    assert after.before.is_reader_down
    assert after.irregularities[0] == e.ReaderFailed.__name__


def test_who_comes_while_betting_is_open_stands_in_the_notation_with_all_chips() -> None:
    table = PracticeTable("md", shoe="9s 8h 6d 7c 5h 9c 4d 3c", chips={"ana": 20})
    table.do(c.StartRound())
    table.do(c.BringChips(player="ben", amount=whole_cents(50)))
    table.do(c.TakeSeat(player="ben", box=3))
    table.wager("ana", 1, 10)
    table.wager("ben", 3, 10)
    table.deal()
    table.do(c.BringChips(player="ana", amount=whole_cents(30)))
    table.decide(1, "double", 10)
    table.decide(1, "stand")
    table.decide(3, "stand")
    (told,) = rounds_of(table.events)
    assert told.written.players == {"ana": 50_00, "ben": 50_00}
    assert told.written.seats == {3: "ben"}
    assert replayed(told.written, told.rules).agrees
