"""Changes by two people over HTTP: openers, fills, credits, closers and meters, each with a slip to print."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from pydantic import Field

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.host.batches import outside_moves
from siete.host.floor import changes
from siete.host.floor.changes import Proposal
from siete.host.floor.log import Writing
from siete.host.floor.state import Change, FloorState
from siete.host.floor_desk import FloorDesk, FloorTable
from siete.money import Cents, cents_to_text
from siete.plain import Plain
from siete.server.floor.access import Body, Floorperson, Reader
from siete.server.floor.overview import ask, desk_of
from siete.store import floor_events as f
from siete.store.codec import event_to_bytes
from siete.store.port import NewEvents
from siete.table.money.meter import MeterChanged

router = APIRouter(prefix="/api/v1/floor", tags=["floor"])


class ChipCount(Body):
    """Chips of one denomination, in cents, and how many."""

    chip: int = Field(ge=1, le=10**9)
    count: int = Field(ge=0, le=changes.MOST_CHIPS)


class NewChange(Body):
    """A change that needs a second signature; chips by denomination, or what a meter is to show."""

    kind: Literal["opener", "fill", "credit", "closer", "meter"]
    table: str = Field(max_length=80)
    reason: str = Field(max_length=200)
    counts: list[ChipCount] = Field(default_factory=list, max_length=20)
    meter: str = Field(default="", max_length=40)
    amount: int = Field(default=0, ge=0, le=10**12)


class RefusalReason(Body):
    """Why a change is refused."""

    reason: str = Field(max_length=200)


@router.get("/changes")
async def all_changes(
    request: Request,
    person: Reader,
    table: Annotated[str, Query(max_length=80)] = "",
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Plain:
    """Changes by two people, newest first."""
    desk = desk_of(request)
    state = await desk.log.read_on()
    found = [each for each in reversed(tuple(state.changes.values())) if not table or each.proposed.table == table]
    return {"changes": [slip(each, desk.now) for each in found[:limit]]}


@router.get("/changes/{number}")
async def one_change(number: int, request: Request, person: Reader) -> Plain:
    """A change as its slip shows it."""
    desk = desk_of(request)
    return slip(_known(await desk.log.read_on(), number), desk.now)


@router.post("/changes", status_code=201)
async def propose(body: NewChange, request: Request, person: Floorperson) -> Plain:
    """Propose a change: the first signature."""
    desk = desk_of(request)
    table = await desk.find(body.table)
    proposal = Proposal(
        kind=body.kind,
        table=table.record.id,
        by=person.name,
        reason=body.reason,
        subject=body.meter,
        amount=Cents(body.amount),
        counts=tuple((each.chip, each.count) for each in body.counts),
    )
    if body.kind == changes.METER:
        _check_meter(desk, table, body.meter, body.amount)

    def proposing(state: FloorState, now: str) -> Writing:
        chips = table.rules.chip_denominations.denominations
        event = changes.propose(state, proposal, denominations=chips, inventory=table.inventory, now=now)
        return Writing(events=(event,))

    state = await desk.log.write(proposing)
    return slip(last_of(state, person), desk.now)


@router.post("/changes/{number}/sign")
async def sign(number: int, request: Request, person: Floorperson) -> Plain:
    """Sign a change that somebody else proposed: it is in force from now on."""
    desk = desk_of(request)
    made = _known(await desk.log.read_on(), number).proposed
    table = await desk.find(made.table)
    if made.kind in changes.AT_TABLE:
        return await _signed_at_table(desk, table, number, person)

    def signing(state: FloorState, now: str) -> Writing:
        signed = changes.sign(state, number, person.name, now, inventory=table.inventory)
        if made.kind != changes.METER:
            return Writing(events=(signed,))
        return _meter_writing(desk, table, made, signed)

    state = await desk.log.write(signing, desk.house.cache.read_on)
    if made.kind == changes.METER:
        await desk.house.cache.read_on(_meter_stream(table, made.subject))
    return slip(state.changes[number], desk.now)


async def _signed_at_table(desk: FloorDesk, table: FloorTable, number: int, person: Person) -> Plain:
    """The table carries the change out in one batch with the signature."""
    if table.actor is None:
        raise SieteError("floor/table-closed", f"Table {table.record.id} is closed for good.")
    await ask(table.actor, person, "SignChange", number=number)
    return slip((await desk.log.read_on()).changes[number], desk.now)


@router.post("/changes/{number}/refuse")
async def refuse(number: int, body: RefusalReason, request: Request, person: Floorperson) -> Plain:
    """Refuse a change that somebody else proposed."""
    desk = desk_of(request)
    state = await desk.log.write(
        lambda state, now: Writing(events=(changes.refuse(state, number, person.name, body.reason, now),))
    )
    return slip(state.changes[number], desk.now)


@router.post("/changes/{number}/withdraw")
async def withdraw(number: int, request: Request, person: Floorperson) -> Plain:
    """Withdraw a change of one's own."""
    desk = desk_of(request)
    state = await desk.log.write(
        lambda state, now: Writing(events=(changes.withdraw(state, number, person.name, now),))
    )
    return slip(state.changes[number], desk.now)


