"""The event store in SQL: SQLite and PostgreSQL, their schema, transactions, leases and notifications."""
