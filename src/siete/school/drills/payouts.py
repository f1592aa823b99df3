"""Drills with money: what a line pays on a wager, and the super bonus by the wager."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import NamedTuple

from siete.money import Cents, Odds, cents_to_text, rounded
from siete.rules.paytable import Paytable
from siete.rules.paytable_lines import BonusShape, SuperBonusShape
from siete.rules.table_rules import TableRules
from siete.school.drills.question import Question
from siete.school.drills.sample_hands import (
    Draw,
    SampleHand,
    blackjack,
    bonus_hand,
    higher_total,
    insured,
    matching,
    sevens,
)
from siete.school.lessons import Lesson, clause_words
from siete.table.hand import Match

_WAGER = Cents(10_00)
"""On which a lesson's samples are paid."""


class Line(NamedTuple):
    """A line that is paid."""

    words: str
    odds: Fraction
    clause: str
    draw: Draw | None = None
    """Draws a hand that makes it."""


def payout(lesson: Lesson, rules: TableRules, rng: Random, lines: tuple[Line, ...]) -> Question:
    """What a line pays on some wager."""
    return _paid(lesson, rules, rng, rng.choice(lines), Cents(rng.randrange(2, 41) * 250))


def _paid(lesson: Lesson, rules: TableRules, rng: Random, line: Line, amount: Cents) -> Question:
    paid = rounded(amount * line.odds, rules.chip_denominations, rules.rounding_mode)
    hand = line.draw(rng) if line.draw is not None else SampleHand("")
    return Question(
        item=f"payout {line.words}",
        lesson=lesson.id,
        text=f"What do you pay for {line.words} on {cents_to_text(amount)}, beside the wager itself?",
        answer=cents_to_text(paid),
        clause=line.clause,
        wager=amount,
        cards=hand.cards,
        dealer=hand.dealer,
    )


@dataclass(frozen=True, slots=True)
class Sample:
    """A hand that a lesson shows, and what it is paid."""

    words: str
    hand: SampleHand
    wager: Cents
    paid: Cents
    clause: str


def samples(lesson: Lesson, rules: TableRules) -> Iterator[Sample]:
    """A hand for each line that the lesson teaches to pay; always the same ones."""
    rng = Random(f"{rules.rule_set}/{lesson.id}")
    for drill in lesson.drills:
        kind, _, what = drill.partition(":")
        for line in PAYOUTS[what](rules) if kind == "payouts" else ():
            if line.draw is not None:
                paid = rounded(_WAGER * line.odds, rules.chip_denominations, rules.rounding_mode)
                yield Sample(line.words, line.draw(rng), _WAGER, paid, line.clause)


def _bonus(rules: TableRules) -> Iterator[Line]:
    for row in rules.bonus_21:
        if isinstance(row.pays, Odds):
            draw = bonus_hand(BonusShape(row.line), rules.decks)
            yield Line(named_line(row.clause), row.pays.payout, row.clause, draw)


def named_line(clause: str) -> str:
    """What a clause pays for, in its own words."""
    summary = clause_words(clause)
    return summary.partition(" pays ")[0] if " pays " in summary else summary.partition(": ")[0]


def _one(words: str, name: str, draw: Draw) -> Callable[[TableRules], Iterator[Line]]:
    def lines(rules: TableRules) -> Iterator[Line]:
        odds: Odds = rules.value(name)
        yield Line(words, odds.payout, rules.clause(name), draw)

    return lines


def _match(rules: TableRules) -> Iterator[Line]:
    odds = rules.mtd_odds
    if odds is not None:
        unsuited, *_, suited = (*rules.clauses["mtd_odds"], rules.clauses["mtd_odds"][-1])
        one, other = odds.suited.payout, odds.unsuited.payout
        for words, pays, clause, wanted in (
            ("one suited match", one, suited, (Match.SUITED, Match.NONE)),
            ("one unsuited match", other, unsuited, (Match.UNSUITED, Match.NONE)),
            ("two unsuited matches", 2 * other, unsuited, (Match.UNSUITED, Match.UNSUITED)),
            ("a suited and an unsuited match", one + other, suited, (Match.SUITED, Match.UNSUITED)),
        ):
            yield Line(words, pays, clause, matching(rules.decks, *wanted))


def _jackpot(rules: TableRules) -> Iterator[Line]:
    tables: tuple[Paytable, ...] = rules.jackpot_pays or ()
    for table in tables:
        for row in table:
            if isinstance(row.pays, Odds):
                yield Line(f"{row.line.replace('-', ' ')} (paytable {table.id})", row.pays.payout, row.clause)


PAYOUTS: dict[str, Callable[[TableRules], Iterator[Line]]] = {
    "bonus": _bonus,
    "blackjack": _one("a blackjack", "blackjack_pays", blackjack),
    "insurance": _one("insurance that wins", "insurance_pays", insured),
    "even": _one("a higher total", "win_pays", higher_total),
    "match": _match,
    "jackpot": _jackpot,
}


_SEVENS = {
    SuperBonusShape.SUITED_SEVENS: "Three suited sevens against your 7",
    SuperBonusShape.HEART_CLUB_DIAMOND_SEVENS: "Sevens of hearts, clubs and diamonds against your 7 of spades",
}


def prize(lesson: Lesson, rules: TableRules, rng: Random) -> Question:
    """The super bonus by the wager, or what everybody else gets."""
    tiers = rules.super_bonus_tiers
    amount = Cents(
        rng.choice((tiers[0][0] - 100, *(least for least, _ in tiers), *(least + 500 for least, _ in tiers)))
    )
    hand = sevens(rules.super_bonus_shape, rules.decks)(rng)
    won = max((prize for least, prize in tiers if least <= amount), default=Cents(0))
    return Question(
        item=f"super bonus {cents_to_text(won)}",
        lesson=lesson.id,
        text=f"{_SEVENS[rules.super_bonus_shape]}, {cents_to_text(amount)} wagered: how much is the super bonus?",
        cards=hand.cards,
        dealer=hand.dealer,
        answer=cents_to_text(won),
        clause=rules.clause("super_bonus_tiers"),
    )
