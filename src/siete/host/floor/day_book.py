"""A table's gaming day in money, from the table's own events: drop, result by hour and by wager, hand pays, mishaps.

Result is what the tray gained, at the moment it did. What was wagered counts when its round ends, without void rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from siete.host.floor.gaming_day import GamingDay
from siete.money import Cents
from siete.table import events as e
from siete.table.money.ledger import INVENTORY, moves, moving
from siete.table.money.statement import ENVY, SUPER_BONUS
from siete.table.state.wager import Wager
from siete.table.wagers import registry

OTHER, CORRECTION = "other", "correction"
MOST_POINTS = 64

MISHAPS: tuple[type[e.Event], ...] = (
    e.FaceUpCardFound,
    e.TenDisposed,
    e.RoundVoided,
    e.DecksCondemned,
    e.CardDrawnUnexposed,
    e.CardSeen,
    e.CardOverdrawn,
    e.DealerCardMissed,
    e.SecondCardMissed,
    e.RequestPassed,
    e.HandDied,
    e.HoleCardExposed,
    e.HoleCardMisread,
    e.ReaderFailed,
    e.ShufflerJammed,
    e.ShufflerFailed,
    e.DiscardsReused,
    e.ApprovalRefused,
)
"""Events that tell that something went wrong."""


_TOLD: tuple[type[e.Event], ...] = (
    e.RoundStarted,
    e.RulesChanged,
    e.RoundEnded,
    e.WagerPlaced,
    e.WagerWithdrawn,
    e.HandPayFlagged,
)
COUNTED = frozenset(kind.__name__ for kind in (*MISHAPS, *_TOLD, *moving()))
"""The kinds of events that a book takes in; no other changes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPay:
    """A payment that a floorperson hands over."""

    version: int
    at: str
    round: int
    player: str
    box: int
    amount: Cents
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mishap:
    """Something that went wrong, as the table's events tell it."""

    version: int
    at: str
    round: int
    event: str
    clause: str


