"""A past round in question: told again from the log in any role's view, or rebuilt from the discard rack."""
