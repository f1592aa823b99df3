"""A meter's history: what was added and paid, hour by hour, and every award and change, to the cent."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from siete.money import Cents, cents_to_text
from siete.store.chain import named
from siete.store.codec import event_from_bytes
from siete.store.port import EventStore
from siete.table.money import meter as meters
from siete.table.money.meter import UNOPENED, Meter, MeterEvent

MOST_HOURS, MOST_NOTABLE = 24 * 31, 200
PAGE = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Notable:
    """An award, a new start, or a change by two people: of what it shows (`change`) or of how it works (`terms`)."""

    at: str
    kind: str
    amount: Cents
    after: Cents
    by: str = ""
    reason: str = ""
    batch: str = ""
    """The event of the table that was stored with it."""
    words: str = ""
    """What changed about how it works."""


@dataclass(slots=True)
class MeterBook:
    """One meter. Not frozen: it takes in event by event."""

    version: int = 0
    meter: Meter = UNOPENED
    opened: int = 0
    contributed: int = 0
    awarded: int = 0
    seeded: int = 0
    """What the house put in after the start."""
    changed: int = 0
    hours: OrderedDict[str, int] = field(default_factory=OrderedDict)
    """What it showed at the end of each hour."""
    notable: list[Notable] = field(default_factory=list)

    @property
    def expected(self) -> int:
        """What meter and reserve hold together by their history."""
        return self.opened + self.contributed + self.seeded + self.changed - self.awarded

    def take(self, version: int, at: str, event: MeterEvent, batch: str = "") -> None:
        """Take in the next event."""
        before = self.meter
        self.meter = meters.apply(before, event)
        match event:
            case meters.MeterOpened(seed=seed):
                self.opened = seed
            case meters.Contributed(moved=moved):
                self.contributed += moved
            case meters.Reversed(moved=moved):
                self.contributed -= moved
            case meters.Awarded(amount=amount, from_house=house):
                self.awarded += amount
                self.seeded += house
                self._note(at, "award", Cents(-amount), batch=batch)
            case meters.Reseeded(from_house=house):
                self.seeded += house
                self._note(at, "start", house, batch=batch)
            case meters.MeterChanged(difference=difference, by=by, second=second, reason=reason):
                self.changed += difference
                self._note(at, "change", difference, by=f"{by}, {second}", reason=reason)
            case meters.MeterTermsChanged(difference=difference, by=by, second=second, reason=reason):
                self.changed += difference
                self._note(at, "terms", difference, by=f"{by}, {second}", reason=reason, words=_terms(before, event))
        self.hours[at[:13]] = self.meter.amount
        while len(self.hours) > MOST_HOURS:
            self.hours.popitem(last=False)
        self.version = version

    def _note(self, at: str, kind: str, amount: Cents, **more: str) -> None:
        self.notable.append(Notable(at=at, kind=kind, amount=amount, after=self.meter.amount, **more))
        del self.notable[:-MOST_NOTABLE]


def _terms(before: Meter, event: meters.MeterTermsChanged) -> str:
    """What two people changed about a meter, in words."""
    told = []
    if event.reset != before.reset:
        told.append(f"starts again at {cents_to_text(event.reset)}")
    if event.cap != before.cap:
        told.append("never stops" if event.cap is None else f"stops at {cents_to_text(event.cap)}")
    told.append(f"gets {float(event.rate):.2%} of each wager")
    if event.reserve_rate:
        told.append(f"its reserve {float(event.reserve_rate):.2%}")
    return ", ".join(told)


class MeterBooks:
    """The books of a house's meters, read on when somebody asks."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._kept: dict[str, MeterBook] = {}

    async def get(self, stream: str) -> MeterBook:
        """The book of a meter's stream, up to now."""
        book = self._kept.setdefault(stream, MeterBook())
        while page := await self._store.read(stream, book.version, PAGE):
            for entry in page:
                if entry.version != book.version + 1:  # another reader was here meanwhile
                    continue
                event = event_from_bytes(entry.data)
                assert isinstance(event, MeterEvent), "a meter's stream holds its events"
                book.take(entry.version, entry.recorded_at, event, "@".join(named(entry.batch)[:2]))
        return book
