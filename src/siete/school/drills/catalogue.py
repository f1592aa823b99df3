"""The drills: questions of a lesson, and those with a clock that go over a whole course."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from siete.errors import SieteError
from siete.rules.table_rules import TableRules
from siete.school.dealt_tables import dealt_name
from siete.school.drills import orders, payouts, steps, totals
from siete.school.drills.comparison import compared, differences
from siete.school.drills.floor import floor_questions
from siete.school.drills.question import SchoolQuestion
from siete.school.lessons import Course, Lesson

Make = Callable[[], SchoolQuestion]


def questions(lesson: Lesson, rules: TableRules, rng: Random) -> Iterator[SchoolQuestion]:
    """Questions of a lesson without end, its kinds of drills in turn; none where it has nothing to ask."""
    makers = [made for name in lesson.drills if (made := _maker(name, lesson, rules, rng)) is not None]
    while makers:
        for make in makers:
            yield make()


def _maker(name: str, lesson: Lesson, rules: TableRules, rng: Random) -> Make | None:
    """What makes questions of a kind; nothing where these rules have none."""
    kind, _, what = name.partition(":")
    if kind == "totals":
        return lambda: totals.total(lesson, rng)
    if kind == "payouts":
        lines = tuple(payouts.PAYOUTS[what](rules))
        return (lambda: payouts.payout(lesson, rules, rng, lines)) if lines else None
    if kind == "super-bonus":
        return lambda: payouts.prize(lesson, rules, rng)
    if kind == "clauses":
        known = orders.orders(lesson)
        return (lambda: orders.order(lesson, known, rng)) if len(known) > 1 else None
    found = steps.dealers_steps(lesson, what)
    return (lambda: steps.next_step(lesson.id, found, rng)) if found else None


@dataclass(frozen=True, slots=True)
class Drill:
    """A drill with a clock: as many right answers as one gets."""

    name: str
    title: str
    about: str
    seconds: int
    questions: int
    """It ends after so many, too."""
    passes: int
    """Right answers that pass it."""


DRILLS = (
    Drill("payouts", "Payouts", "Count what each hand is paid.", 180, 40, 20),
    Drill("totals", "Totals at a glance", "Say the total as it is called.", 120, 60, 30),
    Drill("settlement", "Settlement order", "Which wager is settled next?", 180, 10, 9),
    Drill("next-step", "What do you do now?", "The next step at a table in mid-round.", 300, 20, 17),
    Drill("comparison", "Washington or Maryland?", "What is another rule elsewhere.", 180, 20, 17),
    Drill("floor", "Floor: catch the dealer", "The dealer errs now and then.", 300, 24, 20),
)


def drill_of(name: str) -> Drill:
    """The drill of this name."""
    for each in DRILLS:
        if each.name == name:
            return each
    known = ", ".join(each.name for each in DRILLS)
    raise SieteError("school/no-drill", f"There is no drill {name[:40]!r}; there are {known}.")


def drilled(drill: Drill, course: Course, rules: TableRules, rng: Random) -> Iterator[SchoolQuestion]:
    """The questions of a drill without end."""
    if drill.name == "floor":
        yield from floor_questions(_tables(rules, rng, 3), rng)
        return
    makers = tuple(_drill_makers(drill, course, rules, rng))
    while True:
        yield rng.choice(makers)()


def _drill_makers(drill: Drill, course: Course, rules: TableRules, rng: Random) -> Iterator[Make]:
    if drill.name == "comparison":
        assert differences(rules.rule_set), "no two rule sets are alike"
        yield lambda: compared(rules.rule_set, rng)
    elif drill.name == "settlement":
        found = steps.settling_steps(_tables(rules, rng, 4))
        yield lambda: steps.settlement("settlement", found, rng)
    elif drill.name == "next-step":
        places = tuple(place for name in _tables(rules, rng, 3) for place in steps.asked_steps(name))
        yield lambda: steps.next_step("next-step", places, rng)
    else:
        for lesson in course.lessons:
            for name in lesson.drills:
                if name.partition(":")[0] == drill.name and (made := _maker(name, lesson, rules, rng)) is not None:
                    yield made


def _tables(rules: TableRules, rng: Random, count: int) -> tuple[str, ...]:
    """Tables that are dealt for a drill; there are a few hundred of each rule set."""
    return tuple(dealt_name(rules.rule_set, str(rng.randrange(400))) for _ in range(count))
