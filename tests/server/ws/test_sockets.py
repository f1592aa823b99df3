"""Lines: who may open one, what it bears, and how it ends."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from siete.host.access.accounts import Accounts
from siete.host.streams import LiveStreams
from siete.server.limits import Limits
from siete.server.ws import sockets
from siete.server.ws.fast import never
from siete.store.memory import MemoryStore
from tests.patience import PATIENCE, until
from tests.server.http.test_http import FOREIGN
from tests.server.serving import GENEROUS, Player, live_table, served

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("foreign", [*FOREIGN, None])
async def test_another_sites_page_opens_no_line(foreign: str | None, tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        port = server.options.port
        headers = {} if foreign is None else {"Origin": foreign.format(port=port, other=port + 1)}
        with pytest.raises(InvalidStatus) as refusal:
            async with connect(f"{server.line_base}/ws/tables/t", additional_headers=headers, open_timeout=PATIENCE):
                pass
        assert refusal.value.response.status_code == 403


async def test_an_unknown_table_is_told(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        async with connect(
            f"{server.line_base}/ws/tables/none",
            origin=server.base,  # type: ignore[arg-type]
            open_timeout=PATIENCE,
        ) as line:
            told = json.loads(await line.recv())
            assert (told["type"], told["code"]) == ("refused", "table/unknown")
            with pytest.raises(ConnectionClosed) as closed:
                await line.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


async def test_a_flood_closes_the_line(tmp_path: Path) -> None:
    limits = Limits(messages_per_second=1, messages_at_once=20)
    async with served(tmp_path, limits=limits) as server:
        await live_table(server.house)
        ana = await Player.come(server, "t", "Ana")
        for _ in range(30):
            try:
                await ana.raw('{"type": "ping"}')
            except ConnectionClosed:
                break
        assert await ana.closed() == sockets.TOO_MANY


async def test_a_long_message_closes_the_line(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        for length in (9_000, 2_000_000):
            ana = await Player.come(server, "t", f"Ana {length}")
            with suppress(ConnectionClosed):
                await ana.raw("x" * length)
            assert await ana.closed() == sockets.TOO_LONG


async def test_a_session_that_ends_closes_its_lines(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        ana = await Player.come(server, "t", "Ana")
        async with server.client(authorization=f"Bearer {ana.token}") as client:
            await client.delete("/api/v1/session")
        assert await ana.closed() == sockets.SESSION_OVER


async def test_a_house_that_was_restarted_shows_a_guest_the_wallet(tmp_path: Path) -> None:
    """Also a process that follows a table, and has carried out none of the guest's commands."""
    store = MemoryStore()
    async with served(tmp_path, store) as server:
        await live_table(server.house)
        ana = await Player.come(server, "t", "Ana")
        wallet, token = ana.now["you"]["wallet"], ana.token
        assert wallet > 0
    async with served(tmp_path, store) as server:
        again = Player(server, "t", token)
        await again.connect()
        assert again.now["you"]["wallet"] == wallet
    async with served(tmp_path, store) as server, server.client(authorization=f"Bearer {token}") as client:
        assert (await client.get("/api/v1/tables/t/view")).json()["you"]["wallet"] == wallet


