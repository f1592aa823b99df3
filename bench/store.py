"""How fast the store is: durable batches a second, events read and folded a second, a house's start, its audit.

    python bench/store.py                                  a table for people, on a SQLite file in the working directory
    python bench/store.py --database postgresql://…        on another database, which must be empty
    python bench/store.py --json                           for programs

Batches are timed by the clock on the wall, since they wait for the disk; all else in CPU time of the whole process. A
bare sync of the same disk stands beside them, so that runs on different machines compare.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from pathlib import Path

from siete.host.audit.house import audit
from siete.host.chance.shuffling import Chance
from siete.host.house import House
from siete.host.memory_table import MemoryTable
from siete.host.settings import PRACTICE, Settings
from siete.host.streams import PracticeStreams, cage_of
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.store.codec import event_from_bytes, event_to_bytes
from siete.store.connect import open_store
from siete.store.port import Answer, Batch, Entry, EventStore, Movement, NewEvents
from siete.store.records import TableRecord
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.due import Question, Waiting
from siete.table.money import ledger
from siete.table.money import wallet as wallets
from siete.table.state.table import TableState

NOON = "2026-01-02T12:00:00.000Z"
TARGETS = {"batches_per_second": 500, "events_per_second": 20_000}
MOST = {"start_seconds": 5.0}
CHIPS = Cents(10**9)
WRITERS, BATCHES, EVENTS, TABLES = 100, 5_000, 100_000, 10


def syncs(place: Path) -> float:
    """How many times a second the disk confirms a small write."""
    file = os.open(place / "sync", os.O_RDWR | os.O_CREAT)
    start = time.perf_counter()
    for _ in range(100):
        os.write(file, bytes(4096))
        os.fdatasync(file)
    os.close(file)
    return 100 / (time.perf_counter() - start)


async def batches(store: EventStore) -> float:
    """How many commands a second are kept durably, as many tables ask for it at once."""
    data = (event_to_bytes(wallets.ChipsIssued(amount=Cents(1), by="bench", reason="to see how fast it is")),) * 6

    async def write(writer: int) -> None:
        stream = f"wallet/{writer}"
        for number in range(BATCHES // WRITERS):
            places = range(6 * number + 1, 6 * number + 7)
            batch = Batch(
                recorded_at=NOON,
                appends=(NewEvents(stream, 6 * number, data),),
                answer=Answer(stream, str(number), bytes(32), bytes(60)),
                moves=tuple(Movement(stream, place, "cage", stream, 1) for place in places),
            )
            await store.append(batch)

    start = time.perf_counter()
    await asyncio.gather(*map(write, range(WRITERS)))
    return BATCHES / (time.perf_counter() - start)


def history(seed: int, least: int) -> list[e.Event]:
    """What happens at a table until there are so many events."""
    table = MemoryTable(table_rules("md", {}), Chance(seed))
    table.comes("ana", CHIPS, box=1)
    while len(table.events) < least:
        due = table.go_on()
        if isinstance(due, Waiting):
            for ask in due.asks:
                table.do(_answer(ask.question, ask.player, ask.box))
                break
        elif table.state.round is not None:
            table.do(c.PlaceWager(player="ana", box=1, amount=Cents(2_500)))
    return table.events


def _answer(question: Question, player: str, box: int) -> c.PlayerCommand:
    kinds: dict[Question, type[c.PlayerCommand]] = {
        Question.CUT: c.RefuseCut,
        Question.LOOK: c.LookOver,
        Question.RETURN: c.ReturnToTable,
        Question.INSURANCE: c.DeclineInsurance,
    }
    return kinds.get(question, c.Stand)(player=player, box=box)


async def fill(store: EventStore) -> None:
    """Store tables whose rounds have been played for long; without snapshots, so that all of it has to be folded."""
    settings = Settings(submission='rule_set = "md"\n', seed="7", has_timers=False).at(PRACTICE)
    for number in range(TABLES):
        name = f"t{number}"
        played = history(number, EVENTS // TABLES)
        record = TableRecord(
            id=name, name=name, mode=PRACTICE, owner="house", settings=settings.to_text(), created_at=NOON
        )
        streams = PracticeStreams(name, "house")
        stream, wallet = streams.events, streams.wallet("ana")
        purse = (
            wallets.ChipsIssued(amount=CHIPS, by="bench", reason="practice"),
            wallets.ChipsTaken(table=name, amount=CHIPS),
        )
        moves = [
            Movement(stream, version, move.source, move.target, move.amount)
            for version, event in enumerate(played, 1)
            for move in ledger.moves(event)
        ]
        appends = (
            NewEvents(stream, 0, tuple(map(event_to_bytes, played))),
            NewEvents(wallet, 0, tuple(map(event_to_bytes, purse))),
        )
        issued = Movement(wallet, 1, cage_of(wallet), wallet, CHIPS)
        await store.append(Batch(recorded_at=NOON, appends=appends, moves=(*moves, issued), records=(record,)))


def folded(entries: list[Entry]) -> TableState:
    """The state after stored events."""
    state = TableState()
    for entry in entries:
        event = event_from_bytes(entry.data)
        assert isinstance(event, e.Event)
        state = apply(state, event)
    return state


async def replayed(store: EventStore) -> float:
    """How many stored events a second are read and folded."""
    start = time.process_time()
    for number in range(TABLES):
        folded(await store.read(f"practice/table/t{number}"))
    return EVENTS / (time.process_time() - start)


async def started(url: str) -> float:
    """How many seconds a house with all these events takes to open its database and all its tables."""
    start = time.process_time()
    store = await open_store(url)
    house = House(store)
    await house.start()
    taken = time.process_time() - start
    await house.close()
    await store.close()
    return taken


async def audited(url: str) -> float:
    """How many events a second an audit goes through."""
    store = await open_store(url, is_read_only=True)
    start = time.process_time()
    report = await audit(store)
    taken = time.process_time() - start
    await store.close()
    assert report.is_sound, report.findings[0]
    return report.events / taken


async def measured(url: str, place: Path) -> dict[str, float]:
    """Every figure, one after the other."""
    store = await open_store(url)
    figures = {"syncs_per_second": syncs(place), "batches_per_second": await batches(store)}
    await fill(store)
    figures["events_per_second"] = await replayed(store)
    await store.close()
    figures["start_seconds"] = await started(url)
    figures["audited_events_per_second"] = await audited(url)
    return figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", metavar="URL")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=".") as directory:
        place = Path(directory).absolute()
        figures = asyncio.run(measured(arguments.database or f"sqlite:///{place}/house.db", place))
    if arguments.json:
        print(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        told = f"at least {TARGETS[name]:,}" if name in TARGETS else f"at most {MOST[name]}" if name in MOST else ""
        print(f"{name:28} {value:12,.1f}   {told}".rstrip())


if __name__ == "__main__":
    main()
