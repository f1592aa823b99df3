"""What the odds expect of a table's day: each round by the rules it was played under, which may change within it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot
from typing import NamedTuple

from fastapi import Request

from siete.host.access.roles import Person
from siete.host.floor.day_book import Volumes
from siete.host.floor_desk import FloorTable
from siete.host.table.actor import TableActor
from siete.lab.holds import ExpectedHold
from siete.server.floor.overview import desk_of
from siete.server.services import services_of, waiting_person

Odds = Mapping[str, Mapping[str, ExpectedHold]]
"""By rules hash, then by wager."""


class Expectation(NamedTuple):
    """What some wagers should bring, in cents, and the standard deviation of it."""

    result: float
    spread: float


async def odds_of(request: Request, person: Person, table: FloorTable | TableActor, hashes: Iterable[str]) -> Odds:
    """The odds of the rules that rounds were played under."""
    desk, services = desk_of(request), services_of(request)
    found: dict[str, Mapping[str, ExpectedHold]] = {}
    for rules_hash in hashes:
        rules = await desk.rules_by_hash(table, rules_hash)
        found[rules_hash] = await services.holds.get(waiting_person(request, person), rules)
    return found


def expected(volumes: Volumes, wager: str, odds: Odds) -> Expectation | None:
    """What a wager should have brought; None where the odds of some of it are not known."""
    parts = [(volume, odds.get(rules_hash, {}).get(wager)) for rules_hash, volume in volumes.items()]
    known = [(volume, each) for volume, each in parts if each is not None]
    if not known or len(known) < len(parts):
        return None
    result = sum(each.hold * volume.wagered for volume, each in known)
    return Expectation(result, hypot(*(each.spread(volume.squares, volume.shared) for volume, each in known)))
