"""Somebody writes into the database what two people have to sign: other rules, a corrected payout, another meter.

Chain, replay and books agree with each of them, since the forger computes the digests and the movements too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

import pytest

from siete.host.audit.house import audit
from siete.host.batches import Versions, movements_of
from siete.host.house import House
from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.store import floor_events as f
from siete.store.codec import AnyEvent, event_to_bytes
from siete.store.memory import MemoryStore
from siete.store.port import SOLE, Batch, Movement, NewEvents
from siete.table import commands as c
from siete.table import events as e
from siete.table.decide import decide
from siete.table.money.meter import MeterChanged
from siete.table.state.table import TableState
from tests.host.guests import come, is_betting, open_live, round_of, until

pytestmark = pytest.mark.anyio

NOON, LATER = "2099-01-02T12:00:00.000Z", "2099-01-02T13:00:00.000Z"
SIGNED = {"by": "fay", "second": "gus", "reason": "why"}
METER = "meter/t/jackpot-1"


class Forger:
    """Writes events into a stored house, with everything beside them that a house writes."""

    def __init__(self, store: MemoryStore, state: TableState, rules: TableRules, versions: Versions) -> None:
        self.store, self.state, self.rules, self._at = store, state, rules, versions

    async def write(self, *events: tuple[str, AnyEvent], at: str = NOON) -> None:
        """Append events to streams, in one batch."""
        appends: dict[str, NewEvents] = {}
        moves: list[Movement] = []
        for stream, event in events:
            before = appends.get(stream) or NewEvents(stream, (await self.store.head(stream)).version, ())
            appends[stream] = replace(before, events=(*before.events, event_to_bytes(event)))
            version = before.expected + len(before.events) + 1
            moves += movements_of(stream, version, event, self._at)
        batch = Batch(recorded_at=at, appends=tuple(appends.values()), moves=tuple(moves), authority=SOLE)
        await self.store.append(batch)

    def correction(self, amount: int = 4_000) -> tuple[str, AnyEvent]:
        command = c.PayCorrection(player="Ana", amount=Cents(amount), round=1, change=1, **SIGNED)
        (event,) = decide(self.state, self.rules, command)
        return "table/t", event

    def other_rules(self) -> tuple[str, AnyEvent]:
        rules = replace(self.rules, table_max=Cents(90_000)).canonical_json
        (event,) = decide(self.state, self.rules, c.ChangeRules(rules=rules, change=1, **SIGNED))
        return "table/t", event

    def meter(self) -> tuple[str, AnyEvent]:
        return METER, MeterChanged(difference=Cents(50_000), **SIGNED)

    async def propose(self, kind: str, **fields: object) -> None:
        """The first signature, in the floor's log."""
        given = {"subject": "", "amount": 0, "counts": (), "reason": "why", "expires_at": LATER, **fields}
        await self.write((f.FLOOR_LOG, f.ChangeProposed(by="fay", number=1, kind=kind, table="t", **given)))  # type: ignore[arg-type]

    async def codes(self) -> set[str]:
        """What an audit finds."""
        return {finding.code for finding in (await audit(self.store)).findings}


GUS = (f.FLOOR_LOG, f.ChangeSigned(by="gus", number=1))
EVE = (f.FLOOR_LOG, f.ChangeSigned(by="eve", number=1))


@pytest.fixture(scope="module")
def played() -> Forger:
    """A live table with a meter, after a round."""
    return asyncio.run(_played())


async def _played() -> Forger:
    store = MemoryStore()
    house = House(store)
    table = await open_live(house, "wa", "t")
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    await round_of(table, [ana])
    await until(table, [ana], is_betting)
    at = Versions(streams=table.loaded.streams, version=0, meters={}, wallets={})
    await house.close()
    return Forger(store, table.state, table.rules, at)


@pytest.fixture
def forger(played: Forger) -> Forger:
    """The same house, for one forger alone."""
    return deepcopy(played)


FORGED: tuple[Callable[[Forger], tuple[str, AnyEvent]], ...] = (Forger.correction, Forger.other_rules, Forger.meter)


@pytest.mark.parametrize("forged", FORGED, ids=lambda each: each.__name__)
async def test_what_nobody_signed_is_found(forger: Forger, forged: Callable[[Forger], tuple[str, AnyEvent]]) -> None:
    assert await forger.codes() == set()
    await forger.write(forged(forger))
    assert await forger.codes() == {"audit/unsigned-change"}


async def test_what_two_people_signed_is_sound_once_and_as_they_signed_it(forger: Forger) -> None:
    """The control, and the edits beside it: twice, by another, of another amount, at another moment."""
    await forger.propose("correction", subject="Ana", amount=4_000, round=1)
    proposed = deepcopy(forger)
    await forger.write(GUS, forger.correction())
    assert await forger.codes() == set()
    await forger.write(forger.correction())
    assert await forger.codes() == {"audit/unsigned-change"}
    wrong = ((EVE, proposed.correction()), (GUS, proposed.correction(4_500)), (GUS,))
    for events in wrong:
        again = deepcopy(proposed)
        await again.write(*events)
        assert await again.codes() == {"audit/unsigned-change"}
    apart = deepcopy(proposed)
    await apart.write(GUS)
    await apart.write(apart.correction())
    assert await apart.codes() == {"audit/unsigned-change"}


async def test_rules_begin_after_their_notice_and_as_they_were_signed(forger: Forger) -> None:
    _, event = forger.other_rules()
    assert isinstance(event, e.RulesChanged)
    await forger.propose("rules", rules=event.rules, notice=30)
    await forger.write(GUS)
    early, other = deepcopy(forger), deepcopy(forger)
    await forger.write(("table/t", event), at=LATER)
    assert await forger.codes() == set()
    await early.write(("table/t", event), at="2099-01-02T12:20:00.000Z")
    assert await early.codes() == {"audit/unsigned-change"}
    await other.write(("table/t", replace(event, reason="another")), at=LATER)
    assert await other.codes() == {"audit/unsigned-change"}


async def test_a_meter_is_changed_to_what_two_people_signed(forger: Forger) -> None:
    amount = (await House(forger.store).cache.meter(METER)).meter.amount
    for wanted, codes in ((amount + 50_000, set[str]()), (amount + 60_000, {"audit/unsigned-change"})):
        each = deepcopy(forger)
        await each.propose("meter", subject="jackpot-1", amount=wanted)
        await each.write(GUS, each.meter())
        assert await each.codes() == codes
