"""What two people sign, held against the floor's log: changed rules, corrected payouts and changed meters.

Such an event names who proposed it and who signed. The log must say the same of the same change, signed before it took
effect, or in the very batch where it takes effect at once; and a change takes effect once. Decision: 0311.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from siete.host.audit.chain import Finding
from siete.host.audit.replay import Fold, MeterFold
from siete.host.floor import changes
from siete.host.floor.gaming_day import moment_of, stamp_of
from siete.store import floor_events as f
from siete.store.codec import AnyEvent
from siete.store.port import Entry
from siete.table import events as e
from siete.table.money import meter as meters

LEEWAY = timedelta(seconds=5)
"""Between the time that an announcement counts from and the time that its signature is recorded under."""


@dataclass(frozen=True, slots=True)
class _Signed:
    """A change in the log: what was proposed, who signed, when, and with which batch."""

    proposed: f.ChangeProposed
    by: str
    at: str
    batch: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Effect:
    """What a stream says of a change."""

    entry: Entry
    number: int
    """0 where it is known by its batch alone."""
    agrees: Callable[[f.ChangeProposed], bool]
    by: str
    second: str
    reason: str
    is_at_once: bool


class SignedChanges:
    """Collects what was signed and what took effect while streams are replayed, and compares them at the end."""

    def __init__(self) -> None:
        self._proposed: dict[int, f.ChangeProposed] = {}
        self._signed: dict[int, _Signed] = {}
        self._effects: list[_Effect] = []

    def take(self, entry: Entry, event: AnyEvent, fold: Fold) -> None:
        """Note an event, which `fold` has taken in."""
        match event:
            case f.ChangeProposed(number=number):
                self._proposed[number] = event
            case f.ChangeSigned(number=number, by=by) if number in self._proposed:
                self._signed[number] = _Signed(self._proposed[number], by, entry.recorded_at, entry.batch)
            case e.RulesChanged():
                self._effects.append(_rules(entry, event))
            case e.CorrectionPaid() | e.CorrectionTaken():
                self._effects.append(_correction(entry, event))
            case meters.MeterTermsChanged():
                self._effects.append(_terms(entry, event))
            case meters.MeterChanged() if isinstance(fold, MeterFold):
                self._effects.append(_meter(entry, event, fold.meter.amount))

    def findings(self, is_whole: Callable[[str], bool]) -> Iterator[Finding]:
        """Every effect that nobody signed, or that was signed otherwise; every signed payment that was not made.

        Of a table's stream that was not replayed as a whole, nobody knows what was not made.
        """
        by_batch = {each.batch: number for number, each in self._signed.items()}
        done: set[tuple[int, str]] = set()
        for effect in self._effects:
            number = effect.number or by_batch.get(effect.entry.batch, 0)
            problem = _problem(effect, self._signed.get(number), is_done=(number, effect.entry.stream) in done)
            done.add((number, effect.entry.stream))
            if problem:
                yield _finding(effect.entry, problem)
        made = {number for number, _ in done}
        for number, signed in self._signed.items():
            is_due = signed.proposed.kind in (changes.CORRECTION, changes.METER)
            if is_due and number not in made and is_whole(f"table/{signed.proposed.table}"):
                sentence = f"change {number} was signed, and what it pays or sets never happened."
                yield Finding(
                    check="replay", stream=f.FLOOR_LOG, version=0, code="audit/unsigned-change", sentence=sentence
                )


def _problem(effect: _Effect, signed: _Signed | None, *, is_done: bool) -> str:
    if signed is None:
        return "the floor's log has no such change that two people signed."
    made = signed.proposed
    if is_done:
        return f"change {made.number} took effect before; what two people signed happens once."
    if (made.by, signed.by, made.reason) != (effect.by, effect.second, effect.reason) or not effect.agrees(made):
        return f"the floor's log says otherwise of change {made.number}."
    if effect.is_at_once and signed.batch != effect.entry.batch:
        return f"change {made.number} was not signed together with it."
    if not effect.is_at_once and effect.entry.recorded_at < _begins(signed):
        return f"change {made.number} was to begin at {_begins(signed)}."
    return ""


def _begins(signed: _Signed) -> str:
    return stamp_of(moment_of(signed.at) + timedelta(minutes=signed.proposed.notice) - LEEWAY)


def _rules(entry: Entry, event: e.RulesChanged) -> _Effect:
    def agrees(made: f.ChangeProposed) -> bool:
        return (made.kind, made.table, made.rules) == (changes.RULES, _table(entry), event.rules)

    return _effect(entry, event, event.change, agrees, is_at_once=False)


def _correction(entry: Entry, event: e.CorrectionPaid | e.CorrectionTaken) -> _Effect:
    amount = event.amount if isinstance(event, e.CorrectionPaid) else -event.amount

    def agrees(made: f.ChangeProposed) -> bool:
        wanted = (changes.CORRECTION, _table(entry), event.player, amount, event.round)
        return (made.kind, made.table, made.subject, made.amount, made.round) == wanted

    return _effect(entry, event, event.change, agrees, is_at_once=True)


def _terms(entry: Entry, event: meters.MeterTermsChanged) -> _Effect:
    """Rules that change what a meter starts at; which they are is in the table's own event of the same batch."""
    return _effect(entry, event, event.change, lambda made: made.kind == changes.RULES, is_at_once=False)


def _meter(entry: Entry, event: meters.MeterChanged, shown: int) -> _Effect:
    def agrees(made: f.ChangeProposed) -> bool:
        name = entry.stream.rpartition("/")[2]
        return (made.kind, made.subject, made.amount) == (changes.METER, name, shown)

    return _effect(entry, event, 0, agrees, is_at_once=True)


def _effect(
    entry: Entry,
    event: e.RulesChanged | e.CorrectionPaid | e.CorrectionTaken | meters.MeterChanged | meters.MeterTermsChanged,
    number: int,
    agrees: Callable[[f.ChangeProposed], bool],
    *,
    is_at_once: bool,
) -> _Effect:
    people = {"by": event.by, "second": event.second, "reason": event.reason}
    return _Effect(entry=entry, number=number, agrees=agrees, is_at_once=is_at_once, **people)


def _table(entry: Entry) -> str:
    return entry.stream.rpartition("/")[2]


def _finding(entry: Entry, sentence: str) -> Finding:
    return Finding(
        check="replay", stream=entry.stream, version=entry.version, code="audit/unsigned-change", sentence=sentence
    )
