"""Meters and wallets as they were last read: aggregates that several tables may write to.

A version in the cache may be behind the store. Then an append is refused, the stream is read again, and the turn is
computed again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from siete.store.codec import event_from_bytes
from siete.store.port import Entry, EventStore
from siete.table.money import meter as meters
from siete.table.money import wallet as wallets
from siete.table.money.meter import UNOPENED, Meter, MeterEvent
from siete.table.money.wallet import Wallet, WalletEvent


@dataclass(frozen=True, slots=True)
class ReadMeter:
    """A meter, and the version of its stream."""

    version: int
    meter: Meter


@dataclass(frozen=True, slots=True)
class ReadWallet:
    """A wallet, and the version of its stream."""

    version: int
    wallet: Wallet


class AggregateCache:
    """What has been read of the streams that tables share."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._meters: dict[str, ReadMeter] = {}
        self._wallets: dict[str, ReadWallet] = {}

    async def meter(self, stream: str) -> ReadMeter:
        """A meter by its stream; nothing is kept of one that could not be read."""
        if stream not in self._meters:
            entries = await self._store.read(stream)
            self._meters.setdefault(stream, ReadMeter(0, UNOPENED))
            self._take_in(stream, entries)
        return self._meters[stream]

    def known_meter(self, stream: str) -> ReadMeter:
        """A meter that has been read before."""
        return self._meters[stream]

    async def wallet(self, stream: str) -> ReadWallet:
        """A wallet by its stream; nothing is kept of one that could not be read."""
        if stream not in self._wallets:
            entries = await self._store.read(stream)
            self._wallets.setdefault(stream, ReadWallet(0, Wallet()))
            self._take_in(stream, entries)
        return self._wallets[stream]

    def balance(self, stream: str) -> int:
        """What a wallet held when it was last read; 0 for one that never was."""
        found = self._wallets.get(stream)
        return found.wallet.balance if found else 0

    async def read_on(self, stream: str, until: int | None = None) -> None:
        """Read what was appended to a stream since, if it has been read before, and not as far as `until` already."""
        known = self._meters.get(stream) or self._wallets.get(stream)
        if known is not None and (until is None or known.version < until):
            self._take_in(stream, await self._store.read(stream, known.version))

    async def read_on_all(self) -> None:
        """Read on in every stream that has been read before: after a gap nobody knows which have grown."""
        for stream in (*self._meters, *self._wallets):
            await self.read_on(stream)

    def _take_in(self, stream: str, entries: Iterable[Entry]) -> None:
        """Take in what was read of a stream, some of which may be another's that it goes on from."""
        for entry in entries:
            event = event_from_bytes(entry.data)
            if isinstance(event, MeterEvent):
                self.saw_meter(stream, entry.version, event)
            else:
                assert isinstance(event, WalletEvent), "the streams that tables share are meters and wallets"
                self.saw_wallet(stream, entry.version, event)

    def saw_meter(self, stream: str, version: int, event: MeterEvent) -> None:
        """An event of a meter is durable; one that was read before in another way is not counted again."""
        known = self._meters[stream]
        if version == known.version + 1:
            self._meters[stream] = ReadMeter(version, meters.apply(known.meter, event))

    def saw_wallet(self, stream: str, version: int, event: WalletEvent) -> None:
        """An event of a wallet is durable; one that was read before in another way is not counted again."""
        known = self._wallets[stream]
        if version == known.version + 1:
            self._wallets[stream] = ReadWallet(version, wallets.apply(known.wallet, event))
