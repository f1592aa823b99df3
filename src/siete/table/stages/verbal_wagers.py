"""Wagers made aloud with cash: what may be called, who must confirm it, and how the cash becomes chips."""

from __future__ import annotations

from collections.abc import Iterator

from siete.rules.options import Authority
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Due, Refusal
from siete.table.state.round import Call, Round
from siete.table.state.table import TableState

_CONFIRM = {Authority.DEALER_AND_SUPERVISOR: (Authority.DEALER, Authority.SUPERVISOR)}


def confirmers(rules: TableRules) -> tuple[str, ...]:
    """Who must confirm a wager made aloud, in order.

    Decision: 0090.
    """
    asked = rules.verbal_wager_confirmed_by
    return tuple(each.value for each in _CONFIRM.get(asked, (asked,)))


def due(current: Round, rules: TableRules) -> Due | None:
    """The next confirmation of the oldest call."""
    for call in current.calls:
        by = next(each for each in confirmers(rules) if each not in call.confirmed)
        step = c.ConfirmWager(player=call.player, box=call.box, wager=call.wager, by=by)
        return Due(step, _clause(rules))
    return None


def _clause(rules: TableRules) -> str:
    return rules.clause_or_step("verbal_wager_confirmed_by", Step.WAGER_TIME)


def refuse_pending(current: Round, rules: TableRules, command: c.PlayerCommand) -> Refusal | None:
    """Why nothing else may be wagered by a player, or on a box, whose wager made aloud is not yet confirmed."""
    if any(command.player == call.player or command.box == call.box for call in current.calls):
        sentence = "Confirm the verbal wager first."
        return Refusal("command/wager-not-confirmed", sentence, clause=_clause(rules))
    return None


def called(current: Round, command: c.WithdrawWager) -> Call | None:
    """The unconfirmed wager that the player means to take back."""
    asked = (command.player, command.box, command.wager)
    return next((call for call in current.calls if (call.player, call.box, call.wager) == asked), None)


def call(state: TableState, rules: TableRules, command: c.CallWager) -> Iterator[e.Event]:
    """Cash on the table, and what it is meant for."""
    yield e.WagerCalled(
        player=command.player,
        box=command.box,
        wager=command.wager,
        amount=command.amount,
        clause=_clause(rules),
    )


def confirm(state: TableState, rules: TableRules, command: c.ConfirmWager, clause: str) -> Iterator[e.Event]:
    """One more has confirmed; with the last, the cash is converted at once and the chips are wagered."""
    assert state.round is not None, "wagers are confirmed within a round"
    pending = next(each for each in state.round.calls if (each.player, each.box) == (command.player, command.box))
    yield e.WagerConfirmed(player=command.player, box=command.box, by=command.by, clause=clause)
    if command.by == confirmers(rules)[-1]:
        yield e.CashConverted(player=command.player, amount=pending.amount, clause=clause)
        yield e.WagerPlaced(
            player=command.player, box=command.box, wager=pending.wager, amount=pending.amount, clause=clause
        )
