"""Guests with open lines to tables of a house in memory, and a clock that stands until it is moved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from secrets import token_hex
from typing import Any, cast

import msgspec

from siete.host.access.roles import HouseRole, Person
from siete.host.clock import Clock
from siete.host.house import House
from siete.host.settings import LIVE, Settings
from siete.host.table.actor import TableActor
from siete.host.table.broadcaster import BROADCAST_WINDOW
from siete.host.table.wire import message_from
from siete.store.memory import MemoryStore
from siete.store.port import EventStore
from siete.table.due import Waiting

Plain = dict[str, Any]

WITHOUT_WHEELS = {
    "md": 'rule_set = "md"\nspin_offered = false\nxtreme_offered = false\n',
    "md-draft": 'rule_set = "md-draft"\n',
    "ma": 'rule_set = "ma"\nspin_offered = false\n',
    "s13": 'rule_set = "s13"\n',
    "wa": 'rule_set = "wa"\n',
    "wa-v002": 'rule_set = "wa-v002"\n',
}
"""A live submission of every rule set."""

_QUIET = ("Stand", "DeclineInsurance", "TakeBlackjack", "LookOver", "RefuseCut", "StayOut", "RefuseCard")
_ids = (f"command-{token_hex(4)}-{number:06}" for number in count(1))
"""Of no other run, since a house that was kept knows the ids of its day."""


class StillClock(Clock):
    """Monotonic time that a test moves on; on the wall it is always the same minute."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.began = super().minute()

    def monotonic(self) -> float:
        return self.now

    def minute(self) -> int:
        return self.began


def legal_of(table: TableActor, person: Person) -> list[Plain]:
    """What somebody may do now, as they are told."""
    return cast("list[Plain]", table.broadcaster.own(person)["legal"])


class Guest:
    """Somebody at one table: what they were told, and a hand to send commands with."""

    def __init__(self, table: TableActor, person: Person) -> None:
        self.table, self.person = table, person
        self.told: list[Plain] = []
        self.bytes: list[bytes] = []
        table.broadcaster.welcome(self, None)

    def send(self, data: bytes) -> None:
        self.bytes.append(data)
        self.told.append(msgspec.json.decode(data))

    @property
    def now(self) -> Plain:
        """The newest message that shows the table."""
        return next(each for each in reversed(self.told) if "view" in each)

    @property
    def legal(self) -> list[Plain]:
        return legal_of(self.table, self.person)

    def find(self, kind: str, **fields: Any) -> Plain:
        """The legal command of this kind."""
        wanted = {"command": kind, **fields}.items()
        return next(each for each in self.legal if wanted <= each["command"].items())

    async def ask(self, kind: str, point: str = "", command_id: str = "", **fields: Any) -> Plain:
        """Send a command; the answer, or the refusal as an exception."""
        sent_id = command_id or next(_ids)
        body = {"id": sent_id, "point": point, "command": {"command": kind, **fields}}
        outcome = await self.table.submit(self.person, message_from(body), self.send)
        answer: Plain = msgspec.json.decode(outcome.answer)
        return answer

    async def do(self, kind: str, **fields: Any) -> Plain:
        """Send a command that is legal now, with its own point."""
        found = self.find(kind, **{name: value for name, value in fields.items() if name not in ("amount", "at")})
        command = {**found["command"], **fields}
        del command["command"]
        return await self.ask(kind, found["point"], **command)

    async def quietly(self) -> bool:
        """Answer what is asked in the most careful way, if anything is."""
        for kind in _QUIET:
            for each in self.legal:
                if each["command"]["command"] == kind:
                    fields = {name: value for name, value in each["command"].items() if name != "command"}
                    await self.ask(kind, each["point"], **fields)
                    return True
        return False


async def house_of(store: EventStore | None = None, clock: Clock | None = None) -> House:
    """A house without tables."""
    return House(store or MemoryStore(), clock=clock)


async def open_live(house: House, rules: str = "wa", table_id: str = "t", *, has_timers: bool = False) -> TableActor:
    """A live table of a rule set."""
    settings = Settings(submission=WITHOUT_WHEELS[rules], has_timers=has_timers)
    return await house.open_table(table_id, table_id, LIVE, "house", settings)


async def come(house: House, table: TableActor, name: str, box: int = 0, amount: int = 50_000) -> Guest:
    """A guest comes in, and sits down where a box is named."""
    await house.welcome(name)
    guest = Guest(table, Person(HouseRole.GUEST, name))
    if box:
        await guest.ask("TakeSeat", box=box, amount=amount)
    return guest


async def until(table: TableActor, guests: list[Guest], is_there: Callable[[TableActor], bool]) -> None:
    """Let guests answer quietly until the table is there."""
    for _ in range(500):
        if is_there(table):
            return
        for guest in guests:
            if is_there(table):
                return
            await guest.quietly()
    raise AssertionError(f"{table.id} never came there: {table.due}")


def is_betting(table: TableActor) -> bool:
    """Whether wagers are open, and the cards ask for nothing first."""
    is_open = table.state.round is not None and not table.state.round.are_wagers_closed
    return is_open and not isinstance(table.due, Waiting)


async def wager(guest: Guest, box: int, amount: int = 0, *, is_ready: bool = True) -> None:
    """Put a base wager on a box, and say so."""
    found = guest.find("PlaceWager", box=box, wager="base")
    await guest.ask("PlaceWager", found["point"], box=box, wager="base", amount=amount or found["least"])
    if is_ready:
        await guest.ask("Ready", found["point"])


async def round_of(table: TableActor, guests: list[Guest]) -> None:
    """One whole round, played quietly by all."""
    await until(table, guests, is_betting)
    last = table.state.rounds
    for guest in guests:
        seat = next(box for box, player in table.state.seats.items() if player == guest.person.name)
        await wager(guest, seat)
    await until(table, guests, lambda each: each.state.rounds > last)


async def heard() -> None:
    """Wait until everybody has been told."""
    await asyncio.sleep(BROADCAST_WINDOW * 2)
