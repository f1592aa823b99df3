"""A page of notation being read: its data, the line number of each value, and all that is wrong with it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import TypeGuard, TypeVar

from siete.errors import Fault, FaultyDocumentError, SieteError, nearest
from siete.rules.toml.places import Path, lines_of_paths

T = TypeVar("T")
V = TypeVar("V")


def text_of(raw: bytes) -> str:
    """Bytes as text; refused when they are none."""
    if b"\0" in raw:
        line = raw.count(b"\n", 0, raw.index(b"\0")) + 1
        raise unreadable("notation/not-text", "This is not UTF-8 text.", line)
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise unreadable("notation/not-text", "This is not UTF-8 text.", line) from None


def unreadable(code: str, sentence: str, line: int | None = None) -> FaultyDocumentError:
    return FaultyDocumentError([Fault(code=code, sentence=sentence, line=line)])


@dataclass(frozen=True)
class Page:
    """A text being read: its data, the line of everything, and what is wrong with it so far."""

    text: str
    data: dict[str, object]
    faults: list[Fault] = field(default_factory=list)

    @staticmethod
    def of(text: str) -> Page:
        """The page that a text makes; refused when it is not TOML."""
        return Page(text, _toml(text))

    @cached_property
    def lines(self) -> Mapping[Path, int]:
        """The line of every value; found only when one is asked for, since most pages have no fault."""
        return lines_of_paths(self.text)

    def fault(self, path: Path, code: str, sentence: str, *, clause: str = "") -> None:
        """Note a fault at a place, or at the nearest place around it that has a line."""
        where = next((self.lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in self.lines), None)
        self.faults.append(Fault(code=code, sentence=sentence, clause=clause, name=name_of(path), line=where))

    def check(self) -> None:
        """Refuse the page with all its faults, if it has any."""
        if self.faults:
            raise FaultyDocumentError(self.faults)

    def attempt(self, path: Path, read: Callable[[V], T], value: V) -> T | None:
        """What a reader makes of a value; its refusal becomes a fault at this place."""
        try:
            return read(value)
        except SieteError as error:
            code = error.code if error.code.startswith("notation/") else f"notation/{error.code.replace('/', '-')}"
            self.fault(path, code, error.sentence, clause=error.clause)
            return None

    def is_kind(self, value: object, path: Path, kind: type[T], what: str) -> TypeGuard[T]:
        """Whether a value is of a kind; a fault if not."""
        if isinstance(value, kind) and not (isinstance(value, bool) and kind is not bool):
            return True
        self._wrong_type(path, value, what)
        return False

    def is_number(self, value: object, path: Path, what: str) -> TypeGuard[int | Decimal]:
        """Whether a value is a number, whole or not; a fault if not."""
        if isinstance(value, int | Decimal) and not isinstance(value, bool):
            return True
        self._wrong_type(path, value, what)
        return False

    def _wrong_type(self, path: Path, value: object, what: str) -> None:
        self.fault(path, "notation/wrong-type", f"{name_of(path)} must be {what}, and is {shown(value)}.")

    def unknown(self, path: Path, data: Mapping[str, object], known: tuple[str, ...]) -> None:
        """A fault for every key that nobody knows."""
        for key in data:
            if key not in known and not key.startswith("_"):
                sentence = f"There is no {key[:40]!r} here.{nearest(key, known)} Keys of your own begin with _."
                self.fault((*path, key), "notation/unknown-key", sentence)


def name_of(path: Path) -> str:
    """A path for people: rounds and items count from 1."""
    return " ".join(str(step + 1) if isinstance(step, int) else step for step in path)


def shown(value: object) -> str:
    return repr(str(value)[:40]) if isinstance(value, str) else str(value)[:40]


def _toml(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at (?:line (\d+), column \d+|end of document)\)", str(error))
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        sentence = str(error).split(" (at ")[0][:200]
        raise unreadable("notation/not-toml", f"This is not TOML: {sentence}.", line) from None
    except RecursionError:
        raise unreadable("notation/too-deep", "The lists or tables in this file are nested too deeply.") from None
    except (ValueError, InvalidOperation):
        raise unreadable("notation/number-too-long", "A number in this file is too long.") from None
