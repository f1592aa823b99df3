"""Dealer's school: the right step is taken, a wrong one is refused with its clause, and the score says how it went."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from siete.cli.options import Start
from siete.cli.terminal.dealer_steps import PLAIN, USAGE, step_from, step_to_text
from siete.cli.terminal.prompt import Talk
from siete.cli.terminal.school import School
from siete.errors import ParseError
from siete.host.chance.shuffling import Chance
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.strategy import never_bust
from siete.table import commands as c
from siete.table.due import Due
from siete.table.state.table import TableState
from siete.table.stepping import SYSTEM
from siete.table.words import step_in_words
from tests.cli.running import Siete


def lesson(
    rules: str | TableRules,
    type_: Callable[[School], str],
    *,
    start: Start = Start.ROUND,
    seed: str = "1",
    boxes: int = 2,
) -> tuple[School, str]:
    """A lesson in which somebody types what this function says, and what was seen of it."""
    lines: list[str] = []

    def ask(prompt: str) -> str:
        lines.append(prompt)
        return type_(school)

    talk = Talk(ask, lines.append)
    made = table_rules(rules) if isinstance(rules, str) else rules
    school = School(made, Chance(seed), never_bust(), talk=talk, start=start, boxes=boxes)
    school.run()
    return school, "\n".join(lines)


def due_step(school: School) -> c.HouseCommand:
    due = school.table.due
    assert isinstance(due, Due)
    return due.command


def keys(*typed: str) -> Callable[[School], str]:
    """These lines, then the end."""
    left = iter([*typed, "q"])
    return lambda school: next(left)


@pytest.mark.parametrize("rules", NAMES)
def test_who_knows_every_step_deals_a_shoe_without_a_fault(rules: str) -> None:
    """From the opening over the shuffle through a whole shoe and the next shuffle, each step typed as it is written."""

    def type_(school: School) -> str:
        step = due_step(school)
        assert step_from(step_to_text(step), school.table.state) == step
        assert type(step) not in SYSTEM
        pack = school.table.state.pack
        return "q" if pack is not None and pack.shuffles > 1 and pack.is_loaded else step_to_text(step)

    school, screen = lesson(rules, type_, start=Start.OPENING, boxes=4)
    assert school.table.state.rounds > 10
    assert school.score.steps == school.score.right > 300
    assert not school.score.broken
    assert f"{school.score.steps} of {school.score.steps} steps right first time (100 %)." in screen


@pytest.mark.parametrize("rules", NAMES)
def test_any_words_are_answered_and_change_nothing_when_wrong(rules: str) -> None:
    rng = Random(rules)
    words = [usage for usage, _ in USAGE]

    def type_(school: School) -> str:
        if school.table.state.rounds >= 3:
            return "q"
        return rng.choice([rng.choice(words), step_to_text(due_step(school)), "hint", "help", "look", "", "9"])

    school, _ = lesson(rules, type_)
    assert school.score.broken
    assert school.score.right < school.score.steps


def test_a_wrong_step_is_refused_with_the_clause_it_breaks_and_what_it_says() -> None:
    school, screen = lesson("md", keys("bets", "close", "deal 2", "deal 1"))
    assert "Not now: it breaks [MD-7.E.1] Deal step 1: one card face up to each box" in screen
    assert "3 of 3" not in screen
    assert "2 of 3 steps right first time (66 %)." in screen
    assert "1 × [MD-7.E.1]" in screen
    assert school.score.broken == {"MD-7.E.1": 1}


def test_the_answer_is_not_given_away_but_hint_tells_it() -> None:
    _, screen = lesson("md", keys("bets", "close", "peek", "hint", "deal 1"))
    wrong, hint = screen.index("Not now"), screen.index("It is due to deal a card to box 1: deal 1.")
    assert "deal 1" not in screen[wrong:hint]
    assert "2 of 3 steps right first time (66 %), 1 hint taken." in screen


def test_the_floor_signs_by_itself_and_the_opening_is_dealt_too() -> None:
    _, screen = lesson("md", keys("wash", "receive", "inspect", "tens", "spread"), start=Start.OPENING)
    assert "24 items of the checklist signed" in screen
    assert "it breaks [MD-4.A.1]" in screen
    assert "10-spots disposed of (torn)." in screen


def test_the_shuffle_by_hand_has_its_order() -> None:
    by_hand = table_rules("ma", {"shuffle_method": "manual"})
    _, screen = lesson(by_hand, keys("strip", "plug", "riffle"), start=Start.SHUFFLE)
    assert "it breaks [MA-4.j" in screen


@pytest.mark.parametrize(("typed", "code"), [("cut 3", "command/cut-depth"), ("cover 200", "command/cover-depth")])
def test_depths_are_checked(typed: str, code: str) -> None:
    def type_(school: School) -> str:
        step = due_step(school)
        if step_to_text(step) == typed.split()[0]:
            return "q" if school.score.broken else typed
        return step_to_text(step)

    _, screen = lesson("md", type_, start=Start.SHUFFLE)
    assert code in screen


@pytest.mark.parametrize(
    "text", ["", "dance", "settle", "settle x", "settle 1 moon", "deal 1.0", "pay", "award 1", "cut much", "envy ben"]
)
def test_what_is_no_step_is_told(text: str) -> None:
    with pytest.raises(ParseError) as refused:
        step_from(text, TableState())
    assert refused.value.sentence


def test_every_step_of_the_house_has_a_word() -> None:
    kinds = {kind for kind in vars(c).values() if isinstance(kind, type) and issubclass(kind, c.HouseCommand)}
    by_hand = kinds - SYSTEM - {c.HouseCommand, c.ConfirmWager}
    others = {c.Deal, c.DoShuffleStep, c.SettleWager, c.PayEnvy, c.Spin, c.PayAward, c.PaySuperBonus}
    others |= {c.AnnounceBlackjack, c.CloseInsurance, c.TurnUpCards, c.TurnHoleCard, c.SettleHand}
    others |= {c.PayHand, c.RemoveHand, c.CollectBust, c.SettleSurrender}
    assert by_hand == others | {kind for kind, _ in PLAIN.values()}
    assert all(step_in_words(kind()) for kind, _ in PLAIN.values())


def test_the_end_of_the_input_ends_the_lesson_with_its_score() -> None:
    def type_(school: School) -> str:
        raise EOFError

    assert "0 of 0 steps right first time." in lesson("s13", type_)[1]


def test_the_command_deals(siete: Siete, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "plain.txt"
    path.write_text(never_bust().to_text(), "utf-8")
    left = iter(["bets", "close", "q"])
    monkeypatch.setattr("siete.cli.terminal.prompt.typed", lambda prompt: next(left))
    ran = siete("play", "wa", "--dealer", "--from", "round", "--seed", "4", "--strategy", str(path))
    assert ran.code == 0
    assert "2 of 2 steps right first time (100 %)." in ran.out
