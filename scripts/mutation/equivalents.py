"""Mutants that change nothing anybody can see, one by one with the reason (`equivalents.toml`); they are not tried."""

from __future__ import annotations

import functools
import re
import tomllib
from pathlib import Path

from mutation.mutant import Mutant

LIST = Path(__file__).with_name("equivalents.toml")


@functools.cache
def _listed() -> frozenset[tuple[str, str]]:
    entries = tomllib.loads(LIST.read_text("utf-8"))["equivalent"]
    return frozenset((entry["function"], entry["change"]) for entry in entries)


def is_equivalent(mutant: Mutant) -> bool:
    """Whether the list explains why nobody can notice it; line and number of a label do not matter."""
    found = re.fullmatch(r"(\S+) line \d+: (.*) #\d+", mutant.label)
    return found is not None and (found[1], found[2]) in _listed()
