"""One WebSocket per person and table: a snapshot, then events; commands in, answers out."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from siete.errors import ParseError, SieteError
from siete.host.access.roles import SPECTATOR, STAFF, Person
from siete.host.table.actor import TableActor
from siete.server.http.refusals import internal_fault, refusal_plain
from siete.server.limits import Bucket
from siete.server.services import Services, address_of, services_of
from siete.server.ws.fast import direct
from siete.store.port import StoreError

TOO_MANY, TOO_LONG, TOO_SLOW, RESTART, SESSION_OVER, TABLE_CLOSED = 1008, 1009, 1013, 1012, 4401, 4404
FLUSH_SECONDS = 0.5
"""Seconds for a closing connection to send what is queued."""
CHECK_SECONDS = 3.0
"""Seconds between two checks of an open connection's session."""

router = APIRouter()
_log = structlog.get_logger("siete.line")
_decode = msgspec.json.Decoder().decode


class Line:
    """A person's connection to a table, with a bounded queue: a slow reader is disconnected."""

    def __init__(self, socket: WebSocket, person: Person, services: Services) -> None:
        self.person = person
        self._outward, self._most = services.house.names.outward, services.limits.backlog
        self._send_now = direct(socket.scope)
        self.socket = socket
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._is_sending = False
        self._is_more = asyncio.Event()
        self.is_closing = asyncio.Event()
        self.closing: int | None = None

    def send(self, data: bytes) -> None:
        """Send a message, or queue it; a reader who is too far behind is disconnected."""
        data = self._outward(data)
        if self.closing is not None or (not self._waiting and not self._is_sending and self._send_now(data)):
            return
        self._bytes += len(data)
        if self._bytes > self._most and self._waiting:
            self.close(TOO_SLOW)
            return
        self._waiting.append(data)
        self._is_more.set()

    def close(self, code: int) -> None:
        """Close the connection once the queue is sent; that of a slow reader at once."""
        self.closing = self.closing or code
        self._is_more.set()
        self.is_closing.set()

    async def pump(self) -> int:
        """Send what is queued until the connection closes; returns the close code."""
        while True:
            await self._is_more.wait()
            self._is_more.clear()
            while self._waiting and self.closing != TOO_SLOW:
                data = self._waiting.popleft()
                self._bytes -= len(data)
                self._is_sending = True
                await self.socket.send_text(data.decode())
                self._is_sending = False
            if self.closing is not None:
                return self.closing


@router.websocket("/ws/tables/{table_id}")
async def table_line(socket: WebSocket, table_id: str) -> None:
    """A table's WebSocket."""
    services = services_of(socket)
    try:
        services.check_origin(socket, is_needed=True)
        after = _version(socket.query_params.get("after"))
        table = services.house.table(table_id)
        lines: OpenLines = socket.app.state.lines
        lines.check(services, socket)
    except SieteError as error:
        await refuse_line(socket, error)
        return
    person = await services.person(socket)
    await services.house.meet(table, person)
    await socket.accept()
    line = Line(socket, person, services)
    lines.add(line, socket)
    services.metrics.lines.inc()
    try:
        await _talk(socket, services, table, line, after)
    finally:
        lines.remove(line, socket)
        services.metrics.lines.dec()


class OpenLines:
    """All open connections of the server, so that it can close them when it stops or a session ends."""

    def __init__(self) -> None:
        self._open: dict[Line, WebSocket] = {}
        self._by_address: dict[str, int] = {}

    def check(self, services: Services, socket: WebSocket) -> None:
        """Refuse an address that has too many connections."""
        if self._by_address.get(address_of(socket), 0) >= services.limits.lines_per_address:
            raise SieteError("limit/too-many", "Too many open connections from this address. Close some pages.")

    def add(self, line: Line, socket: WebSocket) -> None:
        self._open[line] = socket
        self._by_address[address_of(socket)] = self._by_address.get(address_of(socket), 0) + 1

    def remove(self, line: Line, socket: WebSocket) -> None:
        self._open.pop(line, None)
        left = self._by_address.get(address_of(socket), 1) - 1
        self._by_address[address_of(socket)] = left
        if not left:
            del self._by_address[address_of(socket)]

    def close_all(self, code: int) -> None:
        """Ask every connection to close."""
        for line in tuple(self._open):
            line.close(code)

    def close_table(self, table: TableActor) -> None:
        """Close the connections of a table that was closed."""
        table.subscribers.each(lambda line: line.close(TABLE_CLOSED) if isinstance(line, Line) else None)

    def close_person(self, person: Person) -> None:
        """Close the connections of a session that has ended."""
        for line in tuple(self._open):
            if line.person == person:
                line.close(SESSION_OVER)


