"""Where the rounds of tables stand in their streams: found once, and read on from there.

A table that is open for years has hundreds of thousands of rounds, and anybody may ask for one of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from siete.host.history.recalled import Place
from siete.store.port import EventStore
from siete.table import events as e

MOST_TABLES = 256
"""Tables whose rounds are kept at hand."""


@dataclass(slots=True)
class _Found:
    """What is known of one stream. Not frozen: it grows."""

    starts: list[tuple[int, str]] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)

    def take(self, starts: Iterable[tuple[int, str]], ends: Iterable[tuple[int, str]]) -> None:
        self.starts += starts
        versions = [version for version, _ in self.starts]
        for last, ended_at in ends:
            index = bisect_right(versions, last) - 1
            first, began_at = self.starts[index]
            place = Place(number=index + 1, first=first, last=last, began_at=began_at, ended_at=ended_at)
            self.places.append(place)


class Places:
    """The finished rounds of every table of a store."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._known: OrderedDict[str, _Found] = OrderedDict()

    async def of(self, stream: str) -> Sequence[Place]:
        """Every round that is over, oldest first; not to be changed."""
        known = self._known.setdefault(stream, _Found())
        self._known.move_to_end(stream)
        while len(self._known) > MOST_TABLES:
            self._known.popitem(last=False)
        before = len(known.starts), len(known.places)
        # Ends first: a round that ends meanwhile has its start among those that are read then.
        ends = await self._store.find(stream, e.RoundEnded.__name__, known.places[-1].last if known.places else 0)
        starts = await self._store.find(stream, e.RoundStarted.__name__, known.starts[-1][0] if known.starts else 0)
        if before == (len(known.starts), len(known.places)):  # nobody else has read on meanwhile
            known.take(starts, ends)
        return known.places

    async def numbered(self, stream: str, number: int) -> Place | None:
        """The round of this number; None where it is not over."""
        places = await self.of(stream)
        at = bisect_right(places, number, key=lambda place: place.number) - 1
        return places[at] if at >= 0 and places[at].number == number else None
