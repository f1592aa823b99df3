"""Guided rounds: every action that is taught is legal when it is taught and the best by the odds, in every rule set."""

from __future__ import annotations

from dataclasses import replace

import pytest

from siete.cards import Card
from siete.money import Cents
from siete.odds.base.hand import hand_values
from siete.odds.base.kept.gifts import gift_edges
from siete.odds.base.kept.known import known_edge
from siete.rules.names import names
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.server.describe.arrival import distinction, price, welcome
from siete.server.describe.lessons import GuidedRound, lessons
from siete.table.practice import PracticeTable

EVERY = [(name, each) for name in names() for each in lessons(table_rules(name))]

PROMISED = {
    "first": ("base", "678-spades"),
    "split": ("base", "dealer bust"),
    "rescue": ("base", "rescued"),
    "match": ("match-up", "suited"),
    "super-bonus": ("super bonus", ""),
    "bonus-spin": ("bonus-spin", ""),
}
"""What each lesson comes to: a wager and its line; no line where the wheel chooses it."""


def values(table: PracticeTable, rules: TableRules, wager: Cents) -> str:
    """The best action on the hand that is asked about."""
    ask, current = table.asks()[0], table.state.round
    assert current is not None
    box = current.box(ask.box)
    assert box is not None
    assert isinstance(current.up, Card)
    hand = box.hands[ask.hand]
    return hand_values(
        rules, hand.cards, current.up, is_split=hand.is_split, doublings=hand.doublings, wager=wager
    ).best


@pytest.mark.parametrize(("name", "lesson"), EVERY, ids=[f"{name}-{each.name}" for name, each in EVERY])
def test_a_lesson_can_be_played_as_it_is_taught(name: str, lesson: GuidedRound) -> None:
    rules = table_rules(name)
    wheel = rules.spin_wheel.segments[0][0] if lesson.name == "bonus-spin" and rules.spin_wheel else ""
    table = PracticeTable(rules, shoe=lesson.cards, chips={"ana": 1000}, wheels=[wheel] * 3)
    for wager, amount in lesson.wagers:
        table.wager("ana", 1, amount // 100, wager)
    table.deal()
    for moment in lesson.moments:
        assert moment.clause, moment.title
        if moment.phase == "play":
            assert values(table, rules, lesson.wagers[0][1]) == moment.action, moment.title
            table.decide(1, moment.action)
    assert table.is_over
    results = table.results()
    assert PROMISED[lesson.name] in [(each.wager, each.line) for each in results] + [
        (each.wager, "") for each in results
    ]


def test_lessons_follow_what_a_table_offers() -> None:
    assert [each.name for each in lessons(table_rules("md"))] == [
        "first", "split", "rescue", "match", "super-bonus", "bonus-spin"
    ]  # fmt: skip
    without = table_rules("md", {"spin_offered": False, "mtd_offered": False})
    assert {"match", "bonus-spin"} & {each.name for each in lessons(without)} == set()


@pytest.mark.parametrize("name", names())
def test_a_card_tells_the_edge_and_what_is_special(name: str) -> None:
    rules = table_rules(name)
    told, gifts = price(rules), welcome(rules)["gifts"]
    assert told is not None
    assert isinstance(told["edge"], float)
    assert 0 < told["edge"] < 0.01
    assert distinction(rules)["clause"]
    assert isinstance(gifts, list)
    assert [bool(gift["clause"]) for gift in gifts] == [True] * 5


@pytest.mark.parametrize("name", names())
def test_what_is_given_up_and_got_adds_up_to_the_edge(name: str) -> None:
    rules = table_rules(name)
    edges, found = gift_edges(rules.rules_hash), welcome(rules)["balance"]
    assert edges is not None
    assert isinstance(found, dict)
    worth = [step["worth"] for step in found["steps"]]
    assert [step < 0 for step in worth] == [True, False, False, False, False, False]
    assert found["before"]["worth"] + sum(worth) == pytest.approx(-found["after"]["worth"], abs=1e-15)
    assert found["after"]["worth"] == pytest.approx(known_edge(rules), abs=1e-12)
    assert edges.long_hands == pytest.approx(known_edge(replace(rules, rescue=False)), abs=1e-12)
    assert all(step["clause"] for step in found["steps"])


def test_rules_that_were_not_solved_have_gifts_and_no_figures() -> None:
    told = welcome(table_rules("md", {"decks": 8}))
    assert told["balance"] is None
    assert told["gifts"]
