"""Two rule sets or submissions side by side: only their differences, by chapter of the rule sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from siete.rules.names import names
from siete.rules.parameter import Section
from siete.rules.ruleset import rule_set
from siete.rules.sheet import Difference, differences, sheet
from siete.rules.submission import Submission, compile_rules, submission_from_text
from siete.rules.table_rules import TableRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What two sets of table rules differ in."""

    titles: tuple[str, str]
    hashes: tuple[str, str]
    sections: tuple[tuple[str, tuple[Difference, ...]], ...]
    same: int
    """How many lines of the two sheets are the same."""


def rules_from(text: str) -> TableRules:
    """The rules of a rule set's name, or of a submission as it is written."""
    name = text.strip()
    if name in names():
        return compile_rules(Submission(rule_set=name, choices={}, lines={}))
    return compile_rules(submission_from_text(text))


def compared(ours: str, theirs: str) -> Comparison:
    """Two rule sets or submissions; one that is faulty is refused with all its faults."""
    pair = rules_from(ours), rules_from(theirs)
    found = differences(*pair)
    lines = {(line.name, line.says) for rules in pair for line in sheet(rules)}
    sections = {line.name: Section(line.section) for rules in pair for line in sheet(rules)}
    placed = sorted(found, key=lambda each: list(Section).index(sections[each.name]))
    return Comparison(
        titles=(_title(pair[0]), _title(pair[1])),
        hashes=(pair[0].rules_hash, pair[1].rules_hash),
        sections=_by_section(placed, sections),
        same=len(lines) - len(found),
    )


def _by_section(
    found: list[Difference], sections: Mapping[str, Section]
) -> tuple[tuple[str, tuple[Difference, ...]], ...]:
    grouped = groupby(found, key=lambda each: sections[each.name])
    return tuple((section.value.replace("_", " "), tuple(held)) for section, held in grouped)


def _title(rules: TableRules) -> str:
    chosen = sum(origin == "operator" for origin in rules.origins.values())
    more = f", {chosen} choice{'s' * (chosen != 1)} of its own" if chosen else ""
    return rule_set(rules.rule_set).title + more
