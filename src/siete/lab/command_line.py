"""The options of the command line that make a table's rules: how a figure is computed again."""

from __future__ import annotations

import re
import shlex

from siete.rules.ruleset import rule_set
from siete.rules.submission import compile_rules, submission_from_text
from siete.rules.table_rules import TableRules
from siete.rules.toml.values import toml_of

_WORD = re.compile(r'"([A-Za-z][A-Za-z0-9_-]*)"')


def rules_words(rules: TableRules) -> str:
    """The rules as a command takes them: the rule set, then everything that the operator chose."""
    chosen = [name for name, origin in rules.origins.items() if origin == "operator"]
    return " ".join([rules.rule_set, *(f"--set {shlex.quote(f'{name}={_value(rules, name)}')}" for name in chosen)])


def submission_words(text: str) -> str:
    """A submission as a command takes it."""
    return rules_words(compile_rules(submission_from_text(text)))


def odds_command(rules: TableRules, wager: str, paytable: str | None = None) -> str:
    """What prints the figures of a wager in a terminal."""
    first, _, rest = rules_words(rules).partition(" ")
    table = f"--paytable {paytable}" if paytable else ""
    return " ".join(filter(None, (f"siete odds {first} --wager {wager}", table, rest)))


def _value(rules: TableRules, name: str) -> str:
    """A value as TOML; a bare word needs no quotes."""
    parameter = rule_set(rules.rule_set).parameter(name)
    toml = toml_of(rules.value(name), is_money="an amount" in parameter.kind.word)
    return word[1] if (word := _WORD.fullmatch(toml)) else toml
