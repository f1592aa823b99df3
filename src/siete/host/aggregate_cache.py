"""Meters and wallets as they were last read: aggregates that several tables may write to.

A version in the cache may be behind the store. Then an append is refused, the stream is read again, and the turn is
computed again.
"""

from __future__ import annotations

from dataclasses import dataclass

from siete.host.streams import kind_of
from siete.store.codec import event_from_bytes
from siete.store.port import EventStore
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
        """A meter by its stream."""
        if stream not in self._meters:
            self._meters[stream] = ReadMeter(0, UNOPENED)
            await self.read_on(stream)
        return self._meters[stream]

    def known_meter(self, stream: str) -> ReadMeter:
        """A meter that has been read before."""
        return self._meters[stream]

    async def wallet(self, stream: str) -> ReadWallet:
        """A wallet by its stream."""
        if stream not in self._wallets:
            self._wallets[stream] = ReadWallet(0, Wallet())
            await self.read_on(stream)
        return self._wallets[stream]

    def balance(self, stream: str) -> int:
        """What a wallet held when it was last read; 0 for one that never was."""
        found = self._wallets.get(stream)
        return found.wallet.balance if found else 0

    async def read_on(self, stream: str) -> None:
        """Read what has been appended to a stream since."""
        kind = kind_of(stream)
        if kind == "meter" and stream in self._meters:
            known = self._meters[stream]
            for entry in await self._store.read(stream, known.version):
                event = event_from_bytes(entry.data)
                assert isinstance(event, MeterEvent), "a meter's stream holds its events"
                self.saw_meter(stream, entry.version, event)
        elif kind == "wallet" and stream in self._wallets:
            for entry in await self._store.read(stream, self._wallets[stream].version):
                event = event_from_bytes(entry.data)
                assert isinstance(event, WalletEvent), "a wallet's stream holds its events"
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
