"""The sign and meter display of a table, for a screen above it: anybody may read it, and it needs no session."""

from __future__ import annotations

from fastapi import APIRouter, Request

from siete.plain import Plain
from siete.rules.ruleset import rule_set
from siete.rules.signs import signs
from siete.server.floor.tiles import meters_by_title
from siete.server.services import services_of
from siete.table.wagers import registry

router = APIRouter(prefix="/api/v1", tags=["floor"])


@router.get("/display/{table_id}")
async def display(table_id: str, request: Request) -> Plain:
    """A table's limits, meters, and the inscriptions and signs that must be posted."""
    table = services_of(request).house.table(table_id)
    rules = table.rules
    names = {each.name: registry.wager_of_meter(each.name).value for each in registry.meters(rules)}
    return {
        "id": table.id,
        "name": table.record.name,
        "title": rule_set(rules.rule_set).title,
        "state": table.current.condition,
        "limits": {"min": rules.table_min, "max": rules.table_max},
        "notice": table.current.notice,
        "meters": [{**meter, "wager": names.get(str(meter["name"]), "")} for meter in meters_by_title(table)],
        "signs": [
            {"name": sign.name, "title": sign.title, "lines": list(sign.lines), "clauses": list(sign.clauses)}
            for sign in signs(rules, table.record.name)
        ],
    }
