"""Tables as the floor sees them, and the queue of what waits for a floorperson."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

from siete.host.floor import changes
from siete.host.floor.state import OPEN, Change, FloorState
from siete.host.floor_desk import FloorDesk
from siete.host.table.actor import TableActor
from siete.host.table.decision_points import stage
from siete.money import Cents, cents_to_text
from siete.plain import Plain
from siete.rules.ruleset import rule_set
from siete.store.floor_events import ChangeProposed
from siete.table.approvals import approval_point, is_refused
from siete.table.due import HOUSE, Approval, Waiting
from siete.table.stages.opening import needed
from siete.table.state.table import TableState
from siete.table.view import dealer_view
from siete.table.wagers import registry
from siete.table.words import approval_in_words, question_in_words


class TileMark(NamedTuple):
    """What a tile is compared by: it is sent again when this changes, and at once when the first part does."""

    urgent: Hashable
    play: Hashable


def mark(table: TableActor) -> TileMark:
    """The mark of a table as it is now."""
    current, due = table.current, table.due
    meters = tuple(meter["amount"] for meter in table.broadcaster.meters_shown())
    waits = approval_point(table.state, due.command) if isinstance(due, Approval) else ""
    urgent = (
        *(current.condition, current.dealer, current.floorperson, current.stopped, waits, current.announced),
        current.settings.call,
    )
    return TileMark(urgent, (table.loaded.version, meters))


def tile(table: TableActor, desk: FloorDesk) -> Plain:
    """A table at a glance."""
    state, rules, current = table.state, table.rules, table.current
    left = len(state.shoe) - state.dealt if state.shoe is not None else 0
    return {
        "id": table.id,
        "name": table.record.name,
        "rules": rules.rule_set,
        "title": rule_set(rules.rule_set).title.split(",")[0],
        "decks": rules.decks,
        "state": current.condition,
        "reason": table.stopped or None,
        "stage": stage(state, table.due),
        "round": state.round.number if state.round is not None else state.rounds,
        "last_round_at": desk.last_round_at(table),
        "dealer": current.dealer or HOUSE,
        "floorperson": current.floorperson,
        "limits": {"min": rules.table_min, "max": rules.table_max},
        "players": len(set(state.seats.values())),
        "boxes": [_box(table, box) for box in range(1, rules.positions + 1)],
        "layout": state.layout,
        "racks": sum(state.racks.values()),
        "inventory": state.inventory,
        "shoe": {"cards": rules.decks * rules.cards_per_deck, "left": left, "behind": _behind(state)},
        "cards": _dealer_cards(state),
        "meters": meters_by_title(table),
        "waits": _waits(table, desk),
        "call": current.settings.call,
        "checklist": _checklist(table),
        "notice": current.notice,
        "is_here": table.current.is_owner,
        "version": table.loaded.version,
    }


def _behind(state: TableState) -> int | None:
    """How many cards lie behind the cover card, as everybody saw it placed; None before, and once it has come."""
    pack = state.pack
    return pack.behind if pack is not None and pack.cover_came_at is None else None


def _dealer_cards(state: TableState) -> Plain | None:
    """The dealer's cards as anybody sees them: those that lie open, and how many lie face down."""
    if state.round is None or not state.round.dealer:
        return None
    seen = dealer_view(state.round)
    return {"open": list(seen["cards"]), "down": seen["face_down"]}


def meters_by_title(table: TableActor) -> list[Plain]:
    """What each meter shows, with the name that people call it by."""
    titles = registry.meter_titles(table.rules)
    return [
        {**meter, "title": titles.get(str(meter["name"]), meter["name"])} for meter in table.broadcaster.meters_shown()
    ]


def _box(table: TableActor, number: int) -> Plain:
    state, due = table.state, table.due
    box = state.round.box(number) if state.round is not None else None
    acts = isinstance(due, Waiting) and any(ask.box == number for ask in due.asks)
    return {"box": number, "player": state.seats.get(number), "is_in": box is not None, "acts": acts}


def _checklist(table: TableActor) -> Plain | None:
    """How far the checklist of a table that opens is signed."""
    opening = table.state.opening
    if opening is None or table.current.condition != "opening":
        return None
    return {"signed": len(opening.signed), "items": len(list(needed(table.rules)))}


def _waits(table: TableActor, desk: FloorDesk) -> Plain | None:
    """What the table waits for: an approval, or players' answers."""
    due = table.due
    if isinstance(due, Approval) and table.current.floorperson:
        return {
            "for": "approval",
            "words": approval_in_words(due.command, table.rules),
            "command": type(due.command).__name__,
            "clause": due.clause,
            "point": approval_point(table.state, due.command),
            "since": desk.waiting_since(table),
            "is_refused": is_refused(table.state, due),
        }
    if isinstance(due, Approval):  # a person refused it and left the floor
        words = approval_in_words(due.command, table.rules)
        return {"for": "floorperson", "words": f"Refused: {words}", "clause": due.clause}
    if isinstance(due, Waiting) and due.asks:
        return {"for": "players", "words": question_in_words(due.asks[0]), "clause": due.clause}
    return None


