"""Somebody edits the row of a table in the database: a live table is not run otherwise than it was opened."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from siete.errors import SieteError
from siete.host.house import House
from siete.host.settings import LIVE, PRACTICE, Settings
from siete.store.memory import MemoryStore
from siete.store.port import Batch, NewEvents
from siete.store.records import TableRecord
from tests.host.guests import open_live

pytestmark = pytest.mark.anyio

NOON = "2026-01-02T12:00:00.000Z"


async def _edited(store: MemoryStore, table: str, **changes: object) -> None:
    record = await store.record(TableRecord, table)
    assert record is not None
    settings = json.dumps({**json.loads(record.settings), **{k: v for k, v in changes.items() if k != "mode"}})
    mode = str(changes.get("mode", record.mode))
    await store.append(Batch(recorded_at=NOON, records=(replace(record, settings=settings, mode=mode),)))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"seed": "rigged"}, "history/bad-settings"),
        ({"stream": "t~1"}, "history/bad-settings"),
        ({"mode": PRACTICE}, "history/wrong-mode"),
        ({"mode": PRACTICE, "seed": "rigged"}, "history/wrong-mode"),
        ({"mode": PRACTICE, "seed": "rigged", "namespace": PRACTICE}, "history/no-opening"),
        ({"shuffle": "rigged"}, "history/bad-settings"),
    ],
    ids=str,
)
async def test_a_live_table_is_not_run_from_an_edited_row(changes: dict[str, object], code: str) -> None:
    store = MemoryStore()
    await open_live(House(store), "wa", "t")
    await _edited(store, "t", **changes)
    with pytest.raises(SieteError) as refused:
        await House(store).start()
    assert refused.value.code == code


async def test_a_practice_table_is_not_made_live() -> None:
    store = MemoryStore()
    house = House(store)
    await house.open_table("p", "p", PRACTICE, "guest:ana", Settings(submission='rule_set = "wa"\n', seed="7"))
    await _edited(store, "p", mode=LIVE)
    with pytest.raises(SieteError) as refused:
        await House(store).start()
    assert refused.value.code == "history/bad-settings"


async def test_a_linked_practice_table_of_the_first_version_leaves_the_live_meter() -> None:
    store = MemoryStore()
    house = House(store)
    live = await open_live(house, "wa", "t")
    submission = 'rule_set = "wa"\nmeter_link = "t"\n'
    table = await house.open_table("p", "p", PRACTICE, "guest:ana", Settings(submission=submission, seed="7"))
    first = await store.read(table.loaded.streams.events)
    record = await store.record(TableRecord, "p")
    assert record is not None
    # As 0.1.0 stored it: under `table/`, without a namespace.
    settings = {key: value for key, value in json.loads(record.settings).items() if key != "namespace"}
    old = replace(record, id="old", settings=json.dumps(settings))
    appends = (NewEvents("table/old", 0, tuple((entry.kind, entry.data) for entry in first)),)
    await store.append(Batch(recorded_at=NOON, appends=appends, records=(old, replace(record, is_closed=True))))
    again = House(store)
    await again.start()
    (meter,) = again.table("old").current.links.values()
    assert meter.startswith("practice/link/guest%3Aana/t/")
    assert meter not in live.current.links.values()
