"""Whole tables as text: steps read and written, faults named with their lines, and the house that goes on by itself."""

from __future__ import annotations

from typing import Any

import pytest

from siete.cards import SPANISH_DECK
from siete.errors import FaultyDocumentError, ParseError
from siete.money import Cents, whole_cents
from siete.rules.options import Authority
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Refusal
from siete.table.notation.model import Document, WrittenTable
from siete.table.notation.reader import document_from_text
from siete.table.notation.rewriter import rewritten
from siete.table.notation.steps import step_from_text, step_to_text
from siete.table.notation.table import TableRun, partings, played, told_by
from siete.table.notation.writer import document_to_text
from siete.table.state.table import TableState
from siete.table.state.wager import Wager

HEAD = 'format = "siete-s21/1"\nrules = "md"\n\n[table]\n'
OPENED = (
    "prepare-table by=fay at=540",
    "bring-chips player=ana amount=500",
    "take-seat player=ana box=1",
    "receive-cards cards=decks,tens",
    "look-over player=ana box=1",
    "shuffle-cards order=*10,2c,9s,8h,9d,9c,*",
    "cut-cards player=ana box=1 at=10",
)


def back(command: c.Command) -> c.Command:
    """The command that its own line tells."""
    return step_from_text(step_to_text(command)).command(TableState(), table_rules("md"))


