"""Chunks over a Dask cluster: a lost worker's chunk is simply played again elsewhere, with the same result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from siete.errors import SieteError
from siete.sim.chunks import Chunk
from siete.sim.running import Pool

RETRIES = 5
"""How often a chunk may be begun again: workers that were lost take nothing with them but time."""


class _Cluster:
    """A Dask client that plays chunks."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, work: Callable[..., Chunk], /, *arguments: Any) -> Any:
        """Begin a chunk; it depends on nothing but its arguments, so any worker may play it, and play it again."""
        return self._client.submit(work, *arguments, retries=RETRIES, pure=False)


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
        client = untyped.Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise SieteError("sim/no-cluster", f"No scheduler answers at {address}: {error}.") from None
    with client:
        yield _Cluster(client)
