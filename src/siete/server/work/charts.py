"""Charts that were asked for before, so that a question about a table's rules is worth one computation."""

from __future__ import annotations

from collections import OrderedDict

from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.server.work import trainer
from siete.server.work.workers import Asker, Workers

KEPT = 64
"""Charts of so many rules; one takes some 20 KB."""


class Charts:
    """The charts of a house's tables."""

    def __init__(self, solvers: Workers) -> None:
        self._solvers = solvers
        self._known: OrderedDict[tuple[str, int], Plain] = OrderedDict()

    async def get(self, asker: Asker, rules: TableRules, wager: int = 0) -> Plain:
        """The chart of these rules, for a wager in cents if one is named; computed by a worker the first time."""
        key = rules.rules_hash, wager
        known = self._known.get(key)
        if known is None:
            known = await self._solvers.ask(asker, trainer.chart, rules.canonical_json, wager)
        self._known[key] = known
        self._known.move_to_end(key)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return known
