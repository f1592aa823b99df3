"""A replay says where page and engine part, and goes no further than that."""

from __future__ import annotations

import pytest

from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table.notation.reader import round_from_text
from siete.table.notation.replay import Replay, replayed, words

PAGE = """\
[[round]]
players = { ana = 500 }
wagers = [{ box = 1, player = "ana", base = 25, match-up = 5 }]
cards = "9s 7h 9c Kd"
decisions = ["1 stand"]
results = [
    { box = 1, player = "ana", wager = "match-up", line = "no match", collected = 5 },
    { box = 1, player = "ana", wager = "base", line = "win", paid = 25, returned = 25, clause = "MD-7.O.2" },
]
"""


def replay(text: str, rules: str = "md", **choices: object) -> Replay:
    return replayed(round_from_text(text), table_rules(rules, choices))


def test_a_page_that_agrees() -> None:
    made = replay(PAGE)
    assert made.agrees
    assert [step.clause for step in made.steps if isinstance(step.command, c.Deal)] == [
        "MD-7.E.1",
        "MD-7.E.2",
        "MD-7.E.3",
        "MD-7.E.4",
    ]
    assert all(step.clause for step in made.steps)


@pytest.mark.parametrize(
    ("old", "new", "code", "step"),
    [
        ("base = 25", "base = 2", "command/outside-limits", "place wager ana box 1 base $2"),
        ("base = 25", "base = 25.25", "command/not-in-chips", "place wager ana box 1 base $25.25"),
        ("ana = 500", "ana = 20", "command/not-enough-chips", "place wager ana box 1 base $25"),
        (" Kd", "", "command/shoe-empty", "deal the dealer"),
        (" Kd", " Kd 2c 3d", "replay/card-left-over", "cards"),
        ('"1 stand"', "", "replay/decision-missing", "decisions"),
        ('"1 stand"', '"1 stand", "1 hit"', "replay/decision-left-over", "decisions"),
        ('"1 stand"', '"1 stand by ben"', "replay/other-question", "decision 1"),
        ('"1 stand"', '"1 rescue"', "command/not-an-answer", "rescue ana box 1"),
        ('"1 stand"', '"1 insure 5"', "command/insurance-closed", "take insurance ana box 1 $5"),
        ("9s 7h", "9s Ah", "command/not-an-answer", "stand ana box 1"),
        ("9s 7h", "2s 7h", "replay/result-differs", "result of box 1 ana base"),
        ("paid = 25", "paid = 26", "replay/result-differs", "result of box 1 ana base"),
        ("MD-7.O.2", "MD-7.O.3", "replay/result-differs", "result of box 1 ana base"),
        ('line = "win"', 'line = "luck"', "replay/result-differs", "result of box 1 ana base"),
        ("box = 1, player = \"ana\", wager = \"base\"", "box = 2, player = \"ana\", wager = \"base\"",
         "replay/result-differs", "result of box 2 ana base"),
        ("decisions", 'wheels = ["$40"]\ndecisions', "replay/wheel-left-over", "wheels"),
        ("decisions", "meters = { mars = 1 }\ndecisions", "replay/no-such-meter", "meter mars"),
    ],
)  # fmt: skip
def test_where_page_and_engine_part(old: str, new: str, code: str, step: str) -> None:
    assert old in PAGE
    made = replay(PAGE.replace(old, new, 1))
    assert (code, step) in [(parting.code, parting.step) for parting in made.partings]


def test_no_wager_is_no_round() -> None:
    page = PAGE.replace('[{ box = 1, player = "ana", base = 25, match-up = 5 }]', "[]").replace('"1 stand"', "")
    assert [parting.code for parting in replay(page).partings] == ["replay/no-wagers"]


def test_a_wheel_that_is_not_written_is_missed() -> None:
    page = PAGE.replace("match-up = 5", "bonus-spin = 5").replace("9s 7h 9c Kd", "As 7h Kc Kd").replace('"1 stand"', "")
    (parting,) = replay(page).partings
    assert (parting.code, parting.step) == ("practice/no-wheel", "spin box 1 ana bonus-spin")


def test_without_results_only_the_play_is_checked() -> None:
    made = replay(PAGE.split("results")[0])
    assert made.agrees
    assert [result.wager for result in made.results] == ["match-up", "base"]


def test_an_amount_left_out_is_the_most_allowed() -> None:
    page = PAGE.split("results")[0].replace('"1 stand"', '"1 insure", "1 double", "1 stand"')
    made = replay(page.replace("9s 7h 9c Kd", "2s Ah 9c 8d 9d"))
    amounts = [words(step.command) for step in made.steps if isinstance(step.command, c.PlayerCommand)]
    assert made.agrees
    assert amounts[-3:] == ["take insurance ana box 1 $12.50", "double ana box 1 $25", "stand ana box 1"]


def test_a_parting_reads_like_a_sentence() -> None:
    (parting,) = replay(PAGE.replace("paid = 25", "paid = 26")).partings
    assert str(parting) == (
        "result of box 1 ana base: written win, paid $26, returned $25, by MD-7.O.2, "
        "the engine win, paid $25, returned $25, by MD-7.O.2"
    )
