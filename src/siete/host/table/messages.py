"""What a table sends to its subscribers: one part for all of a role, one part for each person, as JSON.

Built from the engine's views only, so that a hidden card is absent here too.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import fields

import msgspec

from siete.host.table.decision_points import ask_point, expected_point, wager_point
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Ask, Next, Refusal, Waiting
from siete.table.legal import PLAYS, Template, weighed
from siete.table.reasons import short_reason
from siete.table.state.table import TableState
from siete.table.view import Role, event_view

encode = msgspec.json.encode


def events_shown(events: Iterable[tuple[int, e.Event]], role: Role) -> list[Plain]:
    """The events that the role learns of, each with its version."""
    shown = ((version, event_view(event, role)) for version, event in events)
    return [{"version": version, **plain} for version, plain in shown if plain is not None]


def personal(state: TableState, rules: TableRules, due: Next, player: str) -> Plain:
    """What one player has and may do, and why what they might want is refused."""
    allowed: list[Plain] = []
    refused: list[Plain] = []
    points: dict[int, str] = {}  # one for each box
    for template, why in weighed(state, rules, player) if _may_act(state, due, player) else ():
        command = sendable(template.command)
        if why is None:
            box = template.command.box
            if box not in points:
                points[box] = expected_point(state, due, template.command)
            allowed.append({"command": command, "point": points[box], **_limits(template)})
        elif type(template.command) in _WANTED:
            told = {"command": command, "code": why.code, "clause": why.clause, "sentence": why.sentence}
            refused.append({**told, "short": _short(state, rules, due, template.command, why)})
    if player in state.racks and state.round is not None and not state.round.are_wagers_closed:
        allowed.append({"command": {"command": "Ready"}, "point": wager_point(state)})
    return {
        "rack": state.racks.get(player, 0),
        "boxes": sorted(box for box, seated in state.seats.items() if seated == player),
        "legal": allowed,
        "refused": refused,
    }


def _short(state: TableState, rules: TableRules, due: Next, command: c.PlayerCommand, why: Refusal) -> str:
    """The reason in the few words that fit on a button."""
    asks = due.asks if isinstance(due, Waiting) else ()
    ask = next((each for each in asks if each.player == command.player and each.box == command.box), None)
    return short_reason(state, rules, ask, why, command) if ask is not None else why.sentence


def _may_act(state: TableState, due: Next, player: str) -> bool:
    """Whether there can be anything for a player to do: wagers are open, or a question is theirs."""
    if player not in state.racks:
        return False
    if isinstance(due, Waiting):
        return any(ask.player == player for ask in due.asks)
    return state.round is not None and not state.round.are_wagers_closed


def personal_key(state: TableState, rules: TableRules, due: Next, player: str) -> Hashable:
    """All that `personal` depends on: while it stays the same, what was last sent to a player is still right.

    Of a box where somebody else sits and which takes one bettor only, nothing that happens there changes what this
    player may do; so that seven who wager at once need not be told anew seven times each.
    """
    current = state.round
    mine = tuple(ask_point(state, ask) for ask in due.asks if ask.player == player) if isinstance(due, Waiting) else ()
    head = (state.racks.get(player), mine, state.seats)
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


def _limits(template: Template) -> Plain:
    if template.step:
        return {"least": template.least, "most": template.most, "step": template.step}
    return {"at_stake": template.at_stake} if template.at_stake else {}


_WANTED: tuple[type[c.PlayerCommand], ...] = (*PLAYS, c.Double)
"""The plays whose refusal is explained to the player."""


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


def _plain(value: object) -> object:
    return getattr(value, "value", value)


def asks_of(state: TableState, due: Next) -> Iterator[tuple[Ask, str]]:
    """The open questions, each with its decision point."""
    for ask in due.asks if isinstance(due, Waiting) else ():
        yield ask, ask_point(state, ask)


def joined(shared: bytes, own: bytes) -> bytes:
    """The message for one person: what all of a role get, and what is theirs."""
    return shared[:-1] + b',"you":' + own + b"}"
