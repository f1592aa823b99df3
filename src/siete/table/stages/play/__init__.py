"""The players' turns: what each hand is asked, what it may do, and what its answers lead to."""

from siete.table.stages.play.answers import answer
from siete.table.stages.play.asked_hand import AskedHand
from siete.table.stages.play.options import (
    double_limits,
    may_double,
    may_hit,
    may_rescue,
    may_split,
    may_surrender,
    must_stand,
)
from siete.table.stages.play.refusals import insurance_closed, may_answer, refuse_decision, refuse_question
from siete.table.stages.play.turns import due

__all__ = [
    "AskedHand",
    "answer",
    "double_limits",
    "due",
    "insurance_closed",
    "may_answer",
    "may_double",
    "may_hit",
    "may_rescue",
    "may_split",
    "may_surrender",
    "must_stand",
    "refuse_decision",
    "refuse_question",
]
