"""A lesson of the school in the terminal: why, a demonstration, and a test with its score."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from siete.cli.terminal.layout import Pen, drawn
from siete.cli.terminal.prompt import Leave, Talk
from siete.rules.table_rules import TableRules
from siete.school.demonstrations import demonstration
from siete.school.drills.question import Question
from siete.school.lessons import Lesson, clause_words
from siete.school.paper import Mark, Score
from siete.school.record import Record


class LessonRun:
    """One pupil in one lesson."""

    def __init__(
        self, lesson: Lesson, rules: TableRules, talk: Talk, record: Record, now: Callable[[], datetime]
    ) -> None:
        self._lesson, self._rules, self._talk, self._record, self._now = lesson, rules, talk, record, now
        self._pen = Pen()

    def teach(self) -> None:
        """Why, and the clauses in our words."""
        self._talk.say(self._lesson.title)
        self._talk.say("")
        self._talk.say(self._lesson.why)
        self._talk.say("")
        for clause in self._lesson.clauses:
            self._talk.say(f"  [{clause}] {clause_words(clause)}")
        self._talk.say("")

    def show(self) -> None:
        """The demonstrations, step by step."""
        for name in self._lesson.demonstrations:
            self._talk.say(f"Shown: {name.partition('/')[2].replace('-', ' ')}")
            for step in demonstration(name):
                who = "dealer" if step.is_dealers else "others"
                self._talk.say(f"  {who:7} {step.words} [{step.clause}]")
            self._talk.say("")

    def test(self, questions: Iterable[Question], *, is_exam: bool) -> Score:
        """Ask, and say at once whether it was right, or in an exam only at the end."""
        marks: list[Mark] = []
        try:
            for number, question in enumerate(questions, start=1):
                marks.append(self._ask(number, question))
                if not is_exam:
                    self._talk.say(_verdict(marks[-1]))
        except (Leave, EOFError, KeyboardInterrupt) as left:
            if not isinstance(left, Leave):
                self._talk.say("")
        score = Score(tuple(marks))
        self._close(score, is_exam=is_exam)
        return score

    def _ask(self, number: int, question: Question) -> Mark:
        if question.shown is not None:
            self._draw(*question.shown)
        self._talk.say(f"{number}. {question.text}")
        for place, choice in enumerate(question.choices, start=1):
            self._talk.say(f"   {place}  {choice}")
        given = ""
        while not given:
            given = self._talk.ask("Answer: ")
        mark = Mark(question=question, given=given)
        self._record.add(self._rules.rule_set, question, is_right=mark.is_right, at=self._now())
        return mark

    def _draw(self, name: str, place: int) -> None:
        """The layout before a step of a demonstration."""
        current = demonstration(name)[place].before.round
        for line in drawn(current, self._pen) if current is not None else ():
            self._talk.say(line)

    def _close(self, score: Score, *, is_exam: bool) -> None:
        if is_exam:
            for number, mark in enumerate(score.marks, start=1):
                self._talk.say(f"{number}. {_verdict(mark)}")
        told = "passed" if score.is_passed else "not passed"
        self._talk.say(f"{score.right} of {len(score.marks)} right: {told}. Rules {self._rules.rules_hash[:16]}.")
        for clause in score.missed:
            self._talk.say(f"  read again: [{clause}] {clause_words(clause)}")


def _verdict(mark: Mark) -> str:
    return "Right." if mark.is_right else f"Wrong: {mark.question.explanation}"
