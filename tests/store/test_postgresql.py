"""The PostgreSQL store: several processes at once, a server that goes away, and one that cannot be trusted."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.pq import PipelineStatus
from sqlalchemy import Connection

from siete.store.connect import open_store
from siete.store.port import Batch, EventStore, StoreError, VersionConflict
from siete.store.records import Guest, GuestName
from siete.store.sql.migration import migrate
from siete.store.sql.store import SqlStore
from tests.postgresql import Server, _copied_from_wheel, running_server
from tests.store.batches import NOON, batch, events, told

pytestmark = pytest.mark.anyio


@pytest.fixture
def url(postgresql: str) -> str:
    """The address of an empty database."""
    return postgresql


@pytest.fixture
async def other(url: str, store: EventStore) -> AsyncIterator[EventStore]:
    """The same store, as another process would open it."""
    opened = await open_store(url)
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    """A server that a test may stop."""
    with running_server() as server:
        yield server


async def test_commits_wait_for_the_disk(store: EventStore) -> None:
    assert isinstance(store, SqlStore)
    with store.backend.engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"


async def test_rows_are_never_streamed(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the midst of psycopg's stream a sleeper counts as active, and keeps its locks from whoever takes over."""
    assert isinstance(store, SqlStore)
    execute, sent = psycopg.Connection.execute, list[PipelineStatus]()

    def seen(line: Any, *given: Any, **named: Any) -> Any:
        sent.append(line.pgconn.pipeline_status)
        return execute(line, *given, **named)

    monkeypatch.setattr(psycopg.Connection, "execute", seen)
    monkeypatch.setattr(psycopg.Cursor, "executemany", None)
    await store.append(batch(events("table/1", 0, b"one", b"two", b"three"), answer=told("a")))
    assert sent
    assert set(sent) == {PipelineStatus.OFF}


