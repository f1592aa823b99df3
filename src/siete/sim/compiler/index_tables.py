"""Decisions by level of the count: one table for each level where index plays change them."""

from __future__ import annotations

import numpy as np

from siete.rules.table_rules import TableRules
from siete.sim.compiler.decisions import Decisions, Phase, decisions
from siete.sim.compiler.encoding import UP_COLUMNS
from siete.sim.compiler.hand_states import HandStates
from siete.sim.compiler.layout import LEVELS, Fields
from siete.sim.departures import departed
from siete.sim.plan import Plan
from siete.strategy import Strategy


def plays_by_level(rules: TableRules, strategy: Strategy, plan: Plan, states: HandStates, acts: Decisions) -> Fields:
    """The decisions on hands not doubled, one table after the other where index plays change them.

    There is room for as many tables as levels in every record, so that one compilation serves all plans.
    """
    count = plan.count
    if count is None or not count.plays:
        return {"acts": acts.first, "acts_at": np.zeros(LEVELS, dtype=np.int64)}
    size = len(Phase) * states.room * UP_COLUMNS
    tables, starts = np.zeros(LEVELS * size, dtype=np.uint8), [None, *(at for at, _ in count.levels(plan.wager))]
    for level, true_count in enumerate(starts):
        made = decisions(rules, departed(strategy, count.plays, true_count), states, plan.wager).first
        tables[level * size : level * size + len(made)] = made
    return {"acts": tables, "acts_at": np.arange(LEVELS, dtype=np.int64) * size}
