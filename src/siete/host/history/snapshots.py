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
from siete.table.state.box import Bet, Box
from siete.table.state.cards import Pack
from siete.table.state.hand import Hand, Stake
from siete.table.state.mishaps import Faults
from siete.table.state.opening import Opening
from siete.table.state.round import Award, Call, Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager

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
    return _mark() + msgspec.msgpack.encode(_Stored(state), enc_hook=_plain)


def state_from_bytes(data: bytes) -> TableState | None:
    """The state, or None where it was written in another shape."""
    if not is_readable(data):
        return None
    try:
        return _decoder().decode(data[len(_mark()) :]).state
    except (msgspec.MsgspecError, ValueError):
        return None


def is_readable(data: bytes) -> bool:
    """Whether a state was written in today's shape."""
    return data.startswith(_mark())


class _Stored(msgspec.Struct, array_like=True):
    state: TableState


@cache
def _decoder() -> msgspec.msgpack.Decoder[_Stored]:
    return msgspec.msgpack.Decoder(_Stored, dec_hook=_revived)


def _plain(value: Any) -> str:
    """An id as a text; nothing else in a state needs help."""
    assert isinstance(value, Wager), f"a state holds no {type(value).__name__}"
    return value.value


def _revived(kind: type[Any], value: Any) -> Any:
    assert kind is Wager, f"a state holds no {kind.__name__}"
    return Wager(value)


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
