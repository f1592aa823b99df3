"""What the tests of Massachusetts and Section 13 share: two texts of nearly the same game, and shared boxes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from siete.money import whole_cents
from siete.table import commands as c
from siete.table import events as e
from siete.table.practice import PracticeTable

NO_HOLE, NO_PEEK, READER = "no_hole", "hole_no_peek", "hole_reader"

RANKS = tuple("AKQJ98765432")

both = pytest.mark.parametrize("rules", ["ma", "s13"])
every_procedure = pytest.mark.parametrize("procedure", [NO_HOLE, NO_PEEK, READER])
without_reader = pytest.mark.parametrize("procedure", [NO_HOLE, NO_PEEK])

SHARED_CHIPS = 10_000
"""Dollars that every bettor on a shared box brings."""


def by(rules: str, ma: str, s13: str) -> str:
    """The clause of the text that is tested."""
    return {"ma": ma, "s13": s13}[rules]


def stack(procedure: str, *, hand: str, dealer: str, draws: str = "") -> str:
    """A shoe for box 1 alone: its two cards, the dealer's cards, and what box 1 draws, as the procedure deals them."""
    first, second = hand.split()
    up, *others = dealer.split()
    if procedure == NO_HOLE:
        return " ".join([first, up, second, draws, *others])
    return " ".join([first, up, second, *others[:1], draws, *others[1:]])


def share(
    rules: str, shoe: str, bettors: Mapping[str, int], *, seated: str = "", allowed: int = 3, **choices: Any
) -> PracticeTable:
    """A table where these people wager dollars on box 1, the first of them letting the others in; nothing dealt."""
    table = PracticeTable(
        rules, shoe=shoe, chips=dict.fromkeys(bettors, SHARED_CHIPS), max_bettors_per_box=allowed, **choices
    )
    if seated:
        take_seat(table, seated)
    first, *others = bettors
    table.wager(first, 1, bettors[first])
    for bettor in others:
        table.do(c.AdmitBettor(player=first, box=1, bettor=bettor))
        table.wager(bettor, 1, bettors[bettor])
    return table


def take_seat(table: PracticeTable, player: str, box: int = 1) -> None:
    """Seat a player at a box."""
    table._take(e.PlayerSeated(player=player, box=box))


def say(table: PracticeTable, *decisions: str) -> None:
    """Decisions on box 1 by name, the house going on in between: `ana double 10`."""
    for decision in decisions:
        player, word, *dollars = decision.split()
        table.decide(1, word, int(dollars[0]) if dollars else 0, player=player)


def grown(table: PracticeTable, player: str) -> int:
    """How many cents the rack of a bettor on a shared box has grown by since the table opened."""
    return table.state.racks[player] - whole_cents(SHARED_CHIPS)


def of(table: PracticeTable, player: str, wager: str = "base", *, hand: int = 0) -> tuple[int, int, int]:
    """What one bettor's wager on box 1 was paid, got back and lost, in cents."""
    found = [r for r in table.results() if (r.player, r.wager, r.hand) == (player, wager, hand)]
    assert len(found) == 1, table.results()
    return found[0].payout, found[0].returned, found[0].collected
