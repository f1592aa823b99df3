"""A table's meters: which ones its rules have, and what a step of the house needs from them or does to them. Pure.

The practice table, the terminal and the host use the same functions: a step that touches a meter is filled in with what
the meter says, and the events of the meter's own stream come beside it, to be stored in the same transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from siete.money import Cents
from siete.rules.options import JackpotType
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.decide import decide
from siete.table.money import meter as meters
from siete.table.stages.prizes import is_whole_award, meter_of
from siete.table.state.table import TableState
from siete.table.wagers import registry

Meters = Mapping[str, meters.Meter]
MeterEvents = tuple[tuple[str, meters.MeterEvent], ...]
"""Names of meters, and what happened to each, in order."""


def meters_of(rules: TableRules) -> dict[str, meters.Meter]:
    """The meters of a table, each at its seed."""
    return {
        each.name: meters.Meter.seeded_with(each.seed, reset=each.reset, cap=each.cap, after=each.after)
        for each in registry.meters(rules)
    }


def meter_rates(name: str, rules: TableRules) -> tuple[Fraction, Fraction]:
    """What part of a wager goes to a meter, and what part to its reserve."""
    terms = registry.meter_terms(name, rules)
    return terms.rate, terms.reserve_rate


def with_meters(
    state: TableState, rules: TableRules, command: c.HouseCommand, now: Meters
) -> tuple[c.HouseCommand, MeterEvents]:
    """The step with what the meters say, and what it does to them; any other step as it is."""
    match command:
        case c.Contribute(meter=name):
            added = meters.contribute(now[name], _wagered(state, name), *meter_rates(name, rules))
            return replace(command, amount=added.moved), ((name, added),)
        case c.ReverseContribution(meter=name, wagered=wagered):
            taken = meters.reverse(now[name], meters.contribute(now[name], wagered, *meter_rates(name, rules)))
            return replace(command, amount=taken.moved), ((name, taken),)
        case c.PayAward() if meter_of(command) in now:
            return _award(state, rules, command, now)
        case c.PickUp():
            # Meters that stayed empty for the rest of the round start again.
            return command, tuple((name, meters.reseed(each)) for name, each in now.items() if each.owes_seed)
    return command, ()


def after(now: Meters, made: MeterEvents) -> dict[str, meters.Meter]:
    """The meters once these things have happened to them."""
    changed = dict(now)
    for name, event in made:
        changed[name] = meters.apply(changed[name], event)
    return changed


def _wagered(state: TableState, name: str) -> Cents:
    assert state.round is not None, "contributions are made within a round"
    wager = registry.wager_of_meter(name)
    return Cents(sum(bet.amount for box in state.round.boxes for bet in box.bets if bet.wager is wager))


def _award(
    state: TableState, rules: TableRules, command: c.PayAward, now: Meters
) -> tuple[c.HouseCommand, MeterEvents]:
    """What the meter shows; it pays at once, so that the next award finds less.

    A posted prize stays posted: what is paid of it the house puts in again at once.
    """
    name = meter_of(command)
    read = replace(command, before=now[name].amount)
    paid = next(event for event in decide(state, rules, read) if isinstance(event, e.AwardPaid))
    if rules.jackpot_type is JackpotType.HOUSE and rules.house_jackpot_pays_each:
        return read, ((name, meters.award_posted(now[name], paid.amount)),)
    return read, ((name, meters.award(now[name], paid.amount, is_whole=is_whole_award(command, rules))),)