@pytest.mark.parametrize(
    "command",
    [
        c.PlaceWager(player="ana", box=1, amount=Cents(12_50)),
        c.PlaceWager(player="Zoë of 2=3, % and so on", box=1, wager=Wager.JACKPOT_1, amount=Cents(5_00)),
        c.PlaceWager(player="ana", box=-1, amount=Cents(-5_01)),
        c.Deal(),
        c.Deal(box=2, hand=1, card=SPANISH_DECK[3]),
        c.Peek(is_blackjack=False),
        c.ShuffleCards(order=SPANISH_DECK[:5]),
        c.ShuffleCards(),
        c.Spin(box=1, player="ana", wager=Wager.SPIN, symbols=("$250 and $100",)),
        c.ExposeHoleCard(by="fay", rank=Authority.FLOORPERSON, is_seen=False),
        c.LeaveTable(player="ana"),
        c.PayAward(box=1, player="ana", wager=Wager.SPIN, line="jackpot", before=Cents(7)),
        c.SignItem(by="house (automatic)", item="layout"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_command_and_its_line_are_the_same(command: c.Command) -> None:
    found = back(command)
    assert found == command
    assert {name: getattr(found, name) for name in command.__dataclass_fields__} == {
        name: getattr(command, name) for name in command.__dataclass_fields__
    }


def test_every_kind_of_command_has_a_line() -> None:
    kinds: list[Any] = [kind for kind in vars(c).values() if isinstance(kind, type) and issubclass(kind, c.Command)]
    bases = (c.Command, c.PlayerCommand, c.FloorCommand, c.Report, c.HouseCommand)
    assert len(kinds) > 80
    for kind in kinds:
        if kind not in bases:
            words = "-".join(part.lower() for part in _parts(kind.__name__))
            with pytest.raises(ParseError, match=r"notation/unknown-field"):
                step_from_text(f"{words} nonsense")


def _parts(name: str) -> list[str]:
    starts = [place for place, letter in enumerate(name) if letter.isupper()]
    return [name[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]


def test_lines_are_written_as_people_write_them() -> None:
    assert step_to_text(c.Double(player="ana", box=1, amount=whole_cents(25))) == "double player=ana box=1 amount=25"
    assert step_to_text(c.FindFaceUp(by="dan")) == "find-face-up by=dan"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "notation/unknown-step"),
        ("hitt player=ana box=1", "notation/unknown-step"),
        ("hit player=ana", "notation/missing"),
        ("hit player=ana box=one", "notation/wrong-value"),
        ("hit player=ana box=1 box=2", "notation/unknown-field"),
        ("hit player=ana box=1 amount=5", "notation/unknown-field"),
        ("double player=ana box=1 amount=lots", "money/unreadable"),
        ("shuffle-cards order=7x", "notation/unknown-card"),
        ("place-wager player=ana box=1 wager=luck amount=5", "notation/wrong-value"),
        ("expose-hole-card by=fay is_seen=maybe", "notation/wrong-value"),
    ],
)
def test_a_line_that_tells_no_step_is_refused(line: str, code: str) -> None:
    with pytest.raises(ParseError) as refused:
        step_from_text(line)
    assert refused.value.code == code


def test_a_damaged_file_names_every_fault_and_its_line() -> None:
    text = HEAD + 'steps = [\n    "hitt player=ana box=1",\n    7,\n]\nsaw = []\nchips = { ana = "much" }\n'
    with pytest.raises(FaultyDocumentError) as refused:
        document_from_text(text)
    found = {(fault.line, fault.code) for fault in refused.value.faults}
    assert found == {
        (6, "notation/unknown-step"),
        (7, "notation/wrong-type"),
        (9, "notation/unknown-key"),
        (10, "notation/wrong-type"),
    }
    with pytest.raises(FaultyDocumentError, match="no steps"):
        document_from_text(HEAD)


def test_a_table_survives_writing_and_keeps_its_writers_fields() -> None:
    text = HEAD + 'steps = ["prepare-table by=fay at=540"]\n_note = "mine"\n'
    document = document_from_text(text)
    assert document.table is not None
    assert document.table.own == {"_note": "mine"}
    assert document_from_text(document_to_text(document)) == document
    told = told_by(played(document.table, document.rules)[0], document.table.steps)
    renewed = rewritten(text, (), told)
    assert renewed.startswith(text.rstrip("\n"))
    again = document_from_text(renewed)
    assert again.table is not None
    assert again.table.seen == ("TableOpened", "TablePrepared at=540 by=fay")
    assert list(partings(again.table, again.rules)) == []


def test_the_house_goes_on_until_what_is_written_is_allowed() -> None:
    run = TableRun(table_rules("md"))
    for line in (*OPENED, "place-wager player=ana box=1 amount=10", "stand player=ana box=1"):
        run.follow(line)
    names = [type(command).__name__ for command in run.commands]
    assert names.count("SignItem") > 5
    assert names[-1] == "Stand"
    assert run.state.round is not None
    run.follow("pick-up")
    assert run.state.round is None


def test_what_is_never_allowed_stops_the_table_and_says_why() -> None:
    rules = table_rules("md")
    written = WrittenTable(steps=(*OPENED, "hit player=ana box=1"))
    run, stopped = played(written, rules)
    assert stopped.startswith("step 8 (hit player=ana box=1): command/no-turn")
    assert run.state.round is not None, "betting is open, and nobody wagers"
    assert list(partings(written, rules)) == [stopped]
    with pytest.raises(Refusal):
        run.follow("deal box=1")


def test_meters_go_their_way_beside_the_table() -> None:
    run = TableRun(table_rules("md"))
    for line in (*OPENED, "place-wager player=ana box=1 amount=10"):
        run.follow(line)
    run.follow("place-wager player=ana box=1 wager=bonus-spin amount=5")
    run.follow("contribute meter=spin")
    (made,) = [event for event in run.events if isinstance(event, e.ContributionMade)]
    assert made.amount > 0


def test_a_shuffle_may_name_some_cards_and_leave_the_rest_in_order() -> None:
    run = TableRun(table_rules("md"))
    for line in OPENED:
        run.follow(line)
    run.follow("burn-card")
    assert run.state.shoe is not None
    assert [str(card) for card in run.state.shoe[:5]] == ["2c", "9s", "8h", "9d", "9c"]
    assert sorted(run.state.shoe) == sorted(SPANISH_DECK * 6)


def test_a_file_may_hold_a_table_and_rounds() -> None:
    document = document_from_text(HEAD + 'steps = ["prepare-table by=fay at=1"]\n')
    assert document == Document(
        rules=document.rules, rounds=(), table=WrittenTable(steps=("prepare-table by=fay at=1",)), choices={}
    )
