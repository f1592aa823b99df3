"""Splitting pairs: which, how often, in which order, with what wager, and against a late blackjack."""

from __future__ import annotations

from typing import Any

import pytest

from siete.table import commands as c
from siete.table import events as e
from siete.table.practice import PracticeTable
from tests.table.cases import answer, asked, happened, is_allowed, money, play, refused, result, won
from tests.table.massachusetts.common import NO_HOLE, both, by, stack, without_reader

SPLIT = c.Split(player="p1", box=1)


@pytest.mark.clause("MA-10.a.1", "S13-j.1-1")
@both
@pytest.mark.parametrize("pair", ["8s 8d", "Js Kd", "As Ad", "2s 2s"])
def test_two_cards_of_equal_value_become_two_hands(rules: str, pair: str) -> None:
    first, second = pair.split()
    table = play(rules, f"{first} 6h {second} 9d 5c", "split")
    assert table.state.round is not None
    cards = [[str(card) for card in hand.cards] for hand in table.state.round.boxes[0].hands]
    assert cards == [[first, "5c"], [second]]


@pytest.mark.clause("MA-10.a.1", "S13-j.1-1")
@both
@pytest.mark.parametrize(("shoe", "before"), [("8s 6h 9d 9d", []), ("2s 6h 2d 9d 2c", ["hit"]), ("As 6h 9d 9d", [])])
def test_nothing_else_is_split(rules: str, shoe: str, before: list[str]) -> None:
    table = play(rules, shoe, *before)
    assert refused(table, SPLIT) == ("command/may-not-split", by(rules, "MA-10.a.1", "S13-j.1-1"))


@pytest.mark.clause("MA-10.a.2", "S13-j.1-2")
@both
def test_the_new_hand_takes_an_equal_wager(rules: str) -> None:
    table = play(rules, "8s 6h 8d 9d 5c", "split", wagers=15)
    (funded,) = happened(table, e.SplitFunded)
    assert (funded.amount, funded.clause) == (1500, by(rules, "MA-10.a.2", "S13-j.1-2"))
    assert won(table) == -3000
    assert table.state.round is not None
    assert [[stake.amount for stake in hand.stakes] for hand in table.state.round.boxes[0].hands] == [[1500], [1500]]


@pytest.mark.clause("MA-10.a.2", "S13-j.1-2")
@both
def test_without_chips_for_it_there_is_no_split(rules: str) -> None:
    table = PracticeTable(rules, shoe="8s 6h 8d 9d 5c", chips={"p1": 19})
    table.wager("p1", 1, 10)
    table.deal()
    assert refused(table, SPLIT)[0] == "command/not-enough-chips"


@pytest.mark.clause("MA-10.b", "S13-j.2")
@both
def test_each_hand_is_finished_before_the_next_one_gets_a_card(rules: str) -> None:
    table = play(rules, "8s 6h 8d 9d 5c 4c 9c Kc", "split")
    order = []
    while asked(table):
        ((box, hand, _),) = asked(table)
        assert table.state.round is not None
        sizes = [len(each.cards) for each in table.state.round.boxes[0].hands]
        order.append((box, hand, sizes))
        answer(table, "hit" if sizes[hand] == 2 else "stand")
    assert order == [(1, 0, [2, 1]), (1, 0, [3, 1]), (1, 1, [3, 2])]
    dealt = [event.hand for event in happened(table, e.CardDealt) if event.clause == by(rules, "MA-10.b", "S13-j.2")]
    assert dealt == [0, 1]


@pytest.mark.clause("MA-10.b", "S13-j.2")
@both
def test_the_second_hand_gets_no_card_out_of_turn(rules: str) -> None:
    table = play(rules, "8s 6h 8d 9d 5c 4c", "split")
    assert refused(table, c.Deal(box=1, hand=1))[0] == "command/players-first"


