"""Reading the words of a position, each by its own small grammar; whatever does not fit is refused with its word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TypedDict
from urllib.parse import unquote

from siete.cards import Card
from siete.errors import ParseError
from siete.money import Cents, whole_cents
from siete.rules.table_rules import TableRules
from siete.table.apply.changes import HandChanges, RoundChanges
from siete.table.frozen.fast_replace import replace
from siete.table.position.notes import TableNotes, fault_from_note, table_from_note
from siete.table.state.box import Bet, Box
from siete.table.state.hand import Hand, HandStatus, Stake
from siete.table.state.mishaps import Faults
from siete.table.state.round import Award, Call, Insurance, Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager

_CARD = r"[2-9TJQKA][cdhs]"
_AMOUNT = r"\d{1,12}(?:\.\d\d)?"
_NAME = r"[^\s:/,|=>+@]+"
_STAGES = {"wagers": (False, False), "deal": (True, False), "base": (True, True)}
_FLAGS: dict[str, RoundChanges] = {
    "insurance-open": {"insurance": Insurance.OPEN},
    "insurance-closed": {"insurance": Insurance.CLOSED},
    "peek-yes": {"peek": True},
    "peek-no": {"peek": False},
    "no-second-card": {"is_second_card_skipped": True},
    "stood": {"are_dealer_cards_done": True},
    "picked-up": {"is_picked_up": True},
    "void": {"is_void": True},
}


def _wrong(what: str, text: str) -> ParseError:
    return ParseError("notation/unreadable-position", f"{text[:60]!r} is no {what} of a position.")


def _match(pattern: str, text: str, what: str) -> re.Match[str]:
    match = re.fullmatch(pattern, text, re.ASCII)
    if match is None:
        raise _wrong(what, text)
    return match


def _parts(text: str, separator: str) -> list[str]:
    return [] if text == "-" else text.split(separator)


def _money(text: str) -> Cents:
    return whole_cents(Decimal(text))


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.from_text(text[place : place + 2]) for place in range(0, len(text), 2))


def parsed_round(values: Mapping[str, str]) -> Round:
    """The round that the words of a position make."""
    number = int(_match(r"#(\d{1,9})", values["round"], "round number")[1])
    if values["stage"] not in _STAGES:
        raise _wrong("stage", values["stage"])
    is_closed, is_matched = _STAGES[values["stage"]]
    boxes = tuple(_box(text) for text in _parts(values["boxes"], "/"))
    if list(dict.fromkeys(sorted(box.number for box in boxes))) != [box.number for box in boxes]:
        raise _wrong("order of boxes", values["boxes"])
    made: RoundChanges = {"boxes": boxes, "are_wagers_closed": is_closed, "match_done": is_matched}
    made.update(_dealer(values["dealer"]))
    faults = Faults()
    for word in _parts(values["notes"], ","):
        wrong = fault_from_note(word, faults)
        if wrong is not None:
            faults = wrong
        elif not table_from_note(word) and not word.startswith("seats="):
            made.update(_note(word))
    made["faults"] = faults
    return replace(Round(number=number), **made)


def parsed_state(values: Mapping[str, str], current: Round, rules: TableRules) -> TableState:
    """The table around the round: chips, seats, and how many cards are out."""
    pairs = (_match(rf"({_NAME})=({_AMOUNT})", text, "player's chips") for text in _parts(values["racks"], ","))
    racks = {unquote(pair[1]): _money(pair[2]) for pair in pairs}
    words = _parts(values["notes"], ",")
    seats = next((_seats(word.removeprefix("seats=")) for word in words if word.startswith("seats=")), {})
    table: TableNotes = {}
    for word in words:
        table.update(table_from_note(word))
    out = sum(len(hand.cards) for box in current.boxes for hand in box.hands)
    dealt = out + len(current.dealer) + len(current.bonus_cards)
    return TableState(
        rules_hash=rules.rules_hash,
        round=current,
        racks=racks,
        seats=seats,
        dealt=dealt,
        rounds=current.number - 1,
        **table,
    )


def _dealer(text: str) -> RoundChanges:
    """The dealer's cards: `7h`, `7h?`, `7h(Kd)`, `(7h)(Kd)`, `7hKd5c`, with bonus cards after `+`."""
    whole = _match(rf"(-|(?:\(?{_CARD}\)?|\?)+)(?:\+((?:{_CARD})+|(?:\({_CARD}\))+))?", text, "dealer's cards")
    words = [] if whole[1] == "-" else re.findall(rf"\({_CARD}\)|{_CARD}|\?", whole[1])
    if "".join(words) != whole[1].replace("-", "") or "?" in words[:1] + words[2:]:
        raise _wrong("dealer's cards", text)
    hidden = [word[0] in "(?" for word in words]
    if any(hidden[2:]) or (hidden[1:2] == [True] and len(words) > 2):
        raise _wrong("dealer's cards", text)
    return {
        "dealer": tuple(Card.from_text(word.strip("()")) for word in words if word != "?"),
        "is_up_hidden": hidden[:1] == [True],
        "is_hole_hidden": hidden[1:2] == [True],
        "bonus_cards": _cards((whole[2] or "").replace("(", "").replace(")", "")),
        "are_bonus_cards_hidden": "(" in (whole[2] or ""),
    }


