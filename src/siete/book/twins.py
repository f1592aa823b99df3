"""The twins of a clause: what the other rule sets say of the same thing, and in what they differ.

Two clauses are twins where the same step, parameter or paytable line rests on them; of several, and where nothing
ties them, the nearest text of the same kind is taken, if it is near enough.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from math import log

from siete.book.chapters import rule_set_of
from siete.clauses import Clause, ClauseKind, register
from siete.rules.names import names
from siete.rules.paytable import Paytable
from siete.rules.proof.carriers import clauses_of_parameters, clauses_of_steps
from siete.rules.ruleset import RuleSet, rule_set

NEAR, NEAR_ENOUGH = 0.2, 0.42
"""How alike two texts must be, from 0 to 1: with a tie between the clauses, and without one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """A clause of another rule set on the same thing."""

    clause: Clause
    rule_set: str
    is_same: bool
    """Whether the texts are the same."""
    words: tuple[tuple[str, bool], ...]
    """Its text in pieces, each with whether the other clause lacks it."""
    pays: tuple[str, str]
    """What the line pays here and there, where both are lines of a paytable; else empty."""


def twins(id: str) -> tuple[Twin, ...]:
    """The twin of a clause in every other rule set that has one, in the order of the rule sets."""
    clause = register()[id]
    own = rule_set_of(clause.prefix)
    found = ((name, _nearest(clause, name)) for name in names() if name != own)
    return tuple(_twin(clause, other, name) for name, other in found if other is not None)


def _twin(clause: Clause, other: Clause, name: str) -> Twin:
    ours, theirs = _text(clause), _text(other)
    pays = _lines().get(clause.id, ""), _lines().get(other.id, "")
    return Twin(
        clause=other,
        rule_set=name,
        is_same=ours == theirs,
        words=tuple(_marked(ours, theirs)),
        pays=pays if all(pays) else ("", ""),
    )


def _marked(ours: str, theirs: str) -> Iterator[tuple[str, bool]]:
    """Their text, with the words that ours lacks marked."""
    mine, other = ours.split(), theirs.split()
    matcher = SequenceMatcher(None, [w.lower() for w in mine], [w.lower() for w in other], autojunk=False)
    for word, _, _, start, end in matcher.get_opcodes():
        if end > start:
            yield " ".join(other[start:end]), word != "equal"


def _nearest(clause: Clause, name: str) -> Clause | None:
    """The clause of a rule set that says the same, or nearly; ties count for more than words."""
    tied = {other for tie in _ties().get(clause.id, ()) for other in _tied(name).get(tie, ())}
    best, most = None, 0.0
    for id in sorted(tied.union(_of_kind(name).get(clause.kind, ())), key=_places().__getitem__):
        alike, is_tied = _alikeness(clause.id, id), id in tied
        is_near = alike >= (NEAR if is_tied else NEAR_ENOUGH)
        if is_near and alike + is_tied > most:
            best, most = register()[id], alike + is_tied
    return best


@cache
def _places() -> Mapping[str, int]:
    """Where each clause stands in the register."""
    return {id: place for place, id in enumerate(register())}


@cache
def _of_kind(name: str) -> Mapping[ClauseKind, tuple[str, ...]]:
    """The clauses of a rule set, by their kind."""
    ours = [each for each in register().values() if rule_set_of(each.prefix) == name]
    return {kind: tuple(each.id for each in ours if each.kind is kind) for kind in ClauseKind}


@cache
def _tied(name: str) -> Mapping[str, tuple[str, ...]]:
    """The clauses of a rule set, by what ties them."""
    found: dict[str, tuple[str, ...]] = {}
    for id in (id for ids in _of_kind(name).values() for id in ids):
        for tie in _ties().get(id, ()):
            found[tie] = (*found.get(tie, ()), id)
    return found


# --- what ties clauses ---------------------------------------------------------------------------------------------


@cache
def _ties() -> Mapping[str, frozenset[str]]:
    """The steps, parameters and paytable lines that rest on each clause."""
    found: dict[str, set[str]] = {}
    for name in names():
        book = rule_set(name)
        for step, id in clauses_of_steps(book):
            found.setdefault(id, set()).add(f"step {step.value}")
        for parameter, id in clauses_of_parameters(book):
            found.setdefault(id, set()).add(f"parameter {parameter}")
        for table, line, _, id in _rows(book):
            found[id] = {f"line {table} {line}"}  # closer than the paytable's parameter, which all its lines share
    return {id: frozenset(ties) for id, ties in found.items()}


def _rows(book: RuleSet) -> Iterator[tuple[str, str, str, str]]:
    tables: list[tuple[str, Paytable]] = [
        *(("bonus 21", table) for _, table in book.bonus_21),
        *book.spin_paytables.items(),
        *book.spin_communities.items(),
        *book.xtreme_paytables.items(),
    ]
    for name, table in tables:
        yield from ((name, row.line, str(row.pays), row.clause) for row in table if row.clause)


@cache
def _lines() -> Mapping[str, str]:
    """What each clause that is a line of a paytable pays."""
    return {id: pays for name in names() for _, _, pays, id in _rows(rule_set(name))}


# --- how alike two texts are ---------------------------------------------------------------------------------------


def _text(clause: Clause) -> str:
    return re.sub(r"\s*\[AMB-[^\]]*\]", "", clause.summary)


@cache
def _tokens(id: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z0-9$%♠♥♦♣]+", _text(register()[id]).lower()))


@cache
def _weights() -> Mapping[str, float]:
    counted = Counter(token for id in register() for token in _tokens(id))
    return {token: log(len(register()) / count) + 0.1 for token, count in counted.items()}


@cache
def _weight(id: str) -> float:
    return sum(_weights()[token] for token in _tokens(id))


def _alikeness(ours: str, theirs: str) -> float:
    """The weight of the words that two clauses share, in that of all their words; rare words weigh more."""
    shared = sum(_weights()[token] for token in _tokens(ours) & _tokens(theirs))
    return shared / (_weight(ours) + _weight(theirs) - shared)
