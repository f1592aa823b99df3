"""Recall of any round that is over: by its number, by player or box, by time; as everybody saw it then."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from siete.errors import SieteError
from siete.host.history.loading import latest_rules
from siete.host.history.seals import unsealed
from siete.host.history.snapshots import EVERY, state_from_bytes
from siete.host.streams import TableStreams
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.store.chain import named
from siete.store.codec import event_from_bytes
from siete.store.port import Entry, EventStore
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
from siete.table.view import Role, event_view, view

LOOKED_THROUGH = 400
"""How many rounds a search goes back."""


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


class Recall:
    """The rounds of one table, found in its stored stream."""

    def __init__(self, store: EventStore, streams: TableStreams, rules: TableRules) -> None:
        self._store, self._streams, self._rules = store, streams, rules
        self._table, self._stream = streams.table, streams.events

    async def places(self) -> list[Place]:
        """Every round that is over and had a wager, oldest first."""
        starts = await self._store.find(self._stream, e.RoundStarted.__name__)
        ends = await self._store.find(self._stream, e.RoundEnded.__name__)
        versions = [version for version, _ in starts]
        found = []
        for last, ended_at in ends:
            index = bisect_right(versions, last) - 1
            first, began_at = starts[index]
            found.append(Place(number=index + 1, first=first, last=last, began_at=began_at, ended_at=ended_at))
        return found

    async def round(self, number: int) -> Recalled:
        """The round of this number."""
        place = next((each for each in await self.places() if each.number == number), None)
        if place is None:
            raise SieteError("round/unknown", f"Table {self._table} has no finished round {number}.")
        return await self.at(place)

    async def at(self, place: Place) -> Recalled:
        """The round at a place."""
        before = await self._state(place.first - 1)
        entries = await self._store.read(self._stream, place.first - 1, place.last - place.first + 1)
        events = tuple((entry.version, _event(entry)) for entry in entries)
        started = events[0][1]
        assert isinstance(started, e.RoundStarted), "a place begins with its round's start"
        rules = await self._rules_of(place)
        return Recalled(table=self._table, rules=rules, place=place, before=before, events=events)

    async def _rules_of(self, place: Place) -> TableRules:
        """The rules that a round was played by: none change while a wager lies on the layout."""
        return await latest_rules(self._store, self._stream, self._rules, place.last)

    async def _state(self, version: int) -> TableState:
        """The state after a version, from the nearest snapshot before it."""
        state, at = TableState(), 0
        for mark in range(version // EVERY, -1, -1):  # under 0 is the state after what was archived
            stored = await self._store.snapshot(mark_name(self._stream, mark))
            read = state_from_bytes(unsealed(stored.data)) if stored is not None and stored.version <= version else None
            if stored is not None and read is not None:
                state, at = read, stored.version
                break
        for entry in await self._store.read(self._stream, at, version - at):
            state = apply(state, _event(entry))
        return state

    async def search(
        self, *, player: str = "", box: int = 0, after: str = "", before: str = "", limit: int = 20
    ) -> list[Recalled]:
        """The newest rounds of this player and box within these times, newest first."""
        places = [
            each for each in await self.places() if after <= each.ended_at and (not before or each.ended_at < before)
        ]
        found: list[Recalled] = []
        for place in reversed(places[-LOOKED_THROUGH:]):
            entries = await self._store.read(self._stream, place.first - 1, place.last - place.first + 1)
            events = tuple((entry.version, _event(entry)) for entry in entries)
            # A list tells who played and what came of it; the state before is only needed to show a round.
            each = Recalled(table=self._table, rules=self._rules, place=place, before=TableState(), events=events)
            if (not player or player in each.players) and (not box or box in each.boxes):
                found.append(each)
            if len(found) == limit:
                break
        return found

    async def recent(self, limit: int) -> list[Recalled]:
        """The newest rounds, oldest first, each with the state before it."""
        places = (await self.places())[-limit:]
        if not places:
            return []
        state, first = await self._state(places[0].first - 1), places[0].first
        entries = await self._store.read(self._stream, first - 1, places[-1].last - first + 1)
        found: list[Recalled] = []
        for place in places:
            rules = await self._rules_of(place)
            while entries and entries[0].version < place.first:
                state = apply(state, _event(entries.pop(0)))
            events = tuple((entry.version, _event(entry)) for entry in entries[: place.last - place.first + 1])
            found.append(Recalled(table=self._table, rules=rules, place=place, before=state, events=events))
        return found

    async def written(self, *rounds: Recalled) -> str:
        """These rounds in notation, in one text."""
        rules = {each.rules.rules_hash: each.rules for each in rounds} or {"": self._rules}
        if len(rules) > 1:
            raise SieteError("round/several-rules", "These rounds have different rules. Take them one by one.")
        (used,) = rules.values()
        return document_to_text(Document(rules=used, rounds=tuple([await self._written(x) for x in rounds])))

    async def _written(self, recalled: Recalled) -> WrittenRound:
        found = await self._meters(recalled)
        events = [event for _, event in recalled.events]
        return recorded(recalled.before, events, recalled.rules, results=recalled.results, meters=found)

    async def _meters(self, recalled: Recalled) -> dict[str, Meter]:
        """What the meters that the round touched held before it."""
        names = {x.meter for _, x in recalled.events if isinstance(x, e.ContributionMade | e.AwardPaid)}
        found = {}
        for name in names:
            stream = self._streams.meter(name, self._rules.meter_link or "")
            found[name] = _meter_before(await self._store.read(stream), self._stream, recalled.place.first)
        return found


def mark_name(stream: str, mark: int) -> str:
    """The name under which a table's state after so many thousands of events is kept."""
    return f"{stream}@{mark}"


def _event(entry: Entry) -> e.Event:
    event = event_from_bytes(entry.data)
    assert isinstance(event, e.Event), "a table's stream holds its events"
    return event


def _meter_before(entries: Iterable[Entry], table: str, version: int) -> Meter:
    """The meter before the first of its events that was stored together with this table's version or a later one."""
    meter = UNOPENED
    for entry in entries:
        stream, at, _ = named(entry.batch)
        if stream == table and at.isdecimal() and int(at) >= version:
            break
        event = event_from_bytes(entry.data)
        assert isinstance(event, MeterEvent), "a meter's stream holds its events"
        meter = meters.apply(meter, event)
    return meter
