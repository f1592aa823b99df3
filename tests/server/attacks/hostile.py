"""Requests that are meant to keep a server busy, and how busy its event loop is meanwhile."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Awaitable
from dataclasses import dataclass

Bodies = tuple[dict[str, object] | bytes, ...]

DOTS = "a" + ".a" * 24_000 + " = 1\n"
HEADERS = 'rule_set = "md"\n' + "".join(f"[t{number}]\n" for number in range(7_000))
KEYS = 'rule_set = "md"\n' + "".join(f"k{number} = 1\n" for number in range(5_500))
DEEP = "a = " + "[" * 25_000 + "\n"
SUBMISSIONS = (DOTS, HEADERS, KEYS, DEEP, 'rule_set = "md"\n' + "".join(f"deck{n} = 1\n" for n in range(1_900)))
GENERIC: Bodies = (
    b"[" * 60_000,
    b'{"a":' * 12_000,
    b"{" + b",".join(b'"k%d":1' % number for number in range(6_000)) + b"}",
    b'{"text":"' + b"\\u0000" * 10_000 + b'"}',
    b"\xff\xfe" * 30_000,
    b'{"name":' + b"9" * 60_000 + b"}",
)


def long_rounds() -> str:
    """A text of rounds as long as a server takes: seven boxes, many cards."""
    boxes = range(1, 8)
    head = 'format = "siete-s21/1"\nrules = "wa"\n'
    players = ", ".join(f"p{box} = 5000" for box in boxes)
    seats = ", ".join(f'{box} = "p{box}"' for box in boxes)
    wagers = "".join(f'    {{ box = {box}, player = "p{box}", base = 25 }},\n' for box in boxes)
    cards = "2s 3h 2d 3c 2h 3s 2c 6h " * 2 + "3d 2s 3h 2d 3c 2h 3s 7c 5d " * 3
    one = f'[[round]]\nplayers = {{ {players} }}\nseats = {{ {seats} }}\nwagers = [\n{wagers}]\ncards = "{cards}"\n'
    hits = 'decisions = ["1 hit", "1 hit", "1 stand", "2 hit", "2 stand"]\n'
    return head + (one + hits) * min(50, 59_000 // len(one + hits))


HOPS = 4
PATIENCE = 1.0
"""Seconds for which a busy thread keeps the interpreter, so that one is seen within a few turns of the loop."""


@dataclass
class Lag:
    """The most CPU time that this process spent while the loop turned a few times: what everybody else waits for."""

    worst: float = 0.0
    laps: int = 0

    async def watch(self) -> None:
        began = time.process_time()
        while True:
            for _ in range(HOPS):
                await asyncio.sleep(0.0005)
            now = time.process_time()
            self.worst, began = max(self.worst, now - began), now
            self.laps += 1

    async def lap(self) -> None:
        """Wait until the loop has turned a few times, however busy the machine is: what it did is in `worst` then."""
        last = self.laps
        while self.laps == last:
            await asyncio.sleep(0.001)


async def lag_during(work: Awaitable[object]) -> float:
    """The worst lag of the loop while this is done."""
    lag, before = Lag(), sys.getswitchinterval()
    gc.disable()  # a collection of everything that a test run has made would be taken for lag
    sys.setswitchinterval(PATIENCE)
    watching = asyncio.create_task(lag.watch())
    try:
        await lag.lap()
        await work
        await lag.lap()
    finally:
        watching.cancel()
        sys.setswitchinterval(before)
        gc.enable()
    return lag.worst


def reference() -> float:
    """CPU time of work that hardly anybody notices: some sixty milliseconds on a quiet machine."""
    began = time.process_time()
    sum(number * number for number in range(1_400_000))
    return time.process_time() - began
