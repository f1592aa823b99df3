"""Signing where streams end: checked before the house opens, repeated while it runs, and once when it stops."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import structlog

from siete.errors import SieteError
from siete.host.audit.heads import HEADS_FILE, KEY_FILE, HeadsFile, signing_key
from siete.host.audit.store_identity import check_integrity, check_standing, check_witness
from siete.host.audit.witness import witness_at
from siete.host.house import House
from siete.server.data_directory import HEADS_LOCK
from siete.store.file_lock import is_taken, open_lock
from siete.store.port import EventStore, StoreError

_log = structlog.get_logger("siete.server")

SIGN_SECONDS = 10.0
"""How long an event may be unsigned: what somebody adds to the end of the database in this time cannot be told."""


class Signing:
    """The signer of a house. Of several processes that share a directory, one signs; the others wait to take over."""

    def __init__(self, data: Path, *, is_new_key: bool, witness: str | None = None) -> None:
        self._data, self._is_new_key = data, is_new_key
        self._witness = witness_at(witness) if witness else None
        self._lock = open_lock(data / HEADS_LOCK)
        self._heads: HeadsFile | None = None

    def _file(self) -> HeadsFile | None:
        """The file to sign into, if no other process does."""
        if self._heads is None and is_taken(self._lock):
            path = self._data / HEADS_FILE
            self._heads = HeadsFile(path, signing_key(self._data / KEY_FILE), witness=self._witness)
        return self._heads

    def close(self) -> None:
        """Let another process sign."""
        os.close(self._lock)

    async def check(self, house: House, *, accepts: bool) -> None:
        """Refuse to open a damaged database, or one that is older than its heads or its witness; then sign it."""
        await check_integrity(house.store)
        heads = self._file()
        if heads is None:
            return  # the process that signs has checked it
        if self._witness is not None and not accepts:
            try:
                await asyncio.to_thread(check_witness, heads, self._witness)
            except OSError as error:
                raise SieteError("serve/no-witness", f"The witness cannot be reached: {error}.") from None
        if accepts:
            heads.begin_witness_again()
        at = house.clock.stamp()
        await check_standing(house.store, heads, is_new_key=self._is_new_key, accepts=accepts, at=at)
        await heads.sign(house.store, at, is_first=True)

    async def run(self, house: House) -> None:
        """Sign again and again, and once at the end."""
        while self._file() is None:
            await asyncio.sleep(SIGN_SECONDS)
        try:
            while True:
                await asyncio.sleep(SIGN_SECONDS)
                await self._try_to_sign(house)
        finally:
            await self._try_to_sign(house)

    async def _try_to_sign(self, house: House) -> None:
        try:
            await self._sign(house)
        except (StoreError, OSError) as error:  # a full disk may have room again next time
            _log.error("heads not signed", error=str(error))

    async def _sign(self, house: House) -> None:
        heads = self._file()
        assert heads is not None, "only the signer signs"
        await heads.sign(house.store, house.clock.stamp())
        if heads.unwitnessed:
            _log.error("heads not witnessed", lines=heads.unwitnessed)


async def sign_once(data: Path, store: EventStore, at: str) -> None:
    """Sign where the streams end, unless a process of the house does: then it signs by itself soon."""
    if not (data / KEY_FILE).exists():
        return
    lock = open_lock(data / HEADS_LOCK)
    try:
        if is_taken(lock):
            await HeadsFile(data / HEADS_FILE, signing_key(data / KEY_FILE)).sign(store, at)
    finally:
        os.close(lock)