async def test_a_revoked_session_closes_its_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where another process ended it, of which this one is not told."""
    monkeypatch.setattr(sockets, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr("siete.host.access.accounts.FRESH", 0.0)
    async with served(tmp_path) as server:
        server.services.accounts._is_shared = True
        await live_table(server.house)
        ana = await Player.come(server, "t", "Ana")
        await Accounts(server.house.store, server.house.clock).end(ana.token)
        assert await ana.closed() == sockets.SESSION_OVER


async def test_who_does_not_read_is_dropped_and_others_play_on(tmp_path: Path) -> None:
    limits = Limits(
        **{
            name: getattr(GENEROUS, name) for name in ("requests_per_second", "requests_at_once", "messages_per_second")
        },
        messages_at_once=100_000,
        sessions_at_once=100,
        backlog=40_000,
    )
    async with served(tmp_path, limits=limits) as server:
        await live_table(server.house)
        table = server.house.table("t")
        ana = await Player.come(server, "t", "Ana")
        await ana.ask("TakeSeat", box=2, amount=50_000)
        ana_person = server.guest("Ana")
        with socket.create_connection(("127.0.0.1", server.options.port)) as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            request = (
                "GET /ws/tables/t HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                f"Origin: {server.base}\r\n\r\n"
            )
            await asyncio.to_thread(deaf.sendall, request.encode())
            while len(table.subscribers) < 2:
                await asyncio.sleep(0.01)
            (line,) = (each for each in table.subscribers._lines if each.person != ana_person)
            for _ in range(4_000):
                line.send(b'{"type":"pong","padding":"' + b"x" * 20_000 + b'"}')
                await asyncio.sleep(0.001)
                if len(table.subscribers) == 1:
                    break
            assert len(table.subscribers) == 1
        assert (await ana.ask("BuyChips", amount=10_000))["type"] == "answer"
        await ana.leave()


async def test_the_server_stops_soon_and_says_so(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        players = [await Player.come(server, "t", f"P{number}") for number in range(5)]
        server.server.should_exit = True
        codes = [await player.closed() for player in players]
        while server.server.servers and any(each.is_serving() for each in server.server.servers):
            await asyncio.sleep(0.01)
        assert codes == [sockets.RESTART] * 5


# --- malformed messages ------------------------------------------------------------------------------------------


def _malformed(rng: Random, number: int) -> str | bytes:
    """Not JSON, wrong types, amounts at their bounds, and valid messages with something changed."""
    valid: dict[str, Any] = {
        "type": "command",
        "id": f"fuzz-{number:08}",
        "point": rng.choice(["1.wager", "", "1.play.2.0.2.0.1"]),
        "command": {"command": rng.choice(["PlaceWager", "Hit", "Ready", "TakeSeat"]), "box": 2, "amount": 500},
    }
    amounts = [0, -1, 1, 499, 2**31, 2**63, 2**64, -(2**63), 1e309, 1.5, "500", True, None, [500], {"a": 1}, 10**40]
    match number % 4:
        case 0:
            junk: list[str | bytes] = [
                rng.randbytes(rng.randint(0, 40)),
                "{" * rng.randint(1, 900),
                json.dumps(valid)[: rng.randint(0, 60)],
                "NaN",
                '{"type": "command", "type": "ping"',
                "[" * 3_000,
                "\x00",
                "",
            ]
            return rng.choice(junk)
        case 1:
            place = rng.choice(["type", "id", "point", "command"])
            return json.dumps({**valid, place: rng.choice([None, 7, [], {}, True, "x" * 100, [[[]]]])})
        case 2:
            command = {**valid["command"], "command": "PlaceWager", "amount": rng.choice(amounts)}
            return json.dumps({**valid, "point": "1.wager", "command": command})
    command = dict(valid["command"])
    change = rng.choice(["drop", "add", "rename", "retype"])
    key = rng.choice(list(command))
    if change == "drop":
        del command[key]
    elif change == "add":
        command[rng.choice(["player", "balance", "role", "__class__", "card", "x" * 200])] = rng.choice(
            [1, "Ana", None]
        )
    elif change == "rename":
        command["command"] = rng.choice(
            ["hit", "PLACEWAGER", "TellTime", "StoreBatch", "BringChips", "Deal", "VoidRound"]
        )
    else:
        command[key] = rng.choice(amounts)
    return json.dumps({**valid, "point": rng.choice(["", "99.wager", "x" * 64, "\u0000"]), "command": command})


async def _fuzz(messages: int, tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        table = server.house.table("t")
        ana = await Player.come(server, "t", "Ana")
        await ana.ask("TakeSeat", box=2, amount=50_000)
        for look in [each for each in ana.legal if each["command"]["command"] == "LookOver"]:
            await ana.do(look)  # after a while the house goes on by itself; for the cut it waits as long as it takes
        await until(lambda: any(each["command"]["command"] == "RefuseCut" for each in ana.legal))
        refused: list[dict[str, Any]] = []
        version, rng = table.loaded.version, Random(messages)

        def note(text: str) -> None:
            told = json.loads(text)
            if told["type"] == "refused":
                refused.append(told)

        ana.on_bytes = note
        sent = 0
        for number in range(messages):
            await ana.raw(_malformed(rng, number))
            sent += 1
        await until(lambda: len(refused) >= sent)
        assert len(refused) == sent
        codes = {each["code"] for each in refused}
        assert all(code.startswith(("message/", "command/", "wallet/")) for code in codes), codes
        assert all(each["sentence"] for each in refused)
        entries = await server.house.store.read(LiveStreams("t").events, version)
        assert [entry.kind for entry in entries if entry.kind != "TimeTold"] == []
        assert server.services.metrics.faults._value.get() == 0
        await ana.leave()


async def test_malformed_messages_are_refused_and_change_nothing(tmp_path: Path) -> None:
    await _fuzz(500, tmp_path)


@pytest.mark.slow
async def test_malformed_messages_are_refused_and_change_nothing_at_length(tmp_path: Path) -> None:
    import resource

    await _fuzz(1_000, tmp_path)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    await _fuzz(10_000, tmp_path)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000  # kilobytes


async def test_what_is_sent_at_once_and_what_waited_arrive_in_order(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        ana = await Player.come(server, "t", "Ana")
        table = server.house.table("t")
        (line,) = [each for each in table.subscribers._lines if each.person == server.guest("Ana")]
        assert isinstance(line, sockets.Line)
        send_now, at_once = line._send_now, [0]
        assert send_now is not never

        def sometimes(data: bytes) -> bool:
            at_once[0] += 1
            return at_once[0] % 3 != 0 and send_now(data)

        line._send_now = sometimes
        for number in range(60):
            line.send(json.dumps({"type": "numbered", "number": number}).encode())
            if number % 7 == 0:
                await asyncio.sleep(0)
        told: list[int] = []
        while len(told) < 60:
            await asyncio.sleep(0.005)
            told = [json.loads(text)["number"] for text in ana.bytes if "numbered" in text]
        assert told == list(range(60))
        assert at_once[0] > 10, "some were sent at once"
