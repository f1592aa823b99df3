"""Snapshots and broadcasts: what each role sees of a table and what is each person's own, sent to its subscribers."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Hashable, Iterator, Sequence

from siete.host import faultpoints
from siete.host.access.roles import HouseRole, Person
from siete.host.aggregate_cache import AggregateCache
from siete.host.clock import Clock
from siete.host.desk.shown import desk_shown
from siete.host.table.current import CurrentTable
from siete.host.table.decision_points import stage, step_point
from siete.host.table.messages import (
    asks_of,
    encode,
    events_shown,
    joined,
    personal,
    personal_key,
    sendable,
)
from siete.host.table.readiness import Readiness
from siete.host.table.subscribers import Subscriber, Subscribers
from siete.host.table.throttle import BroadcastThrottle
from siete.host.table.timers import Timers
from siete.plain import Plain
from siete.table import events as e
from siete.table.approvals import approval_point
from siete.table.due import HOUSE, Approval
from siete.table.view import Role, view
from siete.table.words import approval_in_words

BROADCAST_WINDOW = 0.01
"""Seconds within which events are broadcast together."""

REMEMBERED = 600
"""Events kept for those who come back after a lost link."""


class Broadcaster:
    """Tells the subscribers of one table what is durable."""

    def __init__(
        self,
        table: CurrentTable,
        *,
        subscribers: Subscribers,
        readiness: Readiness,
        timers: Timers,
        throttle: BroadcastThrottle,
        cache: AggregateCache,
        clock: Clock,
    ) -> None:
        self._table, self._subscribers, self._readiness, self._timers = table, subscribers, readiness, timers
        self._throttle, self._cache, self._clock = throttle, cache, clock
        self._recent: deque[tuple[int, e.Event]] = deque(maxlen=REMEMBERED)
        self._stamps: deque[tuple[int, str]] = deque(maxlen=REMEMBERED)
        self._pending: list[tuple[int, e.Event]] = []
        self._window: asyncio.TimerHandle | None = None
        self._sent_at = 0.0
        self._asked: set[Hashable] = set()
        self._personal: dict[str, tuple[tuple[Plain, Hashable], bytes, bytes]] = {}

    # --- sending ---------------------------------------------------------------------------------------------------

    def publish(self, events: Sequence[e.Event], stamps: Sequence[str] = ()) -> None:
        """Broadcast events that have just been applied; `stamps` say when each was recorded."""
        fresh = list(enumerate(events, self._table.loaded.version - len(events) + 1))
        self._recent += fresh
        self._stamps += ((version, stamp) for (version, _), stamp in zip(fresh, stamps, strict=False))
        self._pending += fresh
        self.broadcast_soon()

    def broadcast_soon(self) -> None:
        """Broadcast what is new: within the window where somebody waits for it, else when the throttle lets it."""
        loop = asyncio.get_running_loop()
        soon = loop.time() + BROADCAST_WINDOW
        if self._questions() <= self._asked:
            soon = max(soon, self._sent_at + self._throttle.pause(len(self._subscribers)))
        if self._window is not None and self._window.when() > soon:
            self._window.cancel()
            self._window = None
        if self._window is None:
            self._window = loop.call_at(soon, self._broadcast)

    def _questions(self) -> set[Hashable]:
        """The stage and what is to be decided: nobody should learn late that it is their turn again."""
        state, due = self._table.state, self._table.due
        points: set[Hashable] = {point for _, point in asks_of(state, due)}
        return points | {(state.rounds, stage(state, due)), step_point(state, due) if self._table.dealer else ""}

    def _broadcast(self) -> None:
        self._window, self._sent_at = None, asyncio.get_running_loop().time()
        self._throttle.count(self._sent_at)
        self._asked = self._questions()
        fresh, self._pending = self._pending, []
        faultpoints.reached(faultpoints.BEFORE_BROADCAST)
        version = self._table.loaded.version
        start = fresh[0][0] - 1 if fresh else version

        def shared(role: Role) -> Plain:
            head = {"type": "events", "table": self._table.id, "from": start, "to": version}
            return {**head, "events": events_shown(fresh, role), **self.shown(role)}

        self._subscribers.send(shared, self._own_bytes, self._table.role_of)
        faultpoints.reached(faultpoints.AFTER_BROADCAST)

    def welcome(self, line: Subscriber, after: int | None) -> None:
        """Somebody subscribes: a snapshot first, then everything as it happens."""
        line.send(self.snapshot(line.person, after))
        self._subscribers.add(line)

    def restart(self) -> None:
        """Forget what was sent and send everybody a snapshot: the table goes on from elsewhere."""
        self._recent.clear()
        self._stamps.clear()
        self._pending, self._personal = [], {}
        self._subscribers.each(lambda line: line.send(self.snapshot(line.person, None)))

    def since(self, version: int) -> list[tuple[int, str, e.Event]] | None:
        """The events after a version with their times, as far as memory goes back; None where it does not."""
        now = self._table.loaded.version
        if version == now:
            return []
        first = self._recent[0][0] if self._recent else now + 1
        if first > version + 1 or not self._stamps or self._stamps[0][0] > version + 1:
            return None
        stamps = dict(self._stamps)
        return [(each, stamps.get(each, ""), event) for each, event in self._recent if each > version]

    def recent(self) -> list[tuple[int, e.Event]]:
        """The last events of the table, as far as they are remembered, oldest first."""
        return list(self._recent)

    def forget(self) -> None:
        """Compute again what each person may do: the rules have changed."""
        self._personal = {}

    def close(self) -> None:
        """Broadcast nothing any more."""
        if self._window is not None:
            self._window.cancel()

    # --- what is sent ----------------------------------------------------------------------------------------------

    def snapshot(self, person: Person, after: int | None) -> bytes:
        """The table as a person sees it now; with `after`, also the events since then, as far as they are kept."""
        version = self._table.loaded.version
        sent = version - len(self._pending)
        kept = [pair for pair in self._recent if after is not None and after < pair[0] <= sent]
        is_whole = after is not None and (not kept or kept[0][0] == after + 1) and after <= sent
        since = kept if is_whole else []
        head: Plain = {
            "type": "snapshot",
            "table": self._table.id,
            "version": version,
            "from": since[0][0] - 1 if since else sent,
            "events": events_shown(since, self._table.role_of(person)),
        }
        return joined(encode({**head, **self.shown(self._table.role_of(person))}), self._own_bytes(person))

    def shown(self, role: Role) -> Plain:
        """What everybody of a role sees of the table now."""
        table, now = self._table, self._clock.monotonic()
        sealed = table.loaded.sealed[-1] if table.loaded.sealed else None
        return {
            "view": view(table.state, table.rules, role),
            "stage": stage(table.state, table.due),
            "state": table.condition,
            "reason": table.stopped or None,
            "limits": {"min": table.rules.table_min, "max": table.rules.table_max},
            "dealer": table.dealer or HOUSE,
            "floorperson": table.floorperson or HOUSE,
            "timers": [timer.shown(now) for timer in self._timers],
            "meters": self.meters_shown(),
            "commitment": {"shoe": sealed.shoe, "commitment": sealed.commitment.hex()} if sealed else None,
            "ready": sorted(self._readiness.names),
            **({"call": table.settings.call} if table.settings.call else {}),
            **({"notice": notice} if (notice := table.notice) else {}),
        }

    def meters_shown(self) -> list[Plain]:
        """What each meter shows."""
        link = self._table.rules.meter_link
        return [
            {"name": name, "amount": self._cache.known_meter(stream).meter.amount, "link": link}
            for name, stream in self._table.links.items()
        ]

    def own(self, person: Person) -> Plain:
        """What is one person's own: chips, and what they may do."""
        table = self._table
        if person.role is not HouseRole.GUEST:
            legal = list(self._approvals()) if person.role is HouseRole.FLOORPERSON else []
            own: Plain = {"name": person.name or None, "role": person.role.value, "legal": legal, "refused": []}
        else:
            own = {**self._head(person.name), **personal(table.state, table.rules, table.due, person.name)}
        return {**own, "desk": self._desk()} if table.is_dealt_by(person) else own

    def _desk(self) -> Plain:
        """What the person who deals has before them."""
        table = self._table
        meters = {name: self._cache.known_meter(stream).meter for name, stream in table.links.items()}
        point = step_point(table.state, table.due)
        return desk_shown(table.state, table.rules, meters, level=table.help, point=point)

    def _approvals(self) -> Iterator[Plain]:
        """What waits for a floorperson now, in words and as they can send it."""
        due = self._table.due
        if isinstance(due, Approval) and self._table.floorperson:
            words = approval_in_words(due.command, self._table.rules)
            point = approval_point(self._table.state, due.command)
            yield {"command": sendable(due.command), "point": point, "words": words, "clause": due.clause}

    def _head(self, name: str) -> Plain:
        return {
            "name": name,
            "role": "player" if name in self._table.state.racks else "guest",
            "wallet": self._cache.balance(self._table.wallet_of(name)),
            "is_ready": name in self._readiness.names,
            **self._queue(name),
        }

    def _queue(self, name: str) -> Plain:
        """A person's place among those who wait for a box, where somebody does."""
        queue = self._table.settings.queue
        if not queue:
            return {}
        return {"queue": {"place": queue.index(name) + 1 if name in queue else 0, "waiting": len(queue)}}

    def _own_bytes(self, person: Person) -> bytes:
        """`own`, encoded; what somebody may do is computed again only when it may have changed."""
        if person.role is not HouseRole.GUEST or self._table.is_dealt_by(person):
            return encode(self.own(person))
        table, head = self._table, self._head(person.name)
        key = (head, personal_key(table.state, table.rules, table.due, person.name))
        known = self._personal.get(person.name)
        if known is None or known[0] != key:
            rest = known[2] if known is not None and known[0][1] == key[1] else self._rest(person.name)
            known = self._personal[person.name] = (key, encode(head)[:-1] + b"," + rest, rest)
        return known[1]

    def _rest(self, name: str) -> bytes:
        table = self._table
        return encode(personal(table.state, table.rules, table.due, name))[1:]
