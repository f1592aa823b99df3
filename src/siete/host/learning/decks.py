"""The names of decks that several parts know."""

from __future__ import annotations


def deck_of(rule_set: str) -> str:
    """The deck of a rule set's course."""
    return f"school/{rule_set}"
