"""Rewriting keeps comments, spacing and people's own fields."""

from __future__ import annotations

from dataclasses import replace

from siete.money import Cents
from siete.table.notation.model import Decision, Word, WrittenResult, WrittenRound
from siete.table.notation.reader import document_from_text
from siete.table.notation.rewriter import rewritten

TEXT = """\
# Head.
format = "siete-s21/1"
rules   =   "md"   # spaced
_table = "pit 4"

# The first round.
[[round]]
players = { ana = 500, ben = 10.50 }
wagers = [
    # the big one
    { box = 1, player = "ana", base = 25 },  # hers
]
cards = "9s 7h 9c 5d 5s"   # a comment after the cards
decisions = [
    "1 stand", # she is sure
]
results = [
    # what it came to
    { box = 1, player = "ana", wager = "base", line = "win", paid = 25, returned = 25 }, # so
]
_photo = ["a.jpg", { "taken at" = 12:30:00 }]

# The second round.
[[round]]
players = { ana = 525 }
wagers = [{ box = 1, player = "ana", base = 25 }]
cards = "9s 7h 9c 5d 5s"
decisions = ["1 stand"]
# The end.
"""


def rounds() -> tuple[WrittenRound, ...]:
    return document_from_text(TEXT).rounds


def test_nothing_changed_is_nothing_changed() -> None:
    assert rewritten(TEXT, rounds()) == TEXT


def test_one_amount_changes_one_amount() -> None:
    first, second = rounds()
    assert first.results is not None
    changed = replace(first, results=(replace(first.results[0], paid=Cents(2650)),))
    assert rewritten(TEXT, (changed, second)) == TEXT.replace("paid = 25", "paid = 26.50")


def test_results_are_filled_in_and_the_rest_stays() -> None:
    first, second = rounds()
    made = (WrittenResult(box=1, player="ana", wager="base", line="win", paid=Cents(2500), returned=Cents(2500)),)
    text = rewritten(TEXT, (first, replace(second, results=made)))
    assert document_from_text(text).rounds == (first, replace(second, results=made))
    assert all(line in text.splitlines() for line in TEXT.splitlines())


def test_lists_grow_and_shrink() -> None:
    first, second = rounds()
    longer = replace(first, decisions=(*first.decisions, Decision(box=1, word=Word.HIT)))
    text = rewritten(TEXT, (longer, replace(second, decisions=())))
    assert document_from_text(text).rounds == (longer, replace(second, decisions=()))
    assert "# she is sure" in text
    assert rewritten(text, (first, replace(second, decisions=()))).count("1 hit") == 0


def test_rounds_are_added_and_taken_away() -> None:
    first, second = rounds()
    longer = rewritten(TEXT, (first, second, first))
    assert document_from_text(longer).rounds == (first, second, first)
    assert longer.startswith(TEXT.rstrip())
    shorter = rewritten(TEXT, (first,))
    assert document_from_text(shorter).rounds == (first,)
    assert "# what it came to" in shorter


def test_own_fields_survive() -> None:
    document = document_from_text(TEXT)
    assert document.own == {"_table": "pit 4"}
    assert list(document.rounds[0].own) == ["_photo"]
    assert '_photo = ["a.jpg", { "taken at" = 12:30:00 }]' in rewritten(TEXT, rounds())
