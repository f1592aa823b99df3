"""What Spanish 21 takes from a player of blackjack and what it gives, as it was solved and comes with the program.

From the same table with the 10-spots in, where a 21 ties a 21, to the rules as they are: the house edge after each
step. `scripts/gifts.py` solves it anew and writes the file. It is told and never computed with. Decision: 0349.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypedDict

FILE = Path(__file__).parents[1] / "measured" / "gifts.json"


class GiftEdges(NamedTuple):
    """The house edge by best play, each with all that stands before it."""

    with_tens: float
    """Decks of 52, every tie a tie, no bonus and no rescue; all else as the rules have it."""
    without_tens: float
    twenty_one_wins: float
    blackjack_wins: float
    three_cards: float
    """6-7-8 and 7-7-7."""
    long_hands: float
    """21 in five cards or more."""
    rescue: float
    """The rules as they are."""


class _Kept(TypedDict):
    rules: str
    edges: list[float]


def gift_edges(rules_hash: str) -> GiftEdges | None:
    """The edges for these rules; none where they were not solved."""
    found = _kept().get(rules_hash)
    return None if found is None else GiftEdges(*found["edges"])


@cache
def _kept() -> dict[str, _Kept]:
    found: dict[str, _Kept] = json.loads(FILE.read_text("utf-8"))
    return found
