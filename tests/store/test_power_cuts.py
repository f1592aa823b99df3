"""A machine that loses its power keeps what was synced: of a SQLite store, all that it acknowledged.

Killing a process cannot tell: what it has written stays with the operating system. So the writer runs with a library
before it that logs every write and sync, and files are made from the log as they may be found after a cut at any
sync: without what was not synced, or with parts of it, out of order and torn. The library is made with the system's
C compiler; where there is none, nothing is proved here. `SIETE_IMAGES` sets how many.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from siete.store.connect import open_store
from tests.store.power import images, read_log
from tests.store.test_crashes import Acknowledged, faults, killed

pytestmark = pytest.mark.anyio

SOURCE = Path(__file__).with_name("write_log.c")
MANY = int(os.environ.get("SIETE_IMAGES", "50"))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that logs what is written and synced."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    made = tmp_path_factory.mktemp("library") / "write_log.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(made), str(SOURCE), "-ldl", "-lpthread"], check=True)
    return made


def acknowledged_in(printed: str) -> Acknowledged:
    """What a writer had answered, of what it printed."""
    lines = (line.split() for line in printed.splitlines() if line.startswith("kept "))
    return {(int(writer), int(number)) for _, writer, number in lines}


async def lose_power(
    place: Path, library: Path, monkeypatch: pytest.MonkeyPatch, *, count: int, way: str, seed: int = 11
) -> list[str]:
    """Let a writer write, and look at what it may have left; all that was found wrong."""
    house, log, rng = place / "house.db", place / "log", Random(seed)
    store = await open_store(f"sqlite:///{house}")
    await store.close()
    start = {house.name: house.read_bytes()}
    with monkeypatch.context() as patched:
        patched.setenv("LD_PRELOAD", str(library))
        patched.setenv("SIETE_WRITE_LOG", str(log))
        killed(f"sqlite:///{house}", 1_000_000, "after answer", rng, way, times=min(4 * count, 400))
    logged, found, most = read_log(log), list[str](), 0
    assert any(each.kind == "W" for each in logged), "a writer that writes nothing proves nothing"
    for number, image in enumerate(images(logged, count, rng, start)):
        left = place / str(number)
        left.mkdir()
        for name, data in image.files.items():
            (left / name).write_bytes(data)
        acknowledged = acknowledged_in(image.printed)
        most = max(most, len(acknowledged))
        found += await _opened(left / house.name, acknowledged)
        shutil.rmtree(left)
    assert most > count, "a writer that answers nothing proves nothing"
    return found


async def _opened(house: Path, acknowledged: Acknowledged) -> list[str]:
    """What is wrong with a house that was found after a cut."""
    try:
        store = await open_store(f"sqlite:///{house}")
    except Exception as error:
        return [f"the house does not open: {error}"]
    try:
        damage = await store.integrity()
        return ([f"SQLite says: {damage}"] if damage else []) + await faults(store, acknowledged)
    finally:
        await store.close()


@pytest.mark.parametrize("way", ["right", "checkpointing"])
async def test_what_was_acknowledged_survives_a_loss_of_power(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    assert await lose_power(tmp_path, library, monkeypatch, count=8, way=way) == []


@pytest.mark.slow
@pytest.mark.parametrize("way", ["right", "checkpointing"])
async def test_what_was_acknowledged_survives_many_losses_of_power(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    assert await lose_power(tmp_path, library, monkeypatch, count=MANY // 2, way=way, seed=12) == []


async def test_a_writer_that_does_not_sync_is_found_out(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    found = await lose_power(tmp_path, library, monkeypatch, count=8, way="unsynced")
    assert any("was acknowledged and is lost" in each for each in found)
