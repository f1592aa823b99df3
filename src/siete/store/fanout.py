"""Fan-out through PostgreSQL: every process learns of what any of them has stored, by LISTEN and NOTIFY.

The store sends, inside the transaction of a group, where its streams end then; so word goes out if and only if the
group is durable. Word may be lost while a line is down: after each new line a listener is told to look for itself.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Iterable, Iterator
from dataclasses import dataclass

import psycopg

CHANNEL = "siete_heads"
LONGEST_PAYLOAD = 7_900
"""Bytes; PostgreSQL takes a little more."""
PAUSE = 0.5
"""Seconds before a line that was lost is tried again."""


@dataclass(frozen=True, slots=True)
class Word:
    """Streams and the versions they have reached; `is_gap` where there may have been more that was not heard."""

    heads: tuple[tuple[str, int], ...] = ()
    is_gap: bool = False


def payloads(heads: Iterable[tuple[str, int]]) -> Iterator[str]:
    """What is sent about heads, in pieces that are short enough."""
    piece: list[str] = []
    for head in heads:
        told = json.dumps(head, ensure_ascii=True, separators=(",", ":"))
        if piece and len(told) + sum(map(len, piece)) + len(piece) + 2 > LONGEST_PAYLOAD:
            yield f"[{','.join(piece)}]"
            piece = []
        piece.append(told)
    if piece:
        yield f"[{','.join(piece)}]"


def word_of(payload: str) -> Word:
    """What a payload says."""
    return Word(tuple((str(stream), int(version)) for stream, version in json.loads(payload)))


async def listen(url: str) -> AsyncGenerator[Word, None]:
    """Everything that is stored in the database from now on, by whomever; goes on when the server comes back."""
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as line:
                await line.execute(f"LISTEN {CHANNEL}")
                yield Word(is_gap=True)
                async for notice in line.notifies():
                    yield word_of(notice.payload)
        except psycopg.OperationalError:
            await asyncio.sleep(PAUSE)
