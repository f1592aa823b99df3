"""A plan: everything that decides a simulation's result but the rules and the strategy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from fractions import Fraction
from math import lcm
from typing import TypeVar

from siete.cards import Rank
from siete.errors import SieteError
from siete.money import Cents, cents_to_text
from siete.rules.options import MtdMandatory
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.sim.codes import WagerCode
from siete.sim.departures import Departure
from siete.sim.wagers import registry

MOST_WIDE_SESSION = 1 << 14
"""Rounds of a session up to which shoes are played side by side."""

MATCHES = frozenset(wager for wager in WagerCode if WagerCode.MATCH_UP <= wager <= WagerCode.MATCH_BONUS_5)
"""The spots of match the dealer."""

_Name = TypeVar("_Name", bound=WagerCode | str)


class Cards(StrEnum):
    """Where each round's cards come from."""

    SHOE = "shoe"
    """A shoe dealt down to its cover card, or to a new order each round where the table has a continuous device."""
    FRESH = "fresh"
    """A full shoe in a new order for every round."""


class Dealing(IntEnum):
    """Which cards and dice the rounds of a seed have; a saved run is continued by its own. Decision: 0215."""

    FIRST = 1
    """Of version 0.1.0, whose files name none: only the base wager alone is played from shoes side by side."""
    WIDE = 2
    """One box is played from shoes side by side with all that may stand beside the base wager."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A count: a tag for each rank, and the wager by the true count (from so many on, this much)."""

    tags: Mapping[Rank, int | Fraction]
    wagers: tuple[tuple[int | Fraction, Cents], ...] = ()
    insure_from: int | Fraction | None = None
    """The true count from which insurance is taken; never where there is none."""
    play_from: int | Fraction | None = None
    """The true count below which rounds are sat out: dealt as they would be, with somebody else's wager."""

    plays: tuple[Departure, ...] = ()
    """Index plays: where the strategy is left, by true count."""
    match_from: int | Fraction | None = None
    """The true count from which match the dealer is wagered; always where there is none."""
    sides_from: Mapping[WagerCode, int | Fraction] = field(default_factory=dict)
    """The true counts from which other side wagers are made; always where there is none."""

    def waits_for(self, wager: WagerCode) -> int | Fraction | None:
        """The true count from which a side wager is made; None for one that is made in every round."""
        return self.sides_from.get(wager, self.match_from if wager in MATCHES else None)

    @property
    def scale(self) -> int:
        """By what tags and true counts are multiplied to be whole numbers."""
        every = [*self.tags.values(), *(least for least, _ in self.wagers), self.insure_from or 0, self.play_from or 0]
        return lcm(*(Fraction(each).denominator for each in (*every, *self._thresholds)))

    @property
    def _thresholds(self) -> list[int | Fraction]:
        """True counts at which something else than the wager changes."""
        sides = [*self.sides_from.values(), *([] if self.match_from is None else [self.match_from])]
        return [*(each.at for each in self.plays), *sides]

    @property
    def needs_levels(self) -> bool:
        """Whether play or side wagers follow the count, which only the full kernel knows."""
        return bool(self._thresholds)

    def levels(self, wager: Cents) -> list[tuple[int | Fraction, Cents]]:
        """From which true count on which amount is wagered, in rising order; below them `wager`, or nothing.

        A level begins at every true count at which anything changes, so that all that follows the count is known by it.
        """
        steps = dict([] if self.play_from is None else [(self.play_from, wager)]) | dict(self.wagers)
        amount, found = wager if self.play_from is None else Cents(0), []
        for at in sorted({*steps, *self._thresholds}):
            amount = steps.get(at, amount)
            found.append((at, amount))
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How the rounds are played."""

    boxes: int = 1
    wager: Cents = Cents(1000)
    sides: Mapping[WagerCode, Cents] = field(default_factory=dict)
    """Side wagers on every box."""
    extras: Mapping[str, Cents] = field(default_factory=dict)
    """Registered side wagers on every box, by name."""
    cards: Cards = Cards.SHOE
    insurance: bool = False
    error_rate: Fraction = Fraction(0)
    """The share of decisions drawn at random from all that are legal."""
    count: Count | None = None
    super_bonus: bool = True
    """Whether super bonus and envy are counted beside the base wager."""
    session: int = 0
    """Rounds of a session, for ruin and drawdown; 0 for no sessions."""
    bankroll: Cents = Cents(0)

    @property
    def is_plain(self) -> bool:
        """Whether one box plays the base wager alone, so that counting the ends of hands is enough."""
        return self.boxes == 1 and self.is_base_alone

    @property
    def is_base_alone(self) -> bool:
        """Whether the base wager is played and nothing that needs results by round."""
        has_sides = self.sides or self.extras or self.insurance or self.super_bonus
        return not (has_sides or self.error_rate or self.count or self.session)

    @property
    def is_wide(self) -> bool:
        """Whether the wide kernel may be used: several boxes with more than the base wager go through the full one.

        So do random errors, registered side wagers, index plays, match the dealer by a count, and sessions so long that
        few of them fit into a chunk.
        """
        if self.count is not None and self.count.needs_levels:
            return False
        is_one = self.boxes == 1 and not self.extras and self.session <= MOST_WIDE_SESSION
        return self.is_base_alone or (is_one and not self.error_rate)


def default_wager(rules: TableRules) -> Cents:
    """$10, or what the table's limits leave of it."""
    return Cents(max(rules.table_min, min(1000, rules.table_max)))


