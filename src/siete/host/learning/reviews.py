"""What each person practises, kept in the house's store: answers as events, items and progress folded from them.

The coach and the dealer school each have decks of their own and ids that mean something to them; nothing here knows
what an item is. A person's stream is in the namespace of practice and moves no money.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from urllib.parse import quote

from siete.errors import SieteError
from siete.host.clock import Clock
from siete.host.learning.schedule import Grade, Schedule, moment
from siete.host.retry import retried
from siete.host.streams import PRACTICE_PREFIX
from siete.store.codec import event_from_bytes, event_to_bytes
from siete.store.port import Batch, Entry, EventStore, NewEvents
from siete.store.reviews import ItemReviewed

MOST_REVIEWS = 20_000
"""Answers kept of one person."""
MOST_LEARNERS = 200
"""People whose items are kept in memory."""
MISSED_KEPT = 200
"""Wrong answers that are remembered with their notes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """One answer, and when it was given."""

    deck: str
    item: str
    kind: str
    grade: Grade
    note: str
    at: datetime

    @property
    def is_right(self) -> bool:
        """Whether it was not wrong."""
        return self.grade is not Grade.WRONG


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something that is practised: how often it was answered, how often right, and when it is due again."""

    deck: str
    item: str
    kind: str
    schedule: Schedule
    answers: int = 0
    right: int = 0

    def after(self, answer: Answered) -> Item:
        """The item after one more answer."""
        return replace(
            self,
            kind=answer.kind,
            schedule=self.schedule.after(answer.grade, answer.at),
            answers=self.answers + 1,
            right=self.right + answer.is_right,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far somebody is with the items of one deck and kind."""

    deck: str
    kind: str
    items: int
    learned: int
    due: int
    answers: int
    right: int


@dataclass(slots=True)
class Learner:
    """All that one person practises. Not frozen: it follows the stream."""

    version: int = 0
    items: dict[tuple[str, str], Item] = field(default_factory=dict)
    missed: list[Answered] = field(default_factory=list)
    """The last wrong answers, oldest first."""

    def follow(self, entries: Iterable[Entry]) -> None:
        """Take the next events of the stream."""
        for entry in entries:
            event = event_from_bytes(entry.data)
            assert isinstance(event, ItemReviewed), "the stream holds answers only"
            self.take(_answered(event, moment(entry.recorded_at)))
            self.version = entry.version

    def take(self, answer: Answered) -> None:
        """Count an answer."""
        key = (answer.deck, answer.item)
        new = Item(deck=answer.deck, item=answer.item, kind=answer.kind, schedule=Schedule.new(answer.at))
        self.items[key] = self.items.get(key, new).after(answer)
        if not answer.is_right:
            self.missed = [*self.missed[-MISSED_KEPT + 1 :], answer]

    def due(self, deck: str, now: datetime, limit: int = 50) -> list[Item]:
        """Items of a deck that are due, those least likely to be known first."""
        found = [each for each in self.items.values() if each.deck == deck and each.schedule.due <= now]
        return sorted(found, key=lambda each: (each.schedule.recall(now), each.schedule.due))[:limit]

    def progress(self, now: datetime) -> list[Progress]:
        """How far the person is, by deck and kind."""
        groups: dict[tuple[str, str], list[Item]] = {}
        for each in self.items.values():
            groups.setdefault((each.deck, each.kind), []).append(each)
        return [_progress(*key, items, now) for key, items in sorted(groups.items())]


def _answered(event: ItemReviewed, at: datetime) -> Answered:
    return Answered(deck=event.deck, item=event.item, kind=event.kind, grade=Grade(event.grade), note=event.note, at=at)


def _progress(deck: str, kind: str, items: Sequence[Item], now: datetime) -> Progress:
    return Progress(
        deck=deck,
        kind=kind,
        items=len(items),
        learned=sum(each.schedule.is_learned for each in items),
        due=sum(each.schedule.due <= now for each in items),
        answers=sum(each.answers for each in items),
        right=sum(each.right for each in items),
    )


def review_stream(person: str) -> str:
    """The stream of what a person practises; `person` is a scope, such as `guest:ana`."""
    return f"{PRACTICE_PREFIX}review/{quote(person, safe=':')}"


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
        stream = review_stream(person)

        async def keep() -> None:
            version = (await self.learner(person)).version
            if version >= MOST_REVIEWS:
                raise SieteError("review/full", f"No more than {MOST_REVIEWS:,} answers of one person are kept.")
            new = NewEvents(stream, version, (event_to_bytes(review),))
            await self._store.append(Batch(recorded_at=self._clock.stamp(), appends=(new,)))

        async def reread(_: str) -> None:
            await self.learner(person)

        await retried(keep, reread)
        return (await self.learner(person)).items[review.deck, review.item]