def _box(text: str) -> Box:
    parts = text.split(":")
    if len(parts) < 4 or not re.fullmatch(r"[1-9]\d?", parts[0], re.ASCII):
        raise _wrong("box", text)
    people = [_match(rf"(>?)({_NAME})=({_AMOUNT})", word, "bettor") for word in parts[1].split(",")]
    deciders = [unquote(each[2]) for each in people if each[1]]
    originals = tuple((unquote(each[2]), _money(each[3])) for each in people)
    names = _Letters(tuple(name for name, _ in originals))
    if len(deciders) != 1 or len(set(names.names)) != len(names.names):
        raise _wrong("box with one decider", text)
    hands = tuple(_hand(word, names) for word in parts[2].split("|"))
    bets = tuple(_bet(word, names) for word in _parts(parts[3], ","))
    made: _BoxNotes = {"first_cards": hands[0].cards[:2]}
    for word in parts[4:]:
        made.update(_box_note(word, names))
    return Box(number=int(parts[0]), decider=deciders[0], hands=hands, bets=bets, originals=originals, **made)


@dataclass(frozen=True, slots=True)
class _Letters:
    """The bettors of a box by their letters."""

    names: tuple[str, ...]

    def __getitem__(self, letter: str) -> str:
        place = ord(letter) - ord("a")
        if not 0 <= place < len(self.names):
            raise _wrong("bettor's letter", letter)
        return self.names[place]


class _BoxNotes(TypedDict, total=False):
    first_cards: tuple[Card, ...]
    asked_insurance: frozenset[str]
    admitted: frozenset[str]
    is_blackjack_asked: bool
    is_blackjack_announced: bool


def _box_note(word: str, names: _Letters) -> _BoxNotes:
    kind, _, rest = word.partition("=")
    if kind == "first" and re.fullmatch(rf"(?:{_CARD}){{1,2}}", rest):
        return {"first_cards": _cards(rest)}
    if kind == "insured" and rest.isalpha():
        return {"asked_insurance": frozenset(names[letter] for letter in rest)}
    if kind == "admits" and rest:
        return {"admitted": frozenset(map(unquote, rest.split("+")))}
    if word == "asked":
        return {"is_blackjack_asked": True}
    if word == "announced":
        return {"is_blackjack_announced": True}
    raise _wrong("note on a box", word)


def _hand(text: str, names: _Letters) -> Hand:
    cards, stakes, *_ = _match(rf"(-|(?:{_CARD})+)=([^!]*)((?:![a-z0-9-]+)*)", text, "hand").groups()
    made: HandChanges = {}
    for word in text.split("!")[1:]:
        made.update(_hand_word(word))
    money = tuple(_stake(word, names) for word in stakes.split(",")) if stakes else ()
    return replace(Hand(cards=() if cards == "-" else _cards(cards), stakes=money), **made)


