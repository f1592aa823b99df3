"""Lessons, read from `lessons/*.toml`: why, which clauses, which golden rounds, which drills.

A file has every rule set's clauses side by side; `courses.toml` says which rule sets have a course. A clause may end in
`*`. A mistake names its file, its line and the clause or name that is wrong.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from siete.book.sources import golden_texts
from siete.clauses import citations, register
from siete.errors import SieteError
from siete.school.courses import CourseSource, sources

DRILLS = ("totals", "payouts", "super-bonus", "next-step", "clauses")
"""Kinds of drills. `payouts:bonus` names what is paid; `next-step:settle` names words of the steps that it asks for."""
_KEYS = {"title", "why", "drills", "clauses", "demonstrations"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One lesson of a course."""

    id: str
    title: str
    why: str
    drills: tuple[str, ...]
    clauses: tuple[str, ...]
    """The clauses it teaches, in the order of the register."""
    demonstrations: tuple[str, ...]
    """Golden files that show it, `md/surrender`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """All lessons of one rule set."""

    rule_set: str
    lessons: tuple[Lesson, ...]

    def lesson(self, id: str) -> Lesson:
        """The lesson of this name."""
        for each in self.lessons:
            if each.id == id:
                return each
        known = ", ".join(each.id for each in self.lessons)
        raise SieteError("school/no-lesson", f"There is no lesson {id[:40]!r} for {self.rule_set}; there are {known}.")


def clause_words(clause: str) -> str:
    """What a clause or a reading says, without the marks for readers of the register."""
    return re.sub(r" ?\[AMB-\d+\]", "", citations()[clause].summary)


class LessonError(ValueError):
    """A mistake in a lesson's file: for whoever writes lessons, never for a pupil."""

    def __init__(self, file: str, line: int, what: str) -> None:
        super().__init__(f"{file}, line {line}: {what}")


@cache
def course(rule_set: str) -> Course:
    """The course of a rule set; lessons that have nothing to teach there are left out."""
    source = sources().get(rule_set)
    if source is None:
        raise SieteError("school/no-course", f"There is no course for {rule_set}; there are {', '.join(sources())}.")
    lessons = (_lesson(file.name, file.read_text("utf-8"), source) for file in _files())
    return Course(rule_set=rule_set, lessons=tuple(each for each in lessons if each.clauses))


def _files() -> list[Traversable]:
    found = (each for each in (files(__package__) / "lessons").iterdir() if each.name.endswith(".toml"))
    return sorted(found, key=lambda each: each.name)


def _lesson(name: str, text: str, source: CourseSource) -> Lesson:
    page = _Page(name, text)
    page.check_keys()
    for drill in page.data["drills"]:
        if drill.partition(":")[0] not in DRILLS:
            raise page.fault(drill, f"there is no drill {drill!r}")
    return Lesson(
        id=name.removesuffix(".toml").partition("-")[2],
        title=page.data["title"],
        why=page.data["why"].strip(),
        drills=tuple(page.data["drills"]),
        clauses=tuple(_clauses(page, source)),
        demonstrations=tuple(_demonstrations(page, source)),
    )


class _Page:
    """A lesson's file, with the place of everything in it."""

    def __init__(self, name: str, text: str) -> None:
        self._name, self._text = name, text
        try:
            self.data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"at line (\d+)", str(error))
            raise LessonError(name, int(found[1]) if found else text.count("\n"), str(error)) from None

    def fault(self, near: str, what: str) -> LessonError:
        """A fault at the first line that has this text."""
        lines = self._text.splitlines()
        line = next((number for number, each in enumerate(lines, start=1) if near in each), 1)
        return LessonError(self._name, line, what)

    def check_keys(self) -> None:
        """Every key must be there, and no other; clauses and rounds are those of rule sets that have a course."""
        for key in sorted(set(self.data) ^ _KEYS):
            raise self.fault(key, f"the key {key!r} is {'unknown' if key in self.data else 'missing'}")
        for part, others in (("clauses", set()), ("demonstrations", {"all"})):
            for name in sorted(set(self.data[part]) - set(sources()) - others):
                raise self.fault(f"{name} =", f"there is no course for {name!r}")


def _clauses(page: _Page, source: CourseSource) -> Iterator[str]:
    own, held = page.data["clauses"].get(source.rule_set), register()
    theirs = page.data["clauses"].get(source.like, [])
    patterns = own if own is not None else [each.replace(source.like_prefix, source.prefix, 1) for each in theirs]
    for pattern in patterns:
        if not any(fnmatchcase(each, pattern) for each in held):
            raise page.fault(pattern, f"no clause is called {pattern}")
    yield from (each for each in held if any(fnmatchcase(each, pattern) for pattern in patterns))


def _demonstrations(page: _Page, source: CourseSource) -> Iterator[str]:
    named = page.data["demonstrations"]
    for name in (*named.get("all", ()), *named.get(source.rule_set, named.get(source.like, ()))):
        if f"{source.rule_set}/{name}" not in golden_texts():
            raise page.fault(name, f"there is no golden round {source.rule_set}/{name}")
        yield f"{source.rule_set}/{name}"
