"""Running meters: the kernel records which awards wait for a meter, and they are paid here, in the order of rounds.

Play never depends on a meter, so chunks are simulated independently and awards paid afterwards in order.
A meter counts in whole parts of a cent, so nothing is ever rounded but the awards themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from siete.errors import SieteError
from siete.money import Cents
from siete.rules.options import After100pct, JackpotType
from siete.rules.paytable import MeterShare
from siete.rules.side_games.jackpot_amounts import dollar_prize, start_amounts
from siete.rules.table_rules import TableRules
from siete.sim.codes import JACKPOT_LINES, WagerCode

_FINEST = 10**9
"""Parts of a cent a meter can count in."""
_GAMES = (WagerCode.JACKPOT_1, WagerCode.JACKPOT_2)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningMeter:
    """What a meter and its reserve hold, in parts of a cent, and what every round adds."""

    parts: int
    amount: int
    reset: int
    adds: int = 0
    adds_reserve: int = 0
    reserve: int = 0
    cap: int | None = None
    stays_empty: bool = False
    """Whether an emptied meter starts again only after the round. Decision: 0052."""
    owes_seed: bool = False

    @property
    def cents(self) -> int:
        """What it shows."""
        return self.amount // self.parts

    def after_rounds(self, rounds: int) -> RunningMeter:
        """The meter when so many rounds have added to it; what would pass the cap goes to the reserve."""
        added = rounds * self.adds
        shown = added if self.cap is None else min(added, max(0, self.cap - self.amount))
        reserve = self.reserve + rounds * self.adds_reserve + added - shown
        return self._holding(self.amount + shown, reserve)

    def _holding(self, amount: int, reserve: int) -> RunningMeter:
        """The same meter with other amounts; several times as fast as `replace`, and done twice for every award."""
        return RunningMeter(
            parts=self.parts,
            amount=amount,
            reset=self.reset,
            adds=self.adds,
            adds_reserve=self.adds_reserve,
            reserve=reserve,
            cap=self.cap,
            stays_empty=self.stays_empty,
            owes_seed=self.owes_seed,
        )

    def paid(self, cents: int, *, is_whole: bool) -> RunningMeter:
        """The meter after an award; after a whole one it starts again at its seed and what the reserve holds."""
        less = self._holding(self.amount - cents * self.parts, self.reserve)
        if not is_whole:
            return less
        return replace(less, owes_seed=True) if self.stays_empty else less.reseeded()

    def reseeded(self) -> RunningMeter:
        """The meter with its seed and the whole cents of its reserve."""
        moved = self.reserve // self.parts * self.parts
        amount = self.amount + self.reset * self.parts + moved
        return replace(self, amount=amount, reserve=self.reserve - moved, owes_seed=False)


@dataclass(frozen=True, slots=True)
class MeterAward:
    """A part of a meter that a box has won: which wager, and which line (or jackpot) of it."""

    box: int
    wager: WagerCode
    line: int


class _Line(NamedTuple):
    """A line of a jackpot game: its place in the paytable, its part of the meter, or the prize the operator sets."""

    place: int
    percent: int
    prize: int


@dataclass(slots=True)
class Meters:
    """All meters of a table, paying awards in the order the rules give them."""

    rules: TableRules
    meters: dict[str, RunningMeter]
    rounds: int = 0
    hits: list[tuple[int, str, int]] = field(default_factory=list)
    """Round, meter and amount of each award paid."""
    lines: dict[tuple[WagerCode, int], _Line] = field(default_factory=dict)
    posted: frozenset[str] = frozenset()
    """The meters that are house jackpots: after every round they show again what is posted."""

    @staticmethod
    def of(rules: TableRules, wagered: Mapping[WagerCode, int]) -> Meters:
        """The meters at their seeds; `wagered` is what all boxes together put on each wager in a round."""
        is_house = rules.jackpot_type is JackpotType.HOUSE
        posted = frozenset(each.word for each in _GAMES) if is_house else frozenset()
        return Meters(rules, dict(_made(rules, wagered)), posted=posted)

    def to_round(self, number: int) -> None:
        """Add the contributions of all rounds up to and with this one."""
        self.feed(dict.fromkeys(self.meters, number - self.rounds), number)

    def feed(self, rounds: Mapping[str, int], number: int) -> None:
        """Add the contributions of so many more rounds to each meter, up to and with the round of this number."""
        for name, meter in self.meters.items():
            self.meters[name] = meter.after_rounds(rounds[name])
        self.rounds = number

    def pay(self, awards: Iterable[MeterAward]) -> list[tuple[MeterAward, int]]:
        """Pay a round's awards, each from what the one before left; then emptied meters start again."""
        paid = [(award, self._pay(award)) for award in sorted(awards, key=self._place)]
        for name, meter in self.meters.items():
            if name in self.posted:
                self.meters[name] = replace(meter, amount=meter.reset * meter.parts, owes_seed=False)
            elif meter.owes_seed:
                self.meters[name] = meter.reseeded()
        return paid

    def _place(self, award: MeterAward) -> tuple[int, int, int]:
        """Jackpots go by box, game and line; wheels keep the order of their spins. Decisions: 0052, 0059."""
        if award.wager not in _GAMES:
            return (0, 0, 0)
        return (award.box, award.wager, self._line(award).place)

    def _pay(self, award: MeterAward) -> int:
        rules = self.rules
        name = meter_of(award)
        meter = self.meters[name]
        amount = self._amount(award, meter.cents)
        if not (name in self.posted and rules.house_jackpot_pays_each):
            drawn = min(amount, meter.cents)  # the house pays what the meter lacks of a prize set in dollars
            self.meters[name] = meter.paid(drawn, is_whole=self._percent(award) == 100)
        self.hits.append((self.rounds, name, amount))
        return amount

    def _percent(self, award: MeterAward) -> int:
        """The part of the meter; nought for a prize the operator sets."""
        return self._line(award).percent if award.wager in _GAMES else 100

    def _amount(self, award: MeterAward, shown: int) -> int:
        percent = self._percent(award)
        return shown * percent // 100 if percent else self._line(award).prize

    def _line(self, award: MeterAward) -> _Line:
        """The line of a jackpot; it is looked up once, for an award comes every few thousand rounds."""
        key = (award.wager, award.line)
        if key not in self.lines:
            self.lines[key] = self._new_line(award)
        return self.lines[key]

    def _new_line(self, award: MeterAward) -> _Line:
        rules, game, line = self.rules, _GAMES.index(award.wager), JACKPOT_LINES[award.line]
        pays = rules.jackpot_pays[game].row(line).pays
        place = [row.line for row in rules.jackpot_pays[game]].index(line)
        if isinstance(pays, MeterShare):
            return _Line(place, pays.percent, 0)
        return _Line(place, 0, dollar_prize(rules, line).per_dollar * rules.jackpot_wager[game])


