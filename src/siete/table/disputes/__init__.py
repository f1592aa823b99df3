"""Disputes about a past round: shown from the log in any role's view, or rebuilt from the discard rack."""
