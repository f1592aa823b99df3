"""When something goes wrong: the guide for a table, and incidents over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.host.floor import guide
from siete.host.floor.day_book import Mishap
from siete.host.floor.gaming_day import day_from_text
from siete.host.floor.log import FloorLog, Writing
from siete.host.floor.state import FloorState, Incident
from siete.host.table.actor import TableActor
from siete.host.table.idempotency import IdReusedError
from siete.host.table.wire import Message, command_from
from siete.plain import Plain
from siete.server.floor.access import Body, Floorperson, Reader, RequestId
from siete.server.floor.csv_files import csv_answer
from siete.server.floor.overview import ask, desk_of
from siete.store import floor_events as f
from siete.table import commands as c
from siete.table import events as e

router = APIRouter(prefix="/api/v1/floor", tags=["floor"])

MOST_EVENTS = 200
"""Events of an incident that are told."""
COLUMNS = ("number", "filed_at", "table", "round", "kind", "words", "clause", "by", "people", "note", "outcome")


class NewIncident(Body):
    """What happened at a table, by the guide's id, with the answer to its question, and a note."""

    table: str = Field(max_length=80)
    guide: str = Field(max_length=40)
    answer: bool | str | None = None
    card: str = Field(default="", max_length=3)
    note: str = Field(default="", max_length=500)
    apply: bool = True
    id: RequestId = ""


class IncidentOutcome(Body):
    """What was decided."""

    outcome: str = Field(min_length=1, max_length=200)
    note: str = Field(default="", max_length=500)


@router.get("/tables/{table_id}/guide")
async def whole_guide(table_id: str, request: Request, person: Reader) -> Plain:
    """What can go wrong, and what this table's document orders; whether each can be applied now."""
    table = desk_of(request).table(table_id)
    return {
        "table": table.id,
        "rules": table.rules.rule_set,
        "entries": [
            {**guide.told(entry, table.rules), "is_possible": _preview(table, person, entry, None)["is_possible"]}
            for entry in guide.entries()
        ],
    }


@router.get("/tables/{table_id}/guide/{name}")
async def one_guide(
    table_id: str, name: str, request: Request, person: Reader, answer: Annotated[str, Query(max_length=20)] = ""
) -> Plain:
    """One entry of the guide, and what it would do at the table as it stands."""
    table, entry = desk_of(request).table(table_id), guide.entry_of(name)
    return {**guide.told(entry, table.rules), "preview": _preview(table, person, entry, _answer(answer))}


def _answer(text: str) -> bool | str | None:
    return {"": None, "true": True, "false": False}.get(text, text)


def _preview(table: TableActor, person: Person, entry: guide.GuideEntry, answer: bool | str | None) -> Plain:
    question = entry.question
    if answer is None and question is not None:
        answer = next((value for _, value in question.answers if isinstance(value, bool | str)), None)
    command = _command(entry, person, guide.fields_of(entry, answer), "") if entry.command else None
    return guide.preview(table.state, table.rules, command, _round_so_far(table))


def _round_so_far(table: TableActor) -> list[e.Event]:
    """The events of the round that is on; none where a table remembers no more of it."""
    found: list[e.Event] = []
    for _, event in reversed(table.broadcaster.recent()):
        if isinstance(event, e.RoundStarted):
            return found[::-1]
        found.append(event)
    return []


def _command(entry: guide.GuideEntry, person: Person, fields: Mapping[str, object], card: str) -> c.Command:
    values = {**fields, "card": card} if card else fields
    message = Message(id="preview", point="", kind=entry.command, fields=values)
    made = command_from(guide.kind_of(entry), message, person)
    assert isinstance(made, c.Command), "the guide names commands of the engine"
    return made


@router.get("/incidents")
async def incidents(
    request: Request,
    person: Reader,
    table: Annotated[str, Query(max_length=80)] = "",
    kind: Annotated[str, Query(max_length=40)] = "",
    day: Annotated[str, Query(max_length=10)] = "",
    text: Annotated[str, Query(max_length=80)] = "",
    is_open: bool | None = None,
) -> Plain:
    """Incidents, newest first; and what the tables' events tell of today that nobody has filed."""
    found = await _found(request, table, kind, day, text, is_open=is_open)
    return {"incidents": [told(each) for each in found], "unfiled": await _unfiled(request, table, day)}


