"""Tiny shoes, odd rules and wild strategies, made from a seed."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from siete.cards import Card
from siete.odds.base.shoe import NUMBER, Shoe
from siete.rules.options import DealerBjCollect, HoleCardProcedure, Soft17, SplitTwoCard21
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.strategy import COLUMNS, ROWS, Cell, Strategy, StrategyRow, Table

RANKS = ("7868A", "77A8", "AKQ7", "8K9A", "9K7", "678", "5K6", "KQ8A", "99K8", "AAK6")
_PLAIN = ("H", "S", "D/H", "D/S", "R/H", "S3", "S4*", "D5/H", "S+", "S^", "H", "D4*/S")
_PAIRS = ("P", "P", "P", "P*", "P+", "P^", "P/H", ".", "D", "R", "P$")
_DOUBLED = ("S", "X", "D/S", "D/X", "S")
_CARDS = ("H", "S", "D/H", "P", "R/H", "D/S")
_HANDS = ("7s-7h", "6c-6c", "split:7s-7s", "8-9", "first:8h-9c", "Kh-Kh", "split:A-X", "9h-9s", "Kc-Qd")


def shoe(rng: random.Random, cards: int) -> Shoe:
    """A few cards of a few ranks in any suits."""
    ranks = rng.choice(RANKS)
    counts = [0] * 48
    for _ in range(cards):
        counts[NUMBER[Card.from_text(rng.choice(ranks) + rng.choice("cdhs"))]] += 1
    return Shoe(tuple(counts))


def strategy(rng: random.Random, *, rescues: bool) -> Strategy:
    """Any decision anywhere."""

    def cells(choices: tuple[str, ...]) -> tuple[Cell | None, ...]:
        texts = [rng.choice(choices) for _ in COLUMNS]
        return tuple(None if text == "." else Cell.from_text(text) for text in texts)

    doubled = _DOUBLED if rescues else ("S", "D/S")
    choices = {
        **dict.fromkeys((Table.HARD, Table.SOFT, Table.HARD_SPLIT), _PLAIN),
        **dict.fromkeys((Table.PAIRS, Table.PAIRS_SPLIT), _PAIRS),
        **dict.fromkeys((Table.DOUBLED_1, Table.DOUBLED_2, Table.DOUBLED_3), doubled),
    }
    rows = [
        StrategyRow(table=table, name=name, cells=cells(texts))
        for table, texts in choices.items()
        for name in ROWS[table]
    ]
    rows += [StrategyRow(table=Table.CARDS, name=name, cells=cells(_CARDS)) for name in _HANDS]
    return Strategy(name="wild", rows=tuple(rows))


def rules(rng: random.Random) -> TableRules:
    """Some rule set with options turned, also such as no operator may choose."""
    name = rng.choice(("md", "ma", "s13", "wa"))
    turned: dict[str, Any] = {
        "dealer_soft17": rng.choice(list(Soft17)),
        "max_additional_splits": rng.choice((0, 1, 2)),
        "max_additional_splits_aces": rng.choice((0, 1, 2)),
        "split_aces_draw": rng.random() < 0.7,
        "bonus_on_doubled": rng.random() < 0.2,
        "bonus_on_split": rng.random() < 0.6,
        "hit_soft21": rng.random() < 0.5,
        "double_soft21": rng.random() < 0.5,
        "double_blackjack": rng.random() < 0.5,
    }
    if name in ("ma", "s13"):
        turned["hole_card_procedure"] = rng.choice(
            (HoleCardProcedure.NO_HOLE, HoleCardProcedure.HOLE_NO_PEEK, HoleCardProcedure.HOLE_READER)
        )
        turned["split_two_card_21"] = rng.choice((SplitTwoCard21.ORDINARY21, SplitTwoCard21.MD_LITERAL_PUSH))
    if turned.get("hole_card_procedure") is HoleCardProcedure.HOLE_READER:
        turned["dealer_bj_collect"] = rng.choice(list(DealerBjCollect))
        turned["split_two_card_21"] = rng.choice(list(SplitTwoCard21))
    if name == "wa" and rng.random() < 0.5:
        turned |= {"double_double": True, "max_doublings": 3}
    return replace(table_rules(name), **turned)


def case(seed: int, cards: int) -> tuple[TableRules, Strategy, Shoe]:
    """The case of a seed."""
    rng = random.Random(seed)
    made = rules(rng)
    peeks = made.hole_card_procedure in (HoleCardProcedure.HOLE_READER, HoleCardProcedure.HOLE_PEEK)
    return made, strategy(rng, rescues=peeks), shoe(rng, cards)