def queue(tables: Iterable[TableActor], floor: FloorState, desk: FloorDesk) -> list[Plain]:
    """What waits for a floorperson: first what stops play, then what expires soonest, then what is oldest."""
    items = [item for table in tables for item in (_call(table, desk), _approval(table, desk)) if item is not None]
    now = desk.now
    open_ones = [change for change in floor.changes.values() if change.status(now) == OPEN]
    items += [_change(change, _name(desk, change.proposed.table)) for change in open_ones]
    return sorted(items, key=lambda item: (not item["stops_play"], item["expires_at"] or "9", item["since"]))


def for_person(items: Iterable[Plain], me: str) -> list[Plain]:
    """The queue as one person sees it: their own proposals are marked."""
    return [{**item, "is_mine": item.get("proposed_by") == me} if item["change"] else item for item in items]


def answered(before: Mapping[str, Plain], now: Iterable[str], floor: FloorState, desk: FloorDesk) -> list[Plain]:
    """What was in the queue and is no longer, each with who answered it, where somebody did."""
    still = set(now)
    told = [{**item, "by": _answered_by(item, floor, desk)} for name, item in before.items() if name not in still]
    kept = ("id", "table", "name", "title", "by")
    return [{key: each.get(key, "") for key in kept} for each in told if each["by"]]


def _answered_by(item: Plain, floor: FloorState, desk: FloorDesk) -> str:
    if item["kind"] == "change":
        number = item["change"]
        answer = floor.changes[number].answer if isinstance(number, int) else None
        return answer.by if answer is not None else ""
    table = desk.house.tables.get(str(item["table"]))
    if table is None:
        return ""
    if item["kind"] == "call":  # who took the floor has answered; the dealer may have taken the call back
        return table.current.floorperson if table.current.floorperson != item["floorperson"] else ""
    return table.answered_by(str(item["point"]))


def _name(desk: FloorDesk, table: str) -> str:
    """What people call a table."""
    known = desk.house.tables.get(table)
    return known.record.name if known is not None else table


def _call(table: TableActor, desk: FloorDesk) -> Plain | None:
    """A dealer who calls for a floorperson, until somebody takes the floor."""
    words = table.current.settings.call
    if not words:
        return None
    return {
        "kind": "call",
        "id": f"call/{table.id}/{words}",
        "table": table.id,
        "name": table.record.name,
        "title": words,
        "words": f"{table.current.dealer or 'The dealer'} calls the floor; {_down(table)}",
        "clause": "",
        "point": "",
        "since": desk.called_since(table),
        "expires_at": "",
        "stops_play": True,
        "is_refused": False,
        "floorperson": table.current.floorperson,
        "change": None,
    }


def _approval(table: TableActor, desk: FloorDesk) -> Plain | None:
    waits = _waits(table, desk)
    if waits is None or waits["for"] != "approval":
        return None
    return {
        "kind": "approval",
        "id": f"approval/{table.id}/{waits['point']}",
        "table": table.id,
        "name": table.record.name,
        "title": waits["words"],
        "words": f"{table.current.dealer or 'The house'} deals; {_down(table)}",
        "clause": waits["clause"],
        "point": waits["point"],
        "since": waits["since"],
        "expires_at": "",
        "stops_play": bool(table.state.seats) or table.state.layout > 0,
        "is_refused": waits["is_refused"],
        "floorperson": table.current.floorperson,
        "change": None,
    }


def _down(table: TableActor) -> str:
    players = len(set(table.state.seats.values()))
    count = f"{players} {'player' if players == 1 else 'players'}"
    return f"{count}, {cents_to_text(Cents(table.state.layout))} on the layout."


def change_title(made: ChangeProposed) -> str:
    """What a change is, in a few words."""
    amount = cents_to_text(Cents(abs(made.amount)))
    if made.kind == changes.RULES:
        return "Other rules"
    if made.kind == changes.CORRECTION:
        return f"{'Pay' if made.amount > 0 else 'Take from'} {made.subject} {amount}, round {made.round}"
    return f"{made.kind.capitalize()} {amount}" + (f", {made.subject}" if made.subject else "")


def _change(change: Change, name: str) -> Plain:
    made = change.proposed
    return {
        "kind": "change",
        "id": f"change/{made.number}",
        "table": made.table,
        "name": name,
        "title": change_title(made),
        "words": f"{made.by}: {made.reason}" + (f" ({made.words})" if made.words else ""),
        "clause": "",
        "point": "",
        "since": change.proposed_at,
        "expires_at": made.expires_at,
        "stops_play": False,
        "is_refused": False,
        "floorperson": "",
        "change": made.number,
        "proposed_by": made.by,
    }
