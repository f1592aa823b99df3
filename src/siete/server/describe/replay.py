"""Replays a pasted `.s21`: every step with the public's view."""

from __future__ import annotations

from siete.errors import ParseError
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.server.describe.layout import describe
from siete.table.apply import apply
from siete.table.notation.model import WrittenRound
from siete.table.notation.reader import document_from_text
from siete.table.notation.replay import Parting, ReplayTable, replayed, words
from siete.table.position.line import at_position
from siete.table.view import PUBLIC, event_view, view

MOST_ROUNDS = 50


def replay_plain(text: str) -> Plain:
    """Every round of the text, step by step."""
    document = document_from_text(text)
    if len(document.rounds) > MOST_ROUNDS:
        raise ParseError("replay/too-long", f"Paste at most {MOST_ROUNDS} rounds.")
    rounds = [_round(number, each, document.rules) for number, each in enumerate(document.rounds, 1)]
    return {
        "rules": document.rules.rule_set,
        "rules_hash": document.rules.rules_hash,
        "agrees": all(each["agrees"] for each in rounds),
        "felt": describe(document.rules),
        "rounds": rounds,
    }


def _round(number: int, written: WrittenRound, rules: TableRules) -> Plain:
    replay = replayed(written, rules)
    state = ReplayTable(written, rules).state
    steps = []
    for step in replay.steps:
        for event in step.events:
            state = apply(state, event)
            shown = event_view(event, PUBLIC)
            if shown is not None:
                said = {"step": words(step.ordered), "clause": step.clause}
                steps.append({**said, "event": shown, "view": view(state, rules, PUBLIC), **at_position(state, rules)})
    return {
        "round": number,
        "agrees": replay.agrees,
        "steps": steps,
        "partings": [_parting(each) for each in replay.partings],
        "results": [
            {
                "player": each.player,
                "box": each.box,
                "hand": each.hand - 1,
                "wager": each.wager,
                "line": each.line,
                "paid": each.paid,
                "returned": each.returned,
                "collected": each.collected,
            }
            for each in replay.results
        ],
    }


def _parting(parting: Parting) -> dict[str, str]:
    return {
        "code": parting.code,
        "step": parting.step,
        "expected": parting.expected,
        "got": parting.got,
        "clause": parting.clause,
        "position": parting.position,
    }
