"""How one edge becomes another: the rules of one table turned into those of another, step by step, in a stated order.

A step takes parameters that belong together. What a step is worth depends on what was turned before it, so the order is
fixed: it is that of `STEPS`. Everything that the base game reads is in it, so the last step ends at the other's edge.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from siete.errors import SieteError
from siete.odds.base.solution import house_edge
from siete.rules.ruleset import rule_set
from siete.rules.table_rules import TableRules

STEPS = (
    ("decks",),
    ("hole_card_procedure", "peek_up_cards", "surrender_parked_up_cards", "dealer_bj_collect"),
    ("blackjack_pays", "win_pays"),
    ("twenty_one_paid",),
    ("bonus_21", "bonus_on_split", "bonus_on_doubled"),
    ("dealer_soft17",),
    ("surrender_offered", "surrender_share"),
    ("max_additional_splits", "max_additional_splits_aces", "split_aces_draw", "split_two_card_21"),
    ("hit_soft21", "double_soft21", "double_blackjack", "double_min_cards"),
    ("double_double", "max_doublings"),
    ("rescue",),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WaterfallStep:
    """Parameters that are turned together, in words, with the clauses of the table they are turned to."""

    words: tuple[str, ...]
    clauses: tuple[str, ...]
    rules: TableRules
    """With this step and all before it."""

    @property
    def house_edge(self) -> float:
        """The edge after this step, best play."""
        return house_edge(self.rules)


def waterfall(ours: TableRules, theirs: TableRules) -> tuple[WaterfallStep, ...]:
    """The steps from one table's base game to another's; none where they play the same."""
    found, rules = [], ours
    for names in STEPS:
        turned = {name: theirs.value(name) for name in names if theirs.value(name) != ours.value(name)}
        if not turned:
            continue
        rules = _turned(rules, theirs, turned)
        clauses = dict.fromkeys(clause for name in turned if (clause := theirs.clause(name)))
        words = tuple(f"{_says(theirs, name)}: {_text(theirs, name)}" for name in turned)
        found.append(WaterfallStep(words=words, clauses=tuple(clauses), rules=rules))
    return tuple(found)


def step_edge(ours: TableRules, theirs: TableRules, number: int) -> float:
    """The edge after one of the steps."""
    steps = waterfall(ours, theirs)
    if not 0 <= number < len(steps):
        raise SieteError("lab/no-step", f"There are steps 0 to {len(steps) - 1}.")
    return steps[number].house_edge


def _turned(rules: TableRules, theirs: TableRules, turned: dict[str, object]) -> TableRules:
    own = set(rules.__dataclass_fields__)
    return replace(rules, **{name: theirs.value(name) for name in turned if name in own})


def _says(rules: TableRules, name: str) -> str:
    return rule_set(rules.rule_set).parameter(name).says


def _text(rules: TableRules, name: str) -> str:
    value = rules.value(name)
    return "as in this rule set" if name == "bonus_21" else rule_set(rules.rule_set).parameter(name).kind.text(value)
