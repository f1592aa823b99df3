"""The school in the terminal: why, a demonstration, practice at the desk, tests, drills and the exam."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

from siete.cards import cards_from_text
from siete.cli.terminal.layout import Pen, drawn
from siete.cli.terminal.moments import DeskMoments, told
from siete.cli.terminal.prompt import Leave, Talk
from siete.money import cents_to_text
from siete.rules.table_rules import TableRules
from siete.school.dealt_tables import script
from siete.school.demonstrations import DemonstrationStep, demonstration, excerpt
from siete.school.drills.catalogue import Drill
from siete.school.drills.payouts import samples
from siete.school.drills.question import SchoolQuestion
from siete.school.drills.steps import step_item
from siete.school.exam import PASSES, SECONDS, TASKS, Exam
from siete.school.lessons import Lesson, clause_words
from siete.school.paper import Mark, Score
from siete.school.record import PupilRecord
from siete.table import commands as c


class Classroom:
    """One pupil in the school of one rule set."""

    def __init__(self, rules: TableRules, talk: Talk, record: PupilRecord, now: Callable[[], datetime]) -> None:
        self._rules, self._talk, self._record, self._now = rules, talk, record, now
        self._pen = Pen()
        self._desk = DeskMoments(talk, self._pen)

    # --- a lesson ----------------------------------------------------------------------------------------------------

    def teach(self, lesson: Lesson) -> None:
        """Why, and the clauses in our words."""
        self._talk.say(lesson.title)
        self._talk.say("")
        self._talk.say(lesson.why)
        self._talk.say("")
        for clause in lesson.clauses:
            self._talk.say(f"  [{clause}] {clause_words(clause)}")
        self._talk.say("")
        for each in samples(lesson, self._rules):
            self._say_hand(each.hand.cards, each.hand.dealer)
            self._talk.say(f"  {each.words}: {cents_to_text(each.wager)} is paid {each.pays} [{each.clause}]")
            self._talk.say("")

    def show(self, lesson: Lesson, names: Iterable[str]) -> None:
        """Demonstrations, step by step, with the cards as they lie when no more are dealt for the moment."""
        for name in names:
            self._talk.say(f"Shown: {name.partition('/')[2].replace('-', ' ')}")
            lay: list[str] = []
            for place in excerpt(lesson, name):
                step = demonstration(name)[place]
                if not isinstance(step.command, c.Deal):
                    before, lay = lay, list(self._layout(step))
                    for line in lay if lay != before else ():
                        self._talk.say(line)
                who = "dealer" if step.is_asked else "others"
                self._talk.say(f"  {who:7} {step.words} [{step.clause}]")
            self._talk.say("")

    def _layout(self, step: DemonstrationStep) -> Iterator[str]:
        """The layout before a step."""
        if step.before.round is not None:
            yield from drawn(step.before.round, self._pen)

    def _say_hand(self, cards: str, dealer: str) -> None:
        """A hand, and the dealer's cards as far as they matter."""
        for who, text in (("Dealer", dealer), ("Hand", cards)):
            if text:
                self._talk.say(f"  {who:8} {self._pen.cards(cards_from_text(text))}")

    def deal(self, lesson: Lesson, steps: Sequence[DemonstrationStep]) -> bool:
        """Practice at the desk: every step is typed until it is right; whether nine in ten were at the first try."""
        self._talk.say("You deal. Type the next step; help lists the words, q ends.")
        right = done = 0
        try:
            for step in steps:
                right += self._deal_step(lesson, step)
                done += 1
        except _LEFT as left:
            self._left(left)
        self._talk.say(f"{right} of {done} steps right at the first try. Rules {self._rules.rules_hash[:16]}.")
        return bool(done) and right >= 0.9 * done

    def _deal_step(self, lesson: Lesson, step: DemonstrationStep) -> bool:
        is_first = is_right = True
        while True:
            _, why = self._desk.ask(step)
            if is_first:
                is_right = why is None
                self._keep(step_item(step), lesson.id, step.clause, is_right=is_right)
            if why is None:
                return is_right
            is_first = False
            self._talk.say(str(why))

    # --- papers ------------------------------------------------------------------------------------------------------

    def test(self, questions: Iterable[SchoolQuestion], *, is_exam: bool) -> Score:
        """Ask, and say at once whether it was right, or in an exam only at the end."""
        marks: list[Mark] = []
        try:
            for number, question in enumerate(questions, start=1):
                marks.append(self._ask(number, question))
                if not is_exam:
                    self._talk.say(_verdict(marks[-1]))
        except _LEFT as left:
            self._left(left)
        score = Score(tuple(marks))
        self._close(score, is_exam=is_exam)
        return score

    def drill(self, drill: Drill, questions: Iterable[SchoolQuestion]) -> bool:
        """As many right answers as the time allows; whether they were enough."""
        self._talk.say(f"{drill.title}. {drill.about} {drill.questions} questions in {drill.seconds} seconds.")
        began, marks = self._now(), list[Mark]()
        try:
            for number, question in enumerate(questions, start=1):
                mark = self._ask(number, question)
                if (self._now() - began).total_seconds() > drill.seconds:
                    self._talk.say("The time is over.")
                    break
                marks.append(mark)
                self._talk.say(_verdict(mark))
        except _LEFT as left:
            self._left(left)
        right, seconds = Score(tuple(marks)).right, (self._now() - began).total_seconds()
        self._talk.say(f"{right} of {len(marks)} right in {seconds:.0f} seconds; {drill.passes} pass.")
        return right >= drill.passes

    def exam(self, exam: Exam) -> bool:
        """The exam of the course; whether it is passed. Nothing is said before its end."""
        self._talk.say(f"{TASKS} tasks in {SECONDS // 60} minutes, {PASSES} to pass: questions, then the desk.")
        began, lines, right, missed = self._now(), list[str](), 0, dict[str, None]()

        def take(line: str, clause: str, *, is_right: bool) -> None:
            nonlocal right
            is_in_time = (self._now() - began).total_seconds() <= SECONDS
            right += is_right and is_in_time
            lines.append(line if is_in_time else "Too late.")
            if not is_right:
                missed[clause] = None

        try:
            for number, question in enumerate(exam.questions, start=1):
                mark = self._ask(number, question)
                take(_verdict(mark), question.clause, is_right=mark.is_right)
            for moment in exam.moments:
                command, why = self._desk.ask(moment.step)
                self._keep(moment.item, "exam", moment.step.clause, is_right=why is None)
                take(told(command, moment.step, why), moment.step.clause, is_right=why is None)
        except _LEFT as left:
            self._left(left)
        for number, line in enumerate(lines, start=1):
            self._talk.say(f"{number}. {line}")
        is_passed = right >= PASSES
        self._total(right, TASKS, is_passed=is_passed, missed=missed)
        return is_passed

    # --- parts -------------------------------------------------------------------------------------------------------

    def _ask(self, number: int, question: SchoolQuestion) -> Mark:
        if question.shown is not None:
            name, place = question.shown
            for line in self._layout(script(name)[place]):
                self._talk.say(line)
        self._say_hand(question.cards, question.dealer)
        if question.note:
            self._talk.say(question.note)
        self._talk.say(f"{number}. {question.text}")
        for place, choice in enumerate(question.choices, start=1):
            self._talk.say(f"   {place}  {choice}")
        given = ""
        while not given:
            given = self._talk.ask("Answer: ")
        mark = Mark(question=question, given=given)
        self._keep(question.item, question.lesson, question.clause, is_right=mark.is_right)
        return mark

    def _keep(self, item: str, kind: str, clause: str, *, is_right: bool) -> None:
        self._record.keep(self._rules.rule_set, item=item, kind=kind, clause=clause, is_right=is_right, at=self._now())

    def _close(self, score: Score, *, is_exam: bool) -> None:
        if is_exam:
            for number, mark in enumerate(score.marks, start=1):
                self._talk.say(f"{number}. {_verdict(mark)}")
        self._total(score.right, len(score.marks), is_passed=score.is_passed, missed=score.missed)

    def _total(self, right: int, asked: int, *, is_passed: bool, missed: Iterable[str]) -> None:
        word = "passed" if is_passed else "not passed"
        self._talk.say(f"{right} of {asked} right: {word}. Rules {self._rules.rules_hash[:16]}.")
        for clause in missed:
            self._talk.say(f"  read again: [{clause}] {clause_words(clause)}")

    def _left(self, left: BaseException) -> None:
        if not isinstance(left, Leave):
            self._talk.say("")


_LEFT = (Leave, EOFError, KeyboardInterrupt)
"""How somebody ends before the end."""


def _verdict(mark: Mark) -> str:
    return "Right." if mark.is_right else f"Wrong: {mark.question.explanation}"
