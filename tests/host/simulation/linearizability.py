"""Whether a history of concurrent purchases from one wallet could have happened one after the other.

A purchase is done when the wallet holds enough and refused when it does not. A history is linearizable if some order
explains every outcome and puts no purchase before one that was answered before it was sent (Wing and Gong's search,
with the states that were tried remembered).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from siete.host.cage import FIRST_CHIPS
from tests.host.simulation.guests import Guest, UnknownError
from tests.host.simulation.world import World

SEAT, BUYERS, PURCHASES = 5_000, 2, 9


@dataclass(frozen=True, slots=True)
class Purchase:
    """Chips that were asked for: when it was sent first and answered, and whether it was done."""

    sent: float
    answered: float
    amount: int
    is_done: bool


def is_linearizable(history: Sequence[Purchase], balance: int) -> bool:
    """Whether one order of the purchases, from this balance on, explains every outcome."""

    @cache
    def explains(left: frozenset[int], balance: int) -> bool:
        if not left:
            return True
        first_answer = min(history[number].answered for number in left)
        return any(
            explains(left - {number}, balance - history[number].amount * history[number].is_done)
            for number in left
            if history[number].sent <= first_answer and (history[number].amount <= balance) == history[number].is_done
        )

    return explains(frozenset(range(len(history))), balance)


def purchases(seed: int, seconds: float = 30.0) -> list[Purchase]:
    """What several lines of one guest bought at two tables through two processes, under faults."""
    world = World(seed)
    try:
        return world.loop.run_until_complete(_purchases(world, seconds))
    finally:
        world.loop.end()


async def _purchases(world: World, seconds: float) -> list[Purchase]:
    await world._open()
    await world._until(lambda: all(len(each.house.tables) == 2 for each in world.processes), "both know the tables")
    guests = [guest for guest in world.guests if guest.person.name == "guest 0"]
    for guest in guests:
        await _answer(guest, {"command": "TakeSeat", "box": guest._box, "amount": SEAT})
    history: list[Purchase] = []
    buying = [world.loop.create_task(_buy(world, guest, history)) for guest in guests for _ in range(BUYERS)]
    while world.loop.time() < seconds:
        await asyncio.sleep(world.rng.expovariate(0.5))
        await world._fault()
    world._heal()
    await asyncio.wait_for(asyncio.gather(*buying), 600)
    refused = {code for guest in guests for code in guest.refusals}
    assert refused <= {"wallet/not-enough-chips"}, refused
    return history


async def _buy(world: World, guest: Guest, history: list[Purchase]) -> None:
    for _ in range(PURCHASES):
        await asyncio.sleep(world.rng.uniform(0.0, 4.0))
        amount, sent = 500 * world.rng.randint(1, 20), world.loop.time()
        answer = await _answer(guest, {"command": "BuyChips", "amount": amount})
        history.append(Purchase(sent, world.loop.time(), amount, answer is not None))


async def _answer(guest: Guest, command: dict[str, object]) -> bytes | None:
    """Send a command under one id until it is answered; None for a refusal."""
    body = guest._command("", command)
    while True:
        process = guest._process()
        try:
            if process is not None:
                return await guest._ask(process, body)
        except UnknownError:
            pass
        await asyncio.sleep(0.2)


def begins_with() -> int:
    """What the wallet holds when the first purchase is sent."""
    return int(FIRST_CHIPS) - 2 * SEAT
