"""`siete replay` for a dispute: a round of a log or file in a role's view, and against its discard rack."""

from __future__ import annotations

from pathlib import Path

import pytest

from siete.strategy import never_bust
from tests.cli.running import ROOT, Siete

GOLDEN = ROOT / "tests/golden/md/super-bonus-with-envy.s21"


@pytest.fixture
def log(siete: Siete, tmp_path: Path) -> Path:
    """The log of a Maryland table, four rounds, two players."""
    plain, path = tmp_path / "plain.txt", tmp_path / "table.jsonl"
    plain.write_text(never_bust().to_text(), "utf-8")
    words = ("deal", "md", "--rounds", "4", "--boxes", "2", "--seed", "3", "--strategy", str(plain))
    assert siete(*words, "--log", str(path)).code == 0
    return path


def test_a_log_replays(siete: Siete, log: Path) -> None:
    ran = siete("replay", str(log))
    assert (ran.code, ran.err) == (0, "")
    assert [line.split(" (")[0] for line in ran.out.splitlines()] == [f"round {n}: agrees" for n in (1, 2, 3, 4)]


def test_one_round_step_by_step_in_a_players_view(siete: Siete, log: Path) -> None:
    ran = siete("replay", str(log), "--round", "2", "--role", "player:player-1", "--steps")
    assert ran.code == 0
    assert "wager placed player-1 box 1 base $5  [MD-6.F]" in ran.out
    assert "card dealt dealer  [MD-7.E.4]" in ran.out
    assert "?? | box 1 " in ran.out
    assert "cards picked up" in ran.out


def test_steps_as_json_carry_the_roles_view(siete: Siete, log: Path) -> None:
    def steps(role: str) -> list[dict[str, dict[str, object]]]:
        ran = siete("replay", str(log), "--round", "1", "--role", role, "--steps", "--json")
        found: list[dict[str, dict[str, object]]] = ran.json["rounds"][0]["steps"]
        return found

    assert set(steps("public")[0]) == {"number", "clause", "event", "view"}
    assert "legal" in steps("player:player-2")[0]["view"]
    assert "inventory" in steps("dealer")[0]["view"]
    assert "inventory" not in steps("public")[0]["view"]


def test_the_recorded_rack_agrees(siete: Siete, log: Path) -> None:
    ran = siete("replay", str(log), "--round", "3", "--rack", "recorded")
    assert ran.code == 0
    assert "round 3: rack and record agree" in ran.out
    assert "box 1: " in ran.out


def test_every_round_of_a_file_against_its_rack(siete: Siete) -> None:
    ran = siete("replay", str(GOLDEN), "--rack", "recorded", "--json")
    assert (ran.code, ran.json["agrees"]) == (0, True)
    reading = ran.json["rounds"][0]["rack"]["readings"][0]
    assert set(reading) == {"hands", "bonus", "dealer", "apart", "cards", "decisions", "pays_as_recorded"}


def test_a_rack_in_another_order_parts(siete: Siete, log: Path) -> None:
    words = ("replay", str(log), "--round", "3", "--json", "--rack")
    rack = siete(*words, "recorded").json["rounds"][0]["rack"]["recorded"].split()
    ran = siete(*words, " ".join([*rack[-2:], *rack[:-2]]))
    assert (ran.code, ran.json["agrees"]) == (1, False)
    assert {"code", "step", "expected", "got", "clause"} == set(ran.json["rounds"][0]["rack"]["findings"][0])
    told = siete("replay", str(log), "--round", "3", "--rack", " ".join([*rack[-2:], *rack[:-2]]))
    assert "round 3: rack and record differ" in told.out
    assert "[MD-7.T]" in told.out


TABLE = ROOT / "tests/golden/md/table-opening-to-closing.s21"


def test_a_round_of_a_whole_table_step_by_step_in_each_roles_view(siete: Siete) -> None:
    words = ("replay", str(TABLE), "--round", "1", "--steps", "--role")
    told = {role: siete(*words, role) for role in ("player:ana", "dealer", "floorperson", "public")}
    assert {ran.code for ran in told.values()} == {0}
    for ran in told.values():
        assert ran.out.startswith("round 1: agrees (21 steps)")
        assert "12 hit asked box 1  [MD-7.J]" in ran.out
        assert "10 card dealt dealer  [MD-7.E.4]\n      dealer 6d ?? | box 1" in ran.out, "nobody sees the hole card"


