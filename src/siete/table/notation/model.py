"""Rounds as text that people write and read: `.s21` files, in TOML, many rounds to a file.

    format = "siete-s21/1"
    rules = "md"                      # and choices = { decks = 8 }; or rules_json, the canonical JSON

    [[round]]
    players = { ana = 500 }           # chips in front of each player as the round begins
    wagers = [{ box = 1, player = "ana", base = 25, match-up = 5 }]
    cards = "7s 7h 7s 5d 7s"          # in the order dealt, the hole card too
    decisions = ["1 hit"]             # box, word, amount, and `by NAME` where several bet on a box
    results = [{ box = 1, player = "ana", wager = "base", line = "777-spades", paid = 75, returned = 25 }]

A round may also have `seats`, `meters` (what each shows before the round), `wheels` (where each stops), and any
key of the writer's own that begins with `_`; a wager may have `coupons`, worth so much beside its chips:
`coupons = { base = 10 }`. Rounds stand alone: each can be replayed without the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from siete.cards import Card
from siete.errors import ParseError
from siete.money import Cents, cents_from_text, dollars
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.state.wager import Wager

FORMAT = "siete-s21/1"

LOOK = "look"
"""The step of a table from which on it is told what is seen."""

UNNAMED = ""
"""The player of a decision that only one person can make."""


class Word(StrEnum):
    """What a player can decide, in the words of a table."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"
    RESCUE = "rescue"
    INSURE = "insure"
    DECLINE = "decline"
    TAKE = "take"
    """Be paid for a blackjack now."""
    HOLD = "hold"
    """Keep a blackjack to double it."""
    STAY_OUT = "stay-out"
    """Another bettor does not follow a double."""
    RIDE_LEFT = "ride-left"
    RIDE_RIGHT = "ride-right"


WITH_AMOUNT = (Word.DOUBLE, Word.INSURE)
"""The decisions that may name an amount; without one, they mean as much as is allowed."""

_PLAIN: dict[Word, type[c.PlayerCommand]] = {
    Word.HIT: c.Hit,
    Word.STAND: c.Stand,
    Word.SPLIT: c.Split,
    Word.SURRENDER: c.Surrender,
    Word.RESCUE: c.Rescue,
    Word.DECLINE: c.DeclineInsurance,
    Word.TAKE: c.TakeBlackjack,
    Word.HOLD: c.HoldBlackjack,
    Word.STAY_OUT: c.StayOut,
}


_DECISION = re.compile(r"\s*(\d{1,3}) +([a-z-]+)(?: +(\$?[\d.,]+))?(?: +by (.+?))?\s*", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One decision of a round: `1 hit`, `2 insure 12.50`, `1 double 25 by ben`."""

    box: int
    word: Word
    amount: Cents | None = None
    player: str = UNNAMED

    def __str__(self) -> str:
        amount = "" if self.amount is None else f" {dollars(self.amount)}"
        return f"{self.box} {self.word.value}{amount}" + (f" by {self.player}" if self.player else "")

    @staticmethod
    def from_text(text: str) -> Decision:
        """The decision that a text names."""
        match = _DECISION.fullmatch(text)
        if match is None:
            sentence = f"{text[:40]!r} is not a decision. Write box and word, for example '1 hit' or '2 insure 12.50'."
            raise ParseError("notation/unreadable-decision", sentence)
        if match[2] not in list(Word):
            words = ", ".join(Word)
            raise ParseError("notation/unknown-decision", f"{match[2][:40]!r} is not a decision. Use one of {words}.")
        word = Word(match[2])
        if match[3] and word not in WITH_AMOUNT:
            raise ParseError("notation/needless-amount", f"{word.value!r} takes no amount.")
        amount = cents_from_text(match[3]) if match[3] else None
        return Decision(box=int(match[1]), word=word, amount=amount, player=match[4] or UNNAMED)

    def command(self, player: str, most: Cents) -> c.PlayerCommand:
        """The decision as a command of this player; without an amount it is for the most allowed."""
        amount = most if self.amount is None else self.amount
        if self.word is Word.DOUBLE:
            return c.Double(player=player, box=self.box, amount=amount)
        if self.word is Word.INSURE:
            return c.TakeInsurance(player=player, box=self.box, amount=amount)
        if self.word in (Word.RIDE_LEFT, Word.RIDE_RIGHT):
            return c.RideHand(player=player, box=self.box, rides=int(self.word is Word.RIDE_RIGHT))
        made: c.PlayerCommand = _PLAIN[self.word](player=player, box=self.box)
        return made


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenWager:
    """What one player puts on one box before the deal, the base wager first."""

    box: int
    player: str
    amounts: tuple[tuple[Wager, Cents], ...]
    coupons: tuple[tuple[Wager, Cents], ...] = ()
    """What match play coupons beside the wagers are worth."""

    def commands(self) -> Iterator[c.PlayerCommand]:
        """The wagers as the player's commands, and then the coupons."""
        for spot, amount in self.amounts:
            yield c.PlaceWager(player=self.player, box=self.box, wager=spot, amount=amount)
        for spot, worth in self.coupons:
            yield c.PlaceCoupon(player=self.player, box=self.box, wager=spot, amount=worth)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenResult:
    """The result of one wager; `wager` may also be `super bonus` or `envy`. Hands count from 1."""

    box: int
    player: str
    wager: str
    hand: int = 1
    line: str = ""
    paid: Cents = Cents(0)
    returned: Cents = Cents(0)
    collected: Cents = Cents(0)
    clause: str = ""
    """Compared only where it is written."""

    @property
    def key(self) -> tuple[int, int, str, str]:
        """Its key among the results of its round."""
        return self.box, self.hand, self.player, self.wager


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterReading:
    """What a meter holds before the round, exact, in dollars."""

    shows: Fraction
    reserve: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRound:
    """One round as written."""

    players: Mapping[str, Cents]
    wagers: tuple[WrittenWager, ...]
    cards: tuple[Card, ...]
    seats: Mapping[int, str] = field(default_factory=dict)
    meters: Mapping[str, MeterReading] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    wheels: tuple[tuple[str, ...], ...] = ()
    results: tuple[WrittenResult, ...] | None = None
    """None where nothing is said about results, so that there is nothing to compare."""
    own: Mapping[str, object] = field(default_factory=dict)
    """The writer's own fields, whose names begin with `_`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenTable:
    """A table as written: its steps; what everybody saw, what only the house saw, and the chips at the end."""

    steps: tuple[str, ...]
    seen: tuple[str, ...] | None = None
    """None where nothing is said about it, so that there is nothing to compare."""
    house: tuple[str, ...] = ()
    chips: Mapping[str, Cents] | None = None
    own: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A file of rounds, or of a whole table, under one set of rules."""

    rules: TableRules
    rounds: tuple[WrittenRound, ...]
    table: WrittenTable | None = None
    choices: Mapping[str, object] | None = None
    """What the operator wrote over the rule set's defaults; None where the file holds the rules' canonical JSON."""
    own: Mapping[str, object] = field(default_factory=dict)
