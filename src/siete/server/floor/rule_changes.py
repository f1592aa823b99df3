"""A table's rules over HTTP: what may change while it is open, what a change would do, and the proposal of one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from siete.errors import ParseError, SieteError
from siete.host.access.roles import Person
from siete.host.floor import changes
from siete.host.floor.changes import Proposal
from siete.host.floor.log import Writing
from siete.host.floor.rule_changes import RuleChange
from siete.host.floor.state import FloorState
from siete.host.floor_desk import FloorDesk
from siete.host.table.actor import TableActor
from siete.plain import Plain
from siete.rules.choices.open_table import METERS, RATES
from siete.server.describe.choices import closed_choices, open_choices
from siete.server.floor.access import Body, Floorperson, Reader
from siete.server.floor.changes import last_of, slip
from siete.server.floor.overview import desk_of
from siete.server.services import services_of, waiting_person
from siete.server.work.parsing import changed_rules

router = APIRouter(prefix="/api/v1/floor", tags=["floor"])

LONGEST_NOTICE = 24 * 60
ChoiceName = Annotated[str, Field(max_length=60)]
ChoiceValue = Annotated[str, Field(max_length=200)]


class NewRules(Body):
    """Another submission for a table, whole or as some choices written anew (TOML values by name)."""

    submission: str = Field(default="", max_length=60_000)
    choices: dict[ChoiceName, ChoiceValue] = Field(default_factory=dict, max_length=40)


class RulesProposal(NewRules):
    """The same as a proposal: why, and how many minutes of notice players get."""

    reason: str = Field(max_length=200)
    notice: int | None = Field(default=None, ge=0, le=LONGEST_NOTICE)


@router.get("/tables/{table_id}/rules")
async def read_rules(table_id: str, request: Request, person: Reader) -> Plain:
    """What the table plays by, what of it may change while it is open, what may not and why, and what is announced."""
    table = desk_of(request).table(table_id)
    return {
        "table": table.id,
        "rules": table.rules.rule_set,
        "rules_hash": table.rules.rules_hash,
        "submission": table.current.settings.submission,
        "announced": table.current.notice,
        "choices": open_choices(table.rules),
        "closed": closed_choices(table.rules),
    }


@router.post("/tables/{table_id}/rules/preview")
async def preview_rules(table_id: str, body: NewRules, request: Request, person: Reader) -> Plain:
    """What a submission would change at the table, and how much notice it needs; refused with all its faults."""
    made = await _made(request, person, desk_of(request).table(table_id), body)
    return {"values": list(made.values), "notice": made.notice, "submission": made.submission}


@router.post("/tables/{table_id}/rules", status_code=201)
async def propose_rules(table_id: str, body: RulesProposal, request: Request, person: Floorperson) -> Plain:
    """Propose other rules for an open table: somebody else signs, then players get notice."""
    desk = desk_of(request)
    table = desk.table(table_id)
    made = await _made(request, person, table, body)
    if body.notice is not None and body.notice < made.notice:
        sentence = f"Players get at least {made.notice} minutes of notice of this."
        raise SieteError("floor/notice-too-short", sentence, facts={"least": made.notice})
    proposal = Proposal(
        kind=changes.RULES,
        table=table.id,
        by=person.name,
        reason=body.reason,
        subject=table.rules.rules_hash,
        rules=made.rules,
        submission=made.submission,
        notice=made.notice if body.notice is None else body.notice,
        words="; ".join(f"{each['words']} {each['now']} → {each['then']}" for each in made.values),
    )

    def proposing(state: FloorState, now: str) -> Writing:
        return Writing(events=(changes.propose(state, proposal, denominations=(), inventory=0, now=now),))

    state = await desk.log.write(proposing)
    return {**slip(last_of(state, person), desk.now), "values": list(made.values)}


async def _made(request: Request, person: Person, table: TableActor, body: NewRules) -> RuleChange:
    if bool(body.submission) == bool(body.choices):
        raise ParseError("floor/no-rules", "Send a whole submission, or choices.")
    text, choices = table.current.settings.submission, tuple(sorted(body.choices.items()))
    parsers, waiting = services_of(request).parsers, waiting_person(request, person)
    made = await parsers.ask(waiting, changed_rules, table.rules, text, body.submission, choices)
    _check_shared(desk_of(request), table, made)
    return made


def _check_shared(desk: FloorDesk, table: TableActor, made: RuleChange) -> None:
    """Refuse another start or cap for a meter that other tables share: they would still announce the old one."""
    link = table.rules.meter_link
    wrong = [each for each in made.values if each["name"] in METERS - RATES]
    others = [each.record.name for each in desk.live() if link and each is not table and each.rules.meter_link == link]
    if wrong and others:
        sentence = (
            f"{wrong[0]['words']}: {', '.join(others)} share{'s' if len(others) == 1 else ''} this meter."
            " Its start and cap change when the other tables are closed; what this table's wagers add may change now."
        )
        raise SieteError(
            "floor/shared-meter", sentence, clause=str(wrong[0]["clause"]), facts={"tables": ", ".join(others)}
        )