def test_a_round_of_a_whole_table_against_its_rack(siete: Siete) -> None:
    words = ("replay", str(TABLE), "--round", "1", "--rack")
    assert "round 1: rack and record agree" in siete(*words, "8h 5h 9s 7c 4d 6d 9c 3c").out
    parted = siete(*words, "9s 7c 4d 8h 5h 6d 9c 3c")
    assert (parted.code, "[MD-7.T]" in parted.out) == (1, True)


def test_an_irregular_round_against_its_rack(siete: Siete) -> None:
    page = ROOT / "tests/golden/md/irregular-overdrawn.s21"
    ran = siete("replay", str(page), "--rack", "recorded", "--steps")
    assert ran.code == 0
    assert "rack and record agree; with these wagers and what went wrong (CardOverdrawn)" in ran.out
    assert "; in no hand: " in ran.out
    assert "cards picked up" in ran.out


def test_a_rack_that_cannot_tell_its_round_says_why(siete: Siete, log: Path) -> None:
    kept = log.read_text("utf-8").splitlines()
    log.write_text("\n".join(line for line in kept if '"CardsPickedUp"' not in line), "utf-8")
    ran = siete("replay", str(log), "--round", "1", "--rack", "recorded")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("rack/unfinished-round [MD-7.T]: Round 1: The record ends before")


def test_a_table_that_parts_from_its_page_is_told_with_its_rounds(siete: Siete, tmp_path: Path) -> None:
    page = tmp_path / "parted.s21"
    page.write_text(TABLE.read_text("utf-8").replace("CardDealt box=1 card=9s", "CardDealt box=1 card=8s"), "utf-8")
    ran = siete("replay", str(page), "--round", "1", "--steps")
    assert ran.code == 1
    assert "table: differs\n  seen " in ran.out
    as_json = siete("replay", str(page), "--round", "1", "--json").json
    assert (as_json["agrees"], len(as_json["table"]["partings"])) == (False, 1)


def test_rounds_of_a_table_are_counted_on_from_rounds_beside_it(siete: Siete, tmp_path: Path) -> None:
    both = tmp_path / "both.s21"
    one = """
[[round]]
players = { zoe = 100 }
wagers = [{ box = 1, player = "zoe", base = 10 }]
cards = "9s 7h 9d Kd"
decisions = ["1 stand"]
"""
    both.write_text(TABLE.read_text("utf-8") + one, "utf-8")
    told = siete("replay", str(both), "--json", "--steps").json["rounds"]
    assert [each["number"] for each in told] == list(range(1, len(told) + 1))
    assert "wager placed zoe" in siete("replay", str(both), "--round", "1", "--steps").out
    assert "wager placed ana" in siete("replay", str(both), "--round", "2", "--steps").out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--round", "9"), "replay/no-such-round"),
        (("--role", "king", "--steps"), "replay/unknown-role"),
        (("--role", "player:zoe", "--steps"), "replay/unknown-player"),
        (("--rack", "7s"), "replay/which-round"),
        (("--round", "1", "--rack", "7s XX"), "notation/unknown-card"),
    ],
)
def test_what_cannot_be_shown(siete: Siete, log: Path, words: tuple[str, ...], code: str) -> None:
    ran = siete("replay", str(log), *words)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(code)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"type": "RoundEnded"}', "event/malformed"),
        ('{"type": "Moon", "version": 1, "fields": {}}', "event/unknown-type"),
        ("{", "event/not-json"),
        ("\x00\x01", "event/not-json"),
    ],
)
def test_a_damaged_log_names_its_line(siete: Siete, log: Path, line: str, code: str) -> None:
    kept = log.read_text("utf-8").splitlines()
    log.write_text("\n".join([*kept[:10], line, *kept[10:]]), "utf-8")
    ran = siete("replay", str(log))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"{code}: Line 11 of the log")
