"""Meters: exact contributions, caps, awards, and how a meter starts again."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siete.money import Cents
from siete.rules.options import After100pct
from siete.table.money import meter as m

START = m.Meter.seeded_with(Cents(5000_00), reset=Cents(5000_00))


def fed(meter: m.Meter, wagered: int, rate: str, reserve: str = "0") -> m.Meter:
    return m.apply(meter, m.contribute(meter, Cents(wagered), Fraction(rate), Fraction(reserve)))


def test_a_fraction_of_a_cent_is_kept_until_it_makes_a_cent() -> None:
    once = fed(START, 100, "3/40")
    assert (once.amount, once.fraction) == (5000_07, Fraction(1, 2))
    assert m.contribute(once, Cents(100), Fraction(3, 40)).moved == 8
    assert fed(once, 100, "3/40").amount == 5000_15


@given(st.lists(st.integers(1, 10_000), max_size=30), st.fractions(0, 1), st.fractions(0, 1))
def test_what_moves_in_whole_cents_is_what_the_meter_and_its_reserve_show(
    wagers: list[int], rate: Fraction, reserve: Fraction
) -> None:
    meter, moved = START, 0
    for wagered in wagers:
        event = m.contribute(meter, Cents(wagered), rate, reserve)
        meter, moved = m.apply(meter, event), moved + event.moved
    assert moved == meter.amount - START.amount + meter.reserve
    assert meter.amount + meter.fraction == START.amount + sum(wagers) * rate
    assert meter.reserve + meter.reserve_fraction == sum(wagers) * reserve


@given(st.integers(1, 10_000), st.fractions(0, 1), st.fractions(0, 1))
def test_a_reversed_contribution_leaves_the_meter_as_it_was(wagered: int, rate: Fraction, reserve: Fraction) -> None:
    event = m.contribute(START, Cents(wagered), rate, reserve)
    after = m.apply(START, event)
    back = m.reverse(after, Cents(wagered), rate, reserve)
    assert back.moved == event.moved
    assert m.apply(after, back) == START


@pytest.mark.clause("MD-12.D.6.a", "MD-12.E.3.a")
def test_a_meter_goes_on_at_its_rate_to_its_cap_and_what_would_pass_it_goes_to_the_reserve() -> None:
    capped = m.Meter.seeded_with(Cents(100), reset=Cents(100), cap=Cents(115))
    below = fed(capped, 100, "1/10")
    assert (below.amount, below.reserve) == (110, 0)
    at_cap = fed(below, 100, "1/10")
    assert (at_cap.amount, at_cap.reserve) == (115, 5)
    above = fed(at_cap, 100, "1/10")
    assert (above.amount, above.reserve) == (115, 15)


@pytest.mark.clause("MD-12.D.6.a", "MD-12.E.3.a")
def test_a_meter_that_starts_again_above_its_cap_gives_none_of_it_to_the_reserve() -> None:
    above = m.Meter(amount=Cents(120), reset=Cents(100), cap=Cents(115))
    after = fed(above, 100, "1/10")
    assert (after.amount, after.reserve) == (120, 10)


def test_a_part_of_the_meter_leaves_the_rest() -> None:
    after = m.apply(START, m.award(START, Cents(500_00), is_whole=False))
    assert (after.amount, after.owes_seed) == (4500_00, False)


def test_after_a_whole_award_the_meter_starts_at_its_seed_plus_the_reserve() -> None:
    grown = fed(START, 1000_00, "18/100", "3/100")
    after = m.apply(grown, m.award(grown, grown.amount, is_whole=True))
    assert (after.amount, after.reserve, after.seeded) == (5030_00, 0, 10_000_00)


def test_a_meter_that_stays_empty_starts_again_after_the_round() -> None:
    empty = m.Meter.seeded_with(Cents(100), reset=Cents(80), after=After100pct.ZERO)
    after = m.apply(empty, m.award(empty, Cents(100), is_whole=True))
    assert (after.amount, after.owes_seed) == (0, True)
    again = m.apply(after, m.reseed(after))
    assert (again.amount, again.owes_seed) == (80, False)


# --- a contribution taken back ----------------------------------------------------------------------------------------


def undone(meter: m.Meter, wagered: int, rate: str, reserve: str = "0", restarts: int | None = None) -> m.Meter:
    """The meter once these wagers have gone back."""
    event = m.reverse(meter, Cents(wagered), Fraction(rate), Fraction(reserve), restarts=restarts)
    after = m.apply(meter, event)
    assert event.moved == meter.amount + meter.reserve - after.amount - after.reserve
    return after


@pytest.mark.clause("MD-12.D.6.b.iv")
def test_a_contribution_that_went_past_the_cap_comes_back_out_of_the_reserve() -> None:
    capped = m.Meter.seeded_with(Cents(100), reset=Cents(100), cap=Cents(115))
    before = fed(capped, 100, "1/10")
    after = undone(fed(before, 100, "1/10"), 100, "1/10")
    assert after == before
    full = fed(before, 200, "1/10")
    assert undone(fed(full, 100, "1/10"), 100, "1/10") == full, "a full meter stays full"


@given(
    st.lists(st.tuples(st.integers(1, 5_000), st.booleans()), min_size=1, max_size=12),
    st.fractions(0, 1),
    st.fractions(0, 1),
    st.one_of(st.none(), st.integers(90, 1500)),
)
def test_wagers_that_go_back_leave_a_meter_as_if_they_had_never_been_made(
    wagers: list[tuple[int, bool]], rate: Fraction, reserve: Fraction, cap: int | None
) -> None:
    """Whatever other tables have added since, and in whatever order wagers go back."""
    start = m.Meter.seeded_with(Cents(100), reset=Cents(100), cap=None if cap is None else Cents(cap))
    meter = wanted = start
    for wagered, is_void in wagers:
        meter = m.apply(meter, m.contribute(meter, Cents(wagered), rate, reserve))
        if not is_void:
            wanted = m.apply(wanted, m.contribute(wanted, Cents(wagered), rate, reserve))
    for wagered, is_void in wagers:
        if is_void:
            meter = m.apply(meter, m.reverse(meter, Cents(wagered), rate, reserve, restarts=0))
    assert meter == wanted


@pytest.mark.clause("MD-12.D.6.b.iv")
def test_a_contribution_that_a_jackpot_has_paid_out_is_not_taken_off_the_restarted_meter() -> None:
    grown = fed(START, 100_00, "7/100", "1/100")
    restarts = grown.restarts
    won = m.apply(grown, m.award(grown, grown.amount, is_whole=True))
    assert won.amount == START.reset + 1_00
    after = undone(won, 100_00, "7/100", "1/100", restarts)
    assert (after.amount, after.reserve) == (START.reset + 1_00, 0)
    again = fed(won, 100_00, "7/100", "1/100")
    assert undone(again, 100_00, "7/100", "1/100", won.restarts) == won


def test_a_meter_gives_back_no_more_than_it_holds() -> None:
    grown = fed(m.Meter.seeded_with(Cents(100), reset=Cents(100)), 100_00, "1/10")
    emptied = m.apply(grown, m.award(grown, Cents(1095), is_whole=False))
    after = undone(emptied, 100_00, "1/10")
    assert (after.amount, after.reserve) == (0, 0)
    assert not after.fraction
