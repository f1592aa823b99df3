"""What a meter adds to a wager: the edge at an amount, the amount that makes it fair, and what it grows to.

Everything is per dollar wagered. The model behind the average: wagers come one after another, each adds its
contribution before its own result is known, an award takes its share of the meter at that moment, and 100 %
ends the cycle. Then a meter X that stands before the next result is worth, when the top award finally hits,

    G(X) = p·X + q·G(0.9 X + c) + (1 − p − q)·G(X + c),

with p and q the chances of 100 % and 10 %, c the contribution in dollars. G is linear, and from a start S

    average at the hit = (p·S + c) / (p + q/10),

which without 10 % awards is S + c/p: the seed and one contribution for each wager of a mean cycle. Prizes that
are paid from the meter reduce c by what they cost on average. It is also the balance of a cycle: what goes in
comes out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterWager:
    """A wager on a meter: what it returns without it, and how it draws on it."""

    fixed_return: Fraction
    """Returned per unit wagered by everything that is not a share of the meter."""
    top: Fraction
    """The chance of an award of 100 %."""
    share: Fraction
    """The part of the meter one wager wins on average."""
    amount: Fraction
    """The wager in dollars."""

    def edge(self, meter: Fraction) -> Fraction:
        """The house edge while the meter shows so many dollars."""
        return 1 - self.fixed_return - self.share * meter / self.amount

    @property
    def break_even(self) -> Fraction | None:
        """The meter, per dollar wagered, at which neither side has an edge; none when the meter is never won."""
        return (1 - self.fixed_return) / self.share if self.share else None

    def average_at_hit(self, *, start: Fraction, contribution: Fraction, paid_out: Fraction = Fraction(0)) -> Fraction:
        """The mean amount of a 100 % award; contribution and prizes paid out of the meter are parts of a wager."""
        return (self.top * start + (contribution - paid_out) * self.amount) / self.share
