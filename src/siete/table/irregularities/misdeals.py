"""Cards drawn or dealt wrongly: seen too early, one too many for the dealer, or none for a hand that is due one."""

from __future__ import annotations

from collections.abc import Iterator

from siete.cards import Card, Rank
from siete.rules.options import Authority
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import handlers
from siete.table.automatic import next_due
from siete.table.due import Due, Question, Refusal, Waiting
from siete.table.hand import HandTotal
from siete.table.irregularities.cards import next_card
from siete.table.irregularities.voiding import bets_back, metered, stakes_back, void
from siete.table.stages import dealer
from siete.table.state.box import Box
from siete.table.state.round import Round
from siete.table.state.table import TableState


def _dealt_card(state: TableState, rules: TableRules) -> c.Deal | None:
    """The card that is due to be dealt."""
    due = next_due(state, rules)
    return due.command if isinstance(due, Due) and isinstance(due.command, c.Deal) else None


def _refuse_draw(state: TableState, clause: str, named: Card | None) -> Refusal | None:
    """Why no card can have been drawn in error: no round, another one lying there, none left, or a 10-spot."""
    current = state.round
    if current is None or not current.are_wagers_closed or current.is_void:
        return Refusal("command/no-card-due", "No cards are being dealt.", clause=clause)
    if current.faults.seen is not None:
        return Refusal("command/card-lies-there", "Another card was drawn in error before.", clause=clause)
    card = next_card(state, named)
    if card is None:
        return Refusal("command/card-missing", "There is no such card.", clause=clause)
    if card.rank is Rank.TEN and state.pack is not None:
        return Refusal("command/ten-spot", "The next card is a 10-spot.", clause=clause)
    return None


# --- drawn in error --------------------------------------------------------------------------------------------


def refuse_unexposed(state: TableState, rules: TableRules, command: c.DrawUnexposed) -> Refusal | None:
    """Why no card can have been drawn."""
    clause = rules.clause_of(Step.DRAWN_UNEXPOSED)
    if state.round is not None and state.round.are_dealer_cards_done:
        return Refusal("command/no-card-due", "No more cards are dealt in this round.", clause=clause)
    if state.shoe is None:
        return None if state.round is not None else Refusal("command/no-card-due", "No round is on.", clause=clause)
    return _refuse_draw(state, clause, None)


def draw_unexposed(state: TableState, rules: TableRules, command: c.DrawUnexposed) -> Iterator[e.Event]:
    """It stays the next card."""
    yield e.CardDrawnUnexposed(clause=rules.clause_of(Step.DRAWN_UNEXPOSED))


def refuse_exposed(state: TableState, rules: TableRules, command: c.ExposeCard) -> Refusal | None:
    """Why no card can have been seen: cards must be dealt still, and a hole card is for the floor. Decision: 0079."""
    clause = rules.clause_of(Step.DRAWN_EXPOSED)
    wrong = _refuse_draw(state, clause, command.card)
    if wrong is not None:
        return wrong
    current = state.round
    assert current is not None, "a refusal would have been given"
    if not current.match_done:
        if _dealt_card(state, rules) is None:
            return Refusal("command/not-in-play", "No card is about to be dealt.", clause=clause)
        return _refuse_rank(command, clause) if _is_hole_due(state, rules) else None
    if current.are_dealer_cards_done or current.faults.passed is not None:
        return Refusal("command/not-in-play", "The hands are not being played.", clause=clause)
    return None


def _is_hole_due(state: TableState, rules: TableRules) -> bool:
    """Whether the next card of the first deal is the one that must not be seen."""
    due = _dealt_card(state, rules)
    assert state.round is not None, "cards are dealt within a round"
    is_own = due is not None and due.box == e.DEALER and not due.is_bonus
    return is_own and len(state.round.dealer) == 1 and dealer.has_hole_card(rules)


def _refuse_rank(command: c.ExposeCard | c.ExposeHoleCard, clause: str) -> Refusal | None:
    """An exposed hole card is for a floorperson to tell."""
    if command.rank in (Authority.FLOORPERSON, Authority.SUPERVISOR):
        return None
    return Refusal("command/approval-required", "Tell the floorperson first.", clause=clause)


