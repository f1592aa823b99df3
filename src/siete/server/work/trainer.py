"""The trainer's computations: values of actions, charts, and hands worth practising. A worker process does them.

A worker that is warm has results of earlier requests cached.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import inf
from random import Random
from typing import TYPE_CHECKING

from siete.cards import SPANISH_DECK, Card, Rank, cards_from_text, cards_to_text
from siete.errors import ParseError
from siete.money import Cents
from siete.plain import Plain
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.server.describe import coach
from siete.server.stacks import dealt_order

if TYPE_CHECKING:
    from siete.odds.base.hand import HandValues

CANDIDATES = 16
"""Candidate hands for each drill."""
CLOSE, LONG, MISSED = 0.03, 3.0, 6.0
"""A gap of this much doubles the weight of a hand; many cards and an earlier mistake multiply it."""


def kernels() -> Iterator[None]:
    """Read the compiled solver from disk, which the first hand, edge or chart would wait for. Decision: 0470."""
    from siete.odds.base.hand import hand_values

    yield
    hand_values(table_rules("wa"), cards_from_text("7s 7h"), Card.from_text("6d"))


@cache
def _rules(text: str) -> TableRules:
    return TableRules.from_json(text)


def values(rules_json: str, player: str, up: str, is_split: bool, doublings: int, gone: str, wager: int = 0) -> Plain:
    """What every action on a hand is worth, best first; `gone` are cards that left the shoe before.

    With a wager, in cents, the super bonus it can win is part of the values, and they are told in money and in words.
    """
    from siete.odds.base.hand import hand_values
    from siete.odds.base.shoe import Shoe

    rules, cards = _rules(rules_json), cards_from_text(player)
    shoe = Shoe.full(rules.decks)
    if gone:
        shoe = shoe.without(cards_from_text(gone))
    dealer, kind = Card.from_text(up), "remaining" if gone else "full"
    found = hand_values(
        rules,
        cards,
        dealer,
        is_split=is_split,
        doublings=doublings,
        shoe=shoe,
        wager=Cents(wager) if wager else None,
    )
    return {
        **found.to_json(),
        "shoe": kind,
        "cell": cell_of(cards, dealer, is_split=is_split, doublings=doublings),
        **(_coached(rules, found, Cents(wager), kind) if wager else {}),
    }


def _coached(rules: TableRules, found: HandValues, wager: Cents, shoe: str) -> Plain:
    """The values in money at this wager, and why, in words."""
    from siete.odds.sevens import award

    bonus = [coach.bonus_words(award(rules, wager), wager, found.super_bonus)] if found.super_bonus else []
    where = coach.situation(_total(found.player), found.up)
    return {
        "wager": wager,
        "actions": coach.priced(found.actions, wager),
        "reason": " ".join([coach.reason(where, found.actions), *bonus]),
        "sure": coach.left_out(shoe),
    }


def _total(cards: Sequence[Card]) -> str:
    hard = sum(1 if card.rank is Rank.ACE else card.rank.points for card in cards)
    is_soft = any(card.rank is Rank.ACE for card in cards) and hard <= 11
    return f"soft {hard + 10}" if is_soft and hard < 11 else str(hard + 10 if is_soft else hard)


def insurance(rules_json: str, player: str, gone: str, wager: int) -> Plain:
    """What insurance is worth beside going without, per unit of the base wager and at this one."""
    from siete.odds.wagers.insurance import value

    rules = _rules(rules_json)
    worth = float(value(rules, cards_from_text(f"{player} {gone}".strip())) * rules.insurance_share)
    actions = sorted((("takeinsurance", worth), ("declineinsurance", 0.0)), key=lambda each: -each[1])
    kind = "remaining" if gone else "full"
    return {
        "best": actions[0][0],
        "wager": wager,
        "actions": coach.priced(actions, Cents(wager)),
        "reason": coach.reason("Insurance", actions),
        "sure": f"Exact for {'the cards left in the shoe' if gone else 'a full shoe'} and the cards you see.",
        "shoe": kind,
        "cell": {"section": "insurance", "row": "", "column": "", "name": "insurance"},
    }


def chart(rules_json: str, wager: int = 0) -> Plain:
    """The derived chart, as tables by section; with a wager it plays for the super bonus that this one can win."""
    from siete.odds.base.charts.page import LEGEND, TITLES
    from siete.odds.base.solution import charted_play
    from siete.strategy import COLUMNS, Table

    found = charted_play(_rules(rules_json), Cents(wager) if wager else None)
    sections: dict[str, list[Plain]] = {}
    for row in found.rows:
        written = row.written()
        if written.table != "cards":
            sections.setdefault(written.table, []).append({"name": written.name, "cells": list(written.cells)})
    return {
        "columns": list(COLUMNS),
        "sections": [{"table": name, "title": TITLES[Table(name)], "rows": rows} for name, rows in sections.items()],
        "legend": list(LEGEND),
        "note": f"{found.name}: derived for these rules from a full shoe; every cell is computed, none typed.",
    }


def strategy(rules_json: str, wager: int = 0) -> str:
    """The derived chart as a strategy that an automatic player follows, in JSON."""
    from siete.odds.base.solution import charted_play

    return charted_play(_rules(rules_json), Cents(wager) if wager else None).to_json()


def cell_of(cards: Sequence[Card], up: Card, *, is_split: bool, doublings: int) -> dict[str, str]:
    """Which cell of the chart a hand belongs to."""
    points = [card.rank.points for card in cards]
    hard = sum(1 if card.rank is Rank.ACE else card.rank.points for card in cards)
    is_soft = any(card.rank is Rank.ACE for card in cards) and hard <= 11
    total = hard + 10 if is_soft else hard
    column = _column(up)
    if doublings:
        section, row = f"doubled-{doublings}", f"s{total}" if is_soft else str(total)
    elif len(cards) == 2 and points[0] == points[1]:
        section, row = "pairs", _column(cards[0])
    else:
        section, row = "soft" if is_soft else "hard", str(total)
    state = " after a split" if is_split else ""
    name = f"{section} {row} against {column}" + (f" in {len(cards)} cards" if len(cards) > 2 else "") + state
    return {"section": section, "row": row, "column": column, "name": name}


def _column(card: Card) -> str:
    if card.rank is Rank.ACE:
        return "A"
    return "X" if card.rank.points == 10 else card.rank.value


def drill(rules_json: str, missed: Iterable[str], seed: str, due: Sequence[str] = ()) -> dict[str, str]:
    """A hand worth practising, as a stack for one box.

    One of the cells that are due, where they can be dealt; else close, long and missed hands are drawn more often.
    """
    rules, random, wanted = _rules(rules_json), Random(seed), set(missed)
    for cell in random.sample(due, len(due)):
        cards = _hand_of(cell, random)
        if cards is not None:
            return {"stack": cards_to_text(dealt_order(rules, *cards)), "cell": cell}
    found = [_candidate(rules, random, wanted) for _ in range(CANDIDATES)]
    weights = [weight for weight, _, _ in found]
    _, stack, cell = random.choices(found, weights=weights)[0]
    return {"stack": stack, "cell": cell}


def dealt_hand(rules_json: str, player: str, up: str) -> dict[str, str]:
    """A hand by its cards as a stack for one box, with a hole card that leaves the decision to be made."""
    cards, dealer = cards_from_text(player), Card.from_text(up)
    if len(cards) < 2:
        raise ParseError("trainer/short-hand", "A hand has two cards or more.")
    return {"stack": cards_to_text(dealt_order(_rules(rules_json), cards, dealer, _hole(dealer, Random(player))))}


_CELL = re.compile(r"(hard|soft|pairs) \S+ against (\S)(?: in (\d+) cards)?(?: after a split)?|insurance")
TRIES = 30_000
"""Random hands that are looked at for one of a cell; nearly all cells are found much sooner."""


def _hand_of(cell: str, random: Random) -> tuple[tuple[Card, ...], Card, Card] | None:
    """Some hand, up card and hole card of a cell; a hand after a split is dealt as one that was not split."""
    found = _CELL.fullmatch(cell)
    if found is None:
        return None
    wanted, size = cell.removesuffix(" after a split"), int(found[3] or 2)
    ups = [card for card in SPANISH_DECK if _column(card) == (found[2] or "A")]
    for _ in range(TRIES):
        cards, up = tuple(random.sample(SPANISH_DECK * 2, size)), random.choice(ups)
        if wanted == "insurance" or cell_of(cards, up, is_split=False, doublings=0)["name"] == wanted:
            return cards, up, _hole(up, random)
    return None


def _hole(up: Card, random: Random) -> Card:
    """A hole card that makes no blackjack, which would end the round before the decision."""
    return random.choice([card for card in SPANISH_DECK if {_column(up), _column(card)} != {"A", "X"}])


def _candidate(rules: TableRules, random: Random, missed: set[str]) -> tuple[float, str, str]:
    from siete.odds.base.hand import hand_values

    size = random.choices((2, 3, 4, 5), weights=(5, 3, 2, 1))[0]
    while True:
        hand = random.sample(SPANISH_DECK * 2, size)
        if sum(1 if card.rank is Rank.ACE else card.rank.points for card in hand) <= 18:
            break
    up, cards = random.choice(SPANISH_DECK), tuple(hand)
    hole = _hole(up, random)
    worth = [value for _, value in hand_values(rules, cards, up).actions]
    gap = worth[0] - worth[1] if len(worth) > 1 else inf  # nothing to decide: weight 0
    cell = cell_of(cards, up, is_split=False, doublings=0)["name"]
    weight = CLOSE / (gap + CLOSE) * (LONG if size > 2 else 1.0) * (MISSED if cell in missed else 1.0)
    return weight, cards_to_text(dealt_order(rules, cards, up, hole)), cell
