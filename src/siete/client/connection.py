"""A connection to one table: states come in, commands go out and are answered once, over any number of reconnects."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from siete.client.pace import RATE, MessagePace
from siete.errors import SieteError
from siete.wire.messages import Answer, Command, CommandRefused, Events, Pong, Snapshot, decode, encode

FINAL = frozenset({1008, 1009, 4401, 4404})
"""Close codes after which the same connection would only be closed again."""
UNKNOWN_OUTCOME = ("host/no-owner", "host/busy", "host/table-stopped", "store/", "history/")
"""Refusals after which a command is sent again under its id: it may have been carried out."""
FIRST_DELAY, LONGEST_DELAY, REPEAT_DELAY = 0.1, 5.0, 0.5
TOO_MANY_REQUESTS = 429
TRIES = 40
"""Connection attempts in a row before giving up."""


class ConnectionRefusedByHouse(SieteError):  # noqa: N818  # what the house did
    """The house closed the connection for good, and says why."""


class TableConnection:
    """A table's WebSocket. Iterate for states; each is the table after what happened last.

    A lost connection is made anew; commands without an answer are then sent again under their ids, and the house
    carries none out twice. Commands that would come too fast for a house wait.
    """

    def __init__(self, address: str, headers: Mapping[str, str], rate: float = RATE) -> None:
        self._address, self._headers, self._pace = address, headers, MessagePace(rate)
        self._socket: ClientConnection | None = None
        self._sent: dict[str, tuple[Command, asyncio.Future[Answer]]] = {}
        self._running: asyncio.Task[None] | None = None
        self._repeats: set[asyncio.Task[None]] = set()
        self._waiting: set[asyncio.Future[None]] = set()
        """Whoever waits for a newer state; a condition with its lock costs as much as reading the message."""
        self._seen = 0
        self._failure: SieteError | None = None
        self.now: Snapshot | Events | None = None
        """The newest state."""

    async def __aenter__(self) -> TableConnection:
        self._running = asyncio.create_task(self._run())
        try:
            await self._newer_than(0)
        except BaseException:  # whoever gives up waiting leaves nothing running
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *why: object) -> None:
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running
        for repeat in tuple(self._repeats):
            repeat.cancel()
        for _, waiting in self._sent.values():
            waiting.cancel()

    async def __aiter__(self) -> AsyncIterator[Snapshot | Events]:
        """States, from the present one on; ones that came while the caller was busy are passed over."""
        seen = 0
        while True:
            seen = await self._newer_than(seen)
            assert self.now is not None, "a state has come"
            yield self.now

    async def send(self, command: str, *, point: str = "", **fields: object) -> Answer:
        """Send a command and wait until it is durable; raises what the house refuses."""
        message = Command(id=secrets.token_hex(12), command={"command": command, **fields}, point=point)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._sent[message.id] = (message, answer)
        try:
            self._raise_failure()
            await self._write(message)
            return await answer
        finally:
            del self._sent[message.id]

    async def _newer_than(self, seen: int) -> int:
        while self._seen <= seen and self._failure is None:
            news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.add(news)
            try:
                await news
            finally:
                self._waiting.discard(news)
        if self._seen <= seen:
            self._raise_failure()
        return self._seen

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure

    async def _write(self, message: Command) -> None:
        delay = self._pace.delay(asyncio.get_running_loop().time())
        if delay:
            await asyncio.sleep(delay)
        if self._socket is not None:
            with suppress(ConnectionClosed):  # it is sent again when the connection is back
                await self._socket.send(encode(message))

    async def _write_later(self, message: Command) -> None:
        await asyncio.sleep(REPEAT_DELAY)
        if message.id in self._sent:
            await self._write(message)

    async def _run(self) -> None:
        failures = 0
        while True:
            try:
                failures = await self._connected(failures)
            except SieteError as error:
                self._fail(error)
                return
            failures += 1
            if failures > TRIES:
                self._fail(SieteError("client/unreachable", "The house does not answer any more."))
                return
            await asyncio.sleep(min(LONGEST_DELAY, FIRST_DELAY * 2**failures))

    async def _connected(self, failures: int) -> int:
        """Hold a connection until it is lost; how many attempts in a row have failed by then."""
        after = f"?after={self.now.version}" if self.now is not None else ""
        try:
            async with connect(self._address + after, additional_headers=self._headers, max_size=None) as socket:
                self._socket = socket
                for message, _ in tuple(self._sent.values()):
                    await self._write(message)
                async for data in socket:
                    failures = 0
                    self._take(data)
            code = socket.close_code
        except ConnectionClosed as lost:
            code = lost.rcvd.code if lost.rcvd is not None else None
        except InvalidStatus as refused:
            status = refused.response.status_code
            if 400 <= status < 500 and status != TOO_MANY_REQUESTS:
                raise ConnectionRefusedByHouse(
                    "client/refused", f"The house refuses the connection ({status})."
                ) from None
            return failures
        except (OSError, InvalidHandshake):
            return failures
        finally:
            self._socket = None
        if code in FINAL:
            raise ConnectionRefusedByHouse("client/closed", f"The house closed the connection (code {code}).")
        return failures

    def _take(self, data: str | bytes) -> None:
        try:
            message = decode(data)
        except msgspec.DecodeError as error:
            raise SieteError("client/no-siete", f"A message cannot be read: {error}.") from None
        match message:
            case Snapshot() | Events():
                self.now = message
                self._seen += 1
                self._wake()
            case Answer():
                self._settle(message.id, message)
            case CommandRefused(id=None):
                raise ConnectionRefusedByHouse(message.code, message.sentence, clause=message.clause)
            case CommandRefused():
                self._refuse(message)
            case Pong():
                pass

    def _settle(self, message_id: str, answer: Answer) -> None:
        _, waiting = self._sent.get(message_id, (None, None))
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    def _refuse(self, refused: CommandRefused) -> None:
        message, waiting = self._sent.get(refused.id or "", (None, None))
        if message is None or waiting is None or waiting.done():
            return
        if refused.code.startswith(UNKNOWN_OUTCOME):
            self._repeats.add(repeat := asyncio.create_task(self._write_later(message)))
            repeat.add_done_callback(self._repeats.discard)
            return
        error = SieteError(refused.code, refused.sentence, clause=refused.clause, facts=refused.facts)
        waiting.set_exception(error)

    def _fail(self, error: SieteError) -> None:
        for _, waiting in self._sent.values():
            if not waiting.done():
                waiting.set_exception(error)
        self._failure = error
        self._wake()

    def _wake(self) -> None:
        for news in self._waiting:
            if not news.done():
                news.set_result(None)
