"""Keeps the runs at desks, each in the stream of who dealt: for the school, and for the dealer's own record."""

from __future__ import annotations

import structlog

from siete.errors import SieteError
from siete.host.clock import Clock
from siete.host.desk.run import DeskRun
from siete.host.learning.decks import deck_of
from siete.host.learning.reviews import Reviews
from siete.store.port import EventStore
from siete.store.reviews import DeskRunKept

_log = structlog.get_logger("siete.desk")


class RunKeeper:
    """Keeps runs that have ended; the game does not depend on it."""

    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._reviews = Reviews(store, clock)

    async def keep(self, run: DeskRun, *, table: str, rule_set: str) -> None:
        """Keep a run in which something was done; a store that fails now is logged, and nothing else."""
        if not run.person or not (run.points or run.mistakes):
            return
        kept = DeskRunKept(
            table=table,
            deck=deck_of(rule_set),
            level=run.level.value,
            steps=len(run.points),
            right=run.right,
            missed=tuple(dict.fromkeys(each.clause for each in run.mistakes if each.clause)),
        )
        try:
            await self._reviews.keep(run.person, lambda _: (kept,))
        except SieteError as error:
            _log.warning("desk run not kept", table=table, code=error.code)
