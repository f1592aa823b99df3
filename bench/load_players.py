"""Players for the load: guests over `siete.client`, as any program would be.

Every player keeps the next thing it can do ready, and `pace` decides when whose turn it is: commands come at random
moments at a set rate, whether or not the server has answered those before.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from siete.client import Client
from siete.errors import SieteError
from siete.wire.messages import Events, Legal, Snapshot

_ANSWERS = ("Stand", "DeclineInsurance", "TakeBlackjack", "LookOver", "RefuseCut", "StayOut")
_READY: dict[str, object] = {"command": "Ready"}


@dataclass
class Figures:
    """What the players measured."""

    times: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    """How late the generator itself sent each command."""
    starved: int = 0
    """Moments at which no player had anything to do."""
    refused: dict[str, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


class Ready:
    """The players who have something to do."""

    def __init__(self) -> None:
        self._players: list[Player] = []

    def add(self, player: Player) -> None:
        self._players.append(player)

    def take(self) -> Player | None:
        """One of them, at random."""
        if not self._players:
            return None
        at = random.randrange(len(self._players))
        self._players[at], self._players[-1] = self._players[-1], self._players[at]
        return self._players.pop()


class Player:
    """One player: wagers the least, stands where it can."""

    def __init__(self, box: int, ready: Ready, figures: Figures) -> None:
        self.box, self._ready, self._figures = box, ready, figures
        self._choice: tuple[dict[str, object], str] | None = None
        self._done = self._wagered = ""
        self._is_waiting = self._is_over = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def sit(self, address: str, table: str, chips: int) -> None:
        """Come in under a name of one's own and take a seat."""
        async with Client(address, name=f"{table} {self.box}") as client:
            self._line = await client.table(table).__aenter__()
        await self._line.send("TakeSeat", box=self.box, amount=chips)
        self._soon(self._watch())

    def _soon(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _watch(self) -> None:
        try:
            async for state in self._line:
                self._see(state)
        except SieteError as error:
            self._figures.errors.append(str(error))

    def _see(self, state: Snapshot | Events) -> None:
        """Look at what is one's own; most states hold nothing to do."""
        legal = [each for each in state.you.legal if each.command.get("box") == self.box and each.point != self._done]
        if not state.you.legal:
            self._choice = None
            return
        is_wager = state.stage == "wager"
        if not is_wager or not self._wagered:
            self._choice, self._wagered = _chosen(legal, ("PlaceWager",) if is_wager else _ANSWERS), ""
        self._wait()

    def _wait(self) -> None:
        if self._choice is not None and not self._is_waiting:
            self._is_waiting = True
            self._ready.add(self)

    def act(self) -> bool:
        """Send what there is to do now, if it is still there."""
        self._is_waiting = False
        if self._choice is None or self._is_over:
            return False
        command, point = self._choice
        self._done, self._choice = point, None
        self._soon(self._send(command, point))
        self._wagered = point if command["command"] == "PlaceWager" else ""
        if self._wagered:
            self._choice = (_READY, point)
            self._wait()
        return True

    async def _send(self, command: dict[str, object], point: str) -> None:
        fields = dict(command)
        began = time.perf_counter()
        try:
            await self._line.send(str(fields.pop("command")), point=point, **fields)
            self._figures.times.append(time.perf_counter() - began)
        except SieteError as error:
            self._figures.refused[error.code] = self._figures.refused.get(error.code, 0) + 1

    async def close(self) -> None:
        """Leave."""
        self._is_over = True
        for task in tuple(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self._line.__aexit__(None, None, None)


class Watcher:
    """Somebody who looks on at a table and reads all that comes."""

    async def come(self, address: str, table: str) -> None:
        """Open a connection without a name."""
        async with Client(address) as client:
            self._line = await client.table(table).__aenter__()

    async def close(self) -> None:
        """Go."""
        await self._line.__aexit__(None, None, None)


def _chosen(legal: Iterable[Legal], kinds: tuple[str, ...]) -> tuple[dict[str, object], str] | None:
    found = {each.name: each for each in reversed(tuple(legal))}
    first = next((found[kind] for kind in kinds if kind in found), None)
    return (first.command, first.point) if first is not None else None


async def pace(rate: float, ready: Ready, figures: Figures, until: asyncio.Event) -> None:
    """Let players act at random moments, `rate` of them a second on average, whatever the server does."""
    due = time.perf_counter()
    while not until.is_set():
        now = time.perf_counter()
        if due > now:
            await asyncio.sleep(due - now)
            continue
        player = ready.take()
        while player is not None and not player.act():
            player = ready.take()
        if player is None:
            figures.starved += 1
        else:
            figures.lags.append(time.perf_counter() - due)
        due += random.expovariate(rate)
        if due < now - 1:  # the machine slept: do not send a second's commands at once
            due = now
