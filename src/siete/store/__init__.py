"""The event store: one port; memory, SQLite and PostgreSQL behind it. Knows the engine's events only."""
