"""A round that is over, as everybody saw it then: made again from what was stored, without asking the store.

What is stored goes to whoever makes the rounds as bytes: a hundred rounds take a tenth of a second to read, so a server
has a worker do it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from siete.errors import SieteError
from siete.host.history.seals import unsealed
from siete.host.history.snapshots import state_from_bytes
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.store.chain import named
from siete.store.codec import event_from_bytes
from siete.table import events as e
from siete.table.apply import apply
from siete.table.money import meter as meters
from siete.table.money.meter import UNOPENED, Meter, MeterEvent
from siete.table.money.results import WagerResult, results_of
from siete.table.money.statement import Statement, statement_of
from siete.table.notation.model import Document, WrittenRound
from siete.table.notation.record import recorded
from siete.table.notation.writer import document_to_text
from siete.table.position.line import at_position
from siete.table.state.table import TableState
from siete.table.supervision import rules_from
from siete.table.view import Role, event_view, view


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The place of a round in its table's stream."""

    number: int
    first: int
    last: int
    began_at: str
    ended_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """A round that is over: the state before it, and its events with their versions."""

    table: str
    rules: TableRules
    place: Place
    before: TableState
    events: tuple[tuple[int, e.Event], ...]

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who had a wager in it."""
        return tuple(dict.fromkeys(x.player for _, x in self.events if isinstance(x, e.WagerPlaced)))

    @property
    def boxes(self) -> tuple[int, ...]:
        """The boxes that were wagered on."""
        return tuple(sorted({x.box for _, x in self.events if isinstance(x, e.WagerPlaced)}))

    def statement(self, player: str) -> Statement:
        """What it brought one player, line by line."""
        return statement_of(self.before, (event for _, event in self.events), player)

    @property
    def results(self) -> tuple[WagerResult, ...]:
        """What every wager came to."""
        return results_of(event for _, event in self.events)

    def steps(self, role: Role) -> Iterator[Plain]:
        """The round step by step, as the role saw it."""
        state = self.before
        for version, event in self.events:
            state = apply(state, event)
            shown = event_view(event, role)
            if shown is not None:
                seen = view(state, self.rules, role)
                yield {"version": version, "event": shown, "view": seen, **at_position(state, self.rules)}


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRounds:
    """Rounds of one table as they are stored, in order: nothing of it has been read yet."""

    table: str
    streams: frozenset[str]
    """The table's stream, and those that it shares its past with."""
    rules: TableRules
    """Any that the table ever had."""
    changes: tuple[tuple[int, bytes], ...]
    """Where its rules changed, its opening first; none where they never did."""
    places: tuple[Place, ...]
    snapshot: bytes
    after: int
    """The version that the snapshot was taken after; 0 without one."""
    events: tuple[bytes, ...]
    """All that happened since, up to the end of the last round."""
    meters: Mapping[str, tuple[tuple[str, bytes], ...]] = field(default_factory=dict)
    """Of each meter of the table, where it is wanted, every event and the batch it was stored with."""

    def rules_of(self, place: Place) -> TableRules:
        """The rules that a round was played by: none change while a wager lies on the layout."""
        if not self.changes:
            return self.rules
        event = table_event([data for version, data in self.changes if version <= place.last][-1])
        assert isinstance(event, e.RulesChanged | e.TableOpened), "the first event and every change have rules"
        return rules_from(self.rules, event.rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredList:
    """Rounds of one table as they are stored, for a list: it tells who played and what came of it, not how."""

    table: str
    rules: TableRules
    rounds: tuple[tuple[Place, tuple[bytes, ...]], ...]
    """Each with its events."""


def listed(stored: StoredList, player: str = "", box: int = 0) -> list[Recalled]:
    """Those of the rounds in which this player had a wager, and this box; without the state before them."""
    found = [_listed(stored, place, data) for place, data in stored.rounds]
    return [each for each in found if (not player or player in each.players) and (not box or box in each.boxes)]


def _listed(stored: StoredList, place: Place, data: Iterable[bytes]) -> Recalled:
    events = tuple(enumerate(map(table_event, data), start=place.first))
    return Recalled(table=stored.table, rules=stored.rules, place=place, before=TableState(), events=events)


def rounds_of(stored: StoredRounds) -> list[Recalled]:
    """The rounds, each with the state before it."""
    state = (state_from_bytes(unsealed(stored.snapshot)) if stored.snapshot else None) or TableState()
    found: list[Recalled] = []
    version = stored.after
    for place in stored.places:
        for data in stored.events[version - stored.after : place.first - 1 - stored.after]:
            state = apply(state, table_event(data))
        before, version = state, place.first - 1
        events: list[tuple[int, e.Event]] = []
        for data in stored.events[version - stored.after : place.last - stored.after]:
            version, event = version + 1, table_event(data)
            events.append((version, event))
            state = apply(state, event)
        rules = stored.rules_of(place)
        found.append(Recalled(table=stored.table, rules=rules, place=place, before=before, events=tuple(events)))
    return found


def session(stored: StoredRounds) -> str:
    """The rounds that were played by the last rules, in notation: a text has one set of rules."""
    return written(replace(stored, places=tuple(each for each in stored.places if _has_last_rules(stored, each))))


def _has_last_rules(stored: StoredRounds, place: Place) -> bool:
    return stored.rules_of(place) == stored.rules_of(stored.places[-1])


def written(stored: StoredRounds) -> str:
    """These rounds in notation, in one text."""
    rounds = rounds_of(stored)
    if not rounds:
        raise SieteError("round/unknown", "No round is finished here yet. Play one first.")
    if len({each.rules.rules_hash for each in rounds}) > 1:
        raise SieteError("round/several-rules", "These rounds have different rules. Take them one by one.")
    played = tuple(_written(each, stored) for each in rounds)
    return document_to_text(Document(rules=rounds[-1].rules, rounds=played))


def _written(recalled: Recalled, stored: StoredRounds) -> WrittenRound:
    events = [event for _, event in recalled.events]
    names = {event.meter for event in events if isinstance(event, e.ContributionMade | e.AwardPaid)}
    found = {name: _meter_before(stored.meters[name], stored.streams, recalled.place.first) for name in names}
    return recorded(recalled.before, events, recalled.rules, results=recalled.results, meters=found)


def table_event(data: bytes) -> e.Event:
    """An event of a table."""
    event = event_from_bytes(data)
    assert isinstance(event, e.Event), "a table's stream holds its events"
    return event


def _meter_before(entries: Iterable[tuple[str, bytes]], table: Container[str], version: int) -> Meter:
    """The meter before the first of its events that was stored with this version of a table or a later one."""
    meter = UNOPENED
    for batch, data in entries:
        stream, at, _ = named(batch)
        if stream in table and at.isdecimal() and int(at) >= version:
            break
        event = event_from_bytes(data)
        assert isinstance(event, MeterEvent), "a meter's stream holds its events"
        meter = meters.apply(meter, event)
    return meter
