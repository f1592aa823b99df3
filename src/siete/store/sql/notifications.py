"""Fan-out through PostgreSQL: every process learns of what any of them has stored, by LISTEN and NOTIFY.

The store sends, inside the transaction of a group, where its streams end then; so word goes out if and only if the
group is durable. Word may be lost while a line is down: after each new line a listener is told to look for itself.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import psycopg

CHANNEL = "siete_heads"
TALK = "siete_talk"
"""What processes tell each other that is not stored."""
LONGEST_PAYLOAD = 7_900
"""Bytes; PostgreSQL takes a little more."""
PAUSE = 0.5
"""Seconds before a line that was lost is tried again."""


@dataclass(frozen=True, slots=True)
class Word:
    """Streams and the versions they have reached; `is_gap` where there may have been more that was not heard."""

    heads: tuple[tuple[str, int], ...] = ()
    is_gap: bool = False
    said: tuple[tuple[Any, ...], ...] = ()
    """What another process said; nothing of it is stored."""


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


def word_of(payload: str) -> Word:
    """What a payload says."""
    return Word(tuple((str(stream), int(version)) for stream, version in json.loads(payload)))


def _talk_of(payload: str) -> Word:
    return Word(said=tuple(tuple(each) for each in json.loads(payload)))


class Speaker:
    """Tells every process of the house what is worth nothing once it is old."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._line: psycopg.AsyncConnection[Any] | None = None
        self._turn = asyncio.Lock()

    async def say(self, words: Iterable[object]) -> None:
        """Tell it; while the database is away it is lost, and will be said again."""
        async with self._turn:
            try:
                if self._line is None or self._line.closed:
                    self._line = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
                for payload in payloads(words):
                    await self._line.execute("SELECT pg_notify(%s, %s)", (TALK, payload))
            except psycopg.OperationalError:
                self._line = None

    async def close(self) -> None:
        """Let go of the database."""
        if self._line is not None:
            await self._line.close()


async def listen(url: str) -> AsyncGenerator[Word, None]:
    """Everything that is stored in the database from now on, by whomever; goes on when the server comes back."""
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as line:
                await line.execute(f"LISTEN {CHANNEL}")
                await line.execute(f"LISTEN {TALK}")
                yield Word(is_gap=True)
                async for notice in line.notifies():
                    yield _talk_of(notice.payload) if notice.channel == TALK else word_of(notice.payload)
        except psycopg.OperationalError:
            await asyncio.sleep(PAUSE)
