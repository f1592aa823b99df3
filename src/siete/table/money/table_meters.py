"""A table's meters: which ones its rules have, and what a step of the house needs from them or does to them. Pure.

The practice table, the terminal and the host use the same functions: a step that touches a meter is filled in with what
the meter says, and the events of the meter's own stream come beside it, to be stored in the same transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from siete.money import Cents
from siete.rules.options import After100pct, JackpotType
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import meter as meters
from siete.table.decide import decide
from siete.table.prizes import is_whole_award, meter_of
from siete.table.state import TableState, Wager
from siete.table.voiding import METERED

Meters = Mapping[str, meters.Meter]
MeterEvents = tuple[tuple[str, meters.MeterEvent], ...]
"""Names of meters, and what happened to each, in order."""


def meters_of(rules: TableRules) -> dict[str, meters.Meter]:
    """The meters of a table, each at its seed."""
    made: dict[str, meters.Meter] = {}
    if rules.meter_seed is not None and rules.meter_reset is not None:
        after = rules.after_100pct or After100pct.RESEED
        names = ["spin"] if rules.spin_offered else [f"jackpot-{game + 1}" for game in range(rules.jackpot_games)]
        for name in names:
            made[name] = meters.Meter.seeded_with(
                rules.meter_seed, reset=rules.meter_reset, cap=rules.meter_cap, after=after
            )
    if rules.xtreme_meter_seed is not None and rules.xtreme_meter_reset is not None:
        for place, name in enumerate(("xtreme-primary", "xtreme-secondary")):
            made[name] = meters.Meter.seeded_with(rules.xtreme_meter_seed[place], reset=rules.xtreme_meter_reset[place])
    return made


def meter_rates(name: str, rules: TableRules) -> tuple[Fraction, Fraction]:
    """What part of a wager goes to a meter, and what part to its reserve."""
    if name.startswith("xtreme"):
        assert rules.xtreme_meter_increment is not None, "an offered wager has its meters"
        return rules.xtreme_meter_increment[name.endswith("secondary")], Fraction(0)
    return rules.meter_increment or Fraction(0), rules.reserve_increment or Fraction(0)


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
    wager = METERED.get(name) or Wager(name)
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
