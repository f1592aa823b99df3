"""A position that somebody shares: the table as anybody would see it, in the shape of a replayed round."""

from __future__ import annotations

from typing import Any

import structlog

from siete.errors import ParseError
from siete.rules.table_rules import TableRules
from siete.server.describe.layout import describe
from siete.table.automatic import next_due
from siete.table.due import Waiting
from siete.table.position.line import position_from_text, position_to_text
from siete.table.state.table import TableState
from siete.table.view import PUBLIC, view
from siete.table.words import question_in_words

_log = structlog.get_logger("siete.server")

LONGEST = 4_000
"""Seven boxes of split hands with every side wager take some 1,500 characters."""


def position_plain(text: str, rules: TableRules) -> dict[str, Any]:
    """The position as a round of one step; a card that lies hidden is not told, even if the text names it."""
    state = position_from_text(text, rules)
    assert state.round is not None, "a position between rounds is refused"
    return {
        "rules": rules.rule_set,
        "rules_hash": rules.rules_hash,
        "felt": describe(rules),
        "round": state.round.number,
        "players": sorted({name for box in state.round.boxes for name, _ in box.originals}),
        "steps": [_step(state, rules)],
        "results": [],
    }


def _step(state: TableState, rules: TableRules) -> dict[str, Any]:
    try:
        due = next_due(state, rules)
        seen = view(state, rules, PUBLIC)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        # A line that parses may still describe what no round leads to; logged, so that a fault of the engine shows.
        _log.warning("impossible position", position=position_to_text(state, rules), exc_info=True)
        raise ParseError("notation/impossible-position", "No round can come to this position.") from None
    asks = due.asks if isinstance(due, Waiting) else ()
    words = "; ".join(map(question_in_words, asks)) or "a step of the house"
    clause = due.clause if due is not None else ""
    said = {"event": "Announced", "words": f"Due: {words}", "clause": clause}
    return {
        "step": "position",
        "clause": clause,
        "event": said,
        "view": seen,
        "position": position_to_text(state, rules),
    }
