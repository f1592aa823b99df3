"""A machine that loses its power keeps what was synced: of a SQLite store, all that it acknowledged.

Killing a process cannot tell: what it has written stays with the operating system. So the writer runs with a library
before it that copies every file whenever it is synced, and after the kill only the copies are left. It is made with the
system's C compiler; where there is none, nothing is proved here.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from siete.store.connect import open_store
from tests.store.test_crashes import POINTS, Acknowledged, faults, killed

pytestmark = pytest.mark.anyio

SOURCE = Path(__file__).with_name("power_cut.c")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that copies what is synced."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    made = tmp_path_factory.mktemp("library") / "power_cut.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(made), str(SOURCE), "-ldl"], check=True)
    return made


def cut_power(house: Path) -> None:
    """Leave of the house's files what was synced, and nothing else."""
    for path in (house, Path(f"{house}-wal"), Path(f"{house}-shm")):
        path.unlink(missing_ok=True)
        synced = Path(f"{path}.synced")
        if synced.exists():
            shutil.copy(synced, path)


async def lose_power(house: Path, library: Path, times: int, way: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Kill a writer and cut the power again and again; all that was found wrong."""
    rng, found, acknowledged, url = Random(11), list[str](), Acknowledged(), f"sqlite:///{house}"
    for cut in range(times):
        with monkeypatch.context() as patched:
            patched.setenv("LD_PRELOAD", str(library))
            acknowledged |= killed(url, 1_000_000 * (cut + 1), POINTS[cut % len(POINTS)], rng, way)
        cut_power(house)
        store = await open_store(url)
        found += await faults(store, acknowledged)
        await store.close()
        for path in house.parent.glob("house.db*"):  # closed in order, all of it is on the disk
            if path.suffix == ".synced":
                path.unlink()
        shutil.copy(house, f"{house}.synced")
    assert acknowledged, "a writer that keeps nothing proves nothing"
    return found


async def test_what_was_acknowledged_survives_a_loss_of_power(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await lose_power(tmp_path / "house.db", library, 6, "right", monkeypatch) == []


async def test_a_writer_that_does_not_sync_is_found_out(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    found = await lose_power(tmp_path / "house.db", library, 3, "unsynced", monkeypatch)
    assert any("was acknowledged and is lost" in each for each in found)
