"""A table that is open and where nobody plays: its cards spread, the next player's look, and back to the shuffle.

The cards lie on the table as they did at the opening, and go the same way from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from siete.cards import Card
from siete.rules.options import IdleSpread, ShuffleMethod
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Ask, Due, Next, Question, Refusal, Waiting
from siete.table.state.opening import Handling, Opening
from siete.table.state.table import TableState

_DEVICES = (ShuffleMethod.AUTOMATED_BATCH, ShuffleMethod.DIRECT_LOAD)


def is_idle(state: TableState, opening: Opening, rules: TableRules) -> bool:
    """Whether a loaded table has had no wager for so long that its cards are spread; never with a continuous device.

    Decks of a second batch that lie on the table are inspected first.

    Clauses: MD-5.H, MD-5.K, MDD-5.H, MDD-5.K, MA-4.i.1, S13-d.8-1.
    """
    is_quiet = opening.now - opening.active_at >= rules.idle_timeout
    is_loaded = state.pack is not None and state.pack.is_loaded
    is_empty = (state.round is None or not state.round.boxes) and opening.cards is None
    is_continuous = rules.shuffle_method is ShuffleMethod.CONTINUOUS and not state.is_shuffler_aside
    return is_quiet and is_loaded and is_empty and not is_continuous


def due(state: TableState, opening: Opening, rules: TableRules) -> Next:
    """Who is asked while idle cards lie on the table: all whether they want to play, then the first to come to look."""
    players = dict.fromkeys((*state.racks, *state.seats.values()))
    if not opening.looker:
        asks = tuple(Ask(player=each, box=seat(state, each), question=Question.RETURN) for each in players)
        return Waiting(asks, rules.clause_of(Step.IDLE_SPREAD))
    ask = Ask(player=opening.looker, box=seat(state, opening.looker), question=Question.LOOK)
    return Waiting((ask,), rules.clause_of(Step.IDLE_LOOK))


def after_look(state: TableState, opening: Opening, rules: TableRules) -> Due | None:
    """With a shuffler, the cards are stacked into it without a wash, and the batch that it holds comes out for play.

    One that is out of order is not in use: the cards are washed and shuffled by hand.

    Clauses: MD-13.S, MDD-13.S.
    """
    if state.is_shuffler_down or rules.shuffle_method not in _DEVICES or not rules.clause_of(Step.IDLE_SHUFFLER):
        return None
    if opening.batch is not None and not opening.is_batch_out:
        return Due(c.ChangeBatch(), rules.clause_of(Step.IDLE_BATCH))
    return Due(c.StackCards(), rules.clause_of(Step.IDLE_SHUFFLER))


def seat(state: TableState, player: str) -> int:
    """The box at which a player sits; 0 for one who stands."""
    return next((box for box, seated in state.seats.items() if seated == player), 0)


def spread(state: TableState, rules: TableRules, command: c.SpreadIdleCards, clause: str) -> Iterator[e.Event]:
    """All cards of shoe and discard rack go onto the table."""
    yield e.IdleCardsSpread(is_face_up=rules.idle_spread is IdleSpread.FACE_UP, clause=clause)


def come_back(state: TableState, rules: TableRules, command: c.ReturnToTable) -> Iterator[e.Event]:
    """A player wants to play; face-down cards are turned up for the look where the rule set says so."""
    assert state.opening is not None, "a refusal would have been given"
    yield e.PlayerReturned(player=command.player, clause=rules.clause_of(Step.IDLE_LOOK))
    if not state.opening.is_face_up and rules.clause_of(Step.IDLE_TURN_UP):
        yield e.CardsTurnedUp(player=command.player, clause=rules.clause_of(Step.IDLE_TURN_UP))


def refuse_answer(state: TableState, rules: TableRules, command: c.PlayerCommand) -> Refusal | None:
    """Why a player may not ask for this while looking at idle cards."""
    opening = state.opening
    assert opening is not None, "questions about spread cards are asked at a prepared table"
    if isinstance(command, c.AskFaceUp) and (opening.is_face_up or not opening.is_idle):
        return Refusal("command/face-up", "The cards lie face up.", clause=rules.clause_of(Step.IDLE_SPREAD))
    if isinstance(command, c.AskBatchSpread) and (opening.batch is None or not opening.is_idle):
        clause = rules.clause_of(Step.IDLE_BATCH) or rules.clause_of(Step.SHUFFLE)
        return Refusal("command/no-batch", "The shuffler holds no batch.", clause=clause)
    return None


def turn_up(state: TableState, rules: TableRules, command: c.AskFaceUp) -> Iterator[e.Event]:
    """A player asked for the cards to lie face up."""
    yield e.CardsTurnedUp(player=command.player, clause=rules.clause_of(Step.IDLE_SPREAD))


def ask_batch(state: TableState, rules: TableRules, command: c.AskBatchSpread) -> Iterator[e.Event]:
    """A player wants the shuffler's batch spread and shuffled before it is dealt."""
    yield e.BatchSpreadAsked(player=command.player, clause=rules.clause_of(Step.IDLE_BATCH_SPREAD))


