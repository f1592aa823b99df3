"""What the guide shows is true."""

from __future__ import annotations

import re
from pathlib import Path

from siete.rules.submission import table_rules
from siete.table.notation.model import Word
from siete.table.notation.reader import document_from_text
from siete.table.notation.replay import replayed
from siete.table.position.line import position_from_text
from siete.table.state.wager import Wager

GUIDE = (Path(__file__).parents[3] / "docs/guide/notation.md").read_text("utf-8")


def test_the_example_replays() -> None:
    found = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert found
    document = document_from_text(found[1])
    assert [replayed(written, document.rules).partings for written in document.rounds] == [()]


def test_the_position_reads() -> None:
    found = re.search(r"```\n(s21/1 .*?)\n```", GUIDE)
    assert found
    assert position_from_text(found[1], table_rules("md")).racks == {"ana": 49500}


def test_every_word_is_explained() -> None:
    assert [word for word in Word if word.value not in GUIDE] == []
    spots = [
        wager for wager in Wager.known() if wager is not Wager.INSURANCE and not wager.value.startswith("match-bonus")
    ]
    assert [spot for spot in spots if spot.value not in GUIDE] == []
