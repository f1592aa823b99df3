"""Doubling, double-double and rescue in Washington."""

from __future__ import annotations

import pytest

from siete.cards import cards_from_text
from siete.errors import FaultyDocumentError
from siete.money import Cents
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table import events as e
from siete.table.practice import PracticeTable
from siete.table.stages.play import may_rescue
from siete.table.state.hand import Hand, Stake
from tests.table.cases import answer, asked, happened, is_allowed, is_over, money, play, refused, result
from tests.table.washington.both import both, clause_of

RESCUE = c.Rescue(player="p1", box=1)
TWOS = "2s 7d 3h Kc 2h 2c 2d 3s"
"""2 and 3 against 7 and king; small cards to double on again and again; the dealer stands on 17."""


def _double(cents: int) -> c.Double:
    return c.Double(player="p1", box=1, amount=Cents(cents))


def _doubles(table: PracticeTable) -> list[int]:
    return [event.amount for event in happened(table, e.WagerDoubled)]


@both("G7.a", "D5.a")
@pytest.mark.parametrize("hits", [0, 1, 2])
def test_a_hand_of_any_number_of_cards_may_be_doubled(rules: str, hits: int) -> None:
    table = play(rules, "2s 7d 3h Kc 2h 2c 9d", *["hit"] * hits, "double 10")
    assert _doubles(table) == [1000]
    assert asked(table) == [(1, 0, "doubled")]
    assert table.state.round is not None
    assert len(table.state.round.boxes[0].hands[0].cards) == 3 + hits


@both("D5.a")
@pytest.mark.parametrize("shoe", ["2s 7d 2h Kc", "9s 7d 9h Kc", "Ks 7d Qh Kc", "As 7d 9h Kc"])
def test_any_total_below_21_may_be_doubled(rules: str, shoe: str) -> None:
    assert is_allowed(play(rules, shoe), _double(1000))


@both("G7.a", "D5.a")
def test_a_split_hand_may_be_doubled(rules: str) -> None:
    table = play(rules, "8s 7d 8h Kc 3h 9s 2c", "split", "double 10", "stand", "stand")
    assert money(table) == (2000, 2000, 0)
    assert money(table, hand=1) == (0, 0, 1000)


@both("D5.a")
def test_a_doubled_hand_gets_one_card(rules: str) -> None:
    table = play(rules, "5s 7d 6h Kc 2c", "double 10")
    code, _ = refused(table, c.Hit(player="p1", box=1))
    assert code == "command/not-an-answer"
    answer(table, "stand")
    assert money(table) == (0, 0, 2000)


@both("D5.a", "D5.c", "G8.f")
def test_double_for_less_without_double_double(rules: str) -> None:
    table = play(rules, "5s 7d 6h Kc 9c", wagers=100)
    assert is_allowed(table, _double(50))
    assert is_allowed(table, _double(4000))
    assert refused(table, _double(10050)) == ("command/double-amount", clause_of(rules, "D5.a")), "that is no double"
    assert refused(table, _double(0)) == ("command/double-amount", clause_of(rules, "D5.c"))
    answer(table, "double 40")
    answer(table, "stand")
    assert money(table) == (14000, 14000, 0)


@both("D5.c", "G8.f", "D5.d1", "D6.e")
def test_no_double_for_less_with_double_double(rules: str) -> None:
    table = play(rules, TWOS, double_double=True)
    for cents in (500, 950, 1050, 2000):
        assert refused(table, _double(cents)) == ("command/double-amount", clause_of(rules, "D5.d1"))
    answer(table, "double 10")
    for cents in (1000, 1950, 2050):
        assert refused(table, _double(cents)) == ("command/double-amount", clause_of(rules, "D5.d1"))
    assert is_allowed(table, _double(2000))


@both("G8.b", "D6.a")
def test_after_a_double_card_the_player_doubles_again_rescues_or_stands(rules: str) -> None:
    table = play(rules, TWOS, "double 10", double_double=True)
    assert asked(table) == [(1, 0, "doubled")]
    stand = c.Stand(player="p1", box=1)
    assert all(is_allowed(table, command) for command in (_double(2000), RESCUE, stand))
    code, _ = refused(table, c.Hit(player="p1", box=1))
    assert code == "command/not-an-answer"


@both("G8.c", "D6.b", "G8.d", "D6.c")
def test_three_doublings_make_eight_times_the_wager_and_no_fourth(rules: str) -> None:
    table = play(rules, TWOS, "double 10", "double 20", "double 40", double_double=True)
    assert _doubles(table) == [1000, 2000, 4000]
    assert asked(table) == [(1, 0, "doubled")]
    assert refused(table, _double(8000)) == ("command/may-not-double", clause_of(rules, "G8.c"))
    assert is_allowed(table, RESCUE)
    answer(table, "stand")
    assert money(table) == (0, 0, 8000)


@both("G8.e", "D6.a")
def test_no_double_double_where_the_dealer_stands_on_17(rules: str) -> None:
    with pytest.raises(FaultyDocumentError) as fault:
        table_rules(rules, {"double_double": True, "dealer_soft17": "stand"})
    assert fault.value.clause == clause_of(rules, "G8.e")
    table = play(rules, TWOS, "double 10", dealer_soft17="stand")
    assert refused(table, _double(2000)) == ("command/may-not-double", clause_of(rules, "G8.a"))


