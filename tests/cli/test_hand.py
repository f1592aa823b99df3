"""`siete hand`: a hand by its cards or by a position."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.cli.running import Siete

POSITION = "s21/1 #1 base 1.1:play 7h? 1:>ana=25:7s5d=a25:-/2:>ben=10:8h7d=a10:- ana=475,ben=490 -"


def test_the_hand_to_act_is_valued_as_its_cards_are(siete: Siete) -> None:
    told = siete("hand", "md", "--position", POSITION, "--json")
    named = siete("hand", "md", "--player", "7s 5d", "--up", "7h", "--removed", "8h 7d", "--json")
    assert (told.code, named.code) == (0, 0)
    assert told.json["actions"] == named.json["actions"]
    assert {name: told.json[name] for name in ("box", "hand", "player", "up", "split", "doubled")} == {
        "box": 1,
        "hand": 1,
        "player": "7s 5d",
        "up": "7h",
        "split": False,
        "doubled": 0,
    }
    assert set(named.json) == {"actions", "best"}


def test_a_bet_puts_the_super_bonus_into_the_values(siete: Siete) -> None:
    words = ("hand", "md", "--player", "7s 7s", "--up", "7h")
    base, found = siete(*words, "--json"), siete(*words, "--bet", "25", "--json")
    assert (base.json["best"], found.json["best"]) == ("split", "hit")
    assert found.json["bet"] == 25
    assert found.json["super_bonus_value"] > 2
    assert "of which super bonus: +2.8" in siete(*words, "--bet", "25").out


def test_values_are_told_as_fractions_but_for_a_split(siete: Siete) -> None:
    words = ("hand", "wa", "--player", "8s 8h", "--up", "Kd", "--exact")
    actions = {each["action"]: each for each in siete(*words, "--json").json["actions"]}
    assert actions["surrender"]["ev_exact"] == "-1/2"
    assert actions["split"]["ev_exact"] is None
    assert float(Fraction(actions["stand"]["ev_exact"])) == pytest.approx(actions["stand"]["ev"], abs=1e-12)
    assert actions["stand"]["ev_exact"] in siete(*words).out
    assert siete(*words, "--bet", "5").code == 2


def test_the_hand_is_named_before_its_values(siete: Siete) -> None:
    ran = siete("hand", "md", "--position", POSITION)
    assert ran.out.splitlines()[0] == "box 1, hand 1: 7s 5d against 7h"


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--player", "7s 5d"),
        ("--up", "7h"),
        ("--position", POSITION, "--up", "7h"),
        ("--position", POSITION, "--split"),
    ],
)
def test_a_hand_is_named_in_one_way(siete: Siete, words: tuple[str, ...]) -> None:
    assert siete("hand", "md", *words).code == 2


@pytest.mark.parametrize(
    ("position", "code"),
    [
        ("7s 5d against 7h", "notation/not-a-position"),
        ("s21/1 #1 wagers - - 1:>ana=25:-=a25:- ana=475 -", "position/no-hand-to-act"),
        (POSITION.replace("1.1:play", "2.1:play"), "notation/wrong-turn"),
    ],
)
def test_a_position_without_a_hand_to_play_is_refused(siete: Siete, position: str, code: str) -> None:
    ran = siete("hand", "md", "--position", position, "--json")
    assert (ran.code, ran.json["faults"][0]["code"]) == (1, code)
