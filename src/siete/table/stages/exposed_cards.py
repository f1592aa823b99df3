"""A card that was drawn in error and seen: when nobody could use it, it is put away before the hands are settled."""

from __future__ import annotations

from collections.abc import Iterator

from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import handlers
from siete.table.due import Due, Next
from siete.table.state.round import Round
from siete.table.state.table import TableState


def due(current: Round, state: TableState, rules: TableRules) -> Next:
    """Put the card away once neither player nor dealer takes another one."""
    return Due(c.DiscardExposed(), rules.clause_of(Step.EXPOSED_UNUSED)) if current.faults.seen is not None else None


def discard(state: TableState, rules: TableRules, command: c.DiscardExposed, clause: str) -> Iterator[e.Event]:
    """To the discard rack, or burned. Decision: 0080."""
    assert state.round is not None, "a seen card lies there within a round"
    card = state.round.faults.seen
    assert card is not None, "a due step has its card"
    yield e.SeenCardUnused(card=card, how=rules.refused_card.value, clause=clause)


STEPS = dict((handlers.step(c.DiscardExposed, discard),))
