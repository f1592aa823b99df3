"""No request of a stranger holds up the house: every route, under the worst that it can be sent.

The lag of the event loop is the CPU time that this process spends while the loop turns four times. It is compared with
the lag of an idle loop and with the CPU time of a short computation, both measured in the same run.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
from collections.abc import AsyncIterator, Awaitable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute
from starlette.routing import WebSocketRoute
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from siete.errors import SieteError
from siete.host.access.roles import HouseRole, Person
from siete.host.history import recalled
from siete.server.app import ROUTERS, create_app
from siete.server.services import COOKIE
from siete.server.work import worker_process
from siete.server.work.worker_process import processor_seconds
from siete.server.work.workers import SOLVING, Asker, Workers, WorkLimits
from siete.store.memory import MemoryStore
from tests.few import first_few
from tests.host.playing import come, play
from tests.patience import PATIENCE, until
from tests.server.attacks import hostile
from tests.server.attacks.jobs import (
    asleep,
    end,
    forever,
    moment,
    much_memory,
    much_to_tell,
    nap,
    pieces,
    said_to_be_prepared,
)
from tests.server.serving import PARSERS, Served, live_table, practice_table, served

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for the whole file, so that its tests share a server."""
    return "asyncio"


Route = tuple[str, str]
LONG = "x" * 3_000
_NAMES = itertools.count()
PATHS = {
    "{rules}": "wa",
    "{lesson}": "settlement",
    "{drill}": "next-step",
    "{rest:path}": LONG,
    "{name}": LONG,
    "{clause_id}": LONG,
    "{token}": LONG[:290],
    "{number}": "20",
}

QUERIES: dict[Route, tuple[str, ...]] = {
    ("GET", "/api/v1/position"): (f"rules=md&position={LONG}", "rules=md&position=" + "%7C" * 1_000 + "+7s" * 900),
    ("GET", "/api/v1/book/search"): ("q=" + "+".join("etaoinsr") + "&limit=50", f"q={LONG[:100]}"),
    ("GET", "/book/compare"): (f"left=md&right={LONG}", "left=md&right=wa"),
    ("GET", "/api/v1/school/{rules}/{lesson}"): ("",),
    ("GET", "/api/v1/tables/{table_id}/rounds"): ("limit=100&player=nobody", "limit=100"),
    ("GET", "/api/v1/tables/{table_id}/rounds.s21"): ("limit=50",),
    ("GET", "/api/v1/tables/{table_id}/history"): ("limit=200&player=ana",),
    ("GET", "/api/v1/rounds/{table_id}/{number}.s21"): ("",),
    ("GET", "/api/v1/rounds/{table_id}/{number}/ledger"): ("player=ana",),
    ("GET", "/api/v1/rounds/{table_id}/{number}"): ("role=public", f"role={'x' * 40}"),
}
BODIES: dict[Route, hostile.Bodies] = {
    ("POST", "/api/v1/submissions/check"): tuple({"text": text} for text in hostile.SUBMISSIONS),
    ("POST", "/api/v1/tables"): tuple({"submission": text} for text in hostile.SUBMISSIONS),
    ("POST", "/api/v1/replay"): tuple(
        {"text": text} for text in (*hostile.SUBMISSIONS, *itertools.repeat(hostile.long_rounds(), 2))
    ),
    ("POST", "/api/v1/tables/{table_id}/commands"): (
        {"id": "stack-1234", "command": {"command": "StackShoe", "cards": "7s " * 18_000}},
        {"id": "take-12345", "command": {"command": "TakeBack"}},
    ),
    ("POST", "/api/v1/tables/{table_id}/values"): ({"player": "As " * 26, "up": "7h"}, {"player": "2s 2h", "up": "7h"}),
    ("POST", "/api/v1/tables/{table_id}/hint"): ({"box": 1, "shoe": "remaining"},),
    ("POST", "/api/v1/tables/{table_id}/drill"): ({"missed": ["x" * 80] * 200}, {"missed": [1] * 20_000}),
    ("POST", "/api/v1/school/{rules}/exam"): ({}, {"again": 1}),
    ("POST", "/api/v1/school/{rules}/drills/{drill}"): ({}, {"again": 1}),
    ("POST", "/api/v1/school/{rules}/{lesson}/test"): ({"questions": 40}, {"questions": 39}),
    ("POST", "/api/v1/school/{rules}/{lesson}/desk"): ({"demonstration": 0}, {"demonstration": 1}),
    ("POST", "/api/v1/coach/decisions"): (
        {"ticket": "x" * 6_000, "action": "hit"},
        {"ticket": ".", "action": "x" * 20},
    ),
    ("POST", "/api/v1/session"): ({"name": LONG[:64]}, {"name": "\u0301" * 64}),
    ("POST", "/api/v1/session/staff"): ({"name": "nobody", "password": "x" * 200},),
    ("POST", "/api/v1/staff"): ({"name": "nobody", "password": "x" * 200, "link": "x"},),
}
"""What is worst for a route, beside what every route is sent."""

