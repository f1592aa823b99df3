"""Ways of dealing: a saved run is continued by the cards that its version dealt for the seed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from siete.errors import ParseError
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.sim import chunks
from siete.sim.chunks import Setup, compiled_of
from siete.sim.plan import Cards, Dealing, Plan, all_sides
from siete.sim.saving import load, save, state_of
from siete.sim.simulation import Goal, simulate
from siete.strategy import never_bust

WA = table_rules("wa")
BASE = Plan(super_bonus=False)
SIDES = Plan(sides=all_sides(WA, Cents(1000)))
PLANS = [
    BASE,
    replace(BASE, cards=Cards.FRESH),
    replace(BASE, boxes=3),
    SIDES,
    replace(SIDES, cards=Cards.FRESH),
    replace(SIDES, boxes=2),
]
NAMES = ["base", "base fresh", "base boxes", "sides", "sides fresh", "sides boxes"]


def _setup(plan: Plan, dealing: Dealing) -> Setup:
    return Setup(rules=WA, strategy=never_bust(), plan=plan, dealing=dealing)


KNOWN = [
    (-1932500, 39657500000, 106579),
    (-1953000, 39639000000, 105924),
    (-5954500, 246329500000, 202274),
    (-5006217, 134803977250, 106645),
    (-4263795, 286915971698, 105939),
    (-8373598, 805609470296, 155070),
]
"""The net of all wagers, their squares and the cards dealt, as counted by the code before there were two dealings."""


@pytest.mark.parametrize(("plan", "known"), list(zip(PLANS, KNOWN, strict=True)), ids=NAMES)
def test_the_first_dealing_has_the_rounds_of_its_day(plan: Plan, known: tuple[int, int, int]) -> None:
    totals = simulate(_setup(plan, Dealing.FIRST), Goal(rounds=20_000)).totals
    assert (totals.sums[-1], sum(totals.squares), int(totals.counts["dealt"][0])) == known


@pytest.mark.parametrize("dealing", Dealing)
@pytest.mark.parametrize("plan", PLANS, ids=NAMES)
def test_a_saved_run_is_continued_by_its_own_dealing(
    plan: Plan, dealing: Dealing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever way a new run would take: 4,000 rounds, saved and continued to 7,000, are one run of 7,000."""
    monkeypatch.setattr(chunks, "CHUNK", 3000)
    save(simulate(_setup(plan, dealing), Goal(rounds=4_000)), tmp_path / "part.json")
    begun = load(tmp_path / "part.json").totals
    whole = state_of(simulate(_setup(plan, dealing), Goal(rounds=7_000)).totals)
    assert begun.setup.dealing is dealing
    assert state_of(simulate(_setup(plan, Dealing.WIDE), Goal(rounds=7_000), begun=begun).totals) == whole


def test_only_the_wide_dealing_plays_side_wagers_side_by_side() -> None:
    assert compiled_of(_setup(SIDES, Dealing.FIRST)).lanes is None
    assert compiled_of(_setup(SIDES, Dealing.WIDE)).lanes is not None
    assert Setup(rules=WA, strategy=never_bust(), plan=SIDES).dealing is Dealing.WIDE


def test_a_file_of_a_later_dealing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "later.json"
    save(simulate(_setup(BASE, Dealing.WIDE), Goal(rounds=1_000)), path)
    plain = json.loads(path.read_text("utf-8"))
    assert plain["state"]["setup"]["dealing"] == Dealing.WIDE
    plain["state"]["setup"]["dealing"] = 99
    path.write_text(json.dumps(plain), "utf-8")
    with pytest.raises(ParseError, match="99 is not a valid Dealing"):
        load(path)