@pytest.mark.clause("MA-10.b", "S13-j.2", "MA-10.c.2", "S13-j.3-2")
@both
def test_a_hand_from_a_second_split_stands_right_of_its_parent(rules: str) -> None:
    table = play(rules, "8s 6h 8d 9d 8c 2c", "split", "split")
    assert table.state.round is not None
    cards = [[str(card) for card in hand.cards] for hand in table.state.round.boxes[0].hands]
    assert cards == [["8s", "2c"], ["8c"], ["8d"]]
    assert asked(table) == [(1, 0, "play")]


@pytest.mark.clause("MA-10.c.1", "S13-j.3-1")
@both
@pytest.mark.parametrize("rank", ["8", "A", "K"])
def test_a_split_hand_is_announced_and_may_stand_draw_or_double(rules: str, rank: str) -> None:
    table = play(rules, f"{rank}s 6h {rank}d 9d 5c 4c", "split")
    last = happened(table, e.CardDealt)[-1]
    assert (last.box, last.hand, last.total) == (1, 0, {"8": 13, "A": 16, "K": 15}[rank])
    kinds = {type(template.command) for template in table.legal("p1")}
    assert kinds == {c.Stand, c.Hit, c.Double}


@pytest.mark.clause("MA-10.c.2", "S13-j.3-2")
@both
@pytest.mark.parametrize("pair", ["8s 8d 8c 8h 8s", "As Ad Ac Ah As", "Ks Jd Qc Kh Js"])
def test_a_box_is_split_three_times_and_no_more(rules: str, pair: str) -> None:
    first, second, *more = pair.split()
    table = play(rules, f"{first} 6h {second} 9d {' '.join(more)}")
    for _ in range(3):
        assert is_allowed(table, SPLIT)
        answer(table, "split")
    assert refused(table, SPLIT) == ("command/split-limit", by(rules, "MA-10.c.2", "S13-j.3-2"))
    assert table.state.round is not None
    assert len(table.state.round.boxes[0].hands) == 4


@pytest.mark.clause("MA-10.c.2", "S13-j.3-2")
@both
def test_only_a_second_card_of_the_same_value_splits_again(rules: str) -> None:
    assert refused(play(rules, "8s 6h 8d 9d 9c", "split"), SPLIT)[0] == "command/may-not-split"
    drawn = play(rules, "8s 6h 8d 9d 2c 8c", "split", "hit")
    assert refused(drawn, SPLIT)[0] == "command/may-not-split"


LATE = "Kh As"


@pytest.mark.clause("MA-10.d", "S13-j.4")
@both
@without_reader
@pytest.mark.parametrize(
    ("draws", "decisions"),
    [
        ("9c 9h", ["split", "stand", "stand"]),
        ("6c 9h 9c", ["split", "hit", "stand"]),
        ("6c 9h 6h 9c", ["split", "hit", "hit"]),
        ("8c 9c 9h 9d", ["split", "split", "stand", "stand", "stand"]),
        ("3c 9c 9h", ["split", "double 10", "stand", "stand"]),
        ("6c 9h 9c", ["split", "double 10", "stand"]),
        ("3c 7c 9h", ["split", "double 10", "rescue", "stand"]),
        ("9h 3c 7c", ["split", "stand", "double 10", "rescue"]),
        ("3c Kc 9h", ["split", "hit", "stand"]),
    ],
)
def test_a_late_blackjack_takes_one_original_of_all_hands(
    rules: str, procedure: str, draws: str, decisions: list[str]
) -> None:
    """Live, bust, doubled, rescued or at 21: one original wager in all, the rest comes back."""
    shoe = stack(procedure, hand="8s 8d", dealer=LATE, draws=draws)
    table = play(rules, shoe, *decisions, hole_card_procedure=procedure)
    assert table.state.round is None
    assert won(table) == -1000
    placed = 1000 + sum(x.amount for x in table.events if isinstance(x, e.SplitFunded | e.WagerDoubled))
    assert sum(r.collected for r in table.results()) == 1000
    assert sum(r.returned for r in table.results()) == placed - 1000


