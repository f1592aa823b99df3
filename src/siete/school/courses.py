"""Which rule sets have a course, whose lessons each takes, and which one it is compared with: `courses.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseSource:
    """A rule set's way of reading a lesson's file: whose entries it takes, and under which prefix."""

    rule_set: str
    prefix: str
    like: str
    like_prefix: str
    against: str
    """The rule set that a drill holds it against."""


@cache
def sources() -> Mapping[str, CourseSource]:
    """Every rule set with a course."""
    read = tomllib.loads((files(__package__) / "courses.toml").read_text("utf-8"))
    return {
        name: CourseSource(
            rule_set=name,
            prefix=each["prefix"],
            like=each.get("like", name),
            like_prefix=read[each.get("like", name)]["prefix"],
            against=each["against"],
        )
        for name, each in read.items()
    }
