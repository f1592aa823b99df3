"""The effect of the cover card: rounds from a shoe dealt down to it, beside the exact edge of a full shoe."""

from __future__ import annotations

from siete.lab.simulation import setup_of
from siete.odds.base.kept.cover_card import CoverCardEffect
from siete.odds.base.solution import chart
from siete.rules.table_rules import TableRules
from siete.sim.simulation import Goal
from siete.sim.simulation import simulate as run


def measured_effect(rules: TableRules, rounds: int, seed: int) -> CoverCardEffect:
    """Play the derived chart of the base game, and take its exact edge off."""
    result = run(setup_of(rules, wager="base", seed=seed), Goal(rounds=rounds))
    return {
        "rules": rules.rule_set,
        "effect": result.house_edge - chart(rules).house_edge,
        "standard_error": result.standard_error,
        "rounds": result.rounds,
        "seed": seed,
    }
