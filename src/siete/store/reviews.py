"""What people practise: every answer, score and run at a desk is an event in a stream of the person's own.

A class has a stream too, with who is in it and what they scored; a certificate has one for whoever wants to check it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from siete.table.events import LATER

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
    paper: str = field(default="", metadata=LATER)
    """The test, drill or exam that it was an answer of."""
    question: str = field(default="", metadata=LATER)
    """Which of its questions; a question counts once."""
    over: int = field(default=0, metadata=LATER)
    """The cents that a wrong answer pays too much; below zero where it pays too little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperScored(ReviewEvent):
    """A test, drill or exam came to its end."""

    paper: str
    deck: str
    kind: str
    """`test`, `drill`, `exam` or `desk`."""
    name: str
    """The lesson or the drill."""
    right: int
    asked: int
    seconds: int
    is_passed: bool
    missed: tuple[str, ...] = ()
    """The clauses that were missed, each once."""
    certificate: str = ""
    """The code of the certificate that came with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskRunKept(ReviewEvent):
    """A person has dealt at a table for a while."""

    table: str
    deck: str
    level: str
    steps: int
    right: int
    missed: tuple[str, ...] = ()
    """The clauses of the mistakes, each once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskRunNoted(ReviewEvent):
    """How far a run at a desk is that has not ended, so that another process can go on with it."""

    table: str
    deck: str
    level: str
    began: int
    """The version of the table at which it began."""
    steps: int
    right: int
    mistakes: tuple[tuple[str, str, str, str], ...] = ()
    """Those since it was noted last: what was done, code, clause, and what would have been right."""
    missed_at: str = ""
    """The decision point at which something was tried and nothing right done yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassEntered(ReviewEvent):
    """A person has made a class, or joined one."""

    code: str
    name: str
    is_teacher: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassLeft(ReviewEvent):
    """A person has left a class."""

    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassMade(ReviewEvent):
    """A class was made; who made it teaches it."""

    name: str
    deck: str
    teacher: str
    """A scope, such as `staff:ruth`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PupilJoined(ReviewEvent):
    """Somebody joined by the class's code."""

    pupil: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PupilLeft(ReviewEvent):
    """Somebody left the class."""

    pupil: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PupilScored(ReviewEvent):
    """A pupil came to the end of a test, drill or exam."""

    pupil: str
    kind: str
    name: str
    right: int
    asked: int
    seconds: int
    is_passed: bool
    missed: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    """The clauses that were asked about, each once."""
    mastered: int = 0
    """How many clauses of the course the pupil had mastered by then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillSet(ReviewEvent):
    """The teacher of a class set it a drill, in place of the one before."""

    drill: str


ClassEvent = ClassMade | PupilJoined | PupilLeft | PupilScored | DrillSet
"""Something that happened in a class."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateIssued(ReviewEvent):
    """Somebody passed the exam of a course under these rules."""

    person: str
    rules: str
    rules_hash: str
    right: int
    asked: int
