"""The house's books, closed after every event: what was issued less what was redeemed is somewhere, to the cent.

    wallets + racks + layouts + inventories + meters + reserves = issued - redeemed

A batch may touch several streams, and only as a whole does it have to add up; seeds of meters are issued by the house.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field

from siete.host.audit.chain import Finding
from siete.host.batches import outside_moves
from siete.host.streams import (
    PRACTICE_PREFIX,
    FirstPracticeStreams,
    LiveStreams,
    PracticeStreams,
    TableStreams,
    kind_of,
)
from siete.money import Cents, cents_to_text
from siete.store.chain import named
from siete.store.codec import AnyEvent
from siete.store.port import Entry, Movement
from siete.table import events as e
from siete.table.money import ledger
from siete.table.money.meter import Meter, MeterEvent
from siete.table.money.wallet import Wallet, WalletEvent
from siete.table.state.table import TableState


@dataclass(frozen=True, slots=True)
class Holding:
    """The money of one aggregate: what it holds, and what entered the house's books through it."""

    held: int
    issued: int


def holding(state: TableState | Meter | Wallet) -> Holding:
    """What a table, meter or wallet holds."""
    match state:
        case TableState():
            return Holding(sum(state.racks.values()) + state.layout + state.inventory, 0)
        case Meter():
            return Holding(state.amount + state.reserve, state.seeded)
        case Wallet():
            return Holding(state.balance, state.issued - state.redeemed)


def overdrawn(state: TableState | Meter | Wallet) -> str:
    """Which of its accounts is below zero, in words; a table's inventory may be, it owes the cage then."""
    match state:
        case TableState():
            short = next((player for player, cents in state.racks.items() if cents < 0), None)
            return f"the rack of {short} is below zero" if short is not None else ""
        case Meter():
            return "the meter or its reserve is below zero" if min(state.amount, state.reserve) < 0 else ""
        case Wallet():
            return "the wallet is below zero" if state.balance < 0 else ""


@dataclass(slots=True)
class MoneyBooks:
    """Batches that do not add up yet, and what the house holds. Not frozen: it takes in event by event."""

    held: int = 0
    issued: int = 0
    _open: dict[str, int] = field(default_factory=dict)

    def begin(self, start: Holding) -> None:
        """A table begins with what it held after its archived events."""
        self.held += start.held

    def take(self, batch: str, before: Holding, after: Holding) -> None:
        """An event of a batch turned one holding into another."""
        self.held += after.held - before.held
        self.issued += after.issued - before.issued
        short = (after.held - before.held) - (after.issued - before.issued)
        if short:
            rest = self._open.pop(batch, 0) + short
            if rest:
                self._open[batch] = rest

    def findings(
        self, pruned: Container[str] = (), is_elsewhere: Callable[[str], bool] = lambda batch: False
    ) -> Iterator[Finding]:
        """The batches that never added up, each at its first event; of some, half was deleted or archived."""
        for batch, rest in self._open.items():
            stream, version, _ = named(batch)
            if stream in pruned or is_elsewhere(batch):
                continue
            appeared = "appears from" if rest > 0 else "disappears to"
            sentence = f"{cents_to_text(Cents(abs(rest)))} {appeared} nowhere in what was stored with it."
            yield Finding(
                check="money",
                stream=stream,
                version=int(version) if version.isdigit() else 0,
                code="audit/money-lost",
                sentence=sentence,
            )


def wrong_movement(entry: Entry, event: AnyEvent, stored: list[Movement]) -> Finding | None:
    """What is wrong with the movements stored beside an event, down to whose rack and whose wallet they name."""
    wanted = list(_wanted(entry, event))
    if len(wanted) == len(stored) and all(
        _is_same(entry.stream, one, other) for one, other in zip(wanted, stored, strict=True)
    ):
        return None
    found = [(move.source, move.target, move.cents) for move in stored]
    sentence = f"the event moves {_words(wanted)}, and the books say {_words(found)}."
    return Finding(
        check="money", stream=entry.stream, version=entry.version, code="audit/wrong-movement", sentence=sentence
    )


def stray_movement(move: Movement) -> Finding:
    """A movement in the books that no event made."""
    moved = f"{move.cents} cents from {move.source} to {move.target}"
    sentence = f"the books say that it moved {moved}, and there is no such event."
    return Finding(
        check="money", stream=move.stream, version=move.version, code="audit/stray-movement", sentence=sentence
    )


_Move = tuple[str, str, int]


def _wanted(entry: Entry, event: AnyEvent) -> Iterator[_Move]:
    """What the event moves, between accounts as its table or the house names them."""
    if isinstance(event, e.Event):
        for move in ledger.moves(event):
            yield (move.source, move.target, move.amount)
    elif isinstance(event, MeterEvent | WalletEvent):
        for made in outside_moves(entry.stream, entry.version, event):
            yield (made.source, made.target, made.cents)


def _is_same(stream: str, wanted: _Move, stored: Movement) -> bool:
    source, target, cents = wanted
    return (
        cents == stored.cents
        and _is_account(stream, source, stored.source)
        and _is_account(stream, target, stored.target)
    )


def _is_account(stream: str, account: str, stored: str) -> bool:
    """Whether the books mean this account of a stream; which house, and which link, a name does not tell."""
    kind, has_name, name = account.partition(":")
    table = stream.removeprefix(PRACTICE_PREFIX).removeprefix("table/")
    if kind == "wallet":
        return stored in [each.wallet(name) for each in _spaces(table)]
    if kind == "meter":
        return kind_of(stored) == "meter" and stored.endswith(f"/{name}")
    if kind in ("rack", ledger.LAYOUT, ledger.INVENTORY):
        return stored == (f"{kind}:{table}/{name}" if has_name else f"{kind}:{table}")
    return stored == account


def _spaces(table: str) -> Iterator[TableStreams]:
    yield LiveStreams(table)
    yield PracticeStreams(table, "")
    yield FirstPracticeStreams(table, "")


def _words(moves: list[_Move]) -> str:
    told = (f"{cents_to_text(Cents(cents))} from {source} to {target}" for source, target, cents in moves)
    return ", ".join(told) or "nothing"
