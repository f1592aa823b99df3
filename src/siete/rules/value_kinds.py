"""Kinds of values a parameter can take: how people write them, how they are stored, how they are shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any, NoReturn

from siete.cards import Rank
from siete.errors import ParseError, nearest
from siete.money import LARGEST_CENTS, Cents, Chips, Odds, cents_from_text, cents_to_text, whole_cents
from siete.rules.paytable import Paytable, Row, Wheel, pay_from_text, symbol_from_text, symbol_rank

MOST_PLACES = 12
"""Places after the point that a share may have."""
MOST_UNITS = 10_000
"""How many of the unit that all chips are made of the smallest chip may hold."""
MOST_STORED = 10_000
"""The largest count that stored rules may hold; every rule set stays far below."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How values of one kind are read from TOML, written to and from canonical JSON, and shown to people."""

    word: str
    """What a value of this kind is, for messages: "true or false"."""
    read: Callable[[Any], Any]
    plain: Callable[[Any], Any]
    revive: Callable[[Any], Any]
    text: Callable[[Any], str]
    control: str = "toml"
    """What a form offers to choose one by: `switch`, `choice`, `number`, `amount`, `line`, or TOML as it is written."""
    words: tuple[str, ...] = ()
    """The words there are to choose between."""


def _wrong(raw: object, word: str) -> NoReturn:
    shown = repr(raw) if isinstance(raw, str) else str(raw)
    raise ParseError("submission/wrong-type", f"{shown[:40]} is not {word}.")


def _same(value: Any) -> Any:
    return value


def _read_bool(raw: object) -> bool:
    return raw if isinstance(raw, bool) else _wrong(raw, "true or false")


def _read_count(raw: object) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int) or not -(10**9) < raw < 10**9:
        _wrong(raw, "a whole number")
    return raw


def _revive_count(plain: object) -> int:
    count = _read_count(plain)
    return count if 0 <= count <= MOST_STORED else _wrong(plain, f"a whole number up to {MOST_STORED}")


def _read_cents(raw: object) -> Cents:
    if isinstance(raw, str):
        return cents_from_text(raw)
    if isinstance(raw, bool) or not isinstance(raw, int | Decimal):
        _wrong(raw, "an amount in dollars, like 5 or 2.50")
    return whole_cents(raw)


def _revive_cents(plain: object) -> Cents:
    if isinstance(plain, bool) or not isinstance(plain, int) or not 0 <= plain < LARGEST_CENTS:
        _wrong(plain, "a stored amount in cents")
    return Cents(plain)


def _read_rate(raw: object) -> Fraction:
    if isinstance(raw, str):
        match = re.fullmatch(r"\s*(\d{1,3}(?:\.\d{1,6})?)\s*%\s*|\s*(\d{1,6})/([1-9]\d{0,5})\s*", raw, re.ASCII)
        if match is not None:
            return Fraction(match[1]) / 100 if match[1] else Fraction(int(match[2]), int(match[3]))
    elif isinstance(raw, int | Decimal) and not isinstance(raw, bool) and _is_short_share(Decimal(raw)):
        return Fraction(raw)
    _wrong(raw, "a share, like 18%, 0.18 or 1/4")


def _is_short_share(number: Decimal) -> bool:
    """Whether this is from 0 to 1 with few enough places to count with; 1e-999999 would fill the memory."""
    return number.is_finite() and 0 <= number <= 1 and number == round(number, MOST_PLACES)


def _revive_rate(plain: object) -> Fraction:
    if not isinstance(plain, str) or not re.fullmatch(r"\d{1,20}(?:/\d{1,20})?", plain, re.ASCII):
        _wrong(plain, "a stored share, like 1/4")
    rate = Fraction(plain)
    return rate if rate <= 1 else _wrong(plain, "a share; it is at most 1")


def _show_rate(rate: Fraction) -> str:
    percent = rate * 100
    return f"{percent}%" if percent.denominator == 1 else f"{float(percent):.6g}%"


def _read_odds(raw: object) -> Odds:
    return Odds.from_text(raw) if isinstance(raw, str) else _wrong(raw, "odds, like 3 to 2")


def _read_text(raw: object) -> str:
    if not isinstance(raw, str) or not raw.strip() or len(raw) > 200 or not raw.isprintable():
        _wrong(raw, "a line of text")
    return raw.strip()


def _read_clock(raw: object) -> str:
    if not isinstance(raw, str) or not re.fullmatch(r"(?:[01]\d|2[0-3]):[0-5]\d", raw, re.ASCII):
        _wrong(raw, "a time of day, like 06:00")
    return raw


