"""Nothing that anybody is sent tells a hidden or undealt card before its time: every byte of every line is searched.

A table whose cards are not known to the searcher would prove little. So each round is served twice at the same place of
the stream: once as it is, and once with the hidden cards changed for others; and all that is told before they are
turned must be the same, byte for byte. Beside it every message is searched for cards that nobody has seen.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
import structlog

from siete.host.table.actor import TableActor
from siete.table.view import FLOORPERSON, PUBLIC, Role
from tests.host.guests import WITHOUT_WHEELS
from tests.server.serving import Player, Served, live_table, served

pytestmark = pytest.mark.anyio


def _cards_in(value: Any) -> Iterator[str]:
    """Every card named anywhere in a message."""
    if isinstance(value, dict):
        for each in value.values():
            yield from _cards_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from _cards_in(each)
    elif isinstance(value, str) and len(value) == 2 and value[0] in "A23456789TJQK" and value[1] in "cdhs":
        yield value


class Watch:
    """Searches what comes over lines for cards that nobody can have seen yet."""

    def __init__(self, table: TableActor) -> None:
        self.table = table
        self.messages = self.bytes = 0
        self.leaks: list[str] = []

    def __call__(self, text: str) -> None:
        self.messages += 1
        self.bytes += len(text)
        message = json.loads(text)
        if "view" not in message:
            if list(_cards_in(message)):
                self.leaks.append(text)
            return
        if "order" in text or "salt" in text or '"shoe":[' in text:
            self.leaks.append(text)
        current = message["view"].get("round")
        told = Counter(_cards_in(message["view"]))
        for event in message.get("events", ()):
            if event["event"] == "CardDealt" and not event["is_face_up"] and "card" in event:
                self.leaks.append(text)
        if current is not None and current["dealer"]["face_down"] and len(current["dealer"]["cards"]) > 1:
            self.leaks.append(text)
        on_layout = sum(len(hand["cards"]) for box in (current or {}).get("boxes", ()) for hand in box["hands"])
        on_layout += len(current["dealer"]["cards"]) + len(current["bonus_cards"]) if current else 0
        if told.total() != on_layout:
            self.leaks.append(text)


async def _rounds(server: Served, rounds: int, rng: Random) -> Watch:
    """Seven players, a spectator and reconnects; everything that is sent is searched."""
    table = server.house.table("t")
    watch = Watch(table)
    players = [await Player.come(server, "t", f"P{box}") for box in range(1, 8)]
    spectator = Player(server, "t", "")
    await spectator.connect()
    for each in (*players, spectator):
        each.on_bytes = watch
    for box, player in enumerate(players, start=1):
        await player.ask("TakeSeat", box=box, amount=10_000)
    while table.state.rounds < rounds:
        for box, player in enumerate(players, start=1):
            await _act(table, player, box, rng)
        if rng.random() < 0.3:
            again = rng.choice([*players, spectator])
            await again.leave()
            await again.connect(after=rng.choice([None, 0, table.loaded.version, max(0, table.loaded.version - 30)]))
        if rng.random() < 0.2:
            await _look_around(server, table, watch)
    for each in (*players, spectator):
        await each.leave()
    return watch


async def _act(table: TableActor, player: Player, box: int, rng: Random) -> None:
    if table.state.racks.get(player.name, 0) < 2_000:
        await player.ask("BuyChips", amount=10_000)
        if table.state.racks.get(player.name, 0) < 500:
            async with player.server.client(authorization=f"Bearer {player.token}") as client:
                await client.post("/api/v1/cage")
    legal = [each for each in player.legal if each["command"].get("box") == box]
    if not legal:
        return
    if table.state.round is not None and not table.state.round.are_wagers_closed:
        wager = next((x for x in legal if x["command"]["command"] == "PlaceWager"), None)
        is_in = any(each.number == box for each in table.state.round.boxes)
        if wager is not None and not is_in:
            await player.do(wager)
        await player.ask("Ready", legal[0]["point"])
    else:
        await player.do(rng.choice(legal))


async def _look_around(server: Served, table: TableActor, watch: Watch) -> None:
    """Everything else that can be asked for."""
    async with server.client() as client:
        for path in ("/api/v1/tables", "/api/v1/tables/t", "/metrics", "/api/v1/tables/t/view"):
            text = (await client.get(path)).text
            if path.endswith("/view"):
                watch(text)
            elif path != "/api/v1/tables/t" and list(_cards_in(_json(text))):
                watch.leaks.append(text)
        shoes = (await client.get("/api/v1/tables/t/commitments")).json()["shoes"]
        current = [shoe for shoe in shoes if shoe["shoe"] == f"t/{table.loaded.shoes}"]
        if any("order" in shoe or "salt" in shoe for shoe in current):
            watch.leaks.append("the shoe in play was told")
        future = await client.get(f"/api/v1/rounds/t/{table.state.rounds + 1}")
        if future.status_code != 404:
            watch.leaks.append(future.text)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


@pytest.mark.parametrize("rules", ["md", "wa"])
async def test_no_byte_tells_a_hidden_card(rules: str, tmp_path: Path) -> None:
    await _secret(rules, tmp_path, rounds=25)


@pytest.mark.slow
@pytest.mark.parametrize("rules", WITHOUT_WHEELS)
async def test_no_byte_tells_a_hidden_card_at_length(rules: str, tmp_path: Path) -> None:
    await _secret(rules, tmp_path, rounds=170)


async def _secret(rules: str, tmp_path: Path, rounds: int) -> None:
    log = io.StringIO()
    structlog.configure(
        logger_factory=structlog.WriteLoggerFactory(file=log),
        wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG),
    )
    try:
        async with served(tmp_path) as server:
            await live_table(server.house, WITHOUT_WHEELS[rules])
            watch = await _rounds(server, rounds, Random(rounds))
            secrets = [shoe.salt.hex() for shoe in server.house.table("t").loaded.sealed]
    finally:
        structlog.reset_defaults()
    assert watch.messages > rounds * 8
    assert not watch.leaks, watch.leaks[:2]
    written = log.getvalue()
    assert not any(secret in written for secret in secrets)
    assert not list(_cards_in(written.split()))


async def test_hidden_cards_change_no_byte(tmp_path: Path) -> None:
    """The same round with another hole card and another rest of the shoe looks the same to everybody."""
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        table = server.house.table("t")
        ana = await Player.come(server, "t", "Ana")
        await ana.ask("TakeSeat", box=2, amount=50_000)
        compared = 0
        for _ in range(400):
            current = table.state.round
            if current is not None and current.is_hole_hidden and not current.is_up_hidden:
                _compare(table)
                compared += 1
            if compared >= 15:
                break
            await _act(table, ana, 2, Random(compared))
        assert compared >= 15
        await ana.leave()


def _compare(table: TableActor) -> None:
    from dataclasses import replace

    from siete.table.fast_replace import replace as copied

    stand, current = table.loaded, table.state.round
    assert current is not None
    assert table.state.shoe is not None
    unseen = [current.dealer[1], *table.state.shoe[table.state.dealt :]]
    before = _all_told(table)
    other = next(card for card in unseen if card != unseen[0])
    place = unseen.index(other)
    unseen[0], unseen[place] = other, unseen[0]
    shoe = (*table.state.shoe[: table.state.dealt], *reversed(unseen[1:]))
    changed = copied(table.state, round=copied(current, dealer=(current.dealer[0], unseen[0])), shoe=shoe)
    table.current.loaded = replace(stand, state=changed)
    try:
        assert _all_told(table) == before
    finally:
        table.current.loaded = stand


def _all_told(table: TableActor) -> list[Any]:
    from siete.host.access.roles import SPECTATOR, HouseRole, Person

    people = [
        SPECTATOR,
        *(
            Person(rank, "Ana")
            for rank in (HouseRole.GUEST, HouseRole.DEALER, HouseRole.FLOORPERSON, HouseRole.AUDITOR)
        ),
    ]
    roles = (PUBLIC, FLOORPERSON, Role.player("Ana"))
    shown = [table.broadcaster.shown(role) for role in roles]
    for each in shown:
        each.pop("timers")
    return [shown, [table.broadcaster.own(person) for person in people]]


async def test_a_leak_would_be_noticed(tmp_path: Path) -> None:
    """The control: a server that sends a hole card along is found out."""
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        table = server.house.table("t")
        whole = table.broadcaster.shown

        def leaking(role: Role) -> dict[str, Any]:
            current = table.state.round
            told = whole(role)
            if current is not None and len(current.dealer) > 1 and current.is_hole_hidden:
                told["view"] = {**cast("dict[str, Any]", told["view"]), "hint": str(current.dealer[1])}
            return told

        table.broadcaster.shown = leaking  # type: ignore[method-assign]
        watch = await _rounds(server, 3, Random(1))
    assert watch.leaks
    await asyncio.sleep(0)
