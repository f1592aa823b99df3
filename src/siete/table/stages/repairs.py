"""What an irregularity leaves to be done: void rounds cleared, meters put back, 10-spots and bad decks taken out."""

from __future__ import annotations

from collections.abc import Iterator

from siete.cards import Rank
from siete.money import Cents
from siete.rules.options import ReaderFault
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import handlers
from siete.table.due import HOUSE, Approval, Due, Next, Refusal
from siete.table.stages import clearing, exposed_cards, prizes, shuffling
from siete.table.state.round import Round
from siete.table.state.table import TableState


def due_if_void(current: Round, state: TableState, rules: TableRules) -> Next:
    """What is left of a void round: meters give back, what was won before stands and is paid, the cards go.

    Decision: 0075.
    """
    return (
        due_reversal(current)
        or exposed_cards.due(current, state, rules)
        or prizes.due(current, state, rules)
        or clearing.due(current, state, rules)
    )


def due_reversal(current: Round) -> Due | None:
    """A meter that counts wagers which went back."""
    for meter, wagered in current.faults.reversals:
        return Due(c.ReverseContribution(meter=meter, wagered=Cents(wagered)), current.faults.void_clause)
    return None


def due_before_deal(current: Round, state: TableState, rules: TableRules) -> Next:
    """What must be done before the card that is due can be dealt.

    Decision: 0082.
    """
    if current.faults.seen is not None or state.shoe is None:
        return None
    if state.dealt >= len(state.shoe):
        if state.pack is None:
            return None
        is_enough = len(state.discards) > rules.burn_on_load
        if is_enough:
            return Due(c.ReuseDiscards(), rules.clause_of(Step.SHOE_OUT))
        return Approval(c.VoidRound(by=HOUSE), rules.clause_of(Step.SHOE_OUT))
    is_ten = state.shoe[state.dealt].rank is Rank.TEN
    return Approval(c.DisposeTen(by=HOUSE), rules.clause_of(Step.TEN_FOUND)) if is_ten else None


def due_stop(state: TableState, rules: TableRules) -> Next:
    """Nothing is dealt at a table whose reader is out of order, where the rule set stops it; a void round is cleared.

    Decision: 0084.
    """
    is_void = state.round is not None and state.round.is_void
    if not state.is_reader_down or is_void or rules.reader_fault is not ReaderFault.STOP:
        return None
    return Approval(c.RepairReader(by=HOUSE), rules.clause_of(Step.READER_FAULT))


def due_refill(state: TableState, rules: TableRules) -> Next:
    """The shoe that ran out in mid-round is filled from the discard rack: shuffle, cut, and a burned card.

    Clauses: MD-13.K, MDD-13.K. Decision: 0082.
    """
    if state.pack is None:
        return None
    if not state.pack.is_loaded:
        return shuffling.due(state, rules)
    is_of_refill = state.pack.burns_due and len(state.pack.burned) < rules.burn_on_load
    return Due(c.BurnCard(), rules.clause_of(Step.SHOE_OUT_BURN)) if is_of_refill else None


def due_newcomer(state: TableState, rules: TableRules) -> Due | None:
    """A dealer who came in mid-round burns a card before dealing any to the players.

    Decision: 0232.
    """
    is_due = state.pack is not None and state.pack.burns_due
    return Due(c.BurnCard(), rules.clause("burn_new_dealer")) if is_due else None


def reuse(state: TableState, rules: TableRules, command: c.ReuseDiscards, clause: str) -> Iterator[e.Event]:
    """The discard rack is taken to be shuffled; cards on the layout stay."""
    yield e.DiscardsReused(count=len(state.discards), clause=clause)


def due_between(state: TableState, rules: TableRules) -> Next:
    """What must be done with condemned decks before the next round. Decision: 0077."""
    pack = state.pack
    if pack is not None and pack.is_condemned:
        return Due(c.WithdrawDecks(), rules.clause_of(Step.TENS_FOUND))
    if pack is not None and pack.is_withdrawn:
        return Due(c.BringDecks(), rules.clause_of(Step.TENS_FOUND))
    return None


def reverse(state: TableState, rules: TableRules, command: c.ReverseContribution, clause: str) -> Iterator[e.Event]:
    """The meter gives back."""
    if command.amount is None:
        raise Refusal("command/meter-missing", f"The meter {command.meter} has not been read.", clause=clause)
    yield e.ContributionReversed(meter=command.meter, amount=command.amount, clause=clause)


def withdraw(state: TableState, rules: TableRules, command: c.WithdrawDecks, clause: str) -> Iterator[e.Event]:
    """Every card leaves the table but those in the shuffler; decks that lie ready for it go too."""
    pack, opening = state.pack, state.opening
    assert pack is not None, "a due step follows the procedure"
    in_shoe = len(state.shoe) - state.dealt if state.shoe is not None else 0
    beside = len(opening.cards or ()) + len(opening.tens) if opening is not None else 0
    count = in_shoe + len(state.discards) + len(pack.pile) + len(pack.order or ()) + beside
    yield e.DecksWithdrawn(count=count, clause=clause)


def bring(state: TableState, rules: TableRules, command: c.BringDecks, clause: str) -> Iterator[e.Event]:
    """New decks lie ready."""
    if command.cards is None:
        raise Refusal("command/cards-missing", "The new decks have not been brought.", clause=clause)
    if any(card.rank is Rank.TEN for card in command.cards):
        raise Refusal("command/wrong-cards", "There are 10-spots in the new decks.", clause=clause)
    yield e.CardsReady(cards=command.cards, clause=clause)


STEPS = dict(
    (
        handlers.step(c.ReverseContribution, reverse),
        handlers.step(c.WithdrawDecks, withdraw),
        handlers.step(c.BringDecks, bring),
        handlers.step(c.ReuseDiscards, reuse),
    )
)
