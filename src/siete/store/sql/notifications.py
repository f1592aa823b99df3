"""Fan-out through PostgreSQL: every process learns of what any of them has stored, by LISTEN and NOTIFY.

The store notifies inside the transaction of a group, so a notification goes out if and only if the group is durable.
Notifications may be lost while a connection is down: after each reconnect a listener gets a gap and reads for itself.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo

CHANNEL = "siete_heads"
TALK = "siete_talk"
"""The channel for messages between processes that are not stored."""
LONGEST_PAYLOAD = 7_900
"""Bytes; PostgreSQL takes a little more."""
PAUSE = 0.5
"""Seconds before reconnecting."""
REACHING = {
    "connect_timeout": 5,
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How soon a connection to a server that has gone without a word is given up: in about ten seconds."""


@dataclass(frozen=True, slots=True)
class Notification:
    """Streams and the versions they have reached; `is_gap` where notifications may have been missed."""

    heads: tuple[tuple[str, int], ...] = ()
    is_gap: bool = False
    said: tuple[tuple[Any, ...], ...] = ()
    """A message of another process; it is not stored."""


def payloads(words: Iterable[object]) -> Iterator[str]:
    """What is sent, in pieces that are short enough."""
    piece: list[str] = []
    for word in words:
        told = json.dumps(word, ensure_ascii=True, separators=(",", ":"))
        if piece and len(told) + sum(map(len, piece)) + len(piece) + 2 > LONGEST_PAYLOAD:
            yield f"[{','.join(piece)}]"
            piece = []
        piece.append(told)
    if piece:
        yield f"[{','.join(piece)}]"


def word_of(payload: str) -> Notification:
    """What a payload says."""
    return Notification(tuple((str(stream), int(version)) for stream, version in json.loads(payload)))


def _talk_of(payload: str) -> Notification:
    return Notification(said=tuple(tuple(each) for each in json.loads(payload)))


def _reached(url: str) -> str:
    return make_conninfo(url, **REACHING)


class Speaker:
    """Sends short-lived messages to every process of the house."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._line: psycopg.AsyncConnection[Any] | None = None
        self._turn = asyncio.Lock()

    async def say(self, words: Iterable[object]) -> None:
        """Send a message. It is lost while the database is unreachable; callers repeat it."""
        async with self._turn:
            try:
                if self._line is None or self._line.closed:
                    self._line = await psycopg.AsyncConnection.connect(_reached(self._url), autocommit=True)
                for payload in payloads(words):
                    await self._line.execute("SELECT pg_notify(%s, %s)", (TALK, payload))
            except psycopg.OperationalError:
                self._line = None

    async def close(self) -> None:
        """Close the connection."""
        if self._line is not None:
            await self._line.close()


async def listen(url: str) -> AsyncGenerator[Notification, None]:
    """Notifications of everything stored from now on, by any process; reconnects when the server comes back."""
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(_reached(url), autocommit=True) as line:
                await line.execute(f"LISTEN {CHANNEL}")
                await line.execute(f"LISTEN {TALK}")
                yield Notification(is_gap=True)
                async for notice in line.notifies():
                    yield _talk_of(notice.payload) if notice.channel == TALK else word_of(notice.payload)
        except psycopg.OperationalError:
            await asyncio.sleep(PAUSE)
