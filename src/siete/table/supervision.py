"""What two people sign and a table then carries out: other rules between two rounds, and corrections of payouts.

Rules change only while no wager lies on the layout, and only in what may change at an open table
(`siete.rules.choices.open_table`): a table that needs more is closed, and opened with the new submission.
Decisions: 0251, 0252, 0325.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from siete.errors import SieteError
from siete.money import LARGEST_CENTS, Cents, cents_to_text
from siete.plain import Plain
from siete.rules.choices.open_table import may_change
from siete.rules.parameter import Section
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules, parameters
from siete.table import commands as c
from siete.table import events as e
from siete.table import handlers
from siete.table.due import Refusal
from siete.table.stages import seating
from siete.table.state.table import TableState
from siete.table.words import person_in_words

_CHAPTERS = {
    Section.MATCH_THE_DEALER: "match the dealer",
    Section.BONUS_SPIN: "bonus spin",
    Section.XTREME_16: "xtreme 16",
    Section.JACKPOT: "jackpot",
}
"""Chapters whose words need their name beside those of the table."""


def differing(before: TableRules, after: TableRules) -> tuple[str, ...]:
    """The parameters in which two rules differ, in the order of the rules."""
    names = dict.fromkeys(name for rules in (before, after) for name, _, _ in rules.items())
    return tuple(name for name in names if before.value(name) != after.value(name))


def rules_from(before: TableRules, text: str) -> TableRules:
    """Other rules that were stored at the same table, with the clauses that its rules have."""
    read = TableRules.from_json(text)
    values = {name: read.value(name) for name in differing(before, read) if name in parameters()}
    return replace(before, **values, own=read.own, retired=read.retired)


def words_of(name: str) -> str:
    """What a parameter says, with its chapter where that is not the table itself."""
    known = parameters()[name]
    chapter = _CHAPTERS.get(known.section, "")
    return f"{chapter}, {known.says}" if chapter and known.says != chapter else known.says


def changed_values(before: TableRules, text: str) -> list[Plain]:
    """Each value that differs in other rules of the same table: its words, what it is, what it will be, its clause."""
    after, known = rules_from(before, text), parameters()

    def told(rules: TableRules, name: str) -> str:
        value = rules.value(name)
        return "none" if value is None else known[name].kind.text(value)

    return [
        {
            "name": name,
            "words": words_of(name),
            "now": told(before, name),
            "then": told(after, name),
            "clause": before.clause(name),
        }
        for name in differing(before, after)
        if name in known
    ]


def is_open_for_change(state: TableState) -> bool:
    """Whether no wager lies on the layout and none was called: the time between two rounds."""
    current = state.round
    is_played = current is not None and (current.boxes or current.calls or current.are_wagers_closed)
    return not state.layout and not is_played


def _refuse_rules(state: TableState, rules: TableRules, command: c.ChangeRules) -> Refusal | None:
    """Why the rules cannot become these, or not now."""
    clause = rules.clause_of(Step.START_ROUND)
    if not is_open_for_change(state):
        return Refusal("command/round-on", "Rules change between rounds: wagers are on the layout.", clause=clause)
    try:
        after = TableRules.from_json(command.rules)
    except (SieteError, ValueError, KeyError, TypeError):
        return Refusal("command/bad-rules", "These rules cannot be read.", clause=clause)
    wrong = [name for name in differing(rules, after) if not may_change(name)]
    if wrong or after.rules_hash == rules.rules_hash:
        words = f"Close the table to change {', '.join(wrong)}." if wrong else "The table plays by these rules already."
        return Refusal("command/needs-closing" if wrong else "command/same-rules", words, clause=clause)
    return None


def _change_rules(state: TableState, rules: TableRules, command: c.ChangeRules) -> Iterator[e.Event]:
    after = TableRules.from_json(command.rules)
    yield e.RulesChanged(
        rules_hash=after.rules_hash,
        rules=after.canonical_json,
        change=command.change,
        by=command.by,
        second=command.second,
        reason=command.reason,
        clause=rules.clause_of(Step.START_ROUND),
    )


# --- corrections ---------------------------------------------------------------------------------------------------


def _refuse_correction(
    state: TableState, rules: TableRules, command: c.PayCorrection | c.TakeCorrection
) -> Refusal | None:
    """Why what a round paid cannot be corrected like this."""
    clause = rules.clause_of(Step.CHIPS)
    if not 1 <= command.round <= state.rounds:
        return Refusal("command/no-such-round", f"This table has no finished round {command.round}.", clause=clause)
    if not 0 < command.amount < LARGEST_CENTS:
        sentence = f"Correct more than $0 and less than {cents_to_text(Cents(LARGEST_CENTS))}."
        return Refusal("command/amount-not-positive", sentence, clause=clause)
    wrong = seating.refuse_chips(state, rules, c.BringChips(player=command.player, amount=command.amount))
    if wrong is not None:
        return wrong
    if not rules.chip_denominations.may_pay(command.amount):
        sentence = f"{cents_to_text(command.amount)} cannot be paid in this table's chips."
        return Refusal("command/not-in-chips", sentence, clause=clause)
    chips = state.racks.get(command.player, 0)
    if isinstance(command, c.TakeCorrection) and chips < command.amount:
        who, has = person_in_words(command.player), cents_to_text(Cents(chips))
        sentence = f"{who} has {has} in the rack." if command.player in state.racks else f"{who} is not at this table."
        return Refusal("command/too-few-chips", sentence, clause=clause)
    return None


def _correct(state: TableState, rules: TableRules, command: c.PayCorrection | c.TakeCorrection) -> Iterator[e.Event]:
    kind = e.CorrectionPaid if isinstance(command, c.PayCorrection) else e.CorrectionTaken
    yield kind(
        player=command.player,
        amount=command.amount,
        round=command.round,
        change=command.change,
        by=command.by,
        second=command.second,
        reason=command.reason,
        clause=rules.clause_of(Step.CHIPS),
    )


COMMANDS = dict(
    (
        handlers.command(c.ChangeRules, _refuse_rules, _change_rules),
        handlers.command(c.PayCorrection, _refuse_correction, _correct),
        handlers.command(c.TakeCorrection, _refuse_correction, _correct),
    )
)
