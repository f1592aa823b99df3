"""What an earlier version has written is read for ever: houses, simulations, strategies, rounds and logs.

The folders beside this file hold what a version wrote in its day; see README.md.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from siete.cli.disputed_rounds import disputed
from siete.cli.event_logs import events_of
from siete.host.access.roles import HouseRole, Person
from siete.host.audit.heads import verified
from siete.host.audit.house import audit
from siete.host.house import House
from siete.host.table.actor import TableActor
from siete.host.table.messages import sendable
from siete.odds.wagers import registry
from siete.rules.submission import table_rules
from siete.sim.comparison import compare
from siete.sim.results import Result
from siete.sim.saving import csv_of, load, merged, state_of
from siete.sim.simulation import Goal, simulate
from siete.store.codec import event_to_json
from siete.store.connect import open_store
from siete.store.port import EventStore
from siete.store.sql.schema import REVISION
from siete.strategy import Strategy
from siete.table.automatic import next_due
from siete.table.due import Approval, Due
from siete.table.notation.reader import document_from_text
from siete.table.notation.replay import replayed
from tests.host.guests import Guest, is_betting, legal_of, until, wager
from tests.host.playing import play
from tests.kept.house import DORA, FRED, NoonClock, facts_of, order

FOLDER = Path(__file__).parent
HOUSES = sorted(path for path in FOLDER.iterdir() if (path / "house.json").is_file())
VERSIONS = [path for path in HOUSES if (path / "figures.json").is_file()]


@pytest.fixture(params=VERSIONS, ids=lambda path: path.name)
def kept(request: pytest.FixtureRequest) -> Path:
    """The folder of every version."""
    found: Path = request.param
    return found


@pytest.fixture(params=HOUSES, ids=lambda path: path.name)
def kept_house(request: pytest.FixtureRequest) -> Path:
    """The folder of every house: of a version, or of a schema between two versions."""
    found: Path = request.param
    return found


@pytest.fixture
def anyio_backend() -> str:
    """The one event loop that siete runs on."""
    return "asyncio"


# --- houses -------------------------------------------------------------------------------------------------------


@pytest.fixture
def known(kept_house: Path) -> dict[str, Any]:
    """What was known of the house when it was written."""
    found: dict[str, Any] = json.loads((kept_house / "house.json").read_text("utf-8"))
    return found


@pytest.fixture
async def store(kept_house: Path, tmp_path: Path) -> AsyncIterator[EventStore]:
    """A copy of the house's database."""
    with gzip.open(kept_house / "house.db.gz") as source, (tmp_path / "house.db").open("wb") as target:
        shutil.copyfileobj(source, target)
    opened = await open_store(f"sqlite:///{tmp_path}/house.db")
    yield opened
    await opened.close()


READY = {"command": "Ready"}
"""Listed among the legal commands since 0.2.0."""


def differences(then: Any, now: Any, at: str = "") -> Iterator[str]:
    """Where something is shown otherwise than it was: more may be told now, in other words and by a better clause."""
    if at.endswith("/legal") and all(each["command"] != READY for each in then):
        now = [each for each in now if each["command"] != READY]
    if isinstance(then, dict) and isinstance(now, dict):
        for name in then.keys() - {"sentence", "clause"}:
            yield from differences(then[name], now.get(name), f"{at}/{name}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for place, (one, other) in enumerate(zip(then, now, strict=True)):
            yield from differences(one, other, f"{at}/{place}")
    elif then != now:
        yield f"{at}: {then!r} is now {now!r}"


def test_a_difference_is_found_and_an_addition_is_none() -> None:
    assert list(differences({"a": [1, {"sentence": "x"}]}, {"a": [1, {"sentence": "y"}], "b": 2})) == []
    assert list(differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]})) == ["/a/1/b: 2 is now 3"]
    assert list(differences({"a": [1]}, {"a": [1, 2]})) == ["/a: [1] is now [1, 2]"]


@pytest.mark.anyio
async def test_a_kept_house_is_audited_and_shown_as_it_was(
    kept_house: Path, store: EventStore, known: dict[str, Any]
) -> None:
    signed = list(verified(kept_house / "heads.jsonl", known["key"]))
    report = await audit(store, signed)
    assert report.is_sound, report.findings
    logs = set(await store.streams("record/")) - known["heads"].keys()  # which an old database gets when it is opened
    assert report.signed_heads == report.streams - len(logs) == len(known["heads"])
    house = House(store, clock=NoonClock())
    await house.start()
    now = json.loads(json.dumps(await facts_of(house)))
    await house.close()
    assert set(now["tables"]) == set(known["tables"])
    assert list(differences(known, now | {"key": known["key"]})) == []


def test_a_house_of_the_newest_schema_is_kept(tmp_path: Path) -> None:
    """A new migration needs a house that was written by it: `python -m tests.kept.house tests/kept/schema-NNNN`."""
    found = set()
    for number, each in enumerate(HOUSES):
        path = tmp_path / f"{number}.db"
        path.write_bytes(gzip.decompress((each / "house.db.gz").read_bytes()))
        with closing(sqlite3.connect(path)) as database:
            found |= {row[0] for row in database.execute("SELECT version_num FROM alembic_version")}
    assert REVISION in found


