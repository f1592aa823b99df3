"""What the page says when a player is asked something: question, answers with keys, and what a clock does."""

from __future__ import annotations

from siete.rules.table_rules import TableRules
from siete.server.describe.records import AnswerRecord, AskedQuestion, Names
from siete.table import commands as c
from siete.table.answers import ANSWERS, AnswerWords
from siete.table.due import Question

_TAKE_IT = "A card was drawn in error. Take it?"
_ASKED = {
    Question.PLAY: ("Your decision", ""),
    Question.DOUBLED: ("Doubled hand", ""),
    Question.INSURANCE: ("Insurance?", "Insure? Insurance pays {insurance} if the dealer has Blackjack."),
    Question.BLACKJACK: ("Your blackjack", "Blackjack! Be paid now, or hold it to double?"),
    Question.FOLLOW_DOUBLE: ("Follow the double?", "Box {box} was doubled. Follow?"),
    Question.FOLLOW_SPLIT: ("Follow the split?", "Box {box} was split. Follow?"),
    Question.CUT: ("Cut the cards?", "Will you cut the cards?"),
    Question.LOOK: ("Look the cards over", "Look the cards over."),
    Question.RETURN: ("Play here?", "The table is idle. Play?"),
    Question.SEEN_CARD: ("Take the card that was seen?", _TAKE_IT),
    Question.SECOND_CARD: ("Have your second card now?", _TAKE_IT),
    Question.LATE_CARD: ("Have the missed card now?", _TAKE_IT),
}
"""The name of each question, and the sentence that asks it; about a hand in play the page says which it is."""

_DEFAULTS: dict[type[c.Command], str] = {
    c.Stand: "the hand stands",
    c.DeclineInsurance: "no insurance is taken",
    c.RefuseCut: "the cut passes on",
    c.TakeBlackjack: "the blackjack is paid",
    c.CloseWagers: "betting closes",
    c.StayOut: "you stay out",
    c.RideHand: "the wager rides on the first hand",
    c.LookOver: "the cards go on",
    c.RefuseCard: "the card is refused",
    c.AcceptCard: "the card is taken",
    c.Split: "the split is followed",
    c.ReturnToTable: "play goes on",
}
"""What happens when a clock runs out, by the command that is then carried out."""


def questions(rules: TableRules) -> dict[str, AskedQuestion]:
    """By question: its name, its sentence and its answers."""
    return {question.value: _question(question, rules) for question in Question}


def defaults() -> Names:
    """By command: what it comes to, as it follows "in 5 s"."""
    return {kind.__name__: words for kind, words in _DEFAULTS.items()}


def _question(question: Question, rules: TableRules) -> AskedQuestion:
    name, sentence = _ASKED[question]
    return {
        "name": name,
        "sentence": sentence.replace("{insurance}", str(rules.insurance_pays)),
        "answers": [_answer(each) for each in ANSWERS[question]],
    }


def _answer(answer: AnswerWords) -> AnswerRecord:
    said: AnswerRecord = {
        "command": answer.command.__name__,
        "key": answer.key,
        "label": answer.label,
        "action": answer.command.__name__.lower(),  # as odds names it
        "note": answer.note,
    }
    if answer.rides is not None:
        said["rides"] = answer.rides
    return said
