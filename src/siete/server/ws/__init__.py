"""WebSockets: one per person and table, one for the lobby."""
