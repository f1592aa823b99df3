"""Commands as one line of text, and back: `place-wager player=ana box=1 amount=25`.

A command's name in words joined by `-`, then its fields that are not at their defaults. Amounts are dollars, truths are
`yes` and `no`, cards stand one after another with `,`. In a list of cards `decks` stands for the table's decks,
`tens` for the 10-spots that come with them, `*` for all cards not named, in the deck's own order, and `*48` for the
first 48 of those.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields
from enum import Enum
from functools import cache
from types import NoneType
from typing import get_args, get_origin, get_type_hints
from urllib.parse import quote, unquote

from siete.cards import SPANISH_DECK, Card, Rank, Suit, cards_to_text
from siete.errors import ParseError, nearest
from siete.money import Cents, cents_from_text, dollars
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.stages import idling
from siete.table.state.table import TableState
from siete.table.state.wager import Wager

_ROOTS = (c.Command, c.PlayerCommand, c.FloorCommand, c.Report, c.HouseCommand)
_TENS = tuple(Card(Rank.TEN, suit) for suit in Suit)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyCards(c.Command):
    """No command: a story that begins with cards ready to be shuffled, however they came, 10-spots among them too."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardList:
    """Cards as written; what `*`, `decks` and `tens` stand for is the table's business."""

    words: tuple[str, ...]

    def cards(self, pool: tuple[Card, ...], rules: TableRules) -> tuple[Card, ...]:
        """The cards meant, with the rest taken from this pool."""
        groups = {"decks": SPANISH_DECK * rules.decks, "tens": _TENS * rules.decks}
        named = Counter(Card.from_text(word) for word in self.words if not word.startswith("*") and word not in groups)
        rest = list(_in_deck_order(Counter(pool) - named))
        made: list[Card] = []
        for word in self.words:
            if word.startswith("*"):
                count = int(word[1:]) if word[1:] else len(rest)
                made += rest[:count]
                del rest[:count]
            else:
                made += groups.get(word) or (Card.from_text(word),)
        return tuple(made)


def _in_deck_order(cards: Counter[Card]) -> tuple[Card, ...]:
    return tuple(card for card in (*SPANISH_DECK, *_TENS) for _ in range(cards[card]))


@dataclass(frozen=True, slots=True)
class WrittenStep:
    """One line of a table's story: a kind of command and what is said about it."""

    kind: type[c.Command]
    values: Mapping[str, object]

    def command(self, state: TableState, rules: TableRules) -> c.Command:
        """The command that is meant at a table in this state."""
        values = {
            name: value.cards(_pool(self.kind, state, rules), rules) if isinstance(value, CardList) else value
            for name, value in self.values.items()
        }
        return self.kind(**values)


def _pool(kind: type[c.Command], state: TableState, rules: TableRules) -> tuple[Card, ...]:
    """The cards out of which a step that names cards is filled up."""
    if kind in (c.ShuffleCards, c.StackPreshuffled) and state.pack is not None:
        return state.pack.pile
    if kind is c.ChangeBatch:
        return idling.cards_going_in(state)
    return SPANISH_DECK * rules.decks


# --- writing ---------------------------------------------------------------------------------------------------


def step_to_text(command: c.Command) -> str:
    """The command on one line."""
    told = ((each, getattr(command, each.name)) for each in fields(command))
    words = [f"{each.name}={_written(command, each, value)}" for each, value in told if not _is_default(each, value)]
    return " ".join([_kebab(type(command)), *words])


def _kebab(kind: type[c.Command]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


def _is_default(each: Field[object], value: object) -> bool:
    return each.default is not MISSING and value == each.default


def _written(command: c.Command, each: Field[object], value: object) -> str:
    if isinstance(value, Enum | Wager):
        return str(value.value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and _hints(_kebab(type(command)))[each.name] in (Cents, Cents | None):
        return dollars(Cents(value)) if value >= 0 else f"-{dollars(Cents(-value))}"
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        is_cards = all(isinstance(item, Card) for item in value)
        return cards_to_text(value).replace(" ", ",") if is_cards else ",".join(quote(item, safe="$") for item in value)
    return quote(value, safe="()$ .").replace(" ", "%20") if isinstance(value, str) else str(value)


# --- reading ---------------------------------------------------------------------------------------------------


@cache
def _kinds() -> dict[str, type[c.Command]]:
    """Every kind of command by its name in text."""
    found = (kind for kind in vars(c).values() if isinstance(kind, type) and issubclass(kind, c.Command))
    return {_kebab(kind): kind for kind in (*found, ReadyCards) if kind not in _ROOTS}


@cache
def _hints(name: str) -> dict[str, object]:
    return get_type_hints(_kinds()[name])


def step_from_text(text: str) -> WrittenStep:
    """The step that a line means; refused when it means none."""
    name, *pairs = text.split() or [""]
    kind = _kinds().get(name)
    if kind is None:
        sentence = f"{name[:40]!r} is no step of a table.{nearest(name, tuple(_kinds()))}"
        raise ParseError("notation/unknown-step", sentence)
    values: dict[str, object] = {}
    for pair in pairs:
        key, is_pair, word = pair.partition("=")
        if not is_pair or key not in _hints(name) or key in values:
            known = ", ".join(each.name for each in fields(kind))
            raise ParseError("notation/unknown-field", f"{name} knows no {pair[:40]!r} here; it knows {known}.")
        values[key] = _read(_hints(name)[key], word, f"{key} of {name}")
    missing = [each.name for each in fields(kind) if each.default is MISSING and each.name not in values]
    if missing:
        raise ParseError("notation/missing", f"{name} needs {', '.join(missing)}.")
    return WrittenStep(kind, values)


def _read(hint: object, word: str, what: str) -> object:
    inside = [each for each in get_args(hint) if each is not NoneType]
    if get_origin(hint) is not tuple and inside:
        return _read(inside[0], word, what)
    if hint is Cents:
        sign, amount = (-1, word[1:]) if word.startswith("-") else (1, word)
        return Cents(sign * cents_from_text(amount))
    if hint is bool and word in ("yes", "no"):
        return word == "yes"
    if hint is int and re.fullmatch(r"-?\d{1,12}", word, re.ASCII):
        return int(word)
    if hint is Card:
        return Card.from_text(word)
    if get_origin(hint) is tuple and word:
        return _card_list(word) if inside == [Card, Ellipsis] else tuple(map(unquote, word.split(",")))
    if hint is Wager and Wager.is_known(word):
        return Wager(word)
    if isinstance(hint, type) and issubclass(hint, Enum) and word in [each.value for each in hint]:
        return hint(word)
    if hint is str and word:
        return unquote(word)
    raise ParseError("notation/wrong-value", f"{word[:40]!r} cannot be {what}.")


def _card_list(word: str) -> CardList:
    words = tuple(word.split(","))
    for each in words:
        if each not in ("decks", "tens") and not re.fullmatch(r"\*\d{0,4}", each, re.ASCII):
            Card.from_text(each)
    return CardList(words)