MESSAGES = (*(body[:8_000] for body in hostile.GENERIC if isinstance(body, bytes)), b'{"type":"ping"}')


def _routes() -> Iterator[Route]:
    found = [route for router in ROUTERS for route in router.routes]
    for route in [*found, *create_app(_nobody()).routes]:
        if isinstance(route, APIRoute):
            yield from ((method, route.path) for method in sorted(route.methods or ()))
        elif isinstance(route, WebSocketRoute):
            yield ("WS", route.path)


def _nobody() -> Any:
    class _House:
        names = None

        def on_closed(self, tell: object) -> None: ...

    class _Services:
        house = _House()
        data = Path()
        floor = None

    return _Services()


ROUTES = tuple(dict.fromkeys(_routes()))


def test_the_routes_are_found() -> None:
    assert len(ROUTES) >= 39
    assert set(BODIES) | set(QUERIES) <= set(ROUTES)
    assert {("WS", "/ws/tables/{table_id}"), ("POST", "/api/v1/replay"), ("GET", "/metrics")} <= set(ROUTES)


ROUNDS = 20
"""At the table."""


@pytest.fixture(scope="module")
def played() -> MemoryStore:
    """A store with some rounds at the table `t`."""
    store = MemoryStore()

    async def run() -> None:
        from siete.host.house import House

        house = House(store)
        await live_table(house)
        await practice_table(house)
        people = [await come(house, house.table("t"), name, box) for name, box in (("ana", 1), ("ben", 3))]
        await play(house.table("t"), people, ROUNDS, Random(7))
        await house.close()

    asyncio.run(run())
    return store


TRIES = 4
"""How often a route is tried before its lag counts: other tests share the machine, and a route that blocks does so
every time."""
WORST = [route for route in ROUTES if route in BODIES or route in QUERIES or route[0] == "WS"]
"""In the default run: the routes that read something of their own."""


