"""A past round step by step, as one role saw it: each event with its clause, and the table after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from siete.errors import ParseError
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.table import events as e
from siete.table.apply import apply
from siete.table.state.table import TableState
from siete.table.view import DEALER, FLOORPERSON, PUBLIC, Role, event_view, view
from siete.table.view_shapes import TableView


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewStep:
    """What a role learned from one event, by which clause, and what lay before it then."""

    number: int
    clause: str
    event: Plain
    view: TableView


def review(before: TableState, events: Iterable[e.Event], rules: TableRules, role: Role) -> Iterator[ReviewStep]:
    """The round in a role's eyes; what the role did not learn is left out, and no step is numbered twice."""
    state = before
    for number, event in enumerate(events, start=1):
        state = apply(state, event)
        seen = event_view(event, role)
        if seen is not None:
            yield ReviewStep(number=number, clause=event.clause, event=seen, view=view(state, rules, role))


def role_from_text(text: str) -> Role:
    """A role as it is typed: `player:ana`, `dealer`, `floorperson` or `public`."""
    place, _, name = text.partition(":")
    fixed = {"dealer": DEALER, "floorperson": FLOORPERSON, "public": PUBLIC}
    if place == "player" and name:
        return Role.player(name)
    if place in fixed and not name:
        return fixed[place]
    raise ParseError("replay/unknown-role", f"{text[:40]!r} is not a role: player:NAME, dealer, floorperson or public.")
