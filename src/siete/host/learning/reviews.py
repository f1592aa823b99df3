"""What each person practises, kept in the house's store: answers as events, items and progress folded from them.

The coach and the dealer school each have decks of their own and ids that mean something to them; nothing here knows
what an item is. A person's stream is in the namespace of practice and moves no money.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from urllib.parse import quote

from siete.errors import SieteError
from siete.host.clock import Clock
from siete.host.learning.learner import Item, Learner
from siete.host.learning.schedule import Grade, moment
from siete.host.retry import retried
from siete.host.streams import PRACTICE_PREFIX
from siete.store.codec import event_to_bytes
from siete.store.port import Batch, Entry, EventStore, NewEvents
from siete.store.reviews import ItemReviewed, ReviewEvent

MOST_REVIEWS = 20_000
"""Answers kept of one person."""
MOST_LEARNERS = 200
"""People whose items are kept in memory."""


def review_stream(person: str) -> str:
    """The stream of what a person practises; `person` is a scope, such as `guest:ana`."""
    return f"{PRACTICE_PREFIX}review/{quote(person, safe=':')}"


Made = Callable[[Learner], Sequence[ReviewEvent]]
"""The events that follow from what a person has done so far."""
Others = Mapping[str, Sequence[ReviewEvent]]
"""Events for other streams, by name."""


class Reviews:
    """The answers of everybody in the house."""

    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._known: OrderedDict[str, Learner] = OrderedDict()

    @property
    def now(self) -> datetime:
        """The time that due dates are held against."""
        return moment(self._clock.stamp())

    async def learner(self, person: str) -> Learner:
        """All that a person practises, as far as it is stored."""
        learner = self._known.setdefault(person, Learner())
        self._known.move_to_end(person)
        while len(self._known) > MOST_LEARNERS:
            self._known.popitem(last=False)
        after = learner.version
        entries = await self._store.read(review_stream(person), after)
        if entries and learner.version == after:  # nobody else has followed it meanwhile
            await self._follow(person, learner, entries)
        return self._known.get(person, learner)

    async def _follow(self, person: str, learner: Learner, entries: Sequence[Entry]) -> None:
        """A long stream is folded beside the event loop, into a learner that nobody reads yet."""
        if len(entries) < 100:
            learner.follow(entries)
            return
        fresh = Learner()
        every = entries if not learner.version else await self._store.read(review_stream(person))
        await asyncio.to_thread(fresh.follow, every)
        if fresh.version >= self._known.get(person, fresh).version:
            self._known[person] = fresh

    async def record(self, person: str, review: ItemReviewed) -> Item:
        """Keep an answer; the item as it is scheduled then."""
        Grade(review.grade)
        await self.keep(person, lambda _: (review,))
        return (await self.learner(person)).items[review.deck, review.item]

    async def keep(self, person: str, made: Made) -> Learner:
        """Keep what follows from what a person has done so far; raises what `made` raises, and then keeps nothing."""
        await self.keep_together({}, person, made)
        return await self.learner(person)

    async def keep_together(self, others: Others, person: str, made: Made) -> None:
        """Keep events in a person's stream and in others, all or none."""
        stream = review_stream(person)

        async def attempt() -> None:
            learner = await self.learner(person)
            own = made(learner)
            if learner.version + len(own) > MOST_REVIEWS:
                raise SieteError("review/full", f"No more than {MOST_REVIEWS:,} answers of one person are kept.")
            new = [NewEvents(stream, learner.version, tuple(map(event_to_bytes, own)))] if own else []
            for other, events in others.items():
                version = (await self._store.head(other)).version
                new.append(NewEvents(other, version, tuple(map(event_to_bytes, events))))
            await self._store.append(Batch(recorded_at=self._clock.stamp(), appends=tuple(new)))

        async def reread(_: str) -> None:
            await self.learner(person)

        await retried(attempt, reread)
