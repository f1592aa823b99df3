"""What worker processes do for a page of somebody's own rounds: wagers and decisions made, and what is expected.

Best play of a wager is valued with the super bonus that it can win, as its chart is. Decision: 0465.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypedDict

from siete.host.history.recalled import Recalled, StoredRounds, rounds_of
from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.table import events as e
from siete.table.apply import apply
from siete.table.state.wager import Wager


class Placed(TypedDict):
    """A round's own wagers as they were placed; none where the round is void, for nothing is expected of it."""

    round: int
    rules_hash: str
    wagers: list[tuple[int, str, int]]
    """Box, wager and cents."""


class PlacedRounds(TypedDict):
    """Rounds with the rules that they were played by, as canonical JSON by hash."""

    rules: dict[str, str]
    rounds: list[Placed]


def placed(stored: StoredRounds, player: str) -> PlacedRounds:
    """What a player wagered in these rounds, oldest first; nothing of rounds that they sat out."""
    found = [each for each in rounds_of(stored) if player in each.players]
    return {
        "rules": {each.rules.rules_hash: each.rules.canonical_json for each in found},
        "rounds": [_placed(each, player) for each in found],
    }


def _placed(recalled: Recalled, player: str) -> Placed:
    wagers: Counter[tuple[int, str]] = Counter()
    for _, event in recalled.events:
        match event:
            case e.WagerPlaced(player=name, box=box, wager=wager, amount=amount) if name == player:
                wagers[box, wager.value] += amount
            case e.WagerWithdrawn(player=name, box=box, wager=wager, amount=amount) if name == player:
                wagers[box, wager.value] -= amount
            case e.RoundVoided():
                wagers.clear()
    return {
        "round": recalled.place.number,
        "rules_hash": recalled.rules.rules_hash,
        "wagers": [(box, wager, amount) for (box, wager), amount in wagers.items() if amount],
    }


_Decided = e.HitAsked | e.HandStood | e.WagerDoubled | e.HandSplit | e.HandSurrendered | e.WagerRescued
_ACTIONS: dict[type[_Decided], str] = {
    e.HitAsked: "hit",
    e.HandStood: "stand",
    e.WagerDoubled: "double",
    e.HandSplit: "split",
    e.HandSurrendered: "surrender",
    e.WagerRescued: "rescue",
}


def decisions(stored: StoredRounds, player: str) -> list[tuple[int, str, tuple[str, ...]]]:
    """What was decided in a player's rounds, in the history that counts: round, action, and the cards of the hand."""
    return [each for recalled in rounds_of(stored) if player in recalled.players for each in _decisions(recalled)]


def _decisions(recalled: Recalled) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    state, number = recalled.before, recalled.place.number
    for _, event in recalled.events:
        if isinstance(event, _Decided):
            box = state.round.box(event.box) if state.round is not None else None
            assert box is not None, "a decision is made on a hand in play"
            yield number, _ACTIONS[type(event)], tuple(map(str, box.hands[event.hand].cards))
        elif isinstance(event, e.WagerPlaced) and event.wager is Wager.INSURANCE:
            yield number, "insure", ()
        elif isinstance(event, e.InsuranceDeclined):
            yield number, "no insurance", ()
        state = apply(state, event)


def best_edges(rules_json: str, wagers: tuple[int, ...]) -> dict[int, float]:
    """The house edge of base wagers of these sizes, by best play and with the super bonus they can win."""
    from siete.odds.base.solution import best_edge

    rules = TableRules.from_json(rules_json)
    return {wager: best_edge(rules, Cents(wager)) for wager in wagers}
