"""Who has how long to answer what, by monotonic time, and the answer that counts when it is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from siete.host.pace import Pace
from siete.host.points import WAGER, default_answer, wager_point
from siete.host.showing import asks_of, sendable
from siete.rules.table_rules import TableRules
from siete.table.due import Next
from siete.table.state import TableState

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
    default: dict[str, Any]

    def shown(self, now: float) -> dict[str, Any]:
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
        self.pace = pace
        self._running: dict[tuple[str, str], Timer] = {}

    def update(self, state: TableState, rules: TableRules, due: Next, now: float) -> None:
        """Start timers of new questions and forget those of questions that are answered."""
        self._running = {(timer.player, timer.point): timer for timer in self._wanted(state, rules, due, now)}

    def _wanted(self, state: TableState, rules: TableRules, due: Next, now: float) -> Iterator[Timer]:
        for ask, point in asks_of(state, due):
            known = self._running.get((ask.player, point))
            seconds = self.pace.seconds(ask.question)
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
        if current is not None and current.boxes and not current.are_wagers_closed and self.pace.wager:
            point = wager_point(state)
            yield self._running.get((EVERYBODY, point)) or Timer(
                player=EVERYBODY,
                box=0,
                question=WAGER,
                point=point,
                ends=now + self.pace.wager,
                of=self.pace.wager,
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
