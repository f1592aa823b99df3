"""Splitting in Washington: equal values, aces like any other card, four hands."""

from __future__ import annotations

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table import events as e
from siete.table.practice import PracticeTable
from tests.table.cases import answer, asked, happened, is_allowed, is_over, money, play, refused, result, won
from tests.table.washington.both import both, clause_of

HIT, SPLIT = c.Hit(player="p1", box=1), c.Split(player="p1", box=1)


@both("G6.a", "D4.a")
@pytest.mark.parametrize("pair", [("8s", "8h"), ("Js", "Qh"), ("As", "Ah"), ("Ks", "Jd")])
def test_two_cards_of_equal_value_may_be_split(rules: str, pair: tuple[str, str]) -> None:
    table = play(rules, f"{pair[0]} 7d {pair[1]} Kc 2h 3h", "split")
    assert [event.amount for event in happened(table, e.SplitFunded)] == [1000]
    assert asked(table) == [(1, 0, "play")]


@both("G6.a", "D4.a")
def test_cards_of_different_value_may_not_be_split(rules: str) -> None:
    table = play(rules, "8s 7d 9h Kc")
    assert refused(table, SPLIT) == ("command/may-not-split", clause_of(rules, "G6.a"))


@both("G6.a", "D4.a")
@pytest.mark.parametrize("rank", ["8", "A"])
def test_three_splits_make_four_hands_and_no_fifth(rules: str, rank: str) -> None:
    table = play(rules, f"{rank}s 7d {rank}h Kc {rank}d {rank}c {rank}s 2c 2d 2h", "split", "split", "split")
    assert table.state.round is not None
    assert len(table.state.round.boxes[0].hands) == 4
    assert refused(table, SPLIT) == ("command/split-limit", clause_of(rules, "G6.a"))
    while asked(table):
        answer(table, "stand")
    assert won(table) == -4000


@both("D4.b")
def test_each_split_hand_gets_one_card_when_its_turn_comes_and_may_be_hit(rules: str) -> None:
    table = play(rules, "8s 7d 8h Kc 2h 3h 9c 4d", "split")
    assert table.state.round is not None
    left, right = table.state.round.boxes[0].hands
    assert ([str(card) for card in left.cards], [str(card) for card in right.cards]) == (["8s", "2h"], ["8h"])
    answer(table, "hit", "stand")
    assert asked(table) == [(1, 1, "play")]
    right = table.state.round.boxes[0].hands[1]
    assert [str(card) for card in right.cards] == ["8h", "9c"]


@both("G6.b", "D4.b")
def test_split_aces_may_be_hit_and_doubled(rules: str) -> None:
    table = play(rules, "As 7d Ah Kc 5h 4d 6s 3c", "split")
    assert is_allowed(table, HIT)
    answer(table, "hit")
    assert asked(table) == [(1, 0, "play")]
    answer(table, "stand")
    assert asked(table) == [(1, 1, "play")]
    answer(table, "double 10", "stand")
    assert is_over(table)
    assert money(table) == (1000, 1000, 0), "ace, five and four are 20 against 17"
    assert money(table, hand=1) == (2000, 2000, 0), "ace, six and three are 20 against 17"


@both("G6.b", "G4")
def test_an_ace_and_a_face_card_after_a_split_are_a_plain_21(rules: str) -> None:
    table = play(rules, "As 7d Ah Kc Kh 9d", "split")
    assert asked(table) == [(1, 0, "play")]
    assert is_allowed(table, c.Double(player="p1", box=1, amount=Cents(1000)))
    answer(table, "stand")
    assert (result(table).line, money(table)) == ("21", (1000, 1000, 0))


@both("D4.c1")
@pytest.mark.parametrize(
    ("shoe", "hits", "line", "paid"),
    [
        ("6s 7d 6h Kc 7c 8d 9c", 1, "678-mixed", 1500),
        ("6s 7d 6h Kc 7s 8s 9c", 1, "678-spades", 3000),
        ("7h 6d 7h Kc 7h 7h 9c", 1, "777-suited", 2000),
        ("2s 7d 2h Kc 3h 4s 5d 7c 9c", 3, "21-in-5", 1500),
    ],
)
def test_bonus_21_is_paid_on_split_hands(rules: str, shoe: str, hits: int, line: str, paid: int) -> None:
    table = play(rules, shoe, "split", *["hit"] * hits)
    assert (result(table).line, money(table)) == (line, (paid, 1000, 0))


@both("D4.c1", "D5.b")
def test_but_not_on_split_hands_that_are_doubled(rules: str) -> None:
    table = play(rules, "6s 7d 6h Kc 7s 8s 9c", "split", "double 10")
    assert (result(table).line, money(table)) == ("21", (2000, 2000, 0))


@both("D4.a")
def test_a_split_needs_chips_for_an_equal_wager(rules: str) -> None:
    for dollars, may in ((19, False), (20, True)):
        table = PracticeTable(rules, shoe="8s 7d 8h Kc", chips={"p1": dollars})
        table.wager("p1", 1, 10)
        table.deal()
        assert is_allowed(table, SPLIT) is may
        if may:
            answer(table, "split")
            assert [event.amount for event in happened(table, e.SplitFunded)] == [1000]
