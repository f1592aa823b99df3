"""The head of a `.s21` file: its format, and the rules that its rounds were played under."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from siete.errors import FaultyDocumentError, SieteError, nearest
from siete.rules.names import names
from siete.rules.ruleset import rule_set
from siete.rules.submission import Submission, compile_rules
from siete.rules.table_rules import TableRules
from siete.table.notation.model import FORMAT
from siete.table.notation.page import Page, shown
from siete.table.wagers import registry

_HEAD = ("format", "rules", "choices", "rules_json", "rules_hash", "round", "table")


def read_head(page: Page) -> tuple[TableRules | None, Mapping[str, object] | None]:
    """The rules of a file, and the choices written in it."""
    choices: Mapping[str, object] | None
    data = page.data
    page.unknown((), data, _HEAD)
    if data.get("format") != FORMAT:
        what = "names no format" if "format" not in data else f"has the format {shown(data['format'])}"
        page.fault(("format",), "notation/unknown-format", f'The file {what}; write format = "{FORMAT}".')
    if "rules_json" in data:
        rules, choices = _rules_from_json(page), None
    else:
        written = data.get("choices", {})
        choices = written if page.is_kind(written, ("choices",), dict, "a table of choices") else {}
        rules = _rules_byname_of(page, choices)
    if rules is not None and data.get("rules_hash", rules.rules_hash) != rules.rules_hash:
        sentence = f"The rules written here have the hash {rules.rules_hash}."
        page.fault(("rules_hash",), "notation/rules-hash", sentence)
    return rules, choices


def _rules_byname_of(page: Page, choices: Mapping[str, object]) -> TableRules | None:
    name, known = page.data.get("rules"), names()
    if not isinstance(name, str) or name not in known:
        hint = nearest(name, known) if isinstance(name, str) else ""
        sentence = f"The file needs rules = and one of {', '.join(known)}, or rules_json.{hint}"
        page.fault(("rules",), "notation/unknown-rules", sentence)
        return None
    lines = {key: page.lines.get(("choices", key), 0) for key in choices} if choices else {}
    try:
        return compile_rules(Submission(rule_set=name, choices=choices, lines=lines))
    except FaultyDocumentError as error:
        page.faults.extend(error.faults)
        return None


_UNREADABLE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    SieteError,
    TypeError,
    ValueError,
)
"""What a reviver of rules may stumble over when the JSON is not its own."""


def _rules_from_json(page: Page) -> TableRules | None:
    """Rules from their canonical JSON, with the clauses of the rule set it names."""
    text = page.data["rules_json"]
    if "rules" in page.data or "choices" in page.data:
        page.fault(("rules_json",), "notation/rules-twice", "Write rules and choices, or rules_json, not both.")
    if not page.is_kind(text, ("rules_json",), str, "the canonical JSON of rules"):
        return None
    try:
        rules = TableRules.from_json(text)
        _ask_all(rules)
        return replace(rules, steps=rule_set(rules.rule_set).steps)
    except _UNREADABLE:
        page.fault(("rules_json",), "notation/rules-json", "This is not the canonical JSON of table rules.")
        return None


def _ask_all(rules: TableRules) -> None:
    """Ask the rules for all that their side wagers need: a text that is not ours may offer what it gives no values."""
    assert rules.mtd_odds is not None or not rules.mtd_offered, "an offered wager has odds"
    assert len(rules.jackpot_pays) == len(rules.jackpot_wager) == rules.jackpot_games, "each game has its own"
    tuple(registry.meters(rules))
    for wager in registry.offered(rules):
        registry.limits(wager, rules, rules.table_min)
    for each in registry.side_wagers():
        tuple(each.panels(rules))
