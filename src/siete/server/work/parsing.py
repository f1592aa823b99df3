"""What worker processes do with texts and rounds that somebody sends; each answer is JSON, ready to be sent."""

from __future__ import annotations

import msgspec

from siete.book.comparison import Comparison, compared
from siete.errors import FaultyDocumentError
from siete.host.floor.rule_changes import RuleChange, rule_change, with_choices
from siete.host.history.rounds import Recalled
from siete.host.settings import rules_of
from siete.plain import Plain
from siete.rules.form import form_of
from siete.rules.submission import compile_rules, submission_from_text
from siete.rules.table_rules import TableRules
from siete.rules.toml.bounds import TextBounds
from siete.server.describe.faults import faults_plain
from siete.server.describe.form import fields_plain
from siete.server.describe.layout import describe
from siete.server.describe.position import position_plain
from siete.server.describe.replay import replay_plain
from siete.server.describe.round import summary
from siete.table.view import Role

ROUNDS = TextBounds(size=60_000, keys=6_000, tables=600)
"""A pasted text of rounds, before it is given to a worker."""


def checked_submission(text: str, mode: str) -> bytes:
    """Whether a submission makes a table of this mode, and all that is wrong with it."""
    try:
        rules = rules_of(text, mode=mode)
    except FaultyDocumentError as error:
        return _json({"ok": False, "rules": None, "rules_hash": None, "faults": faults_plain(error)})
    return _json({"ok": True, "rules": rules.rule_set, "rules_hash": rules.rules_hash, "faults": []})


def form(text: str) -> bytes:
    """A submission as a form; where it cannot be read at all there are faults only."""
    try:
        made = form_of(submission_from_text(text))
    except FaultyDocumentError as error:
        return _json({"ok": False, "rules": None, "rules_hash": None, "fields": None, "faults": faults_plain(error)})
    is_sound = not made.faults
    return _json(
        {
            "ok": is_sound,
            "rules": made.rules.rule_set,
            "rules_hash": made.rules.rules_hash if is_sound else None,
            "fields": fields_plain(made),
            "faults": faults_plain(FaultyDocumentError(made.faults)) if made.faults else [],
        }
    )


def preview(text: str) -> bytes:
    """The layout and signs of a table with this submission."""
    return msgspec.json.encode(describe(compile_rules(submission_from_text(text))))


def comparison(left: str, right: str) -> Comparison:
    """Two rule sets or submissions, and what they differ in."""
    return compared(left, right)


def submitted_rules(text: str, mode: str) -> str:
    """The rule set of a submission that makes a table of this mode; refused with all its faults otherwise."""
    return rules_of(text, mode=mode).rule_set


def changed_rules(current: TableRules, before: str, after: str, choices: tuple[tuple[str, str], ...]) -> RuleChange:
    """What another submission, or some choices written anew, make of a table's rules; refused with all its faults."""
    return rule_change(current, before, after or with_choices(before, dict(choices)))


def replayed(text: str) -> bytes:
    """A pasted round, step by step."""
    return _json(replay_plain(text))


def position(text: str, rules: TableRules) -> bytes:
    """A position, as anybody would see it."""
    return _json(position_plain(text, rules))


def recalled_round(recalled: Recalled, role: Role, name: str) -> bytes:
    """A finished round, step by step, as a role saw it."""
    rules = recalled.rules
    head = {
        "table": recalled.table.partition("~")[0],
        "rules": rules.rule_set,
        "rules_hash": rules.rules_hash,
        "role": name,
    }
    return _json({**head, **summary(recalled), "felt": describe(rules), "steps": list(recalled.steps(role))})


def _json(value: Plain) -> bytes:
    return msgspec.json.encode(value)
