"""One hand: actions best first, hands that cannot be, and the command."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from siete.cards import Card, cards_from_text
from siete.errors import SieteError
from siete.odds.base.hand import HandValues, hand_values
from siete.odds.base.shoe import Shoe
from siete.rules.submission import table_rules


def value(name: str, player: str, up: str, **state: Any) -> HandValues:
    choices = state.pop("choices", {})
    return hand_values(table_rules(name, choices), cards_from_text(player), Card.from_text(up), **state)


def test_actions_come_best_first() -> None:
    found = value("wa", "7s 7s", "7h")
    assert [name for name, _ in found.actions] == ["split", "hit", "stand", "surrender", "double"]
    assert found.best == "split"
    assert dict(found.actions)["surrender"] == -0.5
    told = found.to_json()["actions"]
    assert isinstance(told, list)
    assert told[0] == {"action": "split", "ev": found.actions[0][1]}


def test_the_order_and_the_irrelevant_suits_of_cards_do_not_matter() -> None:
    assert value("wa", "8h 6c", "9d").actions == value("wa", "6c 8h", "9s").actions
    assert value("wa", "Kh 6c", "9d").actions == value("wa", "Qs 6d", "9d").actions


def test_suits_matter_where_a_bonus_can_come() -> None:
    hits = [dict(value("wa", hand, "2d").actions)["hit"] for hand in ("7s 8s", "7h 8h", "7h 8c")]
    assert hits == sorted(hits, reverse=True)
    assert len(set(hits)) == 3


def test_a_blackjack_can_only_be_paid_or_doubled() -> None:
    assert value("wa", "As Ks", "9d").actions[0] == ("stand", 1.5)
    assert dict(value("wa", "As Ks", "9d").actions).keys() == {"stand", "double"}
    assert dict(value("md", "As Ks", "9d").actions) == {"stand": 1.5}


def test_a_split_ace_and_ten_is_an_ordinary_21() -> None:
    found = dict(value("md", "As Ks", "9d", is_split=True).actions)
    assert found == {"stand": 1.0}


def test_split_hands_can_be_split_again_but_not_surrendered() -> None:
    assert "split" in dict(value("wa", "8s 8h", "9d", is_split=True).actions)
    assert "surrender" not in dict(value("wa", "8s 8h", "9d", is_split=True).actions)
    single = {"max_additional_splits": 0}
    assert "split" not in dict(value("md", "8s 8h", "9d", is_split=True, choices=single).actions)


def test_a_doubled_hand_stands_or_is_rescued() -> None:
    found = dict(value("md", "5s 6h 2d", "Kd", doublings=1).actions)
    assert found.keys() == {"stand", "rescue"}
    assert found["rescue"] == -1.0


def test_a_given_shoe_counts() -> None:
    rich = Shoe.from_text("K:6 Q:6 J:6 A:6 6:6 5:6 9:2")
    assert (
        dict(value("wa", "5s 6h", "6d", shoe=rich).actions)["double"]
        > dict(value("wa", "5s 6h", "6d").actions)["double"]
    )


BAD: tuple[tuple[str, str, str, dict[str, Any], str], ...] = (
    ("wa", "7s 7s 7s", "7h", {"choices": {"decks": 2}}, "hand/too-many"),
    ("wa", "Th 7s", "7h", {}, "hand/ten-spot"),
    ("wa", "7h 7s", "Td", {}, "hand/ten-spot"),
    ("wa", "Kh 7s 8d", "7h", {}, "hand/bust"),
    ("wa", "Kh", "7h", {}, "hand/too-few"),
    ("wa", "", "7h", {}, "hand/too-few"),
    ("wa", "5h 6h", "7h", {"doublings": 1}, "hand/too-few"),
    ("wa", "5h 6h 2c", "7h", {"doublings": 2}, "hand/doubled-too-often"),
    ("wa", "5h 6h 2c", "7h", {"doublings": -1}, "hand/doubled-too-often"),
    ("wa", "5h 6h", "7h", {"shoe": Shoe.from_text("5h:1 6h:1 7h:1")}, "shoe/too-small"),
    ("wa", "5h 6h", "7h", {"shoe": Shoe.from_text("")}, "shoe/empty"),
    ("wa", "5h 6h 2c", "7h", {"doublings": 2, "choices": {"double_double": True}}, "hand/too-few"),
    ("wa", "5h 6h", "Kh", {"shoe": Shoe.from_text("5h:1 6h:1 Kh:1 As:9")}, "shoe/too-small"),
    ("wa", "5h 6h", "2h", {"shoe": Shoe.from_text("5h:1 6h:1 2h:3")}, "shoe/too-small"),
    ("wa", "5h 6h", "7h", {"is_split": True, "shoe": Shoe.from_text("5h:1 6h:9 7h:9")}, "hand/too-many"),
)


@pytest.mark.parametrize(("name", "player", "up", "state", "code"), BAD)
def test_a_hand_that_cannot_be_is_refused(name: str, player: str, up: str, state: dict[str, Any], code: str) -> None:
    with pytest.raises(SieteError) as error:
        value(name, player, up, **dict(state))
    assert error.value.code == code


@pytest.mark.parametrize("text", ["7s", "7s:x", "7s:-1", "7s:999999", ":3", "Zs:1", "T:4"])
def test_a_shoe_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(SieteError):
        Shoe.from_text(text)


def test_a_kept_hand_is_told_apart_from_its_neighbours() -> None:
    first = value("wa", "8s 3h", "9d", is_split=True, is_kept=True)
    other = value("wa", "3h 8s", "9d", is_split=True, is_kept=True)
    assert first.actions != other.actions
    assert value("wa", "8s 3h", "9d", is_split=True, is_kept=True) == first
    assert value("wa", "8s 3h", "9d", is_kept=True).actions != first.actions
    thin = Shoe.full(6).without(cards_from_text("Kh Kd"))
    assert value("wa", "8s 3h", "9d", shoe=thin, is_kept=True).actions == value("wa", "8s 3h", "9d", shoe=thin).actions


def siete(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "siete.cli", *words], capture_output=True, text=True, check=False)


def test_the_command() -> None:
    done = siete("hand", "wa", "--player", "7s 7s", "--up", "7h", "--removed", "2c 2d", "--json")
    assert done.returncode == 0
    shown = json.loads(done.stdout)
    assert shown["best"] == "split"
    assert shown["actions"][0].keys() == {"action", "ev"}


def test_the_command_refuses() -> None:
    done = siete("hand", "wa", "--player", "Ts 7s", "--up", "7h")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("hand/ten-spot")
    assert siete("hand", "wa", "--up", "7h").returncode == 2


def test_the_chart_command(tmp_path: Any) -> None:
    text = siete("strategy", "md")
    assert text.returncode == 0
    assert "the chart loses" in text.stdout
    shown = json.loads(siete("strategy", "md", "--json").stdout)
    assert shown["loss"] < 1e-5
    assert shown["strategy"]["format"] == "siete-strategy/1"
    page = tmp_path / "chart.html"
    assert siete("strategy", "md", "--format", "html", "-o", str(page)).returncode == 0
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert siete("strategy", "md", "--format", "csv").stdout.startswith("table,row,2,")
    assert siete("strategy", "md", "-o", str(tmp_path / "no" / "x")).returncode == 1
