"""Commands as they come over the wire: a name and plain fields, none of them trusted.

Who speaks is known from the session, and what the house brings from outside comes from the host: neither can be sent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, replace
from enum import Enum
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

import msgspec

from siete.cards import Card
from siete.errors import ParseError
from siete.host.access.roles import HouseRole, Person
from siete.host.table.commands import HOST_COMMANDS, AnyCommand, StackShoe
from siete.money import LARGEST_CENTS
from siete.rules.options import Authority
from siete.table import commands as c
from siete.table.approvals import LONGEST_REASON
from siete.table.commands.base import NAMES_A_GUEST
from siete.table.frozen.fast_init import quicken
from siete.table.state.wager import Wager

_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
LONGEST_TEXT = 64
LONGEST_STACK = 1_200
"""Letters of a stack of cards: more than eight decks have."""
MOST_CHIPS = 400
"""Chips that a dealer counts out at once."""
_SPEAKER = ("player", "by", "rank")
"""Fields that name the sender."""
_BY_HAND: dict[type[AnyCommand], tuple[str, ...]] = {c.PlaceCoverCard: ("behind",), c.CutForHouse: ("at",)}
"""What the host brings only where the dealer does not say it."""
_HOSTS_OWN = (
    *(c.TellTime, c.StoreBatch, c.PrepareTable, c.BringChips),
    *(c.ChangeRules, c.PayCorrection, c.TakeCorrection),
)
"""Commands of the host that nobody sends."""


@dataclass(frozen=True, slots=True)
class Message:
    """A command as it was sent: the sender's id for it, the decision point it answers, its name and its fields."""

    id: str
    point: str
    kind: str
    fields: Mapping[str, object]

    @property
    def digest(self) -> bytes:
        """A digest by which a repeat of this message is recognised."""
        return sha256(msgspec.json.encode([self.point, self.kind, self.fields], order="sorted")).digest()

    def digest_at(self, table: str) -> bytes:
        """The digest of this message at a table: the same message at another one is another command."""
        return sha256(table.encode() + b"\n" + self.digest).digest()


quicken(Message)


def message_from(plain: object) -> Message:
    """The message in a decoded JSON value: `{"id", "point", "command": {"command": NAME, …}}`."""
    if not isinstance(plain, dict):
        raise ParseError("message/malformed", "A message is an object.")
    unknown = plain.keys() - {"type", "id", "point", "command"}
    if unknown:
        raise ParseError("message/unknown-field", f"A command message has no field {_short(min(unknown))}.")
    sent_id, point, body = plain.get("id"), plain.get("point", ""), plain.get("command")
    if not isinstance(sent_id, str) or not _ID.fullmatch(sent_id):
        raise ParseError("message/no-id", "A command has an id of 8 to 64 letters, digits, _ or -.")
    if not isinstance(point, str) or len(point) > LONGEST_TEXT:
        raise ParseError("message/malformed", "Send the `point` that came with the legal command.")
    if not isinstance(body, dict) or not isinstance(body.get("command"), str):
        raise ParseError("message/no-command", "Name the command: {'command': 'Hit', 'box': 3}.")
    values = {name: value for name, value in body.items() if name != "command"}
    return Message(id=sent_id, point=point, kind=body["command"], fields=values)


def renamed(message: Message, known_as: Callable[[str], str]) -> Message:
    """The message with every guest whom it names named otherwise."""
    named = {each: name for each in guest_fields(message.kind) if isinstance(name := message.fields.get(each), str)}
    known = {each: known_as(name) for each, name in named.items()}
    return replace(message, fields={**message.fields, **known}) if known else message


@cache
def guest_fields(name: str) -> tuple[str, ...]:
    """The fields of a command that name somebody who may be a guest; none of a command that there is not."""
    kind = HOST_COMMANDS.get(name) or command_types().get(name)
    hints = get_type_hints(kind, include_extras=True) if kind is not None else {}
    return tuple(each for each, hint in hints.items() if NAMES_A_GUEST in get_args(hint))


