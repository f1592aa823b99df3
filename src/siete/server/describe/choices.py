"""The choices of a table's submission as the floor reads them: words, value, clause, and whether they may change."""

from __future__ import annotations

from siete.plain import Plain
from siete.rules.choices.open_table import LIMITS, METERS, may_change, why_closed
from siete.rules.table_rules import TableRules, parameters
from siete.table.supervision import words_of

_NO_CHOICE = ("absent", "without effect", "fixed")
"""Where values come from that nobody chose."""


def choice(rules: TableRules, name: str) -> Plain:
    """One choice: what it is now."""
    value = rules.value(name)
    return {
        "name": name,
        "words": words_of(name),
        "value": "none" if value is None else parameters()[name].kind.text(value),
        "clause": rules.clause(name),
        "is_limit": name in LIMITS,
        "is_meter": name in METERS,
    }


def open_choices(rules: TableRules) -> list[Plain]:
    """What may change while the table is open."""
    return [choice(rules, name) for name in _chosen(rules) if may_change(name)]


def closed_choices(rules: TableRules) -> list[Plain]:
    """What needs a closed table, each with the reason."""
    names = [name for name in _chosen(rules) if not may_change(name) and name != "live"]
    return [{**choice(rules, name), "why": why_closed(name)} for name in names]


def _chosen(rules: TableRules) -> list[str]:
    return [name for name in parameters() if rules.origins.get(name) not in _NO_CHOICE]
