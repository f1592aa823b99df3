"""Drills with money: what a line pays on a wager, and the super bonus by the wager."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import NamedTuple

from siete.money import Cents, Odds, cents_to_text, rounded
from siete.rules.paytable import Paytable, Row
from siete.rules.paytable_lines import BonusShape, SuperBonusShape
from siete.rules.table_rules import TableRules
from siete.school.drills.question import SchoolQuestion
from siete.school.drills.sample_hands import (
    Draw,
    SampleHand,
    blackjack,
    bonus_hand,
    higher_total,
    insured,
    jackpot,
    matching,
    sevens,
)
from siete.school.lessons import Lesson, clause_words
from siete.table.hand import Match
from siete.table.wagers.descriptions import line_in_words, rows_in_words

_WAGER = Cents(10_00)
"""On which a lesson's samples are paid."""


class PaidLine(NamedTuple):
    """A line that is paid."""

    words: str
    odds: Fraction
    clause: str
    draw: Draw | None = None
    """Draws a hand that makes it."""
    wager: Cents | None = None
    """The one amount that can be wagered on it."""
    is_kept: bool = False
    """Whether the house keeps the wager: the odds are then `for`, and are paid whole."""
    group: str = ""
    """What its payouts are counted as, where not by their odds."""

    @property
    def kind(self) -> str:
        """What kind of payout it is: as a rule, its odds."""
        return self.group or f"{self.odds.numerator} to {self.odds.denominator}"


def payout(lesson: Lesson, rules: TableRules, rng: Random, lines: tuple[PaidLine, ...]) -> SchoolQuestion:
    """What a line pays on some wager."""
    line = rng.choice(lines)
    return _paid(lesson, rules, rng, line, line.wager or Cents(rng.randrange(2, 41) * 250))


def _paid(lesson: Lesson, rules: TableRules, rng: Random, line: PaidLine, amount: Cents) -> SchoolQuestion:
    paid = rounded(amount * line.odds, rules.chip_denominations, rules.rounding_mode)
    hand = line.draw(rng) if line.draw is not None else SampleHand("")
    return SchoolQuestion(
        item=f"payout {line.words}",
        lesson=lesson.id,
        text=f"What do you pay for {line.words} on {cents_to_text(amount)}, {_BESIDE[line.is_kept]}?",
        answer=cents_to_text(paid),
        clause=line.clause,
        wager=amount,
        cards=hand.cards,
        dealer=hand.dealer,
    )


_BESIDE = {False: "beside the wager itself", True: "whose wager the house keeps"}


@dataclass(frozen=True, slots=True)
class Sample:
    """A hand that a lesson shows, and what it is paid."""

    words: str
    hand: SampleHand
    wager: Cents
    paid: Cents
    clause: str
    share: str = ""
    """The part of a meter or the prize that it wins in place of odds."""

    @property
    def pays(self) -> str:
        """What it is paid, in words."""
        return self.share or cents_to_text(self.paid)


def samples(lesson: Lesson, rules: TableRules) -> Iterator[Sample]:
    """A hand for each line that the lesson teaches to pay; always the same ones."""
    rng = Random(f"{rules.rule_set}/{lesson.id}")
    for drill in lesson.drills:
        kind, _, what = drill.partition(":")
        for line in PAYOUTS[what](rules) if kind == "payouts" else ():
            if line.draw is not None:
                wager = line.wager or _WAGER
                paid = rounded(wager * line.odds, rules.chip_denominations, rules.rounding_mode)
                yield Sample(line.words, line.draw(rng), wager, paid, line.clause)
        yield from _meter_samples(rules, rng) if drill == "payouts:jackpot" else ()


def _bonus(rules: TableRules) -> Iterator[PaidLine]:
    for row in rules.bonus_21:
        if isinstance(row.pays, Odds):
            draw = bonus_hand(BonusShape(row.line), rules.decks)
            yield PaidLine(named_line(row.clause), row.pays.payout, row.clause, draw)


def named_line(clause: str) -> str:
    """What a clause pays for, in its own words."""
    summary = clause_words(clause)
    return summary.partition(" pays ")[0] if " pays " in summary else summary.partition(": ")[0]


def _one(words: str, name: str, draw: Draw) -> Callable[[TableRules], Iterator[PaidLine]]:
    def lines(rules: TableRules) -> Iterator[PaidLine]:
        odds: Odds = rules.value(name)
        yield PaidLine(words, odds.payout, rules.clause(name), draw)

    return lines


def _match(rules: TableRules) -> Iterator[PaidLine]:
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
            yield PaidLine(words, pays, clause, matching(rules.decks, *wanted), group="Match")


def _jackpot(rules: TableRules) -> Iterator[PaidLine]:
    for table, wager, row in _jackpot_rows(rules):
        if isinstance(row.pays, Odds):
            odds, draw = row.pays.returned, jackpot(row.line, table, rules)
            yield PaidLine(_jackpot_words(table, row), odds, row.clause, draw, wager, is_kept=True, group="Jackpot")


def _jackpot_rows(rules: TableRules) -> Iterator[tuple[Paytable, Cents, Row]]:
    for table, wager in zip(rules.jackpot_pays or (), rules.jackpot_wager or (), strict=False):
        for row in table:
            yield table, wager, row


def _jackpot_words(table: Paytable, row: Row) -> str:
    return f"{line_in_words(row.line)} (paytable {table.id})"


def _meter_samples(rules: TableRules, rng: Random) -> Iterator[Sample]:
    """Hands that win a part of a meter or the house's own prize: their odds cannot be drilled."""
    for table, wager, row in _jackpot_rows(rules):
        if not isinstance(row.pays, Odds):
            hand, ((_, share),) = jackpot(row.line, table, rules)(rng), rows_in_words(rules, (row,), wager)
            yield Sample(_jackpot_words(table, row), hand, wager, Cents(0), row.clause, share)


PAYOUTS: dict[str, Callable[[TableRules], Iterator[PaidLine]]] = {
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


def prize(lesson: Lesson, rules: TableRules, rng: Random) -> SchoolQuestion:
    """The super bonus by the wager, or what everybody else gets."""
    tiers = rules.super_bonus_tiers
    amount = Cents(
        rng.choice((tiers[0][0] - 100, *(least for least, _ in tiers), *(least + 500 for least, _ in tiers)))
    )
    hand = sevens(rules.super_bonus_shape, rules.decks)(rng)
    won = max((prize for least, prize in tiers if least <= amount), default=Cents(0))
    return SchoolQuestion(
        item=f"super bonus {cents_to_text(won)}",
        lesson=lesson.id,
        text=f"{_SEVENS[rules.super_bonus_shape]}, {cents_to_text(amount)} wagered: how much is the super bonus?",
        cards=hand.cards,
        dealer=hand.dealer,
        answer=cents_to_text(won),
        clause=rules.clause("super_bonus_tiers"),
    )
