"""A finished round in short: when, who, and what every wager came to."""

from __future__ import annotations

from siete.host.history.recalled import Recalled
from siete.plain import Plain
from siete.table.money.results import WagerResult


def summary(recalled: Recalled) -> Plain:
    """What a list of rounds says of one."""
    return {
        "round": recalled.place.number,
        "began_at": recalled.place.began_at,
        "ended_at": recalled.place.ended_at,
        "players": list(recalled.players),
        "boxes": list(recalled.boxes),
        "results": [result_plain(each) for each in recalled.results],
    }


def result_plain(result: WagerResult) -> Plain:
    """The result of a wager."""
    return {
        "player": result.player,
        "box": result.box,
        "hand": result.hand,
        "wager": result.wager,
        "line": result.line,
        "paid": result.payout,
        "returned": result.returned,
        "collected": result.collected,
        "clause": result.clause,
    }
