"""Tables as the lobby and the felt get them."""

from __future__ import annotations

from typing import Any

from siete.host.running import RunningTable
from siete.rules.table_rules import TableRules
from siete.server.felt import describe, describe_short
from siete.table.due import HOUSE
from siete.table.wagers import jackpot, match_the_dealer, wheels

Plain = dict[str, Any]


def listed(table: RunningTable) -> Plain:
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
        "state": table.condition,
        "reason": table.stopped or None,
        "owner": table.record.owner,
        "dealer": table.dealer or HOUSE,
        "limits": {"min": rules.table_min, "max": rules.table_max},
        "side_wagers": side_wagers(rules),
        "boxes": [{"box": box, "player": state.seats.get(box)} for box in range(1, rules.positions + 1)],
        "shoe": {
            "cards": cards,
            "left": left,
            "depth": round(state.dealt / cards, 4) if state.shoe is not None else 0.0,
            "decks": rules.decks,
        },
        "meters": table.meters_shown(),
        "round": state.round.number if state.round is not None else state.rounds,
        "players": len(set(state.seats.values())),
        "watching": len(table.watchers),
        "felt": describe_short(rules),
    }


def side_wagers(rules: TableRules) -> list[str]:
    """The side wagers that a table offers."""
    offered = (*match_the_dealer.offered(rules), *wheels.offered(rules), *jackpot.offered(rules))
    return [wager.value for wager in offered]


def described(table: RunningTable) -> Plain:
    """A table as its felt needs it: all that does not change from round to round, and where it stands."""
    sealed = table.stand.sealed[-1] if table.stand.sealed else None
    pace = table.settings.pace
    return {
        **listed(table),
        "felt": describe(table.rules),
        "choices": _choices(table.rules),
        "timers": {"wager": pace.wager, "play": pace.play, "insurance": pace.insurance, "cut": pace.cut},
        "commitment": {"shoe": sealed.shoe, "commitment": sealed.commitment.hex()} if sealed else None,
        "submission": table.settings.submission,
        "version": table.stand.version,
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
        if rules.origins.get(name) != "absent"
    ]
