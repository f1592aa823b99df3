"""Alembic's migrations of the SQL stores, in the order of their numbers."""
