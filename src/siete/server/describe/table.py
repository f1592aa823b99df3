"""Tables as the API describes them, for the lobby and for the table's page."""

from __future__ import annotations

from siete.host.settings import PracticeSettings
from siete.host.table.actor import TableActor
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.server.describe.arrival import distinction, price
from siete.server.describe.layout import describe, describe_short
from siete.table.due import HOUSE
from siete.table.wagers import registry


def listed(table: TableActor) -> Plain:
    """A table as the lobby shows it."""
    state, rules = table.state, table.rules
    cards = rules.decks * rules.cards_per_deck
    left = len(state.shoe) - state.dealt if state.shoe is not None else 0
    return {
        "id": table.id,
        "name": table.record.name,
        "rules": rules.rule_set,
        "rules_hash": rules.rules_hash,
        "title": describe_short(rules)["title"],
        "mode": table.record.mode,
        "is_private": table.current.is_private,
        "state": table.current.condition,
        "reason": table.stopped or None,
        "owner": table.record.owner,
        "dealer": table.current.dealer or HOUSE,
        "limits": {"min": rules.table_min, "max": rules.table_max},
        "side_wagers": side_wagers(rules),
        "boxes": [{"box": box, "player": state.seats.get(box)} for box in range(1, rules.positions + 1)],
        "shoe": {
            "cards": cards,
            "left": left,
            "depth": round(state.dealt / cards, 4) if state.shoe is not None else 0.0,
            "decks": rules.decks,
        },
        "meters": table.broadcaster.meters_shown(),
        "round": state.round.number if state.round is not None else state.rounds,
        "players": len(set(state.seats.values())),
        "queue": len(table.current.settings.queue),
        "watching": len(table.subscribers),
        "felt": describe_short(rules),
        "price": price(rules),
        "distinction": distinction(rules),
    }


def side_wagers(rules: TableRules) -> list[str]:
    """The side wagers that a table offers."""
    return [wager.value for wager in registry.offered(rules)]


def described(table: TableActor) -> Plain:
    """A table as its page needs it: what does not change from round to round, and its current version."""
    sealed = table.loaded.sealed[-1] if table.loaded.sealed else None
    settings = table.current.settings
    pace = settings.pace
    return {
        **listed(table),
        "felt": describe(table.rules),
        "choices": _choices(table.rules),
        "timers": {name: getattr(pace, name) for name in ("wager", "play", "insurance", "cut", "dealer")},
        "commitment": {"shoe": sealed.shoe, "commitment": sealed.commitment.hex()} if sealed else None,
        "submission": settings.submission,
        "wheels": dict(settings.wheels) if isinstance(settings, PracticeSettings) else {},
        "version": table.loaded.version,
    }


def _choices(rules: TableRules) -> list[Plain]:
    return [
        {
            "name": name,
            "words": parameter.says,
            "section": parameter.section.value,
            "value": parameter.kind.plain(value) if value is not None else None,
            "text": parameter.kind.text(value) if value is not None else "",
            "clause": rules.clause(name),
            "origin": rules.origins.get(name, ""),
        }
        for name, parameter, value in rules.items()
        if rules.origins.get(name) not in ("absent", "without effect")
    ]
