"""Match play coupons: where they may lie, and what becomes of them with their wager.

A coupon is no money. It wins what its wager wins, as an original wager of its worth would, and is then the house's; it
counts for nothing else: super bonus, insurance, doubling and splitting look at chips. Decision: 0090.
"""

from __future__ import annotations

from collections.abc import Iterator

from siete.money import Cents, cents_to_text
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Refusal
from siete.table.state.box import Bet, Box
from siete.table.state.hand import Stake
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.wagers import registry


def spots(rules: TableRules) -> tuple[Wager, ...]:
    """The wagers beside which a coupon may lie: none where coupons are not accepted."""
    if not rules.match_play_coupons:
        return ()
    taking = (each for each in registry.side_wagers() if each.takes_coupons)
    return (Wager.BASE, *(wager for each in taking for wager in each.offered(rules)))


def refuse_coupon(state: TableState, rules: TableRules, command: c.PlaceCoupon) -> Refusal | None:
    """Why a coupon may not be put down: not accepted, too late, no wager to match, or another one there.

    Clauses: MA-6.c, S13-f.3.
    """
    clause = rules.clause_of(Step.CHIPS)
    if command.wager not in spots(rules):
        sentence = f"No coupon is taken for {command.wager.value} at this table."
        return Refusal("command/not-offered", sentence, clause=clause)
    current = state.round
    if current is None or current.are_wagers_closed:
        sentence = "Place coupons while wagers are open."
        return Refusal("command/wagers-closed", sentence, clause=rules.clause_of(Step.WAGER_TIME))
    box = current.box(command.box)
    matched = _matched(box, command.player, command.wager) if box is not None else None
    if matched is None:
        return Refusal("command/no-such-wager", "Place a coupon beside your own wager.", clause=clause)
    if matched.coupon:
        return Refusal("command/coupon-there", "There is a coupon already.", clause=clause)
    chips = rules.chip_denominations
    if not chips.smallest <= command.amount <= matched.amount or not chips.may_pay(command.amount):
        sentence = (
            f"A coupon of {cents_to_text(command.amount)} does not match {cents_to_text(matched.amount)} in chips."
        )
        return Refusal("command/coupon-worth", sentence, clause=clause)
    return None


def _matched(box: Box, player: str, wager: Wager) -> Stake | Bet | None:
    """The player's chips beside which the coupon would lie.

    Clauses: MA-5.c.1, MA-6.c, S13-e.3-1, S13-f.3.
    """
    if wager is not Wager.BASE:
        return box.bet(player, wager)
    return next((stake for stake in box.hands[0].stakes if stake.player == player), None)


def most(box: Box, player: str, wager: Wager) -> Cents | None:
    """The most that a coupon beside this wager may be worth now; None where none may lie there.

    Clauses: MA-5.c.1, MA-6.c, S13-e.3-1, S13-f.3.
    """
    matched = _matched(box, player, wager)
    return None if matched is None or matched.coupon else matched.amount


def place(state: TableState, rules: TableRules, command: c.PlaceCoupon) -> Iterator[e.Event]:
    """The coupon lies on the layout."""
    yield e.CouponPlaced(
        player=command.player,
        box=command.box,
        wager=command.wager,
        worth=command.amount,
        clause=rules.clause("match_play_coupons"),
    )
