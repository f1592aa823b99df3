"""`siete simulate` as people and programs use it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.running import Siete

pytestmark = pytest.mark.usefixtures("kernels")

KEYS = {"rounds", "seed", "house_edge", "standard_error", "rounds_per_second", "wagers", "outcomes"}
FAST = ("--strategy", "never-bust")


def test_json_has_its_fixed_keys(siete: Siete) -> None:
    done = siete("simulate", "wa", "--wager", "base", "--rounds", "50000", "--seed", "5", "--json", *FAST)
    found = done.json
    assert found.keys() >= KEYS
    assert (found["rounds"], found["seed"]) == (50_000, 5)
    assert [each["wager"] for each in found["wagers"]] == ["base"]
    assert 0 < found["house_edge"] < 0.2
    assert found["outcomes"]["loss"] > 0


def test_all_wagers_are_played_where_none_is_named(siete: Siete) -> None:
    done = siete("simulate", "md", "--rounds", "3000", "--boxes", "2", "--json", *FAST)
    names = [each["wager"] for each in done.json["wagers"]]
    assert names == ["base", "match-up", "bonus-spin", "xtreme-16", "super-bonus", "envy"]


def test_a_saved_result_is_carried_on_and_compared(siete: Siete, tmp_path: Path) -> None:
    file = str(tmp_path / "a.json")
    first = siete("simulate", "wa", "--rounds", "2000", "--save", file, *FAST)
    assert first.code == 0
    more = siete("simulate", "wa", "--rounds", "5000", "--resume", file, "--against", file, *FAST)
    assert "5,000 rounds" in more.out
    assert "z = " in more.out
    other = siete("simulate", "wa", "--rounds", "5000", "--resume", file, "--seed", "9", *FAST)
    assert other.code == 1
    assert "sim/other-setup" in other.err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--wager", "lottery"), "sim/unknown-wager"),
        (("--wager", "xtreme-16"), "sim/not-offered"),
        (("--boxes", "9"), "sim/boxes"),
        (("--bet", "1"), "sim/wager"),
        (("--strategy", "no-such-file.csv"), "file/unreadable"),
        (("--count", "A-1", "--side-from", "lottery:1"), "sim/unknown-wager"),
        (("--count", "A-1", "--side-from", "bonus-spin:1"), "sim/side-by-count"),
        (("--save", "result.txt"), "file/unknown-kind"),
        (("--save", "no-such-directory/result.json"), "file/unwritable"),
        (("--plot", "no-such-directory/result.html"), "file/unwritable"),
        (("--resume", "no-such-file.json"), "file/unreadable"),
        (("--against", "no-such-file.json"), "file/unreadable"),
    ],
)
def test_refusals_have_codes(siete: Siete, words: tuple[str, ...], code: str) -> None:
    done = siete("simulate", "wa", "--rounds", "10", *FAST, *words)
    assert done.code == 1
    assert code in done.err


def test_a_scheduler_that_does_not_answer_is_told(siete: Siete, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siete.sim.cluster.PATIENCE", "0.1s")
    done = siete("simulate", "wa", "--rounds", "10", *FAST, "--cluster", "tcp://127.0.0.1:1")
    assert done.code == 1
    assert "sim/no-cluster" in done.err


def test_a_faulty_strategy_is_told_with_its_lines(siete: Siete, tmp_path: Path) -> None:
    from siete.strategy import never_bust

    text = never_bust().to_csv().replace("hard,12,S", "hard,12,Z")
    (tmp_path / "own.csv").write_text(text)
    done = siete("simulate", "wa", "--rounds", "10", "--strategy", str(tmp_path / "own.csv"))
    assert done.code == 1
    assert "line " in done.err


def test_a_result_of_other_rules_is_not_carried_on(siete: Siete, tmp_path: Path) -> None:
    file = str(tmp_path / "a.json")
    assert siete("simulate", "wa", "--rounds", "2000", "--save", file, *FAST).code == 0
    for words in (("md",), ("wa", "--decks", "8"), ("wa", "--boxes", "2"), ("wa", "--wager", "base")):
        other = siete("simulate", *words, "--rounds", "5000", "--resume", file, *FAST)
        assert other.code == 1
        assert "sim/other-setup" in other.err


def test_files_are_checked_before_the_work(siete: Siete, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hours of simulation must not end in a name that cannot be written, or a comparison that cannot be read."""

    def never(*_: object, **__: object) -> None:
        raise AssertionError("nothing should be played")

    monkeypatch.setattr("siete.sim.simulation.simulate", never)
    for words in (("--save", "x.txt"), ("--save", "nowhere/x.json"), ("--against", "nowhere.json")):
        assert siete("simulate", "wa", "--rounds", "10", *words, *FAST).code == 1


def test_without_dask_a_cluster_is_refused_in_plain_words(siete: Siete, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask", None)
    done = siete("simulate", "wa", "--rounds", "10", "--cluster", "local", *FAST)
    assert done.code == 1
    assert "sim/no-dask" in done.err
    assert "not installed" in done.err


@pytest.mark.parametrize(
    "words",
    [
        ("--rounds", "0"),
        ("--rounds", "-5"),
        ("--rounds", "many"),
        ("--until-error", "much"),
        ("--until-error", "0"),
        ("--error-rate", "3"),
        ("--cards", "deck"),
        ("--session", "-1"),
        ("--bets", "1:20"),
        ("--count", "Z+1"),
        ("--count", "A-1,A+1"),
        ("--count", "A-1", "--side-from", "jackpot"),
        ("--side-from", "jackpot:1"),
        ("--count", "A-1", "--bets", "1:20,1:30"),
    ],
)
def test_wrong_usage_ends_with_2(siete: Siete, words: tuple[str, ...]) -> None:
    assert siete("simulate", "wa", *FAST, *words).code == 2


def test_until_error_and_counts(siete: Siete) -> None:
    done = siete("simulate", "wa", "--wager", "base", "--until-error", "1%", "--json", *FAST)
    assert done.json["standard_error"] <= 0.01
    counted = siete(
        "simulate", "wa", "--wager", "base", "--rounds", "20000", "--count", "A-1,3+1,4+1,5+1,6+1,J-1,Q-1,K-1",
        "--bets", "2:50", "--session", "100", "--bankroll", "200", *FAST,
    )  # fmt: skip
    assert "risk of ruin" in counted.out
    waiting = siete(
        "simulate", "wa", "--rounds", "20000", "--count", "A-1,5+1", "--side-from", "jackpot:2", "--json", *FAST
    )
    jackpot, base = (next(w for w in waiting.json["wagers"] if w["wager"] == name) for name in ("jackpot-1", "base"))
    assert 0 < jackpot["wagered"] < base["wagered"] / 4


def test_random_play_is_dear(siete: Siete) -> None:
    done = siete("simulate", "wa", "--wager", "base", "--rounds", "50000", "--strategy", "random", "--json")
    assert done.json["house_edge"] > 0.3
