"""What a table tells its watchers: one part for all of a role, one part for each person, as JSON.

Built from the engine's views only, so that a hidden card is absent here too.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import fields
from typing import Any

import msgspec

from siete.host.points import ask_point, expected_point
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.decide import refusal
from siete.table.due import Ask, Next, Question, Waiting
from siete.table.legal import Template, legal
from siete.table.state import TableState
from siete.table.view import Role, event_view

Plain = dict[str, Any]

encode = msgspec.json.encode


def events_shown(events: Iterable[tuple[int, e.Event]], role: Role) -> list[Plain]:
    """The events that the role learns of, each with its version."""
    shown = ((version, event_view(event, role)) for version, event in events)
    return [{"version": version, **plain} for version, plain in shown if plain is not None]


def personal(state: TableState, rules: TableRules, due: Next, player: str) -> Plain:
    """What one player has and may do, and why what they might want is refused."""
    allowed = list(_legal(state, rules, due, player)) if _may_act(state, due, player) else []
    return {
        "rack": state.racks.get(player, 0),
        "boxes": sorted(box for box, seated in state.seats.items() if seated == player),
        "legal": allowed,
        "refused": list(_refused(state, rules, due, player)),
    }


def _may_act(state: TableState, due: Next, player: str) -> bool:
    """Whether there can be anything for a player to do: wagers are open, or a question is theirs."""
    if isinstance(due, Waiting):
        return any(ask.player == player for ask in due.asks)
    return state.round is not None and not state.round.are_wagers_closed and player in state.racks


def personal_key(state: TableState, rules: TableRules, due: Next, player: str) -> Hashable:
    """All that `personal` depends on: while it stays the same, what a player was told last is still right.

    Of a box where somebody else sits and which takes one bettor only, nothing that happens there changes what this
    player may do; so that seven who wager at once need not be told anew seven times each.
    """
    current = state.round
    mine = tuple(ask_point(state, ask) for ask in due.asks if ask.player == player) if isinstance(due, Waiting) else ()
    head = (state.racks.get(player), mine, tuple(sorted(state.seats.items())))
    if mine:
        return (*head, current)
    if isinstance(due, Waiting) or current is None or current.are_wagers_closed:
        return head
    is_alone = rules.max_bettors_per_box == 1
    boxes = tuple(
        (box.number, box.originals, box.bets, box.admitted)
        for box in current.boxes
        if not is_alone or state.seats.get(box.number, player) == player
    )
    return (*head, current.number, boxes, current.calls)


def _legal(state: TableState, rules: TableRules, due: Next, player: str) -> Iterator[Plain]:
    if player not in state.racks:
        return
    for template in legal(state, rules, player):
        yield {
            "command": sendable(template.command),
            "point": expected_point(state, due, template.command),
            **_limits(template),
        }


def _limits(template: Template) -> Plain:
    return {"least": template.least, "most": template.most, "step": template.step} if template.step else {}


_WANTED: tuple[type[c.PlayerCommand], ...] = (c.Hit, c.Stand, c.Split, c.Surrender, c.Rescue)


def _refused(state: TableState, rules: TableRules, due: Next, player: str) -> Iterator[Plain]:
    """The plays that are not allowed to somebody whose turn it is."""
    for ask in due.asks if isinstance(due, Waiting) else ():
        if ask.player != player or ask.question not in (Question.PLAY, Question.DOUBLED):
            continue
        for command in (*(kind(player=player, box=ask.box) for kind in _WANTED), _least_double(state, rules, ask)):
            why = refusal(state, rules, command)
            if why is not None:
                plain = {"code": why.code, "clause": why.clause, "sentence": why.sentence}
                yield {"command": sendable(command), **plain}


def _least_double(state: TableState, rules: TableRules, ask: Ask) -> c.Double:
    return c.Double(player=ask.player, box=ask.box, amount=rules.chip_denominations.smallest)


def sendable(command: c.Command) -> Plain:
    """A command as its sender writes it: without the sender, and without what the host brings."""
    kind = type(command)
    plain: Plain = {"command": kind.__name__}
    for name in _sent(kind):
        plain[name] = _plain(getattr(command, name))
    return plain


def _sent(kind: type[c.Command]) -> tuple[str, ...]:
    """The fields that a sender fills, found once for each kind."""
    if kind not in _SENT:
        named = (each.name for each in fields(kind) if each.compare)
        _SENT[kind] = tuple(name for name in named if name not in ("player", "by", "rank"))
    return _SENT[kind]


_SENT: dict[type[c.Command], tuple[str, ...]] = {}


def _plain(value: Any) -> Any:
    return getattr(value, "value", value)


def asks_of(state: TableState, due: Next) -> Iterator[tuple[Ask, str]]:
    """The open questions, each with its decision point."""
    for ask in due.asks if isinstance(due, Waiting) else ():
        yield ask, ask_point(state, ask)


def joined(shared: bytes, own: bytes) -> bytes:
    """The message for one person: what all of a role get, and what is theirs."""
    return shared[:-1] + b',"you":' + own + b"}"
