"""What people practise: every answer that counts is an event in a stream of the person's own."""

from __future__ import annotations

from dataclasses import dataclass

GRADES = range(1, 5)
"""Wrong, hard, right, easy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewEvent:
    """Something that happened to what a person practises."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemReviewed(ReviewEvent):
    """A person answered an item of a deck; the time is the entry's own."""

    deck: str
    """What belongs together, such as the charts of one rule set: `coach/md`."""
    item: str
    """What was asked, by an id that means something to whoever asks it."""
    kind: str
    """What progress is counted by, such as `pairs`."""
    grade: int
    """One of `GRADES`."""
    note: str = ""
    """Whatever the asker wants back with it, as JSON."""
