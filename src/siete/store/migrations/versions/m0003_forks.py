"""Streams that share their past.

Histories that were copied before stay as they are: only what is taken back from now on shares its past.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_NAME = Text().with_variant(Text(collation="C"), "postgresql")
_NUMBER = BigInteger().with_variant(Integer(), "sqlite")


def upgrade() -> None:
    """Make the table of forks."""
    op.create_table(
        "forks",
        Column("stream", _NAME, primary_key=True, nullable=False),
        Column("parent", _NAME, nullable=False),
        Column("version", _NUMBER, nullable=False),
        sqlite_with_rowid=False,
    )