@pytest.fixture(scope="module")
async def attacked(played: MemoryStore, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """A server that every route is tried at, one after the other."""
    await PARSERS.warm_up()
    solvers = Workers(replace(SOLVING, seconds=0.5, modules=()))
    async with served(tmp_path_factory.mktemp("attacked"), played, solvers=solvers) as server:
        yield server


@pytest.mark.parametrize("route", first_few(WORST, ROUTES), ids=" ".join)
async def test_the_loop_turns_whatever_a_route_is_sent(route: Route, attacked: Served) -> None:
    async with attacked.client() as client:
        await client.post("/api/v1/session", json={"name": f"Eve {next(_NAMES)}"})
        cookie = f"{COOKIE}={client.cookies[COOKIE]}"

    def attack() -> Coroutine[None, None, None]:
        return _messages(attacked, cookie, route) if route[0] == "WS" else _requests(attacked, cookie, route)

    lag, allowed = await hostile.lag_during(attack()), await _allowed()
    for _ in range(TRIES - 1):
        if lag > allowed:
            lag, allowed = min(lag, await hostile.lag_during(attack())), max(allowed, await _allowed())
    assert lag <= allowed, f"the loop stood still for {lag / allowed:.1f} times what nobody notices"


async def _allowed() -> float:
    """The lag of an idle loop, and what nobody notices more than that."""
    return await hostile.lag_during(asyncio.sleep(0.02)) + hostile.reference()


async def _requests(server: Served, cookie: str, route: Route) -> None:
    method, path = route
    for name, value in PATHS.items():
        path = path.replace(name, value)
    path = path.replace("{table_id}", "t" if "rounds" in path or "history" in path else "p")
    queries = QUERIES.get(route, ("",))
    bodies: hostile.Bodies = (*BODIES.get(route, ()), *hostile.GENERIC) if method in ("POST", "DELETE") else (b"",)
    asked = [_sent(server, cookie, (method, f"{path}?{query}"), body) for query in queries for body in bodies]
    several = len(BODIES.get(route, ()))
    for status in [*await asyncio.gather(*asked[:several]), *[await each for each in asked[several:]]]:
        assert 200 <= status < 500, status


async def _sent(server: Served, cookie: str, at: Route, body: dict[str, object] | bytes) -> int:
    """The status of a response, whose body is thrown away: a real client's work would count as the server's."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.options.port, limit=1 << 20)
    head = {
        "host": "127.0.0.1",
        "connection": "close",
        "cookie": cookie,
        "origin": server.base,
        "content-type": "application/json",
        "content-length": str(len(content)),
    }
    lines = [f"{at[0]} {at[1]} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items()), "", ""]
    writer.write("\r\n".join(lines).encode() + content)
    status = int((await reader.readline()).split()[1])
    while await reader.read(1 << 20):
        pass
    writer.close()
    return status


async def _messages(server: Served, cookie: str, route: Route) -> None:
    address = f"{server.line_base}{route[1].replace('{table_id}', 'p')}"
    headers = {"cookie": cookie}
    with suppress(ConnectionClosed, InvalidStatus):
        async with connect(
            address,
            additional_headers=headers,
            origin=server.base,  # type: ignore[arg-type]
            compression=None,
            open_timeout=PATIENCE,
        ) as line:
            for message in MESSAGES:
                await line.send(message)


ROUND_ROUTES = (
    *(
        "tables/t/rounds?limit=100",
        "tables/t/rounds?player=nobody",
        "tables/t/rounds.s21?limit=50",
        "tables/t/history?player=ana",
        "rounds/t/20.s21",
        "rounds/t/20/ledger?player=ana",
    ),
    "rounds/t/20",
)


async def test_stored_rounds_are_read_by_workers_only(
    played: MemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too few rounds are at the table for the loop to stand still, so it is looked at who reads them."""

    def here(data: bytes) -> None:
        raise AssertionError("a round was read in the process that serves")

    await PARSERS.warm_up()
    monkeypatch.setattr(recalled, "table_event", here)
    async with served(tmp_path, played) as server, server.client() as client:
        for path in ROUND_ROUTES:
            assert (await client.get(f"/api/v1/{path}")).status_code == 200, path
        await client.post("/api/v1/session", json={"name": f"Eve {next(_NAMES)}"})
        assert (await client.post("/api/v1/rounds/t/20/practice", json={})).status_code == 201


async def test_a_parser_on_the_loop_is_noticed() -> None:
    """The control: what every route is compared with does see a loop that stands still, and a busy thread."""

    def parse() -> None:
        for _ in range(4):
            hostile.reference()

    async def on_the_loop() -> None:
        parse()

    reference = max(hostile.reference() for _ in range(3))
    assert await hostile.lag_during(on_the_loop()) > reference
    assert await hostile.lag_during(asyncio.to_thread(parse)) > reference


# --- the workers -------------------------------------------------------------------------------------------------


JOBS = ("tests.server.attacks.jobs",)
EVE, ANA = Asker("10.0.0.1", "guest:eve"), Asker("10.0.0.2", "guest:ana")


@pytest.mark.parametrize(
    ("work", "seconds", "code"),
    [
        (forever, 0.5, "work/too-long"),
        (asleep, 0.1, "work/too-long"),
        (much_memory, 60, "work/too-large"),
        (much_to_tell, 60, "work/too-large"),
        (end, 60, "work/broken"),
    ],
)
async def test_work_without_bounds_is_refused_and_the_next_is_done(
    work: Any, seconds: float, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = Workers(WorkLimits(seconds=seconds, modules=JOBS))
    try:
        with pytest.raises(SieteError) as refused:
            await workers.ask(EVE, work)
        assert refused.value.code == code
        monkeypatch.setattr(worker_process, "SLOWNESS", 10_000)  # however busy the machine is now
        assert await workers.ask(EVE, nap, 0.0) == 0
    finally:
        workers.close()


@pytest.mark.skipif(processor_seconds(os.getpid()) is None, reason="this system does not tell of processor time")
async def test_a_busy_machine_makes_no_job_a_hostile_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its seconds are those that it computes, not those in which others do."""
    monkeypatch.setattr(worker_process, "SLOWNESS", 10_000)
    workers = Workers(WorkLimits(seconds=0.2, modules=JOBS))
    try:
        assert await workers.ask(EVE, nap, 0.4) == 0.4
    finally:
        workers.close()


async def test_an_idle_worker_prepares_piece_by_piece_and_a_job_waits_for_no_more_than_one() -> None:
    workers = Workers(WorkLimits(modules=JOBS, meanwhile=pieces))
    try:
        assert len(await workers.ask(EVE, said_to_be_prepared)) <= 1, "a job comes first"
        async with asyncio.timeout(PATIENCE):
            while await workers.ask(EVE, said_to_be_prepared) != ("first", "second"):
                await asyncio.sleep(3 * worker_process.STILL)
        await asyncio.sleep(2 * worker_process.STILL)  # the third piece has failed
        assert await workers.ask(EVE, said_to_be_prepared) == ("first", "second"), "it is the same worker"
    finally:
        workers.close()


async def test_whoever_opens_the_lab_finds_a_solver_started(tmp_path: Path) -> None:
    solvers = Workers(replace(SOLVING, modules=(), meanwhile=None))
    async with served(tmp_path, solvers=solvers) as server, server.client() as browser:
        assert (await browser.get("/lobby")).is_success
        assert solvers._idle.empty(), "a house that is asked for no figures pays for none"
        assert (await browser.get("/lab")).is_success
        await until(lambda: not solvers._idle.empty())


async def test_guests_are_served_in_turn_and_nobody_fills_the_queue() -> None:
    """Eve asks for all she can; Ana, who comes later, waits for one of hers and not for all."""
    workers = Workers(WorkLimits(waiting_by_guest=3, waiting_by_address=4, modules=JOBS))
    done: list[str] = []

    async def asking(asker: Asker, seconds: float) -> None:
        await workers.ask(asker, nap, seconds)
        done.append(asker.guest)

    try:
        await workers.warm_up()
        hers = [asyncio.create_task(asking(EVE, 0.02 + number / 1_000)) for number in range(9)]
        await asyncio.sleep(0)
        await asyncio.gather(asking(ANA, 0.001), *hers, return_exceptions=True)
        assert done.index("guest:ana") <= 2
        assert 3 <= done.count("guest:eve") <= 4
        refused = [task.exception() for task in hers if task.exception() is not None]
        assert {error.code for error in refused if isinstance(error, SieteError)} == {"limit/too-many"}
        assert all(isinstance(error, SieteError) and error.facts["seconds"] for error in refused)
    finally:
        workers.close()


async def test_what_waits_is_refused_when_the_workers_end() -> None:
    workers = Workers(WorkLimits(modules=JOBS))
    await workers.warm_up()
    waiting = [asyncio.create_task(workers.ask(EVE, nap, 5.0 + number)) for number in range(3)]
    await asyncio.sleep(0.05)
    workers.close()
    refused = await asyncio.gather(*waiting, return_exceptions=True)
    assert [error.code for error in refused if isinstance(error, SieteError)] == ["work/broken"] * 3


async def test_equal_questions_are_computed_once() -> None:
    workers = Workers(WorkLimits(modules=JOBS))
    try:
        asked = [workers.ask(Asker(f"10.0.0.{number}"), moment) for number in range(200)]
        assert len(set(await asyncio.gather(*asked))) == 1
        assert await workers.ask(EVE, moment) not in await asyncio.gather(workers.ask(ANA, moment))
    finally:
        workers.close()


async def test_a_refusal_for_too_many_says_when_to_come_back(tmp_path: Path) -> None:
    parsers = Workers(WorkLimits(waiting=0, modules=JOBS))
    async with served(tmp_path, parsers=parsers) as server, server.client() as client:
        refused = await client.post("/api/v1/submissions/check", json={"text": "x"})
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) == refused.json()["error"]["facts"]["seconds"] >= 1


async def test_a_guest_may_ask_for_a_round_again_and_again(tmp_path: Path, played: MemoryStore) -> None:
    async with served(tmp_path, played) as server, server.client() as client:
        answers: list[Awaitable[httpx.Response]] = [client.get("/api/v1/rounds/t/1") for _ in range(20)]
        assert {answer.status_code for answer in await asyncio.gather(*answers)} == {200}


def test_persons_are_askers_by_name() -> None:
    assert Asker("a", Person(HouseRole.GUEST, "Ana").scope).name != Asker("a").name
