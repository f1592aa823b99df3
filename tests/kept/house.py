"""A house with everything in it that a later version has to read, and what is known of it.

Tables of every rule set, live and for practice: two that share a meter, one that a person deals at and one where a
person stands on the floor, a decision taken back, a shoe shuffled again by order, a round in which a player is still
asked, and a table that was closed.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sys
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path
from random import Random
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any

from siete.host.access.roles import HouseRole, Person
from siete.host.audit.heads import HeadsFile, public_key, signing_key
from siete.host.clock import Clock
from siete.host.history.rounds import Recall
from siete.host.house import House
from siete.host.settings import LIVE, PRACTICE, Settings
from siete.host.table.actor import TableActor
from siete.host.table.messages import sendable
from siete.host.table.wire import message_from
from siete.store.connect import open_store
from siete.store.port import EventStore
from siete.store.records import TableRecord
from siete.table.automatic import next_due
from siete.table.due import Due
from tests.host.guests import Guest, come, is_betting, until, wager
from tests.host.playing import LIVE_TABLES, PRACTICE_TABLES, play

DORA, FRED = Person(HouseRole.DEALER, "dora"), Person(HouseRole.FLOORPERSON, "fred")
NOON = "2026-01-02T12:00:00.000Z"

_ids = (f"staff-{token_hex(4)}-{number:06}" for number in count(1))


class NoonClock(Clock):
    """It is always the same noon, so that a house that opens again at it has nothing to tell."""

    def monotonic(self) -> float:
        return 1_000.0

    def stamp(self) -> str:
        return NOON

    def minute(self) -> int:
        return 29_455_200


async def order(table: TableActor, person: Person, kind: str, **fields: Any) -> None:
    """Send a command of the staff."""
    await table.submit(person, message_from({"id": next(_ids), "command": {"command": kind, **fields}}))


async def write_house(place: Path) -> dict[str, Any]:
    """Play in a new house at a place; what is known of it."""
    store = await open_store(f"sqlite:///{place}/house.db")
    house = House(store, clock=NoonClock())
    modes = [LIVE] * len(LIVE_TABLES) + [PRACTICE] * len(PRACTICE_TABLES)
    for number, (mode, submission) in enumerate(zip(modes, LIVE_TABLES + PRACTICE_TABLES, strict=True), start=1):
        table = await _opened(house, f"t{number}", mode, submission)
        people = [await come(house, table, f"{name} {table.id}", box) for name, box in (("ana", 1), ("ben", 3))]
        await play(table, [each.person for each in people], 3, Random(3))
    await _share_a_meter(house)
    await _take_back(house)
    await _deal_by_hand(house)
    await _leave_asked(house)
    await order(house.table("t2"), FRED, "OrderReshuffle")
    await order(house.table("t3"), FRED, "TakeFloor")
    await order(house.table("t4"), FRED, "CloseTable")
    known = await facts_of(house)
    await house.close()
    known["heads"] = await heads_of(store)  # a run at a desk is noted when its house closes
    await HeadsFile(place / "heads.jsonl", signing_key(place / "audit.key")).sign(store, NOON)
    await store.close()
    return known | {"key": public_key(signing_key(place / "audit.key"))}


async def _opened(house: House, name: str, mode: str, submission: str) -> TableActor:
    seed = "7" if mode == PRACTICE else None
    return await house.open_table(
        name, name, mode, "house", Settings(submission=submission, seed=seed, has_timers=False)
    )


async def _share_a_meter(house: House) -> None:
    """Two tables, at each of which a guest wagers twice on the jackpot of both."""
    for name in ("linked1", "linked2"):
        table = await _opened(house, name, LIVE, 'rule_set = "wa"\nmeter_link = "sound"\n')
        guest = await come(house, table, f"cas {name}", 2)
        for _ in range(2):
            await until(table, [guest], is_betting)
            await wager(guest, 2, is_ready=False)
            await guest.do("PlaceWager", box=2, wager="jackpot-1")
            await guest.ask("Ready", f"{table.state.rounds + 1}.wager")
            await until(table, [guest], is_betting)


async def _to_a_decision(table: TableActor, guest: Guest, box: int) -> None:
    """Play until the guest may draw a card."""
    for _ in range(40):
        await until(table, [guest], is_betting)
        await wager(guest, box)
        if any(each["command"]["command"] == "Hit" for each in guest.legal):
            return
    raise AssertionError(f"nobody is asked at {table.id}")


async def _take_back(house: House) -> None:
    """Draw a card, take it back, and stand."""
    table = await _opened(house, "taken-back", PRACTICE, 'rule_set = "ma"\n')
    guest = await come(house, table, "eva", 5)
    await _to_a_decision(table, guest, 5)
    await guest.do("Hit")
    await guest.ask("TakeBack")
    await guest.do("Stand")
    await until(table, [guest], is_betting)


async def _deal_by_hand(house: House) -> None:
    """A round that a person deals, who stays."""
    table = await _opened(house, "by-hand", LIVE, 'rule_set = "wa"\n')
    guest = await come(house, table, "gus", 5)
    await until(table, [guest], is_betting)
    await order(table, DORA, "TakeDealing")
    last = table.state.rounds
    for _ in range(400):
        if table.state.rounds > last:
            return
        due = next_due(table.state, table.rules)
        if isinstance(due, Due):
            step = sendable(due.command)
            await order(table, DORA, str(step.pop("command")), **step)
        elif not await guest.quietly():
            await wager(guest, 5)
    raise AssertionError(f"{table.id} was not dealt to the end")


async def _leave_asked(house: House) -> None:
    """A round in which somebody is asked while the house closes."""
    table = await _opened(house, "asked", LIVE, 'rule_set = "s13"\n')
    guest = await come(house, table, "ida", 5)
    await _to_a_decision(table, guest, 5)


async def facts_of(house: House) -> dict[str, Any]:
    """What people see of a house: its tables, those that were closed, and how long every stream is."""
    for stream in await house.store.streams("wallet/"):
        await house.cache.wallet(stream)  # as when its owner comes in again
    return {
        "tables": {name: await facts_of_table(house, table) for name, table in sorted(house.tables.items())},
        "closed": sorted(each.id for each in await house.store.records(TableRecord) if each.is_closed),
        "heads": await heads_of(house.store),
    }


async def heads_of(store: EventStore) -> dict[str, int]:
    """How long every stream is."""
    return {head.stream: head.version for head in await store.heads()}


async def facts_of_table(house: House, table: TableActor) -> dict[str, Any]:
    """What the floor and every player are sent who come to a table now, and what its rounds came to."""
    people = [FRED, *(Person(HouseRole.GUEST, name) for name in sorted(table.state.racks))]
    recall = Recall(house.store, replace(table.loaded.streams, table=table.id), table.rules)
    return {
        "rules_hash": table.rules.rules_hash,
        "sent": {person.name: Guest(table, person).now for person in people},
        "rounds": [[asdict(result) for result in (await recall.at(place)).results] for place in await recall.places()],
    }


def main() -> None:
    """Write a house to the folder that is named."""
    place = Path(sys.argv[1])
    place.mkdir(parents=True)
    with TemporaryDirectory() as folder:
        made = Path(folder)
        known = asyncio.run(write_house(made))
        (place / "house.db.gz").write_bytes(gzip.compress((made / "house.db").read_bytes(), mtime=0))
        (place / "heads.jsonl").write_bytes((made / "heads.jsonl").read_bytes())
    text = json.dumps(known, indent=1, sort_keys=True, ensure_ascii=False)
    (place / "house.json").write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    main()
