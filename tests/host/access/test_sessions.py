"""Sessions as a process knows them: looked up once, believed while nothing has changed, and not a moment longer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from argon2 import PasswordHasher

from siete.host.access import accounts
from siete.host.access.accounts import Accounts
from siete.host.access.roles import HouseRole
from siete.host.clock import Clock
from siete.host.house import House
from siete.store.memory import MemoryStore
from siete.store.records import Account, Guest, Session

pytestmark = pytest.mark.anyio


class Counting(MemoryStore):
    """A store that counts what it is asked, and can keep an answer back."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Any] = []
        self.kept_back: asyncio.Event | None = None

    async def record(self, kind: Any, key: str) -> Any:
        self.asked.append(kind)
        found = await super().record(kind, key)
        if kind is Session and self.kept_back is not None:
            await self.kept_back.wait()
        return found

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> Any:
        self.asked.append(stream)
        return await super().read(stream, after, limit)


async def _guests(store: MemoryStore, count: int) -> list[str]:
    """Guests who came through another process; their tokens."""
    house, theirs = House(store), Accounts(store, Clock(), is_shared=True)
    guests = [await house.welcome(f"Guest {number}") for number in range(count)]
    return [await theirs.begin(each.id, HouseRole.GUEST) for each in guests]


async def test_open_pages_ask_the_store_one_question_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack: each of seven hundred open pages cost two queries every three seconds, for ever."""
    monkeypatch.setattr(accounts, "FRESH", 0.0)
    store = Counting()
    tokens = await _guests(store, 20)
    mine = Accounts(store, Clock(), is_shared=True)
    for token in tokens:
        assert await mine.person(token) is not None
    store.asked.clear()
    await asyncio.gather(*(mine.person(token) for token in tokens))
    assert set(store.asked) == {"record/session"}, "no session and no guest is looked up again"
    monkeypatch.setattr(accounts, "FRESH", 3600.0)
    store.asked.clear()
    await asyncio.gather(*(mine.person(token) for token in tokens))
    assert store.asked == []


async def test_one_session_that_another_process_ends_is_looked_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "FRESH", 0.0)
    store = Counting()
    first, second = await _guests(store, 2)
    mine = Accounts(store, Clock(), is_shared=True)
    assert await mine.person(first) is not None
    assert await mine.person(second) is not None
    await Accounts(store, Clock(), is_shared=True).end(first)
    store.asked.clear()
    assert await mine.person(first) is None
    assert await mine.person(second) is not None
    assert [each for each in store.asked if each in (Session, Guest)] == [Session]


@pytest.mark.parametrize("is_shared", [False, True])
async def test_what_is_looked_up_while_a_session_ends_is_not_believed_afterwards(
    is_shared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: a session that was read just before it was ended went on for as long as the process lived."""
    monkeypatch.setattr(accounts, "FRESH", 0.0)
    store = Counting()
    mine = Accounts(store, Clock(), is_shared=is_shared)
    (token,) = await _guests(store, 1)
    store.kept_back = asyncio.Event()
    asking = asyncio.create_task(mine.person(token))
    while Session not in store.asked:
        await asyncio.sleep(0)
    back, store.kept_back = store.kept_back, None
    ending = asyncio.create_task(mine.end(token))
    await ending
    back.set()
    await asking
    assert await mine.person(token) is None


async def test_a_member_of_the_staff_is_looked_up_each_time() -> None:
    store = Counting()
    mine = Accounts(store, Clock(), is_shared=True)
    await mine.add("dora", "correct horse 21", "dealer")
    token = await mine.begin("dora", HouseRole.DEALER)
    for _ in range(2):
        store.asked.clear()
        assert await mine.person(token) is not None
        assert Account in store.asked


async def test_a_password_costs_as_much_to_try_as_the_library_advises() -> None:
    """Also that of an unknown name, so that the time tells nobody which names there are."""
    mine = Accounts(MemoryStore(), Clock())
    account = await mine.add("dora", "correct horse 21", "dealer")
    advised = PasswordHasher()
    for kept in (account.password_hash, mine._decoy):
        assert not advised.check_needs_rehash(kept)
        assert kept.startswith("$argon2id$v=19$m=65536,")
