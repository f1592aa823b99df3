"""The client against a real server: sessions, refusals, lost connections, commands sent again, and a bot."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from siete.client import ChartPlayer, Client, ConnectionRefusedByHouse, TableConnection
from siete.client.pace import AT_ONCE, RATE, MessagePace
from siete.errors import SieteError
from siete.rules.names import names
from siete.server.limits import Limits
from siete.strategy import never_bust
from siete.wire import messages
from tests.few import first_few
from tests.server.serving import Player, live_table, practice_table, served
from tests.wire.described import DESCRIPTION, validator

pytestmark = pytest.mark.anyio


class Cable:
    """A line between client and server that can be cut, and that can lose what comes back."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._writers: set[asyncio.StreamWriter] = set()
        self.is_deaf = False
        """Whether answers of the server are lost."""
        self.address = ""

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_answer: bool) -> None:
        try:
            while data := await reader.read(65536):
                if not (is_answer and self.is_deaf):
                    writer.write(data)
                    await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, forth = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers |= {writer, forth}
        await asyncio.gather(self._carry(reader, forth, is_answer=False), self._carry(back, writer, is_answer=True))

    def cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    @asynccontextmanager
    async def laid(self) -> AsyncIterator[Cable]:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            server.close()
            self.cut()


@asynccontextmanager
async def _over_cable(port: int) -> AsyncIterator[tuple[Cable, TableConnection]]:
    """Ana at table t, over a cable."""
    async with (
        Cable(port).laid() as cable,
        Client(cable.address, name="ana") as house,
        house.table("t") as table,
    ):
        yield cable, table