def expose(state: TableState, rules: TableRules, command: c.ExposeCard) -> Iterator[e.Event]:
    """It is the next card all the same; a hand that has asked for one may refuse it, a doubled or split one not.

    In the first deal a card for a box is simply used; one for the hole makes the round void.
    Clauses: MD-13.G, MDD-13.G, MA-15.d.2, S13-o.4-2. Decisions: 0079, 0080.
    """
    card = next_card(state, command.card)
    assert card is not None and state.round is not None, "a refusal would have been given"
    due = _dealt_card(state, rules)
    box = state.round.box(due.box) if due is not None else None
    clause = rules.clause_of(Step.DRAWN_EXPOSED)
    if due is not None and box is not None and box.hands[due.hand].awaits == "hit":
        yield e.CardSeen(card=card, box=due.box, hand=due.hand, clause=clause)
    else:
        yield e.CardSeen(card=card, clause=clause)
    if _is_hole_due(state, rules):
        yield from void(state, rules, reason="hole card seen", clause=clause)


def refuse_hole(state: TableState, rules: TableRules, command: c.ExposeHoleCard) -> Refusal | None:
    """Why no hole card can have been seen: none lies there face down."""
    clause, current = rules.clause_of(Step.DRAWN_EXPOSED), state.round
    if current is None or current.is_void or not current.is_hole_hidden:
        return Refusal("command/no-hole-card", "No hole card lies face down.", clause=clause)
    return _refuse_rank(command, clause)


def expose_hole(state: TableState, rules: TableRules, command: c.ExposeHoleCard) -> Iterator[e.Event]:
    """The round is void if a player could see the card while hands have still to be played; else it goes on.

    Decision: 0079.
    """
    assert state.round is not None, "a refusal would have been given"
    clause = rules.clause_of(Step.DRAWN_EXPOSED)
    yield e.HoleCardExposed(by=command.by, is_seen=command.is_seen, clause=clause)
    if command.is_seen and not _are_decisions_made(state, rules):
        yield from void(state, rules, reason="hole card seen", clause=clause)
    else:
        yield e.PlayContinued(clause=clause)


def _are_decisions_made(state: TableState, rules: TableRules) -> bool:
    """Whether nothing is left to be decided before the hole card is turned anyway."""
    due = next_due(state, rules)
    return isinstance(due, Due) and isinstance(due.command, c.TurnHoleCard)


def refuse_overdraw(state: TableState, rules: TableRules, command: c.Overdraw) -> Refusal | None:
    """Why the dealer cannot have drawn too many: the total must be one that stands."""
    clause = rules.clause_of(Step.OVERDRAWN)
    wrong = _refuse_draw(state, clause, command.card)
    if wrong is not None:
        return wrong
    current = state.round
    assert current is not None, "a refusal would have been given"
    is_shown = len(current.dealer) > 1 and not current.is_hole_hidden and current.match_done
    if not is_shown or dealer.draws(HandTotal.of(current.dealer), rules):
        return Refusal("command/dealer-not-standing", "The dealer's total is not a standing total.", clause=clause)
    return None


def overdraw(state: TableState, rules: TableRules, command: c.Overdraw) -> Iterator[e.Event]:
    """The card is put away. Decision: 0078."""
    card = next_card(state, command.card)
    assert card is not None, "a refusal would have been given"
    yield e.CardOverdrawn(card=card, how=rules.overdrawn_card.value, clause=rules.clause_of(Step.OVERDRAWN))


# --- not dealt -------------------------------------------------------------------------------------------------


def refuse_miss(state: TableState, rules: TableRules, command: c.MissOwnCard) -> Refusal | None:
    """Why the dealer cannot have missed a card: one of the dealer's first two must be due."""
    clause = rules.clause_of(Step.DEALER_MISSED)
    due = _dealt_card(state, rules)
    is_own = due is not None and due.box == e.DEALER and not due.is_bonus
    if not is_own or state.round is None or state.round.match_done or state.round.faults.is_dealer_missed:
        return Refusal("command/no-card-due", "No first card of the dealer's is due.", clause=clause)
    return None


def miss(state: TableState, rules: TableRules, command: c.MissOwnCard) -> Iterator[e.Event]:
    """The players have their two cards first."""
    yield e.DealerCardMissed(clause=rules.clause_of(Step.DEALER_MISSED))


