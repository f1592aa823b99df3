"""A table's state as bytes and back: a short cut for restarts and recall, never what counts.

A state that this version of siete cannot read is as good as none: the events are folded instead.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from typing import Any, get_type_hints

import msgspec

from siete.cards import Card
from siete.table.faults import Faults
from siete.table.pack import Pack
from siete.table.preparing import Opening
from siete.table.state import Award, Bet, Box, Call, Hand, Round, Stake, TableState

EVERY = 1_000
"""Events between two snapshots."""

_SHAPES: tuple[type[Any], ...] = (
    TableState,
    Round,
    Box,
    Hand,
    Stake,
    Bet,
    Award,
    Call,
    Faults,
    Pack,
    Opening,
    Card,
)


def state_to_bytes(state: TableState) -> bytes:
    """The state, with the mark of the shape it was written in."""
    return _mark() + msgspec.msgpack.encode(_Stored(state))


def state_from_bytes(data: bytes) -> TableState | None:
    """The state, or None where it was written in another shape."""
    if not data.startswith(_mark()):
        return None
    try:
        return _decoder().decode(data[len(_mark()) :]).state
    except (msgspec.MsgspecError, ValueError):
        return None


class _Stored(msgspec.Struct, array_like=True):
    state: TableState


@cache
def _decoder() -> msgspec.msgpack.Decoder[_Stored]:
    return msgspec.msgpack.Decoder(_Stored)


@cache
def _mark() -> bytes:
    """Changes whenever a field of the state is added, lost or of another type."""
    told = [
        f"{shape.__name__}.{each.name}: {get_type_hints(shape)[each.name]}"
        for shape in _SHAPES
        for each in fields(shape)
        if is_dataclass(shape)
    ]
    return b"siete-state/1 " + sha256("\n".join(told).encode()).digest()[:8]
