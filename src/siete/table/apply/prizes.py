"""What the super bonus, envy, wheels and meters do to a table."""

from __future__ import annotations

from siete.money import Cents
from siete.table import events as e
from siete.table.apply.parts import change_bet, change_round, pay, pay_from_inventory
from siete.table.handlers import fold
from siete.table.state.round import Award
from siete.table.state.table import TableState


def _super_won(state: TableState, event: e.SuperBonusWon) -> TableState:
    assert state.round is not None, "a super bonus is won within a round"
    return change_round(state, super_bonuses=(*state.round.super_bonuses, (event.box, event.hand)))


def _super_paid(state: TableState, event: e.SuperBonusPaid) -> TableState:
    assert state.round is not None, "a super bonus is paid within a round"
    paid = state.round.supers_paid | {(event.player, event.box, event.hand)}
    return change_round(pay_from_inventory(state, event), supers_paid=paid)


def _instructed(state: TableState, event: e.PaymentInstructed) -> TableState:
    assert state.round is not None, "payments are instructed within a round"
    return change_round(state, instructed=state.round.instructed | {(event.what, event.box, event.hand)})


def _envy(state: TableState, event: e.EnvyPaid) -> TableState:
    assert state.round is not None, "envy is paid within a round"
    paid = state.round.envies_paid | {(event.player, event.box, event.hand)}
    return change_round(pay_from_inventory(state, event), envies_paid=paid)


def _spun(state: TableState, event: e.WheelSpun) -> TableState:
    return change_bet(state, event.box, event.player, event.wager, is_open=False)


def _won(state: TableState, event: e.AwardWon) -> TableState:
    assert state.round is not None, "an award is won within a round"
    award = Award(box=event.box, player=event.player, wager=event.wager, line=event.line)
    return change_round(state, awards=(*state.round.awards, award))


def _award_paid(state: TableState, event: e.AwardPaid) -> TableState:
    assert state.round is not None, "an award is paid within a round"
    paid = Award(box=event.box, player=event.player, wager=event.wager, line=event.line)
    awards = list(state.round.awards)
    awards.remove(paid)
    moved = pay(state, event.player, event.amount, meters=Cents(state.meters - event.amount))
    return change_round(moved, awards=tuple(awards))


HANDLERS = dict(
    (
        fold(e.SuperBonusWon, _super_won),
        fold(e.PaymentInstructed, _instructed),
        fold(e.SuperBonusPaid, _super_paid),
        fold(e.EnvyPaid, _envy),
        fold(e.WheelSpun, _spun),
        fold(e.AwardWon, _won),
        fold(e.AwardPaid, _award_paid),
    )
)
