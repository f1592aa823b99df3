"""Kinds of values: how people write them, how they are stored, how they are shown."""

from __future__ import annotations

from datetime import date, time
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from siete.cards import Rank
from siete.errors import ParseError
from siete.money import Cents, Chips, Odds
from siete.rules import options, value_kinds
from siete.rules.paytable import (
    Amount,
    MeterShare,
    OperatorPrize,
    Paytable,
    Row,
    Wheel,
    is_community,
    pay_from_text,
    symbol_from_text,
    symbol_rank,
)
from siete.rules.value_kinds import Basis, DollarPrize, Funding, Kind, MatchOdds, choice, optional, series

STEP = choice(options.ShuffleStep)
PRIZE: dict[str, Any] = {"basis": "fixed", "value": 50, "funded_by": "house"}
TABLE = Paytable(
    id="D",
    judge="up-card",
    rows=(
        Row(line="jackpot", pays=MeterShare(100)),
        Row(line="$500 and $100", pays=Amount(Cents(500_00)), community=Cents(100_00)),
        Row(line="two-suited", pays=OperatorPrize()),
        Row(line="one-suited", pays=Odds(3, 2, keeps_wager=True)),
    ),
)

READ = [
    (value_kinds.BOOL, True, True, "yes"),
    (value_kinds.BOOL, False, False, "no"),
    (value_kinds.COUNT, 7, 7, "7"),
    (value_kinds.COUNT, 0, 0, "0"),
    (value_kinds.CENTS, 5, 500, "$5"),
    (value_kinds.CENTS, Decimal("2.50"), 250, "$2.50"),
    (value_kinds.CENTS, "$1,000", 100_000, "$1,000"),
    (value_kinds.RATE, "18%", Fraction(18, 100), "18%"),
    (value_kinds.RATE, " 12.5 % ", Fraction(1, 8), "12.5%"),
    (value_kinds.RATE, "1/3", Fraction(1, 3), "33.3333%"),
    (value_kinds.RATE, Decimal("0.25"), Fraction(1, 4), "25%"),
    (value_kinds.RATE, Decimal("0.000000000001"), Fraction(1, 10**12), "1e-10%"),
    (value_kinds.RATE, 0, Fraction(0), "0%"),
    (value_kinds.RATE, 1, Fraction(1), "100%"),
    (value_kinds.ODDS, "3 to 2", Odds(3, 2), "3 to 2"),
    (value_kinds.TEXT, "  a car ", "a car", "a car"),
    (value_kinds.CLOCK, "23:59", "23:59", "23:59"),
    (value_kinds.RANKS, ["K", "A"], (Rank.ACE, Rank.KING), "A K"),
    (value_kinds.RANKS, [], (), "none"),
    (value_kinds.CHIPS, [5, Decimal("0.50"), "$25", 5], Chips((Cents(50), Cents(500), Cents(2500))), "$0.50, $5, $25"),
    (STEP, "RIFFLE", options.ShuffleStep.RIFFLE, "riffle"),
    (choice(options.CutOrder), "cover_card_spot", options.CutOrder.COVER_CARD_SPOT, "cover card spot"),
    (optional(value_kinds.CENTS), "none", None, "none"),
    (optional(value_kinds.CENTS), 5, 500, "$5"),
    (series(STEP), ["riffle", "cut"], (options.ShuffleStep.RIFFLE, options.ShuffleStep.CUT), "riffle, cut"),
    (series(value_kinds.CENTS), 5, (500,), "$5"),
    (series(value_kinds.CENTS), [], (), "none"),
    (series(value_kinds.RATE, length=2), ["1%", "2%"], (Fraction(1, 100), Fraction(1, 50)), "1%, 2%"),
    (
        value_kinds.MATCH_ODDS,
        {"unsuited": "4 to 1", "suited": "9 to 1"},
        MatchOdds(Odds(4, 1), Odds(9, 1)),
        "unsuited 4 to 1, suited 9 to 1",
    ),
    (
        value_kinds.WHEEL,
        {"$40": 3, "JACKPOT 2": 1, "jackpot 1": 2, "$1000/$5": 4},
        Wheel((("jackpot 1", 2), ("jackpot 2", 1), ("$1,000 and $5", 4), ("$40", 3))),
        "jackpot 1: 2, jackpot 2: 1, $1,000 and $5: 4, $40: 3",
    ),
    (
        value_kinds.PRIZE,
        PRIZE,
        DollarPrize(basis=Basis.FIXED, per_dollar=50, funded_by=Funding.HOUSE),
        "50 per $1 (fixed, house)",
    ),
]


