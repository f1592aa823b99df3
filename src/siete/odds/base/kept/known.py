"""The house edge of tables whose base game comes solved with the program: nothing is computed for it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from siete.odds.base.kept import shipped
from siete.rules.parameter import Section
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules

_BASE = (Section.DEAL, Section.SURRENDER, Section.PLAY, Section.PAYOUTS)
"""The sections whose choices a base wager's value depends on, beside the number of decks."""


@lru_cache(maxsize=256)
def known_edge(rules: TableRules) -> float | None:
    """The house edge of the base game by best play, a part of the wager; None where it was not solved beforehand.

    Whatever else a table chooses, such as limits, side wagers or being live, leaves the base game as it is.
    """
    chosen = {name: value for name, parameter, value in rules.items() if parameter.section in _BASE}
    same = replace(table_rules(rules.rule_set), decks=rules.decks, **chosen)
    found = shipped.kept(f"edge {same.rules_hash} ")
    return float(found["edge"]) if found is not None else None