def cards_going_in(state: TableState) -> tuple[Card, ...]:
    """The cards that change places with the shuffler's batch: spread on an idle table, or those of a spent shoe."""
    if state.pack is not None:
        return state.pack.pile
    return state.opening.cards or () if state.opening is not None else ()


def batch_instead(state: TableState, rules: TableRules) -> Due | None:
    """Where two batches are used in turn, a spent shoe goes into the shuffler and the other batch comes out.

    A shoe that ran out in mid-round is filled from its own discards. Decision: 0195.
    """
    opening = state.opening
    if rules.shuffler_batches < 2 or opening is None or opening.batch is None or state.round is not None:
        return None
    is_usable = not state.is_shuffler_down and len(cards_going_in(state)) == len(opening.batch)
    return Due(c.ChangeBatch(), rules.clause_of(Step.IDLE_SHUFFLER)) if is_usable else None


def change_batch(state: TableState, rules: TableRules, command: c.ChangeBatch, clause: str) -> Iterator[e.Event]:
    """The spread cards go into the shuffler, and its batch comes out. Clauses: MD-5.I.2.b."""
    opening = state.opening
    assert opening is not None and opening.batch is not None, "a due step has a batch"
    if command.order is None:
        raise Refusal("command/order-missing", "The shuffled order is missing.", clause=clause)
    if Counter(command.order) != Counter(cards_going_in(state)):
        raise Refusal("command/wrong-cards", "The shuffler does not hold the cards put into it.", clause=clause)
    yield e.BatchChanged(order=opening.batch, stored=command.order, clause=clause)


def refuse_batch(state: TableState, rules: TableRules, command: c.StoreBatch) -> Refusal | None:
    """Why a second batch may not be put into the shuffler."""
    clause = rules.clause_of(Step.IDLE_BATCH) or rules.clause_of(Step.SHUFFLE)
    opening = state.opening
    if opening is None or opening.batch is not None or rules.shuffler_batches < 2 or state.is_shuffler_down:
        return Refusal("command/no-place-for-batch", "No shuffler here can take another batch.", clause=clause)
    if not is_batch_ready(state, rules):
        sentence = "Receive the decks of the second batch, inspect them and have them verified first."
        return Refusal("command/not-inspected", sentence, clause=rules.clause_of(Step.OPEN_VERIFY))
    if Counter(command.order) != Counter(opening.cards):
        return Refusal("command/wrong-cards", "These are not the cards that were inspected.", clause=clause)
    return None


def is_batch_ready(state: TableState, rules: TableRules) -> bool:
    """Whether the decks of a second batch lie beside the first, inspected and verified, or preinspected.

    Clauses: MD-4.A.2, MDD-4.A.2. Decision: 0195.
    """
    opening = state.opening
    if opening is None or opening.cards is None or state.pack is None:
        return False
    return rules.preshuffled_cards or (Handling.VERIFIED in opening.done and not opening.tens)


def store_batch(state: TableState, rules: TableRules, command: c.StoreBatch) -> Iterator[e.Event]:
    """The shuffler holds a second batch, shuffled."""
    yield e.BatchStored(order=command.order, clause=rules.clause_of(Step.IDLE_BATCH) or rules.clause_of(Step.SHUFFLE))
