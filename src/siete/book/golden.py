"""Golden rounds, read for the book: which clauses each one shows, and what a payout looked like.

What a round shows is found by playing it, which takes a second or two for all of them, so it is kept in
`data/rounds.json` (written by `scripts/join`); the texts themselves are read as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import msgspec

from siete.book.sources import golden_texts, own_data
from siete.money import Cents
from siete.rules.proof.carriers import citation
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table.notation.model import WrittenRound
from siete.table.notation.reader import document_from_text
from siete.table.notation.replay import ReplayTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """What one wager of a golden round came to."""

    cards: tuple[str, ...]
    dealer: tuple[str, ...]
    wager: str
    at_stake: Cents
    payout: Cents
    returned: Cents
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a round of a golden file shows, found by playing it; or a whole table, whose number is 0."""

    number: int
    clauses: tuple[str, ...]
    examples: dict[str, Example]
    """By the clause that was paid, the first payment of each."""
    stack: str
    """The cards for a table of one's own; empty where several people or boxes take part."""


@dataclass(frozen=True, slots=True)
class GoldenRound:
    """A round of a golden file."""

    file: str
    shown: Shown

    @property
    def number(self) -> int:
        return self.shown.number

    @property
    def is_table(self) -> bool:
        return self.number == 0

    @property
    def title(self) -> str:
        """The name of its file, in words."""
        return self.file.partition("/")[2].replace("-", " ")

    @property
    def text(self) -> str:
        """The round as it is written, with what the file says of it; of a table its head."""
        whole = golden_texts()[self.file]
        if self.is_table:
            return whole
        return _parts(whole)[self.number - 1]


def _parts(text: str) -> list[str]:
    """The rounds of a file as they are written, each with the comment above it."""
    return [found[0].strip() + "\n" for found in _ROUND.finditer(text)]


_ROUND = re.compile(r"^(?:#[^\n]*\n)*\[\[round\]\]\n(?:(?!#|\[\[)[^\n]*\n?)*", re.MULTILINE)


@cache
def golden_rounds() -> tuple[GoldenRound, ...]:
    """Every golden round."""
    found = msgspec.json.decode(own_data("rounds"), type=dict[str, list[Shown]])
    return tuple(GoldenRound(file, each) for file in golden_texts() for each in found.get(file, ()))


@cache
def _by_clause() -> Mapping[str, tuple[GoldenRound, ...]]:
    found: dict[str, list[GoldenRound]] = {}
    for each in golden_rounds():
        for id in each.shown.clauses:
            found.setdefault(id, []).append(each)
    return {id: tuple(sorted(rounds, key=lambda each: _order(id, each))) for id, rounds in found.items()}


def _order(id: str, golden: GoldenRound) -> tuple[bool, bool, bool, int]:
    """The most telling first: rounds that were paid by the clause, rounds that name it, rounds before tables."""
    return id not in golden.shown.examples, golden.is_table, id not in golden.text, len(golden.shown.clauses)


def rounds_of(id: str) -> tuple[GoldenRound, ...]:
    """The golden rounds that show a clause, the most telling first."""
    return _by_clause().get(id, ())


# --- found by playing ----------------------------------------------------------------------------------------------


def index() -> dict[str, tuple[Shown, ...]]:
    """What every golden file shows, by playing its rounds; tables tell their clauses themselves."""
    return {file: tuple(_shown(text)) for file, text in golden_texts().items()}


def index_text() -> str:
    """The index as it is kept: one golden file on each line."""
    encode = msgspec.json.encode
    lines = (f"{encode(file).decode()}: {encode(shown).decode()}" for file, shown in index().items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _shown(text: str) -> Iterator[Shown]:
    document = document_from_text(text)
    if document.table is not None:
        ids = tuple(sorted(set(citation().findall(text))))
        yield Shown(number=0, clauses=ids, examples={}, stack="")
    for number, (written, part) in enumerate(zip(document.rounds, _parts(text), strict=False), start=1):
        table = ReplayTable(written, document.rules)
        table.play()
        happened = {event.clause for step in table.steps for event in step.events}
        named = set(citation().findall(part))
        ids = tuple(sorted((happened | named) - {""}))
        yield Shown(number=number, clauses=ids, examples=_examples(table), stack=_stack(written, document.rules))


def _stack(written: WrittenRound, rules: TableRules) -> str:
    """The cards of a round that one person alone can play again at a box, where its rules are the defaults."""
    if rules.rules_hash != table_rules(rules.rule_set).rules_hash:
        return ""
    is_alone = len(written.players) == 1 and len({wager.box for wager in written.wagers}) == 1
    return " ".join(map(str, written.cards)) if is_alone and not written.wheels else ""


def _examples(table: ReplayTable) -> dict[str, Example]:
    hands: dict[tuple[int, int], tuple[str, ...]] = {}
    dealer: tuple[str, ...] = ()
    for step in table.steps:
        if step.state.round is not None:
            dealer = tuple(map(str, step.state.round.dealer)) or dealer
            for box in step.state.round.boxes:
                held = ((at, tuple(map(str, hand.cards))) for at, hand in enumerate(box.hands))
                hands |= {(box.number, at): cards for at, cards in held if cards}
    found: dict[str, Example] = {}
    for result in table.results():
        if result.payout and result.clause not in found:
            found[result.clause] = Example(
                cards=hands.get((result.box, result.hand), ()),
                dealer=dealer,
                wager=result.wager,
                at_stake=Cents(result.returned + result.collected),  # a wager on a prize was taken before
                payout=result.payout,
                returned=Cents(result.payout + result.returned),
                line=result.line,
            )
    return found