def _read_ranks(raw: object) -> tuple[Rank, ...]:
    if not isinstance(raw, list) or not all(isinstance(each, str) and each in set(Rank) for each in raw):
        _wrong(raw, "a list of ranks, like A, K, Q, J")
    return tuple(rank for rank in Rank if rank in raw)


def _read_chips(raw: object) -> Chips:
    if not isinstance(raw, list) or not 0 < len(raw) <= 20:
        _wrong(raw, "a list of chip values in dollars, like [0.50, 1, 5]")
    amounts = sorted({_read_cents(each) for each in raw})
    if not amounts[0]:
        _wrong(raw, "a list of chip values; a chip is worth more than nothing")
    return _changing(Chips(tuple(amounts)), raw)


def _changing(chips: Chips, raw: object) -> Chips:
    """The chips, where they have a common measure; such as $99,999.37 and $99,999.91 would take for ever to count."""
    if chips.smallest > chips.unit * MOST_UNITS:
        _wrong(raw, "a list of chips that make change for one another")
    return chips


def _revive_chips(plain: Iterable[object]) -> Chips:
    """Stored chips; a saved file may come from anybody, so what no table stores is refused and not asserted."""
    amounts = tuple(map(_revive_cents, plain))
    if not 0 < len(amounts) <= 20 or min(amounts) <= 0 or sorted(set(amounts)) != list(amounts):
        _wrong(plain, "a list of stored chips: worth more than nothing, smallest first, each once")
    return _changing(Chips(amounts), plain)


BOOL = Kind("true or false", _read_bool, _same, _read_bool, lambda value: "yes" if value else "no", "switch")
COUNT = Kind("a whole number", _read_count, _same, _revive_count, str, "number")
CENTS = Kind("an amount", _read_cents, int, _revive_cents, cents_to_text, "amount")
RATE = Kind("a share", _read_rate, str, _revive_rate, _show_rate, "line")
ODDS = Kind("odds", _read_odds, str, _read_odds, str, "line")
TEXT = Kind("a line of text", _read_text, _same, _read_text, str, "line")
CLOCK = Kind("a time of day", _read_clock, _same, _read_clock, str, "line")
RANKS = Kind("a list of ranks", _read_ranks, list, _read_ranks, lambda ranks: " ".join(ranks) or "none")
CHIPS = Kind(
    "a list of chips",
    _read_chips,
    lambda chips: list(chips.denominations),
    _revive_chips,
    lambda chips: ", ".join(map(cents_to_text, chips.denominations)),
)


def choice(words: type[StrEnum]) -> Kind:
    """One of the words of an enumeration."""
    known = [word.value for word in words]

    def read(raw: object) -> StrEnum:
        if isinstance(raw, str) and raw.lower() in known:
            return words(raw.lower())
        hint = nearest(raw.lower(), known) if isinstance(raw, str) else ""
        raise ParseError("submission/wrong-type", f"{str(raw)[:40]!r} is not one of {', '.join(known)}.{hint}")

    shown = f"one of {', '.join(known)}"
    return Kind(shown, read, str, words, lambda word: word.value.replace("_", " "), "choice", tuple(known))


def optional(kind: Kind) -> Kind:
    """A value of the kind, or `none`."""
    return Kind(
        f"{kind.word}, or none",
        lambda raw: None if raw == "none" else kind.read(raw),
        lambda value: None if value is None else kind.plain(value),
        lambda plain: None if plain is None else kind.revive(plain),
        lambda value: "none" if value is None else kind.text(value),
        kind.control,
        kind.words,
    )


def series(kind: Kind, *, length: int = 0) -> Kind:
    """Several values of the kind in order; one alone stands for a list of one. `length` fixes how many."""

    def read(raw: object) -> tuple[Any, ...]:
        return tuple(map(kind.read, several(raw if isinstance(raw, list) else [raw])))

    def several(raw: object) -> list[object]:
        if not isinstance(raw, list) or len(raw) > 20 or (length and len(raw) != length):
            _wrong(raw, f"a list of {length or 'at most 20'}: {kind.word} each")
        return raw

    return Kind(
        f"a list: {kind.word} each",
        read,
        lambda values: [kind.plain(value) for value in values],
        lambda plain: tuple(map(kind.revive, several(plain))),
        lambda values: ", ".join(map(kind.text, values)) or "none",
    )


@dataclass(frozen=True, slots=True)
class MatchOdds:
    """What each matching card pays, by suit."""

    unsuited: Odds
    suited: Odds

    def __str__(self) -> str:
        return f"unsuited {self.unsuited}, suited {self.suited}"


