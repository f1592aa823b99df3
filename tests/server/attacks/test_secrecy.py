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
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
import structlog

from siete.cards import Rank
from siete.host.chance.shuffling import Chance
from siete.host.table.actor import TableActor
from siete.host.table.broadcaster import Broadcaster
from siete.host.table.decision_points import stage
from siete.host.table.messages import encode
from siete.host.turn import Automation, Turn
from siete.store.codec import event_to_bytes
from siete.table import commands as c
from siete.table.due import Waiting
from siete.table.frozen.fast_replace import replace as copied
from siete.table.state.table import TableState
from siete.table.view import FLOORPERSON, PUBLIC, Role
from tests.fuzz.coverage import run
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
    name = player.server.guest(player.name).name
    if table.state.racks.get(name, 0) < 2_000:
        await player.ask("BuyChips", amount=10_000)
        if table.state.racks.get(name, 0) < 500:
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
    stand = table.loaded
    before = _all_told(table)
    table.current.loaded = replace(stand, state=_swapped(table))
    try:
        assert _all_told(table) == before
    finally:
        table.current.loaded = stand


def _swapped(table: TableActor, *, keeps: int = 0) -> TableState:
    """The state with another hole card and another rest of the shoe; the next cards stay, as many as are to be kept."""
    current, shoe, dealt = table.state.round, table.state.shoe, table.state.dealt + keeps
    assert current is not None
    assert shoe is not None
    unseen = [current.dealer[1], *shoe[dealt:]]
    place = next(place for place, card in enumerate(unseen) if card != unseen[0])
    unseen[0], unseen[place] = unseen[place], unseen[0]
    hidden = copied(current, dealer=(current.dealer[0], unseen[0]))
    return copied(table.state, round=hidden, shoe=(*shoe[:dealt], *reversed(unseen[1:])))


async def test_hidden_cards_change_neither_work_nor_size(tmp_path: Path) -> None:
    """The lines that Python runs for an answer and all messages after it, and their bytes, whatever is hidden.

    Time is not measured: it differs by more than a card could make from one answer to the next.
    """
    await _compare_work(tmp_path)


async def test_work_that_depends_on_a_hidden_card_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    shown = Broadcaster.shown

    def slower(broadcaster: Broadcaster, role: Role) -> Any:
        current = broadcaster._table.state.round
        if current is not None and len(current.dealer) > 1:
            for _ in range(list(Rank).index(current.dealer[1].rank)):
                shown(broadcaster, role)
        return shown(broadcaster, role)

    monkeypatch.setattr(Broadcaster, "shown", slower)
    with pytest.raises(AssertionError, match="the hole card"):
        await _compare_work(tmp_path)


async def _compare_work(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        await live_table(server.house, WITHOUT_WHEELS["md"])
        table = server.house.table("t")
        players = [await Player.come(server, "t", name) for name in ("Ana", "Bea")]
        for player, box in zip(players, (2, 4), strict=True):
            await player.ask("TakeSeat", box=box, amount=50_000)
        compared = 0
        for turn in range(600):
            due, current = table.due, table.state.round
            is_first = isinstance(due, Waiting) and [ask.box for ask in due.asks][:1] == [2]
            is_hidden = current is not None and current.is_hole_hidden and not current.is_up_hidden
            if is_first and is_hidden and "play" in due_stage(table) and len(current.boxes if current else ()) == 2:
                same, other = (_work(table, state) for state in (copied(table.state), _swapped(table, keeps=1)))
                assert same == other or not same[2], "the hole card is turned where the hit ends the round"
                compared += same[2]
            if compared >= 8:
                break
            await _act(table, players[turn % 2], (2, 4)[turn % 2], Random(turn))
        assert compared >= 8
        for player in players:
            await player.leave()


def due_stage(table: TableActor) -> str:
    return stage(table.state, table.due)


def _work(table: TableActor, state: TableState) -> tuple[int, list[int], bool]:
    """The work of a hit at box 2 and of telling everybody, the sizes of what is told, and whether all stays hidden."""
    stand, sizes, is_hidden = table.loaded, list[int](), False

    def told(_: bytes) -> None:
        nonlocal is_hidden
        sizes.clear()
        turn = Turn(replace(stand, state=copied(state)), Automation(chance=Chance("1")), "now")
        turn.do(c.Hit(player=stand.state.seats[2], box=2))
        turn.run(table.readiness.holds)
        table.current.loaded = replace(stand, state=turn.state)
        is_hidden = turn.state.round is not None and turn.state.round.is_hole_hidden
        sizes.extend(len(event_to_bytes(event)[1]) for event in turn.events)
        sizes.extend(len(encode(each)) for each in _all_told(table))

    try:
        run(told, b"", 10_000_000)  # fills caches
        work, error = run(told, b"", 10_000_000)
        assert not error
    finally:
        table.current.loaded = stand
    return work.count, sizes, is_hidden


def _all_told(table: TableActor) -> list[Any]:
    from siete.host.access.roles import SPECTATOR, HouseRole, Person

    ana = table.state.seats[2]
    people = [
        SPECTATOR,
        *(Person(rank, ana) for rank in (HouseRole.GUEST, HouseRole.DEALER, HouseRole.FLOORPERSON, HouseRole.AUDITOR)),
    ]
    roles = (PUBLIC, FLOORPERSON, Role.player(ana))
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
