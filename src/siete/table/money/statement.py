"""A player's statement of a round: a line for each hand and each wager, whose sum is the change of the rack.

Every chip that leaves the rack or comes back is put on exactly one line, so the sum needs no reckoning of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from siete.cards import Card
from siete.money import Cents
from siete.table import events as e
from siete.table.apply import apply
from siete.table.events.settlement import WAGER_BACK
from siete.table.hand import HandTotal
from siete.table.money.ledger import moves
from siete.table.state.hand import Hand
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager

BASE = Wager.BASE.value
SUPER_BONUS, ENVY = "super bonus", "envy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One settlement of a wager: the line it was settled on, what it paid on top, and the clause."""

    line: str
    payout: Cents
    clause: str
    is_lost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """One hand's base wager, one side wager or one prize."""

    box: int
    hand: int
    """Which hand of the box at the end of the round; 0 for what belongs to the whole box."""
    hands: int
    """How many hands the box had at the end."""
    wager: str
    stake: Cents
    payout: Cents
    net: Cents
    settled: tuple[Settled, ...]
    cards: tuple[Card, ...] = ()
    total: HandTotal | None = None
    doublings: int = 0
    symbols: tuple[str, ...] = ()
    """What a wheel showed for the wager."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a round brought one player."""

    lines: tuple[StatementLine, ...]
    dealer: tuple[Card, ...]
    is_void: bool
    brought: Cents = Cents(0)
    """Chips that came from the wallet during the round, less those that went back there."""

    @property
    def net(self) -> Cents:
        """The change of the rack by the round's wagers."""
        return Cents(sum(line.net for line in self.lines))


def statement_of(before: TableState, events: Iterable[e.Event], player: str) -> Statement:
    """The statement of the round in these events, which begins after the given state."""
    account = _Account(player=player)
    state = before
    for event in events:
        account.hear(event)
        state = apply(state, event)
        if state.round is not None:
            account.see(state.round)
    return Statement(
        lines=tuple(account.lines()), dealer=account.dealer, is_void=account.is_void, brought=Cents(account.brought)
    )


_Key = tuple[int, int, str]
"""Box, identity of the hand within the box (-1 for the whole box), and wager."""

_WHOLE_BOX = -1
_PAYMENTS = (e.WagerPaid, e.AwardPaid, e.SuperBonusPaid, e.EnvyPaid, e.CouponPaid)
_OUTCOMES = (e.WagerReturned, e.WagerCollected, e.WagerRescued, e.TakenWagerReturned, e.PaymentReversed, e.WheelSpun)


@dataclass
class _Entry:
    """What has come to one line so far."""

    put: int = 0
    back: int = 0
    payout: int = 0
    settled: list[Settled] = field(default_factory=list)
    symbols: tuple[str, ...] = ()


