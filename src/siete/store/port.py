"""The port of the event store: what every store keeps, promises and refuses.

A batch is all that one command changes: events of every stream it touches, the command's answer, the money it moved,
snapshots and records. A store takes it whole or not at all, and `append` returns only when it is durable. A stream's
versions count from 1 without a gap; whoever appends says which version it has seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeVar

from siete.errors import SieteError
from siete.store.forks import FORKED, Fork
from siete.store.records import GuestName, Record, StreamArchived

TABLES = ("table/", "practice/table/")
"""What the names of tables' streams begin with."""
EMPTY_DIGEST = bytes(32)
"""What the digest of a stream's first event is chained to."""


class VersionConflict(SieteError):  # noqa: N818 - the outcome of a race, not an error
    """Somebody else has appended to the stream since it was read."""

    def __init__(self, stream: str, expected: int, found: int) -> None:
        sentence = f"{stream} is at version {found}, not at {expected}: somebody else has written to it."
        super().__init__("history/conflict", sentence, facts={"stream": stream, "expected": expected, "version": found})


class AnswerExists(SieteError):  # noqa: N818 - as above
    """The command was answered before; `answer` is the answer it got."""

    def __init__(self, answer: Answer) -> None:
        super().__init__("command/answered-before", f"The command {answer.command_id} has been answered before.")
        self.answer = answer


class LeaseLost(SieteError):  # noqa: N818 - as above
    """Another process has taken the table over since this one leased it."""

    def __init__(self, name: str, token: int) -> None:
        sentence = f"The lease of {name} with token {token} is no longer in force."
        super().__init__("history/lease-lost", sentence, facts={"lease": name, "token": token})


class NameTaken(SieteError):  # noqa: N818 - as above
    """Another guest has the name."""

    def __init__(self, name: str) -> None:
        super().__init__("session/name-taken", f"The name {name} is taken. Choose another.")


class StoreError(SieteError):
    """The store cannot be opened, read or written. Whether a batch was stored must be read from the streams."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it is stored; `digest` chains it to every event before it in the stream."""

    stream: str
    version: int
    kind: str
    data: bytes
    recorded_at: str
    digest: bytes
    batch: str = ""
    """The place of the first event that was stored in the same transaction, such as `table/md@57`."""


