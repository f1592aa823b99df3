"""A way to PostgreSQL that can be cut or held up: a socket in a directory of its own, in front of the server's."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

SOCKET = ".s.PGSQL.5432"


class Way:
    """All connections of one process to the database."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._open: set[asyncio.StreamWriter] = set()
        self._is_cut = False
        self._flows = asyncio.Event()
        self._flows.set()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A new connection."""
        if self._is_cut:
            writer.close()
            return
        with suppress(OSError):
            far_reader, far_writer = await asyncio.open_unix_connection(str(self._target))
            self._open |= {writer, far_writer}
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        writer.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        writer.close()
        self._open.discard(writer)

    def cut(self) -> None:
        """Break every connection, and take no new ones."""
        self._is_cut = True
        for writer in tuple(self._open):
            writer.close()

    def hold(self) -> None:
        """Let nothing through, without a word to either side."""
        self._flows.clear()

    def heal(self) -> None:
        """Let everything through again."""
        self._is_cut = False
        self._flows.set()


@asynccontextmanager
async def way_to(url: str, place: Path) -> AsyncIterator[tuple[Way, str]]:
    """A way to the server of this address, and the address by which it is taken."""
    parts = urlsplit(url)
    host = parse_qs(parts.query)["host"][0]
    way = Way(Path(host) / SOCKET)
    server = await asyncio.start_unix_server(way.take, str(place / SOCKET))
    try:
        yield way, parts._replace(query=f"host={place}").geturl()
    finally:
        way.cut()
        server.close()
