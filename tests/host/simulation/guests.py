"""Guests of a simulated house: each keeps a line to some process, plays, and sends again what was not answered."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from siete.errors import SieteError
from siete.host.access.roles import HouseRole, Person
from siete.host.table.wire import message_from
from tests.host.simulation.database import at_once
from tests.host.simulation.invariants import BrokenPromiseError
from tests.host.simulation.loop import context_of
from tests.server.attacks.test_secrecy import Watch
from tests.server.faults.test_kills import Bot

if TYPE_CHECKING:
    from tests.host.simulation.world import Process, World

PATIENCE = 4.0
"""Seconds without a word until a guest tries another process."""


class Line:
    """A guest's open line at a process; what is sent arrives later, in its order."""

    def __init__(self, guest: Guest, number: int) -> None:
        self.person, self._guest, self._number = guest.person, guest, number
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self._at = 0.0

    def __hash__(self) -> int:
        """The same in every run, so that lines are served in the same order."""
        return self._number

    def send(self, data: bytes) -> None:
        world = self._guest.world
        self._guest.watch(data.decode())
        if self._guest.watch.leaks:
            raise BrokenPromiseError(f"seed {world.seed}: a hidden card was told: {self._guest.watch.leaks[0][:200]}")
        self._at = max(self._at + 1e-9, world.loop.time() + world.rng.uniform(0.0002, 0.01))
        world.loop.call_at(self._at, self.heard.put_nowait, data, context=self._guest.context)


@dataclass(frozen=True, slots=True)
class Done:
    """A command in a guest's history: when it was sent first and answered, and the version it was done at."""

    id: str
    sent: float
    answered: float
    version: int


class Guest:
    """Somebody who plays at one table, whatever happens to the processes."""

    def __init__(self, world: World, table: str, box: int, name: str) -> None:
        self.world, self.table = world, table
        self.person = Person(HouseRole.GUEST, name)
        self.context = context_of(f"client {table}{box}")
        self.watch = Watch(cast(Any, None))
        self.answers = 0
        self.is_leaving = False
        self.history: list[Done] = []
        self.refusals: Counter[str] = Counter()
        self._bot = Bot(table, box, "", name)
        self._sent = 0
        self._lines = 0
        self._box = box

    async def play(self) -> None:
        """Play until told to leave, over one line after the other."""
        pending: dict[str, Any] | None = None
        since = 0.0
        while not (self.is_leaving and pending is None):
            process = self._process()
            if process is None:
                await asyncio.sleep(0.5)
                continue
            line = await self._connect(process)
            while line is not None:
                try:
                    if pending is not None:
                        answer = await self._ask(process, pending)
                        self._note(pending["id"], since, answer)
                        pending = None
                    elif self.is_leaving:
                        break
                    data = json.loads(await asyncio.wait_for(line.heard.get(), PATIENCE))
                    while not line.heard.empty():
                        data = json.loads(line.heard.get_nowait())
                except (TimeoutError, UnknownError):
                    self._disconnect(process, line)
                    break
                chosen = self._chosen(data)
                if chosen is not None:
                    pending, since = chosen, self.world.loop.time()

    def _process(self) -> Process | None:
        open_ones = [each for each in self.world.living() if each.is_open]
        return self.world.rng.choice(open_ones) if open_ones else None

    async def _connect(self, process: Process) -> Line | None:
        self._lines += 1
        line = Line(self, 1_000 * self._box + self._lines)

        async def welcome() -> None:
            process.house.table(self.table).broadcaster.welcome(line, None)

        try:
            await self.world.ask("client", process, welcome)
        except SieteError:
            await asyncio.sleep(0.5)
            return None
        return line

    def _disconnect(self, process: Process, line: Line) -> None:
        table = process.house.tables.get(self.table)
        if table is not None:
            table.subscribers.remove(line)

    def _chosen(self, data: dict[str, Any]) -> dict[str, Any] | None:
        """What to do next; now and then chips are bought or the seat is left, which moves money between streams."""
        if "you" not in data:
            return None
        lot = self.world.rng.random()
        if data["you"]["boxes"] and lot < 0.15:
            return self._command("", {"command": "BuyChips", "amount": 1_000})
        if data["you"]["boxes"] and lot < 0.2:
            return self._command("", {"command": "LeaveTable"})
        chosen = self._bot._choice(data)
        return self._command(*chosen) if chosen is not None else None

    def _command(self, point: str, command: dict[str, Any]) -> dict[str, Any]:
        self._sent += 1
        return {"id": f"{self.table}-{self._box}-{self._sent:06}", "point": point, "command": command}

    async def _ask(self, process: Process, body: dict[str, Any]) -> bytes | None:
        """The answer; None for a refusal, after which nothing has changed."""
        message = message_from(body)
        try:
            done = await self.world.ask("client", process, lambda: process.serve(self.table, self.person, message))
        except SieteError as error:
            if error.code.startswith(("host/", "history/", "store/")):
                await asyncio.sleep(0.3)
                raise UnknownError from None
            self.answers += 1
            self.refusals[error.code] += 1
            return None
        return cast(bytes, done)

    def _note(self, sent_id: str, sent: float, answer: bytes | None) -> None:
        """An answer came: it must be durable, word for word."""
        if answer is None:
            return
        kept = at_once(self.world.database.store.answer(self.person.scope, sent_id))
        if kept is None or kept.answer != answer:
            raise BrokenPromiseError(f"seed {self.world.seed}: {sent_id} was answered and is not stored so")
        self.answers += 1
        self.world.ledger.trace.update(answer)
        self.history.append(Done(sent_id, sent, self.world.loop.time(), json.loads(answer)["version"]))

    def check_history(self) -> None:
        """What was answered before something else was sent comes before it in the stream."""
        for one, next_one in zip(self.history, self.history[1:], strict=False):
            if one.version > next_one.version:
                raise BrokenPromiseError(f"seed {self.world.seed}: {next_one.id} went back before {one.id}")


class UnknownError(Exception):
    """Nobody knows what became of a command: send it again under its id."""
