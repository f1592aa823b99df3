"""What can be answered to each question that a player is asked: keys and labels, one table for page and terminal."""

from __future__ import annotations

from dataclasses import dataclass

from siete.rules.steps import Step
from siete.table import commands as c
from siete.table.due import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerWords:
    """One answer to a question."""

    command: type[c.PlayerCommand]
    key: str
    """The key that gives it, on the page and on the terminal."""
    label: str
    note: str = ""
    """What it comes to; `{total}` stands for the hand's total, `{most}` and `{at_stake}` for what its template has."""
    step: Step
    """The step of the rules that allows it."""
    rides: int | None = None
    """Which hand a wager rides on, where that is what is answered."""

    def gives(self, command: c.PlayerCommand) -> bool:
        """Whether a command is this answer."""
        if not isinstance(command, self.command):
            return False
        return self.rides is None or (isinstance(command, c.RideHand) and command.rides == self.rides)


_HIT = AnswerWords(command=c.Hit, key="h", label="Hit", note="one card", step=Step.HIT)
_STAND = AnswerWords(command=c.Stand, key="s", label="Stand", note="keep {total}", step=Step.STAND)
_DOUBLE = AnswerWords(command=c.Double, key="d", label="Double", note="{most}", step=Step.DOUBLE)
_SPLIT = AnswerWords(command=c.Split, key="p", label="Split", note="two hands", step=Step.SPLIT)
_SURRENDER = AnswerWords(command=c.Surrender, key="r", label="Surrender", note="lose {at_stake}", step=Step.SURRENDER)
_RESCUE = AnswerWords(command=c.Rescue, key="r", label="Rescue", note="save {at_stake}", step=Step.RESCUE)
_REFUSE_CARD = AnswerWords(command=c.RefuseCard, key="n", label="Refuse the card", step=Step.EXPOSED_REFUSED)
_CARD = (AnswerWords(command=c.AcceptCard, key="a", label="Accept the card", step=Step.DRAWN_EXPOSED), _REFUSE_CARD)
_FACE_UP = AnswerWords(command=c.AskFaceUp, key="f", label="Turn them up", step=Step.IDLE_LOOK)

ANSWERS: dict[Question, tuple[AnswerWords, ...]] = {
    Question.PLAY: (_HIT, _STAND, _DOUBLE, _SPLIT, _SURRENDER, _REFUSE_CARD),
    Question.DOUBLED: (_HIT, _STAND, _DOUBLE, _SPLIT, _RESCUE),
    Question.INSURANCE: (
        AnswerWords(command=c.TakeInsurance, key="i", label="Insure", note="{most}", step=Step.INSURE),
        AnswerWords(
            command=c.DeclineInsurance,
            key="n",
            label="No insurance",
            note="the wager stands alone",
            step=Step.OFFER_INSURANCE,
        ),
    ),
    Question.BLACKJACK: (
        AnswerWords(command=c.TakeBlackjack, key="s", label="Be paid now", note="blackjack", step=Step.PAY_BLACKJACK),
        AnswerWords(command=c.HoldBlackjack, key="d", label="Hold it", note="to double down", step=Step.DOUBLE),
    ),
    Question.FOLLOW_DOUBLE: (
        AnswerWords(command=c.Double, key="d", label="Follow", note="{most}", step=Step.FOLLOW_DOUBLE),
        AnswerWords(command=c.StayOut, key="s", label="Stay out", note="wager as it is", step=Step.FOLLOW_DOUBLE),
    ),
    Question.FOLLOW_SPLIT: (
        AnswerWords(command=c.Split, key="p", label="Follow", note="a wager on each hand", step=Step.FUND_SPLIT),
        AnswerWords(
            command=c.RideHand, key="1", label="First hand", note="ride on it alone", step=Step.FUND_SPLIT, rides=0
        ),
        AnswerWords(
            command=c.RideHand, key="2", label="Second hand", note="ride on it alone", step=Step.FUND_SPLIT, rides=1
        ),
    ),
    Question.CUT: (
        AnswerWords(command=c.CutCards, key="c", label="Cut here", step=Step.CUT),
        AnswerWords(command=c.RefuseCut, key="n", label="Pass the cut", note="to the next player", step=Step.OFFER_CUT),
    ),
    Question.LOOK: (
        AnswerWords(command=c.LookOver, key="s", label="All is well", note="go on", step=Step.OPEN_LOOK),
        AnswerWords(command=c.AskBatchSpread, key="b", label="Spread the batch", step=Step.IDLE_BATCH_SPREAD),
    ),
    Question.RETURN: (
        AnswerWords(command=c.ReturnToTable, key="s", label="Play on", step=Step.IDLE_LOOK),
        _FACE_UP,
    ),
    Question.SEEN_CARD: _CARD,
    Question.SECOND_CARD: _CARD,
    Question.LATE_CARD: _CARD,
}
"""The answers to each question, in the order in which they are shown."""
