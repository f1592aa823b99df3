"""Forwards commands between processes of one house to the process that runs the table, over one connection to each.

Every message is signed with the house's key: `NUMBER SIGNATURE BODY`, answered by `NUMBER answer|refused BODY` as soon
as the command is done, in any order. Decisions: 0154, 0361.
"""

from __future__ import annotations

import asyncio
import hmac
import itertools
from contextlib import suppress
from hashlib import sha256
from typing import Any

import msgspec
import structlog
from fastapi import APIRouter, WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from siete.errors import ParseError, SieteError
from siete.host.access.roles import HouseRole, Person
from siete.host.cluster.member import Cluster
from siete.host.table.wire import Message
from siete.server.http.refusals import internal_fault, refusal_plain
from siete.server.services import Services, address_of, services_of
from siete.server.ws.fast import direct

PATH = "/internal/commands"
SECONDS = 5.0
CLOSING_SECONDS = 1.0
"""For the other process to say that it has heard: it may be gone, and whoever stops does not wait for it."""
NOT_OURS = 1008
_ANSWER, _REFUSED = b"answer", b"refused"
_PURPOSE = b"siete-forward/1"

router = APIRouter()
_log = structlog.get_logger("siete.forward")


class Stamp:
    """Signs what goes from one process of a house to another."""

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, _PURPOSE, sha256)

    def signed(self, body: bytes) -> str:
        """The body with its signature before it."""
        return f"{self._signature(body)} {body.decode()}"

    def unsigned(self, text: str) -> bytes | None:
        """The body that this house signed; None where it did not."""
        signature, _, told = text.partition(" ")
        body = told.encode(errors="replace")
        return body if hmac.compare_digest(signature.encode(errors="replace"), self._signature(body).encode()) else None

    def _signature(self, body: bytes) -> str:
        return hmac.digest(self._key, body, sha256).hex()


class NoOwnerError(SieteError):
    """Nobody who runs the table has answered. Whether the command was carried out is not known."""

    def __init__(self, words: str) -> None:
        super().__init__("host/no-owner", f"{words} Send the command again with the same id.")


# --- the process that sends ------------------------------------------------------------------------------------------


class Forwarder:
    """Sends commands to the processes that run their tables."""

    def __init__(self, services: Services, cluster: Cluster) -> None:
        self._most, self._cluster, self._stamp = services.limits.message, cluster, Stamp(services.key)
        self._owners: dict[str, str] = {}
        """Where each table was run when it was last asked; that process says when it no longer does."""
        self._lines: dict[str, asyncio.Task[_Line]] = {}

    async def send(self, table: str, person: Person, message: Message) -> bytes:
        """The answer of the process that runs the table, or its refusal."""
        body = _written(table, person, message)
        if len(body) > self._most:
            raise SieteError("body/too-large", "The request is too large.")
        known = self._owners.get(table)
        if known is not None:
            try:
                return await self._ask(known, body)
            except (_MovedError, NoOwnerError) as error:
                self._owners.pop(table, None)
                if isinstance(error, NoOwnerError):  # it has had its time; whoever sends again learns who runs it now
                    raise
        owner = await self._cluster.owner_of(table)
        if owner is None:
            raise NoOwnerError("No process runs this table now.")
        try:
            answer = await self._ask(owner, body)
        except _MovedError:
            raise NoOwnerError("The process that runs this table does not answer.") from None
        self._owners[table] = owner
        return answer

    async def _ask(self, owner: str, body: bytes) -> bytes:
        try:
            async with asyncio.timeout(SECONDS):
                line = await self._line(owner)
                kind, content = await line.ask(self._stamp.signed(body))
        except TimeoutError:
            raise NoOwnerError("The process that runs this table does not answer.") from None
        except (OSError, ConnectionClosed, InvalidHandshake):
            raise _MovedError from None
        error = None if kind == _ANSWER.decode() else _refusal(content)
        if error is not None and error.code == "host/no-owner":
            raise _MovedError
        if error is not None:
            raise error
        return content.encode()

    async def _line(self, owner: str) -> _Line:
        found = self._lines.get(owner)
        if found is None or _is_over(found):
            found = self._lines[owner] = asyncio.create_task(_connected(owner))
        return await asyncio.shield(found)

    async def close(self) -> None:
        """Close every connection; who waits for an answer is told that it does not come."""
        for each in self._lines.values():
            each.cancel()
            with suppress(asyncio.CancelledError, OSError, TimeoutError, InvalidHandshake):
                await (await each).close()


def _written(table: str, person: Person, message: Message) -> bytes:
    """What is forwarded; refused where JSON spells half a letter, which nothing can send."""
    told = [table, person.role.value, person.name, message.id, message.point, message.kind, message.fields]
    try:
        return msgspec.json.encode(told)
    except UnicodeEncodeError:
        raise ParseError("message/malformed", "A command holds letters, and this one half of one.") from None


