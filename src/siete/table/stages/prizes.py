"""After the hands: super bonus and envy, wheels, and parts of meters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from siete.money import Cents
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import HOUSE, Approval, Due, Next, Refusal
from siete.table.stages.outcome import super_bonus_award
from siete.table.state.round import Award, Round
from siete.table.state.table import TableState
from siete.table.wager_place import WagerPlace
from siete.table.wagers import registry
from siete.table.wagers.side_wager import Moment

_INSTRUCTED = {c.BONUS: Step.INSTRUCT_BONUS, c.SUPER_BONUS: Step.INSTRUCT_SUPER_BONUS}


def instruction(current: Round, box: int, hand: int, what: str, rules: TableRules) -> Approval | None:
    """The floorperson's word without which the dealer does not pay a super bonus hand, where a rule set asks for it."""
    clause = rules.clause_of(_INSTRUCTED[what])
    if not clause or (what, box, hand) in current.instructed:
        return None
    return Approval(c.InstructPayment(by=HOUSE, box=box, hand=hand, what=what), clause)


def refuse_instruction(rules: TableRules, command: c.InstructPayment, due: Next) -> Refusal | None:
    """Why there is nothing to instruct: no such payment waits for the floorperson."""
    step = _INSTRUCTED.get(command.what, Step.INSTRUCT_SUPER_BONUS)
    clause = rules.clause_of(step) or rules.clause_of(Step.SUPER_BONUS)
    if isinstance(due, Approval) and replace(due.command, by=command.by, rank=command.rank) == command:
        return None
    return Refusal("command/nothing-to-instruct", "No such payment waits for a floorperson.", clause=clause)


def instruct(rules: TableRules, command: c.InstructPayment) -> Iterator[e.Event]:
    """The dealer may pay."""
    clause = rules.clause_of(_INSTRUCTED[command.what])
    yield e.PaymentInstructed(box=command.box, hand=command.hand, what=command.what, by=command.by, clause=clause)


def due(current: Round, state: TableState, rules: TableRules) -> Next:
    """Super bonuses, then envy, then what a meter owes before the next wheel is spun in settlement order.

    Clauses: MD-12.D.7, MD-12.E.4, MA-16.d.2, WA3-J6.c, WA3-J9.a, WA3-J9.b, WA2-J6.c, WA2-J9.a, WA2-J9.b. Decisions:
    0052, 0059.
    """
    owed = _super_bonuses(current, rules) or _envy(current, rules) or _awards(current, rules)
    return owed or registry.due(Moment.PRIZES, current, rules)


def _super_bonuses(current: Round, rules: TableRules) -> Next:
    for number, index in current.super_bonuses:
        box = current.box(number)
        assert box is not None, "a super bonus was won on a box in play"
        for stake in box.hands[index].stakes:
            award = super_bonus_award(box.hands[index], stake, current, rules)
            if award and (stake.player, number, index) not in current.supers_paid:
                order = instruction(current, number, index, c.SUPER_BONUS, rules)
                if order is not None:
                    return order
                step = c.PaySuperBonus(player=stake.player, box=number, hand=index)
                return Due(step, rules.clause_of(Step.SUPER_BONUS))
    return None


def _envy(current: Round, rules: TableRules) -> Next:
    """Every other player of the round, once for each super bonus of somebody else.

    Clauses: WA3-G10.e. Decisions: 0033, 0035.
    """
    for number, index in current.super_bonuses:
        box = current.box(number)
        assert box is not None, "a super bonus was won on a box in play"
        winners = {stake.player for stake in box.hands[index].stakes}
        for player in current.players():
            if player not in winners and not _has_envy(player, number, index, current, rules):
                order = instruction(current, number, index, c.SUPER_BONUS, rules)
                if order is not None:
                    return order
                return Due(c.PayEnvy(player=player, box=number, hand=index), rules.clause_of(Step.ENVY))
    return None


def _has_envy(player: str, number: int, index: int, current: Round, rules: TableRules) -> bool:
    """Whether a player has had the envy for this super bonus, or for any where it is paid but once a round."""
    if rules.envy_per_super_bonus:
        return (player, number, index) in current.envies_paid
    return any(paid[0] == player for paid in current.envies_paid)


def pay_super_bonus(state: TableState, rules: TableRules, command: c.PaySuperBonus, clause: str) -> Iterator[e.Event]:
    """The fixed amount for the wager's size."""
    assert state.round is not None, "prizes are paid within a round"
    box = state.round.box(command.box)
    assert box is not None, "a due step names a box in play"
    hand = box.hands[command.hand]
    stake = next(stake for stake in hand.stakes if stake.player == command.player)
    award = super_bonus_award(hand, stake, state.round, rules)
    yield e.SuperBonusPaid(player=command.player, box=command.box, hand=command.hand, amount=award, clause=clause)


def pay_envy(state: TableState, rules: TableRules, command: c.PayEnvy, clause: str) -> Iterator[e.Event]:
    """The envy bonus."""
    yield e.EnvyPaid(player=command.player, box=command.box, hand=command.hand, amount=rules.envy_pays, clause=clause)


def _awards(current: Round, rules: TableRules) -> Next:
    if not current.awards:
        return None
    progressive = registry.progressive(current.awards[0].wager)
    mine = [each for each in current.awards if registry.progressive(each.wager) is progressive]
    award = min(mine, key=lambda each: progressive.place(each, rules))
    step = c.PayAward(box=award.box, player=award.player, wager=award.wager, line=award.line)
    return Due(step, rules.clause_of(progressive.step))


def is_whole_award(award: Award | c.PayAward, rules: TableRules) -> bool:
    """Whether an award takes all that its meter shows, so that the meter starts again."""
    return registry.progressive(award.wager).is_whole(award, rules)


def meter_of(award: Award | c.PayAward) -> str:
    """The meter that pays an award."""
    return registry.progressive(award.wager).meter_of(award)


def pay_award(state: TableState, rules: TableRules, command: c.PayAward, clause: str) -> Iterator[e.Event]:
    """Pay a part of what the meter shows now; a house jackpot pays each winner on the posted amount.

    What a meter lacks of a prize that is set in dollars, the house pays. Decision: 0054.

    Clauses: WA3-J8, WA3-J9.b, WA3-J11.c, WA2-J8, WA2-J9.b, MD-12.D.7, MD-12.E.4. Decisions: 0052, 0095.
    """
    progressive, meter = registry.progressive(command.wager), meter_of(command)
    is_house = progressive.posted(rules)
    before = registry.meter_terms(meter, rules).seed if is_house and rules.house_jackpot_pays_each else command.before
    if before is None:
        raise Refusal("command/meter-missing", f"The meter {meter} has not been read.", clause=clause)
    owed = progressive.amount(command, before, rules)
    line_clause = progressive.line_clause(command, rules) or clause
    amount = Cents(min(owed, before))
    if is_house:
        # The house funds it: the table's inventory pays, by way of the books of the meter.
        yield e.ContributionMade(meter=meter, amount=amount, clause=rules.clause_of(Step.FIXED_PRIZE))
    yield e.AwardPaid(
        player=command.player,
        box=command.box,
        wager=command.wager,
        line=command.line,
        meter=meter,
        before=before,
        amount=amount,
        clause=line_clause,
    )
    if owed > amount:
        place = WagerPlace(player=command.player, box=command.box, hand=0, wager=command.wager)
        yield place.paid(Cents(owed - amount), line=command.line, clause=line_clause)
