"""Amounts, odds, chips and rounding."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siete.errors import ParseError
from siete.money import (
    LARGEST_CENTS,
    Cents,
    Chips,
    Odds,
    Rounding,
    cents_from_text,
    cents_to_text,
    rounded,
    total,
    whole_cents,
)

USUAL = Chips((Cents(50), Cents(100), Cents(500), Cents(2500), Cents(10000), Cents(50000)))
SMALL_CHIPS = st.lists(st.integers(1, 20), min_size=1, max_size=5, unique=True).map(
    lambda values: Chips(tuple(Cents(value) for value in sorted(values)))
)
SMALL_AMOUNTS = st.integers(0, 300).map(Cents)


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("5", 500),
        ("$5", 500),
        (" $ 2.50 ", 250),
        ("2.5", 250),
        ("$1,000", 100_000),
        ("1,234,567.89", 123_456_789),
        ("0", 0),
    ],
)
def test_an_amount_is_read(text: str, cents: int) -> None:
    assert cents_from_text(text) == cents


@pytest.mark.parametrize("text", ["", "$", "5.", ".5", "1,00", "1.234", "-5", "5 dollars", "٥", "1e3", "9" * 99])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as refusal:
        cents_from_text(text)
    assert refusal.value.code == "money/unreadable"


@given(st.integers(0, LARGEST_CENTS - 1).map(Cents))
def test_an_amount_reads_back_from_its_text(amount: Cents) -> None:
    assert cents_from_text(cents_to_text(amount)) == amount


@pytest.mark.parametrize(
    ("amount", "text"), [(500, "$5"), (250, "$2.50"), (5, "$0.05"), (-100_000, "−$1,000"), (0, "$0")]
)
def test_an_amount_reads_well(amount: int, text: str) -> None:
    assert cents_to_text(Cents(amount)) == text


@pytest.mark.parametrize("dollars", [3, Decimal("3.0"), Decimal("3.00000")])
def test_dollars_are_whole_cents(dollars: int | Decimal) -> None:
    assert whole_cents(dollars) == 300


@pytest.mark.parametrize("dollars", ["2.505", "0.001", "1.000000000000000000000000000000001", "1e-99999"])
def test_a_part_of_a_cent_is_refused_however_small(dollars: str) -> None:
    with pytest.raises(ParseError) as refusal:
        whole_cents(Decimal(dollars))
    assert refusal.value.code == "money/part-of-a-cent"


@pytest.mark.parametrize(
    "dollars",
    [
        -1,
        LARGEST_CENTS // 100,
        pytest.param(10**5000, id="5001 digits"),
        Decimal("NaN"),
        Decimal("sNaN"),
        Decimal("Infinity"),
        Decimal("1e999"),
    ],
)
def test_an_amount_out_of_reach_is_refused(dollars: int | Decimal) -> None:
    with pytest.raises(ParseError) as refusal:
        whole_cents(dollars)
    assert refusal.value.code == "money/out-of-range"


def test_the_largest_amount_is_held() -> None:
    assert whole_cents(LARGEST_CENTS // 100 - 1) == LARGEST_CENTS - 100


def test_amounts_add_up() -> None:
    assert total([Cents(1), Cents(250), Cents(5)]) == 256


@pytest.mark.parametrize(("text", "odds"), [("3 to 2", Odds(3, 2)), ("3:2", Odds(3, 2)), (" 9to1 ", Odds(9, 1))])
def test_odds_to_return_the_wager(text: str, odds: Odds) -> None:
    read = Odds.from_text(text)
    assert read == odds
    assert read.returned == read.payout + 1 == Fraction(odds.pays, odds.per) + 1


def test_odds_for_keep_the_wager() -> None:
    odds = Odds.from_text("12 for 1")
    assert [odds.payout, odds.returned] == [Fraction(11), Fraction(12)]


def test_odds_for_may_give_back_less_than_the_wager() -> None:
    odds = Odds.from_text("1 for 2")
    assert (odds.payout, odds.returned) == (Fraction(-1, 2), Fraction(1, 2))


@pytest.mark.parametrize("text", ["3 to 2", "12 for 1"])
def test_odds_read_back_from_their_text(text: str) -> None:
    assert str(Odds.from_text(text)) == text


@pytest.mark.parametrize("text", ["", "3", "3 to", "0 to 1", "1 to 0", "3 by 2", "-3 to 2", "1234567 to 1", "٣ to 2"])
def test_what_is_no_odds_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as refusal:
        Odds.from_text(text)
    assert refusal.value.code == "money/unreadable-odds"


@pytest.mark.parametrize(("pays", "per"), [(0, 1), (1, 0), (-3, 2)])
def test_odds_are_positive(pays: int, per: int) -> None:
    with pytest.raises(AssertionError):
        Odds(pays, per)


@pytest.mark.parametrize("denominations", [(), (0, 100), (-5, 100), (500, 100), (100, 100)])
def test_chips_are_worth_something_and_stand_smallest_first(denominations: tuple[Cents, ...]) -> None:
    with pytest.raises(AssertionError):
        Chips(denominations)


def test_the_smallest_chip_and_the_step() -> None:
    chips = Chips((Cents(250), Cents(600)))
    assert (chips.smallest, chips.unit) == (250, 50)


@cache
def fits(amount: int, denominations: tuple[Cents, ...]) -> bool:
    """The definition: nothing, or a chip and an amount that fits."""
    return amount == 0 or any(amount >= chip and fits(amount - chip, denominations) for chip in denominations)


@given(SMALL_CHIPS, SMALL_AMOUNTS)
def test_chips_pay_what_they_add_up_to(chips: Chips, amount: Cents) -> None:
    for each in range(amount + 1):
        assert chips.may_pay(Cents(each)) == fits(each, chips.denominations)


@given(SMALL_CHIPS, st.integers(-50, 300).map(Cents))
def test_the_next_payable_amount_is_the_smallest_at_or_above(chips: Chips, amount: Cents) -> None:
    expected = max(amount, 0)
    while not fits(expected, chips.denominations):
        expected += 1
    assert chips.next_payable(amount) == expected


def test_the_next_payable_amount_above_a_great_debt_is_nothing_and_found_at_once() -> None:
    assert USUAL.next_payable(Cents(-(10**14))) == 0


@given(SMALL_CHIPS, SMALL_AMOUNTS)
def test_a_broken_amount_is_still_the_amount_in_chips_largest_first(chips: Chips, amount: Cents) -> None:
    amount = chips.next_payable(amount)
    broken = chips.broken(amount)
    used = [chip for chip, _ in broken]
    assert sum(chip * count for chip, count in broken) == amount
    assert used == sorted(set(used), reverse=True)
    assert set(used) <= set(chips.denominations)
    assert all(count > 0 for _, count in broken)


@given(SMALL_CHIPS, SMALL_AMOUNTS)
def test_a_broken_amount_has_as_many_of_the_largest_chip_as_can_be(chips: Chips, amount: Cents) -> None:
    amount = chips.next_payable(amount)
    largest, smaller = chips.denominations[-1], chips.denominations[:-1]
    counts = [n for n in range(amount // largest + 1) if fits(amount - n * largest, smaller)]
    assert dict(chips.broken(amount)).get(largest, 0) == max(counts)


def test_a_usual_amount_breaks_as_a_dealer_breaks_it() -> None:
    assert USUAL.broken(Cents(88_650)) == ((50000, 1), (10000, 3), (2500, 3), (500, 2), (100, 1), (50, 1))


@pytest.mark.parametrize("amount", [-100, 25, 10**14 + 1])
def test_an_amount_that_chips_cannot_make_is_refused_at_once(amount: int) -> None:
    assert not USUAL.may_pay(Cents(amount))
    with pytest.raises(ParseError) as refusal:
        USUAL.broken(Cents(amount))
    assert refusal.value.code == "money/not-in-chips"


@given(SMALL_CHIPS, st.fractions(0, 300))
def test_rounding_up_pays_the_least_in_chips_that_is_not_below_the_odds(chips: Chips, amount: Fraction) -> None:
    paid = rounded(amount, chips, Rounding.UP)
    assert paid >= amount
    assert fits(paid, chips.denominations)
    assert not any(fits(less, chips.denominations) for less in range(paid) if less >= amount)


@given(st.fractions(0, 10**6))
def test_exact_rounding_pays_the_least_cents_not_below_the_odds(amount: Fraction) -> None:
    assert 0 <= rounded(amount, USUAL, Rounding.EXACT) - amount < 1


def test_chips_that_hardly_make_change_are_judged_at_once() -> None:
    """Trying heaps one by one took longer than anybody would wait: a submission could ask for that."""
    chips = Chips(tuple(map(Cents, (7301, 7303, 7307, 7309, 7313, 7319, 7321, 7327))))
    assert chips.may_pay(Cents(100_000_000))
    assert not chips.may_pay(Cents(500))
    assert not chips.may_pay(Cents(1_000_236))
    assert chips.next_payable(Cents(1_000_001)) == 1_000_237
    assert sum(chip * count for chip, count in chips.broken(Cents(100_000_000))) == 100_000_000
