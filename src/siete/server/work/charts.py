"""A cache of charts, so that the chart of a table's rules is computed once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.server.work import trainer
from siete.server.work.workers import Asker, Workers
from siete.strategy import Strategy

KEPT = 64
"""Charts of so many rules; one takes some 20 KB."""

Made = TypeVar("Made")
_Key = tuple[str, int]


class _Known(Generic[Made]):
    """The newest of what was made, by rules and wager."""

    def __init__(self) -> None:
        self._made: OrderedDict[_Key, Made] = OrderedDict()

    async def get(self, key: _Key, make: Callable[[], Awaitable[Made]]) -> Made:
        known = self._made.get(key)
        if known is None:
            known = await make()
        self._made[key] = known
        self._made.move_to_end(key)
        while len(self._made) > KEPT:
            self._made.popitem(last=False)
        return known


class Charts:
    """The charts of a house's tables."""

    def __init__(self, solvers: Workers) -> None:
        self._solvers = solvers
        self._charts, self._strategies = _Known[Plain](), _Known[Strategy]()

    async def get(self, asker: Asker, rules: TableRules, wager: int = 0) -> Plain:
        """The chart of these rules, for a wager in cents if one is named; computed by a worker the first time."""

        async def make() -> Plain:
            return await self._solvers.ask(asker, trainer.chart, rules.canonical_json, wager)

        return await self._charts.get((rules.rules_hash, wager), make)

    async def strategy(self, asker: Asker, rules: TableRules, wager: int = 0) -> Strategy:
        """The same chart as a strategy that an automatic player follows."""

        async def make() -> Strategy:
            text = await self._solvers.ask(asker, trainer.strategy, rules.canonical_json, wager)
            return Strategy.from_json(text)

        return await self._strategies.get((rules.rules_hash, wager), make)
