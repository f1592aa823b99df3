"""After the hands: super bonus and envy, wheels, and parts of meters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from siete.money import Cents
from siete.rules.kinds import Funding
from siete.rules.options import JackpotType, SpinTrigger
from siete.rules.paytable import MeterShare, OperatorPrize
from siete.rules.prizes import dollar_prize
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import seek
from siete.table.due import Due, Next, Refusal
from siete.table.outcome import has_dealer_blackjack, super_bonus_award
from siete.table.state import Award, Bet, Box, Round, TableState, Wager
from siete.table.wagers import jackpot, wheels


def due(current: Round, state: TableState, rules: TableRules) -> Next:
    """Super bonuses, then envy, then what a meter owes before the next wheel is spun in settlement order.

    Clauses: MD-12.D.7, MD-12.E.4, MA-16.d.2, WA3-D10.g, WA3-J6.c, WA3-J9.a, WA3-J9.b, WA2-D10.g, WA2-J6.c, WA2-J9.a,
    WA2-J9.b. Decisions: 0052, 0059.
    """
    return _super_bonuses(current, rules) or _envy(current, rules) or _awards(current, rules) or _wheels(current, rules)


def _super_bonuses(current: Round, rules: TableRules) -> Next:
    for number, index in current.super_bonuses:
        box = current.box(number)
        assert box is not None, "a super bonus was won on a box in play"
        for stake in box.hands[index].stakes:
            award = super_bonus_award(box.hands[index], stake, current, rules)
            if award and (stake.player, number, index) not in current.supers_paid:
                step = c.PaySuperBonus(player=stake.player, box=number, hand=index)
                return Due(step, rules.order("super_bonus"))
    return None


def _envy(current: Round, rules: TableRules) -> Next:
    """Every other player of the round, once for each super bonus of somebody else.

    Clauses: MD-12.C.3, MA-5.g.4, S13-e.7-4, WA3-G10.e, WA3-G10.g, WA3-D10.b, WA3-D10.h. Decisions: 0033, 0035.
    """
    for number, index in current.super_bonuses:
        box = current.box(number)
        assert box is not None, "a super bonus was won on a box in play"
        winners = {stake.player for stake in box.hands[index].stakes}
        for player in current.players():
            if player not in winners and not _has_envy(player, number, index, current, rules):
                return Due(c.PayEnvy(player=player, box=number, hand=index), rules.order("envy"))
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


def _wheels(current: Round, rules: TableRules) -> Next:
    for box in seek.settling(current, rules):
        for bet in seek.open_bets(box):
            if bet.wager is Wager.SPIN:
                return _spin_or_settle(box, bet, rules)
    for box in seek.settling(current, rules):
        for bet in seek.open_bets(box):
            if bet.wager is Wager.XTREME:
                if wheels.wins_xtreme(current.dealer) and not has_dealer_blackjack(current):
                    return Due(c.Spin(box=e.DEALER, player="", wager=Wager.XTREME), rules.order("xtreme"))
                return Due(_settle(box, bet), rules.order("xtreme"))
    return None


def _spin_or_settle(box: Box, bet: Bet, rules: TableRules) -> Due:
    if wheels.wins_spin(box):
        return Due(c.Spin(box=box.number, player=bet.player, wager=Wager.SPIN), rules.order("spin"))
    return Due(_settle(box, bet), rules.order("spin"))


def _settle(box: Box, bet: Bet) -> c.SettleWager:
    return c.SettleWager(box=box.number, player=bet.player, wager=bet.wager)


def settle_wheel_wager(state: TableState, rules: TableRules, command: c.SettleWager, clause: str) -> Iterator[e.Event]:
    """A wheel wager that earned no spin: lost, or paid for an ace where that pays by itself."""
    assert state.round is not None, "wagers are settled within a round"
    box = state.round.box(command.box)
    assert box is not None, "a due step names a box in play"
    at: Any = {"player": command.player, "box": command.box, "hand": 0, "wager": command.wager}
    bet = box.bet(command.player, command.wager)
    assert bet is not None, "a due step names a live wager"
    if command.wager is Wager.SPIN and wheels.wins_ace(box, rules) and rules.spin_ace_pays:
        yield e.WagerPaid(**at, amount=rules.spin_ace_pays, line="ace", clause=rules.order("spin_ace"))
        yield from _stake_back(box.number, bet, rules)
    yield e.WheelSpun(**_spun(command), symbols=(), line=_lost_line(command.wager, rules), clause=clause)


def _spun(command: c.SettleWager) -> dict[str, Any]:
    return {"box": command.box, "player": command.player, "wager": command.wager}


def _lost_line(wager: Wager, rules: TableRules) -> str:
    """What a wheel wager lacked that earned no spin."""
    if wager is Wager.XTREME:
        return "no dealer 16"
    return "no ace" if rules.spin_trigger is SpinTrigger.ACE_OR_BLACKJACK else "no blackjack"


def _stake_back(number: int, bet: Bet, rules: TableRules) -> Iterator[e.Event]:
    """The wager itself comes back with its first prize, only where the operator says so. Decision: 0060."""
    if rules.spin_stake_returned and not bet.is_repaid:
        yield e.WagerPaid(player=bet.player, box=number, hand=0, wager=bet.wager, amount=bet.amount, line=e.WAGER_BACK)


def _stake_back_to_others(box: Box, bet: Bet, rules: TableRules) -> Iterator[e.Event]:
    """A community prize brings a wager back, unless a prize of its own is still to do so. Decision: 0060."""
    if not (bet.is_open and wheels.wins_spin(box)):
        yield from _stake_back(box.number, bet, rules)


def spin(state: TableState, rules: TableRules, command: c.Spin, clause: str) -> Iterator[e.Event]:
    """A wheel has stopped; pay what it shows."""
    assert state.round is not None, "wheels are spun within a round"
    run = _spin_for_one if command.wager is Wager.SPIN else _spin_for_all
    yield from run(state.round, rules, command, clause)


def _spin_for_one(current: Round, rules: TableRules, command: c.Spin, clause: str) -> Iterator[e.Event]:
    """Pay for one player's spin: an amount, a fixed prize, or the meter; a community symbol pays the others too.

    Clauses: MD-12.D.1.a, MD-12.D.2.a, MD-12.D.3.a, MD-12.D.4.a, MD-12.D.5, MD-12.D.8.a, MA-16.d.2. Decision: 0058.
    """
    row = wheels.spin_row(command.symbols[0], rules) if len(command.symbols) == 1 else None
    if row is None:
        raise Refusal("command/no-such-symbol", f"The wheel has no {command.symbols}.", clause=clause)
    box = current.box(command.box)
    assert box is not None, "a due step names a box in play"
    bet = box.bet(command.player, Wager.SPIN)
    assert bet is not None, "a due step names a live wager"
    others = _other_spinners(current, command.player, rules)
    yield e.WheelSpun(box=command.box, player=command.player, wager=Wager.SPIN, symbols=command.symbols, clause=clause)
    at: Any = {"hand": 0, "wager": Wager.SPIN, "line": row.line, "clause": row.clause}
    if not isinstance(row.pays, MeterShare):
        yield e.WagerPaid(player=command.player, box=command.box, amount=wheels.row_amount(row), **at)
    elif rules.jackpot_type is JackpotType.PROGRESSIVE:
        yield e.AwardWon(player=command.player, box=command.box, wager=Wager.SPIN, line=row.line, clause=row.clause)
    else:
        assert rules.meter_seed is not None, "a fixed prize has its value"
        yield e.WagerPaid(player=command.player, box=command.box, amount=rules.meter_seed, **at)
    yield from _stake_back(command.box, bet, rules)
    for other, theirs in others if row.community else ():
        yield e.WagerPaid(player=theirs.player, box=other.number, amount=row.community, **at)
        yield from _stake_back_to_others(other, theirs, rules)


def _other_spinners(current: Round, player: str, rules: TableRules) -> list[tuple[Box, Bet]]:
    """Everybody else who wagered on the wheel this round, once, with a box of theirs."""
    found: dict[str, tuple[Box, Bet]] = {}
    for box in seek.settling(current, rules):
        for bet in box.bets:
            if bet.wager is Wager.SPIN and bet.player != player:
                found.setdefault(bet.player, (box, bet))
    return list(found.values())


def _spin_for_all(current: Round, rules: TableRules, command: c.Spin, clause: str) -> Iterator[e.Event]:
    """Clauses: MD-12.E.2, MD-12.E.5.a. Decision: 0062."""
    rows = wheels.xtreme_rows(command.symbols, current, rules)
    if rows is None:
        raise Refusal("command/no-such-symbol", f"The wheels cannot show {command.symbols}.", clause=clause)
    position, community, hot_spot = rows
    for box in seek.settling(current, rules):
        for bet in [bet for bet in seek.open_bets(box) if bet.wager is Wager.XTREME]:
            yield e.WheelSpun(
                box=box.number, player=bet.player, wager=Wager.XTREME, symbols=command.symbols, clause=clause
            )
            at: Any = {"player": bet.player, "box": box.number, "hand": 0, "wager": Wager.XTREME}
            paid = wheels.row_amount(community)
            yield e.WagerPaid(**at, amount=paid, line=community.line, clause=community.clause)
            yield from _stake_back(box.number, bet, rules)
            if box.number != position:
                continue
            if isinstance(hot_spot.pays, MeterShare):
                yield e.AwardWon(
                    player=bet.player, box=box.number, wager=Wager.XTREME, line=hot_spot.line, clause=hot_spot.clause
                )
            else:
                prize = wheels.row_amount(hot_spot)
                yield e.WagerPaid(**at, amount=prize, line=hot_spot.line, clause=hot_spot.clause)


def _awards(current: Round, rules: TableRules) -> Next:
    if not current.awards:
        return None
    award = current.awards[0]
    if award.wager in jackpot.WAGERS:
        award = min(current.awards, key=lambda each: (each.box, each.wager, _place(each, rules)))
    step = c.PayAward(box=award.box, player=award.player, wager=award.wager, line=award.line)
    return Due(step, rules.order("xtreme" if award.wager is Wager.XTREME else "award"))


def _place(award: Award, rules: TableRules) -> int:
    return [row.line for row in jackpot.paytable(award.wager, rules)].index(award.line)


def is_whole_award(award: Award | c.PayAward, rules: TableRules) -> bool:
    """Whether an award takes all that its meter shows, so that the meter starts again."""
    if award.wager not in jackpot.WAGERS:
        return True
    pays = jackpot.paytable(award.wager, rules).row(award.line).pays
    return isinstance(pays, MeterShare) and pays.percent == 100


def meter_of(award: Award | c.PayAward) -> str:
    """The meter that pays an award."""
    if award.wager is Wager.XTREME:
        return "xtreme-primary" if award.line == "jackpot 1" else "xtreme-secondary"
    return "spin" if award.wager is Wager.SPIN else award.wager.value


def pay_award(state: TableState, rules: TableRules, command: c.PayAward, clause: str) -> Iterator[e.Event]:
    """Pay a part of what the meter shows now; a house jackpot pays each winner on the posted amount.

    Clauses: WA3-J8, WA3-J9.b, WA3-J11.a, WA3-J11.c, WA2-J8, WA2-J9.b, MD-12.D.7, MD-12.E.4. Decisions: 0052, 0095.
    """
    is_house = command.wager in jackpot.WAGERS and rules.jackpot_type is JackpotType.HOUSE
    before = rules.meter_seed if is_house and rules.house_jackpot_pays_each else command.before
    if before is None:
        raise Refusal("command/meter-missing", f"The meter {meter_of(command)} has not been read.", clause=clause)
    amount = _award_amount(state, rules, command, before)
    at: Any = {"player": command.player, "box": command.box, "wager": command.wager, "line": command.line}
    if is_house:
        # The house funds it: the table's inventory pays, by way of the books of the meter.
        yield e.ContributionMade(meter=meter_of(command), amount=amount, clause=rules.order("fixed_prize"))
    yield e.AwardPaid(**at, meter=meter_of(command), before=before, amount=amount, clause=clause)


def _award_amount(state: TableState, rules: TableRules, command: c.PayAward, before: Cents) -> Cents:
    if command.wager not in jackpot.WAGERS:
        return before
    pays = jackpot.paytable(command.wager, rules).row(command.line).pays
    if isinstance(pays, OperatorPrize):
        prize = dollar_prize(rules, command.line)
        assert prize.funded_by is Funding.JACKPOT, "house prizes are paid at once"
        wager = rules.jackpot_wager[jackpot.WAGERS.index(command.wager)]
        return Cents(min(before, prize.per_dollar * wager))
    assert isinstance(pays, MeterShare), "only parts of a meter wait for it"
    return Cents(before * pays.percent // 100)