def checked(plan: Plan, rules: TableRules) -> Plan:
    """The plan, if the rules allow it."""
    if not 1 <= plan.boxes <= rules.positions:
        sentence = f"The table has {rules.positions} boxes, not {plan.boxes}."
        raise SieteError("sim/boxes", sentence, clause=rules.clause("positions"))
    amounts = [plan.wager, *(amount for _, amount in (plan.count.wagers if plan.count else ()))]
    if plan.count is not None:
        _check_count(plan.count, plan)
    for amount in amounts:
        if not rules.table_min <= amount <= rules.table_max or not rules.chip_denominations.may_pay(amount):
            sentence = f"A base wager of {cents_to_text(amount)} is not allowed at this table."
            raise SieteError("sim/wager", sentence, clause=rules.clause_of(Step.TABLE_LIMITS))
    for wager, amount in plan.sides.items():
        _check_side(rules, wager, amount, min(amounts))
    for name, amount in plan.extras.items():
        _check_limits(name, amount, registry.offered(rules, min(amounts)).get(name))
    if plan.count is not None and any(plan.count.waits_for(wager) is not None for wager in mandatory(rules)):
        sentence = "The house requires match the dealer beside every base wager. It cannot wait for a count."
        raise SieteError("sim/mandatory-side-wager", sentence, clause=rules.clause("mtd_mandatory"))
    missing = [wager for wager in mandatory(rules) if wager not in plan.sides]
    if missing:
        sentence = f"The house requires {missing[0].word} beside every base wager."
        raise SieteError("sim/mandatory-side-wager", sentence, clause=rules.clause("mtd_mandatory"))
    return plan


MOST_SCALE = 100
"""Tags and true counts have two decimals at most."""


