"""What the page of a clause tells: text, chapter, proof, where it is decided, twins, decisions, golden rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from siete.book.chapters import Chapter, chapter_of, rule_set_of, section_of, title_of
from siete.book.decisions import DecisionPage, decisions_on
from siete.book.golden import Example, GoldenRound, rounds_of
from siete.book.twins import Twin, twins
from siete.clauses import Clause, clause, register
from siete.rules.entries import RuleEntry
from siete.rules.names import about, place
from siete.rules.parameter import Parameter
from siete.rules.paytable import Paytable
from siete.rules.proof.carriers import clauses_of_steps
from siete.rules.proof.join import Proof, proofs
from siete.rules.ruleset import RuleSet, rule_set
from siete.rules.sheet import choices_text
from siete.rules.signs import SHAPES

MOST_ROUNDS = 6
"""Golden rounds that a page lists; a clause of every round is in hundreds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A parameter of the rules that rests on a clause."""

    name: str
    says: str
    text: str
    choices: str
    """What an operator may choose instead; empty where it is fixed."""


def line_words(line: str) -> str:
    """A line of a paytable in words."""
    shape = next((shape for shape in SHAPES if shape.value == line), None)
    return SHAPES[shape] if shape is not None else line.replace("-", " ")


@dataclass(frozen=True, slots=True, kw_only=True)
class PaytableLine:
    """A line of the paytable that a clause stands in."""

    line: str
    pays: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusCondition:
    """Whether a bonus is paid on a hand that was doubled or split, and the clauses that say so."""

    hand: str
    is_paid: bool
    clauses: tuple[str, ...]


_CONDITIONS = {"bonus_on_doubled": "doubled", "bonus_on_split": "split"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClausePage:
    """Everything the book knows about one clause."""

    clause: Clause
    title: str
    rule_set: str
    rule_set_title: str
    chapter: Chapter
    section: str
    before: Clause | None
    after: Clause | None
    proof: Proof
    data_file: str
    values: tuple[Value, ...]
    steps: tuple[str, ...]
    lines: tuple[PaytableLine, ...]
    conditions: tuple[BonusCondition, ...]
    """Of a line of Bonus 21."""
    twins: tuple[Twin, ...]
    decisions: tuple[DecisionPage, ...]
    rounds: tuple[GoldenRound, ...]
    round_count: int
    example: Example | None

    @property
    def has_more_text(self) -> bool:
        """Whether the text goes on after its title."""
        return self.title != self.clause.summary


def clause_page(id: str) -> ClausePage:
    """The page of a clause; an id that nobody knows is refused."""
    found = clause(id)
    name = rule_set_of(found.prefix)
    order = list(register())
    at = order.index(id)
    shown = rounds_of(id)
    return ClausePage(
        clause=found,
        title=title_of(found),
        rule_set=name,
        rule_set_title=about(name).title,
        chapter=chapter_of(found, name),
        section=section_of(found),
        before=_neighbour(order, at - 1, name),
        after=_neighbour(order, at + 1, name),
        proof=_proofs(tuple(order))[id],
        data_file=place(name),
        values=tuple(_values(name, id)),
        steps=tuple(step.value.replace("_", " ") for step, each in clauses_of_steps(rule_set(name)) if each == id),
        lines=_lines(name).get(id, ()),
        conditions=tuple(_conditions(rule_set(name), id)),
        twins=twins(id),
        decisions=decisions_on(id),
        rounds=shown[:MOST_ROUNDS],
        round_count=len(shown),
        example=next((each.shown.examples[id] for each in shown if id in each.shown.examples), None),
    )


def _neighbour(order: list[str], at: int, name: str) -> Clause | None:
    other = register()[order[at]] if 0 <= at < len(order) else None
    return other if other is not None and rule_set_of(other.prefix) == name else None


@cache
def _proofs(known: tuple[str, ...]) -> Mapping[str, Proof]:
    return {each.clause.id: each for each in proofs()}


def _values(name: str, id: str) -> Iterator[Value]:
    book = rule_set(name)
    own = next((each for each in _lines(name).get(id, ()) if each.clause == id), None)
    if own is not None:
        yield Value(name="paytable", says=own.line, text=own.pays, choices="")
    for each, entry in book.entries.items():
        for found in _with_clause(entry, id):
            yield _value(each, book.parameter(each), found)


def _with_clause(entry: RuleEntry, id: str) -> Iterator[RuleEntry]:
    """The entry, or those of its variants, that rest on a clause."""
    if id in entry.clauses:
        yield entry
    for variant in entry.variants.values():
        yield from _with_clause(variant, id)


def _value(name: str, parameter: Parameter, entry: RuleEntry) -> Value:
    has_value = not (entry.by or entry.same_as) and (entry.value is not None or entry.is_fixed)
    return Value(
        name=name,
        says=parameter.says,
        text=parameter.kind.text(entry.value) if has_value else f"as {entry.same_as or entry.by}".replace("_", " "),
        choices="" if entry.is_fixed or entry.by else choices_text(entry, parameter),
    )


@cache
def _lines(name: str) -> Mapping[str, tuple[PaytableLine, ...]]:
    """The lines of the paytable that each clause is a line of."""
    found: dict[str, tuple[PaytableLine, ...]] = {}
    for table in _paytables(rule_set(name)):
        lines = tuple(PaytableLine(line=line_words(row.line), pays=str(row.pays), clause=row.clause) for row in table)
        for row in table:
            found.setdefault(row.clause, lines)
    return found


def _conditions(book: RuleSet, id: str) -> Iterator[BonusCondition]:
    if any(row.clause == id for _, table in book.bonus_21 for row in table):
        for name, hand in _CONDITIONS.items():
            entry = book.entries[name]
            yield BonusCondition(hand=hand, is_paid=bool(entry.value), clauses=entry.clauses)


def _paytables(book: RuleSet) -> Iterator[Paytable]:
    yield from (table for _, table in book.bonus_21)
    for tables in (book.spin_paytables, book.spin_communities, book.xtreme_paytables, book.jackpot_paytables):
        yield from tables.values()