def meter_of(award: MeterAward) -> str:
    """The name of the meter that pays an award."""
    if award.wager is WagerCode.XTREME_16:
        return "xtreme-secondary" if award.line else "xtreme-primary"
    return "spin" if award.wager is WagerCode.BONUS_SPIN else award.wager.word


def wager_of(meter: str) -> WagerCode:
    """The wager that feeds the meter of this name."""
    if meter.startswith("xtreme-"):
        return WagerCode.XTREME_16
    return WagerCode.BONUS_SPIN if meter == "spin" else _GAMES[int(meter == _GAMES[1].word)]


def _made(rules: TableRules, wagered: Mapping[WagerCode, int]) -> Iterable[tuple[str, RunningMeter]]:
    is_progressive = rules.jackpot_type is JackpotType.PROGRESSIVE
    if rules.meter_seed is not None and rules.meter_reset is not None:
        games = (WagerCode.BONUS_SPIN,) if rules.spin_offered else _GAMES[: rules.jackpot_games]
        rates = (rules.meter_increment or Fraction(0), rules.reserve_increment or Fraction(0))
        for number, wager in enumerate(games):
            added = wagered.get(wager, 0) if is_progressive else 0
            seed, reset = (rules.meter_seed, rules.meter_reset) if rules.spin_offered else start_amounts(rules, number)
            made = _meter(seed, reset, [added * rate for rate in rates], rules.meter_cap)
            stays_empty = rules.after_100pct is After100pct.ZERO
            yield meter_of(MeterAward(0, wager, 0)), replace(made, stays_empty=stays_empty)
    seeds, resets, increments = rules.xtreme_meter_seed, rules.xtreme_meter_reset, rules.xtreme_meter_increment
    if seeds is not None and resets is not None and increments is not None:
        for line in (0, 1):
            added = wagered.get(WagerCode.XTREME_16, 0)
            made = _meter(seeds[line], resets[line], [added * increments[line], Fraction(0)], None)
            yield meter_of(MeterAward(0, WagerCode.XTREME_16, line)), made


def _meter(seed: Cents, reset: Cents, adds: list[Fraction], cap: Cents | None) -> RunningMeter:
    parts = lcm(*(each.denominator for each in adds))
    if parts > _FINEST:
        raise SieteError("sim/meter-rate", "The rate of a meter is finer than the simulator counts.")
    return RunningMeter(
        parts=parts,
        amount=seed * parts,
        reset=reset,
        adds=int(adds[0] * parts),
        adds_reserve=int(adds[1] * parts),
        cap=None if cap is None else cap * parts,
    )


def line_name(award: MeterAward) -> str:
    """What a list of hits calls the award."""
    if award.wager in _GAMES:
        return JACKPOT_LINES[award.line].value
    return "jackpot" if award.wager is WagerCode.BONUS_SPIN else f"jackpot {award.line + 1}"
