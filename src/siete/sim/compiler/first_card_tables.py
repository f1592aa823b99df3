"""Tables of the side wagers that first cards decide: which line three cards make, and what each line comes to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siete.cards import SPANISH_DECK
from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.sim.compiler.encoding import CODES, Bytes, code_of
from siete.sim.wagers import registry
from siete.sim.wagers.first_card_wager import MOST_LINES, FirstCardWager

Ints = NDArray[np.int64]


class FirstCardTables(NamedTuple):
    """The wagers of a plan as the kernel sees them, one row for each, and what it counts of them."""

    lines: Bytes
    """The line of every three cards."""
    nets: Ints
    """What each line comes to."""
    counts: Ints
    """Boxes by line."""
    sums: Ints
    """Net cents."""
    squares: Ints
    """Squares of a round's net cents."""

    def cleared(self) -> FirstCardTables:
        """The same wagers, and nothing counted yet."""
        counts, sums, squares = map(np.zeros_like, (self.counts, self.sums, self.squares))
        return self._replace(counts=counts, sums=sums, squares=squares)


def first_card_tables(rules: TableRules, amounts: Mapping[str, Cents]) -> FirstCardTables:
    """The tables of registered wagers; of none they are empty, and the kernel passes them by."""
    rows = len(amounts)
    lines = np.zeros((rows, CODES**3 if rows else 0), dtype=np.uint8)
    nets = np.zeros((rows, MOST_LINES), dtype=np.int64)
    for row, (name, amount) in enumerate(amounts.items()):
        wager = registry.registered(name)
        lines[row] = _lines(rules, wager)
        nets[row, : len(wager.lines)] = [wager.net_of(rules, amount, line) for line in wager.lines]
    lines.flags.writeable = nets.flags.writeable = False
    counts = np.zeros((rows, MOST_LINES), dtype=np.int64)
    return FirstCardTables(lines, nets, counts, np.zeros(rows, dtype=np.int64), np.zeros(rows, dtype=np.int64))


def _lines(rules: TableRules, wager: FirstCardWager) -> Bytes:
    assert len(wager.lines) <= MOST_LINES, f"{wager.name} has too many lines"
    made = np.zeros(CODES**3, dtype=np.uint8)
    for one in SPANISH_DECK:
        for two in SPANISH_DECK:
            pair = code_of(one) << 12 | code_of(two) << 6
            for up in SPANISH_DECK:
                made[pair | code_of(up)] = wager.lines.index(wager.line_of(rules, one, two, up))
    return made