async def refuse_line(socket: WebSocket, error: SieteError) -> None:
    """Refuse the handshake: 403 for a foreign page, else a close that says why."""
    if error.code == "origin/not-allowed":
        await socket.close(TOO_MANY)
        return
    await socket.accept()
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(msgspec.json.encode({"type": "refused", "id": None, **refusal_plain(error)}).decode())
        await socket.close(TABLE_CLOSED if error.code == "table/unknown" else TOO_MANY)


def _version(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > 15:
        raise ParseError("message/wrong-value", "`after` is a version number: the last one you have seen.")
    return int(text)


async def _talk(socket: WebSocket, services: Services, table: TableActor, line: Line, after: int | None) -> None:
    """Run both directions until either ends."""
    table.broadcaster.welcome(line, after)
    sending = asyncio.create_task(line.pump())
    reading = asyncio.create_task(_read(socket, services, table, line))
    checking = asyncio.create_task(check_session(socket, services, line))
    closing = asyncio.create_task(line.is_closing.wait())
    try:
        await asyncio.wait((sending, reading, closing), return_when=asyncio.FIRST_COMPLETED)
        if line.closing not in (None, TOO_SLOW):
            await asyncio.wait((sending,), timeout=FLUSH_SECONDS)
    finally:
        table.subscribers.remove(line)
        for task in (sending, reading, checking, closing):
            task.cancel()
        results = await asyncio.gather(sending, reading, checking, closing, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect | RuntimeError | OSError):
            services.metrics.faults.inc()
            _log.error("line failed", error=type(result).__name__, exc_info=result)
    if line.closing is not None:
        services.metrics.dropped.labels(str(line.closing)).inc()
        with suppress(Exception):
            await asyncio.wait_for(socket.close(line.closing), 1)


async def check_session(socket: WebSocket, services: Services, line: Line) -> None:
    """Close a connection whose session was ended elsewhere."""
    token = services.token_of(socket)
    if line.person == SPECTATOR or token is None:
        return
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        with suppress(StoreError):  # a database that is away for a while must not end the checks
            if await services.accounts.person(token) != line.person:
                line.close(SESSION_OVER)


async def _read(socket: WebSocket, services: Services, table: TableActor, line: Line) -> None:
    bucket = Bucket(services.limits.messages_per_second, services.limits.messages_at_once)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text: str | bytes = message.get("text") or message.get("bytes") or ""
        if len(text) > services.limits.message:
            line.close(TOO_LONG)
            return
        if not bucket.take():
            line.close(TOO_MANY)
            return
        began = time.perf_counter()
        outcome = await _handle(services, table, line, text)
        if outcome:
            services.metrics.by_outcome[outcome].inc()
            services.metrics.seconds.observe(time.perf_counter() - began)


async def _handle(services: Services, table: TableActor, line: Line, text: str | bytes) -> str:
    """Handle one message; returns its outcome."""
    sent: Any = None
    try:
        sent = _decoded(text)
        if isinstance(sent, dict) and sent.get("type") == "ping":
            line.send(b'{"type":"pong"}')
            return ""
        if not isinstance(sent, dict) or sent.get("type") != "command":
            raise ParseError("message/malformed", 'A message is {"type": "command", …} or {"type": "ping"}.')
        if line.person.role in STAFF and await services.person(line.socket) != line.person:
            line.close(SESSION_OVER)
            raise SieteError("session/none", "Your session is over. Sign in again.")
        outcome = await table.submit(line.person, services.message(sent), line.send)
        return "repeated" if outcome.is_repeat else "done"
    except SieteError as error:
        line.send(_refused(sent, error))
        return "refused"
    except Exception as error:
        services.metrics.faults.inc()
        _log.error("command failed", table=table.id, error=type(error).__name__, exc_info=error)
        line.send(_refused(sent, internal_fault()))
        return "failed"


def _decoded(text: str | bytes) -> Any:
    try:
        return _decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise ParseError("message/not-json", "This is not JSON.") from None


def _refused(sent: Any, error: SieteError) -> bytes:
    given = sent.get("id") if isinstance(sent, dict) else None
    sent_id = given if isinstance(given, str) and len(given) <= 64 else None
    return msgspec.json.encode({"type": "refused", "id": sent_id, **refusal_plain(error)})
