"""Washington against Maryland: what a choice or a payout is in one rule set, where the other has something else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from siete.money import Odds
from siete.rules.parameter import Section
from siete.rules.ruleset import rule_set
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.school.courses import sources
from siete.school.drills.payouts import named_line
from siete.school.drills.question import SchoolQuestion

LESSON = "comparison"
_LONGEST = 60
"""Letters of a value that can be an answer."""


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """One thing that two rule sets see differently."""

    about: str
    here: str
    there: str
    clause: str
    is_here: bool
    """Whether the question is about the course's own rule set."""
    title: str


@lru_cache(maxsize=16)
def differences(name: str) -> tuple[RuleDifference, ...]:
    """All that a rule set and the other one see differently, asked both ways."""
    mine, other = table_rules(name), table_rules(sources()[name].against)
    return tuple(_both(mine, other))


def _both(mine: TableRules, other: TableRules) -> Iterator[RuleDifference]:
    titles = rule_set(mine.rule_set).title, rule_set(other.rule_set).title
    for about, one, clause, two, their_clause in (*_choices(mine, other), *_payouts(mine, other)):
        if clause:
            yield RuleDifference(about, one, two, clause, True, titles[0])
        if their_clause:
            yield RuleDifference(about, two, one, their_clause, False, titles[1])


_Row = tuple[str, str, str, str, str]


def _choices(mine: TableRules, other: TableRules) -> Iterator[_Row]:
    theirs = {name: value for name, _, value in other.items()}
    for name, parameter, value in mine.items():
        against = theirs.get(name)
        if value is None or against is None or value == against:
            continue
        one, two = parameter.kind.text(value), parameter.kind.text(against)
        is_number = one.isdecimal() or two.isdecimal()  # which could be taken for the number of a choice
        if max(len(one), len(two)) <= _LONGEST and not is_number and parameter.section is not Section.JACKPOT:
            yield parameter.says, one, mine.clause(name), two, other.clause(name)


def _payouts(mine: TableRules, other: TableRules) -> Iterator[_Row]:
    theirs = {row.line: row for row in other.bonus_21}
    for row in mine.bonus_21:
        against = theirs.get(row.line)
        if against is not None and isinstance(row.pays, Odds) and row.pays != against.pays:
            yield f"{named_line(row.clause)} pays", str(row.pays), row.clause, str(against.pays), against.clause


def compared(name: str, rng: Random) -> SchoolQuestion:
    """What a rule set says about something that the other one sees differently."""
    found = differences(name)
    asked = rng.choice(found)
    choices = [asked.here, asked.there]
    rng.shuffle(choices)
    return SchoolQuestion(
        item=f"compared {asked.clause} {asked.about}"[:120],
        lesson=LESSON,
        text=f"{asked.title}: {asked.about[0].lower()}{asked.about[1:]}?",
        answer=asked.here,
        clause=asked.clause,
        choices=tuple(choices),
    )
