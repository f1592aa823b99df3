"""The walk of a hit that docs/architecture.md draws: each part in turn, and nothing calls back up."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, SimpleNamespace
from typing import cast

import msgspec
import pytest

from siete.host.table.actor import TableActor
from siete.host.table.wire import message_from
from siete.server.services import Services
from siete.server.ws.sockets import Line, _handle
from siete.table.due import Question, Waiting
from tests.host.guests import Guest, come, heard, house_of, open_live, until, wager

pytestmark = pytest.mark.anyio

WALK = ("server.ws.sockets", "host.table.actor", "host.table.handlers", "host.table.writer")
PARTS = (*WALK, "host.table.plans", "host.turn", "host.table.broadcaster")
"""From the top down."""

Call = tuple[str, str]


class Trace:
    """The calls from one part into another, each counted once however often its coroutine is resumed."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self._frames: list[FrameType] = []

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        part = _part(frame)
        if event != "call" or not part or any(each is frame for each in self._frames):
            return
        self._frames.append(frame)
        caller = _caller(frame)
        if caller != part:
            self.calls.append((caller, part))


def _part(frame: FrameType) -> str:
    name = str(frame.f_globals.get("__name__", "")).removeprefix("siete.")
    return name if name in PARTS else ""


def _caller(frame: FrameType) -> str:
    above = frame.f_back
    while above is not None and not _part(above):
        above = above.f_back
    return _part(above) if above is not None else ""


@contextmanager
def traced() -> Iterator[list[Call]]:
    trace = Trace()
    sys.setprofile(trace)
    try:
        yield trace.calls
    finally:
        sys.setprofile(None)


def is_playing(table: TableActor) -> bool:
    return isinstance(table.due, Waiting) and table.due.asks[0].question is Question.PLAY


async def hit(ana: Guest) -> list[Call]:
    """The calls of one hit, from the message on the line to the broadcast."""
    found = ana.find("Hit")
    sent = {"type": "command", "id": "the-hit-itself", "point": found["point"], "command": found["command"]}
    with traced() as calls:
        services = cast(Services, SimpleNamespace(message=message_from))  # it asks them for nothing else
        done = await _handle(services, ana.table, cast(Line, ana), msgspec.json.encode(sent))
        await heard()
    assert done == "done"
    return calls


async def test_a_hit_passes_each_part_in_one_direction() -> None:
    house = await house_of()
    table = await open_live(house)
    ana = await come(house, table, "Ana", 1)
    while not is_playing(table):
        await until(table, [ana], lambda each: any(x["command"]["command"] == "PlaceWager" for x in ana.legal))
        await wager(ana, 1)
        await asyncio.sleep(0)
    calls = await hit(ana)
    inside = [call for call in calls if call[0]]
    upward = [call for call in inside if PARTS.index(call[0]) >= PARTS.index(call[1])]
    assert not upward
    assert tuple(dict.fromkeys(part for _, part in calls if part in WALK)) == WALK
    entered = Counter(part for _, part in inside)
    assert entered["host.table.handlers"] == entered["host.table.writer"] == entered["host.table.broadcaster"] == 1
    assert ("host.table.plans", "host.turn") in inside
    assert inside[-1] == ("host.table.writer", "host.table.broadcaster")
    assert ("", "host.table.broadcaster") in calls, "the broadcast itself comes later, from the event loop"
    assert "events" in ana.now


def test_the_trace_would_notice_a_call_back_up() -> None:
    """The control: a part that calls one above it is found out."""
    spaces: dict[str, dict[str, object]] = {name: {"__name__": f"siete.{name}"} for name in WALK}
    exec("def up():\n    pass\n", spaces["host.table.actor"])
    spaces["host.table.writer"]["up"] = spaces["host.table.actor"]["up"]
    exec("def write():\n    up()\n", spaces["host.table.writer"])
    write = spaces["host.table.writer"]["write"]
    assert callable(write)
    with traced() as calls:
        write()
    assert calls == [("", "host.table.writer"), ("host.table.writer", "host.table.actor")]
