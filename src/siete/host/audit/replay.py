"""Streams folded again, event by event: a table by its rules, a meter by its sums, a wallet by what it holds.

Answers of people who practise have grades and move nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from types import MappingProxyType
from typing import Protocol

from siete.cards import Card
from siete.errors import SieteError
from siete.host.audit.chain import Finding
from siete.host.audit.deciding import Explainer
from siete.host.audit.money import Holding, holding, overdrawn
from siete.host.cage import FIRST_CHIPS
from siete.host.floor.state import Change, FloorState
from siete.host.floor.state import apply as floor_apply
from siete.host.history.seals import digest_in, unsealed
from siete.host.history.snapshots import state_from_bytes
from siete.host.settings import settings_of, stored_rules
from siete.host.streams import is_practice, kind_of
from siete.rules.ruleset import rule_set
from siete.rules.table_rules import TableRules
from siete.store import floor_events as f
from siete.store import reviews as r
from siete.store.codec import AnyEvent, event_from_bytes
from siete.store.port import Entry
from siete.store.records import TableRecord
from siete.table import events as e
from siete.table.apply import apply
from siete.table.money import meter as meters
from siete.table.money import wallet as wallets
from siete.table.state.table import TableState
from siete.table.supervision import rules_from

LONGEST_STEP = 500
"""More events than any one command brings about."""


class Unsound(Exception):  # noqa: N818 - a finding on its way out
    """An event that cannot have happened."""

    def __init__(self, entry: Entry, code: str, sentence: str, check: str = "replay") -> None:
        super().__init__(sentence)
        self.finding = Finding(
            check=check, stream=entry.stream, version=entry.version, code=f"audit/{code}", sentence=sentence
        )


class Fold(Protocol):
    """A stream on its way through the replay."""

    def take(self, entry: Entry, event: AnyEvent, coming: Sequence[AnyEvent]) -> tuple[Holding, Holding]:
        """What was held before and after an event; `coming` is it and what was stored with it. Raises Unsound."""
        ...


def fold_of(stream: str, record: TableRecord | None, snapshots: Mapping[int, Sequence[bytes]]) -> Fold | None:
    """How a stream is folded, told by its name; None for one that no house keeps."""
    match kind_of(stream):
        case "table":
            return TableFold(record, snapshots)
        case "meter":
            return MeterFold()
        case "wallet":
            return WalletFold(is_practice=is_practice(stream) or "@" in stream)
        case "review" if is_practice(stream):
            return ReviewFold(_OWN)
        case "class" if is_practice(stream):
            return ReviewFold(_CLASS)
        case "certificate" if is_practice(stream):
            return ReviewFold((r.CertificateIssued,))
        case "floor":
            return FloorFold()
    return None


def decoded(entry: Entry) -> AnyEvent:
    """The event in an entry."""
    try:
        return event_from_bytes(entry.data)
    except SieteError as error:
        raise Unsound(entry, "unreadable", f"it cannot be read: {error.sentence}") from None


def _checked(entry: Entry, state: TableState | meters.Meter | wallets.Wallet) -> Holding:
    short = overdrawn(state)
    if short:
        raise Unsound(entry, "overdrawn", f"after it {short}.", "money")
    return holding(state)


class TableFold:
    """A table: every event follows from a command that its rules allow."""

    def __init__(
        self,
        record: TableRecord | None,
        snapshots: Mapping[int, Sequence[bytes]] = MappingProxyType({}),
        *,
        start: tuple[TableState, TableRules] | None = None,
    ) -> None:
        self._record = record
        self._snapshots = snapshots
        self.shuffles: list[tuple[Entry, tuple[Card, ...], str]] = []
        """Every order that cards were shuffled into, where, and the hash of the rules at that time."""
        self.state = start[0] if start is not None else TableState()
        self._rules: TableRules | None = start[1] if start is not None else None
        self._explainer = Explainer()
        self._explained = 0
        self._now = holding(self.state)

    def take(self, entry: Entry, event: AnyEvent, coming: Sequence[AnyEvent]) -> tuple[Holding, Holding]:
        """Fold one event of the table."""
        if not isinstance(event, e.Event):
            raise Unsound(entry, "foreign-event", f"{entry.kind} is no event of a table.")
        if self._rules is None:
            self._rules = self._opened(entry, event)
        if not self._explained:
            own = [each for each in coming if isinstance(each, e.Event)]
            self._explained = self._explainer.explained(self.state, self._rules, own)
        if not self._explained:
            raise Unsound(entry, "unexplained", f"no command that the rules allow leads to {entry.kind} here.")
        self._explained -= 1
        if isinstance(event, e.RulesChanged):
            self._rules = rules_from(self._rules, event.rules)
        before = self._now
        self.state = _applied(entry, self.state, event)
        self._now = _checked(entry, self.state)
        self._look_at(entry, event)
        return before, self._now

    def branched(self, snapshots: Mapping[int, Sequence[bytes]]) -> TableFold:
        """The fold of a branch that begins here, with snapshots and shoes of its own."""
        branch = copy(self)
        branch._go_on_with(snapshots)
        return branch

    def _go_on_with(self, snapshots: Mapping[int, Sequence[bytes]]) -> None:
        self._snapshots, self.shuffles = snapshots, []

    def _look_at(self, entry: Entry, event: e.Event) -> None:
        """Hold what is stored beside the stream against it: a snapshot now, and the orders of shoes at the end."""
        for snapshot in self._snapshots.get(entry.version, ()):
            kept = state_from_bytes(unsealed(snapshot))
            if (kept is not None and kept != self.state) or digest_in(snapshot) not in (None, entry.digest):
                raise Unsound(entry, "wrong-snapshot", "the snapshot after it differs from the state it leads to.")
        if isinstance(event, e.CardsShuffled | e.PreshuffledStacked) or (
            isinstance(event, e.BatchChanged) and self.state.pack is not None
        ):
            self.shuffles.append((entry, event.order, self.rules_hash))

    @property
    def is_live(self) -> bool:
        """Whether it was opened as a live table."""
        return self._rules is not None and self._rules.live

    @property
    def rules_hash(self) -> str:
        """What its rules are known by."""
        return self._rules.rules_hash if self._rules is not None else ""

    def _opened(self, entry: Entry, event: e.Event) -> TableRules:
        if not isinstance(event, e.TableOpened):
            raise Unsound(entry, "no-opening", "a table's first event is its opening.")
        try:
            rules = self._stored(event)
        except (SieteError, ValueError, KeyError, TypeError) as error:
            raise Unsound(entry, "bad-rules", f"its rules cannot be read: {error}") from None
        if rules.rules_hash != event.rules_hash:
            raise Unsound(entry, "rules-hash", "its rules do not match their hash.")
        return rules

    def _stored(self, event: e.TableOpened) -> TableRules:
        if self._record is not None:
            return stored_rules(event.rules, settings_of(self._record).submission, self._record.mode)
        values = TableRules.from_json(event.rules)
        book = rule_set(values.rule_set)
        return replace(values, steps=book.steps, checklist=book.checklist)


def _applied(entry: Entry, state: TableState, event: e.Event) -> TableState:
    try:
        return apply(state, event)
    except (AssertionError, LookupError, TypeError, AttributeError, StopIteration):
        raise Unsound(entry, "impossible", f"{entry.kind} cannot happen at this table now.") from None


class MeterFold:
    """A meter: what moved is what its sums say, and an award is made from what it showed."""

    def __init__(self) -> None:
        self.meter = meters.UNOPENED

    def take(self, entry: Entry, event: AnyEvent, coming: Sequence[AnyEvent]) -> tuple[Holding, Holding]:
        """Fold one event of the meter."""
        if not isinstance(event, meters.MeterEvent):
            raise Unsound(entry, "foreign-event", f"{entry.kind} is no event of a meter.")
        if isinstance(event, meters.MeterOpened) != (entry.version == 1):
            raise Unsound(entry, "no-opening", "a meter's first event, and only the first, is its opening.")
        before, self.meter = self.meter, meters.apply(self.meter, event)
        was, now = holding(before), _checked(entry, self.meter)
        match event:
            case meters.Contributed(moved=moved) if now.held - was.held != moved:
                raise Unsound(entry, "wrong-sum", f"it moves {moved} cents and adds {now.held - was.held}.")
            case meters.Reversed(moved=moved) if was.held - now.held != moved:
                raise Unsound(entry, "wrong-sum", f"it gives back {moved} cents and takes {was.held - now.held}.")
            case meters.Awarded(before=shown) if shown != before.amount:
                raise Unsound(entry, "wrong-sum", f"it says the meter showed {shown} cents; it was {before.amount}.")
            case meters.MeterChanged() | meters.MeterTermsChanged():
                self._check_change(entry, event)
        return was, now

    def _check_change(self, entry: Entry, event: meters.MeterChanged | meters.MeterTermsChanged) -> None:
        if event.by == event.second:
            raise Unsound(entry, "one-signature", f"{event.by} alone changed a meter.")
        if self.meter.amount < self.meter.reset and not self.meter.owes_seed:
            raise Unsound(entry, "below-minimum", f"it shows less than {self.meter.reset} cents, which it starts at.")


class WalletFold:
    """A wallet: it gets what the house gives, and never gives what it does not hold."""

    def __init__(self, *, is_practice: bool) -> None:
        self._is_practice = is_practice
        self.wallet = wallets.Wallet()

    def take(self, entry: Entry, event: AnyEvent, coming: Sequence[AnyEvent]) -> tuple[Holding, Holding]:
        """Fold one event of the wallet."""
        if not isinstance(event, wallets.WalletEvent):
            raise Unsound(entry, "foreign-event", f"{entry.kind} is no event of a wallet.")
        if isinstance(event, wallets.ChipsIssued) and not self._is_due(event):
            raise Unsound(entry, "unearned-chips", "the cage gives a welcome, and new chips to whoever has none left.")
        was, self.wallet = holding(self.wallet), wallets.apply(self.wallet, event)
        return was, _checked(entry, self.wallet)

    def _is_due(self, event: wallets.ChipsIssued) -> bool:
        """Whether the house gives these chips: a fixed sum to an empty wallet, or what a practice table lays out."""
        if self._is_practice:
            return self.wallet.balance == 0
        reason = "out of chips" if self.wallet.issued else "welcome"
        return (event.amount, event.reason, self.wallet.balance) == (FIRST_CHIPS, reason, 0)


_CLASS = (r.ClassMade, r.PupilJoined, r.PupilLeft, r.PupilScored, r.DrillSet)
"""What the stream of a class holds."""
_OWN = (r.ItemReviewed, r.PaperScored, r.DeskRunNoted, r.DeskRunKept, r.ClassEntered, r.ClassLeft)
"""What a person's own stream holds."""


