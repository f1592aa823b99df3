"""Charts that were asked for before, so that a question about a table's rules is worth one computation."""

from __future__ import annotations

from collections import OrderedDict

from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.server import trainer
from siete.server.workers import Asker, Workers

KEPT = 64
"""Charts of so many rules; one takes some 20 KB."""


class Charts:
    """The charts of a house's tables."""

    def __init__(self, solvers: Workers) -> None:
        self._solvers = solvers
        self._known: OrderedDict[str, Plain] = OrderedDict()

    async def get(self, asker: Asker, rules: TableRules) -> Plain:
        """The chart of these rules; computed by a worker the first time."""
        known = self._known.get(rules.rules_hash)
        if known is None:
            known = await self._solvers.ask(asker, trainer.chart, rules.canonical_json)
        self._known[rules.rules_hash] = known
        self._known.move_to_end(rules.rules_hash)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return known
