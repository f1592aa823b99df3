"""The register of clauses: every rule of the documents by id, in our own words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path

from siete.errors import Fault, FaultyDocumentError, SieteError, UnknownNameError, nearest


class ClauseKind(StrEnum):
    """What a clause is about."""

    ADMIN = "admin"
    CONDUCT = "conduct"
    DEFINITION = "definition"
    ENGINE = "engine"
    EQUIPMENT = "equipment"
    IRREGULARITY = "irregularity"
    JACKPOT = "jackpot"
    OPENING = "opening"
    OPERATOR_OPTION = "operator-option"
    PAYOUT = "payout"
    SHUFFLE_CUT = "shuffle-cut"
    SIDE_BET = "side-bet"
    SIGNAGE = "signage"
    WAGER = "wager"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One rule of a document."""

    id: str
    document: str
    reference: str
    kind: ClauseKind
    summary: str

    @property
    def is_in_force(self) -> bool:
        """Whether software must carry it out; clauses of kind admin bind people and offices only."""
        return self.kind is not ClauseKind.ADMIN

    @property
    def prefix(self) -> str:
        """The part of the id that tells the rule set, which names its prefixes in its file."""
        return self.id.split("-", 1)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a recorded decision says where the documents are silent; cited like a clause."""

    id: str
    summary: str
    kind: str = "reading"

    @property
    def number(self) -> str:
        """The number of the decision."""
        return self.id.removeprefix(READING_PREFIX)


READING_PREFIX = "decision-"

Citation = Clause | Reading
"""What a refusal or a result may rest on."""


@cache
def readings() -> Mapping[str, Reading]:
    """The decisions that steps cite where no document says what happens, by id."""
    lines = files("siete.rules").joinpath("data/readings.tsv").read_text("utf-8").splitlines()[1:]
    cited = (line.split("\t") for line in lines)
    return {id: Reading(id=id, summary=summary) for id, summary in cited}


def citations() -> Mapping[str, Citation]:
    """Everything that can be cited: the clauses of the register, and readings where the documents are silent."""
    return {**register(), **readings()}


_added: list[Path] = []


@cache
def register() -> Mapping[str, Clause]:
    """All clauses by id, in the order of the register; those of registers that were added come after it."""
    texts = [files("siete.rules").joinpath("data/clauses.tsv").read_text("utf-8"), *map(_added_text, _added)]
    return {clause.id: clause for text in texts for clause in _read(text)}


def add_register(file: Path) -> None:
    """Add the clauses of another register, or refuse it with all its faults."""
    if not file.exists():
        raise SieteError("clause/no-register", f"There is no register of clauses {file}.")
    faults = list(_faults(_added_text(file), file.name))
    if faults:
        raise FaultyDocumentError(faults)
    _added.append(file)
    register.cache_clear()


def remove_register(file: Path) -> None:
    """Forget a register that was added."""
    _added.remove(file)
    register.cache_clear()


def clause(id: str) -> Clause:
    """The clause with this id.

    >>> import siete
    >>> siete.clause("MD-12.B.6").summary
    '7-7-7 of spades in three cards: 3 to 1'
    """
    try:
        return register()[id]
    except KeyError:
        hint = nearest(id, register())
        raise UnknownNameError("clause/unknown", f"There is no clause {id[:40]!r}.{hint}") from None


COLUMNS = ("id", "document", "reference", "kind", "summary")


def _added_text(file: Path) -> str:
    return file.read_text("utf-8")


def _faults(text: str, name: str) -> Iterator[Fault]:
    """What is wrong with a register that somebody brings."""
    head, *lines = text.splitlines() or [""]
    if tuple(head.split("\t")) != COLUMNS:
        sentence = f"{name}: the first line names the columns, {', '.join(COLUMNS)}, with tabs between them."
        yield Fault(code="clause/columns", line=1, sentence=sentence)
    seen = set(register())
    for number, line in enumerate(lines, start=2):
        columns = line.split("\t")
        id, kind = columns[0], columns[3] if len(columns) == len(COLUMNS) else ""
        if len(columns) != len(COLUMNS):
            sentence = f"{name}: this line has {len(columns)} columns, not {len(COLUMNS)}."
            yield Fault(code="clause/columns", line=number, sentence=sentence)
        elif kind not in set(ClauseKind):
            yield Fault(code="clause/unknown-kind", line=number, name=id, sentence=f"{name}: {_unknown_kind(kind)}")
        if id in seen:
            yield Fault(code="clause/twice", line=number, name=id, sentence=f"{name}: there is a clause {id} already.")
        seen.add(id)


def _unknown_kind(kind: str) -> str:
    kinds = [each.value for each in ClauseKind]
    hint = nearest(kind, kinds) or f" There are {', '.join(kinds)}."
    return f"there is no kind {kind[:40]!r} of clause.{hint}"


def _read(text: str) -> Iterator[Clause]:
    for line in text.splitlines()[1:]:
        id, document, reference, kind, summary = line.split("\t")
        yield Clause(id=id, document=document, reference=reference, kind=ClauseKind(kind), summary=summary)
