"""The register of clauses: every rule of the documents by id, in our own words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from siete.errors import UnknownNameError, nearest


class Kind(StrEnum):
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
    kind: Kind
    summary: str

    @property
    def is_in_force(self) -> bool:
        """Whether software must carry it out; clauses of kind admin bind people and offices only."""
        return self.kind is not Kind.ADMIN

    @property
    def prefix(self) -> str:
        """The part of the id that tells the rule set: MD, MDD, MA, S13, WA, WA3, WA2."""
        return self.id.split("-", 1)[0]


@cache
def register() -> Mapping[str, Clause]:
    """All clauses by id, in the order of the register."""
    text = files("siete.rules").joinpath("data/clauses.tsv").read_text("utf-8")
    return {clause.id: clause for clause in _read(text)}


def clause(id: str) -> Clause:
    """The clause with this id."""
    try:
        return register()[id]
    except KeyError:
        hint = nearest(id, register())
        raise UnknownNameError("clause/unknown", f"There is no clause {id[:40]!r}.{hint}") from None


def _read(text: str) -> Iterator[Clause]:
    for line in text.splitlines()[1:]:
        id, document, reference, kind, summary = line.split("\t")
        yield Clause(id=id, document=document, reference=reference, kind=Kind(kind), summary=summary)
