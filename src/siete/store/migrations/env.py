"""How Alembic runs the migrations here: on the connection that the store hands over, inside its transaction."""

from __future__ import annotations

from alembic import context

from siete.store.sql.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
