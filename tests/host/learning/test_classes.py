"""Classes: who may make, join and see them, and a roll that follows its stream, however many write to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from unittest.mock import AsyncMock

import pytest

from siete.errors import SieteError
from siete.host.access.roles import HouseRole, Person
from siete.host.audit.house import audit
from siete.host.clock import Clock
from siete.host.learning import classes
from siete.host.learning.classes import Classes, class_stream
from siete.host.learning.learner import Learner
from siete.host.learning.reviews import Reviews
from siete.host.learning.roll import Roll
from siete.store.memory import MemoryStore
from siete.store.reviews import PaperScored, PupilScored

pytestmark = pytest.mark.anyio

RUTH = Person(HouseRole.FLOORPERSON, "ruth")
ANA, BEN = Person(HouseRole.GUEST, "Ana"), Person(HouseRole.GUEST, "Ben")


def _made(store: MemoryStore) -> tuple[Reviews, Classes]:
    reviews = Reviews(store, Clock())
    return reviews, Classes(store, reviews)


async def _scored(
    reviews: Reviews, code: str, pupil: Person, *, passed: bool, kind: str = "test", name: str = "splits"
) -> None:
    """A score in both streams, as the school writes it."""
    missed = () if passed else ("MD-11.F",)
    own = PaperScored(
        paper=f"{pupil.name}-{kind}-{passed}",
        deck="school/md",
        kind=kind,
        name=name,
        right=9 if passed else 2,
        asked=10,
        seconds=45,
        is_passed=passed,
        missed=missed,
    )
    told = PupilScored(
        pupil=pupil.scope,
        kind=kind,
        name=name,
        right=own.right,
        asked=10,
        seconds=45,
        is_passed=passed,
        missed=missed,
        clauses=("MD-11.F", "MD-11.A.a"),
        mastered=2,
    )

    def made(_: Learner) -> tuple[PaperScored]:
        return (own,)

    await reviews.keep_together({class_stream(code): (told,)}, pupil.scope, made)


async def test_a_roll_counts_each_pupil_once_and_forgets_who_left() -> None:
    store = MemoryStore()
    reviews, house = _made(store)
    code = await house.make(RUTH, "Tuesday class", "md")
    for pupil in (ANA, BEN):
        await house.join(pupil, code)
    for pupil in (ANA, BEN, BEN):
        await _scored(reviews, code, pupil, passed=False)
    await _scored(reviews, code, ANA, passed=True)
    await _scored(reviews, code, ANA, passed=True)
    await _scored(reviews, code, BEN, passed=False, kind="exam", name="exam")
    roll = await house.roll(RUTH, code)
    assert (roll.lessons_passed, roll.to_repeat, roll.certified) == (1, 1, 0)
    assert roll.missed_most(5) == [("MD-11.F", 2, 2)]
    assert [each.name for each in roll.furthest_first()] == ["Ana", "Ben"]
    assert roll.pupils[BEN.scope].failed["splits"] == 2
    await _scored(reviews, code, BEN, passed=True, kind="exam", name="exam")
    await house.leave(ANA, code)
    roll = await house.roll(RUTH, code)
    assert (roll.lessons_passed, roll.to_repeat, roll.certified) == (0, 0, 1)
    assert roll.missed_most(5) == [("MD-11.F", 1, 1)]
    fresh = Roll()
    fresh.follow(await store.read(class_stream(code)))
    assert (fresh.pupils, fresh.missed, fresh.asked) == (roll.pupils, roll.missed, roll.asked)
    assert (await audit(store)).is_sound


async def test_a_drill_that_is_set_is_due_until_it_is_passed_and_then_set_anew() -> None:
    """What was tried before it was set counts for nothing, nor does another drill; once passed it stays passed."""
    store = MemoryStore()
    reviews, house = _made(store)
    code = await house.make(RUTH, "Tuesday class", "md")
    for pupil in (ANA, BEN):
        await house.join(pupil, code)
    await _scored(reviews, code, ANA, passed=True, kind="drill", name="totals")
    with pytest.raises(SieteError, match="Only whoever made a class"):
        await house.set_drill(ANA, code, "totals")
    for _ in range(2):
        roll = await house.set_drill(RUTH, code, "totals")
        assert (roll.drill, roll.drill_passed) == ("totals", 0)
        ana, ben = (roll.pupils[each.scope] for each in (ANA, BEN))
        assert roll.tried_drill(ana) is None
        for is_passed in (False, True, False):
            await _scored(reviews, code, ANA, passed=is_passed, kind="drill", name="totals")
        await _scored(reviews, code, BEN, passed=False, kind="drill", name="totals")
        await _scored(reviews, code, BEN, passed=True, kind="drill", name="payouts")
        ((_, seen),) = await house.joined(BEN)
        assert (seen.has_passed_drill(ana), seen.has_passed_drill(ben), seen.drill_passed) == (True, False, 1)
        tried = seen.tried_drill(ana)
        assert tried is not None
        assert tried.best == (9, 10)
    await house.leave(ANA, code)
    assert (await house.roll(RUTH, code)).drill_passed == 0
    assert await house.joined(ANA) == []
    assert (await audit(store)).is_sound


async def test_a_long_class_is_folded_before_anybody_asks_and_then_read_on(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    reviews, house = _made(store)
    code = await house.make(RUTH, "Tuesday class", "md")
    monkeypatch.setattr(classes, "PIECE", 2)
    monkeypatch.setattr(classes, "FOLDED", 3)
    for pupil in (ANA, BEN):
        await house.join(pupil, code)
    for _ in range(4):
        await _scored(reviews, code, BEN, passed=False)
    _, again = _made(store)
    await again.prepare()
    for _ in range(3):
        await _scored(reviews, code, ANA, passed=False)
    read = AsyncMock(wraps=store.read)
    monkeypatch.setattr(store, "read", read)
    roll = await again.roll(RUTH, code)
    assert [each.args[1] for each in read.await_args_list] == [7, 9, 10], "what is new, a piece at a time"
    assert (roll.pupils[BEN.scope].failed["splits"], roll.pupils[ANA.scope].failed["splits"]) == (4, 3)
    _, third = _made(store)
    read.reset_mock()
    first, second = await asyncio.gather(third.roll(RUTH, code), third.roll(RUTH, code))
    assert first is second, "folded once for all who wait"
    assert first.pupils == roll.pupils


async def test_two_processes_join_at_once_and_both_see_everybody() -> None:
    store = MemoryStore()
    (_, one), (_, other) = _made(store), _made(store)
    code = await one.make(RUTH, "Tuesday class", "md")
    pupils = [Person(HouseRole.GUEST, f"p{number}") for number in range(6)]
    await asyncio.gather(*((one, other)[at % 2].join(pupil, code) for at, pupil in enumerate(pupils)))
    for house in (one, other):
        assert len((await house.roll(RUTH, code)).pupils) == 6


async def test_limits_and_who_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    _, house = _made(store)
    monkeypatch.setattr(classes, "MOST_CLASSES", 2)
    monkeypatch.setattr(classes, "MOST_JOINED", 1)
    monkeypatch.setattr(classes, "MOST_PUPILS", 1)
    first, second = await house.make(RUTH, "A", "md"), await house.make(RUTH, "B", "md")
    await house.join(ANA, first)
    expected: dict[str, list[Awaitable[object]]] = {
        "class/too-many": [house.make(RUTH, "C", "md"), house.join(ANA, second)],
        "class/not-staff": [house.make(ANA, "D", "md")],
        "class/full": [house.join(BEN, first)],
        "class/unknown": [house.join(BEN, "ZZZZ-ZZZZ"), house.join(BEN, ""), house.roll(RUTH, "x" * 400)],
        "class/own": [house.join(RUTH, first)],
        "class/not-yours": [house.roll(ANA, first)],
        "class/not-in-it": [house.leave(BEN, first)],
    }
    for code, asked in expected.items():
        for each in asked:
            with pytest.raises(SieteError, match=code):
                await each
    assert (await audit(store)).is_sound