# --- meters --------------------------------------------------------------------------------------------------------


def _meter_stream(table: FloorTable, name: str) -> str:
    if table.actor is None or name not in table.actor.current.links:
        raise SieteError("floor/no-such-meter", f"Table {table.record.id} has no meter {name[:40]!r}.")
    return table.actor.current.links[name]


def _check_meter(desk: FloorDesk, table: FloorTable, name: str, amount: int) -> None:
    """Refuse a meter below what it starts at, or above its cap."""
    meter = desk.house.cache.known_meter(_meter_stream(table, name)).meter
    if amount < meter.reset:
        sentence = f"The meter starts at {cents_to_text(meter.reset)} and never shows less."
        raise SieteError("floor/meter-below-minimum", sentence, facts={"minimum": meter.reset})
    if meter.cap is not None and amount > meter.cap:
        raise SieteError("floor/meter-above-cap", f"The meter stops at {cents_to_text(meter.cap)}.")
    if amount == meter.amount:
        raise SieteError("floor/no-change", "The meter shows that already.")


def _meter_writing(desk: FloorDesk, table: FloorTable, made: f.ChangeProposed, signed: f.ChangeSigned) -> Writing:
    """The signature, and in the same batch what it does to the meter as it stands now."""
    _check_meter(desk, table, made.subject, made.amount)
    stream = _meter_stream(table, made.subject)
    read = desk.house.cache.known_meter(stream)
    difference = Cents(made.amount - read.meter.amount)
    event = MeterChanged(difference=difference, by=made.by, second=signed.by, reason=made.reason)
    return Writing(
        events=(signed,),
        appends=(NewEvents(stream, read.version, (event_to_bytes(event),)),),
        moves=tuple(outside_moves(stream, read.version + 1, event)),
    )


# --- slips ---------------------------------------------------------------------------------------------------------


def last_of(state: FloorState, person: Person) -> Change:
    """The change that somebody proposed last."""
    return state.changes[max(each.number for each in state.changes.values() if each.proposed.by == person.name)]


def _known(state: FloorState, number: int) -> Change:
    change = state.changes.get(number)
    if change is None:
        raise SieteError("floor/no-such-change", f"There is no change {number}.")
    return change


def slip(change: Change, now: str) -> Plain:
    """A change as its slip shows it: what, by whom, when, and what the events say beside a count."""
    made, answer = change.proposed, change.answer
    expected = answer.expected if isinstance(answer, f.ChangeSigned) and made.kind == changes.CLOSER else None
    return {
        "number": made.number,
        "kind": made.kind,
        "table": made.table,
        "meter": made.subject if made.kind == changes.METER else "",
        "player": made.subject if made.kind == changes.CORRECTION else "",
        "amount": made.amount,
        "counts": [{"chip": chip, "count": count, "amount": chip * count} for chip, count in made.counts],
        "reason": made.reason,
        "round": made.round,
        "notice": made.notice,
        "words": made.words,
        "submission": made.submission,
        "status": change.status(now),
        "proposed_by": made.by,
        "proposed_at": change.proposed_at,
        "expires_at": made.expires_at,
        "answered_by": answer.by if answer is not None else "",
        "answered_at": change.answered_at,
        "refused_for": answer.reason if isinstance(answer, f.ChangeRefused) else "",
        "expected": expected,
        "difference": made.amount - expected if expected is not None else None,
    }
