"""`siete replay`: agreement, partings, steps with their clauses, and files that are none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from siete.rules.names import NAMES
from tests.cli.running import ROOT, Siete

GOLDEN = ROOT / "tests/golden/md/super-bonus-with-envy.s21"


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """The golden file with one wrong amount in its second round."""
    path = tmp_path / "changed.s21"
    path.write_text(GOLDEN.read_text("utf-8").replace("paid = 73.50", "paid = 73"), "utf-8")
    return path


def test_a_file_that_agrees(siete: Siete) -> None:
    ran = siete("replay", str(GOLDEN))
    assert (ran.code, ran.err) == (0, "")
    assert [line.split(" (")[0] for line in ran.out.splitlines()] == [f"round {n}: agrees" for n in (1, 2, 3)]


def test_a_file_that_parts(siete: Siete, changed: Path) -> None:
    ran = siete("replay", str(changed))
    assert (ran.code, ran.err) == (1, "")
    assert "round 2: differs" in ran.out
    assert "result of box 1 ana base: written 777-spades, paid $73, " in ran.out
    assert "the engine 777-spades, paid $73.50, " in ran.out


def test_steps_with_their_clauses(siete: Siete) -> None:
    ran = siete("replay", str(GOLDEN), "--show")
    assert ran.code == 0
    assert "deal the dealer  [MD-7.E.2]" in ran.out
    assert "super bonus paid $5,000 [MD-12.C]" in ran.out
    assert "pay envy ben box 1  [MD-12.C.3]" in ran.out


def test_partings_as_json(siete: Siete, changed: Path) -> None:
    ran = siete("replay", str(changed), "--json")
    assert (ran.code, ran.json["agrees"], ran.json["rules"]) == (1, False, "md")
    assert [each["agrees"] for each in ran.json["rounds"]] == [True, False, True]
    (parting,) = ran.json["rounds"][1]["partings"]
    assert parting["code"] == "replay/result-differs"
    assert set(parting) == {"code", "step", "expected", "got", "clause"}
    assert ran.json["rounds"][0]["steps"][0] == {"step": "start round", "clause": "MD-6.D"}


def test_a_file_is_filled_in_with_the_engines_results(siete: Siete, changed: Path) -> None:
    ran = siete("replay", str(changed), "--rewrite")
    assert (ran.code, ran.out) == (0, GOLDEN.read_text("utf-8"))


def test_without_results_it_says_so(siete: Siete, tmp_path: Path) -> None:
    path = tmp_path / "bare.s21"
    text = GOLDEN.read_text("utf-8")
    path.write_text("[[round]]".join(part.split("results")[0] for part in text.split("[[round]]")), "utf-8")
    ran = siete("replay", str(path))
    assert ran.code == 0
    assert ran.out.count("plays; no results are written") == 3


def test_a_refused_step_stops_the_round(siete: Siete, tmp_path: Path) -> None:
    path = tmp_path / "refused.s21"
    path.write_text(GOLDEN.read_text("utf-8").replace('"1 hit", "2 stand"', '"1 split", "1 split"'), "utf-8")
    ran = siete("replay", str(path), "--json")
    assert ran.code == 1
    (parting,) = ran.json["rounds"][0]["partings"]
    assert parting["clause"]
    assert parting["position"].startswith("s21/1 #1 base - 7c? 1:>ana=25:7h=a25")


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("binary.s21", bytes(range(256)), "notation/not-text"),
        ("empty.s21", b"", "notation/unknown-format"),
        ("cut.s21", GOLDEN.read_bytes()[:600], "notation/not-toml"),
        ("twice.s21", b'format = "siete-s21/1"\nformat = "siete-s21/1"\n', "notation/not-toml"),
        ("other.s21", (ROOT / "pyproject.toml").read_bytes(), "notation/unknown-key"),
    ],
)
def test_a_file_that_is_none(siete: Siete, tmp_path: Path, name: str, content: bytes, code: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    ran = siete("replay", str(path))
    assert (ran.code, ran.out) == (1, "")
    assert code in ran.err


def test_a_file_that_is_not_there(siete: Siete, tmp_path: Path) -> None:
    assert "file/unreadable" in siete("replay", str(tmp_path / "none.s21")).err
    assert siete("replay", str(tmp_path)).code == 1
    assert siete("replay").code == 2


def test_what_deal_prints_replay_reads(siete: Siete, tmp_path: Path) -> None:
    path = tmp_path / "dealt.s21"
    path.write_text(siete("deal", "ma", "--rounds", "20", "--boxes", "2", "--side-wagers").out, "utf-8")
    assert siete("replay", str(path)).code == 0


def test_the_example_in_the_help_works(siete: Siete, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    words = siete("replay", "--help").out.split("Example: siete ")[1].split()
    assert siete(*words).code == 0


TABLE = ROOT / "tests/golden/md/irregular-face-up-cards.s21"


def test_a_table_that_tells_nothing_is_not_said_to_agree(siete: Siete, tmp_path: Path) -> None:
    head = TABLE.read_text("utf-8").partition("\nseen = ")[0]
    path = tmp_path / "untold.s21"
    path.write_text(head + "\n", "utf-8")
    ran = siete("replay", str(path))
    assert ran.code == 0, ran.err
    assert ran.out.startswith("table: plays; what was seen is not written")


def test_a_whole_table_that_agrees(siete: Siete) -> None:
    ran = siete("replay", str(TABLE))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("table: agrees (")
    shown = siete("replay", str(TABLE), "--show")
    assert "find face up dan" in shown.out


def test_a_whole_table_that_parts(siete: Siete, tmp_path: Path) -> None:
    path = tmp_path / "changed.s21"
    path.write_text(TABLE.read_text("utf-8").replace("WagerReturned player=ben", "WagerReturned player=eve"), "utf-8")
    ran = siete("replay", str(path))
    assert (ran.code, ran.err) == (1, "")
    assert "table: differs" in ran.out
    assert "written WagerReturned player=eve" in ran.out
    told = siete("replay", str(path), "--json")
    assert (told.code, told.json["agrees"], len(told.json["table"]["partings"])) == (1, False, 1)
    assert siete("replay", str(path), "--rewrite").out == TABLE.read_text("utf-8")


@pytest.mark.parametrize(
    ("wagers", "decisions", "code"),
    [
        ("base = 0", "", "command/amount-not-positive"),
        ("base = 10.01", "", "command/not-in-chips"),
        ("base = 99", "", "command/not-enough-chips"),
        ("base = 10, match-up = 999", "", "command/not-enough-chips"),
        ("base = 10", '"1 insure 5"', "command/insurance-closed"),
        ("base = 10", '"1 double 11"', "command/double-amount"),
        ("base = 10", '"1 rescue"', "command/not-an-answer"),
        ("base = 10", '"1 hit", "1 surrender"', "command/may-not-surrender"),
        ("base = 10", '"1 split"', "command/may-not-split"),
    ],
)
@pytest.mark.parametrize("rules", NAMES)
def test_a_page_that_asks_for_what_the_rules_refuse(
    siete: Siete, tmp_path: Path, rules: str, wagers: str, decisions: str, code: str
) -> None:
    page = tmp_path / "wrong.s21"
    page.write_text(
        f"""format = "siete-s21/1"
rules = "{rules}"
[[round]]
players = {{ ana = 50 }}
wagers = [{{ box = 1, player = "ana", {wagers} }}]
cards = "3s 6s 4h 9d 2c 8d 8s 8h 2c"
decisions = [{decisions}]
""",
        "utf-8",
    )
    ran = siete("replay", str(page))
    assert ran.code == 1
    assert re.search(rf"the engine refuses \({code}\): [A-Z$].*\. \[[A-Z0-9]+-\S+\]$", ran.out, re.MULTILINE), ran.out
