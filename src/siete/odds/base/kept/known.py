"""Tables that share a base game, and the house edge where it comes solved with the program.

Nothing is computed for either.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from siete.odds.base.kept import shipped
from siete.rules.names import names
from siete.rules.parameter import Section
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules

BASE = (Section.DEAL, Section.SURRENDER, Section.PLAY, Section.PAYOUTS)
"""The sections whose choices a base wager's value depends on."""
BESIDE = ("decks", "super_bonus_shape")
"""What it depends on beside these; by the shape the chart marks sevens."""


@lru_cache(maxsize=256)
def base_rules(rules: TableRules) -> TableRules:
    """The rules of the base game: whatever else a table chooses, such as limits or side wagers, as its rule set has it.

    Rules of a rule set that is not there any more stay as they are. Decision: 0471.
    """
    if rules.rule_set not in names():
        return rules
    chosen = {name: value for name, parameter, value in rules.items() if parameter.section in BASE or name in BESIDE}
    return replace(table_rules(rules.rule_set), **chosen)


def known_edge(rules: TableRules) -> float | None:
    """The house edge of the base game by best play, a part of the wager; None where it was not solved beforehand."""
    found = shipped.kept(f"edge {base_rules(rules).rules_hash} ")
    return float(found["edge"]) if found is not None else None
