"""Reads untrusted `.s21` text: all faults of a file are reported at once, each with its line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction

from siete.cards import SPANISH_DECK, Card
from siete.errors import nearest
from siete.money import Cents, whole_cents
from siete.rules.table_rules import TableRules
from siete.rules.toml.places import Path
from siete.table.notation.head import read_head
from siete.table.notation.model import Decision, Document, MeterReading, WrittenResult, WrittenRound, WrittenWager
from siete.table.notation.page import Page, name_of, shown
from siete.table.notation.table_reader import read_table
from siete.table.state.wager import Wager

SUMS = ("super bonus", "envy", "base coupon", "match-up coupon")
"""What can stand in a result beside wagers."""


def document_from_text(text: str) -> Document:
    """The rounds in a text, with the rules they were played under."""
    page = Page.of(text)
    rules, choices = read_head(page)
    table = read_table(page)
    rounds = tuple(_rounds(page, rules)) if table is None or "round" in page.data else ()
    page.check()
    assert rules is not None, "rules that cannot be had are a fault"
    return Document(rules=rules, rounds=rounds, table=table, choices=choices, own=_own(page.data))


def round_from_text(text: str) -> WrittenRound:
    """The one round that a text without a head holds."""
    page = Page.of(text)
    rounds = tuple(_rounds(page, None))
    if len(rounds) != 1:
        page.fault((), "notation/one-round", f"Write one [[round]]; this file has {len(rounds)}.")
    page.check()
    return rounds[0]


_ROUND = ("players", "seats", "wagers", "meters", "cards", "decisions", "wheels", "results")


def _own(data: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in data.items() if key.startswith("_")}


def _rounds(page: Page, rules: TableRules | None) -> Iterator[WrittenRound]:
    rounds = page.data.get("round")
    if not isinstance(rounds, list) or not rounds:
        page.fault(("round",), "notation/no-rounds", "There is no [[round]] in this file.")
        return
    for place, data in enumerate(rounds):
        if page.is_kind(data, ("round", place), dict, "a table"):
            yield _round(page, ("round", place), data, rules)


def _round(page: Page, path: Path, data: Mapping[str, object], rules: TableRules | None) -> WrittenRound:
    page.unknown(path, data, _ROUND)
    for key in ("players", "wagers", "cards"):
        if key not in data:
            page.fault(path, "notation/missing", f"{name_of(path)} has no {key}.")
    players = dict(_players(page, (*path, "players"), data.get("players", {})))
    wagers = tuple(_wagers(page, (*path, "wagers"), data.get("wagers", []), players))
    return WrittenRound(
        players=players,
        wagers=wagers,
        cards=_cards(page, (*path, "cards"), data.get("cards", ""), rules),
        seats=dict(_seats(page, (*path, "seats"), data.get("seats", {}), players)),
        meters=dict(_meters(page, (*path, "meters"), data.get("meters", {}))),
        decisions=tuple(_decisions(page, (*path, "decisions"), data.get("decisions", []), wagers)),
        wheels=tuple(_wheels(page, (*path, "wheels"), data.get("wheels", []))),
        results=tuple(_results(page, (*path, "results"), data["results"])) if "results" in data else None,
        own=_own(data),
    )


def _table(page: Page, path: Path, value: object) -> Iterator[tuple[Path, str, object]]:
    if page.is_kind(value, path, dict, "a table"):
        yield from (((*path, key), key, item) for key, item in value.items())


def _list(page: Page, path: Path, value: object) -> Iterator[tuple[Path, object]]:
    if page.is_kind(value, path, list, "a list"):
        yield from (((*path, place), item) for place, item in enumerate(value))


def _players(page: Page, path: Path, value: object) -> Iterator[tuple[str, Cents]]:
    for place, name, chips in _table(page, path, value):
        amount = _money(page, place, chips)
        if not name.strip() or name != name.strip():
            page.fault(place, "notation/player-name", f"{name!r} is no name; it may not begin or end with a space.")
        else:
            yield name, amount or Cents(0)


def _money(page: Page, path: Path, value: object) -> Cents | None:
    if not page.is_number(value, path, "an amount in dollars, like 25 or 12.50"):
        return None
    return page.attempt(path, whole_cents, value)


def _seats(page: Page, path: Path, value: object, players: Mapping[str, Cents]) -> Iterator[tuple[int, str]]:
    for place, box, player in _table(page, path, value):
        if not re.fullmatch(r"[1-9]\d?", box, re.ASCII):
            page.fault(place, "notation/no-such-box", f"{box[:20]!r} is not a box number.")
        elif page.is_kind(player, place, str, "a player") and _is_known(page, place, player, players):
            yield int(box), player


def _is_known(page: Page, path: Path, player: str, players: Mapping[str, Cents]) -> bool:
    if player in players:
        return True
    sentence = f"{player[:40]!r} is not among the players of this round.{nearest(player, players)}"
    page.fault(path, "notation/unknown-player", sentence)
    return False


def _wagers(page: Page, path: Path, value: object, players: Mapping[str, Cents]) -> Iterator[WrittenWager]:
    seen: set[tuple[int, str]] = set()
    for place, item in _list(page, path, value):
        made = _wager(page, place, item, players) if page.is_kind(item, place, dict, "a table") else None
        if made is None:
            continue
        if (made.box, made.player) in seen:
            page.fault(place, "notation/said-twice", f"{made.player} is on box {made.box} twice; write one table.")
        seen.add((made.box, made.player))
        yield made


def _wager(page: Page, path: Path, data: Mapping[str, object], players: Mapping[str, Cents]) -> WrittenWager | None:
    spots = tuple(wager.value for wager in Wager.known() if wager is not Wager.INSURANCE)
    page.unknown(path, data, ("box", "player", *spots, "coupons"))
    if "base" not in data:
        page.fault(path, "notation/missing", f"{name_of(path)} has no base wager.")
    place = _place(page, path, data)
    if place is None or not _is_known(page, (*path, "player"), place[1], players):
        return None
    amounts = [(Wager(key), _money(page, (*path, key), data[key])) for key in data if key in spots]
    # The order of spots is kept: it is the order in which the chips were put down.
    return WrittenWager(
        box=place[0],
        player=place[1],
        amounts=tuple((spot, cents) for spot, cents in amounts if cents is not None),
        coupons=tuple(_coupons(page, (*path, "coupons"), data)),
    )


def _coupons(page: Page, path: Path, data: Mapping[str, object]) -> Iterator[tuple[Wager, Cents]]:
    """Coupons beside the wagers of the same table; each is worth something, and lies beside chips."""
    for place, name, value in _table(page, path, data.get("coupons", {})):
        worth = _money(page, place, value)
        if not Wager.is_known(name) or name not in data:
            page.fault(place, "notation/coupon-alone", f"No wager {name[:20]!r} stands there for a coupon to match.")
        elif worth is not None:
            yield Wager(name), worth


def _place(page: Page, path: Path, data: Mapping[str, object]) -> tuple[int, str] | None:
    """The box and the player that an item is about."""
    missing = [key for key in ("box", "player") if key not in data]
    for key in missing:
        page.fault(path, "notation/missing", f"{name_of(path)} has no {key}.")
    if missing:
        return None
    box, player = data["box"], data["player"]
    if not page.is_kind(player, (*path, "player"), str, "a player's name"):
        return None
    number = _number(page, (*path, "box"), box)
    return None if number is None else (number, player)


def _number(page: Page, path: Path, value: object) -> int | None:
    if not page.is_kind(value, path, int, "a whole number"):
        return None
    if not 1 <= value <= 99:
        page.fault(path, "notation/out-of-range", f"{name_of(path)} must be from 1 to 99, and is {shown(value)}.")
        return None
    return value


def _cards(page: Page, path: Path, value: object, rules: TableRules | None) -> tuple[Card, ...]:
    if not page.is_kind(value, path, str, 'text, like "7s Kh"'):
        return ()
    read = (page.attempt(path, Card.from_text, word) for word in value.replace(",", " ").split())
    cards = tuple(card for card in read if card is not None)
    copies = rules.decks if rules is not None else None
    for card, count in Counter(cards).items():
        if card not in SPANISH_DECK:
            page.fault(path, "notation/no-such-card", f"{card}: a Spanish deck has no 10-spots.")
        elif copies is not None and count > copies:
            sentence = f"{card} comes {count} times, and {copies} decks hold it {copies} times."
            page.fault(path, "notation/too-many-cards", sentence)
    return cards


def _meters(page: Page, path: Path, value: object) -> Iterator[tuple[str, MeterReading]]:
    for place, name, item in _table(page, path, value):
        parts = item if isinstance(item, dict) else {"shows": item}
        page.unknown(place, parts, ("shows", "reserve"))
        shows = _exact(page, place, parts.get("shows", 0))
        reserve = _exact(page, place, parts.get("reserve", 0))
        if shows is not None and reserve is not None:
            yield name, MeterReading(shows=shows, reserve=reserve)


def _exact(page: Page, path: Path, value: object) -> Fraction | None:
    """A reading of a meter in dollars, exact: a number, or a fraction such as "15370/3"."""
    if isinstance(value, str):
        if re.fullmatch(r"\d{1,15}/[1-9]\d{0,15}", value, re.ASCII):
            return Fraction(value)
        page.fault(path, "notation/unreadable-reading", f"{shown(value)} is not a meter reading.")
    elif page.is_number(value, path, "an amount in dollars"):
        if Decimal(value).is_finite() and 0 <= value < 10**13 and len(str(value)) < 60:
            return Fraction(value)
        page.fault(path, "notation/out-of-range", f"{shown(value)} is not a meter reading.")
    return None


def _decisions(page: Page, path: Path, value: object, wagers: tuple[WrittenWager, ...]) -> Iterator[Decision]:
    boxes = {wager.box for wager in wagers}
    for place, item in _list(page, path, value):
        if not page.is_kind(item, place, str, 'text, like "1 hit"'):
            continue
        made = page.attempt(place, Decision.from_text, item)
        if made is not None and made.box not in boxes:
            page.fault(place, "notation/no-such-box", f"{item[:40]!r}: nobody has a wager on box {made.box}.")
        elif made is not None:
            yield made


def _wheels(page: Page, path: Path, value: object) -> Iterator[tuple[str, ...]]:
    for place, item in _list(page, path, value):
        symbols = item if isinstance(item, list) else [item]
        words = tuple(symbol for symbol in symbols if page.is_kind(symbol, place, str, "a symbol of the wheel"))
        if len(words) == len(symbols):
            yield words


_RESULT = ("box", "hand", "player", "wager", "line", "paid", "returned", "collected", "clause")


def _results(page: Page, path: Path, value: object) -> Iterator[WrittenResult]:
    seen: set[tuple[int, int, str, str]] = set()
    for place, item in _list(page, path, value):
        made = _result(page, place, item) if page.is_kind(item, place, dict, "a table") else None
        if made is None:
            continue
        if made.key in seen:
            page.fault(place, "notation/said-twice", "This result is written twice.")
        seen.add(made.key)
        yield made


def _result(page: Page, path: Path, data: Mapping[str, object]) -> WrittenResult | None:
    page.unknown(path, data, _RESULT)
    place = _place(page, path, data)
    hand = _number(page, (*path, "hand"), data.get("hand", 1))
    wagers = (*(wager.value for wager in Wager.known()), *SUMS)
    wager = data.get("wager")
    if not isinstance(wager, str) or wager not in wagers:
        sentence = f"{name_of(path)} needs a wager, one of {', '.join(wagers)}."
        page.fault((*path, "wager"), "notation/unknown-wager", sentence)
        return None
    paid, returned, collected = (_money(page, (*path, key), data.get(key, 0)) for key in _RESULT[5:8])
    line, clause = (_word(page, (*path, key), data.get(key, "")) for key in ("line", "clause"))
    if place is None or hand is None or paid is None or returned is None or collected is None:
        return None
    return WrittenResult(
        box=place[0],
        player=place[1],
        hand=hand,
        wager=wager,
        line=line,
        paid=paid,
        returned=returned,
        collected=collected,
        clause=clause,
    )


def _word(page: Page, path: Path, value: object) -> str:
    return value if page.is_kind(value, path, str, "text") else ""
