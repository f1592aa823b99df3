"""The notes of a position about what went wrong in a round, and about a table between rounds.

Between rounds a position tells how far opening, shuffle, cut and burn have come, in counts: which cards lie where in a
stack is never told, so such a position can be read by people and not be played on from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypedDict
from urllib.parse import quote, unquote

from siete.cards import Card
from siete.errors import ParseError
from siete.table.apply.changes import FaultsChanges
from siete.table.state.cards import Pack
from siete.table.state.mishaps import Faults
from siete.table.state.opening import Opening
from siete.table.state.round import Round
from siete.table.state.table import TableState


def _name(text: str) -> str:
    return quote(text, safe="")


def _hand(at: tuple[int, int]) -> str:
    return f"{at[0]}.{at[1] + 1}"


def _told(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Notes with something in them."""
    return (f"{word}={value}" for word, value in pairs if value)


# --- what went wrong ---------------------------------------------------------------------------------------------


def fault_notes(current: Round) -> Iterator[str]:
    """The irregularities of a round that are counted or still to be put right."""
    faults = current.faults
    flags = (("void", current.is_void), ("dealer-missed", faults.is_dealer_missed))
    yield from (word for word, holds in (*flags, ("no-reader", faults.is_without_reader)) if holds)
    yield from _told(
        (
            ("face-up", str(faults.face_up or "")),
            ("ten-spots", str(faults.tens or "")),
            ("reversals", "+".join(f"{_name(meter)}@{cents}" for meter, cents in faults.reversals)),
            ("void-by", _name(faults.void_clause)),
            ("seen", str(faults.seen or "")),
            ("offered", _hand(faults.offered) if faults.offered else ""),
            ("one-card", "+".join(map(str, faults.one_card))),
            ("passed", _hand(faults.passed) if faults.passed else ""),
            ("late", "+".join(map(_hand, faults.late))),
            ("dead", "+".join(sorted(map(_name, faults.dead)))),
        )
    )


_FLAGS: dict[str, FaultsChanges] = {
    "dealer-missed": {"is_dealer_missed": True},
    "no-reader": {"is_without_reader": True},
}


def fault_from_note(word: str, faults: Faults) -> Faults | None:
    """The faults with what a note adds to them; None where the note is about something else."""
    if word in _FLAGS:
        return replace(faults, **_FLAGS[word])
    kind, _, rest = word.partition("=")
    items = rest.split("+")
    match kind:
        case "face-up":
            return replace(faults, face_up=_number(rest))
        case "ten-spots":
            return replace(faults, tens=_number(rest))
        case "reversals":
            pairs = [item.partition("@") for item in items]
            return replace(faults, reversals=tuple((unquote(pair[0]), _number(pair[2])) for pair in pairs))
        case "void-by":
            return replace(faults, void_clause=unquote(rest))
        case "seen":
            return replace(faults, seen=Card.from_text(rest))
        case "offered":
            return replace(faults, offered=_place(rest))
        case "passed":
            return replace(faults, passed=_place(rest))
        case "one-card":
            return replace(faults, one_card=tuple(map(_number, items)))
        case "late":
            return replace(faults, late=tuple(map(_place, items)))
        case "dead":
            return replace(faults, dead=frozenset(map(unquote, items)))
    return None


def _number(text: str) -> int:
    if not re.fullmatch(r"\d{1,12}", text, re.ASCII):
        raise _wrong("number", text)
    return int(text)


def _place(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([1-9]\d?)\.([1-9]\d?)", text, re.ASCII)
    if match is None:
        raise _wrong("hand", text)
    return int(match[1]), int(match[2]) - 1


def _wrong(what: str, text: str) -> ParseError:
    return ParseError("notation/unreadable-position", f"{text[:60]!r} is no {what} of a position.")


# --- the table -------------------------------------------------------------------------------------------------


def table_notes(state: TableState) -> Iterator[str]:
    """Who deals, where that is not simply the dealer, and which devices are out of order."""
    if state.dealer != TableState.dealer:
        yield f"dealer={_name(state.dealer)}"
    yield from (word for word, name in _DEVICES.items() if getattr(state, name))


_DEVICES = {
    "reader-down": "is_reader_down",
    "shuffler-down": "is_shuffler_down",
    "shuffler-aside": "is_shuffler_aside",
}


class TableNotes(TypedDict, total=False):
    """What notes say about the table beside its round."""

    dealer: str
    is_reader_down: bool
    is_shuffler_down: bool
    is_shuffler_aside: bool


def table_from_note(word: str) -> TableNotes:
    """What a note says about the table; nothing where it is about something else."""
    match word:
        case "reader-down":
            return {"is_reader_down": True}
        case "shuffler-down":
            return {"is_shuffler_down": True}
        case "shuffler-aside":
            return {"is_shuffler_aside": True}
    kind, _, rest = word.partition("=")
    return {"dealer": unquote(rest)} if kind == "dealer" and rest else {}


# --- between rounds --------------------------------------------------------------------------------------------


def stage_between(state: TableState) -> str:
    """How far a table is that is not dealing: `closed`, `opening`, `idle`, `shuffle`, `cut`, `stack` or `ready`."""
    opening, pack = state.opening, state.pack
    if opening is not None and pack is None:
        return "closed" if opening.is_closed else "idle" if opening.is_idle else "opening"
    if pack is None or pack.is_loaded:
        return "ready"
    if pack.order is None:
        return "shuffle"
    return "stack" if pack.is_cut else "cut"


def notes_between(state: TableState) -> Iterator[str]:
    """Opening, shuffle, cut, cover card and burn in counts and words."""
    if state.opening is not None:
        yield from _opening_notes(state.opening)
    if state.pack is not None:
        yield from _pack_notes(state.pack)
    if state.shoe is not None:
        yield from (f"left={len(state.shoe) - state.dealt}", f"discards={len(state.discards)}")


def _opening_notes(opening: Opening) -> Iterator[str]:
    flags = (("open", opening.is_open), ("face-down", opening.is_idle and not opening.is_face_up))
    yield f"time={opening.now}"
    yield from (word for word, holds in flags if holds)
    yield from _told(
        (
            ("signed", str(len(opening.signed) or "")),
            ("cards", str(len(opening.cards or ()) or "")),
            ("tens", str(len(opening.tens) or "")),
            ("done", "+".join(each.value for each in opening.done)),
            ("looks", _name(opening.looker)),
            ("batch", str(len(opening.batch or ()) or "")),
        )
    )


def _pack_notes(pack: Pack) -> Iterator[str]:
    flags = (
        ("preshuffled", pack.is_preshuffled),
        ("cut", pack.is_cut),
        ("aligned", pack.is_aligned),
        ("recut", pack.is_recut_ordered),
        ("reshuffle", pack.is_reshuffle_ordered),
        ("condemned", pack.is_condemned),
        ("withdrawn", pack.is_withdrawn),
    )
    yield from (word for word, holds in flags if holds)
    yield from _told(
        (
            ("pile", str(len(pack.pile) or "")),
            ("stack", str(len(pack.order or ()) or "")),
            ("steps", "+".join(pack.steps)),
            ("refused", "+".join(map(_name, pack.refusals))),
            ("cutter", _name(pack.cutter)),
            ("cover", "" if pack.behind is None else str(pack.behind)),
            ("cover-came", "" if pack.cover_came_at is None else str(pack.cover_came_at)),
            ("burns", str(pack.burns_due or "")),
            ("burned", str(len(pack.burned) or "")),
        )
    )
