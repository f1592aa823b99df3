"""Decision points: which question a command answers, so that a late command can be refused.

A point names round, stage and turn of the box: `12.play.3.0.2.0.1` is round 12, box 3, its first hand with two cards,
not doubled, of one. It changes with every answer of that box and with nothing that others do, so that seven people can
wager at once. To everybody else it is an opaque text.
"""

from __future__ import annotations

from hashlib import sha256

from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table.decide import refusal
from siete.table.due import Ask, Due, Next, Question, Waiting
from siete.table.state.box import Box
from siete.table.state.table import TableState

WAGER = "wager"
_ABOUT_CARDS = (Question.LOOK, Question.RETURN, Question.CUT)
"""Questions about the cards before a round, which no box decides."""


def stage(state: TableState, due: Next) -> str:
    """The stage of the table: the question that is open, or what the house is doing."""
    if isinstance(due, Waiting) and due.asks:
        return due.asks[0].question.value
    if state.round is not None:
        return "dealing" if state.round.are_wagers_closed else WAGER
    return "opening" if state.opening is not None and not state.opening.is_open else "shuffle"


def wager_point(state: TableState) -> str:
    """The point at which wagers for this round are made."""
    number = state.round.number if state.round is not None else state.rounds + 1
    return f"{number}.{WAGER}"


def ask_point(state: TableState, ask: Ask) -> str:
    """The point of a question."""
    if ask.question in _ABOUT_CARDS:
        shuffles = state.pack.shuffles if state.pack is not None else 0
        return f"{state.rounds}.{ask.question.value}.{ask.box}.{shuffles}"
    assert state.round is not None, "questions of a box are asked within a round"
    box = state.round.box(ask.box)
    assert box is not None, "questions are asked about boxes in play"
    return f"{state.round.number}.{ask.question.value}.{ask.box}.{ask.hand}.{_turn(box, ask)}"


def _turn(box: Box, ask: Ask) -> str:
    hand = box.hands[ask.hand]
    return f"{len(hand.cards)}.{hand.doublings}.{len(box.hands)}"


def expected_point(state: TableState, due: Next, command: c.PlayerCommand) -> str:
    """The point that a player's command has to name now; empty where there is none for it."""
    if isinstance(due, Waiting):
        mine = (ask for ask in due.asks if (ask.player, ask.box) == (command.player, command.box))
        return next((ask_point(state, ask) for ask in mine), "")
    if state.round is not None and not state.round.are_wagers_closed:
        return wager_point(state)
    return ""


def step_point(state: TableState, due: Next) -> str:
    """The point of the house's due step: another one after every step, and the same whatever players do meanwhile."""
    if not isinstance(due, Due):
        return ""
    number = state.round.number if state.round is not None else state.rounds
    shuffle = (state.pack.shuffles, len(state.pack.steps), state.pack.burns_due) if state.pack is not None else ()
    named = repr((number, due.command, state.dealt, len(state.discards), shuffle))
    return f"{number}.step.{sha256(named.encode()).hexdigest()[:12]}"


def default_answer(state: TableState, rules: TableRules, ask: Ask) -> c.PlayerCommand | None:
    """The answer that counts when the time runs out: no insurance, no cut, stand; no money is put at risk.

    Nobody is made to return to an idle table.
    """
    made = (kind(player=ask.player, box=ask.box) for kind in _DEFAULTS.get(ask.question, (c.Stand,)))
    wanted = made if ask.question is not Question.FOLLOW_SPLIT else (_ride(ask),)
    return next((each for each in wanted if refusal(state, rules, each) is None), None)


def _ride(ask: Ask) -> c.PlayerCommand:
    return c.RideHand(player=ask.player, box=ask.box, rides=0)


_DEFAULTS: dict[Question, tuple[type[c.PlayerCommand], ...]] = {
    Question.BLACKJACK: (c.TakeBlackjack,),
    Question.INSURANCE: (c.DeclineInsurance,),
    Question.LOOK: (c.LookOver,),
    Question.RETURN: (),
    Question.CUT: (c.RefuseCut,),
    Question.FOLLOW_DOUBLE: (c.StayOut,),
    Question.SEEN_CARD: (c.RefuseCard, c.AcceptCard),
    Question.SECOND_CARD: (c.AcceptCard, c.RefuseCard),
    Question.LATE_CARD: (c.AcceptCard, c.RefuseCard),
}
