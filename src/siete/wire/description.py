"""The AsyncAPI description of a table's WebSocket, made from the types of its messages."""

from __future__ import annotations

from inspect import getdoc
from typing import get_args

import msgspec

from siete.wire.messages import FromClient, FromServer, Plain

VERSION = "3.0.0"
TABLE = "/ws/tables/{table}"


def asyncapi(version: str) -> Plain:
    """The description, for a house of this version."""
    to_client, to_server = get_args(FromServer), get_args(FromClient)
    kinds = (*to_client, *to_server)
    _, schemas = msgspec.json.schema_components(
        kinds, schema_hook=_anything, ref_template="#/components/schemas/{name}"
    )
    return {
        "asyncapi": VERSION,
        "info": {
            "title": "siete",
            "version": version,
            "description": "A table's WebSocket. Amounts are cents, cards are text. Ignore fields you do not know.",
        },
        "channels": {
            "table": {
                "address": TABLE,
                "parameters": {"table": {"description": "The table's id, from GET /api/v1/tables."}},
                "messages": {kind.__name__: _ref("messages", kind) for kind in kinds},
            }
        },
        "operations": {
            "receive": _operation("receive", to_server, "What a client sends."),
            "send": _operation("send", to_client, "What the server sends."),
        },
        "components": {
            "messages": {kind.__name__: _message(kind) for kind in kinds},
            "schemas": schemas,
        },
    }


def _anything(kind: type) -> Plain:
    """The schema of a value that a message leaves open, such as the fields of an event."""
    if kind is object:
        return {"description": "Any value."}
    raise NotImplementedError


def _ref(part: str, kind: type) -> Plain:
    return {"$ref": f"#/components/{part}/{kind.__name__}"}


def _operation(action: str, kinds: tuple[type, ...], summary: str) -> Plain:
    """What the server does on the channel with these messages."""
    messages = [{"$ref": f"#/channels/table/messages/{kind.__name__}"} for kind in kinds]
    return {"action": action, "channel": {"$ref": "#/channels/table"}, "summary": summary, "messages": messages}


def _message(kind: type) -> Plain:
    return {"summary": getdoc(kind), "contentType": "application/json", "payload": _ref("schemas", kind)}
