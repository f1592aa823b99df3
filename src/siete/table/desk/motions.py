"""A dealer's motions with chips: pay, collect, or leave a wager where it lies. Each becomes the step that is due.

All other motions (draw, turn, peek, wash, burn …) are the house's steps themselves.
"""

from __future__ import annotations

from dataclasses import dataclass

from siete.money import Cents, cents_to_text
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.automatic import next_due
from siete.table.decide import refusal
from siete.table.desk.payment import Payment, payment_of, place_of
from siete.table.due import Due, Refusal
from siete.table.money.table_meters import Meters
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.words import wager_in_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion(c.Command):
    """Something done at a wager on the layout: the base wager of a hand, or a side wager of the box."""

    box: int
    hand: int = 0
    wager: Wager = Wager.BASE


@dataclass(frozen=True, slots=True, kw_only=True)
class PayOut(Motion):
    """Hand over chips counted out of the tray; any mix with the right sum is right."""

    chips: tuple[Cents, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectWager(Motion):
    """Take a lost wager, or the lost part of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveWager(Motion):
    """Leave a wager that neither wins nor loses."""


def step_for(state: TableState, rules: TableRules, meters: Meters, motion: Motion) -> c.HouseCommand:
    """The step that a motion carries out; raises Refusal where it is another one's turn or the chips are wrong."""
    due = next_due(state, rules)
    place = place_of(state, due.command) if isinstance(due, Due) else None
    if not isinstance(due, Due) or place != (motion.box, motion.hand, motion.wager):
        raise _out_of_order(state, rules, motion)
    payment = payment_of(state, rules, meters, due.command)
    assert payment is not None, "a settling step moves money"
    why = _wrong(motion, payment, rules)
    if why is not None:
        raise why
    return due.command


def _out_of_order(state: TableState, rules: TableRules, motion: Motion) -> Refusal:
    """What the rules say to settling this wager now."""
    why = refusal(state, rules, c.SettleWager(box=motion.box, player="", wager=motion.wager))
    assert why is not None, "a step that names no player is never due"
    return why


def _wrong(motion: Motion, payment: Payment, rules: TableRules) -> Refusal | None:
    """Why this motion does not settle a wager that is due; None where it does."""
    where = _named(motion)
    if isinstance(motion, PayOut):
        return _wrong_chips(motion, payment, rules)
    if payment.is_won:
        return Refusal("desk/pay", f"{where} wins {cents_to_text(payment.owed)}: pay it.", clause=payment.clause)
    if payment.is_lost and isinstance(motion, LeaveWager):
        return Refusal("desk/collect", f"{where} loses: collect it.", clause=payment.clause)
    if not payment.is_lost and isinstance(motion, CollectWager):
        return Refusal("desk/leave", f"{where} stands off: leave it.", clause=payment.clause)
    return None


def _wrong_chips(motion: PayOut, payment: Payment, rules: TableRules) -> Refusal | None:
    where, counted = _named(motion), Cents(sum(motion.chips))
    unknown = next((chip for chip in motion.chips if chip not in rules.chip_denominations.denominations), None)
    if unknown is not None:
        sentence = f"The tray has no chips of {cents_to_text(unknown)}."
        return Refusal("desk/no-such-chip", sentence, clause=rules.clause_of(Step.CHIPS))
    if not payment.is_won:
        word = "loses: collect it" if payment.is_lost else "stands off: leave it"
        code = "desk/collect" if payment.is_lost else "desk/leave"
        return Refusal(code, f"{where} {word}.", clause=payment.clause)
    if counted == payment.owed:
        return None
    sentence = (
        f"You counted {cents_to_text(counted)}; {where[0].lower()}{where[1:]} is paid {cents_to_text(payment.owed)}."
    )
    facts = {"counted": counted, "owed": payment.owed}
    return Refusal("desk/wrong-chips", sentence, clause=payment.clause, facts=facts)


def _named(motion: Motion) -> str:
    """The wager as a sentence begins with it: `Box 4`, `Box 2, hand 2`, `The insurance of box 3`."""
    if motion.wager is not Wager.BASE:
        return f"The {wager_in_words(motion.wager)} of box {motion.box}"
    return f"Box {motion.box}, hand {motion.hand + 1}" if motion.hand else f"Box {motion.box}"
