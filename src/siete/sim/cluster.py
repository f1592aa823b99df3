"""Chunks over a Dask cluster: a lost worker's chunk is retried elsewhere, with the same result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from siete.errors import SieteError
from siete.sim.chunks import Setup
from siete.sim.simulation import PendingChunks, Pool, Work

RETRIES = 5
"""How often a chunk is retried after its worker was lost."""
PATIENCE = "10s"
"""How long a scheduler has to answer."""


class _Client(Protocol):
    """The part of a Dask client that is used."""

    def submit(
        self, work: Work, setup: Setup, number: int, rounds: tuple[int, ...], /, *, retries: int, pure: bool
    ) -> PendingChunks: ...

    def ncores(self) -> dict[str, int]: ...


class _Cluster:
    """A Dask client that plays chunks."""

    def __init__(self, client: _Client) -> None:
        self._client = client

    @property
    def width(self) -> int:
        """How many chunks can be played at once: the threads of all workers, and one while none has come."""
        return sum(self._client.ncores().values()) or 1

    def submit(self, work: Work, setup: Setup, number: int, rounds: tuple[int, ...], /) -> PendingChunks:
        """Submit chunks; they depend on the arguments only, so any worker may play them, and retry them."""
        return self._client.submit(work, setup, number, rounds, retries=RETRIES, pure=False)


@contextmanager
def cluster(address: str, workers: int | None = None) -> Iterator[Pool]:
    """The cluster at a scheduler's address, or one of processes on this machine for `local`."""
    try:
        from dask import distributed
    except ImportError:
        sentence = "A cluster needs Dask, which is not installed: install siete with its extra `cluster`."
        raise SieteError("sim/no-dask", sentence) from None
    untyped: Any = distributed
    if address == "local":
        with (
            untyped.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as own,
            untyped.Client(own) as client,
        ):
            yield _Cluster(client)
        return
    try:
        client = untyped.Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise SieteError("sim/no-cluster", f"No scheduler answers at {address}: {error}.") from None
    with client:
        yield _Cluster(client)
