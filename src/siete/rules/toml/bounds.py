"""Cheap limits on a TOML text before it is parsed, whose cost can grow with the square of these counts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from siete.errors import Fault, FaultyDocumentError

_BRACKET = re.compile(r"[\[\]{}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBounds:
    """How much of each a text may have; every count takes one pass and errs on the high side."""

    size: int
    """Characters."""
    keys: int
    tables: int
    """Lines that begin with a bracket: headers, and rows of lists."""
    dots: int = 200
    """In one line: a key with many dots is many tables."""
    depth: int = 32
    """Brackets within brackets."""


SUBMISSION = TextBounds(size=1_000_000, keys=2_000, tables=500)
"""A submission that says all it can takes some 200 keys."""


def check(text: str, bounds: TextBounds) -> None:
    """Refuse a text that is larger than any real one."""
    if len(text) > bounds.size:
        raise _refusal("file/too-large", f"The text is longer than {bounds.size:,} characters.")
    _check_depth(text, bounds.depth)
    if text.count("=") > bounds.keys:
        raise _refusal("file/too-many-keys", f"The text has more than {bounds.keys:,} keys.")
    tables = 0
    for number, line in enumerate(text.split("\n"), 1):
        tables += line.lstrip().startswith("[")
        if line.count(".") > bounds.dots:
            raise _refusal("file/too-many-dots", f"A line has more than {bounds.dots} dots.", number)
        if tables > bounds.tables:
            raise _refusal("file/too-many-tables", f"The text has more than {bounds.tables} tables.", number)


def _check_depth(text: str, most: int) -> None:
    depth = 0
    for match in _BRACKET.finditer(text):
        depth = depth + 1 if match[0] in "[{" else max(0, depth - 1)
        if depth > most:
            line = text.count("\n", 0, match.start()) + 1
            raise _refusal("file/too-deep", "The lists or tables in this file are nested too deeply.", line)


def _refusal(code: str, sentence: str, line: int | None = None) -> FaultyDocumentError:
    return FaultyDocumentError([Fault(code=code, sentence=sentence, line=line)])