@pytest.mark.anyio
async def test_a_kept_house_plays_on(kept_house: Path, store: EventStore, known: dict[str, Any]) -> None:
    house = House(store, clock=NoonClock())
    await house.start()
    for table in list(house.tables.values()):
        last = table.state.rounds
        await _play_on(table)
        assert table.state.rounds > last, table.id
    await house.close()
    report = await audit(store, list(verified(kept_house / "heads.jsonl", known["key"])))
    assert report.is_sound, report.findings
    assert report.events > sum(known["heads"].values())


async def _play_on(table: TableActor) -> None:
    """Let everybody who sat down, and the staff, bring a round to its end."""
    guests = [Guest(table, Person(HouseRole.GUEST, name)) for name in sorted(table.state.racks)]
    if table.current.dealer or table.current.floorperson:
        await _play_with_staff(table, guests)
    elif table.state.round is not None and table.state.round.are_wagers_closed:
        last = table.state.rounds
        await until(table, guests, lambda each: each.state.rounds > last)
    else:
        await until(table, guests, is_betting)
        await play(table, [guest.person for guest in guests], 1, Random(1))


async def _play_with_staff(table: TableActor, guests: list[Guest]) -> None:
    last = table.state.rounds
    for _ in range(600):
        if table.state.rounds > last:
            return
        if isinstance(table.due, Approval):
            (shown,) = legal_of(table, FRED)
            fields = dict(shown["command"])
            await order(table, FRED, fields.pop("command"), **fields)
        elif table.current.dealer and isinstance(due := next_due(table.state, table.rules), Due):
            step = sendable(due.command)
            await order(table, DORA, str(step.pop("command")), **step)
        elif not [guest for guest in guests if await guest.quietly()]:
            for guest in guests:
                await wager(guest, next(box for box, name in table.state.seats.items() if name == guest.person.name))
    raise AssertionError(f"{table.id} came to a stand at {table.due}")


# --- simulations --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("kernels")
def test_a_kept_simulation_is_carried_on_to_the_same_result(kept: Path) -> None:
    begun, whole = load(kept / "wa-20000.json"), load(kept / "wa-40000.json")
    done = simulate(begun.totals.setup, Goal(rounds=40_000), begun=begun.totals)
    assert _plain(state_of(done.totals)) == _plain(state_of(whole.totals))
    assert _figures(done) == _figures(whole)


@pytest.mark.usefixtures("kernels")
def test_a_kept_simulation_deals_the_same_rounds_again(kept: Path) -> None:
    for name in ("wa-20000.json", "md-7.json"):
        old = load(kept / name)
        new = simulate(old.totals.setup, Goal(rounds=20_000))
        stored = json.loads((kept / name).read_text("utf-8"))
        assert _plain(state_of(new.totals)) == stored["state"]
        assert (
            list(differences({**stored, "rounds_per_second": None}, _figures(new) | {"format": stored["format"]})) == []
        )


def test_kept_simulations_are_merged_and_compared(kept: Path) -> None:
    one, two = load(kept / "md-7.json"), load(kept / "md-8.json")
    both = merged(one, two)
    assert both.rounds == 40_000
    assert both.totals.sums == [a + b for a, b in zip(one.totals.sums, two.totals.sums, strict=True)]
    assert {each.wager for each in compare(one, two)} == {"total", *(each.wager for each in one.wagers)}
    assert csv_of(both).startswith("wager,line,count,")


def _plain(state: Mapping[str, object]) -> Any:
    """As it is read from JSON."""
    return json.loads(json.dumps(state))


def _figures(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = _plain(result.to_json() | {"state": state_of(result.totals), "rounds_per_second": None})
    return found


# --- strategies, rounds, logs and figures -------------------------------------------------------------------------


def test_a_kept_strategy_is_read_from_each_of_its_forms(kept: Path) -> None:
    text, csv, plain = (
        Strategy.from_bytes((kept / f"wa.strategy.{end}").read_bytes()) for end in ("txt", "csv", "json")
    )
    assert text.rows == csv.rows == plain.rows


@pytest.mark.parametrize("name", ["md", "wa"])
def test_kept_rounds_and_their_log_come_to_the_same(kept: Path, name: str) -> None:
    document = document_from_text((kept / f"{name}.s21").read_text("utf-8"))
    assert len(document.rounds) == 3
    for written in document.rounds:
        replay = replayed(written, document.rules)
        assert replay.agrees, replay.partings
    lines = (kept / f"{name}.jsonl").read_text("utf-8").splitlines()
    assert [event_to_json(event) for event in events_of(kept / f"{name}.jsonl")] == lines
    logged = disputed(kept / f"{name}.jsonl").rounds
    assert len(logged) == 3
    assert not any(each.why for each in logged)


def test_the_rules_of_every_default_submission_keep_their_hash_and_their_exact_figures(kept: Path) -> None:
    then = json.loads((kept / "figures.json").read_text("utf-8"))
    for name, known in then.items():
        rules = table_rules(name)
        assert rules.rules_hash == known["rules_hash"], name
        kinds = dict.fromkeys(each["wager"] for each in known["figures"] if each["house_edge_exact"] is not None)
        now = [figure.to_json() for kind in kinds for figure in registry.figures(rules, kind)]
        exact = [each for each in known["figures"] if each["wager"] in kinds]
        assert list(differences(exact, now, name)) == []
