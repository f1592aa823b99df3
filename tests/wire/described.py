"""Messages held against the AsyncAPI description."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema_rs

from siete import __version__
from siete.wire.description import asyncapi

DESCRIPTION: Any = json.loads(json.dumps(asyncapi(__version__)))


@cache
def validator(kind: str) -> Any:
    """What checks messages of a kind: its schema, with the others beside it."""
    return jsonschema_rs.validator_for(
        {"$ref": f"#/components/schemas/{kind}", "components": DESCRIPTION["components"]}
    )
