"""Names of guests outside the chains.

Guests who came before keep the names that their streams have: only those who come from now on have one that can be
erased.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_NAME = Text().with_variant(Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the table of names."""
    op.create_table(
        "guest_names",
        Column("id", _NAME, primary_key=True, nullable=False),
        Column("key", _NAME, nullable=False),
        Column("name", _NAME, nullable=False),
    )
    op.create_index("guest_names_by_key", "guest_names", ["key"], unique=True)
    if op.get_bind().dialect.name == "postgresql":  # its planner would keep samples of names, which nobody could erase
        for column in ("key", "name"):
            op.execute(f"ALTER TABLE guest_names ALTER COLUMN {column} SET STATISTICS 0")
