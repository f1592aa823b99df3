"""A mutant: one thing broken, and who must notice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One broken rule: what was changed, whose tests must notice, and how to break it."""

    label: str
    clauses: frozenset[str]
    """The clauses that it carries; their tests must notice, unless `rooms` or `function` says whose must."""
    apply: Callable[[], None]
    near: tuple[str, ...] = ()
    """Words in the names of tests that are likely to notice; they are run first."""
    rooms: tuple[str, ...] = ()
    """Files and folders whose tests answer for it, whatever they are marked with, in place of those of its clauses."""
    function: str = ""
    """The function that was broken, `module:name`; where this is set, the tests that reach it must notice."""
    own: str = ""
    """The one clause whose tests must notice, those marked `data` or `checklist` left out; empty: as said above."""
