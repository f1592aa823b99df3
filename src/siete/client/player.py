"""A player who follows a chart: wagers, says it is ready, and answers every question."""

from __future__ import annotations

from siete.cards import Card
from siete.client.connection import TableConnection
from siete.errors import SieteError
from siete.strategy import Play, Situation, Strategy
from siete.wire.messages import Ask, Events, Hand, Legal, Round, Snapshot

_COMMANDS = {
    Play.HIT: "Hit",
    Play.STAND: "Stand",
    Play.DOUBLE: "Double",
    Play.SPLIT: "Split",
    Play.SURRENDER: "Surrender",
    Play.RESCUE: "Rescue",
}
_QUIET = ("DeclineInsurance", "TakeBlackjack", "LookOver", "ReturnToTable", "RefuseCut", "AcceptCard", "StayOut")
"""Answers to what is no decision of the chart."""


class ChartPlayer:
    """Plays one box of a table by a strategy, wagering the same amount each round."""

    def __init__(self, table: TableConnection, strategy: Strategy, *, box: int, wager: int) -> None:
        self._table, self._strategy, self._box, self._wager = table, strategy, box, wager
        self._answered: set[str] = set()

    async def play(self, rounds: int) -> int:
        """Play this many rounds; what the rack has gained, in cents. The box must be taken."""
        started: set[int] = set()
        first = last = 0
        async for now in self._table:
            current, last = now.view.round, now.you.rack
            first = first or last
            if len(started) == rounds and (current is None or current.number not in started):
                break
            if any(ask.player == now.you.name and ask.box == self._box for ask in _asks(now)):
                await self._answer(now)
            elif current is not None and current.number not in started and await self._begin(now):
                started.add(current.number)
        return last - first

    async def _begin(self, now: Snapshot | Events) -> bool:
        """Wager and be ready; whether that was done."""
        place = next((each for each in now.you.legal if _is_base_wager(each, self._box)), None)
        if place is None:
            return False
        amount = min(max(self._wager, place.least), place.most)
        is_placed = await self._sent("PlaceWager", place.point, box=self._box, wager="base", amount=amount)
        if is_placed:
            await self._sent("Ready", place.point)
        return is_placed

    async def _answer(self, now: Snapshot | Events) -> None:
        mine = [each for each in now.you.legal if each.command.get("box") == self._box]
        if not mine or mine[0].point in self._answered:
            return
        chosen = self._chosen(now, {each.name: each for each in mine})
        self._answered.add(chosen.point)
        amount = {"amount": chosen.most} if chosen.name == "Double" else {}
        fields = {key: value for key, value in chosen.command.items() if key != "command"}
        await self._sent(chosen.name, chosen.point, **{**fields, **amount})

    async def _sent(self, command: str, point: str, **fields: object) -> bool:
        """Whether a command was carried out, and not too late: the clock or the other players may be quicker."""
        try:
            await self._table.send(command, point=point, **fields)
        except SieteError as error:
            if error.code != "command/passed-point":
                raise
            return False
        return True

    def _chosen(self, now: Snapshot | Events, legal: dict[str, Legal]) -> Legal:
        plays = () if now.view.round is None or "Stand" not in legal else self._plays(now, now.view.round)
        return next(legal[name] for name in (*plays, *_QUIET, "Stand") if name in legal)

    def _plays(self, now: Snapshot | Events, current: Round) -> tuple[str, ...]:
        situation = _situation(_hand(now, current, self._box), current)
        return tuple(_COMMANDS[play] for play in self._strategy.preferences(situation))


def _is_base_wager(legal: Legal, box: int) -> bool:
    command = legal.command
    return legal.name == "PlaceWager" and command.get("box") == box and command.get("wager", "base") == "base"


def _asks(now: Snapshot | Events) -> tuple[Ask, ...]:
    return now.view.due.asks if now.view.due is not None else ()


def _hand(now: Snapshot | Events, current: Round, box: int) -> Hand:
    ask = next(each for each in _asks(now) if each.box == box)
    return next(each for each in current.boxes if each.number == box).hands[ask.hand]


def _situation(hand: Hand, current: Round) -> Situation:
    cards = tuple(map(Card.from_text, hand.cards))
    up = Card.from_text(current.dealer.cards[0])
    return Situation(cards=cards, up=up, is_split=hand.is_split, doublings=hand.doublings)
