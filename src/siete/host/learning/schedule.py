"""Spaced repetition: when an item that was answered is due again, by FSRS. Pure: the times come from outside.

Fuzzing is off, so the same answers always give the same dates. Decision: 0223.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum

from fsrs import Card, Rating, Scheduler, State

RETENTION = 0.9
"""The chance of a right answer at which an item is due again."""
_STEPS = (timedelta(minutes=1), timedelta(minutes=10))
"""A new item comes back after these; one that was known and missed after the second."""
_SCHEDULER = Scheduler(
    desired_retention=RETENTION, learning_steps=_STEPS, relearning_steps=_STEPS[1:], enable_fuzzing=False
)


class Grade(IntEnum):
    """How an answer was."""

    WRONG = 1
    HARD = 2
    RIGHT = 3
    EASY = 4


@dataclass(frozen=True, slots=True)
class Schedule:
    """When an item is due, after all answers so far."""

    card: Card
    """Never changed in place: every answer makes another."""

    @classmethod
    def new(cls, now: datetime) -> Schedule:
        """The schedule of an item that nobody has answered: due at once."""
        return cls(Card(card_id=0, due=now))

    def after(self, grade: Grade, now: datetime) -> Schedule:
        """The schedule after an answer."""
        return Schedule(_SCHEDULER.review_card(self.card, Rating(int(grade)), now)[0])

    @property
    def due(self) -> datetime:
        """When the item is to be asked again."""
        return self.card.due

    @property
    def is_learned(self) -> bool:
        """Whether it was right so often that it comes back only after days."""
        return self.card.state is State.Review

    def recall(self, now: datetime) -> float:
        """The chance of a right answer now."""
        return _SCHEDULER.get_card_retrievability(self.card, now)


def moment(stamp: str) -> datetime:
    """A recorded time, such as `2026-01-31T12:00:00.000Z`."""
    return datetime.fromisoformat(stamp).astimezone(UTC)
