"""On which line of a TOML text each key stands; the standard reader tells values but not places."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping

_TOKEN = re.compile(
    r"""
    (?P<string>"{3}(?:\\.|[^\\])*?"{3,5} | '{3}.*?'{3,5} | "(?:\\.|[^"\\\n])*" | '[^'\n]*')
    | (?P<comment>\#[^\n]*) | (?P<newline>\n) | (?P<open>[\[{]) | (?P<close>[\]}]) | (?P<equals>=)
    | (?P<dot>\.) | (?P<bare>[A-Za-z0-9_-]+) | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


def lines_of_keys(text: str) -> Mapping[str, int]:
    """The line of every key at the top of the document, and of every table under its first name."""
    lines: dict[str, int] = {}
    for name, line in _keys(text):
        lines.setdefault(name, line)
    return lines


def _keys(text: str) -> Iterator[tuple[str, int]]:
    """First names of keys and tables outside values, as they come; keys in a table count for the table."""
    line, depth, table, at_start, in_value = 1, 0, "", True, False
    for match in _TOKEN.finditer(text):
        kind, token = str(match.lastgroup), match.group()
        if kind == "newline":
            line, at_start, in_value = line + 1, depth == 0, in_value and depth > 0
        elif kind == "open":
            depth += 1
            table = "[" if at_start and not in_value else table
        elif kind == "close":
            depth -= 1
        elif kind == "equals":
            in_value = in_value or depth == 0
        elif kind in ("bare", "string") and at_start and not in_value:
            name = next(iter(tomllib.loads(f"{token}=0"))) if kind == "string" else token
            at_start = False
            if table == "[" and depth:
                table = name
                yield name, line
            elif not table:
                yield name, line
        line += token.count("\n") if kind == "string" else 0
