"""Letting the house go on until a person must answer: one loop for the host, the terminal and the dealer's school.

Nothing here stores, waits or shows anything, and no randomness is drawn but from the `Chance` that is given. A host
that owns a table appends a step's `events` to the table's stream and its `meter_events` to those of the meters, in one
transaction; the terminal tells them. Where a person deals or stands on the floor, that one's steps are not taken:
`drive` stops there as it does before a player. A caller with timers keeps a step back by its type, such as
`CloseWagers` while there is still time to wager.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace

from siete.cards import SPANISH_DECK, Card, Rank, Suit
from siete.host.shuffling import Chance
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import metering
from siete.table.apply import apply
from siete.table.automatic import next_due
from siete.table.decide import decide, refusal
from siete.table.due import Approval, Due
from siete.table.metering import MeterEvents, Meters
from siete.table.shuffling import cut_limits
from siete.table.state import TableState

TENS = tuple(Card(Rank.TEN, suit) for suit in Suit)
"""What makes fifty-two cards of a deck, and is taken out of it at the table."""

NOBODY: frozenset[type[c.Command]] = frozenset()

MOST_STEPS = 100_000
"""More steps than any table takes without a person; a loop that gets here is a bug."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step that was taken: what ordered it, what it brought about, and where the table stands after it."""

    command: c.Command
    clause: str
    events: tuple[e.Event, ...]
    state: TableState
    meter_events: MeterEvents = ()
    meters: Meters


def drive(
    state: TableState,
    rules: TableRules,
    meters: Meters,
    chance: Chance,
    *,
    holds: Container[type[c.Command]] = NOBODY,
    is_dealer_here: bool = False,
    is_floorperson_here: bool = False,
) -> Iterator[Step]:
    """The steps of an automatic dealer and floorperson, until a player, the first wager or a person is awaited.

    `holds` names steps that the caller keeps for later; `is_dealer_here` and `is_floorperson_here` say that a person
    takes that place.
    """
    for _ in range(MOST_STEPS):
        due = next_due(state, rules)
        if not isinstance(due, Due | Approval) or type(due.command) in holds:
            return
        is_persons = is_dealer_here if isinstance(due, Due) else is_floorperson_here
        if is_persons and type(due.command) not in SYSTEM:
            return
        step = taken(state, rules, meters, chance, due.command, due.clause)
        state, meters = step.state, step.meters
        yield step
    raise AssertionError("the house goes on for ever")


SYSTEM: frozenset[type[c.Command]] = frozenset({c.Contribute, c.ReverseContribution, c.BeginBaseGame})
"""Steps of the table's own system, which no dealer takes by hand."""


def take(
    state: TableState, rules: TableRules, meters: Meters, chance: Chance, command: c.Command, clause: str = ""
) -> Step:
    """Any command carried out, with what host and meters bring to it; raises Refusal when it is not allowed.

    Nothing is drawn from chance for a step that is refused, so that a wrong one leaves no trace at all.
    """
    if isinstance(command, c.HouseCommand) and (why := refusal(state, rules, command)) is not None:
        raise why
    return taken(state, rules, meters, chance, command, clause)


def taken(
    state: TableState, rules: TableRules, meters: Meters, chance: Chance, command: c.Command, clause: str
) -> Step:
    """The step that is due, or a person's command: carried out, with what host and meters bring to it."""
    happened: MeterEvents = ()
    if isinstance(command, c.HouseCommand):
        command, happened = metering.with_meters(state, rules, brought(state, rules, command, chance), meters)
    events = decide(state, rules, command)
    for event in events:
        state = apply(state, event)
    said = clause or next((event.clause for event in events if event.clause), "")
    now = metering.after(meters, happened) if happened else meters
    return Step(command=command, clause=said, events=events, state=state, meter_events=happened, meters=now)


def brought(state: TableState, rules: TableRules, command: c.HouseCommand, chance: Chance) -> c.HouseCommand:
    """The step with what comes from outside: decks, the order after a shuffle, a cut, where a wheel stops."""
    pack, opening = state.pack, state.opening
    match command:
        case c.ReceiveCards(cards=None):
            tens = () if rules.preshuffled_cards else TENS * rules.decks
            return replace(command, cards=(*SPANISH_DECK * rules.decks, *tens))
        case c.BringDecks(cards=None):
            return replace(command, cards=SPANISH_DECK * rules.decks)
        case c.ShuffleCards(order=None) | c.StackPreshuffled(order=None) if pack is not None:
            return replace(command, order=chance.order(pack.pile))
        case c.ChangeBatch(order=None) if opening is not None:
            return replace(command, order=chance.order(opening.cards or ()))
        case c.CutForHouse(at=None) if pack is not None and pack.order is not None:
            return replace(command, at=chance.depth(*cut_limits(rules, len(pack.order))))
        case c.Spin(symbols=(), wager=wager) if state.round is not None:
            return replace(command, symbols=chance.symbols(wager, state.round, rules))
    return command
