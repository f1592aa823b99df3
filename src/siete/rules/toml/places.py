"""The line of every value of a TOML text, by its path; the standard parser gives values but not lines."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping

Path = tuple[str | int, ...]
"""Where a value stands: names of keys, and numbers (from 0) within lists."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BETWEEN = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*")
_KEY = re.compile(r"""[ \t]*("(?:\\.|[^"\\\n])*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*(\.?)""")
_STRING = re.compile(
    r""" "{3}(?:\\.|[^\\])*?"{3,5} | '{3}.*?'{3,5} | "(?:\\.|[^"\\\n])*" | '[^'\n]*' """, re.DOTALL | re.VERBOSE
)
_BARE = re.compile(r"[^\s,\]}#]+(?: \d\d:[^\s,\]}#]+)?")


def lines_of_paths(text: str) -> Mapping[Path, int]:
    """The line of every key, table and list item of a text that is known to be TOML."""
    return _Scan(text).places


def lines_of_keys(text: str) -> Mapping[str, int]:
    """The line of every name at the top of a text that is known to be TOML: where it is first met."""
    lines: dict[str, int] = {}
    for path, line in _Scan(text).places.items():
        lines.setdefault(str(path[0]), line)
    return lines


class _Scan:
    """One pass over the text; since the text is sound, what stands where can be told from little."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places: dict[Path, int] = {}
        self._at = 0
        self._counts: dict[Path, int] = {}
        self._breaks = [place for place, letter in enumerate(text) if letter == "\n"]
        self._document()

    def _document(self) -> None:
        table: Path = ()
        while self._skip(_BLANK):
            if self.text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _skip(self, what: re.Pattern[str]) -> bool:
        """Pass over what does not matter here; whether anything is left."""
        match = what.match(self.text, self._at)
        self._at = match.end() if match else self._at
        return self._at < len(self.text)

    def _header(self) -> Path:
        is_list = self.text.startswith("[[", self._at)
        line = self._line()
        self._at += 2 if is_list else 1
        keys = self._keys()
        self._at += 2 if is_list else 1
        path = self._resolved(keys, is_list=is_list)
        self.places.setdefault(path, line)
        return path

    def _resolved(self, keys: list[str], *, is_list: bool) -> Path:
        """The path of a header: a name of a list of tables stands for the last of them."""
        path: Path = ()
        for place, key in enumerate(keys):
            path = (*path, key)
            if is_list and place == len(keys) - 1:
                self._counts[path] = self._counts.get(path, 0) + 1
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
        return path

    def _keys(self) -> list[str]:
        keys: list[str] = []
        while match := _KEY.match(self.text, self._at):
            self._at = match.end()
            keys.append(next(iter(tomllib.loads(f"{match[1]}=0"))) if match[1][0] in "\"'" else match[1])
            if not match[2]:
                break
        return keys

    def _pair(self, table: Path) -> None:
        line = self._line()
        path = (*table, *self._keys())
        self.places.setdefault(path, line)
        self._at += 1  # the equals sign
        self._value(path)

    def _value(self, path: Path) -> None:
        self._skip(_BLANK)
        opening = self.text[self._at]
        if opening == "[":
            self._items(path)
        elif opening == "{":
            self._inline(path)
        else:
            self._skip(_STRING if opening in "\"'" else _BARE)

    def _items(self, path: Path) -> None:
        self._at += 1
        count = 0
        while self._skip(_BETWEEN) and self.text[self._at] != "]":
            self.places[(*path, count)] = self._line()
            self._value((*path, count))
            count += 1
        self._at += 1

    def _inline(self, path: Path) -> None:
        self._at += 1
        while self._skip(_BETWEEN) and self.text[self._at] != "}":
            self._pair(path)
        self._at += 1

    def _line(self) -> int:
        return bisect_right(self._breaks, self._at - 1) + 1
