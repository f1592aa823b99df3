"""A table as it stands and as people see it: who watches, what each role is shown, and what is each person's own."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING

from siete.host import moments
from siete.host.books import meter_stream
from siete.host.clock import Clock
from siete.host.crowd import Crowd
from siete.host.people import Person, Rank
from siete.host.points import stage
from siete.host.presence import Presence
from siete.host.settings import PRACTICE, settings_of
from siete.host.shelf import Shelf
from siete.host.showing import asks_of, encode, events_shown, joined, personal, personal_key, sendable
from siete.host.timers import Timers
from siete.host.turn import Stand
from siete.host.watchers import Plain, Watcher, Watchers
from siete.rules.table_rules import TableRules
from siete.store.records import TableRecord
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.due import HOUSE, Approval, Next
from siete.table.state import TableState
from siete.table.view import Role, view
from siete.table.words import step_in_words

if TYPE_CHECKING:
    from siete.host.asking import Asking

BREATH = 0.01
"""Seconds within which events are told together."""

REMEMBERED = 600
"""Events kept for those who come back after a lost link."""

_NOBODY = (HOUSE, TableState().dealer)
"""Who is said to deal where no person does."""


class StandingTable:
    """What is known of one table, and telling it."""

    asking: Asking
    """The host's part of the table."""

    def __init__(self, record: TableRecord, stand: Stand, *, shelf: Shelf, clock: Clock) -> None:
        self.stand = stand
        self.take_record(record)
        self.rules: TableRules = stand.rules
        self.watchers = Watchers()
        self.presence = Presence()
        self.say_ready: Callable[[], None] = lambda: None
        """Where several processes share the house: tells the others who is ready."""
        self.crowd = Crowd()
        """How busy the house is with telling; one for all its tables."""
        self.stopped = ""
        self.timers = Timers(self.settings.pace)
        self.links = {name: meter_stream(stand.table, name, stand.rules.meter_link or "") for name in stand.meters}
        self._shelf, self._clock = shelf, clock
        self._recent: deque[tuple[int, e.Event]] = deque(maxlen=REMEMBERED)
        self._untold: list[tuple[int, e.Event]] = []
        self._breath: asyncio.TimerHandle | None = None
        self._told_at = 0.0
        self._asked: set[Hashable] = set()
        self._due: Next = None
        self._due_of: TableState | None = None
        self._told: dict[str, tuple[tuple[Plain, Hashable], bytes, bytes]] = {}

    def take_record(self, record: TableRecord) -> None:
        """How the table is run, as it is kept beside its events."""
        self.record, self.settings = record, settings_of(record)

    @property
    def dealer(self) -> str:
        """The person who deals, as the events tell; nobody where the house deals by itself."""
        named = self.state.dealer
        return "" if named in _NOBODY else named

    @property
    def floorperson(self) -> str:
        """The person whose approvals the table waits for; nobody where the house signs by itself."""
        return self.settings.floorperson

    @property
    def id(self) -> str:
        """The table's name in addresses."""
        return self.record.id

    @property
    def state(self) -> TableState:
        """The state after the last durable event."""
        return self.stand.state

    @property
    def is_practice(self) -> bool:
        return self.record.mode == PRACTICE

    @property
    def due(self) -> Next:
        """What is due now."""
        if self._due_of is not self.state:
            self._due, self._due_of = next_due(self.state, self.rules), self.state
        return self._due

    def wallet_name(self, player: str) -> str:
        """Which wallet a player's chips come from: practice chips are kept apart from those of the house."""
        return f"{player.casefold()}@{self.stand.table}" if self.is_practice else player.casefold()

    def chips_of(self, player: str) -> int:
        """What a player has at this table, in the rack and on the layout; practice chips do not count."""
        if self.is_practice:
            return 0
        boxes = self.state.round.boxes if self.state.round is not None else ()
        stakes = sum(
            s.total for box in boxes for hand in box.hands for s in hand.stakes if s.player == player and s.is_open
        )
        bets = sum(bet.amount for box in boxes for bet in box.bets if bet.player == player and bet.is_open)
        return self.state.racks.get(player, 0) + stakes + bets

    def minute(self) -> int:
        """The minute it is, as the table counts."""
        return self._clock.minute()

    def is_here(self, name: str) -> bool:
        """Whether a guest has an open line to the table, at this process of the house or at another."""
        return self.watchers.is_here(name) or name in self.presence.names(self._clock.monotonic())

    # --- telling ---------------------------------------------------------------------------------------------------

    def welcome(self, line: Watcher, after: int | None) -> None:
        """Somebody opens a line: a snapshot first, then everything as it happens."""
        line.send(self.snapshot(line.person, after))
        self.watchers.add(line)

    def tell_soon(self) -> None:
        """Tell everybody what is new: within a breath where somebody waits for it, else when it is time again."""
        loop = asyncio.get_running_loop()
        soon = loop.time() + BREATH
        if self._questions() <= self._asked:
            soon = max(soon, self._told_at + self.crowd.pause(len(self.watchers)))
        if self._breath is not None and self._breath.when() > soon:
            self._breath.cancel()
            self._breath = None
        if self._breath is None:
            self._breath = loop.call_at(soon, self._tell)

    def _questions(self) -> set[Hashable]:
        """Where the table is, and what is to be decided: nobody should learn late that it is their turn again."""
        points: set[Hashable] = {point for _, point in asks_of(self.state, self.due)}
        return points | {(self.state.rounds, stage(self.state, self.due))}

    def _tell(self) -> None:
        self._breath, self._told_at = None, asyncio.get_running_loop().time()
        self.crowd.told(self._told_at)
        self._asked = self._questions()
        fresh, self._untold = self._untold, []
        moments.reached(moments.BEFORE_BROADCAST)
        start = fresh[0][0] - 1 if fresh else self.stand.version

        def shared(role: Role) -> Plain:
            head = {"type": "events", "table": self.id, "from": start, "to": self.stand.version}
            return {**head, "events": events_shown(fresh, role), **self.shown(role)}

        self.watchers.tell(shared, self._own_bytes)
        moments.reached(moments.AFTER_BROADCAST)

    def snapshot(self, person: Person, after: int | None) -> bytes:
        """What somebody is told who comes now; with `after`, the events since then as far as they are kept."""
        head: Plain = {"type": "snapshot", "table": self.id, "version": self.stand.version}
        told = self.stand.version - len(self._untold)
        kept = [pair for pair in self._recent if after is not None and after < pair[0] <= told]
        is_whole = after is not None and (not kept or kept[0][0] == after + 1) and after <= told
        since = kept if is_whole else []
        head |= {"from": since[0][0] - 1 if since else told, "events": events_shown(since, person.view)}
        return joined(encode({**head, **self.shown(person.view)}), self._own_bytes(person))

    def shown(self, role: Role) -> Plain:
        """What everybody of a role sees of the table now."""
        now = self._clock.monotonic()
        sealed = self.stand.sealed[-1] if self.stand.sealed else None
        return {
            "view": view(self.state, self.rules, role),
            "stage": stage(self.state, self.due),
            "state": self.condition,
            "reason": self.stopped or None,
            "dealer": self.dealer or HOUSE,
            "floorperson": self.floorperson or HOUSE,
            "timers": [timer.shown(now) for timer in self.timers],
            "meters": self.meters_shown(),
            "commitment": {"shoe": sealed.shoe, "commitment": sealed.commitment.hex()} if sealed else None,
            "ready": sorted(self.asking.ready),
        }

    @property
    def condition(self) -> str:
        """Whether the table plays, in one word."""
        if self.record.is_closed:
            return "closed"
        if self.stopped:
            return "stopped"
        opening = self.state.opening
        if opening is not None and opening.is_idle:
            return "idle"
        return "open" if opening is None or opening.is_open else "opening"

    def meters_shown(self) -> list[Plain]:
        """What each meter shows."""
        return [
            {"name": name, "amount": self._shelf.known_meter(stream).meter.amount, "link": self.rules.meter_link}
            for name, stream in self.links.items()
        ]

    def own(self, person: Person) -> Plain:
        """What is one person's own: chips, and what they may do."""
        if person.rank is not Rank.GUEST:
            legal = list(self._approvals()) if person.rank is Rank.FLOORPERSON else []
            return {"name": person.name or None, "role": person.rank.value, "legal": legal, "refused": []}
        return {**self._head(person.name), **personal(self.state, self.rules, self.due, person.name)}

    def _approvals(self) -> Iterator[Plain]:
        """What waits for a floorperson now, in words and as they can send it."""
        if isinstance(self.due, Approval) and self.floorperson:
            command, clause = self.due.command, self.due.clause
            yield {"command": sendable(command), "point": "", "words": self._to_approve(command), "clause": clause}

    def _to_approve(self, command: c.FloorCommand) -> str:
        """What a floorperson vouches for by this command: the item that is signed, or the step."""
        if isinstance(command, c.SignItem):
            return next(item.sentence for item in self.rules.checklist if item.name == command.item)
        words = step_in_words(command)
        return f"{words[0].upper()}{words[1:]}."

    def _head(self, name: str) -> Plain:
        return {
            "name": name,
            "role": "player" if name in self.state.racks else "guest",
            "wallet": self._shelf.balance(self.wallet_name(name)),
            "is_ready": name in self.asking.ready,
        }

    def _own_bytes(self, person: Person) -> bytes:
        """The same as it is sent; what somebody may do is worked out anew only when it may have changed."""
        if person.rank is not Rank.GUEST:
            return encode(self.own(person))
        head = self._head(person.name)
        key = (head, personal_key(self.state, self.rules, self.due, person.name))
        known = self._told.get(person.name)
        if known is None or known[0] != key:
            rest = known[2] if known is not None and known[0][1] == key[1] else self._personal(person.name)
            known = self._told[person.name] = (key, encode(head)[:-1] + b"," + rest, rest)
        return known[1]

    def _personal(self, name: str) -> bytes:
        return encode(personal(self.state, self.rules, self.due, name))[1:]
