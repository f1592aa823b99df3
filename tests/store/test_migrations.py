"""Migrations: they make the tables that the code reads, on an empty database and from every older one."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

import siete.store
from siete.store.connect import open_store
from siete.store.port import EventStore, StoreError
from siete.store.records import Account, Guest, GuestName, Session, ShoeSecret, TableRecord
from siete.store.sql.schema import METADATA, RECORDS, REVISION, row_of
from siete.store.sql.store import SqlStore
from tests.store.batches import batch, events

pytestmark = pytest.mark.anyio


@pytest.fixture
def url(database: str) -> str:
    """The address of an empty database, in each server."""
    return database


def test_the_code_names_the_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(siete.store.__file__).with_name("migrations")))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == REVISION


async def test_the_migrations_make_the_tables_of_the_code(store: EventStore) -> None:
    assert isinstance(store, SqlStore)
    with store.backend.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, METADATA) == []


def test_a_record_has_a_column_for_each_of_its_fields() -> None:
    examples = (
        Account(name="", password_hash="", role="", created_at=""),
        Guest(id="", display_name="", wallet="", created_at=""),
        GuestName(id="", key="", name=""),
        Session(id="", subject="", role="", created_at="", expires_at=""),
        TableRecord(id="", name="", mode="", owner="", settings="", created_at=""),
        ShoeSecret(shoe="", table="", commitment=b"", salt=b"", order="", created_at=""),
    )
    for example in examples:
        assert list(row_of(example)) == list(RECORDS[type(example)].columns.keys())


async def test_a_database_of_a_newer_siete_is_refused_and_left_alone(store: EventStore, url: str) -> None:
    assert isinstance(store, SqlStore)
    await store.append(batch(events("table/1", 0, b"a")))
    with store.backend.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()
    for is_read_only in (False, True):
        with pytest.raises(StoreError) as refusal:
            await open_store(url, is_read_only=is_read_only)
        assert refusal.value.code == "store/newer-database"
        assert refusal.value.facts == {"database": "9999", "siete": REVISION}


async def test_an_older_database_is_not_changed_by_reading(store: EventStore, url: str) -> None:
    assert isinstance(store, SqlStore)
    with store.backend.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))
    await store.close()
    with pytest.raises(StoreError) as refusal:
        await open_store(url, is_read_only=True)
    assert refusal.value.code == "store/older-database"


async def test_opening_twice_migrates_once(store: EventStore, url: str) -> None:
    await store.append(batch(events("table/1", 0, b"a")))
    await store.close()
    again = await open_store(url)
    assert (await again.head("table/1")).version == 1
    await again.close()
