"""Joining and leaving a table: chips between wallet and rack, in one turn with the seat."""

from __future__ import annotations

from dataclasses import dataclass

from siete.host.settings import PracticeSettings
from siete.host.table.current import CurrentTable
from siete.host.turn import Turn
from siete.money import Cents, cents_to_text
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.automatic import next_due
from siete.table.due import HOUSE, Question, Refusal, Waiting
from siete.table.money import wallet as wallets
from siete.table.money.wallet import Wallet

BUY_INS = 20
"""Without an amount, a guest brings this many times the table minimum, as far as the wallet has it."""


def usual_buy_in(rules: TableRules, wallet: Wallet) -> Cents:
    """What somebody brings who names no amount."""
    return Cents(min(wallet.balance, rules.table_min * BUY_INS))


@dataclass(frozen=True, slots=True)
class Purse:
    """The wallet that a player's chips come from, and its stream."""

    stream: str
    wallet: Wallet


def purse_of(table: CurrentTable, turn: Turn, player: str, wallet: Wallet) -> Purse:
    """Where a player's chips come from; at a practice table the house gives new ones to whoever has none."""
    purse, settings = Purse(table.wallet_of(player), wallet), table.settings
    return _practice_purse(turn, purse, Cents(settings.chips)) if isinstance(settings, PracticeSettings) else purse


def _practice_purse(turn: Turn, purse: Purse, chips: Cents) -> Purse:
    """The purse at a practice table: filled up by the house whenever it is empty."""
    if purse.wallet.balance:
        return purse
    issued = wallets.issue(purse.wallet, chips, by=HOUSE, reason="practice")
    turn.wallet_events.append((purse.stream, issued))
    return Purse(purse.stream, wallets.apply(purse.wallet, issued))


def sit(turn: Turn, player: str, box: int, amount: Cents, purse: Purse) -> None:
    """Take a seat, with chips from the purse where there are none in the rack; who sits down wants to play."""
    if not turn.state.racks.get(player):
        bring_chips(turn, player, amount, purse)
    turn.do(c.TakeSeat(player=player, box=box))
    _come_back(turn, player)


def bring_chips(turn: Turn, player: str, amount: Cents, purse: Purse) -> None:
    """Chips from the purse to the rack."""
    smallest = turn.rules.chip_denominations.smallest
    if amount < smallest or not turn.rules.chip_denominations.may_pay(amount):
        sentence = f"{cents_to_text(amount)} cannot be paid in this table's chips."
        raise Refusal("command/not-in-chips", sentence, clause=turn.rules.clause_of(Step.CHIPS))
    turn.wallet_events.append((purse.stream, wallets.take(purse.wallet, amount, table=turn.loaded.table)))
    turn.do(c.BringChips(player=player, amount=amount))


def leave(turn: Turn, player: str, purse: Purse) -> None:
    """All chips of the rack go back to the purse, and the seats are free."""
    chips = turn.state.racks.get(player, Cents(0))
    turn.do(c.LeaveTable(player=player))
    if chips:
        turn.wallet_events.append((purse.stream, wallets.carry_back(purse.wallet, chips, table=turn.loaded.table)))


def _come_back(turn: Turn, player: str) -> None:
    """Whoever sits down at an idle table has come back to it."""
    due = next_due(turn.state, turn.rules)
    for ask in due.asks if isinstance(due, Waiting) else ():
        if ask.player == player and ask.question is Question.RETURN:
            turn.do(c.ReturnToTable(player=player, box=ask.box))
