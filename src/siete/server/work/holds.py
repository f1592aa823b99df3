"""A cache of expected holds, so that rules are priced once."""

from __future__ import annotations

from siete.lab.holds import ExpectedHold, expected_holds
from siete.rules.table_rules import TableRules
from siete.server.work.workers import Asker, Workers


class Holds:
    """Expected holds by rules, computed by a worker once for each."""

    def __init__(self, solvers: Workers) -> None:
        self._solvers = solvers
        self._known: dict[str, dict[str, ExpectedHold]] = {}

    async def get(self, asker: Asker, rules: TableRules) -> dict[str, ExpectedHold]:
        """What is to be expected of each wager under these rules."""
        known = self._known.get(rules.rules_hash)
        if known is None:
            plain = await self._solvers.ask(asker, expected_holds, rules.canonical_json)
            known = {name: ExpectedHold(**values) for name, values in plain.items() if isinstance(values, dict)}
            self._known[rules.rules_hash] = known
        return known
