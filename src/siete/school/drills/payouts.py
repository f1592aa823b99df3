"""Drills with money: what a line pays on a wager, and the super bonus by the wager."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

from siete.money import Cents, Odds, cents_to_text, rounded
from siete.rules.paytable import Paytable
from siete.rules.table_rules import TableRules
from siete.school.drills.question import Question
from siete.school.lessons import Lesson, clause_words

Line = tuple[str, Fraction, str]
"""What is paid, in words; at which odds; by which clause."""


def payout(lesson: Lesson, rules: TableRules, rng: Random, lines: tuple[Line, ...]) -> Question:
    words, odds, clause = rng.choice(lines)
    amount = Cents(rng.randrange(2, 41) * 250)
    paid = rounded(amount * odds, rules.chip_denominations, rules.rounding_mode)
    return Question(
        item=f"payout {words}",
        lesson=lesson.id,
        text=f"What do you pay for {words} on {cents_to_text(amount)}, beside the wager itself?",
        answer=cents_to_text(paid),
        clause=clause,
        wager=amount,
    )


def _bonus(rules: TableRules) -> Iterator[Line]:
    for row in rules.bonus_21:
        if isinstance(row.pays, Odds):
            yield named_line(row.clause), row.pays.payout, row.clause


def named_line(clause: str) -> str:
    """What a clause pays for, in its own words."""
    summary = clause_words(clause)
    return summary.partition(" pays ")[0] if " pays " in summary else summary.partition(": ")[0]


def _one(words: str, name: str) -> Callable[[TableRules], Iterator[Line]]:
    def lines(rules: TableRules) -> Iterator[Line]:
        odds: Odds = rules.value(name)
        yield words, odds.payout, rules.clause(name)

    return lines


def _match(rules: TableRules) -> Iterator[Line]:
    odds = rules.mtd_odds
    if odds is not None:
        clause = rules.clause("mtd_odds")
        one, other = odds.suited.payout, odds.unsuited.payout
        yield "one suited match", one, clause
        yield "one unsuited match", other, clause
        yield "two unsuited matches", 2 * other, clause
        yield "a suited and an unsuited match", one + other, clause


def _jackpot(rules: TableRules) -> Iterator[Line]:
    tables: tuple[Paytable, ...] = rules.jackpot_pays or ()
    for table in tables:
        for row in table:
            if isinstance(row.pays, Odds):
                yield f"{row.line.replace('-', ' ')} (paytable {table.id})", row.pays.payout, row.clause


PAYOUTS: dict[str, Callable[[TableRules], Iterator[Line]]] = {
    "bonus": _bonus,
    "blackjack": _one("a blackjack", "blackjack_pays"),
    "insurance": _one("insurance that wins", "insurance_pays"),
    "even": _one("a higher total", "win_pays"),
    "match": _match,
    "jackpot": _jackpot,
}


def prize(lesson: Lesson, rules: TableRules, rng: Random) -> Question:
    """The super bonus by the wager, or what everybody else gets."""
    tiers = rules.super_bonus_tiers
    amount = Cents(
        rng.choice((tiers[0][0] - 100, *(least for least, _ in tiers), *(least + 500 for least, _ in tiers)))
    )
    won = max((prize for least, prize in tiers if least <= amount), default=Cents(0))
    return Question(
        item=f"super bonus {cents_to_text(won)}",
        lesson=lesson.id,
        text=f"Three suited sevens against your 7, {cents_to_text(amount)} wagered: how much is the super bonus?",
        answer=cents_to_text(won),
        clause=rules.clause("super_bonus_tiers"),
    )