@both("G8.g", "D6.d", "D5.d2")
def test_a_double_double_is_capped_at_the_largest_wager(rules: str) -> None:
    table = play(rules, TWOS, wagers=200, table_max=300, double_double=True)
    answer(table, "double 200")
    assert refused(table, _double(40000)) == ("command/double-amount", clause_of(rules, "D5.d1"))
    assert refused(table, _double(29900)) == ("command/double-amount", clause_of(rules, "D5.d1"))
    answer(table, "double 300")
    assert is_allowed(table, _double(30000)), "a capped double counts as one of three"
    answer(table, "double 300", "stand")
    assert money(table) == (0, 0, 100000)


@both("D5.d2")
def test_the_first_double_is_never_capped(rules: str) -> None:
    table = play(rules, TWOS, "double 300", wagers=300, table_max=300, double_double=True)
    assert _doubles(table) == [30000]


@both("G8.g")
def test_the_cap_may_be_set_below_the_table_maximum(rules: str) -> None:
    table = play(rules, TWOS, "double 10", double_double=True, dd_cap=15)
    assert refused(table, _double(2000))[0] == "command/double-amount"
    assert is_allowed(table, _double(1500))


@both("G7.b", "D7.a1", "D7.a2", "D7.b2")
def test_rescue_takes_the_double_back_and_forfeits_the_rest(rules: str) -> None:
    table = play(rules, TWOS, "double 100", "rescue", wagers=100)
    assert is_over(table)
    assert money(table) == (0, 10000, 10000)
    assert result(table).line == "rescued"


@both("G8.i", "D7.a2")
def test_rescue_after_a_double_for_less_returns_that_lesser_amount(rules: str) -> None:
    table = play(rules, TWOS, "double 40", "rescue", wagers=100)
    assert money(table) == (0, 4000, 10000)


@both("D7.a1", "D7.a2", "D7.b2")
def test_rescue_after_a_double_double_returns_the_last_portion_only(rules: str) -> None:
    table = play(rules, TWOS, "double 100", "double 200", "rescue", wagers=100, double_double=True)
    assert money(table) == (0, 20000, 20000)


@both("G8.h", "D6.e", "D7.a2")
def test_rescue_after_a_capped_double_double_returns_the_cap(rules: str) -> None:
    choices = {"table_max": 300, "double_double": True}
    table = play(rules, TWOS, "double 200", "double 300", "rescue", wagers=200, **choices)
    assert money(table) == (0, 30000, 40000)


@both("G7.b", "D7.b2")
def test_a_hand_that_was_not_doubled_cannot_be_rescued(rules: str) -> None:
    table = play(rules, TWOS, "hit")
    code, _ = refused(table, RESCUE)
    assert code == "command/not-an-answer"


@both("D7.a3", "G7.b")
def test_a_busted_double_cannot_be_rescued(rules: str) -> None:
    table = play(rules, "9s 8s 7d 6h 8h Kc 9c", "double 10", wagers={1: 10, 2: 10})
    assert money(table) == (0, 0, 2000)
    assert refused(table, RESCUE) == ("command/may-not-rescue", clause_of(rules, "D7.a3"))


@both("D3")
@pytest.mark.parametrize("double_double", [False, True])
def test_a_doubled_hard_21_is_paid_even_money_at_once_and_cannot_be_rescued(rules: str, double_double: bool) -> None:
    table = play(rules, "5s 8s 7d 6h 8h Kc Qc", "double 10", wagers={1: 10, 2: 10}, double_double=double_double)
    assert asked(table) == [(2, 0, "play")]
    assert money(table) == (2000, 2000, 0)


@both("D3.b", "G8.b")
def test_a_doubled_soft_21_may_be_doubled_again_where_that_is_offered(rules: str) -> None:
    shoe = "As 7d 6h Kc 4c 5c"
    table = play(rules, shoe, "double 10", double_double=True)
    assert asked(table) == [(1, 0, "doubled")]
    assert is_allowed(table, _double(2000))
    answer(table, "stand")
    assert money(table) == (2000, 2000, 0)
    assert money(play(rules, shoe, "double 10")) == (2000, 2000, 0), "elsewhere it is paid at once"


@both("G7.b", "D7.b2")
def test_a_doubled_20_may_be_rescued_and_a_21_that_is_paid_at_once_may_not(rules: str) -> None:
    twenty = play(rules, "5s 7d 6h Kc 9c", "double 10")
    assert is_allowed(twenty, RESCUE)
    hand = Hand(cards=cards_from_text("5s 6h Kc"), stakes=(Stake("p1", Cents(1000), (Cents(1000),)),), doublings=1)
    assert not may_rescue(hand, hand.stakes[0], twenty.rules)


@both("G7.b")
def test_rescue_stands_though_the_dealer_would_have_lost(rules: str) -> None:
    table = play(rules, "5s 8s 6d 6h 8h Kc 2c 9c", "double 10", "rescue", "2: stand", wagers={1: 10, 2: 10})
    assert money(table) == (0, 1000, 1000)
    assert result(table, box=2).line == "dealer bust"