class _MovedError(Exception):
    """The process that was asked does not run the table, or is gone."""


class _Line:
    """A connection to another process. Many wait for answers on it, each for its number's."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._waiting: dict[str, asyncio.Future[tuple[str, str]]] = {}
        self._reading = asyncio.create_task(self._read())

    @property
    def is_over(self) -> bool:
        """Whether it was closed, by whichever side."""
        return self._reading.done()

    async def ask(self, signed: str) -> tuple[str, str]:
        """What the other process says to a message: whether it is an answer or a refusal, and which."""
        if self.is_over:
            raise ConnectionResetError
        number = str(next(self._numbers))
        answer: asyncio.Future[tuple[str, str]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            await self._socket.send(f"{number} {signed}")
            return await answer
        finally:
            del self._waiting[number]

    async def _read(self) -> None:
        try:
            async for told in self._socket:
                number, kind, content = str(told).split(" ", 2)
                waiting = self._waiting.get(number)
                if waiting is not None and not waiting.done():
                    waiting.set_result((kind, content))
        except ConnectionClosed:
            pass
        finally:
            for each in self._waiting.values():
                if not each.done():
                    each.set_exception(ConnectionResetError())

    async def close(self) -> None:
        await self._socket.close()
        await self._reading


async def _connected(owner: str) -> _Line:
    address = f"{owner.replace('http', 'ws', 1)}{PATH}"
    return _Line(await connect(address, compression=None, open_timeout=SECONDS, close_timeout=CLOSING_SECONDS))


def _is_over(line: asyncio.Task[_Line]) -> bool:
    return line.done() and (line.cancelled() or line.exception() is not None or line.result().is_over)


def _refusal(content: str) -> SieteError:
    """The refusal that another process gave, as it gave it."""
    error = msgspec.json.decode(content)
    return SieteError(error["code"], error["sentence"], clause=error["clause"], facts=error["facts"])


# --- the process that runs the table ---------------------------------------------------------------------------------


@router.websocket(PATH)
async def commands_line(socket: WebSocket) -> None:
    """Commands that another process of the house forwards. Whoever cannot sign them is refused."""
    await socket.accept()
    line = _Incoming(socket, services_of(socket))
    try:
        await line.run()
    finally:
        await line.finish()


class _Incoming:
    """A connection of another process, whose commands are carried out side by side."""

    def __init__(self, socket: WebSocket, services: Services) -> None:
        self._socket, self._services, self._stamp = socket, services, Stamp(services.key)
        self._send_now = direct(socket.scope)
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Carry out what comes, until the other side goes or sends what it has not signed."""
        seconds: float | None = self._services.limits.head  # strangers may not keep a connection that says nothing
        while True:
            try:
                message = await asyncio.wait_for(self._socket.receive(), seconds)
            except TimeoutError:
                await self._refuse()
                return
            if message["type"] == "websocket.disconnect":
                return
            number, _, signed = str(message.get("text") or "").partition(" ")
            body = self._stamp.unsigned(signed)
            if body is None or not (number.isascii() and number.isdecimal()):
                await self._refuse()
                return
            seconds = None
            task = asyncio.create_task(self._serve(number, body))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _refuse(self) -> None:
        """Close, and count it: the next request of this address may be one too many."""
        with suppress(SieteError):
            self._services.requests.check(address_of(self._socket), "Too many requests from this address.")
        with suppress(RuntimeError, OSError):
            await self._socket.close(NOT_OURS)

    async def _serve(self, number: str, body: bytes) -> None:
        kind, content = await self._outcome(body)
        told = b" ".join((number.encode(), kind, content))
        if not self._send_now(told):
            with suppress(RuntimeError, OSError):  # the other side has gone; it will send the command again
                await self._socket.send_text(told.decode())

    async def _outcome(self, body: bytes) -> tuple[bytes, bytes]:
        try:
            return _ANSWER, await self._carried_out(*msgspec.json.decode(body))
        except SieteError as error:
            return _REFUSED, msgspec.json.encode(refusal_plain(error))
        except Exception as error:
            self._services.metrics.faults.inc()
            _log.error("command failed", error=type(error).__name__, exc_info=error)
            return _REFUSED, msgspec.json.encode(refusal_plain(internal_fault()))

    async def _carried_out(
        self, table: str, role: str, name: str, sent_id: str, point: str, kind: str, fields: dict[str, Any]
    ) -> bytes:
        running = self._services.house.table(table)
        if not running.is_owner:
            raise NoOwnerError("The table has moved to another process.")
        message = Message(id=sent_id, point=point, kind=kind, fields=fields)
        return (await running.submit(Person(HouseRole(role), name), message)).answer

    async def finish(self) -> None:
        """Wait until what was begun is done."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
