"""Writing `.s21` text: rounds and whole files from values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Protocol, TypeAlias, runtime_checkable

from siete.cards import cards_to_text
from siete.money import Cents, dollars
from siete.table.notation.model import (
    FORMAT,
    Document,
    MeterReading,
    WrittenResult,
    WrittenRound,
    WrittenTable,
    WrittenWager,
)


def document_to_text(document: Document) -> str:
    """The file, head first, each round as its own table."""
    head: dict[str, object] = {"format": FORMAT}
    if document.choices is None:
        head["rules_json"] = document.rules.canonical_json
    else:
        head["rules"] = document.rules.rule_set
        head |= {"choices": document.choices} if document.choices else {}
    head["rules_hash"] = document.rules.rules_hash
    table = "" if document.table is None else f"\n{table_to_text(document.table)}"
    return _pairs(head | dict(document.own)) + table + "".join(f"\n{round_to_text(each)}" for each in document.rounds)


def table_to_text(written: WrittenTable) -> str:
    """A whole table, its lines one below the other."""
    plain: dict[str, object] = {"steps": list(written.steps)} | told_to_plain(written)
    lines = {name: tall(value) if isinstance(value, list) else toml(value) for name, value in plain.items()}
    return "[table]\n" + "".join(f"{name} = {text}\n" for name, text in lines.items()) + _pairs(written.own)


def told_to_plain(written: WrittenTable) -> dict[str, object]:
    """What was seen at a table and the chips at its end, as plain values; what is unknown is left out."""
    plain: dict[str, object] = {} if written.seen is None else {"seen": list(written.seen)}
    if written.house:
        plain["house"] = list(written.house)
    if written.chips is not None:
        plain["chips"] = {name: _amount(chips) for name, chips in written.chips.items()}
    return plain


def tall(lines: list[str]) -> str:
    """A list of lines, one below the other."""
    return "[\n" + "".join(f"    {toml(line)},\n" for line in lines) + "]" if lines else "[]"


def round_to_text(written: WrittenRound) -> str:
    """One round, as `round_from_text` reads it back."""
    return "[[round]]\n" + _pairs(round_to_plain(written))


def _pairs(values: Mapping[str, object]) -> str:
    return "".join(f"{_key(name)} = {_wide(value)}\n" for name, value in values.items())


def round_to_plain(written: WrittenRound) -> dict[str, object]:
    """The round as the plain values that stand in the text, in their order; what is empty is left out."""
    plain: dict[str, object] = {"players": {name: _amount(chips) for name, chips in written.players.items()}}
    if written.seats:
        plain["seats"] = {str(box): player for box, player in written.seats.items()}
    plain["wagers"] = [_wager(each) for each in written.wagers]
    if written.meters:
        plain["meters"] = {name: _reading(reading) for name, reading in written.meters.items()}
    plain["cards"] = cards_to_text(written.cards)
    if written.decisions:
        plain["decisions"] = [str(each) for each in written.decisions]
    if written.wheels:
        plain["wheels"] = [each[0] if len(each) == 1 else list(each) for each in written.wheels]
    if written.results is not None:
        plain["results"] = [_result(each) for each in written.results]
    return plain | dict(written.own)


def _amount(cents: Cents) -> int | Decimal:
    text = dollars(cents)
    return int(text) if text.isdecimal() else Decimal(text)


def _wager(wager: WrittenWager) -> Mapping[str, object]:
    amounts = {spot.value: _amount(cents) for spot, cents in wager.amounts}
    coupons = {spot.value: _amount(cents) for spot, cents in wager.coupons}
    return {"box": wager.box, "player": wager.player, **amounts} | ({"coupons": coupons} if coupons else {})


def _result(result: WrittenResult) -> Mapping[str, object]:
    plain: dict[str, object] = {"box": result.box, "hand": result.hand, "player": result.player, "wager": result.wager}
    if result.hand == 1:
        del plain["hand"]
    plain |= {"line": result.line} if result.line else {}
    money = {"paid": result.paid, "returned": result.returned, "collected": result.collected}
    plain |= {word: _amount(cents) for word, cents in money.items() if cents}
    return plain | ({"clause": result.clause} if result.clause else {})


def _reading(reading: MeterReading) -> _Number | dict[str, _Number]:
    if not reading.reserve:
        return _exact(reading.shows)
    return {"shows": _exact(reading.shows), "reserve": _exact(reading.reserve)}


_Number: TypeAlias = int | Decimal | str


def _exact(value: Fraction) -> _Number:
    """A number as it stands in the text: decimal where that is exact, else a fraction in quotes."""
    if value.denominator == 1:
        return int(value)
    twos_and_fives = value.denominator
    for prime in (2, 5):
        while twos_and_fives % prime == 0:
            twos_and_fives //= prime
    if twos_and_fives != 1:
        return str(value)
    places = next(n for n in range(value.denominator.bit_length() + 1) if 10**n % value.denominator == 0)
    number = int(value * 10**places)
    return Decimal(f"{number // 10**places}.{number % 10**places:0{places}}")


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name)


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _wide(value: object) -> str:
    """A value of a key: lists of tables one to a line."""
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return "[\n" + "".join(f"    {toml(item)},\n" for item in value) + "]"
    return toml(value)


@runtime_checkable
class Dated(Protocol):
    """A date or a time as TOML knows them, told by what it can do: the engine imports no clock."""

    def isoformat(self) -> str: ...


def toml(value: object) -> str:
    """A plain value as TOML on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case int():
            return str(value)
        case Decimal():
            return _decimal(value)
        case Dated():
            return value.isoformat()
        case Mapping():
            inside = ", ".join(f"{_key(name)} = {toml(item)}" for name, item in value.items())
            return f"{{ {inside} }}" if inside else "{}"
    assert isinstance(value, Iterable), "all other plain values are lists"
    return f"[{', '.join(toml(item) for item in value)}]"


def _decimal(value: Decimal) -> str:
    if not value.is_finite():
        return str(value).lower().replace("infinity", "inf")
    text = str(value)
    return text if re.search(r"[.E]", text) else f"{text}.0"
