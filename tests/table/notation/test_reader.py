"""Damaged files: each fault is told with its code and its line, and all of them at once."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siete.errors import FaultyDocumentError
from siete.rules.submission import table_rules
from siete.table.notation.page import text_of
from siete.table.notation.reader import document_from_text, round_from_text

SOUND = """\
format = "siete-s21/1"
rules = "md"

[[round]]
players = { ana = 500 }
wagers = [
    { box = 1, player = "ana", base = 25 },
]
cards = "9s 7h 9c 5d 5s"
decisions = ["1 stand"]
results = [
    { box = 1, player = "ana", wager = "base", line = "win", paid = 25, returned = 25 },
]
"""


def faults(text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(FaultyDocumentError) as refused:
        document_from_text(text)
    return [(fault.line, fault.code) for fault in refused.value.faults]


def test_the_sound_file_is_read() -> None:
    """The control of the tests below."""
    assert len(document_from_text(SOUND).rounds) == 1


@pytest.mark.parametrize(
    ("old", "new", "line", "code"),
    [
        ('"siete-s21/1"', '"siete-s21/2"', 1, "notation/unknown-format"),
        ('format = "siete-s21/1"\n', "", None, "notation/unknown-format"),
        ('rules = "md"', 'rules = "mars"', 2, "notation/unknown-rules"),
        ('rules = "md"', "rules = 3", 2, "notation/unknown-rules"),
        ('rules = "md"', 'rules = "md"\nchoices = 3', 3, "notation/wrong-type"),
        ('rules = "md"', 'rules = "md"\nchoices = { decks = 7 }', 3, "submission/not-allowed"),
        ('rules = "md"', 'rules = "md"\n[choices]\n\ndecs = 6', 5, "submission/unknown-key"),
        ('rules = "md"', 'rules = "md"\nrules_hash = "00"', 3, "notation/rules-hash"),
        ('rules = "md"', 'rules_json = "{}"', 2, "notation/rules-json"),
        ('rules = "md"', "rules_json = 1", 2, "notation/wrong-type"),
        ('rules = "md"', "rules_json = '[[[['", 2, "notation/rules-json"),
        ('rules = "md"', 'rule = "md"', None, "notation/unknown-rules"),
        ("[[round]]", "[round]", 4, "notation/no-rounds"),
        ("players = { ana = 500 }", "players = [500]", 5, "notation/wrong-type"),
        ("ana = 500", 'ana = "500"', 5, "notation/wrong-type"),
        ("ana = 500", "ana = true", 5, "notation/wrong-type"),
        ("ana = 500", "ana = -1", 5, "notation/money-out-of-range"),
        ("ana = 500", "ana = nan", 5, "notation/money-out-of-range"),
        ("ana = 500", "ana = 1.234", 5, "notation/money-part-of-a-cent"),
        ("ana = 500", "ana = 99999999999999999999", 5, "notation/money-out-of-range"),
        ("ana = 500", 'ana = 500, " " = 5', 5, "notation/player-name"),
        ("base = 25", "bass = 25", 7, "notation/unknown-key"),
        ("base = 25", "match-up = 25", 7, "notation/missing"),
        ("base = 25", "base = 25, insurance = 5", 7, "notation/unknown-key"),
        ("base = 25", "base = [25]", 7, "notation/wrong-type"),
        ("base = 25", "base = 25, coupons = 5", 7, "notation/wrong-type"),
        ("base = 25", "base = 25, coupons = { base = true }", 7, "notation/wrong-type"),
        ("base = 25", "base = 25, coupons = { match-up = 5 }", 7, "notation/coupon-alone"),
        ("base = 25", "base = 25, coupons = { box = 5 }", 7, "notation/coupon-alone"),
        ('box = 1, player = "ana", base', 'player = "ana", base', 7, "notation/missing"),
        ('box = 1, player = "ana", base', 'box = 0, player = "ana", base', 7, "notation/out-of-range"),
        ('box = 1, player = "ana", base', 'box = 1.5, player = "ana", base', 7, "notation/wrong-type"),
        ('player = "ana", base', 'player = "bob", base', 7, "notation/unknown-player"),
        ("base = 25 },", 'base = 25 },\n    { box = 1, player = "ana", base = 5 },', 8, "notation/said-twice"),
        ("base = 25 },", "base = 25 },\n    7,", 8, "notation/wrong-type"),
        ("9s 7h", "9s 1h", 9, "notation/unknown-card"),
        ("9s 7h", "9s Th", 9, "notation/no-such-card"),
        ("9s 7h", "9s 9s 9s 9s 9s 9s 9s 7h", 9, "notation/too-many-cards"),
        ('"9s 7h 9c 5d 5s"', "[1]", 9, "notation/wrong-type"),
        ('["1 stand"]', '["1 stand", "2 hit"]', 10, "notation/no-such-box"),
        ('["1 stand"]', '["1 stand",\n\n"1 jump"]', 12, "notation/unknown-decision"),
        ('["1 stand"]', "[1]", 10, "notation/wrong-type"),
        ('["1 stand"]', '"1 stand"', 10, "notation/wrong-type"),
        ('wager = "base", line', 'wager = "bose", line', 12, "notation/unknown-wager"),
        ("paid = 25", 'paid = "25"', 12, "notation/wrong-type"),
        ('line = "win"', "line = 1", 12, "notation/wrong-type"),
        ('line = "win"', 'hand = 100, line = "win"', 12, "notation/out-of-range"),
        ("decisions", "_mine = 1\ndecision", 11, "notation/unknown-key"),
        ("decisions", "wheels = [7]\ndecisions", 10, "notation/wrong-type"),
        ("decisions", 'seats = { x = "ana" }\ndecisions', 10, "notation/no-such-box"),
        ("decisions", 'seats = { 1 = "zoe" }\ndecisions', 10, "notation/unknown-player"),
        ("decisions", "meters = { spin = -1 }\ndecisions", 10, "notation/out-of-range"),
        ("decisions", 'meters = { spin = "1/0" }\ndecisions', 10, "notation/unreadable-reading"),
        ("decisions", "meters = { spin = inf }\ndecisions", 10, "notation/out-of-range"),
        ("decisions", "meters = { spin = { shown = 1 } }\ndecisions", 10, "notation/unknown-key"),
        ("decisions", 'cards = "2c"\ndecisions', 10, "notation/not-toml"),
        ("decisions = [", "decisions = [[", 11, "notation/not-toml"),
    ],
)
def test_a_fault_names_its_line(old: str, new: str, line: int | None, code: str) -> None:
    assert old in SOUND
    assert (line, code) in faults(SOUND.replace(old, new, 1))


def test_all_faults_are_told_at_once() -> None:
    text = SOUND.replace("base = 25", "base = -25").replace("7h", "1h").replace("1 stand", "1 sit").replace("500", "-5")
    assert [line for line, _ in faults(text)] == [5, 7, 9, 10]


def test_faults_in_a_later_round_are_found_there() -> None:
    second = SOUND.split("\n\n")[1].replace("9c", "9x")
    assert faults(f"{SOUND}\n{second}") == [(SOUND.count("\n") + 7, "notation/unknown-card")]


def test_a_truncated_file_is_refused() -> None:
    """Up to where the cards are all there; from then on only decisions and results can be missing."""
    for end in range(SOUND.index("decisions") - 1):
        assert all(code.startswith("notation/") for _, code in faults(SOUND[:end]))


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"\0\1\2", "notation/not-text"),
        (b"\x89PNG\r\n\x1a\n", "notation/not-text"),
        (SOUND.encode("utf-16"), "notation/not-text"),
        (b"", "notation/unknown-format"),
        (b"a = " + b"[" * 100_000, "notation/too-deep"),
        (b"a = " + b"9" * 10_000, "notation/number-too-long"),
    ],
)
def test_what_is_no_text_is_refused(raw: bytes, code: str) -> None:
    with pytest.raises(FaultyDocumentError) as refused:
        document_from_text(text_of(raw))
    assert refused.value.code == code


def test_lines_may_end_as_on_windows_and_begin_with_a_mark() -> None:
    raw = b"\xef\xbb\xbf" + SOUND.replace("\n", "\r\n").encode()
    assert document_from_text(text_of(raw)) == document_from_text(SOUND)


def test_one_round_is_one_round() -> None:
    block = "[[round]]" + SOUND.split("[[round]]")[1]
    with pytest.raises(FaultyDocumentError) as refused:
        round_from_text(block * 2)
    assert refused.value.code == "notation/one-round"


@given(st.text() | st.text(alphabet="[]{}=\"'\n,.#a1 _-"))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(FaultyDocumentError):
        document_from_text(text)


@given(st.data())
def test_a_sound_file_with_anything_in_it_is_read_or_refused(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(SOUND)))
    end = data.draw(st.integers(start, min(len(SOUND), start + 20)))
    text = SOUND[:start] + data.draw(st.text(alphabet="[]{}=\"'\n,.#a1 _-7sh", max_size=5)) + SOUND[end:]
    with suppress(FaultyDocumentError):
        document_from_text(text)


@pytest.mark.parametrize(
    ("rules", "name", "value"),
    [
        ("md", "insurance_share", "-1"),
        ("md", "decks", 10**9),
        ("md", "chip_denominations", None),
        ("md", "mtd_odds", None),
        ("md", "mtd_min", None),
        ("md", "xtreme_meter_seed", None),
        ("ma", "xtreme_offered", True),
        ("wa", "jackpot_pays", []),
        ("wa", "jackpot_wager", []),
        ("wa", "meter_reset", None),
        ("wa", "dd_cap", "six"),
    ],
)
def test_written_rules_that_no_table_can_play_are_refused(rules: str, name: str, value: object) -> None:
    text = json.dumps(json.loads(table_rules(rules, {}).canonical_json) | {name: value})
    with pytest.raises(FaultyDocumentError) as refused:
        document_from_text(SOUND.replace('rules = "md"', f"rules_json = {json.dumps(text)}"))
    assert [fault.code for fault in refused.value.faults] == ["notation/rules-json"]
