"""How long people have to answer at a live table, in seconds."""

from __future__ import annotations

from dataclasses import dataclass

from siete.table.due import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Seconds for each kind of question; 0 for a question that may stay open for ever."""

    wager: float = 15
    """From the first wager of a round until the deal."""
    play: float = 25
    insurance: float = 12
    cut: float = 8
    look: float = 3
    other: float = 15
    dealer: float = 30
    """How long a dealer's place is kept who has no open line and makes no motion."""

    def seconds(self, question: Question) -> float:
        """How long an answer to this question may take."""
        match question:
            case Question.PLAY | Question.DOUBLED:
                return self.play
            case Question.INSURANCE | Question.BLACKJACK:
                return self.insurance
            case Question.CUT:
                return self.cut
            case Question.LOOK:
                return self.look
            case Question.RETURN:
                return 0
        return self.other


UNHURRIED = Pace(wager=0, play=0, insurance=0, cut=0, look=3, other=0)
"""A practice table: nobody is hurried, and nobody is kept waiting by cards to look at."""
