"""Settling side wagers: when each is due, and how one is settled or its wheel spun."""

from __future__ import annotations

from collections.abc import Iterator

from siete.rules.options import SuperBonusTiming
from siete.rules.paytable_lines import SuperBonusShape
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Next, step_due
from siete.table.hand import is_super_bonus_draw
from siete.table.state.box import Bet, Box
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.wagers import registry
from siete.table.wagers.side_wager import Moment


def due(current: Round, state: TableState, rules: TableRules) -> Next:
    """Settle what the up card and the bonus cards decide, then let the base game begin.

    Clauses: MD-7.F, MD-7.F.1, MA-6.d.1, MA-6.d.2, S13-f.4-1, S13-f.4-2, WA3-D12.e, WA3-D12.f, WA3-D12.g, WA3-J5.a,
    WA3-J5.b, WA3-J6.b, WA2-D12.e, WA2-J5.a, WA2-J6.b.
    """
    settled = registry.due(Moment.BEFORE_PLAY, current, rules)
    return settled or step_due(c.BeginBaseGame, rules.clause_of(Step.BEGIN_BASE))


def due_at_second_card(current: Round, rules: TableRules) -> Next:
    """Settle what waited for the dealer's second card: what it decides first, then what the house settles with it."""
    return registry.due(Moment.SECOND_CARD, current, rules) or registry.due(Moment.EXPOSURE, current, rules)


def begin(state: TableState, rules: TableRules, command: c.BeginBaseGame, clause: str) -> Iterator[e.Event]:
    """The base game begins; where the floor has a super bonus paid after the round, it hears of every chance of one."""
    yield e.MatchesSettled(clause=clause)
    assert state.round is not None, "the base game is within a round"
    for side_wager in registry.side_wagers():
        yield from side_wager.begin(state.round, rules)
    if rules.super_bonus_paid is SuperBonusTiming.AFTER_ROUND:
        for box in state.round.boxes:
            if is_super_bonus_draw(box.first_cards, state.round.up, rules.super_bonus_shape):
                step = _ALERTS[rules.super_bonus_shape]
                yield e.SuperBonusAlerted(box=box.number, clause=rules.clause_of(step))


_ALERTS = {
    SuperBonusShape.SUITED_SEVENS: Step.ALERT_SUITED_SEVENS,
    SuperBonusShape.HEART_CLUB_DIAMOND_SEVENS: Step.ALERT_MIXED_SEVENS,
}


def settle(state: TableState, rules: TableRules, command: c.SettleWager, clause: str) -> Iterator[e.Event]:
    """Pay or collect one side wager."""
    assert state.round is not None, "wagers are settled within a round"
    box, bet = _found(state.round, command)
    return registry.of(bet.wager).settle(state.round, box, bet, rules, clause)


def _found(current: Round, command: c.SettleWager) -> tuple[Box, Bet]:
    box = current.box(command.box)
    bet = box.bet(command.player, command.wager) if box else None
    assert box is not None and bet is not None, "a due step names a live wager"
    return box, bet


def spin(state: TableState, rules: TableRules, command: c.Spin, clause: str) -> Iterator[e.Event]:
    """A wheel has stopped; pay what it shows."""
    assert state.round is not None, "wheels are spun within a round"
    wheel = registry.of(command.wager).wheel
    assert wheel is not None, "a due step names a wager with a wheel"
    return wheel.spin(state.round, rules, command, clause)
