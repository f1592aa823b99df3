"""`decide(state, rules, command)`: the events a command brings about, or a refusal that changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from siete.cards import Card
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import approvals, handlers, supervision
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply.dealing import with_card
from siete.table.automatic import next_due
from siete.table.due import Approval, Ask, Due, Next, Question, Refusal, Waiting
from siete.table.irregularities import cards, devices, misdeals
from siete.table.position.line import PublicPosition
from siete.table.stages import (
    betting,
    clearing,
    coupons,
    dealer,
    dealing,
    exposed_cards,
    hand_pays,
    idling,
    insurance,
    opening,
    play,
    prizes,
    repairs,
    seating,
    settlement,
    shuffling,
    side_wagers,
    verbal_wagers,
)
from siete.table.state.hand import HandStatus
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.words import person_in_words, question_in_words, step_in_words


def decide(state: TableState, rules: TableRules, command: c.Command) -> tuple[e.Event, ...]:
    """The events of a command; raises Refusal when the rules do not allow it."""
    due = None if _is_free(command) else next_due(state, rules)
    why = _refusal(state, rules, command, due)
    if why is not None:
        why.facts = {**why.facts, "position": PublicPosition(state, rules)}
        raise why
    if isinstance(command, c.HouseCommand):
        assert isinstance(due, Due), "a refusal would have been given"
        return hand_pays.with_flags(tuple(_HOUSE[type(command)](state, rules, command, due.clause)), rules)
    if type(command) in _ANY_TIME:
        return tuple(_ANY_TIME[type(command)].decide(state, rules, command))
    if isinstance(command, c.InstructPayment):
        return tuple(prizes.instruct(rules, command))
    if isinstance(command, c.FloorCommand):
        stage = shuffling if type(command) in _CARD_ORDERS else opening
        return tuple(stage.order(state, rules, command))
    assert isinstance(command, c.PlayerCommand), "commands are the house's, the floor's or a player's"
    if type(command) in _BETTING:
        return tuple(_BETTING[type(command)].decide(state, rules, command))
    return tuple(_answer(state, rules, command, due))


def refusal(state: TableState, rules: TableRules, command: c.Command) -> Refusal | None:
    """Why a command is not allowed in this state; None when it is."""
    return _refusal(state, rules, command, None if _is_free(command) else next_due(state, rules))


def _is_free(command: c.Command) -> bool:
    """Whether a command answers no question and is no step, so that what is due does not matter to it."""
    return type(command) in _FREE


def _refusal(state: TableState, rules: TableRules, command: c.Command, due: Next) -> Refusal | None:
    if isinstance(command, c.HouseCommand):
        if state.opening is not None and state.opening.is_closed:
            return Refusal("command/closed", "The table is closed.", clause=rules.clause_of(Step.OPEN_TABLE))
        return _refuse_step(rules, command, due)
    if type(command) in _ANY_TIME:
        return _ANY_TIME[type(command)].refuse(state, rules, command)
    if isinstance(command, c.InstructPayment):
        return prizes.refuse_instruction(rules, command, due)
    if isinstance(command, c.FloorCommand):
        if type(command) in _CARD_ORDERS:
            return shuffling.refuse_order(state, rules, command)
        return opening.refuse_order(state, rules, command, due)
    assert isinstance(command, c.PlayerCommand), "commands are the house's, the floor's or a player's"
    if type(command) in _BETTING:
        return _BETTING[type(command)].refuse(state, rules, command)
    return _refuse_answer(state, rules, command, due)


def _refuse_step(rules: TableRules, command: c.HouseCommand, due: Next) -> Refusal | None:
    """A step of the house is allowed when it is the one that is due."""
    if type(due) is Due and due.command is command:
        return None  # taken as it was due, and not another of the same meaning
    if isinstance(due, Due) and due.command == command:
        return None
    if isinstance(due, Due):
        sentence = f"The next step is to {step_in_words(due.command)}."
        return Refusal("command/not-this-step", sentence, clause=due.clause, facts={"due": due.command})
    if isinstance(due, Waiting):
        names = ", ".join(map(question_in_words, due.asks)) or "a player to come"
        return Refusal("command/players-first", f"Wait for {names}.", clause=due.clause)
    if isinstance(due, Approval):
        sentence = f"A floorperson must first {step_in_words(due.command)}."
        return Refusal("command/approval-required", sentence, clause=due.clause, facts={"due": due.command})
    return Refusal("command/no-wagers", "Nobody has wagered yet.", clause=rules.clause_of(Step.PLACE_BASE))


def _refuse_answer(state: TableState, rules: TableRules, command: c.PlayerCommand, due: Next) -> Refusal | None:
    ask = _asked(due, command)
    return _out_of_turn(state, rules, due, command) if ask is None else refuse_asked(state, rules, ask, command)


def refuse_asked(state: TableState, rules: TableRules, ask: Ask, command: c.PlayerCommand) -> Refusal | None:
    """Why a player may not answer the question before them like this; None where they may."""
    if isinstance(command, c.TakeInsurance):
        if not play.may_answer(ask.question, type(command)):
            return play.insurance_closed(_up_card(state), rules)
        return insurance.refuse_insurance(state, rules, command)
    if ask.question in (Question.LOOK, Question.RETURN):
        return play.refuse_question(ask, command, rules) or idling.refuse_answer(state, rules, command)
    if ask.question is Question.CUT:
        wrong = play.refuse_question(ask, command, rules)
        return wrong or (shuffling.refuse_cut(state, rules, command) if isinstance(command, c.CutCards) else None)
    assert state.round is not None, "questions are asked within a round"
    box = state.round.box(command.box)
    assert box is not None, "questions are asked about boxes in play"
    return play.refuse_decision(play.AskedHand(state, rules, box, ask), command)


def _asked(due: Next, command: c.PlayerCommand) -> Ask | None:
    if not isinstance(due, Waiting):
        return None
    return next((ask for ask in due.asks if (ask.player, ask.box) == (command.player, command.box)), None)


def _out_of_turn(state: TableState, rules: TableRules, due: Next, command: c.PlayerCommand) -> Refusal:
    """Why a player who is not asked may not answer: no round, no box, somebody else's box, or not the turn."""
    clause = rules.clause_of(Step.TURN)
    if isinstance(command, c.CutCards | c.RefuseCut):
        sentence = f"The cut is not offered to {person_in_words(command.player)}."
        return Refusal("command/not-your-cut", sentence, clause=rules.clause_of(Step.OFFER_CUT))
    if state.round is None or not state.round.are_wagers_closed:
        return Refusal("command/no-turn", "No hand has been dealt.", clause=clause)
    box = state.round.box(command.box)
    if box is None:
        return Refusal("command/no-such-box", f"Nobody plays box {command.box} in this round.", clause=clause)
    if not box.original(command.player):
        return Refusal(
            "command/not-your-box",
            f"{person_in_words(command.player)} has no wager on box {command.box}.",
            clause=rules.clause_of(Step.DECIDER),
        )
    if isinstance(command, c.TakeInsurance | c.DeclineInsurance):
        return play.insurance_closed(_up_card(state), rules)
    if isinstance(command, c.Rescue) and any(h.doublings and h.status is HandStatus.BUST for h in box.hands):
        return Refusal(
            "command/may-not-rescue", "A bust hand cannot be rescued.", clause=rules.clause_of(Step.RESCUE_BUST)
        )
    if box.decider != command.player and isinstance(due, Waiting):
        sentence = f"{box.decider} decides for box {command.box}."
        return Refusal("command/not-the-decider", sentence, clause=rules.clause_of(Step.DECIDER))
    return Refusal("command/not-your-turn", f"It is not the turn of box {command.box}.", clause=clause)


