"""The lab's simulations: dealt beside the tables, found again by their name, stopped at once, carried on exactly."""

from __future__ import annotations

import asyncio
import datetime
import gzip
import json
import threading
import time
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Iterator
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from siete.errors import SieteError
from siete.lab.simulation import simulate
from siete.plain import Plain
from siete.rules.submission import table_rules
from siete.server.limits import TooManyError
from siete.server.simulations import saved
from siete.server.simulations.dealer import DealingProcess
from siete.server.simulations.desk import GRACE, SimulationLimits, Simulations
from siete.server.simulations.files import MOST_KEPT, drop_oldest, files_of, made_folder, new_name
from siete.server.simulations.order import Order
from siete.server.simulations.run import told
from siete.server.simulations.task import Task
from siete.server.work.workers import Asker
from siete.sim.results import Result
from siete.sim.saving import load, save
from tests.patience import PATIENCE
from tests.server.serving import served

pytestmark = pytest.mark.anyio

MD = 'rule_set = "md"\n'
ANA, BEN = Asker("10.0.0.1", "guest:ana"), Asker("10.0.0.2", "guest:ben")
ENDED = ("done", "stopped", "refused")


def order(rounds: int = 300_000, **more: object) -> Order:
    """A short run of the base wager by a strategy that needs no chart."""
    return Order(text=MD, rounds=rounds, strategy="never-bust", wager="base", **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def idle() -> Iterator[list[DealingProcess]]:
    """The process that dealt last and has nothing to do: to start one costs more than most runs."""
    found: list[DealingProcess] = []
    yield found
    for each in found:
        each.bury()


@pytest.fixture
async def desk(tmp_path: Path, idle: list[DealingProcess]) -> AsyncIterator[Simulations]:
    made = Simulations(tmp_path)
    made._process = idle.pop() if idle else None
    yield made
    if made._dealing is None and made._process is not None:
        idle.append(made._process)  # one that was killed is replaced by whoever asks it first
        made._process = None
    made.close()


async def until(desk: Simulations, run: Plain, *wanted: str) -> Plain:
    """The run, once it stands so."""
    limit = time.monotonic() + PATIENCE
    while (state := await desk.state(str(run["id"])))["status"] not in wanted:
        assert time.monotonic() < limit, f"still {state['status']}"
        await asyncio.sleep(0.05)
    return state


async def begun(desk: Simulations, run: Plain) -> Plain:
    """The run, once a whole chunk was dealt."""
    while int(str((state := await until(desk, run, "dealing", *ENDED))["rounds"])) < 262_144:
        await asyncio.sleep(0.02)
    return state


async def test_a_run_stopped_and_carried_on_is_one_long_run(desk: Simulations) -> None:
    """Stopped, found by another process of the house, and carried on to what a terminal gives."""
    run = await desk.start(ANA, order(60_000_000, seed=5), is_staff=False)
    await begun(desk, run)
    stopped = await desk.stop(str(run["id"]))
    assert stopped["status"] == "stopped"
    await until(desk, run, "stopped")
    rounds = int(str(stopped["rounds"]))
    assert 0 < rounds < 60_000_000
    again = Simulations(desk._data)  # a house that was started again
    assert (await again.state(str(run["id"])))["rounds"] == rounds
    again.close()
    more = await desk.resume(ANA, str(run["id"]), rounds + 100_000, is_staff=False)
    done = await until(desk, more, *ENDED)
    assert done["status"] == "done", done
    long = simulate("md", rounds + 100_000, strategy="never-bust", wager="base", seed=5, cards="fresh")
    (base,) = (each for each in _list(done["wagers"]) if each["wager"] == "base")
    assert base["house_edge"] == long.house_edge
    assert load(await desk.result(str(run["id"]))).totals.sums == long.totals.sums


async def test_a_run_tells_its_curve_sessions_and_exact_figure(desk: Simulations) -> None:
    run = await desk.start(ANA, order(400_000, session=100, bankroll="50"), is_staff=False)
    done = await until(desk, run, *ENDED)
    assert done["status"] == "done", done
    (base,) = (each for each in _list(done["wagers"]) if each["wager"] == "base")
    exact = base["exact"]["house_edge"]
    assert abs(base["house_edge"] - exact) < 5 * base["error"]
    series = done["series"]
    assert isinstance(series, dict)
    points = series["base"]
    assert (points[0][0], points[-1][0]) == (1_000, 400_000)
    assert all(one[0] < other[0] for one, other in pairwise(points))
    few = simulate("md", 1_000, strategy="never-bust", wager="base", cards="fresh", session=100, bankroll=50)
    assert points[0][1] == few.house_edge, "the beginning of the curve is what fewer rounds of the seed come to"
    sessions = done["sessions"]
    assert isinstance(sessions, dict)
    assert sum(count for _, count in sessions["bars"]) == sessions["sessions"] == 4_000


def test_every_wager_of_a_run_has_a_name_for_the_head_of_a_line() -> None:
    dealt = simulate("md", 1_000, strategy="never-bust", cards="fresh")
    titles = [str(each["title"]) for each in _list(told(dealt, {}, {})["wagers"])]
    assert "Super bonus" in titles
    assert [title for title in titles if not title[0].isupper()] == []


async def test_a_run_that_compiles_or_solves_is_stopped_as_fast(desk: Simulations) -> None:
    """Nothing is dealt yet, so nobody looks for the stop: the process is killed, and the next run gets a new one."""
    run = await desk.start(ANA, Order(text=f"{MD}decks = 8\n", rounds=10_000, strategy="derived"), is_staff=False)
    await until(desk, run, "preparing", "dealing", *ENDED)
    stopped = await desk.stop(str(run["id"]))
    assert stopped["status"] in ENDED
    assert GRACE < 1, "a stop is answered when the run has ended, at the latest after this"
    await until(desk, run, *ENDED)
    after = await until(desk, await desk.start(ANA, order(1_000), is_staff=False), *ENDED)
    assert after["status"] == "done"


async def test_limits_of_guests(tmp_path: Path) -> None:
    """Rounds of a day by guest and by address, runs at once; what was not dealt is given back, staff have more."""
    day = [datetime.date(2026, 5, 1)]
    desk = Simulations(tmp_path, SimulationLimits(rounds=50_000_000, waiting_by_guest=2), today=lambda: day[0])
    try:
        first = await desk.start(ANA, order(40_000_000), is_staff=False)
        with pytest.raises(SieteError) as refused:
            await desk.start(ANA, order(20_000_000), is_staff=False)
        assert (refused.value.code, refused.value.facts["left"]) == ("limit/rounds-of-the-day", 10_000_000)
        with pytest.raises(SieteError):
            await desk.start(Asker(ANA.address, "guest:eve"), order(20_000_000), is_staff=False)
        second = await desk.start(ANA, order(1_000_000), is_staff=False)
        assert (await desk.state(str(second["id"])))["place"] == 1
        with pytest.raises(TooManyError):
            await desk.start(ANA, order(1_000), is_staff=False)
        other = await desk.start(BEN, order(1_000), is_staff=False)
        assert (await desk.stop(str(second["id"])))["status"] == "stopped"
        stopped = await desk.stop(str(first["id"]))
        await until(desk, other, *ENDED)
        dealt = int(str((await desk.state(str(first["id"])))["rounds"]))
        assert desk.left(ANA, is_staff=False) == 50_000_000 - dealt, stopped["status"]
        assert desk.left(BEN, is_staff=True) == 5_000_000_000 - 1_000
        day[0] = datetime.date(2026, 5, 2)
        assert desk.left(ANA, is_staff=False) == 50_000_000
    finally:
        desk.close()


async def test_what_cannot_be_carried_on_is_refused(desk: Simulations) -> None:
    run = await until(desk, await desk.start(ANA, order(1_000), is_staff=False), *ENDED)
    for name, rounds, code in (
        (new_name(), 5_000, "lab/unknown-run"),
        ("../../etc/passwd", 5_000, "lab/unknown-run"),
        (str(run["id"]), 1_000, "lab/already-dealt"),
    ):
        with pytest.raises(SieteError) as refused:
            await desk.resume(ANA, name, rounds, is_staff=False)
        assert refused.value.code == code
    (await desk.result(str(run["id"]))).unlink()
    with pytest.raises(SieteError) as refused:
        await desk.result(str(run["id"]))
    assert refused.value.code == "lab/nothing-kept"


async def test_a_run_that_was_killed_before_it_kept_anything_is_dealt_anew(desk: Simulations) -> None:
    run = await until(desk, await desk.start(ANA, order(1_000), is_staff=False), *ENDED)
    kept = await desk.result(str(run["id"]))
    kept.unlink()
    await desk.resume(ANA, str(run["id"]), 2_000, is_staff=False)
    await until(desk, run, *ENDED)
    assert (
        load(kept).totals.sums == simulate("md", 2_000, strategy="never-bust", wager="base", cards="fresh").totals.sums
    )


async def test_a_run_is_carried_on_as_soon_as_it_says_that_it_has_ended(
    desk: Simulations, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so a moment before its process is free again, and somebody may be as fast as that."""
    settled = desk._settled

    async def late(asker: Asker, task: Task) -> Plain:
        await asyncio.sleep(0.3)
        return await settled(asker, task)

    monkeypatch.setattr(desk, "_settled", late)
    run = await until(desk, await desk.start(ANA, order(1_000), is_staff=False), *ENDED)
    assert (await desk.resume(ANA, str(run["id"]), 2_000, is_staff=False))["status"] == "waiting"
    assert (await until(desk, run, *ENDED))["rounds"] == 2_000


async def test_a_process_that_was_killed_after_its_run_costs_the_next_one_nothing(desk: Simulations) -> None:
    """A stop that comes as a run ends by itself kills a process that has nothing to do."""
    await until(desk, await desk.start(ANA, order(1_000), is_staff=False), *ENDED)
    assert desk._process is not None
    desk._process.kill()
    run = await until(desk, await desk.start(ANA, order(1_000), is_staff=False), *ENDED)
    assert run["status"] == "done"


def test_the_oldest_runs_are_dropped(tmp_path: Path) -> None:
    folder = made_folder(tmp_path)
    runs = [files_of(folder, new_name()) for _ in range(4)]
    for run in runs:
        run.write({"status": "done"})
        run.result.write_text("{}")
    drop_oldest(folder, keep=3)
    assert len(list(folder.glob("*.run"))) == len(list(folder.glob("*.json"))) == 3
    assert oct(folder.stat().st_mode & 0o777) == "0o700"


async def test_runs_over_http(tmp_path: Path) -> None:
    """Started, watched, saved; a plan that the rules refuse is refused at once, and an unknown name is not found."""
    async with served(tmp_path) as server, server.client() as client:
        path = "/api/v1/lab/simulations"
        body = {"text": MD, "rounds": 2_000, "strategy": "never-bust", "wager": "base", "bet": "10"}
        for more, status in (
            ({"bet": "3"}, 422),
            ({"session": 9_000}, 422),
            ({"tags": {"B": 1}}, 422),
            ({"rounds": 10}, 400),
            ({"strategy": "/etc/passwd"}, 400),
        ):
            assert (await client.post(path, json={**body, **more})).status_code == status, more
        counted = {"tags": {"A": -1, "5": 1}, "bets": [{"count": 2, "bet": "50"}], "play_from": -1, "cards": "shoe"}
        started = await client.post(path, json={**body, **counted, "strategy": "derived"})
        assert started.status_code == 201, started.text
        assert "--count A-1,5+1 --bets 2:50 --play-from -1" in started.json()["command"]
        name = started.json()["id"]
        saved_run = await _saved(client, f"{path}/{name}")
        assert (saved_run["format"], saved_run["rounds"]) == ("siete-simulation/1", 2_000)
        told = (await client.get(f"{path}/{name}")).json()
        assert told["predicted"].keys() == {"win", "deviation"}
        assert [(each["least"], each["below"]) for each in told["by_count"]] == [(-1, 2), (2, None)]
        assert (await client.get(f"{path}/{new_name()}")).status_code == 404
        assert (await client.get(path)).json()["left"] == 100_000_000 - 2_000
        brought = await client.post(f"{path}/saved", json={"file": packed(saved_run)})
        assert (brought.status_code, brought.json()["brought"]) == (201, 2_000)
        refused = await client.post(f"{path}/saved", json={"file": packed([])})
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "lab/unreadable-run")


async def _saved(client: httpx.AsyncClient, path: str) -> Plain:
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        state = (await client.get(path)).json()
        if state["status"] in ENDED:
            assert state["status"] == "done", state
            found = json.loads((await client.get(f"{path}/result.json")).text)
            assert isinstance(found, dict)
            return found
        await asyncio.sleep(0.05)
    raise AssertionError("the run did not end")


def _list(found: object) -> list[Any]:
    assert isinstance(found, list)
    return found


def packed(plain: object) -> str:
    """A saved run as the page sends it."""
    return b64encode(gzip.compress(json.dumps(plain).encode())).decode()


async def test_a_saved_run_is_brought_back_and_carried_on(desk: Simulations, tmp_path: Path) -> None:
    """One that a terminal has saved: its choices and its play are found in it."""
    kept = tmp_path / "kept.json"

    def dealt(rounds: int) -> Result:
        own = {"decks": 8, "dealer_soft17": "stand"}
        return simulate(table_rules("wa", own), rounds, strategy="never-bust", session=100, bankroll=50, cards="fresh")

    save(dealt(20_000), kept)
    found = saved.read(packed(json.loads(kept.read_text())))
    run = await until(desk, await desk.take_up(ANA, found, is_staff=False), *ENDED)
    assert (run["status"], run["rounds"], run["brought"]) == ("done", 20_000, 20_000)
    assert desk.left(ANA, is_staff=False) == 100_000_000, "nothing was dealt"
    assert "wa --set decks=8 --set dealer_soft17=stand" in str(run["command"])
    more = await until(desk, await desk.resume(ANA, str(run["id"]), 30_000, is_staff=False), *ENDED)
    assert more["rounds"] == 30_000
    assert load(await desk.result(str(run["id"]))).totals.sums == dealt(30_000).totals.sums
    await desk.stop(str((await desk.take_up(ANA, found, is_staff=False))["id"]))
    assert desk.left(ANA, is_staff=False) == 100_000_000 - 10_000, "nobody gets rounds back that cost nothing"


# --- attacks ---------------------------------------------------------------------------------------------------------


async def _accepted(*asked: Awaitable[Plain]) -> tuple[int, set[str]]:
    """How many of several requests at once were taken, and why the others were not."""
    answers = await asyncio.gather(*asked, return_exceptions=True)
    refused = {each.code for each in answers if isinstance(each, SieteError)}
    return sum(isinstance(each, dict) for each in answers), refused


async def test_many_requests_at_once_get_no_more_than_one_after_the_other(desk: Simulations) -> None:
    desk.close()  # it deals nothing, so that whatever is taken waits
    starts = (desk.start(ANA, order(1_000), is_staff=False) for _ in range(12))
    assert await _accepted(*starts) == (2, {"limit/too-many"})
    assert desk.left(ANA, is_staff=False) == 100_000_000 - 2_000, "what was refused is not charged"
    run = files_of(made_folder(desk._data), new_name())
    run.write({"status": "stopped", "rounds": 1_000, "order": asdict(order(1_000))})
    run.result.touch()
    resumes = (desk.resume(BEN, run.name, 5_000, is_staff=False) for _ in range(2))
    assert await _accepted(*resumes) == (1, {"lab/still-dealing"}), "two would write the same files"


def changed(plain: Plain, *path: str, to: object) -> Plain:
    """A saved run with one thing changed."""
    made: Any = json.loads(json.dumps(plain))
    place = made
    for each in path[:-1]:
        place = place[each]
    place[path[-1]] = to
    return cast(Plain, made)


def test_a_saved_run_that_the_house_could_not_have_dealt_is_refused(tmp_path: Path) -> None:
    """Compiled code trusts rules, strategy and totals: whatever is not the house's own never comes to it."""
    kept = tmp_path / "kept.json"
    save(simulate("md", 2_000, strategy="never-bust", wager="base", cards="fresh"), kept)
    plain = json.loads(kept.read_text())
    rules, strategy = (json.loads(plain["state"]["setup"][name]) for name in ("rules", "strategy"))
    assert saved.read(packed(plain)).order == order(2_000, bet="10")
    for path, to in (
        (("format",), "siete-simulation/2"),
        (("state", "setup", "rules"), json.dumps(rules | {"decks": 4_000})),
        (("state", "setup", "rules"), json.dumps(rules | {"rule_set": "../../md"})),
        (("state", "setup", "strategy"), json.dumps(strategy | {"name": "mine"})),
        (("state", "setup", "plan", "boxes"), 7),
        (("state", "setup", "plan", "wager"), 1),
        (("state", "setup", "seed"), "x"),
        (("state", "rounds"), 10**30),
        (("state", "rounds"), 0),
        (("state", "chunks"), -1),
        (("state", "every"), 0),
        (("state", "counts", "ends", "size"), 10**4),
        (("state", "counts", "ends", "at"), [10**9]),
        (("state", "sums"), []),
        (("state", "sums"), [0.5] * 16),
        (("state", "nets"), [[0]]),
        (("state",), None),
    ):
        with pytest.raises(SieteError):
            saved.read(packed(changed(plain, *path, to=to)))
    for text in ("", "!", b64encode(b"x").decode(), b64encode(gzip.compress(bytes(saved.LARGEST + 1))).decode()):
        with pytest.raises(SieteError):
            saved.read(text)


async def test_one_guest_does_not_push_out_everybody_elses_runs(tmp_path: Path) -> None:
    """A house keeps so many runs; whoever began a thousand short ones would have all the others dropped."""
    assert SimulationLimits().runs < MOST_KEPT
    desk = Simulations(tmp_path, SimulationLimits(runs=3, waiting_by_guest=9))
    desk.close()
    for number in range(4):
        asker = Asker(ANA.address, f"guest:eve-{number}")
        if number < 3:
            await desk.start(asker, order(1_000), is_staff=False)
            continue
        with pytest.raises(SieteError) as refused:
            await desk.start(asker, order(1_000), is_staff=False)
        assert refused.value.code == "limit/runs-of-the-day"
    await desk.start(BEN, order(1_000), is_staff=False)


async def test_files_of_runs_are_their_owners(desk: Simulations) -> None:
    run = await until(desk, await desk.start(ANA, order(1_000), is_staff=False), *ENDED)
    files = files_of(made_folder(desk._data), str(run["id"]))
    assert {oct(each.stat().st_mode & 0o777) for each in (files.state, files.result)} == {"0o600"}


async def test_a_submission_is_not_read_on_the_event_loop(desk: Simulations, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[bool] = []
    command = Order.command

    def watched(self: Order) -> str:
        threads.append(threading.current_thread() is threading.main_thread())
        return command(self)

    monkeypatch.setattr(Order, "command", watched)
    desk.close()
    await desk.start(ANA, order(1_000), is_staff=False)
    assert threads == [False]
