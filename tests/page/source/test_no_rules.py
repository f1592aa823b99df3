"""The page knows no rule: what it says of rules, wagers and keys comes from the house."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import siete.server
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.server.describe.layout import describe
from siete.table.answers import ANSWERS
from siete.table.due import HOUSE

STATIC = Path(siete.server.__file__).parent / "static"
SOURCES = sorted(STATIC.rglob("*.js"))

STRUCTURE = {"base", "insurance", "wager"}
"""The page draws the base wager and insurance in places of their own, and so must know them by name."""
SHARED = {"super bonus", "envy"}
"""Prizes that are no wagers: asked for by these names in what the house sends."""


def ids_and_titles() -> tuple[set[str], set[str]]:
    """The names of all wagers, meters and wheels, and what people call them, over all rule sets."""
    ids: set[str] = set()
    titles: set[str] = set()
    for name in NAMES:
        told = describe(table_rules(name))
        ids |= {*told["names"], *told["wheels"], *(each["meter"] for each in told["meters"])}
        titles |= {*told["names"].values(), *(each["title"] for each in (*told["meters"], *told["panels"]))}
        titles |= {told["operator"], told["title"], told["state"]}
    return ids - STRUCTURE - SHARED, titles - STRUCTURE


def words_of_rules() -> list[str]:
    """What no source of the page may hold, as patterns."""
    ids, titles = ids_and_titles()
    quoted = [rf"[\"'`]{re.escape(each)}[\"'`]" for each in sorted(ids | set(NAMES))]
    labels = {answer.label for answers in ANSWERS.values() for answer in answers} - {"Double", "Split"}
    spoken = [rf"(?<!\w){re.escape(each)}(?!\w)" for each in sorted(titles | labels | {HOUSE})]
    odds = [r"\b\d+ (?:to|for) \d+\b(?! s\b)", r"\bhalf\b.{0,12}wager", r"\bsuited\b", r"\bsevens?\b", r"always wins"]
    limits = [r"[=<>] 21\b", r"least wager", r"needs a base wager", r"\bfollow doubles\b"]
    shares = [r"\b(?:amount|stake|wager)\w*(?:\(\w+\))? ?[*/] ?(?:2|0?\.5)\b"]
    return [*quoted, *spoken, *odds, *limits, *shares]


ALLOWED = {
    ("draw/cards.js", r"\bsevens?\b"),  # the name of a card
    ("wagers/slip.js", r"\b(?:amount|stake|wager)\w*(?:\(\w+\))? ?[*/] ?(?:2|0?\.5)\b"),  # twice the last wager
}
"""Where a pattern means something else, by file."""


def found(text: str, name: str) -> list[str]:
    """The patterns of rules in a source, comments left out."""
    code = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)
    return [each for each in words_of_rules() if (name, each) not in ALLOWED and re.search(each, code)]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_no_source_of_the_page_knows_a_rule(path: Path) -> None:
    assert found(path.read_text("utf-8"), path.relative_to(STATIC).as_posix()) == []


@pytest.mark.parametrize(
    "line",
    [
        "note: (hand) => `lose ${money(stakeOf(hand) / 2)}`,",
        'const isXtreme = event.wager === "xtreme-16";',
        '"Three suited sevens against a seven."',
        'return "surrendered, half the wager";',
        'const HOUSE = "house (automatic)";',
        'rules: rules || "md",',
        '{ command: "Surrender", key: "r", label: "Surrender" }',
        "<td>Blackjack pays 3 to 2</td>",
        'spin: "Bonus Spin progressive"',
        "export const MOST = 21;",
        '"A side wager needs a base wager beside it."',
        "You decide the hand; they may follow doubles and splits.",
    ],
)
def test_what_the_page_once_knew_is_noticed(line: str) -> None:
    """The control of the test above."""
    assert found(line, "control.js") != []