@dataclass(frozen=True, slots=True)
class Head:
    """Where a stream ends: version 0 and the empty digest for one that has no events."""

    stream: str
    version: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class NewEvents:
    """Events, as (kind, data), to follow the version `expected` of a stream; none: only check the version."""

    stream: str
    expected: int
    events: tuple[tuple[str, bytes], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a command; `scope` says whose command id it is, `body_digest` tells a repeat from a reused id."""

    scope: str
    command_id: str
    body_digest: bytes
    answer: bytes


@dataclass(frozen=True, slots=True)
class Movement:
    """Money that an event moved between two accounts of the house's books."""

    stream: str
    version: int
    source: str
    target: str
    cents: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A stream's state after `version`, to start from instead of its first event; only a shortcut."""

    stream: str
    version: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Fence:
    """The lease under which a batch is written; a store refuses one whose token is not the newest."""

    name: str
    token: int


OPENING = "TableOpened"
KEPT_WHOLE = (OPENING, "RulesChanged")
KEPT_BARE = ("RoundStarted", "RoundEnded", "DealerCame")
"""The kinds of archived events that stay in the database: whole, since a table's rules are read from them, or without
their data, since they number rounds. The last archived event stays too, without its data: the next is chained to it."""


@dataclass(frozen=True, slots=True)
class Archived:
    """Events of a table that are in a file now, and the answers that went with them."""

    part: StreamArchived
    answers: tuple[tuple[str, str], ...] = ()
    """Scopes and command ids."""


PRUNABLE = "practice/"
"""What the names of streams begin with that may be deleted."""


class SoleWriter(Enum):
    """The authority of a process that has the store to itself: a locked file, or memory."""

    SOLE = "sole"


SOLE = SoleWriter.SOLE

Authority = Fence | SoleWriter
"""Why a process may write to a table: it holds the table's lease, or nobody else can open the store."""


class UnfencedError(SieteError):
    """A batch that continues a table's stream names no authority: a mistake in the program, refused by every store."""

    def __init__(self, stream: str) -> None:
        super().__init__("history/unfenced", f"A batch that continues {stream} must carry the table's lease.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """All that one command changes. Streams are named once each; `recorded_at` is wall time in UTC, as data.

    What continues a table's stream names its authority; streams that begin, wallets, meters and records need none,
    since any process may write them and versions settle their races.
    """

    recorded_at: str
    appends: tuple[NewEvents, ...] = ()
    answer: Answer | None = None
    moves: tuple[Movement, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    records: tuple[Record, ...] = ()
    authority: Authority | None = None
    prunes: tuple[str, ...] = ()
    """Streams of practice that are deleted, with what was kept beside them; where they ended is logged."""
    archives: tuple[Archived, ...] = ()
    """What leaves the database for a file, which is on the disk already; where it is is logged."""
    forks: tuple[Fork, ...] = ()
    """Streams that begin with another's past; what they append themselves comes with later batches."""
    erases: tuple[str, ...] = ()
    """Guests, by their ids, whose names are deleted; nothing of the names is logged."""

    @property
    def fence(self) -> Fence | None:
        """The lease that the store has to check."""
        return self.authority if isinstance(self.authority, Fence) else None

    @property
    def names(self) -> list[GuestName]:
        """The names that guests get."""
        return [each for each in self.records if isinstance(each, GuestName)]

    def __post_init__(self) -> None:
        if self.authority is None:
            for each in self.appends:
                if each.expected and each.events and each.stream.startswith(TABLES):
                    raise UnfencedError(each.stream)
        assert all(name.startswith(PRUNABLE) for name in self.prunes), "only practice is ever deleted"
        assert all(FORKED in each.stream and each.version for each in self.forks), "a fork has a name and a past"
        names = [*(each.stream for each in self.appends), *(each.stream for each in self.forks)]
        assert len(set(names)) == len(names), "a stream is named once in a batch"
        last = {each.stream: each.expected + len(each.events) for each in self.appends}
        assert all(0 < move.version <= last.get(move.stream, 0) for move in self.moves), "money moves by an event"


R = TypeVar("R", bound=Record)


class EventStore(Protocol):
    """An event store. Reads see every batch whose `append` has returned, and never a part of one."""

    async def append(self, batch: Batch) -> tuple[int, ...]:
        """Keep the batch whole; the new version of each stream appended to, once all of it is durable.

        Raises VersionConflict, AnswerExists, LeaseLost or NameTaken, and then nothing of the batch is kept. An answer
        that exists is reported before a version conflict: a repeated command is a repeat, wherever the table is now.
        After a StoreError the batch may have been stored all the same: read the streams again before going on.
        """
        ...

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """A stream's events above version `after`, in order, at most `limit` of them.

        What it shares with another stream comes under that one's name.
        """
        ...

    async def find(self, stream: str, kind: str, after: int = 0) -> list[tuple[int, str]]:
        """The versions at which events of one kind stand in a stream, each with the time it was recorded."""
        ...

    async def head(self, stream: str) -> Head:
        """Where a stream ends."""
        ...

    async def heads(self, prefix: str = "") -> list[Head]:
        """Where every stream ends whose name starts so, by name."""
        ...

    async def streams(self, prefix: str = "") -> list[str]:
        """The names of streams that start so, in order."""
        ...

    async def count(self) -> int:
        """How many events there are, listed in a stream or not."""
        ...

    async def size(self, stream: str) -> int:
        """How many bytes of events a stream holds itself."""
        ...

    async def forks(self) -> list[Fork]:
        """All streams that share their past, by name."""
        ...

    async def lineage(self, stream: str) -> list[Fork]:
        """The forks that lead to a stream, its own first; none where it shares nothing."""
        ...

    async def answer(self, scope: str, command_id: str) -> Answer | None:
        """The answer to a command, if it has one."""
        ...

    async def answers(self, after: tuple[str, str] = ("", ""), limit: int | None = None) -> list[Answer]:
        """All answers whose scope and command id come after these, in order, at most `limit` of them."""
        ...

    async def moves(self, stream: str, after: int = 0, limit: int | None = None) -> list[Movement]:
        """The money that the events which a stream holds itself moved, in order; `limit` counts movements."""
        ...

    async def stray_moves(self, limit: int | None = None) -> list[Movement]:
        """Money movements that name events which do not exist, by stream and version."""
        ...

    async def snapshot(self, stream: str) -> Snapshot | None:
        """The newest snapshot of a stream."""
        ...

    async def snapshots(self, stream: str) -> list[Snapshot]:
        """Every snapshot of a stream: the newest, and those under its name and a mark, `table/md@3`."""
        ...

    async def record(self, kind: type[R], key: str) -> R | None:
        """The record of a kind under a key."""
        ...

    async def records(self, kind: type[R]) -> list[R]:
        """All records of a kind, by key."""
        ...

    async def integrity(self, seconds: float | None = None) -> str:
        """What is wrong with the database's own structures, as it says itself; empty where it finds nothing in time."""
        ...

    async def compact(self) -> None:
        """Rewrite the database without what was deleted; of an erased name no byte is left in its files.

        PostgreSQL reuses the room of other rows in time, and keeps a log of writes of its own.
        """
        ...

    async def close(self) -> None:
        """Finish pending writes and close the database; idempotent."""
        ...
