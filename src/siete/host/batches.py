"""A turn as one batch for the store: events of every stream it touches, and the money that each moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from siete.host.streams import TableStreams, cage_of
from siete.host.turn import Turn
from siete.store.codec import AnyEvent, event_to_bytes
from siete.store.port import Answer, Authority, Batch, Movement, NewEvents, Snapshot
from siete.store.records import Record
from siete.table import events as e
from siete.table.money import ledger
from siete.table.money import wallet as wallets
from siete.table.money.meter import Awarded, MeterChanged, MeterEvent, MeterOpened, MeterTermsChanged, Reseeded


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """Which streams a turn writes to, and the version each was read at."""

    streams: TableStreams
    version: int
    meters: dict[str, tuple[str, int]]
    """By the meter's name at the table."""
    wallets: dict[str, int]
    """By the wallet's stream."""


def batch_of(
    turn: Turn,
    at: Versions,
    *,
    authority: Authority,
    answer: Answer | None = None,
    snapshots: tuple[Snapshot, ...] = (),
    records: tuple[Record, ...] = (),
    beside: tuple[NewEvents, ...] = (),
) -> Batch:
    """All that the turn changes, under the authority that the writer had when the turn began."""
    appends: list[NewEvents] = []
    moves: list[Movement] = []

    def add(stream: str, expected: int, events: Iterable[AnyEvent]) -> None:
        made = tuple(events)
        appends.append(NewEvents(stream, expected, tuple(map(event_to_bytes, made))))
        for version, event in enumerate(made, expected + 1):
            moves.extend(movements_of(stream, version, event, at))

    if turn.events:
        add(at.streams.events, at.version, turn.events)
    by_meter = _grouped(turn.meter_events)
    for meter, meter_events in by_meter.items():
        stream, version = at.meters[meter]
        add(stream, version, meter_events)
    for stream, wallet_events in _grouped(turn.wallet_events).items():
        add(stream, at.wallets[stream], wallet_events)
    return Batch(
        recorded_at=turn.now,
        appends=(*appends, *beside),
        answer=answer,
        moves=tuple(moves),
        snapshots=snapshots,
        records=(*turn.records, *records),
        authority=authority,
    )


def _grouped(pairs: Iterable[tuple[str, AnyEvent]]) -> dict[str, list[AnyEvent]]:
    found: dict[str, list[AnyEvent]] = {}
    for name, event in pairs:
        found.setdefault(name, []).append(event)
    return found


def movements_of(stream: str, version: int, event: AnyEvent, at: Versions) -> Iterator[Movement]:
    """The money that an event moves, in the books of the whole house."""
    match event:
        case e.Event():
            for move in ledger.moves(event):
                source, target = (_account(each, at) for each in (move.source, move.target))
                yield Movement(stream, version, source, target, move.amount)
        case MeterEvent() | wallets.WalletEvent():
            yield from outside_moves(stream, version, event)


def outside_moves(stream: str, version: int, event: MeterEvent | wallets.WalletEvent) -> Iterator[Movement]:
    """What a meter's or a wallet's own event moved to or from the cage; what a table moved is in the table's event."""
    match event:
        case MeterOpened(seed=amount) if amount:
            yield Movement(stream, version, cage_of(stream), stream, amount)
        case Awarded(from_house=amount) | Reseeded(from_house=amount) if amount:
            yield Movement(stream, version, cage_of(stream), stream, amount)
        case MeterChanged(difference=difference) | MeterTermsChanged(difference=difference) if difference > 0:
            yield Movement(stream, version, cage_of(stream), stream, difference)
        case MeterChanged(difference=difference) | MeterTermsChanged(difference=difference) if difference < 0:
            yield Movement(stream, version, stream, cage_of(stream), -difference)
        case wallets.ChipsIssued(amount=amount):
            yield Movement(stream, version, cage_of(stream), stream, amount)
        case wallets.ChipsRedeemed(amount=amount):
            yield Movement(stream, version, stream, cage_of(stream), amount)


def _account(account: str, at: Versions) -> str:
    """The table's account in the books of the whole house."""
    kind, _, name = account.partition(":")
    if kind == "wallet":
        return at.streams.wallet(name)
    if kind == "meter":
        return at.meters[name][0]
    table = at.streams.table
    return f"{kind}:{table}/{name}" if name else f"{kind}:{table}"