def _hand_word(word: str) -> HandChanges:
    known: dict[str, HandChanges] = {
        "split": {"is_split": True},
        "held": {"is_held": True},
        "removed": {"is_removed": True},
        **{f"doubled{count}": {"doublings": count} for count in (1, 2, 3)},
        **{f"awaits-{what}": {"awaits": what} for what in ("hit", "double", "card")},
        **{status.value: {"status": status} for status in HandStatus if status is not HandStatus.PLAYING},
    }
    if word not in known:
        raise _wrong("word on a hand", word)
    return known[word]


def _stake(text: str, names: _Letters) -> Stake:
    match = _match(rf"([a-h])({_AMOUNT}(?:\+{_AMOUNT})*)(?:c({_AMOUNT}))?(\*?)([xo]?)", text, "wager on a hand")
    amount, *doubles = map(_money, match[2].split("+"))
    return Stake(
        player=names[match[1]],
        amount=amount,
        doubles=tuple(doubles),
        coupon=_money(match[3] or "0"),
        is_open=not match[5],
        is_answered=bool(match[4]),
        is_lost=match[5] == "x",
    )


def _bet(text: str, names: _Letters) -> Bet:
    match = _match(rf"([a-h])\.([a-z0-9-]+)=({_AMOUNT})(?:c({_AMOUNT}))?(t?)(r?)(x?)", text, "side wager")
    if not Wager.is_known(match[2]):
        raise _wrong("side wager", text)
    return Bet(
        player=names[match[1]],
        wager=Wager(match[2]),
        amount=_money(match[3]),
        coupon=_money(match[4] or "0"),
        is_open=not match[7],
        is_taken=bool(match[5]),
        is_repaid=bool(match[6]),
    )


def _seats(text: str) -> dict[int, str]:
    pairs = (_match(rf"([1-9]\d?)@({_NAME})", item, "seat") for item in text.split("+"))
    return {int(pair[1]): unquote(pair[2]) for pair in pairs}


def _note(word: str) -> RoundChanges:
    if word in _FLAGS:
        return _FLAGS[word]
    kind, _, rest = word.partition("=")
    items = rest.split("+")
    match kind:
        case "meters":
            return {"contributed": frozenset(map(unquote, items))}
        case "supers":
            places = (_match(r"(\d{1,2})\.(\d{1,2})", item, "super bonus") for item in items)
            return {"super_bonuses": tuple((int(place[1]), int(place[2]) - 1) for place in places)}
        case "instructed":
            return {"instructed": frozenset(_paid(items))}
        case "supers-paid":
            return {"supers_paid": frozenset(_paid(items))}
        case "envies-paid":
            return {"envies_paid": frozenset(_paid(items))}
        case "awards":
            return {"awards": tuple(map(_award, items))}
        case "calls":
            return {"calls": tuple(map(_call, items))}
    raise _wrong("note", word)


def _paid(items: list[str]) -> Iterator[tuple[str, int, int]]:
    for item in items:
        match = _match(rf"(\d{{1,2}})\.(\d{{1,2}})@({_NAME})", item, "payment")
        yield unquote(match[3]), int(match[1]), int(match[2]) - 1


def _award(item: str) -> Award:
    parts = [unquote(part) for part in item.split("@")]
    if len(parts) != 4 or not parts[0].isdecimal() or not Wager.is_known(parts[2]):
        raise _wrong("award", item)
    return Award(box=int(parts[0]), player=parts[1], wager=Wager(parts[2]), line=parts[3])


def _call(item: str) -> Call:
    match = _match(rf"([1-9]\d?)@({_NAME})@([a-z0-9-]+)@({_AMOUNT})((?:@{_NAME})*)", item, "call")
    if not Wager.is_known(match[3]):
        raise _wrong("call", item)
    confirmed = tuple(map(unquote, match[5].split("@")[1:]))
    wager, amount = Wager(match[3]), _money(match[4])
    return Call(player=unquote(match[2]), box=int(match[1]), wager=wager, amount=amount, confirmed=confirmed)