class ReviewFold:
    """What a person practises, a class or a certificate: answers with a grade, scores, and no money."""

    def __init__(self, kinds: tuple[type[r.ReviewEvent], ...]) -> None:
        self._kinds = kinds

    def take(self, entry: Entry, event: AnyEvent, coming: Sequence[AnyEvent]) -> tuple[Holding, Holding]:
        """Look at one event."""
        if not isinstance(event, self._kinds):
            raise Unsound(entry, "foreign-event", f"{entry.kind} is no event of what somebody practises.")
        if isinstance(event, r.ItemReviewed) and event.grade not in r.GRADES:
            raise Unsound(entry, "wrong-grade", f"there is no grade {event.grade}.")
        if isinstance(event, r.PaperScored | r.PupilScored) and not 0 <= event.right <= event.asked:
            raise Unsound(entry, "wrong-score", f"{event.right} of {event.asked} cannot be right.")
        return Holding(0, 0), Holding(0, 0)


class FloorFold:
    """The floor's log: incidents and changes are numbered in order, and nobody signs what they proposed."""

    def __init__(self) -> None:
        self.state = FloorState()

    def take(self, entry: Entry, event: AnyEvent, coming: Sequence[AnyEvent]) -> tuple[Holding, Holding]:
        """Fold one event of the log, which holds no money."""
        if not isinstance(event, f.FloorEvent):
            raise Unsound(entry, "foreign-event", f"{entry.kind} is no event of the floor's log.")
        wrong = self._wrong(event)
        if wrong:
            raise Unsound(entry, "impossible", wrong)
        self.state = floor_apply(self.state, event, entry.recorded_at)
        return Holding(0, 0), Holding(0, 0)

    def _wrong(self, event: f.FloorEvent) -> str:
        changes, incidents = self.state.changes, self.state.incidents
        match event:
            case f.IncidentFiled(number=number) if number != len(incidents) + 1:
                return f"incident {number} follows incident {len(incidents)}."
            case f.IncidentClosed(number=number) if number not in incidents:
                return f"there is no incident {number}."
            case f.ChangeProposed(number=number) if number != len(changes) + 1:
                return f"change {number} follows change {len(changes)}."
            case f.ChangeSigned() | f.ChangeRefused() | f.ChangeWithdrawn():
                return _wrong_answer(changes.get(event.number), event)
        return ""


def _wrong_answer(change: Change | None, event: f.FloorEvent) -> str:
    if change is None or change.answer is not None:
        return "no such change waits for an answer."
    is_own = change.proposed.by == event.by
    if is_own is not isinstance(event, f.ChangeWithdrawn):
        return "a change is signed or refused by somebody else, and withdrawn by who proposed it."
    return ""


def in_batches(entries: Sequence[Entry], events: Sequence[AnyEvent]) -> Iterator[Sequence[AnyEvent]]:
    """For each entry, its event and those behind it that were stored in the same batch, as far as one step goes."""
    end = 0
    for place, entry in enumerate(entries):
        if place >= end:
            end = place
            while end < len(entries) and entries[end].batch == entry.batch:
                end += 1
        yield events[place : min(end, place + LONGEST_STEP)]
