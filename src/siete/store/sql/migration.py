"""Migrates a database to the tables of this siete when it is opened; one that a newer siete has changed is refused."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from siete.store.port import StoreError
from siete.store.sql.schema import REVISION

_VERSIONS = "alembic_version"


def revision_of(connection: Connection) -> str | None:
    """The migration a database is at; None if it has none."""
    if not inspect(connection).has_table(_VERSIONS):
        return None
    found: str | None = connection.scalar(text(f"SELECT version_num FROM {_VERSIONS}"))
    return found


def check_revision(connection: Connection) -> None:
    """Refuse a database that is not exactly at the tables of this siete."""
    found = revision_of(connection)
    if found is None:
        raise StoreError("store/no-house", "There is no house in this database.")
    if found > REVISION:
        raise newer(found)
    if found != REVISION:
        sentence = f"The database is at {found}, this siete at {REVISION}. Open it with `siete serve` once."
        raise StoreError("store/older-database", sentence)


def migrate(connection: Connection) -> None:
    """Bring a database, empty or old, to today's tables, inside the connection's transaction."""
    found = revision_of(connection)
    if found == REVISION:
        return
    if found is not None and found > REVISION:
        raise newer(found)
    # Alembic is imported only when there is something to do: the import costs more than opening the store.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parents[1] / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def newer(found: str) -> StoreError:
    """The refusal of a database that a later siete has changed; going back could lose what it keeps."""
    sentence = f"The database is at {found}, newer than {REVISION} of this siete. Use a newer siete."
    return StoreError("store/newer-database", sentence, facts={"database": found, "siete": REVISION})
