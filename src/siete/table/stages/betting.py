"""Betting: who may put what on the layout before the first card, and how it closes."""

from __future__ import annotations

from collections.abc import Iterator

from siete.money import Cents, cents_to_text
from siete.rules.options import MidShoeEntry
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Due, Next, Refusal, step_due
from siete.table.stages import verbal_wagers
from siete.table.state.box import Box
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.wager_place import WagerPlace
from siete.table.wagers import coupons, registry
from siete.table.wagers.side_wager import MeterTerms
from siete.table.words import limits_in_words, person_in_words


def due(current: Round, state: TableState, rules: TableRules) -> Next:
    """Close the wagers once there is one, then add to the meters."""
    if not current.are_wagers_closed:
        call = verbal_wagers.due(current, rules)
        if call is not None:
            return call
        return step_due(c.CloseWagers, rules.clause_of(Step.CLOSE_WAGERS)) if current.boxes else None
    if current.dealer:
        return None
    for box in current.boxes:
        if box.bets:
            return _contribution(current, rules)
    return None


def _contribution(current: Round, rules: TableRules) -> Due | None:
    for meter in meters_due(current, rules):
        if meter.name not in current.contributed:
            return Due(c.Contribute(meter=meter.name), meter.clause)
    return None


def meters_due(current: Round, rules: TableRules) -> Iterator[MeterTerms]:
    """The meters that this round's wagers add to."""
    live = {bet.wager for box in current.boxes for bet in box.bets if bet.is_open}
    if live:
        yield from (each for each in registry.meters(rules) if each.is_fed and each.wager in live)


def refuse_wager(state: TableState, rules: TableRules, command: c.PlaceWager | c.CallWager) -> Refusal | None:
    """Why these chips, or this cash, may not be wagered, if they may not."""
    current = state.round
    if current is None:
        return Refusal("command/no-round", "No round has been started.", clause=rules.clause_of(Step.WAGER_TIME))
    if command.wager is Wager.INSURANCE:
        sentence = "Insurance is no wager before the deal: it is taken when it is offered."
        return Refusal("command/not-offered", sentence, clause=rules.clause("insurance_up_cards"))
    if current.are_wagers_closed:
        side = registry.find(command.wager)
        is_locked = side is not None and side.is_locked_out
        clause = (rules.clause_of(Step.LOCK_OUT) if is_locked else "") or rules.clause_of(Step.WAGER_TIME)
        return Refusal("command/wagers-closed", "Wagers are closed for this round.", clause=clause)
    if not 1 <= command.box <= rules.positions:
        sentence = f"There is no box {command.box}; the table has {rules.positions}."
        return Refusal("command/no-such-box", sentence, clause=rules.clause_or_step("positions", Step.CHIPS))
    check = _refuse_base if command.wager is Wager.BASE else _refuse_side
    return (
        verbal_wagers.refuse_pending(current, rules, command)
        or _refuse_amount(state, rules, command.player, command.amount)
        or (_refuse_rack(state, rules, command) if isinstance(command, c.PlaceWager) else None)
        or check(current, state, rules, command)
    )


def _refuse_amount(state: TableState, rules: TableRules, player: str, amount: Cents) -> Refusal | None:
    """Why an amount cannot be wagered by this player at all."""
    if player not in state.racks:
        sentence = f"{person_in_words(player)} is not at this table."
        return Refusal("command/unknown-player", sentence, clause=rules.clause_of(Step.PLACE_BASE))
    if amount <= 0:
        return Refusal("command/amount-not-positive", "Wager more than $0.", clause=rules.clause_of(Step.CHIPS))
    if not rules.chip_denominations.may_pay(amount):
        sentence = f"{cents_to_text(amount)} cannot be made up of the table's chips."
        return Refusal("command/not-in-chips", sentence, clause=rules.clause_of(Step.CHIPS))
    return None


def _refuse_rack(state: TableState, rules: TableRules, command: c.PlaceWager) -> Refusal | None:
    rack = state.racks[command.player]
    if rack < command.amount:
        sentence = f"{cents_to_text(command.amount)} is more than your rack of {cents_to_text(rack)}."
        return Refusal("command/not-enough-chips", sentence, clause=rules.clause_of(Step.CHIPS))
    return None


_Wagering = c.PlaceWager | c.CallWager