def _read_match_odds(raw: object) -> MatchOdds:
    if not isinstance(raw, dict) or set(raw) != {"unsuited", "suited"}:
        _wrong(raw, 'match odds, like { unsuited = "4 to 1", suited = "9 to 1" }')
    odds = MatchOdds(_read_odds(raw["unsuited"]), _read_odds(raw["suited"]))
    if odds.unsuited.keeps_wager or odds.suited.keeps_wager:
        _wrong(str(odds), "match odds; these wagers are paid at odds *to*, not *for*")
    return odds


MATCH_ODDS = Kind(
    "match odds",
    _read_match_odds,
    lambda odds: [str(odds.unsuited), str(odds.suited)],
    lambda plain: _read_match_odds(dict(zip(("unsuited", "suited"), plain, strict=True))),
    str,
)


def _read_wheel(raw: object) -> Wheel:
    if not isinstance(raw, dict) or not 0 < len(raw) <= 200:
        _wrong(raw, 'a wheel: symbols with whole weights, like "$100" = 20')
    weights: dict[str, int] = {}
    for text, weight in raw.items():
        symbol = symbol_from_text(text)
        if isinstance(weight, bool) or not isinstance(weight, int) or not 0 < weight < 10**9:
            raise ParseError("submission/wheel-weight", f"The weight of {symbol} must be a whole number above 0.")
        if symbol in weights:
            raise ParseError("submission/wheel-symbol", f"The symbol {symbol} is on the wheel twice; add the weights.")
        weights[symbol] = weight
    return Wheel(tuple(sorted(weights.items(), key=lambda segment: symbol_rank(segment[0]))))


WHEEL = Kind(
    "a wheel",
    _read_wheel,
    lambda wheel: [list(segment) for segment in wheel.segments],
    lambda plain: _read_wheel(dict(plain)),
    lambda wheel: ", ".join(f"{symbol}: {weight}" for symbol, weight in wheel.segments),
)


class Funding(StrEnum):
    """Out of which money a `$` prize is paid."""

    JACKPOT = "jackpot"
    HOUSE = "house"


class Basis(StrEnum):
    """How an operator words a `$` prize; either way it is multiplied by the dollars wagered."""

    FIXED = "fixed"
    ODDS = "odds"


@dataclass(frozen=True, slots=True, kw_only=True)
class DollarPrize:
    """A `$` prize: so much for every dollar wagered. Decision: 0054."""

    basis: Basis
    per_dollar: int
    funded_by: Funding

    def __str__(self) -> str:
        return f"{self.per_dollar} per $1 ({self.basis}, {self.funded_by})"


def _read_prize(raw: object) -> DollarPrize:
    if not isinstance(raw, dict) or set(raw) != {"basis", "value", "funded_by"}:
        _wrong(raw, 'a prize, like { basis = "fixed", value = 50, funded_by = "house" }')
    value = _read_count(raw["value"])
    if not 0 < value <= 10**6:
        _wrong(value, "a prize per dollar wagered; it must be above 0 and at most 1000000")
    return DollarPrize(
        basis=choice(Basis).read(raw["basis"]),
        per_dollar=value,
        funded_by=choice(Funding).read(raw["funded_by"]),
    )


PRIZE = Kind(
    "a prize",
    _read_prize,
    lambda prize: [prize.basis, prize.per_dollar, prize.funded_by],
    lambda plain: _read_prize(dict(zip(("basis", "value", "funded_by"), plain, strict=True))),
    str,
)


def _plain_paytable(table: Paytable) -> dict[str, Any]:
    return {
        "id": table.id,
        "judge": table.judge,
        "rows": [[row.line, str(row.pays), row.community] for row in table],
    }


def _revive_paytable(plain: dict[str, Any]) -> Paytable:
    rows = tuple(
        Row(line=_read_text(line), pays=pay_from_text(pays), community=_revive_cents(cents))
        for line, pays, cents in plain["rows"]
    )
    if not 0 < len(rows) <= 200 or not isinstance(plain["judge"], str):
        _wrong(plain, "a stored paytable")
    return Paytable(id=_read_text(plain["id"]), judge=plain["judge"], rows=rows)


def _no_paytable(raw: object) -> NoReturn:
    _wrong(raw, "yours to write; paytables are the documents'")


PAYTABLE = Kind(
    "a paytable",
    _no_paytable,
    _plain_paytable,
    _revive_paytable,
    lambda table: "; ".join(f"{row.line} {row.pays}" + _show_community(row) for row in table),
)


def _show_community(row: Row) -> str:
    return f" (others {cents_to_text(row.community)})" if row.community else ""
