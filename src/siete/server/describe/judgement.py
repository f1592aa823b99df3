"""Judges a decision: as good as the best or a mistake, what that cost, and how it is kept for later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec

from siete.host.learning.learner import Answered, Learner, Progress
from siete.host.learning.schedule import Grade
from siete.plain import Plain
from siete.rules.names import about, names
from siete.store.reviews import ItemReviewed

DECK = "coach/"
"""What the names of the coach's decks begin with; the rule set's name follows."""
SAME = 1e-9
"""Less than this is a difference of rounding."""
NEAR = 0.01
"""Less than a cent of a dollar is no mistake worth a word."""
LISTED = 60
"""Mistakes that are told."""

KINDS = {
    "hard": "Hard totals",
    "soft": "Soft totals",
    "pairs": "Pairs",
    "doubled-1": "Doubled once",
    "doubled-2": "Doubled twice",
    "doubled-3": "Doubled three times",
    "insurance": "Insurance",
}
"""What progress is counted by: the sections of the chart, and insurance."""


class Priced(msgspec.Struct, frozen=True):
    """An action with its value per unit of the wager."""

    action: str
    name: str
    ev: float
    cents: int


class ChartCell(msgspec.Struct, frozen=True):
    """A cell of the chart."""

    section: str
    name: str


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What the house told of a decision before it was made, and where it came up."""

    actions: tuple[Priced, ...]
    best: str
    cell: ChartCell
    wager: int
    rules: str
    table: str
    round: int
    cards: tuple[str, ...]
    up: str
    is_split: bool
    doublings: int

    def named(self, action: str) -> Priced | None:
        """An action by its name in the odds."""
        return next((each for each in self.actions if each.action == action), None)


class Mistake(msgspec.Struct, frozen=True, kw_only=True):
    """A decision as it is kept beside its grade."""

    table: str
    round: int
    cards: tuple[str, ...]
    up: str
    wager: int
    is_split: bool
    doublings: int
    name: str
    best_name: str
    cost: float
    cents: int

    def is_among(self, decided: Iterable[tuple[int, str, tuple[str, ...]]]) -> bool:
        """Whether these decisions of rounds have it; of insurance no hand is named."""
        return any(
            (number, name) == (self.round, self.name) and cards in ((), self.cards) for number, name, cards in decided
        )

    def to_json(self) -> Plain:
        """For the page."""
        return msgspec.structs.asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedAnswer:
    """An answer beside the best one."""

    told: Told
    answer: Priced
    best: Priced

    @property
    def cost(self) -> float:
        """What it cost, per unit of the wager."""
        return max(0.0, self.best.ev - self.answer.ev)

    @property
    def cents(self) -> int:
        """What it cost at this wager."""
        return round(self.cost * self.told.wager)

    @property
    def kind(self) -> str:
        """`right`, `near` or `wrong`."""
        if self.cost < SAME:
            return "right"
        return "near" if self.cost < NEAR else "wrong"

    def to_json(self) -> Plain:
        """For the page."""
        return {
            "kind": self.kind,
            "action": self.answer.action,
            "name": self.answer.name,
            "best": self.best.action,
            "best_name": self.best.name,
            "cost": self.cost,
            "cents": self.cents,
        }

    def review(self) -> ItemReviewed:
        """The answer as it is kept."""
        told, grades = self.told, {"right": Grade.RIGHT, "near": Grade.HARD, "wrong": Grade.WRONG}
        note = Mistake(
            table=told.table,
            round=told.round,
            cards=told.cards,
            up=told.up,
            wager=told.wager,
            is_split=told.is_split,
            doublings=told.doublings,
            name=self.answer.name,
            best_name=self.best.name,
            cost=self.cost,
            cents=self.cents,
        )
        return ItemReviewed(
            deck=f"{DECK}{told.rules}",
            item=told.cell.name,
            kind=told.cell.section,
            grade=grades[self.kind].value,
            note=msgspec.json.encode(note).decode() if self.kind == "wrong" else "",
        )


def judged(told: Told, action: str) -> JudgedAnswer | None:
    """What an answer was worth by the values that were told before it; None for an action that has no value."""
    answer, best = told.named(action), told.named(told.best)
    return JudgedAnswer(told=told, answer=answer, best=best) if answer is not None and best is not None else None


def record(learner: Learner, now: datetime, tables: Sequence[str]) -> Plain:
    """How somebody has decided so far, by rule set and kind of hand, with the mistakes, newest first.

    `tables` are those that are still there, whose rounds can be replayed.
    """
    parts = [each for each in learner.progress(now) if each.deck.startswith(DECK)]
    missed = [each for each in learner.missed if each.deck.startswith(DECK)]
    return {
        "decisions": sum(each.answers for each in parts),
        "right": sum(each.right for each in parts),
        "due": sum(each.due for each in parts),
        "progress": [_progress(each) for each in parts],
        "mistakes": [_mistake(each, tables) for each in missed[: -LISTED - 1 : -1]],
    }


def mistakes_at(learner: Learner, table: str) -> list[Mistake]:
    """The mistakes at one table, oldest first, each once however often it was taken back and made again."""
    notes = (each.note for each in learner.missed if each.deck.startswith(DECK))
    found = [msgspec.json.decode(note, type=Mistake) for note in notes]
    return list(dict.fromkeys(each for each in found if each.table == table))


def _progress(part: Progress) -> Plain:
    rules = part.deck.removeprefix(DECK)
    return {
        "rules": rules,
        "title": about(rules).title if rules in names() else rules,
        "kind": KINDS.get(part.kind, part.kind),
        "cells": part.items,
        "learned": part.learned,
        "due": part.due,
        "decisions": part.answers,
        "right": part.right,
    }


def _mistake(answer: Answered, tables: Sequence[str]) -> Plain:
    note = msgspec.json.decode(answer.note, type=Mistake)
    return {
        **msgspec.structs.asdict(note),
        "rules": answer.deck.removeprefix(DECK),
        "cell": answer.item,
        "at": answer.at.isoformat(timespec="seconds"),
        "is_kept": note.table in tables,
    }
