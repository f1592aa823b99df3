"""Chapter 11: splitting pairs."""

from __future__ import annotations

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table import events as e
from tests.table.cases import (
    answer,
    asked,
    happened,
    is_allowed,
    is_over,
    money,
    place,
    play,
    refused,
    result,
    seat,
    won,
)
from tests.table.maryland.both import both, box_of, own, unseen

SPLIT = c.Split(player="p1", box=1)


@pytest.mark.parametrize("pair", ["2c 2d", "9c 9c", "Jc Jd", "Jc Qd", "Kc Jd", "Qc Kd", "Ac Ad"])
@both("MD-11.A.a")
def test_two_cards_of_equal_value_may_be_split(rules: str, pair: str) -> None:
    first, second = pair.split()
    table = play(rules, f"{first} 6s {second} 5h 5c")
    assert is_allowed(table, SPLIT)
    answer(table, "split")
    assert [str(hand.cards[0]) for hand in box_of(table).hands] == [first, second]
    assert [each.clause for each in happened(table, e.HandSplit)] == [own(rules, "MD-11.A.a")]


@pytest.mark.parametrize("cards", ["2c 3d", "9c Kd", "Ac 9d", "7c 8c"])
@both("MD-11.A.a")
def test_cards_of_different_value_may_not(rules: str, cards: str) -> None:
    first, second = cards.split()
    table = play(rules, f"{first} 6s {second} 5h")
    assert refused(table, SPLIT) == ("command/may-not-split", own(rules, "MD-11.A.a"))


@both("MD-11.A.a")
def test_a_hand_of_three_cards_is_no_pair(rules: str) -> None:
    table = play(rules, "2c 6s 2d 5h 2h", "hit")
    assert refused(table, SPLIT) == ("command/may-not-split", own(rules, "MD-11.A.a"))


@both("MD-11.A.b")
def test_the_second_hand_gets_a_wager_equal_to_the_original(rules: str) -> None:
    table = play(rules, "8c 6s 8d 5h", "split", wagers=35)
    assert [[stake.amount for stake in hand.stakes] for hand in box_of(table).hands] == [[3500], [3500]]
    assert won(table) == -7000
    (funded,) = happened(table, e.SplitFunded)
    assert (funded.amount, funded.clause) == (3500, own(rules, "MD-11.A.b"))


@both("MD-11.A.b")
def test_a_split_without_the_chips_for_it_is_refused(rules: str) -> None:
    table = play(rules, "8c 6s 8d 5h", wagers=15000, table_max=20000)
    assert refused(table, SPLIT) == ("command/not-enough-chips", own(rules, "MD-6.A"))


@both("MD-11.B")
def test_the_left_hand_is_dealt_to_and_finished_before_the_right_gets_a_card(rules: str) -> None:
    table = play(rules, "8c 6s 8d 5h 2c 3c 9c", "split")
    assert asked(table) == [(1, 0, "play")]
    assert [len(hand.cards) for hand in box_of(table).hands] == [2, 1]
    answer(table, "hit")
    assert [len(hand.cards) for hand in box_of(table).hands] == [3, 1]
    answer(table, "stand")
    assert asked(table) == [(1, 1, "play")]
    assert [len(hand.cards) for hand in box_of(table).hands] == [3, 2]
    seconds = [each for each in happened(table, e.CardDealt) if each.clause == own(rules, "MD-11.B")]
    assert [(each.hand, str(each.card)) for each in seconds] == [(0, "2c"), (1, "9c")]


@both("MD-11.B")
def test_a_card_to_the_right_hand_first_is_refused(rules: str) -> None:
    table = play(rules, "8c 6s 8d 5h 2c")
    table.do(SPLIT)
    assert refused(table, c.Deal(box=1, hand=1)) == ("command/not-this-step", own(rules, "MD-11.B"))
    table.deal()
    assert refused(table, c.Deal(box=1, hand=1)) == ("command/players-first", own(rules, "MD-7.H"))


@both("MD-11.B")
def test_a_hand_split_again_stands_beside_its_parent(rules: str) -> None:
    table = play(rules, "8c 6s 8d 5h 8h 2c 3c 4c", "split", "split")
    assert [str(hand.cards[0]) for hand in box_of(table).hands] == ["8c", "8h", "8d"]
    answer(table, "stand")
    assert asked(table) == [(1, 1, "play")]
    answer(table, "stand")
    assert asked(table) == [(1, 2, "play")]
    assert [str(hand.cards[-1]) for hand in box_of(table).hands] == ["2c", "3c", "4c"]


@pytest.mark.parametrize("pair", ["8c 8d", "Ac Ad"])
@both("MD-11.C")
def test_a_split_hand_may_stand_draw_or_double_after_its_second_card(rules: str, pair: str) -> None:
    first, second = pair.split()
    table = play(rules, f"{first} 6s {second} 5h 2c", "split")
    assert is_allowed(table, c.Stand(player="p1", box=1))
    assert is_allowed(table, c.Hit(player="p1", box=1))
    assert is_allowed(table, c.Double(player="p1", box=1, amount=Cents(1000)))
    assert refused(table, c.Surrender(player="p1", box=1)) == ("command/may-not-surrender", own(rules, "MD-9.B"))


@both("MD-11.C")
def test_a_split_hand_decides_nothing_before_its_second_card(rules: str) -> None:
    table = play(rules, "8c 6s 8d 5h 2c")
    table.do(SPLIT)
    for command in (c.Stand(player="p1", box=1), c.Hit(player="p1", box=1)):
        assert refused(table, command)[0] == "command/not-your-turn"


