"""Recall of any round that is over: by its number, by player or box, by time; as everybody saw it then."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from itertools import islice

from siete.errors import SieteError
from siete.host.history.marks import marks_before
from siete.host.history.places import Places
from siete.host.history.recalled import Place, Recalled, StoredList, StoredRounds, listed, rounds_of, written
from siete.host.history.seals import unsealed
from siete.host.history.snapshots import is_readable
from siete.host.streams import TableStreams
from siete.rules.table_rules import TableRules
from siete.store.port import Entry, EventStore
from siete.table import events as e
from siete.table.money.table_meters import meters_of

LOOKED_THROUGH = 400
"""How many rounds a search goes back."""
PIECE = 20
"""Rounds of a list that are read together."""


class Recall:
    """The rounds of one table, found in its stored stream."""

    def __init__(
        self, store: EventStore, streams: TableStreams, rules: TableRules, known: Places | None = None
    ) -> None:
        self._store, self._streams, self._rules = store, streams, rules
        self._table, self._stream = streams.table, streams.events
        self._known = known or Places(store)

    async def places(self) -> Sequence[Place]:
        """Every round that is over and had a wager, oldest first."""
        return await self._known.of(self._stream)

    async def place(self, number: int) -> Place:
        """Where the round of this number stands."""
        found = await self._known.numbered(self._stream, number)
        if found is None:
            raise SieteError("round/unknown", f"Table {self._table} has no finished round {number}.")
        return found

    async def stored(self, places: Sequence[Place], *, has_meters: bool = False) -> StoredRounds:
        """These rounds, in order, as they are stored; to write them down takes their meters too."""
        snapshot, after = await self._snapshot(places[0].first - 1) if places else (b"", 0)
        last = places[-1].last if places else 0
        entries = await self._store.read(self._stream, after, last - after)
        if gone := _archived(entries, after + 1, last):
            left = [place for place in places if place.first > gone]
            if not left:
                raise SieteError("history/archived", "This round is in an archive: see `siete archive rounds`.")
            return await self.stored(left, has_meters=has_meters)
        return StoredRounds(
            table=self._table,
            streams=frozenset((self._stream, *(fork.parent for fork in await self._store.lineage(self._stream)))),
            rules=self._rules,
            changes=await self._changes(),
            places=tuple(places),
            snapshot=snapshot,
            after=after,
            events=tuple([each.data for each in entries]),
            meters=await self._meters() if has_meters else {},
        )

    async def _snapshot(self, version: int) -> tuple[bytes, int]:
        """The nearest snapshot that can be read, up to a version."""
        async for _, found in marks_before(self._store, self._stream, version):
            if is_readable(unsealed(found.data)):
                return found.data, found.version
        return b"", 0

    async def _changes(self) -> tuple[tuple[int, bytes], ...]:
        changes = await self._store.find(self._stream, e.RulesChanged.__name__)
        versions = [1, *(version for version, _ in changes)] if changes else []
        return tuple([(each, (await self._store.read(self._stream, each - 1, 1))[0].data) for each in versions])

    async def _meters(self) -> dict[str, tuple[tuple[str, bytes], ...]]:
        found = {}
        for name in meters_of(self._rules):
            entries = await self._store.read(self._streams.meter(name, self._rules.meter_link or ""))
            found[name] = tuple([(each.batch, each.data) for each in entries])
        return found

    async def at(self, place: Place) -> Recalled:
        """The round at a place."""
        return rounds_of(await self.stored((place,)))[0]

    async def round(self, number: int) -> Recalled:
        """The round of this number."""
        return await self.at(await self.place(number))

    async def recent(self, limit: int) -> list[Recalled]:
        """The newest rounds, oldest first, each with the state before it."""
        return rounds_of(await self.stored((await self.places())[-limit:]))

    async def written(self, *numbers: int) -> str:
        """The rounds of these numbers in notation, in one text."""
        places = [each for each in await self.places() if each.number in numbers]
        return written(await self.stored(places, has_meters=True))

    async def search(
        self, *, player: str = "", box: int = 0, after: str = "", before: str = "", limit: int = 20
    ) -> list[Recalled]:
        """The newest rounds of this player and box within these times, newest first."""
        found: list[Recalled] = []
        async for piece in self.pieces(after=after, before=before):
            found += listed(piece, player, box)
            if len(found) >= limit:
                break
        return found[:limit]

    async def pieces(self, *, after: str = "", before: str = "") -> AsyncIterator[StoredList]:
        """The rounds within these times as they are stored, newest first, a few at a time."""
        within = (
            each
            for each in reversed(await self.places())
            if after <= each.ended_at and (not before or each.ended_at < before)
        )
        looked_through = islice(within, LOOKED_THROUGH)
        while places := tuple(islice(looked_through, PIECE)):
            rounds = [(place, data) for place in places if (data := await self._data(place))]
            yield StoredList(table=self._table, rules=self._rules, rounds=tuple(rounds))

    async def _data(self, place: Place) -> tuple[bytes, ...]:
        """The events of a round; none of one that is in an archive."""
        entries = await self._store.read(self._stream, place.first - 1, place.last - place.first + 1)
        return () if _archived(entries, place.first, place.last) else tuple([each.data for each in entries])


def _archived(entries: Iterable[Entry], first: int, last: int) -> int:
    """The last of these versions that is in an archive; 0 where none is."""
    versions = {entry.version for entry in entries if entry.data}
    return next((version for version in range(last, first - 1, -1) if version not in versions), 0)
