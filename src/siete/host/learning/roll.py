"""The roll of a class: where every pupil is and what is missed most, folded from the class's stream.

Sums are kept as events come, so that a class of ten thousand answers as quickly as one of ten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from siete.host.learning.schedule import moment
from siete.store.codec import event_from_bytes
from siete.store.port import Entry
from siete.store.reviews import ClassEvent, ClassMade, DrillSet, PupilJoined, PupilLeft, PupilScored

EXAM, DRILL, TEST = "exam", "drill", "test"


@dataclass(slots=True)
class Pupil:
    """One pupil of a class, as far as their scores tell."""

    name: str
    seen: datetime
    passed: set[str] = field(default_factory=set)
    """Lessons whose test was passed."""
    failed: Counter[str] = field(default_factory=Counter)
    """Lessons whose test was not, and how often in a row."""
    best_drill: float = 0.0
    """Seconds for a right answer in the best drill."""
    exam: tuple[int, int] = (0, 0)
    """Right, of how many, in the best exam."""
    is_certified: bool = False
    mastered: int = 0
    asked: int = 0
    """The clauses that were asked about: one bit for each, in the order of the roll."""
    missed: int = 0
    """Those that were missed."""
    set_drill: SetDrill | None = None
    """The last drill of those that the teacher set which the pupil has tried."""

    def see(self, scored: PupilScored, at: datetime, *, asked: int, missed: int) -> None:
        """Note when the pupil was here, how far they are, and all clauses asked and missed so far."""
        self.seen, self.mastered = at, scored.mastered
        self.asked, self.missed = asked, missed

    def take_test(self, scored: PupilScored) -> bool:
        """Note the test of a lesson; whether it is passed for the first time."""
        if not scored.is_passed:
            self.failed[scored.name] += 1
            return False
        is_first = scored.name not in self.passed
        self.passed.add(scored.name)
        del self.failed[scored.name]
        return is_first

    def sit_exam(self, scored: PupilScored) -> None:
        """Keep the better of this exam and those before."""
        self.exam = max(self.exam, (scored.right, scored.asked))
        self.is_certified = self.is_certified or scored.is_passed

    def drill(self, scored: PupilScored) -> None:
        """Keep the pace of a drill if it is the best."""
        if scored.right:
            pace = scored.seconds / scored.right
            self.best_drill = min(self.best_drill or pace, pace)

    def tried(self, number: int) -> SetDrill | None:
        """How the pupil did at the drill of this number; None if it is not the last that they tried."""
        return self.set_drill if self.set_drill is not None and self.set_drill.number == number else None

    def try_set(self, number: int, scored: PupilScored) -> None:
        """Keep the better of this try at a drill that was set and those before."""
        before, now = self.tried(number), (scored.right, scored.asked)
        best = now if before is None else max(before.best, now)
        self.set_drill = SetDrill(number, best, scored.is_passed or (before is not None and before.is_passed))


@dataclass(frozen=True, slots=True)
class SetDrill:
    """The best try at a drill that was set."""

    number: int
    """Which of those that were set."""
    best: tuple[int, int]
    """Right, of how many."""
    is_passed: bool


@dataclass(slots=True)
class Roll:
    """A class and its pupils. Not frozen: it follows the stream."""

    version: int = 0
    name: str = ""
    deck: str = ""
    teacher: str = ""
    pupils: dict[str, Pupil] = field(default_factory=dict)
    lessons_passed: int = 0
    certified: int = 0
    to_repeat: int = 0
    """Pupils who have tried the exam and not passed it."""
    asked: Counter[str] = field(default_factory=Counter)
    """By clause: how many pupils were asked about it."""
    missed: Counter[str] = field(default_factory=Counter)
    """By clause: how many pupils have missed it."""
    drill: str = ""
    """The drill that the teacher has set."""
    drill_at: datetime | None = None
    drill_number: int = 0
    """How many were set so far."""
    drill_passed: int = 0
    """Pupils who have passed it since."""
    _bits: dict[str, int] = field(default_factory=dict)
    _ordered: tuple[int, list[Pupil]] = field(default_factory=lambda: (0, []))

    def follow(self, entries: Iterable[Entry]) -> None:
        """Take the next events of the stream."""
        for entry in entries:
            event = event_from_bytes(entry.data)
            assert isinstance(event, ClassEvent), "the stream holds what happens in a class only"
            self._take(event, moment(entry.recorded_at))
            self.version = entry.version

    def _take(self, event: ClassEvent, at: datetime) -> None:
        match event:
            case ClassMade():
                self.name, self.deck, self.teacher = event.name, event.deck, event.teacher
            case PupilJoined(pupil=pupil):
                self.pupils.setdefault(pupil, Pupil(name=pupil.partition(":")[2], seen=at))
            case PupilLeft(pupil=pupil):
                self._leave(pupil)
            case PupilScored(pupil=pupil) if pupil in self.pupils:
                self._score(self.pupils[pupil], event, at)
            case DrillSet(drill=drill):
                self.drill, self.drill_at, self.drill_passed = drill, at, 0
                self.drill_number += 1

    def _leave(self, scope: str) -> None:
        pupil = self.pupils.pop(scope, None)
        if pupil is None:
            return
        self._count_exam(pupil, -1)
        self.drill_passed -= self.has_passed_drill(pupil)
        self.lessons_passed -= len(pupil.passed)
        for clause, bit in self._bits.items():
            self.asked[clause] -= bool(pupil.asked & bit)
            self.missed[clause] -= bool(pupil.missed & bit)

    def _score(self, pupil: Pupil, scored: PupilScored, at: datetime) -> None:
        asked = self._mark(self.asked, pupil.asked, scored.clauses)
        missed = self._mark(self.missed, pupil.missed, scored.missed)
        pupil.see(scored, at, asked=asked, missed=missed)
        if scored.kind == TEST:
            self.lessons_passed += pupil.take_test(scored)
        elif scored.kind == DRILL:
            self._drill(pupil, scored)
        elif scored.kind == EXAM:
            self._count_exam(pupil, -1)
            pupil.sit_exam(scored)
            self._count_exam(pupil, 1)

    def _drill(self, pupil: Pupil, scored: PupilScored) -> None:
        pupil.drill(scored)
        if scored.asked and scored.name == self.drill:
            self.drill_passed -= self.has_passed_drill(pupil)
            pupil.try_set(self.drill_number, scored)
            self.drill_passed += self.has_passed_drill(pupil)

    def tried_drill(self, pupil: Pupil) -> SetDrill | None:
        """How a pupil did at the drill that is set now; None who has not tried it since."""
        return pupil.tried(self.drill_number)

    def has_passed_drill(self, pupil: Pupil) -> bool:
        """Whether a pupil has passed the drill that is set now."""
        tried = self.tried_drill(pupil)
        return tried is not None and tried.is_passed

    def _count_exam(self, pupil: Pupil, by: int) -> None:
        self.certified += by * pupil.is_certified
        self.to_repeat += by * (bool(pupil.exam[1]) and not pupil.is_certified)

    def _mark(self, counts: Counter[str], before: int, clauses: Iterable[str]) -> int:
        """Set the bits of these clauses, and count each that was not set."""
        after = before
        for clause in clauses:
            bit = self._bits.setdefault(clause, 1 << len(self._bits))
            counts[clause] += not after & bit
            after |= bit
        return after

    def furthest_first(self) -> list[Pupil]:
        """The pupils, those with most lessons passed first; sorted once for each state of the class."""
        if self._ordered[0] != self.version:
            self._ordered = (self.version, sorted(self.pupils.values(), key=_furthest))
        return self._ordered[1]

    def missed_most(self, limit: int) -> list[tuple[str, int, int]]:
        """The clauses that the largest part of those asked have missed: clause, missed, asked."""
        found = ((clause, count, self.asked[clause]) for clause, count in self.missed.items() if count)
        return sorted(found, key=lambda each: (-each[1] / each[2], -each[1], each[0]))[:limit]


def _furthest(pupil: Pupil) -> tuple[int, int, str]:
    return (-len(pupil.passed), -pupil.mastered, pupil.name)
