"""The house's next step at a table, or the players whose answers it waits for. Pure."""

from __future__ import annotations

from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.due import Due, Next, step_due
from siete.table.stages import (
    betting,
    clearing,
    dealer,
    dealing,
    exposed_cards,
    insurance,
    opening,
    play,
    prizes,
    repairs,
    settlement,
    shuffling,
    side_wagers,
)
from siete.table.state.table import TableState

_BEFORE_PLAY = (betting, dealing, side_wagers)
"""A round in order, up to the base game: the first stage with something left to do is the one that is due."""
_BASE_GAME = (insurance, play, dealer, exposed_cards, settlement, prizes, clearing)
"""The rest of it."""


def next_due(state: TableState, rules: TableRules) -> Next:
    """What comes next; None while a round waits for its first wager.

    Refusals, legal commands and views of one state all ask this, so a state keeps its answer: both are frozen. A table
    has one set of rules for all its states, and others are distinguished by identity. Decision: 0144.
    """
    kept = state.due
    if kept is None or kept[0] is not rules:
        kept = state.__dict__["due"] = (rules, _next_due(state, rules))
    due: Next = kept[1]
    return due


def _next_due(state: TableState, rules: TableRules) -> Next:
    current = state.round
    if state.is_reader_down and not _is_decided(state, rules):
        stop = repairs.due_stop(state, rules)
        if stop is not None:
            return stop
    if current is None:
        bad = repairs.due_between(state, rules)
        before = bad or opening.due(state, rules) or shuffling.due(state, rules)
        return before or step_due(c.StartRound, rules.clause_of(Step.START_ROUND))
    if not current.are_wagers_closed:
        is_unready = state.opening is not None and state.pack is None
        again = opening.due(state, rules) if is_unready or not current.boxes else None
        return again or shuffling.due_while_betting(state, rules) or betting.due(current, state, rules)
    if current.is_void:
        return repairs.due_if_void(current, state, rules)
    if current.faults.reversals:
        return repairs.due_reversal(current)
    refill = repairs.due_refill(state, rules)
    if refill is not None:
        return refill
    for stage in _BASE_GAME if current.match_done else _BEFORE_PLAY:
        if stage is play and current.peek:
            continue
        found: Next = stage.due(current, state, rules)
        if isinstance(found, Due) and type(found.command) is c.Deal:
            return repairs.due_before_deal(current, state, rules) or repairs.due_newcomer(state, rules) or found
        if found is not None:
            return found
    raise AssertionError("a round always ends in clearing")


def _is_decided(state: TableState, rules: TableRules) -> bool:
    """Whether the round in play needs no more cards, so that only settling and clearing are left. Decision: 0084."""
    current = state.round
    if current is None or not current.match_done:
        return False
    drawing = (insurance, dealer) if current.peek else (insurance, play, dealer)
    return all(stage.due(current, state, rules) is None for stage in drawing)
