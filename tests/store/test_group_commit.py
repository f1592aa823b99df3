"""Batches that wait share a transaction; meanwhile transactions keep a distance. Whoever writes alone never waits."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import pairwise

import pytest

from siete.store import group_commit
from siete.store.group_commit import DISTANCE, GroupWriter, Result
from siete.store.port import Batch

_BATCH = Batch(recorded_at="2026-01-01T00:00:00Z")


class _Noted:
    """Notes when each group began, and how large it was."""

    def __init__(self) -> None:
        self.began: list[float] = []
        self.sizes: list[int] = []

    async def write(self, group: Sequence[Batch]) -> list[Result]:
        self.began.append(asyncio.get_running_loop().time())
        self.sizes.append(len(group))
        await asyncio.sleep(0)
        return [(place,) for place in range(len(group))]

    async def close(self) -> None:
        """Nothing is open."""


async def _one_by_one(writer: GroupWriter, times: int) -> None:
    for _ in range(times):
        await writer.append(_BATCH)


def test_who_writes_alone_never_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "DISTANCE", 3600)
    noted = _Noted()
    asyncio.run(asyncio.wait_for(_one_by_one(GroupWriter(noted), 200), 60))
    assert noted.sizes == [1] * 200


def test_groups_of_several_keep_their_distance() -> None:
    noted = _Noted()

    async def several() -> None:
        writer = GroupWriter(noted)
        await asyncio.gather(*(_one_by_one(writer, 10) for _ in range(5)))

    asyncio.run(several())
    assert sum(noted.sizes) == 50
    assert noted.sizes == [5] * 10
    assert all(later - sooner >= DISTANCE * 0.99 for sooner, later in pairwise(noted.began))


def test_the_distance_ends_when_only_one_writes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = _Noted()

    async def many_then_one() -> None:
        writer = GroupWriter(noted)
        await asyncio.gather(*(_one_by_one(writer, 3) for _ in range(3)))
        await _one_by_one(writer, 30)
        monkeypatch.setattr(group_commit, "DISTANCE", 3600)
        await asyncio.wait_for(_one_by_one(writer, 30), 60)

    asyncio.run(many_then_one())
    assert noted.sizes[-60:] == [1] * 60


def test_closing_writes_what_waits_without_its_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = _Noted()

    async def closed() -> list[tuple[int, ...]]:
        writer = GroupWriter(noted)
        await asyncio.gather(*(_one_by_one(writer, 3) for _ in range(5)))
        monkeypatch.setattr(group_commit, "DISTANCE", 3600)
        waiting = [asyncio.ensure_future(writer.append(_BATCH)) for _ in range(2)]
        await asyncio.wait_for(writer.close(), 60)
        return list(await asyncio.gather(*waiting))

    assert len(asyncio.run(closed())) == 2
