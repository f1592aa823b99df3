"""Why a decision is not offered, in the few words that fit on its button; the refusal itself has the whole sentence."""

from __future__ import annotations

from siete.money import cents_to_text
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.due import Ask, Refusal
from siete.table.hand import BEST_TOTAL
from siete.table.state.hand import Hand
from siete.table.state.table import TableState

LONGEST = 44
"""Characters of the longest reason: two lines of a button."""


def short_reason(state: TableState, rules: TableRules, ask: Ask, why: Refusal, command: c.PlayerCommand) -> str:
    """The reason of a refusal for the person at the table, without a full stop."""
    box = state.round.box(ask.box) if state.round is not None else None
    if box is None or ask.hand >= len(box.hands):
        return "Not now"
    hand = box.hands[ask.hand]
    if why.code == "command/not-enough-chips":
        return f"Not enough chips: you have {cents_to_text(state.racks[ask.player])}"
    if why.code == "command/not-in-chips":
        return "These chips cannot make that amount"
    match command:
        case c.Hit():
            return _no_hit(hand)
        case c.Double():
            return _no_double(hand, rules)
        case c.Split():
            return _no_split(hand, why)
        case c.Surrender():
            return _no_surrender(hand, rules)
        case c.Rescue():
            return _no_rescue(hand, rules)
    return "Not now"


def _no_hit(hand: Hand) -> str:
    if hand.doublings:
        return "One card only after doubling"
    if hand.is_blackjack:
        return "A blackjack takes no card"
    return "21 takes no more cards" if hand.total.total == BEST_TOTAL else "Split aces get one card each"


def _no_double(hand: Hand, rules: TableRules) -> str:
    if hand.doublings >= rules.max_doublings and rules.double_double:
        return f"Doubled {rules.max_doublings} times already"
    if hand.doublings:
        return "Doubled already"
    if len(hand.cards) < rules.double_min_cards:
        return f"Needs {rules.double_min_cards} cards or more"
    if hand.is_blackjack:
        return "A blackjack is not doubled"
    return "21 is not doubled" if hand.total.total == BEST_TOTAL else "Split aces get one card each"


def _no_split(hand: Hand, why: Refusal) -> str:
    if hand.doublings:
        return "A doubled hand is not split"
    if why.code == "command/split-limit":
        return "No more splits in this box"
    return "Needs two cards of the same value"


def _no_surrender(hand: Hand, rules: TableRules) -> str:
    if not rules.surrender_offered:
        return "No surrender at this table"
    if hand.is_split:
        return "Not after a split"
    return "A blackjack is not given up" if hand.is_blackjack else "Only on your first two cards"


def _no_rescue(hand: Hand, rules: TableRules) -> str:
    if not rules.rescue:
        return "No rescue at this table"
    if not hand.doublings:
        return "Nothing is doubled"
    return "21 is paid at once" if hand.total.total == BEST_TOTAL else "The hand is lost"
