"""The trainer over HTTP: at practice tables only, for the person who sits there."""

from __future__ import annotations

import secrets
from collections import Counter
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from siete.cards import Card
from siete.errors import SieteError
from siete.host.access.roles import NotAllowedError, Person
from siete.host.table.actor import TableActor
from siete.host.table.wire import Message
from siete.plain import Plain
from siete.rules.toml import bounds as text_bounds
from siete.server.describe.judgement import DECK, Told
from siete.server.http import coach
from siete.server.limits import TooManyError
from siete.server.services import Services, asker, services_of, somebody, waiting_person
from siete.server.work import parsing, trainer
from siete.server.work.workers import Asker as Waiter
from siete.table.due import Question, Waiting
from siete.table.state.hand import Hand
from siete.table.state.round import Round
from siete.table.state.table import TableState

router = APIRouter(prefix="/api/v1", tags=["trainer"])

Asker = Annotated[Person, Depends(asker)]
Somebody = Annotated[Person, Depends(somebody)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Hint(_Body):
    """Which box is asked about, and from which shoe its values are wanted."""

    box: int = Field(ge=1, le=99)
    shoe: Literal["full", "remaining"] = "full"


class HandBody(_Body):
    """A hand by its cards, against an up card."""

    player: str = Field(max_length=80)
    up: str = Field(max_length=2)
    is_split: bool = False
    doublings: int = Field(default=0, ge=0, le=3)
    bet: int = Field(default=0, ge=0, le=10**9)
    """The wager in cents; 0 for the base game alone."""


class DrillRequest(_Body):
    """A hand to be dealt again, by its cards; or cells of the chart that were missed, beside those the coach keeps."""

    missed: list[Annotated[str, Field(max_length=80)]] = Field(default_factory=list, max_length=200)
    player: str = Field(default="", max_length=80)
    up: str = Field(default="", max_length=2)


class WrittenHands(_Body):
    """Rounds in notation, and hands of theirs."""

    text: str = Field(max_length=60_000)
    hands: list[HandBody] = Field(min_length=1, max_length=24)


DRILLED = 5
"""Of the cells that are due, so many of the least known are drawn from."""
_VALUED = (Question.PLAY, Question.DOUBLED, Question.INSURANCE)
"""The questions whose answers have a value."""


def practice_table(request: Request, table_id: str) -> TableActor:
    """The practice table of this name."""
    table = services_of(request).house.table(table_id)
    if not table.current.is_practice:
        raise NotAllowedError("trainer/practice-only", "Values are shown at practice tables only.")
    return table


@router.post("/tables/{table_id}/hint")
async def hint(table_id: str, body: Hint, request: Request, person: Somebody) -> Plain:
    """The value of every action on the hand that is to act, best first; none where none of yours is."""
    table = practice_table(request, table_id)
    due, current = table.due, table.state.round
    asks = due.asks if isinstance(due, Waiting) else ()
    ask = next((each for each in asks if each.box == body.box and each.player == person.name), None)
    if ask is None or current is None or ask.question not in _VALUED:
        return {"actions": [], "best": "", "reason": "You have no hand to decide now."}
    box = current.box(ask.box)
    assert box is not None, "questions are asked about boxes in play"
    hand = box.hands[ask.hand]
    gone = _gone(table.state, current, ask.box, ask.hand) if body.shoe == "remaining" else ()
    wager = next((stake.amount for stake in hand.stakes if stake.player == person.name), box.original(person.name))
    solvers, waiting = services_of(request).solvers, waiting_person(request, person)
    if ask.question is Question.INSURANCE:
        seen, known = " ".join(map(str, hand.cards)), " ".join(map(str, gone))
        worth = await solvers.ask(waiting, trainer.insurance, table.rules.canonical_json, seen, known, wager)
        told = {**worth, "clause": table.rules.clause("insurance_pays")}
        return {**told, "ticket": coach.ticket(services_of(request), person, _asked(table, current, hand, told))}
    found = await solvers.ask(
        waiting,
        trainer.values,
        table.rules.canonical_json,
        " ".join(map(str, hand.cards)),
        str(current.up),
        hand.is_split,
        hand.doublings,
        " ".join(map(str, gone)),
        wager,
    )
    told = {**found, "clause": table.rules.clause("super_bonus_tiers") if found.get("super_bonus_value") else ""}
    return {**told, "ticket": coach.ticket(services_of(request), person, _asked(table, current, hand, told))}


def _asked(table: TableActor, current: Round, hand: Hand, told: Plain) -> Told:
    """A decision as it is kept: the values that were told, and where it came up."""
    where = {
        "rules": table.rules.rule_set,
        "table": table.id,
        "round": current.number,
        "cards": list(map(str, hand.cards)),
        "up": str(current.up),
        "is_split": hand.is_split,
        "doublings": hand.doublings,
    }
    return msgspec.convert({**told, **where}, Told)


def _gone(state: TableState, current: Round, number: int, index: int) -> tuple[Card, ...]:
    """Cards known to have left the shoe, other than the hand and the up card; a burned card stays unknown."""
    burned = Counter(state.pack.burned if state.pack is not None else ())
    gone = Counter(state.discards) - burned
    for box in current.boxes:
        for place, hand in enumerate(box.hands):
            if box.number != number:
                gone.update(hand.cards)
            elif place != index:
                gone.update(hand.cards[1:])  # its first card is the pair's other one, which the value counts itself
    gone.update(current.bonus_cards)
    return tuple(gone.elements())


@router.post("/tables/{table_id}/values")
async def values(table_id: str, body: HandBody, request: Request, person: Asker) -> Plain:
    """The value of every action on any hand by a table's rules, from a full shoe; for rounds that are over."""
    services, waiting = services_of(request), waiting_person(request, person)
    return await _value(services, waiting, services.house.table(table_id).rules.canonical_json, body)


@router.post("/replay/values")
async def replay_values(body: WrittenHands, request: Request, person: Asker) -> Plain:
    """The same for hands of a pasted round, by the rules that its text names; null where there is nothing to decide."""
    services, waiting = services_of(request), waiting_person(request, person)
    text_bounds.check(body.text, parsing.ROUNDS)
    rules = await services.parsers.ask(waiting, parsing.written_rules, body.text)
    return {"values": [await _value_or_none(services, waiting, rules, hand) for hand in body.hands]}


async def _value(services: Services, waiting: Waiter, rules: str, hand: HandBody) -> Plain:
    cards = (hand.player, hand.up, hand.is_split, hand.doublings, "", hand.bet)
    return await services.solvers.ask(waiting, trainer.values, rules, *cards)


async def _value_or_none(services: Services, waiting: Waiter, rules: str, hand: HandBody) -> Plain | None:
    try:
        return await _value(services, waiting, rules, hand)
    except SieteError as why:
        if isinstance(why, TooManyError) or why.code.startswith("work/"):
            raise  # the house is busy: it is asked again
        return None


@router.get("/tables/{table_id}/chart")
async def chart(
    table_id: str, request: Request, person: Asker, bet: Annotated[int, Query(ge=0, le=10**9)] = 0
) -> Plain:
    """The strategy chart of the table's rules; with `bet`, in cents, for a wager of that size."""
    services = services_of(request)
    rules = services.house.table(table_id).rules
    return await services.charts.get(waiting_person(request, person), rules, bet)


@router.post("/tables/{table_id}/drill")
async def drill(table_id: str, body: DrillRequest, request: Request, person: Somebody) -> Plain:
    """Stack the next round of a practice table with a hand worth practising."""
    table = practice_table(request, table_id)
    if person.name not in table.state.seats.values():
        raise NotAllowedError("trainer/not-seated", "Sit down first.")
    stack = await _stack(services_of(request), table, body, person, waiting_person(request, person))
    await table.submit(person, Message(id=secrets.token_hex(12), point="", kind="StackShoe", fields={"cards": stack}))
    return {"is_stacked": True}


async def _stack(services: Services, table: TableActor, body: DrillRequest, person: Person, waiting: Waiter) -> str:
    """The cards of the hand that was named, of one that is due again, or of one worth practising."""
    rules = table.rules.canonical_json
    if body.player:
        return str((await services.solvers.ask(waiting, trainer.dealt_hand, rules, body.player, body.up))["stack"])
    learner = await services.reviews.learner(person.scope)
    due = [each.item for each in learner.due(f"{DECK}{table.rules.rule_set}", services.reviews.now)]
    wanted = (rules, tuple(body.missed), secrets.token_hex(8), tuple(due[:DRILLED]))
    return str((await services.solvers.ask(waiting, trainer.drill, *wanted))["stack"])
