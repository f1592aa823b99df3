"""Who is ready for the deal, and whether wagers may close: when everybody is, or when time is up."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from siete.host.table.current import CurrentTable
from siete.host.table.decision_points import wager_point
from siete.table import commands as c
from siete.table.due import Approval, Due
from siete.table.state.table import TableState

Announce = Callable[[str, frozenset[str]], None]
"""Tells other processes of the house who is ready, and for which round: that is not stored."""


class Readiness:
    """Who is ready at one table; being ready holds for one round."""

    def __init__(self, table: CurrentTable, is_here: Callable[[str], bool], announce: Announce) -> None:
        self._table, self._is_here, self._announce = table, is_here, announce
        self.names: frozenset[str] = frozenset()
        self.point = ""
        """The round for which people are ready."""
        self._is_time_over = False
        self._announced = ("", frozenset[str]())

    def add(self, state: TableState, player: str) -> None:
        """A player is ready for the deal of this round."""
        self._forget_old(state)
        self.names |= {player}

    def end_time(self, state: TableState, point: str) -> None:
        """The time for the wagers of a round is over: they close without those who are not ready."""
        self._forget_old(state)
        self._is_time_over = point == self.point

    def holds(self, state: TableState, due: Due | Approval) -> bool:
        """Whether a step of the house has to wait: wagers stay open until all are ready or the time is over."""
        if isinstance(due.command, c.StartRound):
            return self._table.record.is_closed
        return isinstance(due.command, c.CloseWagers) and not self._may_close(state)

    def _may_close(self, state: TableState) -> bool:
        self._forget_old(state)
        if self._is_time_over:
            return True
        assert state.round is not None, "wagers close within a round"
        if any(player not in self.names for player in state.round.players()):
            return False
        return all(name in self.names or not self._is_here(name) for name in state.seats.values())

    def hear(self, point: str, names: Iterable[str]) -> bool:
        """Take over who is ready from the process that runs the table; whether that is news."""
        self._forget_old(self._table.state)
        heard = frozenset(names)
        if point != self.point or self.names == heard:
            return False
        self.names = heard
        return True

    def settle(self) -> None:
        """Forget who was ready for what is past, and announce what is new."""
        state = self._table.state
        self._forget_old(state)
        if state.round is not None and state.round.are_wagers_closed:
            self.names = frozenset()
        ready = (self.point, self.names)
        if self._table.is_owner and ready != self._announced:
            self._announced = ready
            self._announce(*ready)

    def _forget_old(self, state: TableState) -> None:
        point = wager_point(state)
        if point != self.point:
            self.names, self.point, self._is_time_over = frozenset(), point, False
