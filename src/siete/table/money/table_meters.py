"""A table's meters: which ones its rules have, and what a step of the house needs from them or does to them. Pure.

The practice table, the terminal and the host use the same functions: a step that touches a meter is filled in with what
the meter says, and the events of the meter's own stream come beside it, to be stored in the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from siete.money import Cents
from siete.rules.options import After100pct
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.decide import decide
from siete.table.money import meter as meters
from siete.table.stages.prizes import is_whole_award, meter_of
from siete.table.state.table import TableState
from siete.table.wagers import registry
from siete.table.wagers.side_wager import MeterTerms

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
            return replace(command, amount=added.moved, restarts=now[name].restarts), ((name, added),)
        case c.ReverseContribution(meter=name, wagered=wagered):
            assert state.round is not None, "a contribution is reversed within its round"
            restarts = dict(state.round.meter_restarts).get(name)
            taken = meters.reverse(now[name], wagered, *meter_rates(name, rules), restarts=restarts)
            return replace(command, amount=taken.moved), ((name, taken),)
        case c.PayAward() if meter_of(command) in now:
            return _award(state, rules, command, now)
        case c.PickUp():
            return command, tuple(_restarts(rules, now))
    return command, ()


def changed_terms(rules: TableRules, rules_then: TableRules, command: c.ChangeRules, now: Meters) -> MeterEvents:
    """What other rules make of the table's meters: each that gets other terms, and what the house puts in for them.

    A meter that wagers feed keeps what it shows, and never shows less than it is reset to; a prize that is posted
    becomes the new one. Clauses: MD-12.D.6.a, MD-12.D.6.b, MD-12.E.3.a, MD-12.E.3.b, WA3-J11.a. Decision: 0325.
    """
    found: list[tuple[str, meters.MeterEvent]] = []
    for before, then in zip(registry.meters(rules), registry.meters(rules_then), strict=True):
        assert before.name == then.name, "meters come and go with a closed table"
        if _terms(before) != _terms(then):
            found.append((then.name, _new_terms(then, now[then.name], command)))
    return tuple(found)


def _terms(each: MeterTerms) -> tuple[object, ...]:
    return each.seed, each.reset, each.cap, each.rate, each.reserve_rate


def _new_terms(terms: MeterTerms, meter: meters.Meter, command: c.ChangeRules) -> meters.MeterTermsChanged:
    kept = meter.amount if meter.owes_seed else max(meter.amount, terms.reset)
    return meters.MeterTermsChanged(
        reset=terms.reset,
        cap=terms.cap,
        rate=terms.rate,
        reserve_rate=terms.reserve_rate,
        difference=Cents((kept if terms.is_fed else terms.seed) - meter.amount),
        change=command.change,
        by=command.by,
        second=command.second,
        reason=command.reason,
        clause=terms.clause,
    )


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

    A posted prize is put back at once where each winner is paid on it, else after the round.
    """
    name, is_whole = meter_of(command), is_whole_award(command, rules)
    read = replace(command, before=now[name].amount)
    paid = next(event for event in decide(state, rules, read) if isinstance(event, e.AwardPaid))
    if not _is_posted(name, rules):
        return read, ((name, meters.award(now[name], paid.amount, is_whole=is_whole)),)
    made: MeterEvents = tuple((name, event) for event in meters.award_posted(now[name], paid.amount))
    starts_again = is_whole and now[name].after_100pct is After100pct.RESEED
    again = _posted_again(name, rules, after(now, made)) if rules.house_jackpot_pays_each or starts_again else ()
    return read, (*made, *again)


def _restarts(rules: TableRules, now: Meters) -> Iterator[tuple[str, meters.MeterEvent]]:
    """After the round: meters that stayed empty start again, and posted prizes stand as they are posted.

    Clauses: WA3-J11.b, WA3-J11.c. Decision: 0052.
    """
    for name, each in now.items():
        if each.owes_seed:
            yield name, meters.reseed(each)
        elif _is_posted(name, rules):
            yield from _posted_again(name, rules, now)


def _is_posted(name: str, rules: TableRules) -> bool:
    return registry.progressive(registry.wager_of_meter(name)).posted(rules)


def _posted_again(name: str, rules: TableRules, now: Meters) -> MeterEvents:
    posted = registry.meter_terms(name, rules).seed
    return ((name, meters.post_again(now[name], posted)),) if now[name].amount < posted else ()
