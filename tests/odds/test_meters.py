"""Meters: the closed forms against wager after wager."""

from __future__ import annotations

from fractions import Fraction

import pytest

from siete.odds.meters import MeterWager


def wager(top: Fraction, tenth: Fraction) -> MeterWager:
    return MeterWager(fixed_return=Fraction(7, 10), top=top, share=top + tenth / 10, amount=Fraction(5))


def played_out(top: float, tenth: float, start: float, contribution: float, paid_out: float, rounds: int) -> float:
    """The mean 100 % award, by following the expected meter of cycles still open from wager to wager."""
    still_open, meter, award = 1.0, start, 0.0
    for _ in range(rounds):
        meter += contribution * still_open
        award += top * meter
        meter = meter * (1 - top - tenth / 10) - paid_out * still_open
        still_open *= 1 - top
    return award


@pytest.mark.parametrize("tenth", [Fraction(0), Fraction(1, 20), Fraction(1, 3)])
@pytest.mark.parametrize("paid_out", [Fraction(0), Fraction(1, 50)])
def test_average_at_the_hit(tenth: Fraction, paid_out: Fraction) -> None:
    top, start, contribution = Fraction(1, 30), Fraction(100), Fraction(18, 100)
    closed = wager(top, tenth).average_at_hit(start=start, contribution=contribution, paid_out=paid_out)
    slow = played_out(float(top), float(tenth), 100.0, 0.18 * 5, float(paid_out) * 5, 3000)
    assert float(closed) == pytest.approx(slow, abs=1e-9)


def test_without_smaller_awards_it_is_the_seed_and_every_contribution() -> None:
    closed = wager(Fraction(1, 1000), Fraction(0)).average_at_hit(start=Fraction(5000), contribution=Fraction(18, 100))
    assert closed == 5000 + Fraction(18, 100) * 5 * 1000


def test_edge_and_break_even() -> None:
    tested = wager(Fraction(1, 1000), Fraction(1, 100))
    assert tested.edge(Fraction(0)) == Fraction(3, 10)
    assert tested.break_even == Fraction(3, 10) / Fraction(2, 1000)
    assert tested.edge(tested.break_even * 5) == 0


def test_a_meter_that_cannot_be_won_breaks_even_nowhere() -> None:
    assert wager(Fraction(0), Fraction(0)).break_even is None
