"""Keeps the runs at desks, each in the stream of who dealt: for the school, and for the dealer's own record.

A run that goes on is noted whenever something was missed, after some steps, and when the house closes. Decision: 0320.
"""

from __future__ import annotations

import asyncio

import structlog

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.host.clock import Clock
from siete.host.desk.run import DeskRun, HelpLevel, RefusedMotion
from siete.host.learning.decks import deck_of
from siete.host.learning.reviews import Reviews
from siete.store.port import EventStore
from siete.store.reviews import DeskRunKept, DeskRunNoted, ReviewEvent

_log = structlog.get_logger("siete.desk")

NOTED_EVERY = 10
"""Right steps after which a run is noted; a process that is killed loses fewer."""


class RunKeeper:
    """Keeps the runs at one table; the game does not depend on it."""

    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._reviews = Reviews(store, clock)
        self._in_order = asyncio.Lock()
        self._noted = DeskRun()
        self._tasks: set[asyncio.Task[None]] = set()

    async def keep(self, run: DeskRun, *, table: str, rule_set: str) -> None:
        """Keep a run that has ended, if something was done in it."""
        if not run.person or not (run.steps or run.mistakes):
            return
        kept = DeskRunKept(
            table=table,
            deck=deck_of(rule_set),
            level=run.level.value,
            steps=run.steps,
            right=run.right,
            missed=tuple(dict.fromkeys(each.clause for each in run.mistakes if each.clause)),
        )
        await self._write(run.person, kept)

    def note(self, run: DeskRun, *, table: str, rule_set: str, is_last: bool = False) -> None:
        """Note how far a run is, if enough has happened since it was noted last; nobody waits for it."""
        before = self._noted if (self._noted.person, self._noted.began) == (run.person, run.began) else DeskRun()
        new = run.mistakes[len(before.mistakes) :]
        if not run.person or not (new or run.steps - before.steps >= (1 if is_last else NOTED_EVERY)):
            return
        self._noted = run
        noted = DeskRunNoted(
            table=table,
            deck=deck_of(rule_set),
            level=run.level.value,
            began=run.began,
            steps=run.steps,
            right=run.right,
            mistakes=tuple((each.done, each.code, each.clause, each.sentence) for each in new),
            missed_at=run.missed_at,
        )
        task = asyncio.create_task(self._write(run.person, noted))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def resumed(self, person: Person, *, table: str, level: HelpLevel, began: int) -> DeskRun:
        """The run of a dealer whom this process finds at the table: one that was noted, or a new one."""
        new = DeskRun(level=level, dealer=person.name, person=person.scope, began=began)
        try:
            found = (await self._reviews.learner(person.scope)).unfinished.get(table)
        except SieteError as error:
            _log.warning("desk run not found again", table=table, code=error.code)
            return new
        if found is None or found.level != level.value:
            return new
        self._noted = DeskRun(
            level=level,
            dealer=person.name,
            person=person.scope,
            missed=frozenset({found.missed_at} if found.missed_at else ()),
            mistakes=tuple(
                RefusedMotion(done=done, code=code, clause=clause, sentence=sentence)
                for done, code, clause, sentence in found.mistakes
            ),
            began=found.began,
            steps_before=found.steps,
            right_before=found.right,
        )
        return self._noted

    async def close(self) -> None:
        """Wait until what was noted is written."""
        await asyncio.gather(*self._tasks)

    async def _write(self, person: str, event: ReviewEvent) -> None:
        """Write in order: a note after the end would begin the run again. A failing store is logged, and no more."""
        async with self._in_order:
            try:
                await self._reviews.keep(person, lambda _: (event,))
            except SieteError as error:
                _log.warning("desk run not kept", code=error.code)