def command_type(kind: str) -> type[AnyCommand]:
    """The command of this name, one of the host's own before one of the game's."""
    found = HOST_COMMANDS.get(kind) or command_types().get(kind)
    if found is None:
        raise ParseError("message/unknown-command", f"There is no command {_short(kind)}.")
    return found


@cache
def command_types() -> dict[str, type[c.Command]]:
    """Every command of the game that can be sent, by its name."""
    found = (kind for kind in vars(c).values() if isinstance(kind, type) and issubclass(kind, c.Command))
    return {kind.__name__: kind for kind in found if kind not in _HOSTS_OWN and not kind.__subclasses__()}


def command_from(kind: type[AnyCommand], message: Message, person: Person) -> AnyCommand:
    """The command in a message, spoken by this person."""
    hints, needed = _fields(message.kind)
    for name in message.fields.keys() - hints.keys():
        raise ParseError("message/unknown-field", f"{message.kind} has no field {_short(name)}.")
    for name in needed:
        if name not in message.fields:
            raise ParseError("message/missing-field", f"{message.kind} lacks its {name}.")
    if kind is StackShoe:
        return StackShoe(cards=str(message.fields.get("cards", ""))[:LONGEST_STACK])
    values = {name: _value(hints[name], value, name) for name, value in message.fields.items()}
    return kind(**values, **_spoken(kind, person))


@cache
def _fields(name: str) -> tuple[dict[str, object], tuple[str, ...]]:
    """The fields of a command that can be sent, each with its type; and those that must be, in order."""
    kind = command_type(name)
    sent = [each for each in fields(kind) if _may_be_sent(each, kind)]
    hints = get_type_hints(kind)
    needed = tuple(each.name for each in sent if each.default is MISSING)
    return {each.name: hints[each.name] for each in sent}, needed


def _may_be_sent(each: Field[object], kind: type[AnyCommand]) -> bool:
    is_speaker = each.name in _SPEAKER and not (each.name == "player" and not issubclass(kind, c.PlayerCommand))
    is_dealers = each.name in _BY_HAND.get(kind, ())
    return (each.compare or is_dealers) and not is_speaker


def _spoken(kind: type[AnyCommand], person: Person) -> dict[str, object]:
    if issubclass(kind, c.PlayerCommand):
        return {"player": person.name}
    if issubclass(kind, c.FloorCommand | c.Report):
        # The house has no other superior: its floorpersons are the supervisors of the documents. Decision: 0248.
        rank = Authority.SUPERVISOR if person.role is HouseRole.FLOORPERSON else Authority.DEALER
        return {"by": person.name, "rank": rank}
    return {}


def _value(hint: object, value: object, name: str) -> object:
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        if value is None and NoneType in inside:
            return None
        return _value(next(each for each in inside if each is not NoneType), value, name)
    if origin is tuple and isinstance(value, list) and len(value) <= MOST_CHIPS:
        return tuple(_value(inside[0], each, name) for each in value)
    kind = getattr(hint, "__supertype__", hint)
    if kind is int and type(value) is int and abs(value) < LARGEST_CENTS:
        return value
    if kind is bool and type(value) is bool:
        return value
    if kind is str and isinstance(value, str) and len(value) <= (LONGEST_REASON if name == "reason" else LONGEST_TEXT):
        return value
    if isinstance(kind, type) and isinstance(value, str) and len(value) <= LONGEST_TEXT:
        if kind is Card:
            return Card.from_text(value)
        if kind is Wager and Wager.is_known(value):
            return Wager(value)
        if issubclass(kind, Enum) and any(value == each.value for each in kind):
            return kind(value)
    raise ParseError("message/wrong-value", f"{_short(value)} cannot be the {name}.")


def _short(value: object) -> str:
    return ascii(value)[:40]
