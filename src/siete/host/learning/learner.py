"""What one person practises, folded from the answers, scores and runs of their stream. Pure but for its own state.

The coach and the dealer school each have decks of their own and ids that mean something to them; nothing here knows
what an item is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from siete.host.learning.schedule import Grade, Schedule, moment
from siete.store.codec import AnyEvent, event_from_bytes
from siete.store.port import Entry
from siete.store.reviews import ClassEntered, ClassLeft, DeskRunKept, DeskRunNoted, ItemReviewed, PaperScored

MISSED_KEPT = 200
"""Wrong answers that are remembered with their notes."""
PAPERS_KEPT = 50
"""Tests, drills and exams of which the answers are remembered."""
RUNS_KEPT = 50
"""Runs at a desk that are remembered."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """One answer, and when it was given."""

    deck: str
    item: str
    kind: str
    grade: Grade
    note: str
    at: datetime
    paper: str = ""
    question: str = ""
    over: int = 0

    @property
    def is_right(self) -> bool:
        """Whether it was not wrong."""
        return self.grade is not Grade.WRONG


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something that is practised: how often it was answered, how often right, and when it is due again."""

    deck: str
    item: str
    kind: str
    schedule: Schedule
    answers: int = 0
    right: int = 0
    note: str = ""
    """What the last asker wanted back: in the school, the clause."""

    def after(self, answer: Answered) -> Item:
        """The item after one more answer."""
        return replace(
            self,
            kind=answer.kind,
            note=answer.note,
            schedule=self.schedule.after(answer.grade, answer.at),
            answers=self.answers + 1,
            right=self.right + answer.is_right,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far somebody is with the items of one deck and kind."""

    deck: str
    kind: str
    items: int
    learned: int
    due: int
    answers: int
    right: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerTally:
    """What has been answered of one test, drill or exam; a question counts once."""

    began: datetime
    last: datetime
    right: frozenset[str] = frozenset()
    wrong: frozenset[str] = frozenset()
    missed: tuple[str, ...] = ()
    """Clauses that were missed, each once."""
    clauses: tuple[str, ...] = ()
    """All that were asked about, each once."""
    given: tuple[tuple[str, bool], ...] = ()
    """The items that were asked about, and whether each was right."""
    over: Mapping[str, int] = field(default_factory=dict)
    """By question: the cents that a wrong answer pays too much, or too little."""

    def after(self, answer: Answered) -> AnswerTally:
        """The tally after one more answer; the first answer to a question stays."""
        if answer.question in self.right | self.wrong:
            return self
        asked = tuple(dict.fromkeys((*self.clauses, answer.note)))
        now = replace(self, clauses=asked, given=(*self.given, (answer.item, answer.is_right)), last=answer.at)
        if answer.is_right:
            return replace(now, right=self.right | {answer.question})
        missed = tuple(dict.fromkeys((*self.missed, answer.note)))
        over = {**self.over, answer.question: answer.over} if answer.over else self.over
        return replace(now, wrong=self.wrong | {answer.question}, missed=missed, over=over)


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerResult:
    """How somebody has done at one test, drill or exam, over all tries."""

    tries: int = 0
    passed: int = 0
    failed_in_a_row: int = 0
    best: tuple[int, int] = (0, 0)
    """Right, of how many, at the best try."""
    best_seconds: int = 0
    last: tuple[int, int] = (0, 0)
    last_at: datetime | None = None
    certificate: str = ""
    """The last certificate that came with it."""

    def after(self, scored: PaperScored, at: datetime) -> LearnerResult:
        """The result after one more try."""
        is_best = (scored.right, -scored.seconds) > (self.best[0], -self.best_seconds) or not self.tries
        return LearnerResult(
            tries=self.tries + 1,
            passed=self.passed + scored.is_passed,
            failed_in_a_row=0 if scored.is_passed else self.failed_in_a_row + 1,
            best=(scored.right, scored.asked) if is_best else self.best,
            best_seconds=scored.seconds if is_best else self.best_seconds,
            last=(scored.right, scored.asked),
            last_at=at,
            certificate=scored.certificate or self.certificate,
        )


@dataclass(slots=True)
class Learner:
    """All that one person practises. Not frozen: it follows the stream."""

    version: int = 0
    items: dict[tuple[str, str], Item] = field(default_factory=dict)
    missed: list[Answered] = field(default_factory=list)
    """The last wrong answers, oldest first."""
    papers: dict[str, AnswerTally] = field(default_factory=dict)
    """The last few tests, drills and exams, by what was answered of them."""
    scored: dict[str, PaperScored] = field(default_factory=dict)
    """The last few that came to their end."""
    closed: set[str] = field(default_factory=set)
    """All that came to their end, and all whose answers are forgotten: none of them is answered again."""
    results: dict[tuple[str, str, str], LearnerResult] = field(default_factory=dict)
    """By deck, kind and name."""
    to_mend: dict[tuple[str, str, str], dict[str, None]] = field(default_factory=dict)
    """What the last try missed where it failed and nobody has answered right since, by deck, kind and name."""
    runs: list[tuple[datetime, DeskRunKept]] = field(default_factory=list)
    """The last runs at a desk, oldest first."""
    unfinished: dict[str, DeskRunNoted] = field(default_factory=dict)
    """Runs at a desk that go on, by table, as far as they are noted."""
    classes: dict[str, ClassEntered] = field(default_factory=dict)
    """The classes that the person teaches or is in, by code."""

    def follow(self, entries: Iterable[Entry]) -> None:
        """Take the next events of the stream."""
        for entry in entries:
            self._take_event(event_from_bytes(entry.data), moment(entry.recorded_at))
            self.version = entry.version

    def _take_event(self, event: AnyEvent, at: datetime) -> None:
        match event:
            case ItemReviewed():
                self.take(_answered(event, at))
            case PaperScored():
                self._score(event, at)
            case DeskRunNoted():
                self._note(event, at)
            case DeskRunKept():
                self.unfinished.pop(event.table, None)
                self._run(event, at)
            case ClassEntered():
                self.classes[event.code] = event
            case ClassLeft():
                self.classes.pop(event.code, None)
            case _:
                raise AssertionError("the stream holds what a person practises only")

    def _run(self, run: DeskRunKept, at: datetime) -> None:
        self.runs = [*self.runs[-RUNS_KEPT + 1 :], (at, run)]

    def _note(self, noted: DeskRunNoted, at: datetime) -> None:
        """A run goes on; one at the same table that nobody has ended counts as far as it was noted."""
        before = self.unfinished.get(noted.table)
        if before is not None and before.began == noted.began:
            noted = replace(noted, mistakes=before.mistakes + noted.mistakes)
        elif before is not None:
            self._run(_ended(before), at)
        self.unfinished[noted.table] = noted

    def take(self, answer: Answered) -> None:
        """Count an answer."""
        key = (answer.deck, answer.item)
        new = Item(deck=answer.deck, item=answer.item, kind=answer.kind, schedule=Schedule.new(answer.at))
        self.items[key] = self.items.get(key, new).after(answer)
        if not answer.is_right:
            self.missed = [*self.missed[-MISSED_KEPT + 1 :], answer]
        else:
            for (deck, _, _), left in self.to_mend.items():
                if deck == answer.deck:
                    left.pop(answer.note, None)
        if answer.paper:
            tally = self.papers.pop(answer.paper, AnswerTally(began=answer.at, last=answer.at))
            self.papers[answer.paper] = tally.after(answer)
            self.closed.update(_forget(self.papers))

    def _score(self, scored: PaperScored, at: datetime) -> None:
        key = (scored.deck, scored.kind, scored.name)
        self.results[key] = self.results.get(key, LearnerResult()).after(scored, at)
        self.to_mend[key] = {} if scored.is_passed else dict.fromkeys(filter(None, scored.missed))
        self.scored[scored.paper] = scored
        self.closed.add(scored.paper)
        _forget(self.scored)

    def result(self, deck: str, kind: str, name: str) -> LearnerResult:
        """How the person has done at a test, drill or exam."""
        return self.results.get((deck, kind, name), LearnerResult())

    def due(self, deck: str, now: datetime, limit: int = 50) -> list[Item]:
        """Items of a deck that are due, those least likely to be known first."""
        found = [each for each in self.items.values() if each.deck == deck and each.schedule.due <= now]
        return sorted(found, key=lambda each: (each.schedule.recall(now), each.schedule.due))[:limit]

    def progress(self, now: datetime) -> list[Progress]:
        """How far the person is, by deck and kind."""
        groups: dict[tuple[str, str], list[Item]] = {}
        for each in self.items.values():
            groups.setdefault((each.deck, each.kind), []).append(each)
        return [_progress(*key, items, now) for key, items in sorted(groups.items())]


def _ended(noted: DeskRunNoted) -> DeskRunKept:
    return DeskRunKept(
        table=noted.table,
        deck=noted.deck,
        level=noted.level,
        steps=noted.steps,
        right=noted.right,
        missed=tuple(dict.fromkeys(clause for _, _, clause, _ in noted.mistakes if clause)),
    )


def _forget(kept: dict[str, T]) -> list[str]:
    """Drop the oldest beyond the number that is kept; their names."""
    dropped = list(kept)[:-PAPERS_KEPT]
    for name in dropped:
        del kept[name]
    return dropped


def _answered(event: ItemReviewed, at: datetime) -> Answered:
    return Answered(
        deck=event.deck,
        item=event.item,
        kind=event.kind,
        grade=Grade(event.grade),
        note=event.note,
        at=at,
        paper=event.paper,
        question=event.question,
        over=event.over,
    )


def _progress(deck: str, kind: str, items: Sequence[Item], now: datetime) -> Progress:
    return Progress(
        deck=deck,
        kind=kind,
        items=len(items),
        learned=sum(each.schedule.is_learned for each in items),
        due=sum(each.schedule.due <= now for each in items),
        answers=sum(each.answers for each in items),
        right=sum(each.right for each in items),
    )
