"""Rounds written and read back, whatever is in them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from siete.cards import SPANISH_DECK
from siete.money import Cents
from siete.rules.steps import Step
from siete.rules.submission import table_rules
from siete.table.notation.model import Document, MeterReading, WrittenResult, WrittenRound, WrittenWager
from siete.table.notation.reader import SUMS, document_from_text, round_from_text
from siete.table.notation.writer import document_to_text, round_to_text
from siete.table.state.wager import Wager
from tests.table.notation.test_decisions import decisions, names

amounts = st.integers(0, 10**9).map(Cents)
spots = [wager for wager in Wager.known() if wager not in (Wager.BASE, Wager.INSURANCE)]
own_values: st.SearchStrategy[Any] = st.recursive(
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.text()
    | st.dates()
    | st.datetimes()
    | st.just(Decimal("1.50")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
own = st.dictionaries(st.text().map(lambda name: f"_{name}"), own_values, max_size=2)
readings = st.builds(
    MeterReading,
    shows=st.fractions(0, 10**6, max_denominator=1000),
    reserve=st.just(Fraction(0)) | st.fractions(0, 10**6, max_denominator=1000),
)


@st.composite
def rounds(draw: st.DrawFn) -> WrittenRound:
    players = draw(st.dictionaries(names, amounts, min_size=1, max_size=3))
    places = draw(st.lists(st.tuples(st.integers(1, 7), st.sampled_from(sorted(players))), min_size=1, unique=True))
    wagers = []
    for box, player in places:
        sides = draw(st.lists(st.sampled_from(spots), unique=True, max_size=3))
        stands = tuple((spot, draw(amounts)) for spot in (Wager.BASE, *sides))
        beside = draw(st.lists(st.sampled_from((Wager.BASE, *sides)), unique=True, max_size=2))
        coupons = tuple((spot, draw(amounts)) for spot in beside)
        wagers.append(WrittenWager(box=box, player=player, amounts=stands, coupons=coupons))
    boxes = {box for box, _ in places}
    results = st.builds(
        WrittenResult,
        box=st.integers(1, 7),
        hand=st.integers(1, 8),
        player=st.text(),
        wager=st.sampled_from([*(wager.value for wager in Wager.known()), *SUMS]),
        line=st.text(),
        paid=amounts,
        returned=amounts,
        collected=amounts,
        clause=st.text(),
    )
    return WrittenRound(
        players=players,
        seats=draw(st.dictionaries(st.integers(1, 99), st.sampled_from(sorted(players)), max_size=2)),
        wagers=tuple(wagers),
        meters=draw(st.dictionaries(st.text(), readings, max_size=2)),
        cards=tuple(draw(st.lists(st.sampled_from(SPANISH_DECK), max_size=10, unique=True))),
        decisions=tuple(d for d in draw(st.lists(decisions(), max_size=3)) if d.box in boxes),
        wheels=tuple(map(tuple, draw(st.lists(st.lists(st.text(), min_size=1, max_size=3), max_size=2)))),
        results=draw(st.none() | st.lists(results, max_size=3, unique_by=lambda each: each.key).map(tuple)),
        own=draw(own),
    )


@given(rounds())
def test_a_round_reads_back_exactly(written: WrittenRound) -> None:
    text = round_to_text(written)
    assert round_from_text(text) == written
    assert round_to_text(round_from_text(text)) == text


@settings(max_examples=40)
@given(st.lists(rounds(), min_size=1, max_size=2), own, st.sampled_from([{}, {"decks": 8}, None]))
def test_a_file_reads_back_exactly(written: list[WrittenRound], fields: dict[str, Any], choices: Any) -> None:
    rules = table_rules("md", choices or {})
    document = Document(rules=rules, rounds=tuple(written), choices=choices, own=fields)
    text = document_to_text(document)
    assert document_from_text(text) == document
    assert document_to_text(document_from_text(text)) == text


def test_rules_in_full_need_nothing_else() -> None:
    """A file may carry the canonical JSON, and still knows which clause orders each step."""
    rules = table_rules("wa", {"jackpot_games": 2})
    text = document_to_text(Document(rules=rules, rounds=(round_from_text(PLAIN),)))
    read = document_from_text(text)
    assert (read.rules, read.rules.rules_hash, read.choices) == (rules, rules.rules_hash, None)
    assert read.rules.clause_of(Step.DEAL_UP) == rules.clause_of(Step.DEAL_UP) != ""


PLAIN = """\
[[round]]
players = { ana = 500 }
wagers = [
    { box = 1, player = "ana", base = 25, match-up = 5 },
]
meters = { spin = { shows = 5000.125, reserve = "1/3" } }
cards = "7s 7h 7s 5d 7s"
decisions = ["1 hit"]
wheels = ["$40", ["3", "$25", "$200"]]
results = [
    { box = 1, player = "ana", wager = "match-up", line = "unsuited", paid = 40, returned = 5 },
    { box = 1, hand = 2, player = "ana", wager = "base", paid = 12.50, clause = "MD-12.B.6" },
]
_table = "pit 4"
"""


def test_what_a_written_round_looks_like() -> None:
    """Pinned, so that files of today are files of tomorrow."""
    assert round_to_text(round_from_text(PLAIN)) == PLAIN
