"""Somebody edits the snapshot that the next start reads, or events behind it: noticed by the start and by the audit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from siete.errors import SieteError
from siete.host.audit.heads import signing_key
from siete.host.audit.house import audit
from siete.host.history import marks
from siete.host.history.seals import Seal, unsealed
from siete.host.history.snapshots import state_from_bytes, state_to_bytes
from siete.host.house import House
from siete.host.table import writer
from siete.money import Cents
from siete.store.memory import MemoryStore
from siete.store.port import Batch, Snapshot
from tests.host.guests import come, open_live, round_of

pytestmark = pytest.mark.anyio

NOON = "2026-01-02T12:00:00.000Z"


@pytest.fixture
def seal(tmp_path: Path) -> Seal:
    """The house's own."""
    return Seal(signing_key(tmp_path / "audit.key"))


@pytest.fixture
async def store(monkeypatch: pytest.MonkeyPatch, seal: Seal) -> MemoryStore:
    """A house that was played in, with a few snapshots."""
    for module in (writer, marks):
        monkeypatch.setattr(module, "EVERY", 50)
    kept = MemoryStore()
    house = House(kept, seal=seal)
    table = await open_live(house, "wa", "t")
    ana = await come(house, table, "Ana", 2)
    while table.loaded.version < 130:
        await round_of(table, [ana])
    await house.close()
    return kept


async def _richer(store: MemoryStore, name: str) -> Snapshot:
    """The snapshot with ten thousand dollars more in every rack."""
    kept = await store.snapshot(name)
    assert kept is not None
    state = state_from_bytes(unsealed(kept.data))
    assert state is not None
    racks = {player: Cents(cents + 1_000_000) for player, cents in state.racks.items()}
    head = kept.data[: len(kept.data) - len(unsealed(kept.data))]
    return replace(kept, data=head + state_to_bytes(replace(state, racks=racks)))


@pytest.mark.parametrize("name", ["table/t", "table/t@1", "table/t@2"])
async def test_the_audit_holds_every_snapshot_against_the_fold(store: MemoryStore, name: str) -> None:
    report = await audit(store)
    assert report.is_sound, report.findings
    await store.append(Batch(recorded_at=NOON, snapshots=(await _richer(store, name),)))
    (found,) = (await audit(store)).findings
    assert (found.code, found.stream) == ("audit/wrong-snapshot", "table/t")


async def test_the_audit_finds_a_snapshot_of_events_that_are_not_there(store: MemoryStore) -> None:
    kept = await store.snapshot("table/t")
    assert kept is not None
    await store.append(Batch(recorded_at=NOON, snapshots=(replace(kept, version=9_999),)))
    (found,) = (await audit(store)).findings
    assert (found.code, found.version) == ("audit/wrong-snapshot", 9_999)


async def test_a_start_refuses_an_edited_snapshot(store: MemoryStore, seal: Seal) -> None:
    await store.append(Batch(recorded_at=NOON, snapshots=(await _richer(store, "table/t"),)))
    with pytest.raises(SieteError) as refused:
        await House(store, seal=seal).start()
    assert refused.value.code == "history/wrong-snapshot"


async def test_a_start_believes_no_snapshot_without_the_houses_seal(
    store: MemoryStore, seal: Seal, tmp_path: Path
) -> None:
    house = House(store, seal=seal)
    await house.start()
    before = house.table("t").state
    richer = await _richer(store, "table/t")
    other = Seal(signing_key(tmp_path / "other.key"))
    entry = (await store.read("table/t", richer.version - 1, 1))[0]
    forged = other.sealed("table/t", richer.version, entry.digest, unsealed(richer.data))
    for data in (unsealed(richer.data), forged):  # as 0.1.0 wrote it, and under another key
        await store.append(Batch(recorded_at=NOON, snapshots=(replace(richer, data=data),)))
        again = House(store, seal=seal)
        await again.start()
        assert again.table("t").state == before


@pytest.mark.parametrize("is_behind", [False, True], ids=["at the snapshot", "behind the snapshot"])
async def test_a_start_refuses_a_broken_chain(store: MemoryStore, seal: Seal, is_behind: bool) -> None:
    kept = await store.snapshot("table/t")
    assert kept is not None
    entries = store._streams["table/t"]
    place = -1 if is_behind else kept.version - 1
    assert len(entries) > kept.version
    entries[place] = replace(entries[place], digest=bytes(32))
    with pytest.raises(SieteError) as refused:
        await House(store, seal=seal).start()
    assert refused.value.code in ("history/broken-chain", "history/wrong-snapshot")
