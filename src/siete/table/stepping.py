"""One stepping loop: lets the house go on until a person must decide. Pure.

The server, the terminal, the dealer's school, the practice table, the notation and disputes all step a table with
`drive` and differ in two ways only: which due steps they take, and where cards and wheel stops come from. Nothing here
stores, waits, shows or draws: randomness is given, and a caller that gives none brings what a step needs itself. (The
count of all rounds in `definition.perft` walks every branch and steps by itself.)
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from siete.cards import SPANISH_DECK, Card, Rank, Suit
from siete.errors import SieteError
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.approvals import is_refused
from siete.table.automatic import next_due
from siete.table.decide import decide, refusal
from siete.table.due import Approval, Due
from siete.table.frozen.fast_init import quicken
from siete.table.money import table_meters
from siete.table.money.table_meters import MeterEvents, Meters
from siete.table.stages import idling
from siete.table.stages.shuffling import cut_limits
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.supervision import rules_from

TENS = tuple(Card(Rank.TEN, suit) for suit in Suit)
"""What makes fifty-two cards of a deck, and is taken out of it at the table."""

NO_STEPS: frozenset[type[c.Command]] = frozenset()

SYSTEM: frozenset[type[c.Command]] = frozenset({c.Contribute, c.ReverseContribution, c.BeginBaseGame})
"""Steps of the table's own system, which no dealer takes by hand."""

MOST_STEPS = 5_000
"""More steps in a row than any opening or round has without a person; a loop that gets here is a bug."""


class Randomness(Protocol):
    """What chance decides at a table."""

    def order(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """These cards after a shuffle."""
        ...

    def depth(self, least: int, most: int) -> int:
        """Where the dealer cuts, between these depths."""
        ...

    def symbols(self, wager: Wager, current: Round, rules: TableRules) -> tuple[str, ...]:
        """Where the wheels of this wager stop."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class StepTaken:
    """A step that was taken: what ordered it, what it brought about, and the table after it."""

    ordered: c.Command
    """The step as it was due or sent, before anything was filled in."""
    command: c.Command
    clause: str
    events: tuple[e.Event, ...]
    state: TableState
    meter_events: MeterEvents = ()
    meters: Meters


quicken(StepTaken)


Choice = Callable[[TableState, Due | Approval], c.Command | None]
"""What a caller does about a due step: the command to carry out, filled in if it likes; None to stop before it."""


def house_steps(
    *,
    holds: Container[type[c.Command]] = NO_STEPS,
    is_dealer_here: bool = False,
    is_floorperson_here: bool = False,
) -> Choice:
    """The steps of an automatic dealer and floorperson.

    `holds` names steps that the caller keeps for later; `is_dealer_here` and `is_floorperson_here` say that a person
    takes that place.
    """

    def choice(state: TableState, due: Due | Approval) -> c.Command | None:
        kind = type(due.command)
        is_persons = is_dealer_here if isinstance(due, Due) else is_floorperson_here or is_refused(state, due)
        return None if kind in holds or (is_persons and kind not in SYSTEM) else due.command

    return choice


def drive(
    state: TableState, rules: TableRules, meters: Meters, choice: Choice, randomness: Randomness | None = None
) -> Iterator[StepTaken]:
    """The steps that are due and chosen, one after the other, until a player or the first wager is awaited."""
    for _ in range(MOST_STEPS):
        due = next_due(state, rules)
        if not isinstance(due, Due | Approval) or (command := choice(state, due)) is None:
            return
        step = taken(state, rules, meters, command, randomness, due)
        state, meters = step.state, step.meters
        yield step
    raise SieteError("host/endless-house", "The house's steps do not end. The table stops.")


def take(
    state: TableState,
    rules: TableRules,
    meters: Meters,
    command: c.Command,
    randomness: Randomness | None = None,
    due: Due | Approval | None = None,
) -> StepTaken:
    """Any command carried out; raises Refusal where it is not allowed.

    Nothing is drawn for a step that is refused, so that a wrong one leaves no trace at all.
    """
    if isinstance(command, c.HouseCommand) and (why := refusal(state, rules, command)) is not None:
        raise why
    return taken(state, rules, meters, command, randomness, due)


def taken(
    state: TableState,
    rules: TableRules,
    meters: Meters,
    command: c.Command,
    randomness: Randomness | None = None,
    due: Due | Approval | None = None,
) -> StepTaken:
    """A command carried out, with what randomness and meters bring to it; `due` is what ordered it, if anything did."""
    ordered, clause = (command, "") if due is None else (due.command, due.clause)
    happened: MeterEvents = ()
    if isinstance(command, c.HouseCommand):
        filled = command if randomness is None else brought(state, rules, command, randomness)
        command, happened = table_meters.with_meters(state, rules, filled, meters)
    events = decide(state, rules, command)
    if isinstance(command, c.ChangeRules):
        happened = table_meters.changed_terms(rules, rules_from(rules, command.rules), command, meters)
    for event in events:
        state = apply(state, event)
    return StepTaken(
        ordered=ordered,
        command=command,
        clause=clause or next((event.clause for event in events if event.clause), ""),
        events=events,
        state=state,
        meter_events=happened,
        meters=table_meters.after(meters, happened) if happened else meters,
    )


def second_batch(state: TableState, rules: TableRules, randomness: Randomness) -> c.StoreBatch | None:
    """What a host puts into a shuffler that works with two batches and holds none; None where nothing is to be done.

    The decks have been inspected before. Decision: 0195.
    """
    opening = state.opening
    if opening is None or opening.batch is not None or rules.shuffler_batches < 2 or state.is_shuffler_down:
        return None
    if not idling.is_batch_ready(state, rules):
        return None
    return c.StoreBatch(order=randomness.order(opening.cards or ()))


def brought(state: TableState, rules: TableRules, command: c.HouseCommand, randomness: Randomness) -> c.HouseCommand:
    """The step with what comes from outside: decks, the order after a shuffle, a cut, where wheels stop."""
    pack = state.pack
    match command:
        case c.ReceiveCards(cards=None):
            tens = () if rules.preshuffled_cards else TENS * rules.decks
            return replace(command, cards=(*SPANISH_DECK * rules.decks, *tens))
        case c.BringDecks(cards=None):
            return replace(command, cards=SPANISH_DECK * rules.decks)
        case c.ShuffleCards(order=None) | c.StackPreshuffled(order=None) if pack is not None:
            return replace(command, order=randomness.order(pack.pile))
        case c.ChangeBatch(order=None):
            return replace(command, order=randomness.order(idling.cards_going_in(state)))
        case c.CutForHouse(at=None) if pack is not None and pack.order is not None:
            return replace(command, at=randomness.depth(*cut_limits(rules, len(pack.order))))
        case c.Spin(symbols=(), wager=wager) if state.round is not None:
            return replace(command, symbols=randomness.symbols(wager, state.round, rules))
    return command