@pytest.mark.parametrize(("further", "hands"), [(0, 2), (1, 3), (2, 4), (3, 5)])
@both("MD-11.D")
def test_pairs_may_be_split_as_often_as_the_operator_says(rules: str, further: int, hands: int) -> None:
    shoe = "8c 6s 8d 5h" + " 8h" * (hands - 1)
    table = play(rules, shoe, *["split"] * (hands - 1), max_additional_splits=further)
    assert len(box_of(table).hands) == hands
    assert refused(table, SPLIT) == ("command/split-limit", own(rules, "MD-11.D"))


@pytest.mark.parametrize(("further", "hands"), [(0, 2), (2, 4)])
@both("MD-11.D")
def test_aces_may_be_split_as_often_as_the_operator_says(rules: str, further: int, hands: int) -> None:
    shoe = "Ac 6s Ad 5h" + " Ah" * (hands - 1)
    table = play(rules, shoe, *["split"] * (hands - 1), max_additional_splits_aces=further, max_additional_splits=1)
    assert len(box_of(table).hands) == hands
    assert refused(table, SPLIT) == ("command/split-limit", own(rules, "MD-11.D"))


@pytest.mark.parametrize("rank", ["8", "A"])
@both("MD-11.D")
def test_four_hands_are_the_limit_where_the_operator_says_nothing(rules: str, rank: str) -> None:
    table = play(rules, f"{rank}c 6s {rank}d 5h {rank}h {rank}s {rank}c", "split", "split", "split")
    assert len(box_of(table).hands) == 4
    assert refused(table, SPLIT) == ("command/split-limit", own(rules, "MD-11.D"))


@both("MD-11.E")
def test_a_late_blackjack_takes_one_original_wager_and_returns_the_rest(rules: str) -> None:
    table = play(unseen(rules), "8c Ks 8d Ah 2c 8h 9c 2d 3s", "split", "stand", "split", "double 6", "stand", "stand")
    assert is_over(table)
    assert won(table) == -1000
    assert money(table) == (0, 0, 1000)
    assert money(table, hand=1) == (0, 1600, 0)
    assert money(table, hand=2) == (0, 1000, 0)
    back = {(each.hand, each.clause) for each in happened(table, e.WagerReturned)}
    assert back == {(1, own(rules, "MD-11.E")), (2, own(rules, "MD-11.E"))}


@both("MD-11.E")
def test_without_a_blackjack_every_split_wager_can_be_lost(rules: str) -> None:
    table = play(unseen(rules), "8c Ks 8d 9h 2c 2d", "split", "stand", "stand")
    assert won(table) == -2000


@both("MD-11.E")
def test_a_split_21_loses_to_a_late_blackjack_as_any_hand(rules: str) -> None:
    table = play(unseen(rules), "Ac Ks Ad Ah Kc 9d", "split", "stand")
    assert won(table) == -1000
    assert result(table).line == "dealer blackjack"


@pytest.mark.parametrize(
    ("shoe", "decisions"),
    [
        ("7s 9h 7s Kh 7s 7s Kc", ["split", "hit", "stand"]),
        ("6s 9h 6s Kh 7s 8s Kc", ["split", "hit", "stand"]),
        ("2c 9h 2d Kh 3c 4c 5c 7d Kc", ["split", "hit", "hit", "hit", "stand"]),
        ("2c 9h 2d Kh 3c 4c 2h 5c 5d Kc", ["split", "hit", "hit", "hit", "hit", "stand"]),
        ("2c 9h 2d Kh 3c 4c 2h 2s 3h 5d Kc", ["split", "hit", "hit", "hit", "hit", "hit", "stand"]),
    ],
)
@both("MD-11.F")
def test_a_winning_split_hand_pays_even_money_whatever_its_cards(rules: str, shoe: str, decisions: list[str]) -> None:
    table = play(rules, shoe, *decisions)
    assert is_over(table)
    assert money(table) == (1000, 1000, 0)
    assert result(table).line == "21"


@both("MD-11.F")
def test_an_ace_with_a_face_card_after_a_split_is_no_blackjack(rules: str) -> None:
    table = play(rules, "Ac 6s Ad Kh Kc Qd 5c", "split")
    assert is_over(table)
    for hand in (0, 1):
        assert money(table, hand=hand) == (1000, 1000, 0)
        assert result(table, hand=hand).line == "21"


@pytest.mark.clause("MD-6.G.2")
def test_an_ace_with_a_face_card_after_a_split_spins_no_wheel() -> None:
    table = seat("md", "Ac 6s Ad Kh Kc Qd 5c", {1: {"base": 10, "bonus-spin": 5}})
    table.deal()
    answer(table, "split")
    assert is_over(table)
    assert money(table, "bonus-spin") == (0, 0, 500)
    assert not any(each.symbols for each in happened(table, e.WheelSpun))


@both("MD-11.B")
def test_the_next_box_waits_for_all_hands_of_a_split(rules: str) -> None:
    table = seat(rules, "8c 9c 6s 8d 9d 5h 2c 3c", {1: 10, 2: 10})
    table.deal()
    answer(table, "1: split", "1: stand")
    assert refused(table, c.Stand(player="p2", box=2)) == ("command/not-your-turn", own(rules, "MD-7.H"))
    answer(table, "1: stand")
    assert asked(table) == [(2, 0, "play")]


@both("MD-11.B")
def test_a_bust_left_hand_is_collected_before_the_right_one_plays(rules: str) -> None:
    table = play(rules, "8c 6s 8d 5h Kc 9c 3c", "split", "hit")
    assert money(table) == (0, 0, 1000)
    assert place(table, e.WagerCollected, hand=0) < place(table, e.CardDealt, hand=1)