def _refuse_base(current: Round, state: TableState, rules: TableRules, command: _Wagering) -> Refusal | None:
    """Why this base wager is not allowed: limits, boxes of one player, bettors on one box."""
    barred = _refuse_entry(state, rules, command.player)
    if barred is not None:
        return barred
    box = current.box(command.box)
    total = command.amount + (box.original(command.player) if box else 0)
    if not rules.table_min <= total <= rules.table_max:
        low, high = cents_to_text(rules.table_min), cents_to_text(rules.table_max)
        sentence = f"A base wager of {cents_to_text(Cents(total))} is outside {low} to {high}."
        return Refusal("command/outside-limits", sentence, clause=rules.clause_of(Step.TABLE_LIMITS))
    return _refuse_bettor(box, state, rules, command) or _refuse_boxes(current, rules, command)


def _refuse_bettor(box: Box | None, state: TableState, rules: TableRules, command: _Wagering) -> Refusal | None:
    there = others(box, state, command.box, command.player)
    if len(there) >= rules.max_bettors_per_box:
        most = "one person" if rules.max_bettors_per_box == 1 else f"{rules.max_bettors_per_box} people"
        sentence = f"Box {command.box} is taken: {most} may wager on a box."
        return Refusal("command/box-taken", sentence, clause=rules.clause_of(Step.BETTORS))
    if there and box is not None and command.player not in box.admitted:
        sentence = f"{there[0]} must first let another bettor onto box {command.box}."
        return Refusal("command/no-consent", sentence, clause=rules.clause_of(Step.CONSENT))
    return None


def others(box: Box | None, state: TableState, number: int, player: str) -> tuple[str, ...]:
    """Those who have a box before this player: its bettors, or else who sits there; nobody where it is the player's."""
    if box is not None:
        bettors = tuple(bettor for bettor, _ in box.originals)
        return () if player in bettors else bettors
    seated = state.seats.get(number, player)
    return () if seated == player else (seated,)


def _refuse_entry(state: TableState, rules: TableRules, player: str) -> Refusal | None:
    """Why somebody who sat out a round, or came after the shoe's first, may not wager before the next shuffle.

    Clauses: MD-6.C.1, MD-6.C.2, MDD-6.C.1, MDD-6.C.2. Decision: 0091.
    """
    if rules.mid_shoe_entry is MidShoeEntry.ALLOWED or state.pack is None or state.pack.entitled is None:
        return None
    if player in state.pack.entitled:
        return None
    sentence = f"{player} sat out a round and may wager again after the shuffle."
    clause = rules.clause_or_step("mid_shoe_entry", Step.WAGER_TIME)
    return Refusal("command/mid-shoe-entry", sentence, clause=clause)


def _refuse_boxes(current: Round, rules: TableRules, command: _Wagering) -> Refusal | None:
    mine = {box.number for box in current.boxes if box.original(command.player)} | {command.box}
    if len(mine) > rules.max_boxes_per_player:
        most = rules.max_boxes_per_player
        sentence = f"A player may wager on {most} {'box' if most == 1 else 'boxes'}."
        return Refusal("command/too-many-boxes", sentence, clause=rules.clause("max_boxes_per_player"))
    if rules.boxes_adjacent and max(mine) - min(mine) >= len(mine):
        return Refusal(
            "command/boxes-not-adjacent", "A player's boxes must be adjacent.", clause=rules.clause("boxes_adjacent")
        )
    return None


def _refuse_side(current: Round, state: TableState, rules: TableRules, command: _Wagering) -> Refusal | None:
    """Why this side wager is not allowed: not offered, no base wager, or a wrong amount.

    Clauses: MA-6.b.2, MA-16.a.2, S13-f.2-2, WA3-J3.b, WA3-J4.a, WA2-J4.a.
    """
    limits = registry.limits(command.wager, rules, _original(current.box(command.box), command.player))
    if limits is None:
        sentence = f"This table does not offer {command.wager.value}."
        return Refusal("command/not-offered", sentence, clause=_offer_clause(command.wager, rules))
    box = current.box(command.box)
    if box is None or not box.original(command.player):
        sentence = "A side wager needs a base wager on the box."
        clause = rules.clause_of(Step.NEEDS_BASE) or _side_clause(command.wager, rules)
        return Refusal("command/no-base-wager", sentence, clause=clause)
    other = other_size(box, command.player, command.wager)
    if other is not None:
        sentence = f"You have {registry.title(other, rules)} on this box; take it back to choose another size."
        clause = registry.of(command.wager).limit_clause(rules)
        return Refusal("command/other-size-taken", sentence, clause=clause)
    total = command.amount + held(box, command.player, command.wager)
    least, most = limits
    if not least <= total <= most:
        amount, spot = cents_to_text(Cents(total)), registry.title(command.wager, rules)
        sentence = f"{amount} on {spot} is not allowed; it takes {limits_in_words(least, most)}."
        side = registry.of(command.wager)
        clause_of = (side.least_clause if total < least else None) or side.limit_clause
        return Refusal("command/outside-limits", sentence, clause=clause_of(rules))
    return None


