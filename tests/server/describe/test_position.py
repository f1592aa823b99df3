"""A shared position: shown as anybody sees the table, refused where it cannot be, whatever it holds."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siete.errors import ParseError
from siete.rules.submission import table_rules
from siete.server.describe.position import LONGEST, position_plain
from siete.table.position.line import position_to_text
from tests.table.generated.random_play import RandomTable, play_round, random_rules

MD = table_rules("md")
POSITION = "s21/1 #3 base 1.1:play 7h? 1:>ana=25:7s5d=a25:a.match-up=5x/2:>ben=10:8h7d=a10:- ana=470,ben=490 -"


def test_a_position_is_a_round_of_one_step() -> None:
    told = position_plain(POSITION, MD)
    (step,) = told["steps"]
    assert (told["round"], told["players"], told["rules"]) == (3, ["ana", "ben"], "md")
    assert step["view"]["round"]["boxes"][0]["hands"][0]["cards"] == ["7s", "5d"]
    assert step["view"]["role"] == "public"
    assert step["event"]["words"] == "Due: ana (box 1) to play the hand"
    assert step["position"] == POSITION


def test_a_hidden_card_in_the_text_is_not_shown() -> None:
    told = position_plain(POSITION.replace("7h?", "7h(Kd)"), MD)
    assert "Kd" not in json.dumps(told["steps"])
    assert told["steps"] == position_plain(POSITION.replace("7h?", "7h(2c)"), MD)["steps"]


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32))
def test_every_state_of_a_round_can_be_shared(seed: int) -> None:
    rng = Random(seed)
    table = RandomTable(random_rules(rng), rng)
    shown = 0
    for _ in play_round(table, rng):
        if table.state.round is None:
            continue
        text = position_to_text(table.state, table.rules)
        assert len(text) <= LONGEST
        with suppress(ParseError):  # a shoe that runs out in mid-round is refilled from cards that are not told
            assert position_plain(text, table.rules)["steps"][0]["position"] == text
            shown += 1
    assert shown


_PIECES = st.sampled_from(
    [
        *"0123456789?()=:/|,+!@%><-#*xoc",
        "7s",
        "Kd",
        "=a25",
        "ana",
        "!split",
        "!doubled3",
        "%00",
        "\u202e",
        " ",
        "wagers",
    ]
)


@settings(deadline=None, max_examples=400)
@given(st.data())
def test_a_spoilt_position_is_shown_or_refused(data: st.DataObject) -> None:
    text = POSITION
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 6)))
        text = text[:start] + data.draw(_PIECES) + text[end:]
    with suppress(ParseError):
        json.dumps(position_plain(text, MD))


@pytest.mark.parametrize(
    "boxes",
    [
        "1:>ana=25:" + "|".join(["7s=a25"] * 300) + ":-",
        "1:>ana=999999999999:7s5d=a999999999999:-",
        "1:>ana=25:7s5d=a25+25+25+25+25:-",
        "1:>ana=25:-=a25:-",
        "99:>ana=25:7s5d=a25:-",
        "1:>ana=25:7s5d=:-",
        "1:>ana=25:7s5d=a25!split!doubled3!awaits-card:-:first=Ks",
    ],
)
def test_boxes_that_no_round_has(boxes: str) -> None:
    text = f"s21/1 #3 base 1.1:play 7h? {boxes} ana=470 -"
    with suppress(ParseError):
        json.dumps(position_plain(text, MD))