@pytest.mark.parametrize(("kind", "raw", "value", "text"), READ)
def test_a_value_is_read_and_shown(kind: Kind, raw: object, value: object, text: str) -> None:
    assert kind.read(raw) == value
    assert kind.text(value) == text


@pytest.mark.parametrize(
    ("kind", "value"), [(kind, value) for kind, _, value, _ in READ] + [(value_kinds.PAYTABLE, TABLE)]
)
def test_a_value_comes_back_from_its_plain_form(kind: Kind, value: object) -> None:
    assert kind.revive(kind.plain(value)) == value
    assert type(kind.revive(kind.plain(value))) is type(value)


def test_chips_without_a_common_measure_are_refused() -> None:
    for chips in ([Decimal("99999.37"), Decimal("99999.91")], [Decimal("100.01"), 500]):
        with pytest.raises(ParseError, match="make change for one another"):
            value_kinds.CHIPS.read(chips)
    with pytest.raises(ParseError, match="make change for one another"):
        value_kinds.CHIPS.revive([10_001, 50_000])
    assert value_kinds.CHIPS.read([100, Decimal("250.01")]).unit == 1


def test_a_paytable_is_shown_line_by_line_and_cannot_be_written() -> None:
    assert value_kinds.PAYTABLE.text(TABLE) == (
        "jackpot 100%; $500 and $100 $500 (others $100); two-suited $; one-suited 3 for 2"
    )
    with pytest.raises(ParseError, match="not yours to write"):
        value_kinds.PAYTABLE.read("3 to 2")


MANY: dict[str, Any] = {f"${each}": 1 for each in range(201)}
WRONG: list[tuple[Kind, list[Any]]] = [
    (value_kinds.BOOL, [1, 0, "yes", "true", None, []]),
    (value_kinds.COUNT, [True, "7", Decimal(7), 10**9, -(10**9), None, [7]]),
    (value_kinds.CENTS, [True, None, [5], {}, date(2026, 1, 1)]),
    (value_kinds.RATE, [True, 2, -1, "18", "1/0", "2000000%", "1.1234567%", Decimal("1.01"), None]),
    (value_kinds.RATE, [*map(Decimal, ("nan", "inf", "-0.1", "1e-13", "1e-99999999", "0.1234567890123"))]),
    (value_kinds.ODDS, [3, None, ["3 to 2"]]),
    (value_kinds.TEXT, ["", "  ", "a\nb", "x" * 201, 5, None, "\x1b[31m"]),
    (value_kinds.CLOCK, ["24:00", "6:00", "06:60", "06:00:00", time(6), 6, "٠٦:٠٠"]),
    (value_kinds.RANKS, ["A", ["Z"], [["A"]], [1], {"A": 1}, None]),
    (value_kinds.CHIPS, [5, [], [0], [True], list(range(1, 22)), [None]]),
    (STEP, ["rifle", 1, None, ["riffle"], {}]),
    (series(value_kinds.COUNT, length=2), [[1], [1, 2, 3], 1, ["1", "2"]]),
    (series(value_kinds.COUNT), [list(range(21))]),
    (value_kinds.MATCH_ODDS, [5, [], {}, {"suited": "9 to 1"}, {"suited": 9, "unsuited": 4}]),
    (
        value_kinds.MATCH_ODDS,
        [{"suited": "9 to 1", "unsuited": "4 for 1"}, {"suited": "9 for 1", "unsuited": "4 to 1"}],
    ),
    (value_kinds.MATCH_ODDS, [{"suited": "9 to 1", "unsuited": "4 to 1", "mixed": "1 to 1"}]),
    (value_kinds.WHEEL, [5, {}, [], MANY]),
    (value_kinds.PRIZE, [50, {}, PRIZE | {"more": 1}, PRIZE | {"value": 0}, PRIZE | {"value": 10**6 + 1}]),
    (value_kinds.PRIZE, [PRIZE | {"basis": "fixd"}, PRIZE | {"funded_by": "player"}, PRIZE | {"value": "50"}]),
]


