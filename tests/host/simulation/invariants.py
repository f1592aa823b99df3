"""What must hold in a simulated house after every step: money, chain, lease, secrecy and durable answers."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from siete.host.audit.money import Holding, holding, overdrawn
from siete.host.streams import kind_of
from siete.store.chain import is_linked
from siete.store.codec import AnyEvent, event_from_bytes
from siete.store.memory import MemoryStore
from siete.store.port import EMPTY_DIGEST, Batch, Fence
from siete.table import events as e
from siete.table.apply import apply
from siete.table.money import meter as meters
from siete.table.money import wallet as wallets
from siete.table.state.table import TableState
from tests.host.simulation.database import at_once

Folded = TableState | meters.Meter | wallets.Wallet


class BrokenPromiseError(AssertionError):
    """Something happened that must never happen."""


class Ledger:
    """Follows every batch that the database takes, and stops the simulation at the first that breaks a promise."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.states: dict[str, Folded] = {}
        self._digests: dict[str, bytes] = {}
        self._held = self._issued = 0
        self._tokens: dict[str, int] = {}
        self.batches = 0
        self.trace = sha256()

    def take(self, batch: Batch, store: MemoryStore) -> None:
        """A batch was stored."""
        self.batches += 1
        self._check_lease(batch)
        for new in batch.appends:
            for entry in at_once(store.read(new.stream, new.expected)):
                if not is_linked(entry, self._digests.get(new.stream, EMPTY_DIGEST)):
                    raise BrokenPromiseError(f"the chain of {new.stream} breaks at {entry.version}")
                self._digests[new.stream] = entry.digest
                self._fold(new.stream, event_from_bytes(entry.data))
                self.trace.update(entry.digest)
        if self._held != self._issued:
            raise BrokenPromiseError(f"{self._held - self._issued} cents too many in {batch.appends[0].stream}")

    def _check_lease(self, batch: Batch) -> None:
        for new in batch.appends:
            if kind_of(new.stream) == "table" and new.expected and new.events:
                if not isinstance(batch.authority, Fence):
                    raise BrokenPromiseError(f"{new.stream} was written at {self._now():.3f} s without a fence")
                if batch.authority.token < self._tokens.get(new.stream, 0):
                    raise BrokenPromiseError(f"{new.stream} was written under an old lease")
                self._tokens[new.stream] = batch.authority.token

    def _fold(self, stream: str, event: AnyEvent) -> None:
        before = self.states.get(stream)
        after = _applied(before, event)
        self.states[stream] = after
        was, now = holding(before) if before is not None else Holding(0, 0), holding(after)
        self._held += now.held - was.held
        self._issued += now.issued - was.issued
        if overdrawn(after):
            raise BrokenPromiseError(f"{stream}: {overdrawn(after)}")


def _applied(before: Folded | None, event: AnyEvent) -> Folded:
    match event:
        case e.Event():
            assert before is None or isinstance(before, TableState)
            return apply(before or TableState(), event)
        case meters.MeterEvent():
            assert before is None or isinstance(before, meters.Meter)
            return meters.apply(before or meters.UNOPENED, event)
        case wallets.WalletEvent():
            assert before is None or isinstance(before, wallets.Wallet)
            return wallets.apply(before or wallets.Wallet(), event)
    raise BrokenPromiseError(f"{type(event).__name__} belongs to no stream of a house")