async def test_a_group_takes_four_round_trips_and_a_read_one(
    store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: eight for each group and three for each read were a third of what a command cost."""
    assert isinstance(store, SqlStore)
    execute, commit, sent = psycopg.Connection.execute, psycopg.Connection.commit, list[str]()

    def executed(line: Any, text: str, *given: Any, **named: Any) -> Any:
        assert line.autocommit, "otherwise the driver begins a transaction first"
        sent.append(text.split()[0])
        return execute(line, text, *given, **named)

    def committed(line: Any) -> None:
        sent.append("COMMIT" if line.info.transaction_status else "nothing")
        commit(line)

    monkeypatch.setattr(psycopg.Connection, "execute", executed)
    monkeypatch.setattr(psycopg.Connection, "commit", committed)
    group = (events("table/1", 0, b"one"), events("wallet/ana", 0, b"two"))
    assert await store.append(batch(*group, answer=told("a"))) == (1, 1)
    assert sent == ["BEGIN;", "WITH", "WITH", "COMMIT"]
    with store._engine.connect() as reading:
        driver: Any = reading.connection.driver_connection
        assert driver.autocommit
        assert len(reading.exec_driver_sql("SELECT * FROM streams").all()) == 2
        assert driver.info.transaction_status == 0, "a read leaves nothing to end"


async def test_a_group_that_is_refused_leaves_nothing(store: EventStore, url: str) -> None:
    """Also where the driver begins no transactions: what was stored before an error is not kept."""
    await store.append(batch(events("table/1", 0, b"a")))
    raising = """
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disturbed'; END $$;
        CREATE TRIGGER failing BEFORE INSERT ON answers FOR EACH ROW EXECUTE FUNCTION fail();
    """
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(raising)
        with pytest.raises(StoreError):
            await store.append(batch(events("table/1", 1, b"b"), answer=told("1")))
        connection.execute("DROP TRIGGER failing ON answers")
    assert (await store.head("table/1")).version == 1
    assert await store.append(batch(answer=told("2"))) == ()
    assert await store.append(batch(events("table/1", 1, b"b"), answer=told("1"))) == (2,)


async def test_awkward_characters_are_stored_as_they_are(store: EventStore) -> None:
    name = 'ta"b\\le/{1},NULL \\"\u00e9\u4e00\'\n'
    data = bytes(range(256))
    await store.append(batch(events(name, 0, data, b""), answer=told('i"d\\')))
    assert [entry.data for entry in await store.read(name)] == [data, b""]
    assert (await store.head(name)).stream == name


async def test_two_processes_may_open_an_empty_database_at_once(url: str) -> None:
    stores = await asyncio.gather(*(open_store(url) for _ in range(4)))
    await stores[0].append(batch(events("table/1", 0, b"a")))
    assert [(await each.head("table/1")).version for each in stores] == [1] * 4
    await asyncio.gather(*(each.close() for each in stores))


async def test_of_writers_racing_in_two_processes_exactly_one_wins(store: EventStore, other: EventStore) -> None:
    for version in range(10):
        racing = [each.append(batch(events("table/1", version, b"x"))) for each in (store, other) for _ in range(10)]
        results = await asyncio.gather(*racing, return_exceptions=True)
        assert results.count((version + 1,)) == 1
        assert sum(isinstance(result, VersionConflict) for result in results) == 19


async def test_processes_that_write_the_same_streams_in_other_orders_do_not_block(
    store: EventStore, other: EventStore
) -> None:
    async def write(each: EventStore, names: list[str]) -> int:
        kept = 0
        for _ in range(20):
            heads = {name: (await each.head(name)).version for name in names}
            try:
                await each.append(batch(*(events(name, heads[name], b"x") for name in names)))
                kept += 1
            except VersionConflict:
                pass
        return kept

    names = ["meter/1", "table/1", "wallet/1"]
    first, second = await asyncio.gather(write(store, names), write(other, names[::-1]))
    assert first + second >= 20
    assert [head.version for head in await store.heads()] == [first + second] * 3


async def test_text_that_cannot_be_stored_fails_alone(store: EventStore) -> None:
    good = [store.append(batch(events(f"table/{each}", 0, b"a"))) for each in range(5)]
    bad = store.append(batch(events("table/\0", 0, b"a"), answer=told("1")))
    *kept, refusal = await asyncio.gather(*good, bad, return_exceptions=True)
    assert kept == [(1,)] * 5
    assert isinstance(refusal, StoreError)
    assert refusal.code == "store/unstorable"
    assert await store.answer("ana", "1") is None


async def test_a_failure_inside_the_server_is_told_and_the_next_batch_is_kept(url: str, store: EventStore) -> None:
    """The attack: one internal error made a process refuse every write of all its tables until it was restarted."""
    await store.append(batch(events("table/1", 0, b"a")))
    raising = """
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'disturbed' USING ERRCODE = 'XX000'; END $$;
        CREATE TRIGGER failing BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION fail();
    """
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(raising)
        with pytest.raises(StoreError, match="store/failed"):
            await store.append(batch(events("table/1", 1, b"b")))
        connection.execute("DROP TRIGGER failing ON events")
    assert await store.append(batch(events("table/1", 1, b"b"))) == (2,)


def cut(url: str) -> None:
    """End every other connection to the database, as a server does that stops."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.mark.parametrize("point", ["before append", "before commit"])
async def test_a_batch_is_written_again_when_the_connection_was_lost_before_its_commit(url: str, point: str) -> None:
    store = await open_store(url, at=_once(point, lambda: cut(url)))
    assert await store.append(batch(events("table/1", 0, b"a"), answer=told("1"))) == (1,)
    assert [entry.data for entry in await store.read("table/1")] == [b"a"]
    await store.close()


async def test_a_commit_whose_confirmation_was_lost_is_found_and_not_repeated(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(url)
    await store.append(batch(events("table/1", 0, b"a")))
    lost = threading.Event()

    def commit_and_lose(self: psycopg.Connection[object]) -> None:
        commit(self)
        if not lost.is_set():
            lost.set()
            self.close()
            raise psycopg.OperationalError("the server closed the connection unexpectedly")

    commit = psycopg.Connection.commit
    monkeypatch.setattr(psycopg.Connection, "commit", commit_and_lose)
    assert await store.append(batch(events("table/1", 1, b"b"), answer=told("1"))) == (2,)
    assert lost.is_set()
    assert [entry.data for entry in await store.read("table/1")] == [b"a", b"b"]
    await store.close()


def _once(point: str, act: Callable[[], None]) -> Callable[[str], None]:
    left = [act]

    def at(reached: str) -> None:
        if reached == point and left:
            left.pop()()

    return at


async def test_a_server_that_crashes_and_comes_back_loses_nothing(own_server: Server) -> None:
    store = await open_store(own_server.url)
    kept = 0

    async def write() -> None:
        nonlocal kept
        while kept < 200:
            kept += len(await store.append(batch(events("table/1", kept, b"%d" % kept), answer=told(str(kept)))))

    writing = asyncio.create_task(write())
    for _ in range(2):
        await asyncio.sleep(0.1)
        await asyncio.to_thread(own_server.stop, signal.SIGQUIT)
        await asyncio.to_thread(own_server.start)
    await writing
    assert [entry.data for entry in await store.read("table/1")] == [b"%d" % each for each in range(200)]
    await store.close()


async def test_a_server_that_stays_away_is_told_in_words(own_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siete.store.sql.postgresql.PATIENCE", 0.3)
    store = await open_store(own_server.url)
    own_server.stop(signal.SIGQUIT)
    with pytest.raises(StoreError) as refusal:
        await store.append(batch(events("table/2", 0, b"a")))
    assert refusal.value.code == "store/unavailable"
    with pytest.raises(StoreError):
        await store.read("table/2")
    with pytest.raises(StoreError):
        await open_store(own_server.url)
    own_server.start()
    assert await store.append(batch(events("table/2", 0, b"a"))) == (1,)
    await store.close()


async def test_a_server_that_does_not_sync_is_refused() -> None:
    with running_server(fsync="off") as server:
        with pytest.raises(StoreError) as refusal:
            await open_store(server.url)
        assert refusal.value.code == "store/unsafe-server"


async def test_a_database_that_is_not_there_is_refused(url: str) -> None:
    with pytest.raises(StoreError) as refusal:
        await open_store(url.replace("/siete_", "/none_"))
    assert refusal.value.code == "store/unavailable"
    assert "does not exist" in refusal.value.sentence


@pytest.mark.slow
async def test_the_programs_of_the_wheel_serve_where_the_system_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def from_wheel(into: Path) -> Path:
        return _copied_from_wheel(into)

    monkeypatch.setattr("tests.postgresql.programs", from_wheel)
    with running_server() as server:
        store = await open_store(server.url)
        assert await store.append(batch(events("table/1", 0, b"a"))) == (1,)
        await store.close()


async def test_a_machine_that_thinks_for_long_while_it_makes_tables_opens_the_house(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(connection: Connection) -> None:
        time.sleep(1.5)
        migrate(connection)

    monkeypatch.setattr("siete.store.sql.postgresql.IDLE", 1.0)
    monkeypatch.setattr("siete.store.sql.postgresql.migrate", slow)
    store = await open_store(postgresql)
    await store.close()


async def test_an_erased_name_leaves_no_byte_in_the_database(store: EventStore, url: str) -> None:
    """Not in dead rows, in indexes, or in the planner's samples; the log of writes is another thing."""
    guests = [
        Guest(id=each, display_name=each, wallet=f"wallet/{each}", created_at=NOON) for each in ("g1", "g2", "g3")
    ]
    for made, name in zip(guests, ("Marisol", "Ana", "Zoe"), strict=True):
        named = GuestName(id=made.id, key=name.casefold(), name=name)
        await store.append(Batch(recorded_at=NOON, records=(made, named)))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ANALYZE")
        await store.append(Batch(recorded_at=NOON, records=(guests[0],), erases=("g1",)))
        assert "Marisol" in _files(connection), "dead rows are left"
        await store.compact()
        left = _files(connection)
        assert ("arisol" in left, "Zoe" in left) == (False, True)
    assert await store.records(Guest) == guests


def _files(connection: psycopg.Connection[Any]) -> str:
    """All that the files of this database hold, whatever is alive of it."""
    connection.execute("CHECKPOINT")
    folder = "SELECT 'base/' || oid FROM pg_database WHERE datname = current_database()"
    read = (
        f"SELECT pg_read_binary_file(place || '/' || name) FROM ({folder}) AS folders (place), pg_ls_dir(place) AS name"
    )
    return b"".join(row[0] for row in connection.execute(read)).decode("latin-1")