def _side_clause(wager: Wager, rules: TableRules) -> str:
    """The clause that allows a side wager beside a base wager."""
    side = registry.find(wager)
    return (rules.clause_of(side.place_step) if side else "") or rules.clause_of(Step.PLACE_SIDE)


def _offer_clause(wager: Wager, rules: TableRules) -> str:
    """The clause that says which side wagers there are, for one that a table has not."""
    side = registry.find(wager)
    own = rules.clause_of(side.place_step) if side and side.place_step is not Step.PLACE_SIDE else ""
    return own or rules.clause_or_step("mtd_offered", Step.PLACE_SIDE)


def side_limits(box: Box | None, rules: TableRules, player: str, wager: Wager) -> tuple[Cents, Cents] | None:
    """Least and most that may stand on a side wager; None where it is not offered, or its other size is taken."""
    if box is not None and other_size(box, player, wager) is not None:
        return None
    return registry.limits(wager, rules, _original(box, player))


def _original(box: Box | None, player: str) -> Cents:
    return box.original(player) if box else Cents(0)


def other_size(box: Box, player: str, wager: Wager) -> Wager | None:
    """The other size of the same wager that the bettor has on the box. Decision: 0056."""
    side = registry.find(wager)
    sizes = side.wagers if side is not None and side.is_one_of else ()
    return next((each for each in sizes if each is not wager and box.bet(player, each) is not None), None)


def place(state: TableState, rules: TableRules, command: c.PlaceWager) -> Iterator[e.Event]:
    """Chips on the layout."""
    is_base = command.wager is Wager.BASE
    clause = rules.clause_of(Step.PLACE_BASE) if is_base else _side_clause(command.wager, rules)
    yield e.WagerPlaced(
        player=command.player, box=command.box, wager=command.wager, amount=command.amount, clause=clause
    )


def refuse_withdrawal(state: TableState, rules: TableRules, command: c.WithdrawWager) -> Refusal | None:
    """Why a wager may not be taken back: there is none, or the deal has begun.

    Clauses: MA-5.i, S13-e.9.
    """
    current = state.round
    if current is None:
        return _no_such_wager(rules)
    if current.are_wagers_closed:
        return Refusal(
            "command/wagers-closed", "Wagers cannot be changed now.", clause=rules.clause_of(Step.WAGER_TOUCHED)
        )
    if verbal_wagers.called(current, command) is not None:
        return None
    box = current.box(command.box)
    if box is None or not held(box, command.player, command.wager):
        return _no_such_wager(rules)
    return verbal_wagers.refuse_pending(current, rules, command) or _refuse_gap(current, rules, command)


def _no_such_wager(rules: TableRules) -> Refusal:
    return Refusal(
        "command/no-such-wager", "You have no such wager to take back.", clause=rules.clause_of(Step.WAGER_TIME)
    )


def _refuse_gap(current: Round, rules: TableRules, command: c.WithdrawWager) -> Refusal | None:
    """Why the box in the middle of a player's boxes may not be left first."""
    mine = {box.number for box in current.boxes if box.original(command.player)} - {command.box}
    if command.wager is not Wager.BASE or not rules.boxes_adjacent or not mine:
        return None
    if max(mine) - min(mine) < len(mine):
        return None
    sentence = "A player's boxes must stay adjacent."
    clause = rules.clause_or_step("boxes_adjacent", Step.BOXES)
    return Refusal("command/boxes-not-adjacent", sentence, clause=clause)


def held(box: Box, player: str, wager: Wager) -> Cents:
    """What a player has on a box in this wager."""
    if wager is Wager.BASE:
        return box.original(player)
    bet = box.bet(player, wager)
    return bet.amount if bet else Cents(0)


