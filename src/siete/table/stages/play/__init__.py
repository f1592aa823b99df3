"""The players' turns: what each hand is asked, what it may do, and what its answers lead to."""

from siete.table.play.answering import answer
from siete.table.play.options import (
    double_limits,
    may_double,
    may_hit,
    may_rescue,
    may_split,
    may_surrender,
    must_stand,
)
from siete.table.play.refusing import may_answer, refuse_decision, refuse_question
from siete.table.play.turns import due

__all__ = [
    "answer",
    "double_limits",
    "due",
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
