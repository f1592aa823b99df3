"""Every refusal siete gives: a stable code, the clause it rests on, and the facts that led to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches


class SieteError(Exception):
    """A refusal with a code that stays the same for ever, for people, programs and the wire."""

    def __init__(
        self, code: str, sentence: str, *, clause: str = "", facts: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(code, sentence, clause)
        self.code = code
        self.sentence = sentence
        self.clause = clause
        self.facts: Mapping[str, object] = dict(facts or {})

    def __str__(self) -> str:
        clause = f" [{self.clause}]" if self.clause else ""
        return f"{self.code}{clause}: {self.sentence}"

    def __reduce__(self) -> tuple[object, ...]:
        """How a refusal travels between processes: whole, whatever its own constructor asks for."""
        return (_blank, (type(self),), {"args": self.args, **self.__dict__})


def _blank(kind: type[SieteError]) -> SieteError:
    return kind.__new__(kind)


class ParseError(SieteError):
    """Text that cannot be read at all: cards, amounts, notation, files."""


class UnknownNameError(SieteError):
    """A name nobody knows: rule set, parameter, paytable, clause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing wrong with a document, and where it stands."""

    code: str
    sentence: str
    clause: str = ""
    name: str = ""
    line: int | None = None

    def __str__(self) -> str:
        line = f"line {self.line}: " if self.line is not None else ""
        clause = f" [{self.clause}]" if self.clause else ""
        return f"{line}{self.code}{clause}: {self.sentence}"


class FaultyDocumentError(SieteError):
    """A document refused with all its faults at once; code and clause are those of the first."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=_place))
        assert self.faults, "a faulty document has at least one fault"
        first = self.faults[0]
        super().__init__(first.code, first.sentence, clause=first.clause, facts={"line": first.line})

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))


def _place(fault: Fault) -> tuple[bool, int]:
    """Faults in the order of the page; those without a line come last, as they were found."""
    return (fault.line is None, fault.line or 0)


def nearest(name: str, known: Iterable[str]) -> str:
    """What to add to a sentence about an unknown name: the nearest right ones, if any is near."""
    close = get_close_matches(name, list(known), n=3, cutoff=0.6)
    return f" Did you mean {' or '.join(map(repr, close))}?" if close else ""