def _check_count(count: Count, plan: Plan) -> None:
    """Refuse tags too fine for whole numbers, and side wagers of somebody who only watches."""
    if count.scale > MOST_SCALE or any(not -MOST_SCALE <= tag <= MOST_SCALE for tag in count.tags.values()):
        sentence = f"Tags and true counts are shares with a common denominator up to {MOST_SCALE}, tags up to as much."
        raise SieteError("sim/count", sentence)
    if count.play_from is not None and any(least <= count.play_from for least, _ in count.wagers):
        sentence = f"Below a true count of {count.play_from} rounds are sat out. Name no wagers from there or below."
        raise SieteError("sim/sitting-out", sentence)
    if count.match_from is not None and not any(wager in MATCHES for wager in plan.sides):
        raise SieteError("sim/match-by-count", "Match the dealer is not played. Add it (--wager match-the-dealer).")
    for wager in count.sides_from:
        if wager not in plan.sides:
            raise SieteError("sim/side-by-count", f"{wager.word} is not played, so it cannot wait for a count.")
    if count.play_from is not None and (plan.sides or plan.extras or plan.insurance or plan.super_bonus):
        sentence = "Whoever sits out has no side wagers. Simulate the base wager alone (--wager base)."
        raise SieteError("sim/sitting-out", sentence)


def mandatory(rules: TableRules) -> tuple[WagerCode, ...]:
    """The side wagers that a base wager needs beside it. Decision: 0041."""
    if rules.mtd_mandatory in (None, MtdMandatory.NONE):
        return ()
    matches = [wager for wager in offered(rules, rules.table_min) if wager <= WagerCode.MATCH_BONUS_5]
    return tuple(matches[: 1 if rules.mtd_mandatory is MtdMandatory.UP_CARD else None])


def _check_side(rules: TableRules, wager: WagerCode, amount: Cents, base: Cents) -> None:
    _check_limits(wager.word, amount, offered(rules, base).get(wager))


def _check_limits(name: str, amount: Cents, limits: tuple[Cents, Cents] | None) -> None:
    if limits is None:
        raise SieteError("sim/not-offered", f"These rules do not offer {name}.")
    if not limits[0] <= amount <= limits[1]:
        low, high = map(cents_to_text, limits)
        raise SieteError("sim/side-wager", f"{cents_to_text(amount)} on {name} is not allowed; {low} to {high}.")


def offered(rules: TableRules, base: Cents) -> dict[WagerCode, tuple[Cents, Cents]]:
    """The side wagers of a table, with the minimum and maximum of each beside a base wager."""
    found: dict[WagerCode, tuple[Cents, Cents]] = {}
    if rules.mtd_offered and rules.mtd_min is not None and rules.mtd_max is not None:
        most = min(rules.mtd_max, base) if rules.mtd_max_by_base else rules.mtd_max
        spots = [WagerCode.MATCH_UP, *([WagerCode.MATCH_DOWN] if rules.mtd_down_card else [])]
        spots += [WagerCode(WagerCode.MATCH_BONUS_1 + card) for card in range(rules.mtd_bonus_cards)]
        found |= dict.fromkeys(spots, (rules.mtd_min, most))
    if rules.spin_offered and rules.spin_wager is not None:
        found[WagerCode.BONUS_SPIN] = (rules.spin_wager, rules.spin_wager)
    if rules.xtreme_offered and rules.xtreme_wager is not None:
        found[WagerCode.XTREME_16] = (rules.xtreme_wager, rules.xtreme_wager)
    for game, amount in enumerate(rules.jackpot_wager[: rules.jackpot_games]):
        found[WagerCode(WagerCode.JACKPOT_1 + game)] = (amount, amount)
    return found


def all_sides(rules: TableRules, base: Cents) -> dict[WagerCode, Cents]:
    """The minimum on every side wager that the rules offer beside such a base wager."""
    return _least(rules, offered(rules, base))


def all_extras(rules: TableRules, base: Cents) -> dict[str, Cents]:
    """The least on every registered side wager that the rules offer beside such a base wager."""
    return _least(rules, registry.offered(rules, base))


def _least(rules: TableRules, limits: Mapping[_Name, tuple[Cents, Cents]]) -> dict[_Name, Cents]:
    least = {name: rules.chip_denominations.next_payable(low) for name, (low, _) in limits.items()}
    return {name: amount for name, amount in least.items() if amount <= limits[name][1]}
