"""What worker processes do with texts and rounds that somebody sends; each answer is JSON, ready to be sent."""

from __future__ import annotations

import secrets

import msgspec

from siete.book.comparison import Comparison, compared
from siete.cards import SPANISH_DECK
from siete.errors import FaultyDocumentError, SieteError
from siete.host.floor.rule_changes import RuleChange, rule_change, with_choices
from siete.host.history.recalled import Recalled, StoredList, StoredRounds, listed, rounds_of
from siete.host.settings import rules_of
from siete.plain import Plain
from siete.rules.choices.form import form_of
from siete.rules.submission import compile_rules, submission_from_text
from siete.rules.table_rules import TableRules
from siete.rules.toml.bounds import TextBounds
from siete.server.describe.again import Again, again
from siete.server.describe.faults import faults_plain
from siete.server.describe.form import fields_plain, idle_plain
from siete.server.describe.layout import describe
from siete.server.describe.ledger import ledger
from siete.server.describe.position import position_plain
from siete.server.describe.replay import replay_plain
from siete.server.describe.round import summary
from siete.table.notation.reader import document_from_text
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
            "without_effect": idle_plain(made),
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


def written_rules(text: str) -> str:
    """The rules that pasted rounds were played by, as a solver takes them."""
    return document_from_text(text).rules.canonical_json


def position(text: str, rules: TableRules) -> bytes:
    """A position, as anybody would see it."""
    return _json(position_plain(text, rules))


def unknown_role() -> SieteError:
    """The refusal of a role that saw nothing of a round."""
    return SieteError("round/unknown-role", "Use the role public, dealer, floorperson or player:NAME.")


def listed_rounds(stored: StoredList, player: str, box: int) -> list[Plain]:
    """What a list says of those of the rounds in which this player had a wager, and this box."""
    return [summary(each) for each in listed(stored, player, box)]


def recalled_round(stored: StoredRounds, role: Role, name: str) -> bytes:
    """A finished round, step by step, as a role saw it."""
    (recalled,) = rounds_of(stored)
    if name.startswith("player:") and name.removeprefix("player:") not in recalled.players:
        raise unknown_role()
    rules = recalled.rules
    head = {
        "table": recalled.table.partition("~")[0],
        "rules": rules.rule_set,
        "rules_hash": rules.rules_hash,
        "role": name,
    }
    return _json({**head, **summary(recalled), "felt": describe(rules), "steps": list(recalled.steps(role))})


def played_again(stored: StoredRounds, box: int, player: str) -> Again:
    """What to put on a practice table so that a round can be played again: a box, one's own, or the first."""
    (recalled,) = rounds_of(stored)
    if box and box not in recalled.boxes:
        raise SieteError("round/unknown-box", f"Nobody wagered on box {box} in this round.")
    own = next((each.box for each in recalled.results if each.player == player), 0)
    return again(recalled, box or own or recalled.boxes[0], lambda: secrets.choice(SPANISH_DECK))


def ledgers(stored: StoredRounds, player: str) -> list[Plain]:
    """What every wager of a player brought in these rounds, oldest first; nothing of rounds that they sat out."""
    return [_ledger(each, player) for each in rounds_of(stored) if player in each.players]


def one_ledger(stored: StoredRounds, player: str) -> Plain:
    """What every wager of a player brought in one round, which may be none."""
    return _ledger(rounds_of(stored)[0], player)


def _ledger(recalled: Recalled, player: str) -> Plain:
    before = recalled.before.racks.get(player, 0)
    statement = recalled.statement(player)
    return {
        "round": recalled.place.number,
        "ended_at": recalled.place.ended_at,
        "before": before,
        "brought": statement.brought,
        "after": before + statement.brought + statement.net,
        **ledger(statement, recalled.rules),
    }


def _json(value: Plain) -> bytes:
    return msgspec.json.encode(value)
