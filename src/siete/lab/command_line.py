"""The options of the command line that make a table's rules: how a figure is computed again."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping

from siete.errors import SieteError
from siete.money import Cents
from siete.rules.choices.form import form_of
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


_MOST_TURNS = 8
"""A choice can open others, which are looked at in the next turn."""


def submission_text(rules: TableRules) -> str:
    """A submission that makes these rules, with no choice too many; refused where none of their rule set does."""
    written: dict[str, str] = {}
    for _ in range(_MOST_TURNS):
        fields = form_of(submission_from_text(_text(rules, written))).fields
        more = {each.name: toml for each in fields if (toml := _toml(rules, each.name)) != each.toml}
        if not more.keys() - written.keys():
            break
        written |= more
    if compile_rules(submission_from_text(_text(rules, written))) != rules:
        raise SieteError("rules/no-submission", f"No submission of {rules.rule_set!r} makes these rules.")
    for name in tuple(written):  # a default may follow from another choice
        fewer = {each: toml for each, toml in written.items() if each != name}
        submission = submission_from_text(_text(rules, fewer))
        if not form_of(submission).faults and compile_rules(submission) == rules:
            written = fewer
    return _text(rules, written)


def _text(rules: TableRules, written: Mapping[str, str]) -> str:
    return "\n".join([f'rule_set = "{rules.rule_set}"', *(f"{name} = {toml}" for name, toml in written.items()), ""])


def odds_command(rules: TableRules, wager: str, paytable: str | None = None) -> str:
    """What prints the figures of a wager in a terminal."""
    return _command("odds", rules, f"--wager {wager}", f"--paytable {paytable}" if paytable else "")


def count_command(rules: TableRules, level: int) -> str:
    """What prints the study of a count in a terminal."""
    return _command("count", rules, f"--level {level}")


def side_count_command(rules: TableRules, wager: str, paytable: str | None = None) -> str:
    """What prints the count of a side wager in a terminal."""
    return _command("count", rules, f"--wager {wager}", f"--paytable {paytable}" if paytable else "")


def hand_command(
    rules: TableRules, player: str, up: str, *, is_split: bool = False, doublings: int = 0, bet: Cents | None = None
) -> str:
    """What prints the values of a hand in a terminal."""
    return _command(
        "hand",
        rules,
        f"--player {shlex.quote(player)} --up {shlex.quote(up)}",
        "--split" if is_split else "",
        f"--doubled {doublings}" if doublings else "",
        f"--bet {bet / 100:.2f}" if bet else "",
    )


def _command(name: str, rules: TableRules, *options: str) -> str:
    """A command with the rule set first, its own options, and then the operator's choices."""
    first, _, rest = rules_words(rules).partition(" ")
    return " ".join(filter(None, (f"siete {name} {first}", *options, rest)))


def _value(rules: TableRules, name: str) -> str:
    """A value as TOML; a bare word needs no quotes."""
    toml = _toml(rules, name)
    return word[1] if (word := _WORD.fullmatch(toml)) else toml


def _toml(rules: TableRules, name: str) -> str:
    parameter = rule_set(rules.rule_set).parameter(name)
    return toml_of(rules.value(name), is_money="an amount" in parameter.kind.word)