def _up_card(state: TableState) -> Card | None:
    return state.round.up if state.round is not None and state.round.dealer else None


def _answer(state: TableState, rules: TableRules, command: c.PlayerCommand, due: Next) -> Iterator[e.Event]:
    if type(command) in _ANSWERS:
        return _ANSWERS[type(command)](state, rules, command)
    ask = _asked(due, command)
    assert ask is not None and state.round is not None, "a refusal would have been given"
    box = state.round.box(command.box)
    assert box is not None, "a refusal would have been given"
    return play.answer(play.AskedHand(state, rules, box, ask), command)


def _start(state: TableState, rules: TableRules, command: c.StartRound, clause: str) -> Iterator[e.Event]:
    yield e.RoundStarted(number=state.rounds + 1, rules_hash=rules.rules_hash, clause=clause)


def _deal(state: TableState, rules: TableRules, command: c.Deal, clause: str) -> Iterator[e.Event]:
    """A card leaves the shoe; a hand with nothing left to decide stands."""
    assert state.round is not None, "cards are dealt within a round"
    card = dealing.card_for(state, command, clause)
    is_face_up = dealing.is_face_up(state.round, command, rules)
    event = e.CardDealt(
        card=card,
        box=command.box,
        hand=command.hand,
        is_face_up=is_face_up,
        is_bonus=command.is_bonus,
        total=dealing.announced_total(state.round, command, card) if is_face_up else 0,
        clause=clause,
    )
    if dealing.is_cover_card_out(state):
        yield e.CoverCardReached(box=command.box, clause=rules.clause_of(Step.COVER_REACHED))
    if command.box == e.DEALER:
        yield from dealing.announce(state.round, command, rules, clause)
    yield event
    if command.box == e.DEALER or not state.round.match_done:
        return
    before = state.round.box(command.box)
    assert before is not None, "the card went to a box in play"
    box = with_card(before, event)
    hand = box.hands[command.hand]
    if hand.status is HandStatus.PLAYING and play.must_stand(box, hand, rules):
        yield e.HandStood(box=command.box, hand=command.hand, clause=rules.clause_of(Step.STOOD_21))


