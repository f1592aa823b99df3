"""A mutant: one thing broken, and who must notice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One broken rule: what was changed, whose tests must notice, and how to break it."""

    title: Callable[[], str]
    """What was changed, in words; asked only of those that are tried or looked for."""
    clauses: frozenset[str]
    """The clauses that it carries; their tests must notice, unless `rooms` or `lines` says whose must."""
    apply: Callable[[], None]
    near: tuple[str, ...] = ()
    """Words in the names of tests that are likely to notice; they are run first."""
    rooms: tuple[str, ...] = ()
    """Files and folders whose tests answer for it, whatever they are marked with, in place of those of its clauses."""
    lines: tuple[str, range] | None = None
    """The file and the lines that are broken; where this is set, the tests that run one of them must notice."""
    is_possible: Callable[[], bool] = lambda: True
    """Whether a program can have the change; asked only of those that are tried, as it has to be made for it."""
    own: str = ""
    """The one clause whose tests must notice, those marked `data` or `checklist` left out; empty: as said above."""

    @property
    def label(self) -> str:
        """What was changed, in words."""
        return self.title()
