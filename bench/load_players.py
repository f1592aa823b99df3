"""Players for the load: bare WebSockets that read only what they need, so that the generator costs little itself.

Every player keeps the next thing it can do ready, and `Pace` decides when whose turn it is: commands come at random
moments at a set rate, whether or not the server has answered those before.
"""

from __future__ import annotations

import asyncio
import random
import time
from base64 import b64encode
from dataclasses import dataclass, field
from typing import Any

import msgspec

_ANSWERS = ("Stand", "DeclineInsurance", "TakeBlackjack", "LookOver", "RefuseCut", "StayOut")
_encode = msgspec.json.encode


class Legal(msgspec.Struct):
    command: dict[str, Any]
    point: str


class You(msgspec.Struct):
    legal: list[Legal]


class Told(msgspec.Struct):
    type: str
    id: str | None = None
    code: str = ""


_you = msgspec.json.Decoder(You).decode
_told = msgspec.json.Decoder(Told).decode


@dataclass
class Figures:
    """What the players measured."""

    times: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    """How late the generator itself sent each command."""
    starved: int = 0
    """Moments at which no player had anything to do."""
    refused: dict[str, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


class Ready:
    """The players who have something to do."""

    def __init__(self) -> None:
        self._players: list[Player] = []

    def add(self, player: Player) -> None:
        self._players.append(player)

    def take(self) -> Player | None:
        """One of them, at random."""
        if not self._players:
            return None
        at = random.randrange(len(self._players))
        self._players[at], self._players[-1] = self._players[-1], self._players[at]
        return self._players.pop()


class Player(asyncio.Protocol):
    """One player: wagers the least, stands where it can."""

    def __init__(self, box: int, ready: Ready, figures: Figures) -> None:
        self.box, self.ready, self.figures = box, ready, figures
        self.asked: dict[str, float] = {}
        self.choice: tuple[dict[str, Any], str] | None = None
        self.done = self.wagered = ""
        self.number = 0
        self.is_open = asyncio.get_running_loop().create_future()
        self._bytes = bytearray()
        self._is_waiting = self._is_upgraded = self._is_over = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport), "a TCP connection"
        self.transport = transport

    def upgrade(self, path: str, host: str, token: str) -> None:
        """Ask for a WebSocket."""
        key = b64encode(random.randbytes(16)).decode()
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Authorization: Bearer {token}",
        )
        self.transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def data_received(self, data: bytes) -> None:
        self._bytes += data
        if not self._is_upgraded:
            end = self._bytes.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._bytes.startswith(b"HTTP/1.1 101"):
                self.figures.errors.append(self._bytes[:60].decode(errors="replace"))
                return
            del self._bytes[: end + 4]
            self._is_upgraded = True
            self.is_open.set_result(None)
        while (frame := self._frame()) is not None:
            self._take(*frame)

    def _frame(self) -> tuple[int, bytes] | None:
        """The next whole frame; a server's are never masked."""
        held = self._bytes
        if len(held) < 2:
            return None
        size, start = held[1], 2
        if size == 126:
            size, start = int.from_bytes(held[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(held[2:10], "big"), 10
        if len(held) < start + size:
            return None
        frame = held[0] & 15, bytes(held[start : start + size])
        del held[: start + size]
        return frame

    def _take(self, kind: int, data: bytes) -> None:
        if kind == 9:
            self._write(10, data)
        elif kind == 8:
            self._is_over = True
        elif data.startswith((b'{"type":"events"', b'{"type":"snapshot"')):
            self._see(data)
        else:
            self._hear(_told(data))

    def _hear(self, told: Told) -> None:
        sent = self.asked.pop(told.id or "", None)
        if told.type == "answer" and sent is not None:
            self.figures.times.append(time.perf_counter() - sent)
        elif told.type == "refused":
            self.figures.refused[told.code] = self.figures.refused.get(told.code, 0) + 1

    def _see(self, data: bytes) -> None:
        """Look at what is one's own; most messages hold nothing to do."""
        at = data.rfind(b',"you":')
        if data.find(b'"legal":[]', at) >= 0:
            self.choice = None
            return
        legal = [
            each
            for each in _you(data[at + 7 : -1]).legal
            if each.command.get("box") == self.box and each.point != self.done
        ]
        is_wager = b'"stage":"wager"' in data
        if not is_wager or not self.wagered:
            self.choice, self.wagered = self._chosen(legal, is_wager=is_wager), ""
        self._wait()

    def _chosen(self, legal: list[Legal], *, is_wager: bool) -> tuple[dict[str, Any], str] | None:
        kinds = ("PlaceWager",) if is_wager else _ANSWERS
        for kind in kinds:
            for each in legal:
                if each.command["command"] == kind:
                    return each.command, each.point
        return None

    def _wait(self) -> None:
        if self.choice is not None and not self._is_waiting:
            self._is_waiting = True
            self.ready.add(self)

    def act(self) -> bool:
        """Send what there is to do now, if it is still there."""
        self._is_waiting = False
        if self.choice is None or self._is_over:
            return False
        command, point = self.choice
        self.done, self.choice = point, None
        self.send(command, point)
        if command["command"] == "PlaceWager":
            self.choice, self.wagered = ({"command": "Ready"}, point), point
            self._wait()
        else:
            self.wagered = ""
        return True

    def send(self, command: dict[str, Any], point: str) -> None:
        """Send a command."""
        self.number += 1
        sent_id = f"load-{self.box}-{self.number}"
        body = _encode({"type": "command", "id": sent_id, "point": point, "command": command})
        self.asked[sent_id] = time.perf_counter()
        self._write(1, body)

    def _write(self, kind: int, body: bytes) -> None:
        size = bytes((128 + len(body),)) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        # A client's frames are masked; a mask of zeros leaves them as they are.
        self.transport.write(bytes((128 + kind,)) + size + bytes(4) + body)

    def connection_lost(self, error: Exception | None) -> None:
        if not self._is_over:
            self.figures.errors.append(f"line lost: {error!r}")

    def close(self) -> None:
        """Leave."""
        self._is_over = True
        self.transport.close()


async def pace(rate: float, ready: Ready, figures: Figures, until: asyncio.Event) -> None:
    """Let players act at random moments, `rate` of them a second on average, whatever the server does."""
    due = time.perf_counter()
    while not until.is_set():
        now = time.perf_counter()
        if due > now:
            await asyncio.sleep(due - now)
            continue
        player = ready.take()
        while player is not None and not player.act():
            player = ready.take()
        if player is None:
            figures.starved += 1
        else:
            figures.lags.append(time.perf_counter() - due)
        due += random.expovariate(rate)
        if due < now - 1:  # the machine slept: do not send a second's commands at once
            due = now
