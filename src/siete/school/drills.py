"""Drills: questions with one right answer and the clause that decides it, drawn from a rule set and its lessons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from siete.cards import SPANISH_DECK, cards_to_text
from siete.errors import SieteError
from siete.money import Cents, Odds, cents_from_text, cents_to_text, rounded
from siete.rules.paytable import Paytable
from siete.rules.table_rules import TableRules
from siete.school.demonstrations import DemonstrationStep, demonstration
from siete.school.lessons import Lesson, clause_words
from siete.table.hand import HandTotal

CHOICES = 4
"""Answers that a question with answers to choose from has, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question."""

    item: str
    """What is practised, the same whatever the amounts are: the name under which it comes back."""
    lesson: str
    text: str
    answer: str
    clause: str
    choices: tuple[str, ...] = ()
    """The answers to choose from; none where the answer is typed."""
    shown: tuple[str, int] | None = None
    """The step of a demonstration that the question is about: the table before it is shown."""

    def is_right(self, given: str) -> bool:
        """Whether an answer is right: a choice by its words or number, an amount however it is written."""
        words = given.strip()
        if self.choices:
            return words == self.answer or words == str(self.choices.index(self.answer) + 1)
        return _plain(words) == _plain(self.answer)

    @property
    def explanation(self) -> str:
        """The right answer, and what its clause says."""
        return f"{self.answer} [{self.clause}] {clause_words(self.clause)}"


def _plain(text: str) -> str:
    """An amount in one spelling; a total as it stands."""
    try:
        return cents_to_text(cents_from_text(text))
    except SieteError:
        return text.lower()


def questions(lesson: Lesson, rules: TableRules, rng: Random) -> Iterator[Question]:
    """Questions of a lesson without end, its kinds of drills in turn; none where it has nothing to ask."""
    makers = [made for name in lesson.drills if (made := _maker(name, lesson, rules, rng)) is not None]
    while makers:
        for make in makers:
            yield make()


def _maker(name: str, lesson: Lesson, rules: TableRules, rng: Random) -> Callable[[], Question] | None:
    """What makes questions of a kind; nothing where these rules have none."""
    kind, _, what = name.partition(":")
    if kind == "totals":
        return lambda: _total(lesson, rng)
    if kind == "payouts":
        lines = tuple(_PAYOUTS[what](rules))
        return (lambda: _payout(lesson, rules, rng, lines)) if lines else None
    if kind == "super-bonus":
        return lambda: _prize(lesson, rules, rng)
    if kind == "clauses":
        known = _orders(lesson)
        return (lambda: _order(lesson, known, rng)) if len(known) > 1 else None
    steps = _dealers_steps(lesson, what)
    return (lambda: _next_step(lesson, steps, rng)) if steps else None


# --- totals --------------------------------------------------------------------------------------------------------


def _total(lesson: Lesson, rng: Random) -> Question:
    """A hand of two to six cards that has not broken before its last card."""
    while True:
        cards = tuple(rng.sample(SPANISH_DECK, rng.randint(2, 6)))
        if HandTotal.of(cards[:-1]).total < 21:
            break
    found = HandTotal.of(cards)
    answer = f"{'soft ' if found.is_soft else ''}{found.total}"
    return Question(
        item=f"total {answer} in {len(cards)}",
        lesson=lesson.id,
        text=f"What is the total of {cards_to_text(cards)}? (soft 17, 17)",
        answer=answer,
        clause=lesson.clauses[-1] if lesson.clauses else "",
    )


# --- payouts -------------------------------------------------------------------------------------------------------

Line = tuple[str, Fraction, str]
"""What is paid, in words; at which odds; by which clause."""


def _payout(lesson: Lesson, rules: TableRules, rng: Random, lines: tuple[Line, ...]) -> Question:
    words, odds, clause = rng.choice(lines)
    amount = Cents(rng.randrange(2, 41) * 250)
    paid = rounded(amount * odds, rules.chip_denominations, rules.rounding_mode)
    return Question(
        item=f"payout {words}",
        lesson=lesson.id,
        text=f"What do you pay for {words} on {cents_to_text(amount)}, beside the wager itself?",
        answer=cents_to_text(paid),
        clause=clause,
    )


def _bonus(rules: TableRules) -> Iterator[Line]:
    for row in rules.bonus_21:
        if isinstance(row.pays, Odds):
            yield _named(row.clause), row.pays.payout, row.clause


def _named(clause: str) -> str:
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


_PAYOUTS: dict[str, Callable[[TableRules], Iterator[Line]]] = {
    "bonus": _bonus,
    "blackjack": _one("a blackjack", "blackjack_pays"),
    "insurance": _one("insurance that wins", "insurance_pays"),
    "even": _one("a higher total", "win_pays"),
    "match": _match,
    "jackpot": _jackpot,
}


def _prize(lesson: Lesson, rules: TableRules, rng: Random) -> Question:
    """The super bonus by the wager, or what everybody else gets."""
    tiers = rules.super_bonus_tiers
    amount = Cents(
        rng.choice((tiers[0][0] - 100, *(least for least, _ in tiers), *(least + 500 for least, _ in tiers)))
    )
    prize = max((prize for least, prize in tiers if least <= amount), default=Cents(0))
    return Question(
        item=f"super bonus {cents_to_text(prize)}",
        lesson=lesson.id,
        text=f"Three suited sevens against your 7, {cents_to_text(amount)} wagered: how much is the super bonus?",
        answer=cents_to_text(prize),
        clause=rules.clause("super_bonus_tiers"),
    )


# --- what do you do now? -------------------------------------------------------------------------------------------


def _dealers_steps(lesson: Lesson, words: str) -> tuple[tuple[str, int], ...]:
    """The dealer's steps that the lesson's demonstrations show: with one of these words, or ordered by its clauses."""
    taught, named = set(lesson.clauses), words.split("|") if words else []
    return tuple(
        (name, place)
        for name in lesson.demonstrations
        for place, step in enumerate(demonstration(name))
        if step.is_dealers and (any(each in step.words for each in named) if named else step.clause in taught)
    )


def _next_step(lesson: Lesson, steps: tuple[tuple[str, int], ...], rng: Random) -> Question:
    name, place = rng.choice(steps)
    shown = demonstration(name)
    step = shown[place]
    last = shown[place - 1].words if place else "the table is closed"
    others = sorted({each.words for each in shown if each.is_dealers} - {step.words})
    choices = [step.words, *rng.sample(others, min(CHOICES - 1, len(others)))]
    rng.shuffle(choices)
    return Question(
        item=f"step {_kind(step)} {step.clause}",
        lesson=lesson.id,
        text=f"What do you do now? The last step was: {last}.",
        answer=step.words,
        clause=step.clause,
        choices=tuple(choices),
        shown=(name, place),
    )


def _kind(step: DemonstrationStep) -> str:
    return "".join(each for each in step.words if not each.isdigit()).strip()


# --- what does the clause order? -----------------------------------------------------------------------------------


def _orders(lesson: Lesson) -> tuple[tuple[str, str, str], ...]:
    """Clauses that say what is done when something happens: id, what happened, what is done."""
    found = []
    for id in lesson.clauses:
        happened, colon, done = clause_words(id).partition(": ")
        if colon:
            found.append((id, happened, done))
    return tuple(found)


def _order(lesson: Lesson, known: tuple[tuple[str, str, str], ...], rng: Random) -> Question:
    clause, happened, done = rng.choice(known)
    others = sorted({each[2] for each in known} - {done})
    choices = [done, *rng.sample(others, min(CHOICES - 1, len(others)))]
    rng.shuffle(choices)
    return Question(
        item=f"clause {clause}",
        lesson=lesson.id,
        text=f"{happened}: what then?",
        answer=done,
        clause=clause,
        choices=tuple(choices),
    )