def withdraw(state: TableState, rules: TableRules, command: c.WithdrawWager) -> Iterator[e.Event]:
    """A wager goes back; the side wagers that need it go with it."""
    assert state.round is not None, "a wager is withdrawn within a round"
    if verbal_wagers.called(state.round, command) is not None:
        yield e.CallTakenBack(player=command.player, box=command.box, clause=rules.clause_of(Step.WAGER_TIME))
        return
    box = state.round.box(command.box)
    assert box is not None, "a wager stands on a box"
    yield from _give_back(box, command.player, command.wager, rules)


def _give_back(box: Box, player: str, wager: Wager, rules: TableRules) -> Iterator[e.Event]:
    clause = rules.clause_of(Step.WAGER_TIME)
    sides = [bet for bet in box.bets if bet.player == player and wager in (Wager.BASE, bet.wager)]
    for bet in sides:
        place = WagerPlace.of_bet(box, bet)
        yield from coupons.kept(bet, place, clause)
        yield place.withdrawn(bet.amount, clause=clause)
    if wager is Wager.BASE:
        place = WagerPlace(player, box.number, 0, wager)
        for stake in box.hands[0].stakes:
            if stake.player == player:
                yield from coupons.kept(stake, place, clause)
        yield place.withdrawn(box.original(player), clause=clause)


def refuse_admission(state: TableState, rules: TableRules, command: c.AdmitBettor) -> Refusal | None:
    """Why somebody may not be let onto a box."""
    if state.round is not None and state.round.are_wagers_closed:
        return Refusal(
            "command/wagers-closed", "Wagers are closed for this round.", clause=rules.clause_of(Step.WAGER_TIME)
        )
    box = state.round.box(command.box) if state.round is not None else None
    if box is None or box.originals[0][0] != command.player:
        sentence = "Only the first bettor on a box may let others wager there."
        return Refusal("command/not-your-box", sentence, clause=rules.clause_of(Step.CONSENT))
    if rules.max_bettors_per_box < 2:
        return Refusal("command/not-offered", "One person may wager on a box.", clause=rules.clause_of(Step.BETTORS))
    return None


def admit(state: TableState, rules: TableRules, command: c.AdmitBettor) -> Iterator[e.Event]:
    """Another bettor may come onto the box."""
    yield e.BettorAdmitted(bettor=command.bettor, box=command.box, clause=rules.clause_of(Step.CONSENT))


def close(state: TableState, rules: TableRules, command: c.CloseWagers, clause: str) -> Iterator[e.Event]:
    """Wagers close; those that lack a required side wager go back, and wheel wagers are taken by the system.

    Clauses: WA3-J10.b, WA2-J10.b. Decisions: 0041, 0060.
    """
    assert state.round is not None, "wagers close within a round"
    bettors = [(box, player) for box in state.round.boxes for player, _ in box.originals]
    lacking = [(box, player) for box, player in bettors if _lacks(box, player, rules)]
    for box, player in lacking:
        yield from _give_back(box, player, Wager.BASE, rules)
    if lacking == bettors:
        return
    yield e.WagersClosed(clause=clause)
    for box, player in bettors:
        if (box, player) not in lacking:
            yield from _take(box, player, rules)


def _take(box: Box, player: str, rules: TableRules) -> Iterator[e.Event]:
    """The system takes a bettor's wheel wagers off the layout. Decision: 0060."""
    for bet in box.bets:
        if bet.player == player and registry.of(bet.wager).is_taken:
            yield e.WagerTaken(
                player=player, box=box.number, wager=bet.wager, amount=bet.amount, clause=rules.clause_of(Step.LOCK_OUT)
            )


def _lacks(box: Box, player: str, rules: TableRules) -> bool:
    """Whether a bettor has left out a side wager that the house requires."""
    return any(box.bet(player, wager) is None for wager in registry.required(rules))


def contribute(state: TableState, rules: TableRules, command: c.Contribute, clause: str) -> Iterator[e.Event]:
    """The meter has said how many whole cents the round adds to it."""
    if command.amount is None:
        raise Refusal("command/meter-missing", f"The meter {command.meter} has not been updated.", clause=clause)
    yield e.ContributionMade(meter=command.meter, amount=command.amount, restarts=command.restarts, clause=clause)