@pytest.mark.parametrize("rules", first_few(["md"], ["md", "wa", "s13"]))
async def test_a_bot_plays_the_chart(rules: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await practice_table(server.house, f'rule_set = "{rules}"\n')
        async with Client(server.base, name="bot") as house, house.table("p") as table:
            await table.send("TakeSeat", box=3, amount=50_000)
            gained = await ChartPlayer(table, never_bust(), box=3, wager=1500).play(5)
            assert table.now is not None
            assert table.now.view.rounds == 5
            state = server.house.table("p").loaded.state
            assert gained == state.racks[server.guest("bot").name] - 50_000


async def test_a_refusal_is_raised_with_code_and_clause(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        async with Client(server.base, name="ana") as house, house.table("t") as table:
            with pytest.raises(SieteError) as refused:
                await table.send("Hit", box=1, point="1.play.1.0.2.0.1")
            assert refused.value.code.startswith("command/")
            with pytest.raises(SieteError) as taken:
                await Client(server.base, name="ana").__aenter__()
            assert taken.value.code == "session/name-taken"
            async with Client(server.base, name="ana", code=house.recovery) as again:
                assert (await again.request("GET", "/session"))["name"] == "ana"
                assert again.recovery == house.recovery


async def test_an_unknown_table_and_a_dead_house_end_the_wait(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        async with Client(server.base) as house:
            with pytest.raises(ConnectionRefusedByHouse) as unknown:
                async with house.table("none"):
                    pass
            assert unknown.value.code == "table/unknown"
        address = server.base
    with pytest.raises(SieteError) as gone:
        await Client(address).tables()
    assert gone.value.code == "client/unreachable"
    with pytest.raises(SieteError):
        Client("ftp://somewhere")


async def test_whoever_gives_up_waiting_for_a_house_leaves_nothing_running(free_tcp_port: int) -> None:
    before = asyncio.all_tasks()
    connection = Client(f"http://127.0.0.1:{free_tcp_port}").table("md")
    entering = asyncio.create_task(connection.__aenter__())
    while len(asyncio.all_tasks()) < len(before) + 2:
        await asyncio.sleep(0)
    entering.cancel()
    with pytest.raises(asyncio.CancelledError):
        await entering
    assert asyncio.all_tasks() == before


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (b"", "client/unreachable"),
        (b"HTTP/1.1 2", "client/unreachable"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{", "client/unreachable"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "client/no-siete"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]", "client/no-siete"),
        (b"HTTP/1.1 500 Oh\r\nContent-Length: 5\r\n\r\nhello", "client/no-siete"),
    ],
)
async def test_an_answer_that_breaks_off_or_is_no_houses_is_told_as_such(answer: bytes, code: str) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        with pytest.raises(SieteError) as refused:
            await Client(address).tables()
    assert refused.value.code == code


class SlowTable:
    """States of a table where others were ready first, and what a player sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []

    async def __aiter__(self) -> AsyncIterator[object]:
        for point in ("1.wager", "2.wager", ""):
            place = messages.Legal(command={"command": "PlaceWager", "box": 3}, point=point, least=500, most=500)
            current = SimpleNamespace(number=int(point[0])) if point else None
            yield SimpleNamespace(
                view=SimpleNamespace(round=current, due=None),
                you=SimpleNamespace(name="bot", rack=1000, legal=(place,) if point else ()),
            )

    async def send(self, command: str, *, point: str, **_: object) -> None:
        self.sent.append((command, point))
        if (command, point) in {("PlaceWager", "1.wager"), ("Ready", "2.wager")}:
            raise SieteError("command/passed-point", "That decision has passed.")


async def test_a_bot_whom_the_others_are_ahead_of_plays_on() -> None:
    table: Any = SlowTable()
    assert await ChartPlayer(table, never_bust(), box=3, wager=500).play(1) == 0
    assert table.sent == [("PlaceWager", "1.wager"), ("PlaceWager", "2.wager"), ("Ready", "2.wager")]


async def test_a_lost_connection_comes_back_with_what_was_missed(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        async with _over_cable(server.options.port) as (cable, table):
            await table.send("TakeSeat", box=1)
            cable.cut()
            ben = await Player.come(server, "t", "Ben")
            await ben.ask("TakeSeat", box=2)
            async for now in table:
                if now.view.seats.get("2") == "Ben":
                    break
            await ben.leave()
            assert now.view.seats["1"] == "ana"


async def test_a_command_whose_answer_was_lost_is_carried_out_once(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house)
        async with _over_cable(server.options.port) as (cable, table):
            await table.send("TakeSeat", box=1, amount=10_000)
            cable.is_deaf = True
            buying = asyncio.create_task(table.send("BuyChips", amount=5_000))
            racks, ana = server.house.table("t"), server.guest("ana").name
            while racks.state.racks[ana] != 15_000:
                await asyncio.sleep(0.01)
            cable.is_deaf = False
            cable.cut()
            await asyncio.wait_for(buying, 30)
            assert racks.state.racks[ana] == 15_000


async def test_a_table_that_is_closed_ends_the_connection(tmp_path: Path) -> None:
    async with served(tmp_path) as server, Client(server.base, name="ana") as house:
        table_id = await house.open_table("wa")
        async with house.table(table_id) as table:
            await house.request("DELETE", f"/tables/{table_id}")
            with pytest.raises(ConnectionRefusedByHouse):
                async for _ in table:
                    pass
            with pytest.raises(ConnectionRefusedByHouse):
                await table.send("LeaveTable")


async def test_a_wager_before_the_first_card_is_read(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await practice_table(server.house)
        async with Client(server.base, name="ana") as house, house.table("p") as table:
            await table.send("TakeSeat", box=3)
            wagered = ChartPlayer(table, never_bust(), box=3, wager=1500)
            async for now in table:
                if now.view.due is not None and now.view.due.asks:
                    await wagered._answer(now)
                place = next((each for each in now.you.legal if each.name == "PlaceWager"), None)
                if place is not None:
                    await table.send("PlaceWager", point=place.point, box=3, wager="base", amount=1500)
                    break
        async with Client(server.base) as spectator, spectator.table("p") as seen:
            assert seen.now is not None
            current = seen.now.view.round
            assert current is not None
            assert (current.boxes[0].hands[0].cards, current.boxes[0].hands[0].total) == ((), 0)


# --- drift ---------------------------------------------------------------------------------------------------------


def _unknown(kind: Any, plain: object, place: str) -> Iterator[str]:
    """Fields of a message that its type does not have; views are typed as far as a player needs them."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(plain, dict):
        known = {field.encode_name: field.type for field in msgspec.structs.fields(kind)} | {"type": str}
        for name, value in plain.items():
            if name not in known:
                yield f"{place}.{name}"
            else:
                yield from _unknown(known[name], value, f"{place}.{name}")


@pytest.mark.parametrize("rules", first_few(["md", "wa"], names()))
async def test_every_message_of_the_server_is_described(rules: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await practice_table(server.house, f'rule_set = "{rules}"\n')
        ana = await Player.come(server, "p", "Ana")
        await ana.ask("TakeSeat", box=1)
        await ana.ask("LeaveTable")
        await ana.ask("Fly", box=1)
        async with Client(server.base, name="bot") as house, house.table("p") as table:
            await table.send("TakeSeat", box=3)
            await ChartPlayer(table, never_bust(), box=3, wager=1500).play(2)
        await ana.leave()
        async with server.client() as client:
            assert (await client.get("/api/v1/asyncapi.json")).json() == DESCRIPTION
        seen = set()
        for text in ana.bytes:
            message = messages.decode(text)
            seen.add(type(message))
            validator(type(message).__name__).validate(json.loads(text))
            unknown = set(_unknown(type(message), json.loads(text), ""))
            assert {name for name in unknown if not name.startswith(".view.")} == set()
        assert {messages.Snapshot, messages.Events, messages.Answer, messages.CommandRefused} <= seen


async def test_every_command_waits_for_its_pace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However fast it is asked to send: a house closes a connection for haste, and for good."""
    asked = []

    def counted(_: MessagePace, now: float) -> float:
        asked.append(now)
        return 0.0

    monkeypatch.setattr(MessagePace, "delay", counted)
    async with served(tmp_path) as server:
        await practice_table(server.house)
        async with Client(server.base, name="ana") as client, client.table("p") as table:
            for number in range(3):
                with pytest.raises(SieteError):
                    await table.send("Hit", box=3)
                assert len(asked) == number + 1
    assert Limits().messages_per_second > RATE
    assert Limits().messages_at_once > AT_ONCE


def test_a_pace_lets_some_go_at_once_and_the_others_one_by_one() -> None:
    pace = MessagePace(rate=10, at_once=3)
    assert [round(pace.delay(100.0), 6) for _ in range(5)] == [0, 0, 0, 0.1, 0.2]
    assert [round(pace.delay(each), 6) for each in (100.3, 200.0, 200.0, 200.0, 200.0)] == [0, 0, 0, 0, 0.1]
