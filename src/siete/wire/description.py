"""The AsyncAPI description of a house's WebSockets, made from the types of their messages."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import getdoc
from typing import get_args

import msgspec

from siete.wire.messages import FromClient, FromFloor, FromLobby, FromServer, Ping, Plain

VERSION = "3.0.0"


@dataclass(frozen=True, slots=True)
class _Channel:
    """A WebSocket: its address, its parameters, and the messages of either side."""

    address: str
    parameters: Plain
    sent: tuple[type, ...]
    received: tuple[type, ...]

    @property
    def kinds(self) -> tuple[type, ...]:
        return (*self.sent, *self.received)


CHANNELS = {
    "table": _Channel(
        "/ws/tables/{table}",
        {"table": {"description": "The table's id, from GET /api/v1/tables."}},
        get_args(FromServer),
        get_args(FromClient),
    ),
    "lobby": _Channel("/ws/lobby", {}, get_args(FromLobby), (Ping,)),
    "floor": _Channel("/ws/floor", {}, get_args(FromFloor), (Ping,)),
}


def asyncapi(version: str) -> Plain:
    """The description, for a house of this version."""
    kinds = tuple(dict.fromkeys(kind for channel in CHANNELS.values() for kind in channel.kinds))
    _, schemas = msgspec.json.schema_components(
        kinds, schema_hook=_anything, ref_template="#/components/schemas/{name}"
    )
    return {
        "asyncapi": VERSION,
        "info": {
            "title": "siete",
            "version": version,
            "description": "WebSockets of a house. Amounts are cents, cards are text. Ignore fields you do not know.",
        },
        "channels": {name: _described(channel) for name, channel in CHANNELS.items()},
        "operations": {
            key: operation
            for name, channel in CHANNELS.items()
            for key, operation in (
                (f"{name}Receive", _operation("receive", name, channel.received, "What a client sends.")),
                (f"{name}Send", _operation("send", name, channel.sent, "What the server sends.")),
            )
        },
        "components": {
            "messages": {kind.__name__: _message(kind) for kind in kinds},
            "schemas": schemas,
        },
    }


def _described(channel: _Channel) -> Plain:
    messages = {kind.__name__: _ref("messages", kind) for kind in channel.kinds}
    parameters = {"parameters": channel.parameters} if channel.parameters else {}
    return {"address": channel.address, **parameters, "messages": messages}


def _anything(kind: type) -> Plain:
    """The schema of a value that a message leaves open, such as the fields of an event."""
    if kind is object:
        return {"description": "Any value."}
    raise NotImplementedError


def _ref(part: str, kind: type) -> Plain:
    return {"$ref": f"#/components/{part}/{kind.__name__}"}


def _operation(action: str, channel: str, kinds: tuple[type, ...], summary: str) -> Plain:
    """What the server does on a channel with these messages."""
    messages = [{"$ref": f"#/channels/{channel}/messages/{kind.__name__}"} for kind in kinds]
    return {"action": action, "channel": {"$ref": f"#/channels/{channel}"}, "summary": summary, "messages": messages}


def _message(kind: type) -> Plain:
    return {"summary": getdoc(kind), "contentType": "application/json", "payload": _ref("schemas", kind)}