def _settle_wager(state: TableState, rules: TableRules, command: c.SettleWager, clause: str) -> Iterator[e.Event]:
    if command.wager is Wager.INSURANCE:
        return insurance.settle_insurance(state, rules, command, clause)
    return side_wagers.settle(state, rules, command, clause)


_CARD_ORDERS = (c.OrderRecut, c.OrderReshuffle, c.LetIn, c.RelieveDealer)
"""Orders about cards and dealers, which may come at any time; others sign for what the opening needs."""

_ANY_TIME = dict(
    (
        handlers.command(c.TellTime, opening.refuse_time, opening.tell_time),
        handlers.command(c.StoreBatch, idling.refuse_batch, idling.store_batch),
        *seating.COMMANDS.items(),
        *cards.COMMANDS.items(),
        *misdeals.COMMANDS.items(),
        *devices.COMMANDS.items(),
        *approvals.COMMANDS.items(),
        *supervision.COMMANDS.items(),
    )
)

_BETTING = dict(
    (
        handlers.command(c.PlaceWager, betting.refuse_wager, betting.place),
        handlers.command(c.CallWager, betting.refuse_wager, verbal_wagers.call),
        handlers.command(c.PlaceCoupon, coupons.refuse_coupon, coupons.place),
        handlers.command(c.WithdrawWager, betting.refuse_withdrawal, betting.withdraw),
        handlers.command(c.AdmitBettor, betting.refuse_admission, betting.admit),
        handlers.command(c.AskBurnCard, shuffling.refuse_disclosure, shuffling.show_burn_card),
    )
)

_FREE = frozenset((*_CARD_ORDERS, *_ANY_TIME, *_BETTING))

_ANSWERS = dict(
    (
        handlers.answer(c.TakeBlackjack, insurance.take_blackjack),
        handlers.answer(c.HoldBlackjack, insurance.hold_blackjack),
        handlers.answer(c.TakeInsurance, insurance.take_insurance),
        handlers.answer(c.DeclineInsurance, insurance.decline_insurance),
        handlers.answer(c.LookOver, opening.look_over),
        handlers.answer(c.ReturnToTable, idling.come_back),
        handlers.answer(c.AskFaceUp, idling.turn_up),
        handlers.answer(c.AskBatchSpread, idling.ask_batch),
        handlers.answer(c.CutCards, shuffling.cut),
        handlers.answer(c.AcceptCard, misdeals.accept),
        handlers.answer(c.RefuseCard, misdeals.refuse_card),
        handlers.answer(c.RefuseCut, shuffling.decline_cut),
    )
)

_HOUSE = dict(
    (
        handlers.step(c.StartRound, _start),
        handlers.step(c.ConfirmWager, verbal_wagers.confirm),
        handlers.step(c.CloseWagers, betting.close),
        handlers.step(c.Contribute, betting.contribute),
        handlers.step(c.Deal, _deal),
        handlers.step(c.TurnUpCards, dealing.turn_up),
        handlers.step(c.SettleWager, _settle_wager),
        handlers.step(c.BeginBaseGame, side_wagers.begin),
        handlers.step(c.PayHand, settlement.pay),
        handlers.step(c.AnnounceBlackjack, settlement.announce_blackjack),
        handlers.step(c.RemoveHand, settlement.remove),
        handlers.step(c.OfferInsurance, insurance.offer),
        handlers.step(c.CloseInsurance, insurance.close),
        handlers.step(c.Peek, insurance.peek),
        handlers.step(c.CollectBust, settlement.collect_bust),
        handlers.step(c.SettleSurrender, settlement.settle_surrender),
        handlers.step(c.TurnHoleCard, dealer.turn_hole),
        handlers.step(c.SkipSecondCard, dealer.skip_second),
        handlers.step(c.StandDealer, dealer.stand),
        handlers.step(c.SettleHand, settlement.settle),
        handlers.step(c.PaySuperBonus, prizes.pay_super_bonus),
        handlers.step(c.PayEnvy, prizes.pay_envy),
        handlers.step(c.Spin, side_wagers.spin),
        handlers.step(c.PayAward, prizes.pay_award),
        handlers.step(c.PickUp, clearing.pick_up),
        *opening.STEPS.items(),
        handlers.step(c.DoShuffleStep, shuffling.shuffle_step),
        handlers.step(c.ShuffleCards, shuffling.shuffle),
        handlers.step(c.StackPreshuffled, shuffling.stack_preshuffled),
        handlers.step(c.CutForHouse, shuffling.cut_for_house),
        handlers.step(c.AlignStack, shuffling.align),
        handlers.step(c.PlaceCoverCard, shuffling.place_cover),
        handlers.step(c.LoadShoe, shuffling.load),
        handlers.step(c.BurnCard, shuffling.burn),
        handlers.step(c.CollectShoe, shuffling.collect),
        *repairs.STEPS.items(),
        *exposed_cards.STEPS.items(),
    )
)
