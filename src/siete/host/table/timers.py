"""Time limits for answers, by monotonic time: who is on the clock, what counts when time is up, and the alarm."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from siete.host.pace import Pace
from siete.host.table.current import CurrentTable
from siete.host.table.decision_points import WAGER, default_answer, wager_point
from siete.host.table.messages import asks_of, sendable
from siete.host.table.readiness import Readiness
from siete.host.turn import Turn
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.table.automatic import next_due
from siete.table.due import Next
from siete.table.state.table import TableState

EVERYBODY = ""
"""Whose timer that of the wagers is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """One person's time for one decision."""

    player: str
    box: int
    question: str
    point: str
    ends: float
    of: float
    default: Plain

    def shown(self, now: float) -> Plain:
        """The timer as it goes over the wire: seconds that are left."""
        return {
            "player": self.player or None,
            "box": self.box or None,
            "question": self.question,
            "point": self.point,
            "left": round(max(0.0, self.ends - now), 2),
            "of": self.of,
            "default": self.default,
        }


class Timers:
    """The timers of one table; a question that stays open keeps the time it has left."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._running: dict[tuple[str, str], Timer] = {}

    def update(self, state: TableState, rules: TableRules, due: Next, now: float) -> None:
        """Start timers of new questions and forget those of questions that are answered."""
        self._running = {(timer.player, timer.point): timer for timer in self._wanted(state, rules, due, now)}

    def _wanted(self, state: TableState, rules: TableRules, due: Next, now: float) -> Iterator[Timer]:
        for ask, point in asks_of(state, due):
            known = self._running.get((ask.player, point))
            seconds = self._pace.seconds(ask.question)
            default = default_answer(state, rules, ask) if seconds and known is None else None
            if known is not None:
                yield known
            elif default is not None:
                yield Timer(
                    player=ask.player,
                    box=ask.box,
                    question=ask.question.value,
                    point=point,
                    ends=now + seconds,
                    of=seconds,
                    default=sendable(default),
                )
        current = state.round
        if current is not None and current.boxes and not current.are_wagers_closed and self._pace.wager:
            point = wager_point(state)
            yield self._running.get((EVERYBODY, point)) or Timer(
                player=EVERYBODY,
                box=0,
                question=WAGER,
                point=point,
                ends=now + self._pace.wager,
                of=self._pace.wager,
                default={"command": "CloseWagers"},
            )

    def __iter__(self) -> Iterator[Timer]:
        return iter(self._running.values())

    def first_end(self) -> float | None:
        """When the next timer runs out."""
        return min((timer.ends for timer in self), default=None)

    def over(self, now: float) -> tuple[Timer, ...]:
        """The timers that have run out."""
        return tuple(timer for timer in self if timer.ends <= now)


class Alarm:
    """Rings once at the time it is set to."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None
        self._end: float | None = None

    def set(self, end: float | None, now: float) -> None:
        """Ring at this time instead of the one before; None for never."""
        if end == self._end:
            return
        self.cancel()
        self._end = end
        if end is not None:
            self._handle = asyncio.get_running_loop().call_later(max(0.0, end - now), self._go_off)

    def cancel(self) -> None:
        """Do not ring."""
        if self._handle is not None:
            self._handle.cancel()
        self._handle = self._end = None

    def _go_off(self) -> None:
        self._handle = self._end = None
        self._ring()


def next_alarm(
    table: CurrentTable, timers: Timers, minute: int, now: float, announced_in: float | None = None
) -> float | None:
    """When something happens by itself: a timer runs out, an idle table's cards are spread, announced rules begin."""
    if table.stopped or not table.is_owner:
        return None
    rules_at = None if announced_in is None else now + announced_in
    ends = (timers.first_end(), _idle_at(table, minute, now), rules_at)
    return min((end for end in ends if end is not None), default=None)


def _idle_at(table: CurrentTable, minute: int, now: float) -> float | None:
    """When the table will have been without a wager for so long that its cards are spread."""
    opening, pack, current = table.state.opening, table.state.pack, table.state.round
    if opening is None or opening.is_idle or pack is None or not pack.is_loaded or table.dealer:
        return None
    if current is not None and current.boxes:
        return None
    left = opening.active_at + table.rules.idle_timeout - minute
    return now + max(60.0, left * 60.0)


def answer_for_absent(turn: Turn, over: Iterable[Timer], readiness: Readiness) -> None:
    """Give the answers that count for those whose time is over."""
    for timer in over:
        if timer.question == WAGER:
            readiness.end_time(turn.state, timer.point)
            continue
        for ask, point in asks_of(turn.state, next_due(turn.state, turn.rules)):
            answer = default_answer(turn.state, turn.rules, ask)
            if (ask.player, point) == (timer.player, timer.point) and answer is not None:
                turn.do(answer)
                break
