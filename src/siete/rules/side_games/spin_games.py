"""The sizes of the Bonus Spin that a table offers, each with its paytable, its wheel and its jackpot."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from siete.money import Cents, cents_to_text
from siete.rules.options import JackpotType
from siete.rules.paytable import Paytable, Wheel
from siete.rules.table_rules import TableRules


@dataclass(frozen=True, slots=True, kw_only=True)
class SpinGame:
    """The Bonus Spin at one size."""

    amount: Cents
    paytable: str | None
    """The paytable's id; none where a wheel pays what it shows."""
    pays: Paytable
    wheel: Wheel
    wheel_name: str
    """The parameter that holds the wheel."""
    jackpot: JackpotType | None
    prize: str | None
    seed: Cents | None
    reset: Cents | None
    increment: Fraction
    reserve: Fraction
    cap: Cents | None

    @property
    def is_fixed(self) -> bool:
        """Whether the jackpot is a fixed prize and no meter."""
        return self.jackpot in (JackpotType.CASH, JackpotType.MERCHANDISE)

    @property
    def prize_in_words(self) -> str:
        """The fixed prize as a sign names it: `$1,000`, or `a motor car, worth $20,000`.

        Decision: 0192.
        """
        assert self.seed is not None, "a fixed prize has its value"
        worth = cents_to_text(self.seed)
        return worth if self.prize is None else f"{self.prize}, worth {worth}"


def spin_games(rules: TableRules) -> tuple[SpinGame, ...]:
    """Each size that the table offers: the chosen one, then the other where both are offered. Decision: 0056."""
    first = first_spin(rules)
    second = _second_spin(rules)
    return tuple(game for game in (first, second) if game is not None)


def first_spin(rules: TableRules) -> SpinGame | None:
    """The size that every table with a Bonus Spin has."""
    if rules.spin_wager is None or rules.spin_pays is None or rules.spin_wheel is None:
        return None
    return SpinGame(
        amount=rules.spin_wager,
        paytable=rules.spin_paytable,
        pays=rules.spin_pays,
        wheel=rules.spin_wheel,
        wheel_name="spin_wheel",
        jackpot=rules.jackpot_type,
        prize=rules.jackpot_prize,
        seed=rules.meter_seed,
        reset=rules.meter_reset,
        increment=rules.meter_increment or Fraction(0),
        reserve=rules.reserve_increment or Fraction(0),
        cap=rules.meter_cap,
    )


def _second_spin(rules: TableRules) -> SpinGame | None:
    """The other size."""
    if rules.second_spin_wager is None or rules.second_spin_pays is None or rules.second_spin_wheel is None:
        return None
    return SpinGame(
        amount=rules.second_spin_wager,
        paytable=rules.second_spin_paytable,
        pays=rules.second_spin_pays,
        wheel=rules.second_spin_wheel,
        wheel_name="second_spin_wheel",
        jackpot=rules.second_spin_jackpot,
        prize=rules.second_spin_prize,
        seed=rules.second_spin_seed,
        reset=rules.second_spin_reset,
        increment=rules.second_spin_increment or Fraction(0),
        reserve=rules.second_spin_reserve or Fraction(0),
        cap=rules.second_spin_cap,
    )
