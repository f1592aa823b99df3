"""A house with guests who play by lot, through the same door as everybody: for audits, recalls and benches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random
from secrets import token_hex
from typing import Any

from siete.errors import SieteError
from siete.host.access.roles import HouseRole, Person
from siete.host.clock import Clock
from siete.host.house import House
from siete.host.settings import LIVE, PRACTICE, Settings
from siete.host.table.actor import TableActor
from siete.host.table.decision_points import expected_point, wager_point
from siete.host.table.messages import sendable
from siete.host.table.wire import Message
from siete.money import Cents
from siete.store.port import EventStore
from siete.table.due import Refusal
from siete.table.legal import legal

LIVE_TABLES = (
    'rule_set = "md"\nmtd_offered = true\nspin_offered = false\nxtreme_offered = false\n',
    'rule_set = "md-draft"\n',
    'rule_set = "ma"\nspin_offered = false\n',
    'rule_set = "s13"\n',
    'rule_set = "wa"\n',
    'rule_set = "wa-v002"\n',
)
"""A live table of each rule set; wheels whose weights are invented cannot be live."""

PRACTICE_TABLES = ('rule_set = "md"\n', 'rule_set = "ma"\n', 'rule_set = "wa"\njackpot_type = "house"\n')

_ids = (f"command-{token_hex(4)}-{number:08}" for number in count(1))
"""Of no other run, since a house that was kept knows the ids of its day."""


async def opened_house(
    store: EventStore, live: Sequence[str], practice: Sequence[str] = (), clock: Clock | None = None
) -> House:
    """A house with a table for each of these submissions; nobody is hurried."""
    house = House(store, clock=clock)
    for mode, submissions in ((LIVE, live), (PRACTICE, practice)):
        for submission in submissions:
            settings = Settings(submission=submission, seed="7" if mode == PRACTICE else None, has_timers=False)
            number = len(house.tables) + 1
            await house.open_table(f"t{number}", f"Table {number}", mode, "house", settings)
    return house


async def played_house(store: EventStore, rounds: int, rng: Random) -> House:
    """A house with a table of every kind, at each of which two guests have played."""
    house = await opened_house(store, LIVE_TABLES, PRACTICE_TABLES)
    for table in house.tables.values():
        people = [await come(house, table, f"{name} {table.id}", box) for name, box in (("ana", 1), ("ben", 3))]
        await play(table, people, rounds, rng)
    return house


async def come(house: House, table: TableActor, name: str, box: int) -> Person:
    """A guest comes into the house, with chips from the cage, and sits down."""
    person = Person(HouseRole.GUEST, name)
    await house.welcome(name)
    await send(table, person, "", "TakeSeat", box=box, amount=Cents(20_000))
    return person


async def send(table: TableActor, person: Person, point: str, kind: str, **fields: Any) -> bytes:
    """Send a command as a page would."""
    message = Message(id=next(_ids), point=point, kind=kind, fields=fields)
    return (await table.submit(person, message)).answer


async def play(table: TableActor, people: Sequence[Person], rounds: int, rng: Random) -> None:
    """Let people play rounds: each wagers, says so, and answers what is asked by lot."""
    last = table.state.rounds + rounds
    for _ in range(400 * rounds):
        if table.state.rounds >= last or table.stopped:
            break
        for person in people:
            await _act(table, person, rng)
    assert table.state.rounds >= last, f"{table.id} came to a stand at {table.due}"


async def _act(table: TableActor, person: Person, rng: Random) -> None:
    current = table.state.round
    offered = _offered(table, person)
    is_betting = current is not None and not current.are_wagers_closed
    has_wagered = current is not None and person.name in current.players()
    if is_betting and has_wagered and person.name in table.readiness.names:
        return
    wagers = [each for each in offered if each["command"]["command"] == "PlaceWager"]
    if is_betting and not wagers and not has_wagered:
        await _try(table, person, "", "BuyChips", amount=10_000)
    elif is_betting and has_wagered and rng.random() < 0.6:
        await _try(table, person, wager_point(table.state), "Ready")
    elif offered:
        chosen = rng.choice(offered)
        if is_betting and not has_wagered and wagers:
            chosen = next((each for each in wagers if each["command"]["wager"] == "base"), chosen)
        await _try(table, person, chosen["point"], **_filled(chosen, rng))


def _offered(table: TableActor, person: Person) -> list[dict[str, Any]]:
    """What the person may do, each with the point it answers."""
    return [
        {
            "command": sendable(template.command),
            "point": expected_point(table.state, table.due, template.command),
            **({"least": template.least, "most": template.most, "step": template.step} if template.step else {}),
        }
        for template in legal(table.state, table.rules, person.name)
    ]


def _filled(chosen: dict[str, Any], rng: Random) -> dict[str, Any]:
    fields = dict(chosen["command"])
    kind = fields.pop("command")
    if chosen.get("step") and "amount" in fields:
        steps = (min(chosen["most"], 1_000) - chosen["least"]) // chosen["step"]
        fields["amount"] = chosen["least"] + rng.randint(0, max(0, steps)) * chosen["step"]
    return {"kind": kind, **fields}


async def _try(table: TableActor, person: Person, point: str, kind: str, **fields: Any) -> None:
    try:
        await send(table, person, point, kind, **fields)
    except Refusal:
        pass  # amounts need not be made of chips, and others may have been quicker
    except SieteError as error:
        if error.code != "command/passed-point":
            raise