@pytest.mark.clause("MA-10.d", "S13-j.4")
@both
@without_reader
@pytest.mark.parametrize(
    ("draws", "decisions", "lost"),
    [
        ("9c 9h", ["split", "stand", "stand"], 1000),
        ("6c 9h 9c", ["split", "hit", "stand"], 2000),
        ("6c 9h 6h 9c", ["split", "hit", "hit"], 2000),
        ("6c 9h 9c", ["split", "double 10", "stand"], 3000),
        ("3c 7c 9h", ["split", "double 10", "rescue", "stand"], 1000),
    ],
)
def test_busts_are_lost_besides_where_the_operator_reads_it_so(
    rules: str, procedure: str, draws: str, decisions: list[str], lost: int
) -> None:
    shoe = stack(procedure, hand="8s 8d", dealer=LATE, draws=draws)
    table = play(rules, shoe, *decisions, hole_card_procedure=procedure, dealer_bj_collect="busted_plus_one")
    assert won(table) == -lost


@pytest.mark.clause("MA-10.d", "S13-j.4")
@both
def test_a_late_blackjack_returns_a_split_wager_by_its_own_clause(rules: str) -> None:
    shoe = stack(NO_HOLE, hand="8s 8d", dealer=LATE, draws="9c 9h")
    table = play(rules, shoe, "split", "stand", "stand", hole_card_procedure=NO_HOLE)
    assert money(table, hand=0) == (0, 0, 1000)
    assert money(table, hand=1) == (0, 1000, 0)
    assert [result(table, hand=hand).clause for hand in (0, 1)] == [by(rules, "MA-10.d", "S13-j.4")] * 2
    doubled = play(
        rules,
        stack(NO_HOLE, hand="8s 8d", dealer=LATE, draws="3c 4c 9h"),
        *("split", "double 10", "stand", "stand"),
        hole_card_procedure=NO_HOLE,
    )
    assert money(doubled, hand=0) == (0, 1000, 1000)
    assert result(doubled, hand=0).clause == by(rules, "MA-9.c", "S13-i.3")
    other = play(rules, stack(NO_HOLE, hand="8s 8d", dealer="Kh 9s", draws="9c 9h"), "split", "stand", "stand")
    assert won(other) == -2000


@pytest.mark.clause("MA-1.blackjack", "S13-a.1.i", "MA-5.e.3", "S13-e.5-3")
@both
@without_reader
def test_a_split_ace_and_face_card_is_an_ordinary_21(rules: str, procedure: str) -> None:
    """It pays even money, beats a dealer's drawn 21, and loses to a dealer's blackjack."""
    decisions = ["split", "stand", "stand"]
    drawn = play(
        rules,
        stack(procedure, hand="As Ad", dealer="6h 7d 8c", draws="Kc 9h"),
        *decisions,
        hole_card_procedure=procedure,
    )
    assert money(drawn, hand=0) == (1000, 1000, 0)
    assert money(drawn, hand=1) == (0, 0, 1000)
    late = play(
        rules, stack(procedure, hand="As Ad", dealer=LATE, draws="Kc 9h"), *decisions, hole_card_procedure=procedure
    )
    assert won(late) == -1000


@pytest.mark.clause("MA-5.a.3", "S13-e.1.iii")
@both
@without_reader
def test_the_operator_may_take_21_in_two_cards_at_its_word(rules: str, procedure: str) -> None:
    """Then a split ace and face card beats every dealer's 21 at 3 to 2, and anything else at even money."""
    choices: Any = {"hole_card_procedure": procedure, "split_two_card_21": "ma_literal_3to2"}
    decisions = ["split", "stand", "stand"]
    for dealer, first, second in (
        (LATE, (1500, 1000, 0), (0, 0, 1000)),
        ("6h 7d 8c", (1500, 1000, 0), (0, 0, 1000)),
        ("6h 7d 5c", (1000, 1000, 0), (1000, 1000, 0)),
    ):
        shoe = stack(procedure, hand="As Ad", dealer=dealer, draws="Kc 9h")
        table = play(rules, shoe, *decisions, **choices)
        assert (money(table, hand=0), money(table, hand=1)) == (first, second), dealer
    alone = play(rules, stack(procedure, hand="As Ad", dealer="6h 7d 8c", draws="Kc Kh"), *decisions, **choices)
    assert won(alone) == 3000