@dataclass
class _Account:
    """The lines of one player while the round is read; a hand keeps its identity when another is split off it."""

    player: str
    entries: dict[_Key, _Entry] = field(default_factory=dict)
    order: dict[int, list[int]] = field(default_factory=dict)
    hands: dict[tuple[int, int], Hand] = field(default_factory=dict)
    dealer: tuple[Card, ...] = ()
    is_void: bool = False
    brought: int = 0

    def hear(self, event: e.Event) -> None:
        """Put an event on its line."""
        match event:
            case e.HandSplit():
                order = self._order(event.box)
                order.insert(event.hand + 1, len(order))
            case e.SplitRidden(player=self.player, rides=rides) if rides:
                self._ride(event)
            case e.RoundVoided():
                self.is_void = True
            case e.ChipsBrought(player=self.player, amount=amount):
                self.brought += amount
            case e.ChipsTakenAway(player=self.player, amount=amount):
                self.brought -= amount
        key = self._key(event)
        if key is not None:
            self._book(event, self.entries.setdefault(key, _Entry()))

    def see(self, current: Round) -> None:
        """Keep the cards as they lie; they are gone when the round is over."""
        for box in current.boxes:
            for identity, hand in zip(self._order(box.number), box.hands, strict=False):
                if hand.cards:
                    self.hands[box.number, identity] = hand
        if current.dealer:
            self.dealer = current.dealer[:1] if current.is_hole_hidden else current.dealer

    def _order(self, box: int) -> list[int]:
        return self.order.setdefault(box, [0])

    def _ride(self, event: e.SplitRidden) -> None:
        """The wager goes over to the new hand."""
        order = self._order(event.box)
        old, new = (event.box, order[event.hand], BASE), (event.box, order[event.hand + 1], BASE)
        self.entries[new] = self.entries.pop(old, _Entry())

    def _key(self, event: e.Event) -> _Key | None:
        if getattr(event, "player", None) != self.player:
            return None
        match event:
            case e.WagerPlaced() | e.WagerWithdrawn():
                return self._at(event.box, 0, event.wager)
            case e.WagerDoubled() | e.WagerRescued():
                return self._at(event.box, event.hand, Wager.BASE)
            case e.SplitFunded():
                return self._at(event.box, event.hand + 1, Wager.BASE)
            case e.WagerPaid() | e.WagerReturned() | e.WagerCollected():
                return self._at(event.box, event.hand, event.wager)
            case e.CouponPaid():
                return event.box, self._order(event.box)[event.hand], f"{event.wager.value} coupon"
            case e.WagerTaken() | e.AwardWon() | e.AwardPaid() | e.WheelSpun():
                return event.box, _WHOLE_BOX, event.wager.value
            case e.TakenWagerReturned() | e.PaymentReversed():
                return event.box, _WHOLE_BOX, event.wager.value
            case e.SuperBonusPaid():
                return event.box, self._order(event.box)[event.hand], SUPER_BONUS
            case e.EnvyPaid():
                return event.box, _WHOLE_BOX, ENVY
        return None

    def _at(self, box: int, hand: int, wager: Wager) -> _Key:
        return box, self._order(box)[hand] if wager is Wager.BASE else _WHOLE_BOX, wager.value

    def _book(self, event: e.Event, entry: _Entry) -> None:
        rack = f"rack:{self.player}"
        for move in moves(event):
            if move.source == rack:
                entry.put += move.amount
            if move.target == rack:
                entry.back += move.amount
        if isinstance(event, e.WagerWithdrawn):
            entry.put -= event.amount
            entry.back -= event.amount
        if isinstance(event, e.WheelSpun):
            entry.symbols = event.symbols
        if isinstance(event, e.PaymentReversed):
            entry.put -= event.amount
            entry.back -= event.amount
            entry.payout -= event.amount
        line = getattr(event, "line", "")
        if isinstance(event, _PAYMENTS) and line != WAGER_BACK:
            entry.payout += event.amount
            entry.settled.append(Settled(line=line, payout=event.amount, clause=event.clause))
        elif isinstance(event, _OUTCOMES) and (line or not entry.settled):
            is_lost = isinstance(event, e.WagerCollected) or (isinstance(event, e.WheelSpun) and not event.symbols)
            entry.settled.append(Settled(line=line, payout=Cents(0), clause=event.clause, is_lost=is_lost))

    def lines(self) -> Iterator[StatementLine]:
        """Every line on which something happened: by box, hands first, then side wagers and prizes."""
        found = [(self._place(key), key, entry) for key, entry in self.entries.items()]
        for _, (box, identity, wager), entry in sorted(found, key=lambda each: each[0]):
            if not (entry.put or entry.back):
                continue
            hand = self.hands.get((box, max(identity, 0)))
            order = self._order(box)
            yield StatementLine(
                box=box,
                hand=order.index(identity) if identity in order else 0,
                hands=len(order),
                wager=wager,
                stake=Cents(entry.put),
                payout=Cents(entry.payout),
                net=Cents(entry.back - entry.put),
                settled=tuple(entry.settled),
                cards=hand.cards if hand is not None and identity >= 0 else (),
                total=hand.total if hand is not None and identity >= 0 else None,
                doublings=hand.doublings if hand is not None and identity >= 0 else 0,
                symbols=entry.symbols,
            )

    def _place(self, key: _Key) -> tuple[int, bool, int, int]:
        box, identity, wager = key
        order = self._order(box)
        at = order.index(identity) if identity in order else len(order)
        return box, wager != BASE, at, list(self.entries).index(key)
