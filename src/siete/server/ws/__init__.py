"""WebSockets: one per person and table, one for the lobby, and one between any two processes of a house."""
