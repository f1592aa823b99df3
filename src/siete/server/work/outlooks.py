"""What rounds were expected to bring whoever wagered in them, by the odds of their rules. Decision: 0465."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from siete.host.floor.day_book import Volume
from siete.lab.holds import ExpectedHold
from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.server.work.holds import Holds
from siete.server.work.my_rounds import Placed, best_edges
from siete.server.work.workers import Asker, Workers
from siete.table.state.wager import Wager

BASE = Wager.BASE.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What is expected of wagers of some rules: of the base wager by its size, of every other one by its odds."""

    holds: Mapping[str, ExpectedHold]
    edges: Mapping[int, float]

    def expected(self, wagers: Iterable[tuple[int, str, int]]) -> float:
        """What these wagers of a round bring on average, in cents."""
        return -sum(self._edge(wager, amount) * amount for _, wager, amount in wagers)

    def variance(self, wagers: Iterable[tuple[int, str, int]]) -> float:
        """The variance of it, in cents squared; boxes share the dealer's hand, other wagers count as independent."""
        amounts: dict[str, list[int]] = {}
        for _, wager, amount in wagers:
            amounts.setdefault(wager, []).append(amount)
        return sum(self._variance(wager, Volume().and_round(each)) for wager, each in amounts.items())

    def _edge(self, wager: str, amount: int) -> float:
        return self.edges[amount] if wager == BASE else self.holds[wager].edge

    def _variance(self, wager: str, volume: Volume) -> float:
        return self.holds[wager].spread(volume.squares, volume.shared) ** 2


class Outlooks:
    """Outlooks by rules, computed by workers once for each, and for each size of the base wager."""

    def __init__(self, solvers: Workers, holds: Holds) -> None:
        self._solvers, self._holds = solvers, holds
        self._edges: dict[str, dict[int, float]] = {}

    async def get(self, asker: Asker, rules: TableRules, rounds: Iterable[Placed]) -> Outlook:
        """What is expected of the wagers of these rounds, all of them played by these rules."""
        holds = await self._holds.get(asker, rules)
        known = self._edges.setdefault(rules.rules_hash, {})
        sizes = Counter(amount for each in rounds for _, wager, amount in each["wagers"] if wager == BASE)
        wanted = tuple(sorted(Cents(amount) for amount in sizes if amount not in known))
        if wanted:
            known |= await self._solvers.ask(asker, best_edges, rules.canonical_json, wanted)
        return Outlook(holds=holds, edges=known)
