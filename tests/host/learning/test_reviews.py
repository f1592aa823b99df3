"""What people practise comes back when it is due, whoever asks and whichever process answers."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from siete.errors import SieteError
from siete.host.audit.house import audit
from siete.host.clock import Clock
from siete.host.learning import reviews
from siete.host.learning.reviews import Reviews, review_stream
from siete.host.learning.schedule import Grade, Schedule
from siete.store.codec import event_to_bytes
from siete.store.memory import MemoryStore
from siete.store.port import Batch, NewEvents
from siete.store.reviews import ItemReviewed

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Hands(Clock):
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = START

    def stamp(self) -> str:
        return self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def answer(item: str, grade: Grade = Grade.RIGHT, deck: str = "coach/md", note: str = "") -> ItemReviewed:
    return ItemReviewed(deck=deck, item=item, kind=item.split()[0], grade=grade.value, note=note)


def test_a_right_answer_comes_back_later_each_time_and_a_wrong_one_at_once() -> None:
    schedule, now, waits = Schedule.new(START), START, []
    for _ in range(6):
        schedule = schedule.after(Grade.RIGHT, now)
        waits.append(schedule.due - now)
        now = schedule.due
    assert waits == sorted(waits)
    assert waits[0] <= timedelta(minutes=10)
    assert schedule.is_learned
    assert waits[-1] > timedelta(days=30)
    missed = schedule.after(Grade.WRONG, now)
    assert missed.due - now <= timedelta(minutes=10)
    assert not missed.is_learned


def test_what_was_missed_is_due_before_what_was_right() -> None:
    async def walk() -> None:
        clock = Hands()
        kept = Reviews(MemoryStore(), clock)
        for item, grade in (("pairs 8", Grade.RIGHT), ("hard 16", Grade.WRONG), ("soft 17", Grade.EASY)):
            await kept.record("guest:ana", answer(item, grade, note=f'"{item}"'))
        clock.now += timedelta(minutes=2)
        learner = await kept.learner("guest:ana")
        assert [each.item for each in learner.due("coach/md", kept.now)] == ["hard 16"]
        assert learner.due("coach/wa", kept.now) == []
        assert [each.note for each in learner.missed] == ['"hard 16"']
        found = {each.kind: (each.items, each.right, each.due) for each in learner.progress(kept.now)}
        assert found == {"pairs": (1, 1, 0), "hard": (1, 0, 1), "soft": (1, 1, 0)}

    asyncio.run(walk())


def test_another_process_sees_the_same_and_both_may_write() -> None:
    async def walk() -> None:
        store, clock = MemoryStore(), Hands()
        one, two = Reviews(store, clock), Reviews(store, clock)
        await one.record("guest:ana", answer("hard 16"))
        await two.record("guest:ana", answer("hard 16", Grade.WRONG))
        item = await one.record("guest:ana", answer("hard 16"))
        assert (item.answers, item.right) == (3, 2)
        assert (await two.learner("guest:ana")).items == (await one.learner("guest:ana")).items
        assert not (await one.learner("guest:bo")).items

    asyncio.run(walk())


def test_a_long_record_is_folded_as_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def walk() -> None:
        store, clock = MemoryStore(), Hands()
        kept = Reviews(store, clock)
        for number in range(120):
            await kept.record(
                "guest:ana", answer(f"hard {number % 7}", Grade.WRONG if number % 5 == 0 else Grade.RIGHT)
            )
        again = await Reviews(store, clock).learner("guest:ana")
        step_by_step = await kept.learner("guest:ana")
        assert (again.version, again.items, again.missed) == (120, step_by_step.items, step_by_step.missed)
        monkeypatch.setattr(reviews, "MOST_REVIEWS", 120)
        with pytest.raises(SieteError) as refused:
            await kept.record("guest:ana", answer("hard 1"))
        assert refused.value.code == "review/full"
        assert (await store.head(review_stream("guest:ana"))).version == 120

    asyncio.run(walk())


def test_an_audit_knows_answers_and_finds_a_grade_that_does_not_exist() -> None:
    async def walk() -> None:
        store = MemoryStore()
        await Reviews(store, Clock()).record("guest:ana b", answer("hard 16"))
        assert (await audit(store)).is_sound
        wrong = ItemReviewed(deck="coach/md", item="hard 16", kind="hard", grade=7)
        new = NewEvents(review_stream("guest:ana b"), 1, (event_to_bytes(wrong),))
        await store.append(Batch(recorded_at="2026-01-01T12:00:00.000Z", appends=(new,)))
        assert [each.code for each in (await audit(store)).findings] == ["audit/wrong-grade"]

    asyncio.run(walk())