async def _found(
    request: Request, table: str, kind: str, day: str, text: str, *, is_open: bool | None
) -> list[Incident]:
    desk = desk_of(request)
    state = await desk.log.read_on()
    bounds = day_from_text(day, desk.start) if day else None
    return [
        each
        for each in reversed(tuple(state.incidents.values()))
        if (not table or each.filed.table == table)
        and (not kind or each.filed.kind == kind)
        and (bounds is None or bounds.first <= each.filed_at < bounds.end)
        and (is_open is None or is_open is (each.closed is None))
        and (not text or text.casefold() in str(told(each)).casefold())
    ]


async def _unfiled(request: Request, table: str, day: str) -> list[Plain]:
    desk = desk_of(request)
    state = desk.log.state
    found: list[Plain] = []
    for each in desk.live():
        if table and each.id != table:
            continue
        book = await desk.book(each, desk.day(day, each.rules))
        filed = _filed_spans(state, each.id)
        found += [
            _mishap_told(each.id, mishap)
            for mishap in book.mishaps
            if not any(first < mishap.version <= last for first, last in filed)
        ]
    return sorted(found, key=lambda one: str(one["at"]), reverse=True)


def _mishap_told(table: str, mishap: Mishap) -> Plain:
    return {
        "table": table,
        "at": mishap.at,
        "round": mishap.round,
        "event": mishap.event,
        "clause": mishap.clause,
        "version": mishap.version,
    }


def _filed_spans(state: FloorState, table: str) -> list[tuple[int, int]]:
    mine = [each for each in state.incidents.values() if each.filed.table == table]
    return [(each.filed.after, each.closed.until if each.closed is not None else each.filed.after) for each in mine]


@router.get("/incidents.csv")
async def incidents_file(request: Request, person: Reader, day: Annotated[str, Query(max_length=10)] = "") -> Response:
    """Incidents as a table to keep."""
    found = await _found(request, "", "", day, "", is_open=None)
    rows = [[_cell(told(each)[name]) for name in COLUMNS] for each in reversed(found)]
    return csv_answer(f"incidents-{day or 'all'}.csv", COLUMNS, rows)


