"""Two submissions side by side: what differs, and how one edge becomes the other."""

from __future__ import annotations

from siete.book.comparison import Comparison, compared, rules_from
from siete.lab.waterfall import step_edge, waterfall
from siete.plain import Plain


def comparison(ours: str, theirs: str) -> Plain:
    """Only the differences, with the clauses of both sides, and the steps from one base game to the other."""
    found, pair = compared(ours, theirs), (rules_from(ours), rules_from(theirs))
    return {
        "titles": list(found.titles),
        "rules": [each.rule_set for each in pair],
        "hashes": list(found.hashes),
        "same": found.same,
        "sections": _sections(found),
        "steps": [{"words": list(each.words), "clauses": list(each.clauses)} for each in waterfall(*pair)],
    }


def _sections(found: Comparison) -> list[Plain]:
    return [
        {
            "section": section,
            "rows": [
                {"says": each.says, "values": list(each.values), "clauses": [list(side) for side in each.sides]}
                for each in rows
            ],
        }
        for section, rows in found.sections
    ]


def step(ours: str, theirs: str, number: int) -> Plain:
    """The edge after one of the steps."""
    return {"house_edge": step_edge(rules_from(ours), rules_from(theirs), number)}
