"""What newcomers are told over HTTP: the game in a line, and guided rounds."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from siete.plain import Plain
from siete.rules.names import names
from siete.rules.submission import table_rules
from siete.server.describe.arrival import welcome
from siete.server.describe.lessons import lessons
from siete.server.http.static_files import told
from siete.server.services import services_of

router = APIRouter(prefix="/api/v1", tags=["arrival"])


@router.get("/welcome", response_model=Plain)
async def first_words(request: Request) -> Response:
    """What the game is, and what is better in it than in blackjack; by the first rule set."""
    first = names()[0]
    return told(request, {**welcome(table_rules(first)), "rules": first}, is_kept=True)


@router.get("/tables/{table_id}/lessons")
async def guided_rounds(table_id: str, request: Request) -> Plain:
    """The guided rounds of a table: wagers, stacked cards, and what to do at each moment."""
    rules = services_of(request).house.table(table_id).rules
    return {"lessons": [each.to_json() for each in lessons(rules)]}