class Volume(NamedTuple):
    """How much was wagered, and the sums that the spread of its result grows with."""

    wagered: int = 0
    squares: int = 0
    """Cents squared."""
    shared: int = 0
    """Products of two wagers of one round, each pair once: boxes of one round share the dealer's hand."""

    def and_round(self, amounts: list[int]) -> Volume:
        """The volume with the wagers of one more round."""
        total, squares = sum(amounts), sum(amount * amount for amount in amounts)
        return Volume(self.wagered + total, self.squares + squares, self.shared + (total**2 - squares) // 2)


Volumes = Mapping[str, Volume]
"""By the hash of the rules that a round was played under: they may change within a day."""


@dataclass(slots=True)
class WagerLine:
    """What one wager came to. Not frozen: it grows."""

    wagers: int = 0
    volumes: dict[str, Volume] = field(default_factory=dict)
    result: int = 0

    @property
    def wagered(self) -> int:
        """What was wagered in all."""
        return sum(each.wagered for each in self.volumes.values())

    def add_round(self, rules_hash: str, amounts: list[int]) -> None:
        """Add the wagers of one more round that was played by these rules."""
        self.wagers += len(amounts)
        self.volumes[rules_hash] = self.volumes.get(rules_hash, Volume()).and_round(amounts)

    def add_result(self, gained: int) -> None:
        """Add what the house gained of it."""
        self.result += gained


class PathPoint(NamedTuple):
    """The base wager after a round."""

    volumes: Volumes
    result: int


@dataclass(slots=True)
class DayBook:
    """One table on one gaming day. Not frozen: it takes in event by event, as far as `version`."""

    day: GamingDay
    version: int = 0
    rounds: int = 0
    voids: int = 0
    drop: int = 0
    taken_away: int = 0
    cash: int = 0
    by_hour: Counter[int] = field(default_factory=Counter)
    drop_by_hour: Counter[int] = field(default_factory=Counter)
    base_by_hour: Counter[int] = field(default_factory=Counter)
    """What the base wager brought."""
    wagered_by_hour: Counter[int] = field(default_factory=Counter)
    """What was wagered on it in rounds that ended in the hour."""
    path: list[PathPoint] = field(default_factory=list)
    """How the base wager's result came about, at most some dozens of points."""
    lines: dict[str, WagerLine] = field(default_factory=dict)
    hand_pays: list[HandPay] = field(default_factory=list)
    mishaps: list[Mishap] = field(default_factory=list)
    last_round_at: str = ""
    _round: int = 0
    _rules_hash: str = ""
    _is_void: bool = False
    _stakes: dict[tuple[str, int, str], int] = field(default_factory=dict)
    _every: int = 1

    @property
    def result(self) -> int:
        """What the tray gained."""
        return sum(self.by_hour.values())

    @property
    def hold(self) -> float | None:
        """The part of the base wagers that stayed; None where nothing was wagered."""
        line = self.lines.get(Wager.BASE.value)
        return line.result / line.wagered if line is not None and line.wagered else None

    @property
    def hours(self) -> list[int]:
        """The hours in which chips came, were wagered or changed sides; ties alone leave the tray as it was."""
        return sorted({*self.by_hour, *self.drop_by_hour, *self.wagered_by_hour})

    def hold_in(self, hour: int) -> float | None:
        """The same for one hour of the day."""
        wagered = self.wagered_by_hour[hour]
        return self.base_by_hour[hour] / wagered if wagered else None

    def line(self, name: str) -> WagerLine:
        """The line of a wager."""
        return self.lines.setdefault(name, WagerLine())

    def pass_over(self, version: int) -> None:
        """Go past an event that counts for nothing here."""
        self.version = version

    def take(self, version: int, at: str, event: e.Event) -> None:
        """Take in the next event; one from before the day only tells which round is on."""
        self.version = version
        self._follow(event)
        if at < self.day.first:
            return
        self._money(at, event)
        match event:
            case e.ChipsBrought(amount=amount):
                self._drop(at, amount)
            case e.ChipsTakenAway(amount=amount):
                self.taken_away += amount
            case e.CashConverted(amount=amount):
                self._drop(at, amount)
                self.cash += amount
            case e.RoundEnded():
                self._end(at)
            case e.HandPayFlagged():
                self.hand_pays.append(_hand_pay(version, at, self._round, event))
        if isinstance(event, MISHAPS):
            name = type(event).__name__
            self.mishaps.append(Mishap(version=version, at=at, round=self._round, event=name, clause=event.clause))

    def _drop(self, at: str, amount: int) -> None:
        self.drop += amount
        self.drop_by_hour[self.day.hour_of(at)] += amount

    def _follow(self, event: e.Event) -> None:
        match event:
            case e.RoundStarted(number=number, rules_hash=rules_hash):
                self._round, self._rules_hash, self._is_void = number, rules_hash, False
                self._stakes.clear()
            case e.RulesChanged(rules_hash=rules_hash):  # betting may be open by then, with no wager yet
                self._rules_hash = rules_hash
            case e.RoundVoided():
                self._is_void = True
            case e.WagerPlaced():
                key = (event.player, event.box, event.wager.value)
                self._stakes[key] = self._stakes.get(key, 0) + event.amount
            case e.WagerWithdrawn():
                key = (event.player, event.box, event.wager.value)
                self._stakes[key] = self._stakes.get(key, 0) - event.amount

    def _money(self, at: str, event: e.Event) -> None:
        for move in moves(event):
            gained = (move.target == INVENTORY) - (move.source == INVENTORY)
            if gained and not isinstance(event, e.CashConverted):  # the notes went into the drop box
                self.by_hour[self.day.hour_of(at)] += gained * move.amount
                name = _wager_of(event)
                self.line(name).add_result(gained * move.amount)
                if name == Wager.BASE.value:
                    self.base_by_hour[self.day.hour_of(at)] += gained * move.amount

    def _end(self, at: str) -> None:
        staked = {key: amount for key, amount in self._stakes.items() if amount}
        if not staked:
            return
        self.rounds += 1
        self.voids += self._is_void
        self.last_round_at = at
        if not self._is_void:
            for name, amounts in _by_wager(staked):
                self.line(name).add_round(self._rules_hash, amounts)
                if name == Wager.BASE.value:
                    self.wagered_by_hour[self.day.hour_of(at)] += sum(amounts)
            self._mark_path()
        self._stakes.clear()

    def _mark_path(self) -> None:
        """Note where the base wager stands; every second point goes when there are too many."""
        base = self.line(Wager.BASE.value)
        if self.rounds % self._every == 0 or not self.path:
            self.path.append(PathPoint(dict(base.volumes), base.result))
        if len(self.path) > MOST_POINTS:
            del self.path[::2]
            self._every *= 2


def _by_wager(staked: dict[tuple[str, int, str], int]) -> Iterator[tuple[str, list[int]]]:
    found: dict[str, list[int]] = {}
    for (_, _, wager), amount in staked.items():
        found.setdefault(wager, []).append(amount)
    yield from found.items()


def _hand_pay(version: int, at: str, number: int, event: e.HandPayFlagged) -> HandPay:
    return HandPay(
        version=version,
        at=at,
        round=number,
        player=event.player,
        box=event.box,
        amount=event.amount,
        clause=event.clause,
    )


def _wager_of(event: e.Event) -> str:
    """The wager that an event about the tray belongs to."""
    match event:
        case e.SuperBonusPaid():
            return SUPER_BONUS
        case e.EnvyPaid():
            return ENVY
        case e.CorrectionPaid() | e.CorrectionTaken():
            return CORRECTION
        case e.ContributionMade(meter=meter) | e.ContributionReversed(meter=meter):
            return registry.wager_of_meter(meter).value
    wager = getattr(event, "wager", None)
    return wager.value if isinstance(wager, Wager) else OTHER
