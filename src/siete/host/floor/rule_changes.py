"""A change of an open table's submission, before anybody signs it: what it makes of the rules, and how much notice.

Everything that is wrong with it is told at once: what breaks the rule set, and what cannot change while the table is
open. Decision: 0251.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from siete.errors import Fault, FaultyDocumentError, ParseError, SieteError
from siete.host.settings import LIVE, rules_of
from siete.plain import Plain
from siete.rules.choices.open_table import LIMITS, METERS, may_change, why_closed
from siete.rules.table_rules import TableRules, parameters
from siete.table.supervision import changed_values, differing, words_of

NOTICE = 30
"""Minutes before players meet rules that give them less, or that they play by."""
_LOWER = frozenset({"table_min", "mtd_min", "double_min"})
"""Limits that give players more when they fall; the others do when they rise."""
_CAPS = frozenset({"meter_cap", "second_spin_cap"})
"""Without one a meter never stops."""
_UNNOTICED = frozenset({"handpay_threshold", "card_change_interval_h", "idle_timeout", "reshuffle_any_round"})
"""What concerns the house alone."""
_LINE = re.compile(r"[^\r\n]{1,200}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChange:
    """Other rules for an open table."""

    submission: str
    rules: str
    values: tuple[Plain, ...]
    notice: int


def with_choices(submission: str, choices: Mapping[str, str]) -> str:
    """A submission with some choices written anew, each a line of TOML."""
    for name, value in choices.items():
        if name not in parameters() or not _LINE.fullmatch(value):
            raise ParseError("floor/no-such-choice", f"A submission has no choice {name[:40]!r} = {value[:40]!r}.")
        submission = re.sub(rf"(?m)^[ \t]*{name}[ \t]*=.*\n?", "", submission)
    head, line, rest = submission.partition("\n")
    return f"{head}{line or chr(10)}" + "".join(f"{name} = {value}\n" for name, value in choices.items()) + rest


def rule_change(current: TableRules, before: str, after: str) -> RuleChange:
    """What a new submission makes of the rules in force; refused with all its faults."""
    old, new = rules_of(before, mode=LIVE), rules_of(after, mode=LIVE)
    names = differing(old, new)
    if not names:
        raise SieteError("floor/no-change", "The table plays by that already.")
    wrong = [_needs_closing(current, name) for name in names if not may_change(name)]
    if wrong:
        raise FaultyDocumentError(wrong)
    made = replace(current, **{name: new.value(name) for name in names})
    rules = made.canonical_json
    values = tuple(changed_values(current, rules))
    return RuleChange(submission=after, rules=rules, values=values, notice=_notice(current, made, names))


def _needs_closing(rules: TableRules, name: str) -> Fault:
    words = words_of(name) if name in parameters() else name
    sentence = (
        f"{words} ({name}) cannot change while the table is open: {why_closed(name)}."
        " Close the table, and open it with the new submission."
    )
    return Fault(code="floor/needs-closing", sentence=sentence, name=name, clause=rules.clause(name))


def _notice(before: TableRules, after: TableRules, names: tuple[str, ...]) -> int:
    return NOTICE if any(not _is_kind(before, after, name) for name in names) else 0


def _is_kind(before: TableRules, after: TableRules, name: str) -> bool:
    """Whether nobody at the table has less by it."""
    old, new = before.value(name), after.value(name)
    if name in _UNNOTICED:
        return True
    if name in _CAPS:
        return new is None or (old is not None and bool(new > old))
    if name not in LIMITS | METERS or old is None or new is None:
        return False
    if isinstance(old, tuple):
        return all(then >= now for now, then in zip(old, new, strict=True))
    return bool(new < old) if name in _LOWER else bool(new > old)