@pytest.mark.parametrize(("kind", "raw"), [(kind, raw) for kind, values in WRONG for raw in values])
def test_what_is_of_another_kind_is_refused(kind: Kind, raw: Any) -> None:
    with pytest.raises(ParseError) as refusal:
        kind.read(raw)
    assert refusal.value.code == "submission/wrong-type"
    assert len(refusal.value.sentence) < 200


@pytest.mark.parametrize(
    ("wheel", "code"),
    [
        ({"jackpot": 0}, "submission/wheel-weight"),
        ({"jackpot": -1}, "submission/wheel-weight"),
        ({"jackpot": True}, "submission/wheel-weight"),
        ({"jackpot": "1"}, "submission/wheel-weight"),
        ({"jackpot": 10**9}, "submission/wheel-weight"),
        ({"$40": 1, "40": 2}, "submission/wheel-symbol"),
        ({"$1 and $2 and $3": 1}, "submission/wheel-symbol"),
        ({"jackpot 3": 1}, "money/unreadable"),
        ({"": 1}, "money/unreadable"),
    ],
)
def test_what_is_no_wheel_is_refused(wheel: dict[str, Any], code: str) -> None:
    with pytest.raises(ParseError) as refusal:
        value_kinds.WHEEL.read(wheel)
    assert refusal.value.code == code


def test_the_nearest_word_is_offered() -> None:
    with pytest.raises(ParseError, match=r"is not one of plug, riffle, turn, strip, cut\. Did you mean 'riffle'"):
        STEP.read("rifle")


def test_a_wheel_weighs_the_sum_of_its_symbols() -> None:
    assert Wheel((("jackpot", 1), ("$40", 9))).weight == 10


@pytest.mark.parametrize(
    ("text", "pay"),
    [
        ("$", OperatorPrize()),
        ("10%", MeterShare(10)),
        ("$1,000", Amount(Cents(1000_00))),
        (" 3 to 2 ", Odds(3, 2)),
        ("12 for 1", Odds(12, 1, keeps_wager=True)),
    ],
)
def test_a_pay_is_read_and_written(text: str, pay: object) -> None:
    assert pay_from_text(text) == pay
    assert str(pay_from_text(text)) == text.strip()


def test_a_share_of_a_meter_is_a_fraction() -> None:
    assert MeterShare(10).share == Fraction(1, 10)


def test_a_row_is_found_by_its_line() -> None:
    assert TABLE.row("two-suited").pays == OperatorPrize()
    assert next(row.line for row in TABLE) == "jackpot"


def test_symbols_have_one_spelling_and_one_order() -> None:
    texts = ["$40", "1000", "Jackpot", "$250 / $100", "jackpot 2", "$250.50"]
    symbols = [symbol_from_text(text) for text in texts]
    assert symbols == ["$40", "$1,000", "jackpot", "$250 and $100", "jackpot 2", "$250.50"]
    in_order = ["jackpot", "jackpot 2", "$1,000", "$250.50", "$250 and $100", "$40"]
    assert sorted(symbols, key=symbol_rank) == in_order
    assert [symbol for symbol in symbols if is_community(symbol)] == ["$250 and $100"]