def _cell(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


@router.get("/incidents/{number}")
async def one_incident(number: int, request: Request, person: Reader) -> Plain:
    """One incident, with the events of the table that belong to it."""
    desk = desk_of(request)
    incident = _incident(await desk.log.read_on(), number)
    table = await desk.find(incident.filed.table)
    last = incident.closed.until if incident.closed is not None else incident.filed.after
    count = max(0, min(MOST_EVENTS, last - incident.filed.after))
    entries = await desk.house.store.read(table.stream, incident.filed.after, count)
    events = [{"version": entry.version, "at": entry.recorded_at, "event": entry.kind} for entry in entries]
    return {**told(incident), "events": events}


@router.post("/incidents", status_code=201)
async def file_incident(body: NewIncident, request: Request, person: Floorperson) -> Plain:
    """File an incident and apply what the document orders; it is filed before, and closed after.

    The command's id is the incident's number, and a request with an id that was filed before is the same incident, so
    that sending it again after a lost answer does nothing twice.
    """
    desk, entry = desk_of(request), guide.entry_of(body.guide)
    table = desk.table(body.table)
    fields = dict(guide.fields_of(entry, body.answer)) if entry.command else {}
    is_applied = body.apply and bool(entry.command)
    before = _repeated(await desk.log.read_on(), person, body)
    if before is not None and (before.closed is not None or not is_applied):
        return await one_incident(before.number, request, person)
    if is_applied and before is None:
        shown = guide.preview(table.state, table.rules, _command(entry, person, fields, body.card))
        if not shown["is_possible"]:
            raise SieteError("floor/not-now", str(shown["refused"]), clause=_first(entry.clauses(table.rules)))
    number = 0

    def filing(state: FloorState, now: str) -> Writing:
        nonlocal number
        known = _repeated(state, person, body)
        if known is not None:
            number = known.number
            return Writing(events=())
        number = max(state.incidents, default=0) + 1
        return Writing(events=(_filed(number, body, entry, table, person),))

    await desk.log.write(filing)
    if is_applied:
        values = {**fields, "card": body.card} if body.card else fields
        try:
            await ask(table, person, entry.command, "", f"incident-{number:08}", **values)
        except SieteError as error:
            await _close(desk.log, person, number, f"not applied: {error.sentence}", table)
            raise
        await _close(desk.log, person, number, "applied as the document orders", table)
    return await one_incident(number, request, person)


def _repeated(state: FloorState, person: Person, body: NewIncident) -> Incident | None:
    """The incident that this request has filed before; another one under its id is refused."""
    known = state.incident_by(person.name, body.id)
    if known is not None and (known.filed.table, known.filed.kind) != (body.table, body.guide):
        raise IdReusedError(body.id)
    return known


def _first(texts: tuple[str, ...]) -> str:
    return texts[0] if texts else ""


async def _close(log: FloorLog, person: Person, number: int, outcome: str, table: TableActor) -> None:
    closed = f.IncidentClosed(by=person.name, number=number, outcome=outcome[:200], until=table.loaded.version)

    def closing(state: FloorState, now: str) -> Writing:
        return Writing(events=(closed,) if _incident(state, number).closed is None else ())

    await log.write(closing)


def _filed(
    number: int, body: NewIncident, entry: guide.GuideEntry, table: TableActor, person: Person
) -> f.IncidentFiled:
    people = (table.current.dealer, *dict.fromkeys(table.state.seats.values()))
    return f.IncidentFiled(
        by=person.name,
        number=number,
        table=table.id,
        round=table.state.round.number if table.state.round is not None else table.state.rounds,
        kind=entry.id,
        words=entry.words,
        clause=_first(entry.clauses(table.rules)),
        people=tuple(each for each in people if each),
        after=table.loaded.version,
        note=body.note,
        request=body.id,
    )


@router.post("/incidents/{number}/close")
async def close_incident(number: int, body: IncidentOutcome, request: Request, person: Floorperson) -> Plain:
    """Write down what was decided about an incident that is still open."""
    desk = desk_of(request)

    def closing(state: FloorState, now: str) -> Writing:
        incident = _incident(state, number)
        if incident.closed is not None:
            sentence = f"{incident.closed.by} has closed incident {number}: {incident.closed.outcome}."
            raise SieteError("floor/answered", sentence, facts={"by": incident.closed.by})
        actor = desk.house.tables.get(incident.filed.table)
        until = actor.loaded.version if actor is not None else incident.filed.after
        event = f.IncidentClosed(by=person.name, number=number, outcome=body.outcome, until=until, note=body.note)
        return Writing(events=(event,))

    return told(_incident(await desk.log.write(closing), number))


def _incident(state: FloorState, number: int) -> Incident:
    incident = state.incidents.get(number)
    if incident is None:
        raise SieteError("floor/no-such-incident", f"There is no incident {number}.")
    return incident


def told(incident: Incident) -> Plain:
    """An incident as the API tells it."""
    filed, closed = incident.filed, incident.closed
    return {
        "number": filed.number,
        "filed_at": incident.filed_at,
        "by": filed.by,
        "table": filed.table,
        "round": filed.round,
        "kind": filed.kind,
        "words": filed.words,
        "clause": filed.clause,
        "people": list(filed.people),
        "after": filed.after,
        "note": filed.note,
        "is_open": closed is None,
        "outcome": closed.outcome if closed is not None else "",
        "closed_by": closed.by if closed is not None else "",
        "closed_at": incident.closed_at,
        "closing_note": closed.note if closed is not None else "",
        "until": closed.until if closed is not None else filed.after,
    }
