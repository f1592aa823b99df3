"""What becomes of a round that cannot go on: every open wager goes back."""

from __future__ import annotations

from siete.host.turn import Turn
from siete.table import commands as c
from siete.table.due import Approval, Due
from siete.table.irregularities.voiding import void
from siete.table.state.table import TableState

REASON = "randomness failed"


def give_back(turn: Turn) -> None:
    """Give open wagers back: before the deal by withdrawing them, after it by declaring the round void."""
    current = turn.state.round
    if current is not None and current.are_wagers_closed and not current.is_void:
        for event in void(turn.state, turn.rules, reason=REASON, clause=""):
            turn.happen(event)
    elif current is not None and not current.is_void:
        for box in current.boxes:
            for player, _ in box.originals:
                turn.do(c.WithdrawWager(player=player, box=box.number))
    turn.run(_needs_chance)


def _needs_chance(state: TableState, due: Due | Approval) -> bool:
    """Whether a step would draw cards, a cut or a wheel's stop, or begin another round."""
    return isinstance(due.command, _BY_CHANCE)


_BY_CHANCE = (
    c.StartRound,
    c.ReceiveCards,
    c.BringDecks,
    c.ShuffleCards,
    c.StackPreshuffled,
    c.ChangeBatch,
    c.CutForHouse,
    c.Spin,
)
