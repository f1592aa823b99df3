"""Kinds of what drills ask: odds of payouts, soft and hard totals, lessons of steps; how often each was right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from siete.clauses import register
from siete.host.learning.learner import Learner
from siete.rules.names import NAMES
from siete.rules.ruleset import rule_set
from siete.rules.table_rules import TableRules
from siete.school.drills.payouts import PAYOUTS
from siete.school.lessons import Course

LAST_RUNS = 10
_OTHERS = "Others"
"""What no lesson teaches by its clause."""
_FLOOR = {
    "error": "Errors caught",
    "right": "Right steps let pass",
    "clause": "Clauses named",
    "repair": "Repairs ordered",
}


@dataclass(frozen=True, slots=True)
class KindCount:
    """How often a kind of question was right, of how many."""

    kind: str
    right: int
    asked: int


def by_kind(learner: Learner, deck: str, drill: str, course: Course, rules: TableRules) -> tuple[KindCount, ...]:
    """The answers of the last runs of a drill by kind, the one least known first."""
    papers = [each.paper for each in learner.scored.values() if (each.deck, each.name) == (deck, drill)][-LAST_RUNS:]
    given = [each for paper in papers if paper in learner.papers for each in learner.papers[paper].given]
    return counted(given, course, rules)


def counted(given: Iterable[tuple[str, bool]], course: Course, rules: TableRules) -> tuple[KindCount, ...]:
    """Answers by kind."""
    payouts = {f"payout {line.words}": line.kind for lines in PAYOUTS.values() for line in lines(rules)}
    found: dict[str, KindCount] = {}
    for item, is_right in given:
        kind = payouts.get(item) or _kind(item, course) or _OTHERS
        before = found.get(kind, KindCount(kind, 0, 0))
        found[kind] = KindCount(kind, before.right + is_right, before.asked + 1)
    return tuple(sorted(found.values(), key=lambda each: (each.right / each.asked, each.kind)))


def _kind(item: str, course: Course) -> str:
    word, _, rest = item.partition(" ")
    if word == "total":
        return "Soft totals" if rest.startswith("soft") else "Hard totals"
    if word == "floor":
        return _FLOOR.get(rest.partition(" ")[0], "")
    if word == "compared":
        return _home(rest.partition(" ")[0])
    return _lesson(item.rpartition(" ")[2], course)


def _home(clause: str) -> str:
    """The rule set that a clause is of."""
    prefix = register()[clause].prefix if clause in register() else ""
    return next((rule_set(name).title for name in NAMES if prefix in rule_set(name).prefixes), "")


def _lesson(clause: str, course: Course) -> str:
    """The lesson that teaches a clause."""
    return next((each.title for each in course.lessons if clause in each.clauses), "")
