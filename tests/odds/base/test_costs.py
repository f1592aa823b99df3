"""What options cost, as a table of the command line, and the bar that shows while they are solved."""

from __future__ import annotations

import io
import sys
import time

import pytest

from siete.cli import progress as bar
from siete.odds.base import solution
from siete.rules.submission import table_rules
from tests.cli.conftest import siete as siete
from tests.cli.running import Siete


def _two(monkeypatch: pytest.MonkeyPatch) -> None:
    every = solution.variants
    monkeypatch.setattr(solution, "variants", lambda rules: every(rules)[:2])


def test_every_option_is_turned_once() -> None:
    rules = table_rules("wa")
    words = [option for option, _ in solution.variants(rules)]
    assert len(set(words)) == len(words)
    hashes = {changed.rules_hash for _, changed in solution.variants(rules)}
    assert len(hashes) == len(words)
    assert rules.rules_hash not in hashes


def test_the_published_costs(siete: Siete, monkeypatch: pytest.MonkeyPatch) -> None:
    _two(monkeypatch)
    found = siete("odds", "wa", "--costs", "--json").json
    costs = {each["option"]: each["cost"] for each in found["costs"]}
    assert costs["no surrender"] == pytest.approx(0.00018, abs=1e-5)
    assert costs["dealer stands on soft 17"] == pytest.approx(0.0037 - 0.0078, abs=1e-4)
    assert found["house_edge"] == pytest.approx(0.0078, abs=1e-4)


def test_the_table_for_people(siete: Siete, monkeypatch: pytest.MonkeyPatch) -> None:
    _two(monkeypatch)
    done = siete("odds", "wa", "--costs")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1].split() == ["no", "surrender", "0.7947%", "+0.0179%"]


@pytest.mark.parametrize("words", [("--wager", "insurance"), ("--meter", "4"), ("--strategy", "x.csv")])
def test_costs_go_with_nothing_else(words: tuple[str, str], siete: Siete) -> None:
    done = siete("odds", "wa", "--costs", *words)
    assert (done.code, done.err.split(":")[0]) == (1, "odds/costs-alone")


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _shown(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, *, moment: float, work: float = 0.0) -> str:
    """What is shown of work that lasts so many seconds, where it counts as long after a moment."""
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(bar, "MOMENT", moment)
    with bar.progress("solving") as step:
        step("dealer hits", 1, 4)
        time.sleep(work)
        step("no surrender", 2, 4)
    return stream.getvalue()


def test_long_work_shows_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    shown = _shown(monkeypatch, _Terminal(), moment=0.05, work=0.8)
    assert "dealer hits" in shown
    assert shown.endswith("\x1b[1A\x1b[2K")


def test_neither_short_work_nor_a_pipe_shows_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _shown(monkeypatch, _Terminal(), moment=600) == ""
    assert _shown(monkeypatch, io.StringIO(), moment=0.05, work=0.3) == ""
