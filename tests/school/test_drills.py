"""Drills: every question has one right answer, which engine and rules confirm, and a wrong one is told apart."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from siete.cards import cards_from_text
from siete.clauses import citations
from siete.money import Odds, cents_from_text
from siete.rules.names import NAMES
from siete.rules.paytable import MeterShare
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.school.demonstrations import demonstration
from siete.school.drills.catalogue import questions
from siete.school.drills.payouts import samples
from siete.school.drills.question import SchoolQuestion, overpaid
from siete.school.lessons import course
from siete.table import commands as c
from siete.table.automatic import next_due
from siete.table.due import Due
from siete.table.hand import Match, bonus_shape, match_of
from siete.table.practice import PracticeTable
from siete.table.wagers.jackpot_lines import lines
from siete.table.words import step_in_words


def _asked(name: str, lesson: str, count: int, seed: int = 1) -> list[SchoolQuestion]:
    return list(islice(questions(course(name).lesson(lesson), table_rules(name), Random(seed)), count))


@pytest.mark.parametrize("name", NAMES)
def test_every_lesson_asks_questions_with_one_right_answer(name: str) -> None:
    for lesson in course(name).lessons:
        asked = _asked(name, lesson.id, 12)
        assert len(asked) == 12, lesson.id
        for each in asked:
            assert each.is_right(each.answer)
            assert not each.is_right("a wrong answer")
            assert each.clause in citations(), each
            assert len(set(each.choices)) == len(each.choices)
            if each.choices:
                assert [each.is_right(other) for other in each.choices].count(True) == 1
                assert each.is_right(str(each.choices.index(each.answer) + 1))


def test_the_same_seed_asks_the_same() -> None:
    assert _asked("md", "insurance", 8) == _asked("md", "insurance", 8)
    assert _asked("md", "insurance", 8) != _asked("md", "insurance", 8, seed=2)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_paid_for_a_blackjack_is_what_the_engine_pays(name: str) -> None:
    rules = table_rules(name)
    question = next(each for each in _asked(name, "blackjack-and-21", 2) if each.text.startswith("What do you pay"))
    amount = question.text.partition(" on ")[2].partition(", beside")[0]
    table = PracticeTable(rules, shoe="As 5h Kd 7c", chips={"ana": 500})
    for command in (c.StartRound(), c.PlaceWager(player="ana", box=1, amount=cents_from_text(amount))):
        table.do(command)
    if table.deal():
        table.decide(1, "take")
    (result,) = [each for each in table.results() if each.wager == "base"]
    assert question.is_right(str(result.payout / 100))


_MATCHES = {
    "one suited match": {Match.SUITED, Match.NONE},
    "one unsuited match": {Match.UNSUITED, Match.NONE},
    "two unsuited matches": {Match.UNSUITED},
    "a suited and an unsuited match": {Match.SUITED, Match.UNSUITED},
}


@pytest.mark.parametrize("name", NAMES)
def test_the_hand_that_a_payout_shows_makes_its_line(name: str) -> None:
    """Each sample by the engine's own reading of its cards: bonus lines, blackjacks, matches."""
    rules = table_rules(name)
    shapes = {row.clause: row.line for row in rules.bonus_21}
    shown = [each for lesson in course(name).lessons for each in samples(lesson, rules)]
    for sample in shown:
        cards, dealer = cards_from_text(sample.hand.cards), cards_from_text(sample.hand.dealer)
        assert max(Counter((*cards, *dealer)).values()) <= rules.decks
        if sample.clause in shapes:
            assert bonus_shape(cards) == shapes.pop(sample.clause)
        elif "match" in sample.words:
            found = {match_of(each, dealer[0]) for each in cards}
            assert found == _MATCHES[sample.words]
            suited, unsuited = rules.clauses["mtd_odds"][-1], rules.clauses["mtd_odds"][0]
            assert sample.clause == (suited if Match.SUITED in found else unsuited)
    assert {"blackjack" in each.words for each in shown} == {True, False}
    assert set(shapes.values()) <= ({"777-suited", "777-spades"} if rules.decks < 3 else set())


@pytest.mark.parametrize(("name", "tables"), [("wa", ("3c/6", "4a/1", "5a/1", "6/5")), ("wa-v002", ("8c/6", "9a/1"))])
def test_a_jackpot_line_is_shown_by_a_hand_that_wins_it_and_nothing_else(name: str, tables: tuple[str, ...]) -> None:
    """At tables that read one dealer card, both, or four cards together; fixed lines are paid whole, `for`."""
    for id in tables:
        rules = _rules_of(name, id)
        (table,), (wager,) = rules.jackpot_pays, rules.jackpot_wager
        shown = {each.words: each for each in samples(course(name).lesson("jackpots"), rules)}
        drilled = {each.item: each for each in islice(questions(course(name).lesson("jackpots"), rules, Random(3)), 60)}
        for row in table:
            sample = shown[f"{row.line.replace('-', ' ')} (paytable {id})"]
            first, (up, *down) = cards_from_text(sample.hand.cards), cards_from_text(sample.hand.dealer)
            made = lines(first, up, down[0] if down else None, table, rules)
            assert made is not None, "the cards that are shown decide it"
            assert made == (row.line,) or row.line == made[0] == "ace-king-of-spades-both"
            if isinstance(row.pays, Odds):
                asked = drilled[f"payout {sample.words}"]
                assert sample.paid == wager * row.pays.pays // row.pays.per
                assert (asked.answer, asked.wager, asked.text.endswith("house keeps?")) == (sample.pays, wager, True)
            elif isinstance(row.pays, MeterShare):
                assert sample.pays == f"{row.pays.percent}% of the meter"


def _rules_of(name: str, id: str) -> TableRules:
    """Rules with this jackpot table."""
    return table_rules(name, {"decks": {"4": 2, "5": 4, "9": 4}.get(id[0], 6), "jackpot_paytable": [id]})


def test_what_an_answer_overpays_is_told_of_money_only() -> None:
    assert (overpaid("$45", "60"), overpaid("$45", "$30.50"), overpaid("17", "18"), overpaid("$45", "no")) == (
        1500,
        -1450,
        0,
        0,
    )


def test_amounts_are_right_however_they_are_written() -> None:
    question = SchoolQuestion(item="x", lesson="y", text="?", answer="$52.50", clause="MD-12.A.2")
    assert all(question.is_right(given) for given in ("$52.50", "52.50", "52.5", " $52.5 "))
    assert not any(question.is_right(given) for given in ("52", "5250", "", "$52.51", "fifty"))


@pytest.mark.parametrize("name", NAMES)
def test_the_next_step_is_the_one_that_the_rules_order(name: str) -> None:
    lessons = ("the-deal", "settlement", "dealers-hand", "picking-up")
    asked = [each for lesson in lessons for each in _asked(name, lesson, 20) if each.shown is not None]
    assert len({each.item for each in asked}) > 4
    for each in asked:
        assert each.shown is not None
        file, place = each.shown
        step = demonstration(file)[place]
        due = next_due(step.before, step.rules)
        assert isinstance(due, Due)
        assert (step_in_words(due.command), due.clause) == (each.answer, each.clause)
