"""A house of several processes, its database, its network, its clock and its guests, all driven by one seed.

`simulate` plays, injects faults, heals them, and then asks that everything goes on: every question answered or timed
out, no table stopped, all processes agreed, and the books closed. Everything that happens follows from the seed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, cast
from unittest.mock import patch

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.host.audit.house import audit
from siete.host.chance.entropy import Entropy
from siete.host.clock import Clock
from siete.host.cluster.member import Cluster
from siete.host.house import House
from siete.host.settings import LIVE, Settings
from siete.host.table import throttle
from siete.host.table.wire import Message
from siete.store.port import EventStore
from tests.host.simulation.database import DATABASE, Database, Link, at_once
from tests.host.simulation.guests import Guest
from tests.host.simulation.invariants import BrokenPromiseError, Ledger
from tests.host.simulation.loop import SimulatedLoop, context_of

NOBODY = "host/no-owner"
RECOVERY = 15.0
"""Seconds after the last fault within which every table must play again."""
BEGIN = datetime(2026, 1, 2, tzinfo=UTC)
TABLES = {"a": 'rule_set = "wa"\n', "b": 'rule_set = "ma"\nspin_offered = false\n'}


class SimulatedClock(Clock):
    """The loop's time, and a wall on which it is shown."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop

    def monotonic(self) -> float:
        return self._loop.time()

    def stamp(self) -> str:
        now = BEGIN + timedelta(seconds=self._loop.time())
        return f"{now:%Y-%m-%dT%H:%M:%S}.{now.microsecond // 1_000:03}Z"

    def minute(self) -> int:
        return int(self._loop.time() // 60) + 1_000_000


class Process:
    """A process of the house: its part of the cluster and its tables, in a context of its own."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.name, self.context = world, name, context_of(name)
        self.link = Link(world.database, name, self.context)
        self.cluster = Cluster(self.link, self.link, self.link.listen)
        self.house = House(
            cast(EventStore, self.link),
            clock=SimulatedClock(world.loop),
            entropy=Entropy(world.rng.randbytes),
            peers=self.cluster,
        )
        self.is_open = False
        self.spawn(self._start())

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do work as this process."""
        return self.world.loop.create_task(work, context=self.context)

    async def _start(self) -> None:
        while not self.is_open:
            try:
                await self.cluster.join(self.house, self._forward)
                self.is_open = True
            except SieteError:
                await asyncio.sleep(1.0)  # whoever runs the server starts it again

    async def _forward(self, table: str, person: Person, message: Message) -> bytes:
        owner = self.world.process(await self.cluster.owner_of(table) or "")
        if owner is None or owner.name == self.name:
            raise SieteError(NOBODY, "No process runs this table now. Send the command again.")
        done = await self.world.ask(self.name, owner, lambda: owner.serve(table, person, message, is_forwarded=True))
        return cast(bytes, done)

    async def serve(self, table: str, person: Person, message: Message, *, is_forwarded: bool = False) -> bytes:
        """Carry a command out, as the server's door does."""
        running = self.house.table(table)
        if is_forwarded and not running.is_owner:
            raise SieteError(NOBODY, "The table has moved to another process. Send the command again.")
        return (await running.submit(person, message)).answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a simulation came to."""

    seed: int
    seconds: float
    steps: int
    batches: int
    answers: int
    rounds: int
    faults: tuple[str, ...]
    trace: str
    """A digest of everything that was stored and answered, in its order."""


class World:
    """Everything there is in one simulation."""

    def __init__(self, seed: int) -> None:
        self.seed, self.rng = seed, Random(seed)
        self.loop = SimulatedLoop(self.rng, self._look)
        self.ledger = Ledger(self.loop.time)
        self.database = Database(self.loop, self.rng, self.ledger.take)
        self.processes: list[Process] = []
        self.parted = False
        """Whether processes cannot reach one another."""
        self.guests: list[Guest] = []
        self.faults: list[str] = []

    def _look(self) -> None:
        """After every step: nothing may have failed unnoticed."""
        if self.loop.failures:
            raise BrokenPromiseError(f"seed {self.seed} at {self.loop.time():.3f} s: {self.loop.failures[0]}")

    # --- processes and the network between them ----------------------------------------------------------------------

    def process(self, name: str) -> Process | None:
        """A process that lives."""
        return next((each for each in self.processes if each.name == name and name not in self.loop.dead), None)

    def living(self) -> list[Process]:
        return [each for each in self.processes if each.name not in self.loop.dead]

    def start_process(self) -> Process:
        made = Process(self, f"p{len(self.processes)}")
        self.processes.append(made)
        return made

    def kill(self, process: Process) -> None:
        """End a process in the middle of whatever it does."""
        self.loop.dead.add(process.name)
        self.loop.frozen.discard(process.name)
        self.database.listeners.pop(process.name, None)

    async def ask(self, asker: str, other: Process, work: Callable[[], Coroutine[Any, Any, object]]) -> object:
        """Let another process do something, and wait for its answer for five seconds at most."""
        answer: asyncio.Future[object] = self.loop.create_future()
        is_process = asker.startswith("p")
        back = context_of(asker)

        def settle(done: object, error: SieteError | None) -> None:
            if not answer.done() and not (is_process and self.parted):
                answer.set_exception(error) if error is not None else answer.set_result(done)

        async def serve() -> None:
            try:
                done = await work()
            except SieteError as error:
                self.loop.call_later(self.database.delay(), settle, None, error, context=back)
            else:
                self.loop.call_later(self.database.delay(), settle, done, None, context=back)

        def arrive() -> None:
            if not (is_process and self.parted) and other.name not in self.loop.dead:
                other.spawn(serve())

        self.loop.call_later(self.database.delay(), arrive, context=other.context)
        try:
            return await asyncio.wait_for(answer, 5.0)
        except TimeoutError:
            raise SieteError(NOBODY, "The process does not answer. Send the command again.") from None

    # --- a whole simulation ------------------------------------------------------------------------------------------

    async def run(self, seconds: float) -> Outcome:
        """Open the house, play under faults, heal, and see that all goes on."""
        await self._open()
        playing = [self.loop.create_task(guest.play(), context=guest.context) for guest in self.guests]
        while self.loop.time() < seconds:
            await asyncio.sleep(self.rng.expovariate(0.4))
            await self._fault()
        self._heal()
        await self._expect_life()
        for guest in self.guests:
            guest.is_leaving = True
        await asyncio.gather(*playing)
        await self._expect_agreement()
        return self._outcome()

    async def _open(self) -> None:
        one = self.start_process()
        self.start_process()
        await self._until(lambda: all(each.is_open for each in self.processes), "the house opens")
        for table, submission in TABLES.items():
            opening = one.house.open_table(table, table, LIVE, "house", Settings(submission=submission))
            await self.within(one, opening)
        for number, table in enumerate((*TABLES, *TABLES)):
            guest = Guest(self, table, 2 + number, f"guest {number % 3}")
            if number < 3:
                await self.within(one, one.house.welcome(guest.person.name))
            self.guests.append(guest)

    async def within(self, process: Process, work: Coroutine[Any, Any, Any]) -> None:
        await process.spawn(work)

    async def _fault(self) -> None:
        """One thing goes wrong; some of them last, and others come on top of them."""
        rng, loop, database = self.rng, self.loop, self.database
        process, lasts = rng.choice(self.living()), rng.choice((0.3, 2.0, 5.0, 9.0))
        kind = rng.choice(("freeze", "freeze", "kill", "cut", "cut", "part", "freeze database", "pause"))
        self.faults.append(kind)
        match kind:
            case "pause" | "freeze":
                loop.frozen.add(process.name)
                loop.call_later(0.05 if kind == "pause" else lasts, loop.frozen.discard, process.name)
            case "kill":
                self.kill(process)
                loop.call_later(rng.uniform(0.5, 3.0), self.start_process)
                if not self.living():
                    await asyncio.sleep(3.0)
            case "cut":
                database.cut.add(process.name)
                loop.call_later(lasts, self._join, process.name)
            case "part":
                self.parted = True
                loop.call_later(lasts, self._unpart)
            case _:
                loop.frozen.add(DATABASE)
                loop.call_later(min(lasts, 5.0), loop.frozen.discard, DATABASE)

    def _unpart(self) -> None:
        self.parted = False

    def _join(self, name: str) -> None:
        """A link is whole again; what was said meanwhile is lost, and the listener is told so."""
        self.database.cut.discard(name)
        process = self.process(name)
        if process is not None:
            process.link.missed()

    def _heal(self) -> None:
        self.loop.frozen.clear()
        self.parted, self.database.is_calm = False, True
        for name in tuple(self.database.cut):
            self._join(name)
        while len(self.living()) < 2:
            self.start_process()

    async def _expect_life(self) -> None:
        """Every table plays again in time, and every guest gets an answer to what they ask."""
        healed = self.loop.time()
        before = {guest: guest.answers for guest in self.guests}
        await self._until(
            lambda: all(guest.answers > before[guest] for guest in self.guests) and not self._stopped(),
            "every guest is answered again",
            RECOVERY,
        )
        rounds = self._rounds()
        await self._until(
            lambda: all(now > rounds[table] for table, now in self._rounds().items()), "rounds end", 120.0
        )
        assert self.loop.time() >= healed

    def _stopped(self) -> list[str]:
        return [table.id for each in self.living() for table in each.house.tables.values() if table.stopped]

    def _rounds(self) -> dict[str, int]:
        states = self.ledger.states
        return {table: cast(Any, states[f"table/{table}"]).rounds for table in TABLES}

    async def _until(self, is_so: Callable[[], bool], what: str, seconds: float = 60.0) -> None:
        end = self.loop.time() + seconds
        while not is_so():
            if self.loop.time() > end:
                tables = [(p.name, t) for p in self.living() for t in p.house.tables.values()]
                found = [f"{name} {table.id} {table.is_owner} {table.stopped}" for name, table in tables]
                raise BrokenPromiseError(f"seed {self.seed}: not within {seconds:.0f} s: {what}; {found}")
            await asyncio.sleep(0.1)

    async def _expect_agreement(self) -> None:
        """Whoever runs a table, and whoever follows it, has read what is stored; and the audit finds nothing."""
        store = self.database.store

        def is_agreed() -> bool:
            tables = [table for process in self.living() for table in process.house.tables.values()]
            return len(tables) >= 2 * len(TABLES) and all(
                table.loaded.version == at_once(store.head(table.loaded.streams.events)).version
                and table.state == self.ledger.states[table.loaded.streams.events]
                for table in tables
            )

        await self._until(is_agreed, "all processes agree")
        report = at_once(audit(store))
        if not report.is_sound or report.held != report.issued:
            raise BrokenPromiseError(f"seed {self.seed}: the audit finds {report.findings[:1]}")
        for guest in self.guests:
            guest.check_history()

    def _outcome(self) -> Outcome:
        return Outcome(
            seed=self.seed,
            seconds=self.loop.time(),
            steps=self.loop.steps,
            batches=self.ledger.batches,
            answers=sum(guest.answers for guest in self.guests),
            rounds=sum(self._rounds().values()),
            faults=tuple(self.faults),
            trace=self.ledger.trace.hexdigest(),
        )


def simulate(seed: int, seconds: float = 60.0) -> Outcome:
    """Everything that a seed brings, over so many simulated seconds of play under faults."""
    world = World(seed)
    with patch.object(throttle, "QUIET", 0.0):  # the same wherever it runs, and quicker rounds
        try:
            return world.loop.run_until_complete(world.run(seconds))
        finally:
            world.loop.end()