def refuse_pass(state: TableState, rules: TableRules, command: c.PassOver) -> Refusal | None:
    """Why no hand can have been dealt past: a card must be due to one."""
    due = _dealt_card(state, rules)
    if due is None or due.box == e.DEALER:
        return Refusal("command/no-card-due", "No hand is due a card.", clause=rules.clause_of(Step.CARD_SKIPPED))
    return None


def pass_over(state: TableState, rules: TableRules, command: c.PassOver) -> Iterator[e.Event]:
    """No card: the hand is dead. One card: the second is offered last. A card asked for: the player has a choice.

    Decision: 0081.
    """
    due = _dealt_card(state, rules)
    assert due is not None and state.round is not None, "a refusal would have been given"
    box = state.round.box(due.box)
    assert box is not None, "a due step names a box in play"
    if state.round.match_done:
        yield e.RequestPassed(box=due.box, hand=due.hand, clause=rules.clause_of(Step.CARD_SKIPPED))
    elif box.first_cards:
        yield e.SecondCardMissed(box=due.box, clause=rules.clause_of(Step.ONE_CARD))
    else:
        yield from _die(state, rules, box, 0, rules.clause_of(Step.NO_CARDS))


def _die(state: TableState, rules: TableRules, box: Box, index: int, clause: str) -> Iterator[e.Event]:
    """A dead hand's wagers go back, with its box's side wagers if it was the only hand. Decision: 0081."""
    current = state.round
    assert current is not None, "hands die within a round"
    is_only = len(box.hands) == 1
    if is_only and len(current.boxes) == 1:
        yield from void(state, rules, reason="dead hand", clause=clause)
        return
    yield from stakes_back(box, index, box.hands[index], clause)
    if is_only:
        yield from bets_back(box, clause)
        yield from _unmetered(current, box, clause)
    yield e.HandDied(box=box.number, hand=index, clause=clause)


def _unmetered(current: Round, box: Box, clause: str) -> Iterator[e.Event]:
    found = tuple(each for each in metered(box) if each[0] in current.contributed)
    if found:
        yield e.ReversalsDue(reversals=found, clause=clause)


# --- the player's choice ---------------------------------------------------------------------------------------


def accept(state: TableState, rules: TableRules, command: c.AcceptCard) -> Iterator[e.Event]:
    """The player takes the card."""
    assert state.round is not None, "cards are offered within a round"
    faults = state.round.faults
    if faults.passed is not None:
        box, hand = faults.passed
        yield e.LateCardWanted(box=box, hand=hand, clause=rules.clause_of(Step.SKIPPED_LATER))
    elif faults.offered is not None:
        box, hand = faults.offered
        yield e.SeenCardAccepted(box=box, hand=hand, clause=rules.clause_of(Step.DRAWN_EXPOSED))
    else:
        yield e.SecondCardWanted(box=command.box, clause=rules.clause_of(Step.ONE_CARD))


def refuse_card(state: TableState, rules: TableRules, command: c.RefuseCard) -> Iterator[e.Event]:
    """The player does not: a hand dealt past is dead, one that was shown a card gets no more.

    Decisions: 0080, 0081.
    """
    due = next_due(state, rules)
    assert state.round is not None and isinstance(due, Waiting), "the turn has been checked"
    box = state.round.box(command.box)
    assert box is not None, "the turn has been checked"
    ask = next(ask for ask in due.asks if ask.box == command.box)
    if ask.question is Question.LATE_CARD:
        yield from _die(state, rules, box, ask.hand, rules.clause_of(Step.SKIPPED_DEAD))
    elif ask.question is Question.SECOND_CARD:
        yield from _die(state, rules, box, ask.hand, rules.clause_of(Step.ONE_CARD))
    else:
        yield e.SeenCardRefused(box=command.box, hand=ask.hand, clause=rules.clause_of(Step.EXPOSED_REFUSED))


COMMANDS = dict(
    (
        handlers.command(c.DrawUnexposed, refuse_unexposed, draw_unexposed),
        handlers.command(c.ExposeCard, refuse_exposed, expose),
        handlers.command(c.ExposeHoleCard, refuse_hole, expose_hole),
        handlers.command(c.Overdraw, refuse_overdraw, overdraw),
        handlers.command(c.MissOwnCard, refuse_miss, miss),
        handlers.command(c.PassOver, refuse_pass, pass_over),
    )
)
