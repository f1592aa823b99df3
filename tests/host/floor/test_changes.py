"""Changes that need two people, and the gaming day: pure rules of the floor."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from siete.errors import SieteError
from siete.host.audit.replay import MeterFold, Unsound
from siete.host.floor import changes
from siete.host.floor.changes import Proposal, tray_of
from siete.host.floor.gaming_day import GamingDay, day_at, day_from_text, moment_of, stamp_of
from siete.host.floor.state import EXPIRED, FloorState, apply
from siete.money import Cents
from siete.store.floor_events import FloorEvent
from siete.store.port import Entry
from siete.table.money.meter import MeterOpened, MeterTermsChanged

NOW, SOON, LATE = "2026-11-14T21:00:00.000Z", "2026-11-14T21:14:59.000Z", "2026-11-14T21:15:00.000Z"
CHIPS = (100, 500, 2_500)


def _proposed(
    state: FloorState, kind: str, *counts: tuple[int, int], by: str = "ana", inventory: int = 0
) -> FloorState:
    proposal = Proposal(kind=kind, table="t", by=by, reason="needed", counts=counts)
    event = changes.propose(state, proposal, denominations=CHIPS, inventory=inventory, now=NOW)
    return apply(state, event, NOW)


def _signed(state: FloorState, by: str = "ben", inventory: int = 0) -> FloorState:
    number = max(state.changes)
    return apply(state, changes.sign(state, number, by, SOON, inventory=inventory), SOON)


def _refused(call: Any, *values: Any, **more: Any) -> str:
    with pytest.raises(SieteError) as refusal:
        call(*values, **more)
    return refusal.value.code


def _open(inventory: int = 0) -> FloorState:
    return _signed(_proposed(FloorState(), "opener", (100, 100), (500, 40), inventory=inventory), inventory=inventory)


def test_float_fills_credits_and_play_make_the_tray_to_the_cent() -> None:
    state = _open(inventory=-1_234)
    assert tray_of(state, "t").expected(-1_234) == 30_000
    state = _signed(_proposed(state, "fill", (500, 10)))
    state = _signed(_proposed(state, "credit", (2_500, 1), inventory=-1_000), inventory=-1_000)
    tray = tray_of(state, "t")
    assert (tray.opener, tray.fills, tray.credits, tray.float) == (30_000, 5_000, 2_500, 32_500)
    assert tray.expected(-1_000) == 32_500 + 234
    closed = _signed(_proposed(state, "closer", (100, 327)), inventory=-1_000)
    assert tray_of(closed, "t").closed_with == 32_700
    answer = closed.changes[max(closed.changes)].answer
    assert getattr(answer, "expected", None) == 32_734, "the count is held against what the events say"


def test_nothing_counts_before_a_second_person_signs() -> None:
    waiting = _proposed(FloorState(), "opener", (100, 10))
    assert not tray_of(waiting, "t").is_open
    assert _refused(changes.sign, waiting, 1, "ana", SOON, inventory=0) == "floor/same-person"
    assert tray_of(_signed(waiting), "t").is_open


def test_a_change_expires_and_is_answered_once() -> None:
    waiting = _proposed(FloorState(), "opener", (100, 10))
    assert waiting.changes[1].status(LATE) == EXPIRED
    assert _refused(changes.sign, waiting, 1, "ben", LATE, inventory=0) == "floor/expired"
    signed = _signed(waiting)
    with pytest.raises(SieteError) as second:
        changes.sign(signed, 1, "carla", SOON, inventory=0)
    assert (second.value.code, second.value.facts["by"]) == ("floor/answered", "ben")
    assert _refused(changes.sign, waiting, 2, "ben", SOON, inventory=0) == "floor/no-such-change"


def test_refused_and_withdrawn() -> None:
    waiting = _proposed(FloorState(), "opener", (100, 10))
    assert _refused(changes.refuse, waiting, 1, "ben", " ", SOON) == "floor/no-reason"
    assert _refused(changes.refuse, waiting, 1, "ana", "no", SOON) == "floor/same-person"
    assert _refused(changes.withdraw, waiting, 1, "ben", SOON) == "floor/not-yours"
    events: list[FloorEvent] = [
        changes.refuse(waiting, 1, "ben", "wrong table", SOON),
        changes.withdraw(waiting, 1, "ana", SOON),
    ]
    assert [apply(waiting, event, SOON).changes[1].status(LATE) for event in events] == ["refused", "withdrawn"]


def test_what_cannot_be_proposed() -> None:
    none, state = FloorState(), _open()
    assert _refused(_proposed, none, "fill", (100, 1)) == "floor/tray-closed"
    assert _refused(_proposed, none, "opener") == "floor/no-chips"
    assert _refused(_proposed, state, "opener", (100, 1)) == "floor/tray-open"
    assert _refused(_proposed, state, "fill", (2_500, 13)) == "floor/fill-above-float"
    assert _refused(_proposed, state, "credit", (100, 301)) == "floor/credit-above-tray"
    assert _refused(_proposed, state, "fill", (700, 1)) == "floor/no-such-chip"
    assert _refused(_proposed, state, "fill", (100, 1), (100, 2)) == "floor/counted-twice"
    waiting = _proposed(state, "fill", (100, 1))
    assert _refused(_proposed, waiting, "fill", (100, 2), by="ben") == "floor/already-proposed"
    no_reason = Proposal(kind="fill", table="t", by="ana", reason=" ", counts=((100, 1),))
    assert _refused(changes.propose, state, no_reason, denominations=CHIPS, inventory=0, now=NOW) == "floor/no-reason"


def test_the_gaming_day_begins_at_its_start_and_crosses_midnight() -> None:
    before, at = day_at("2026-11-15T05:59:59.999Z"), day_at("2026-11-15T06:00:00.000Z")
    assert (str(before), str(at)) == ("2026-11-14", "2026-11-15")
    assert (before.first, before.end) == ("2026-11-14T06:00:00.000Z", "2026-11-15T06:00:00.000Z")
    assert [before.hour_of("2026-11-14T23:59:00.000Z"), before.hour_of("2026-11-15T00:01:00.000Z")] == [17, 18]
    assert before.hour_name(18) == "00:00"
    assert str(day_at("2026-11-15T05:00:00.000Z", "04:30")) == "2026-11-15"
    assert stamp_of(moment_of(NOW)) == NOW
    assert day_from_text("2026-11-14") == GamingDay(before.date)
    assert _refused(day_from_text, "tomorrow") == "floor/bad-day"


@pytest.mark.parametrize(
    ("second", "reset", "wrong"), [("ben", 5_000, ""), ("ana", 5_000, "one-signature"), ("ben", 6_000, "below-minimum")]
)
def test_the_audit_finds_a_meter_that_one_person_changed_or_that_shows_less_than_its_start(
    second: str, reset: int, wrong: str
) -> None:
    fold = MeterFold()
    terms = {"cap": None, "rate": Fraction(1, 10), "reserve_rate": Fraction(0), "difference": Cents(0), "change": 1}
    changed = MeterTermsChanged(reset=Cents(reset), by="ana", second=second, reason="x", **terms)  # type: ignore[arg-type]
    opened = MeterOpened(seed=Cents(5_000), reset=Cents(5_000))
    found = ""
    for version, event in enumerate((opened, changed), 1):
        entry = Entry("meter/t/spin", version, type(event).__name__, b"", NOW, b"")
        try:
            fold.take(entry, event, ())
        except Unsound as unsound:
            found = unsound.finding.code
    assert found == (f"audit/{wrong}" if wrong else "")
