"""Chapter 12.C: the super bonus for suited sevens, and what everybody else gets."""

from __future__ import annotations

import pytest

from siete.table import commands as c
from siete.table import events as e
from tests.table.cases import answer, bet, happened, money, place, play, seat, won
from tests.table.maryland.both import both, own


@pytest.mark.parametrize("up", ["7c", "7d", "7h", "7s"])
@pytest.mark.parametrize(("suit", "odds"), [("d", 2), ("h", 2), ("c", 2), ("s", 3)])
@both("MD-12.C")
def test_three_suited_sevens_against_any_seven_earn_the_super_bonus_on_top(
    rules: str, suit: str, odds: int, up: str
) -> None:
    table = play(rules, f"7{suit} {up} 7{suit} Kh 7{suit}", "hit")
    assert money(table) == (1000 * odds, 1000, 0)
    assert money(table, "super bonus") == (100_000, 0, 0)
    (paid,) = happened(table, e.SuperBonusPaid)
    assert paid.clause == own(rules, "MD-12.C")


@pytest.mark.parametrize(
    "shoe",
    [
        "7d 6h 7d Kh 7d",
        "7d 8h 7d Kh 7d",
        "7d 7h 7h Kh 7d",
        "7d 7h 7c Kh 7s",
        "6d 7h 7d Kh 8d",
        "7d 6h 7d 7h 7d",
    ],
)
@both("MD-12.C")
def test_other_sevens_or_another_up_card_earn_none(rules: str, shoe: str) -> None:
    table = play(rules, shoe, "hit")
    assert not happened(table, e.SuperBonusPaid)
    assert not happened(table, e.EnvyPaid)


@pytest.mark.parametrize(("wager", "bonus"), [(5, 100_000), (24, 100_000), (25, 500_000), (100, 500_000)])
@both("MD-12.C.1", "MD-12.C.2")
def test_the_amount_follows_the_original_wager(rules: str, wager: int, bonus: int) -> None:
    table = play(rules, "7d 7h 7d Kh 7d", "hit", wagers=wager)
    assert money(table, "super bonus") == (bonus, 0, 0)


@pytest.mark.parametrize(("cents", "bonus"), [(450, 0), (500, 100_000), (2450, 100_000), (2500, 500_000)])
@both("MD-12.C.1", "MD-12.C.2")
def test_five_and_twenty_five_dollars_are_the_bounds(rules: str, cents: int, bonus: int) -> None:
    table = seat(rules, "7d 5c 7h 7d 6c Kh 7d", {2: 10}, table_min=2)
    table.do(bet("p2", 1, cents))
    table.deal()
    answer(table, "1: hit", "2: stand")
    assert [each.amount for each in happened(table, e.SuperBonusPaid)] == ([bonus] if bonus else [])
    assert not happened(table, e.EnvyPaid)


@both("MD-12.C.3")
def test_every_other_player_of_the_round_gets_fifty_dollars(rules: str) -> None:
    shoe = "9c 7d 5c Ac 4c 7h 8c 7d 6c Kc 5d Kh Kd 7d"
    table = seat(rules, shoe, {1: 10, 2: 10, 3: 5, 4: 10, 6: 10})
    table.deal()
    answer(table, "1: hit", "2: hit", "3: surrender", "6: stand")
    envies = {(each.player, each.box): each.amount for each in happened(table, e.EnvyPaid)}
    assert envies == dict.fromkeys([("p1", 2), ("p3", 2), ("p4", 2), ("p6", 2)], 5000)
    assert {each.clause for each in happened(table, e.EnvyPaid)} == {own(rules, "MD-12.C.3")}
    assert won(table, "p1") == -1000 + 5000
    assert won(table, "p3") == -250 + 5000


@both("MD-12.C.3")
def test_a_player_without_a_wager_in_the_round_gets_none(rules: str) -> None:
    table = seat(rules, "7d 7h 7d Kh 7d", {1: 10, 2: 10})
    table.do(c.WithdrawWager(player="p2", box=2))
    table.deal()
    answer(table, "hit")
    assert happened(table, e.SuperBonusPaid)
    assert not happened(table, e.EnvyPaid)


@both("MD-12.C.3")
def test_a_player_on_two_boxes_gets_one_envy_and_none_for_a_bonus_of_their_own(rules: str) -> None:
    table = seat(rules, "7d 5c 5d 4c 7h 7d 6c 6d 4d Kh 7d", {1: 10, 3: 10})
    table.wager("p1", 2, 10)
    table.wager("p3", 4, 10)
    table.deal()
    answer(table, "1: hit", "2: stand", "3: stand", "4: stand")
    assert [(each.player, each.amount) for each in happened(table, e.EnvyPaid)] == [("p3", 5000)]


@both("MD-12.C.3")
def test_each_of_two_super_bonuses_pays_its_own_envy(rules: str) -> None:
    table = seat(rules, "7d 7s 5c 7h 7d 7s 6c Kh 7d 7s", {1: 10, 2: 25, 3: 10})
    table.deal()
    answer(table, "1: hit", "2: hit", "3: stand")
    bonuses = {each.player: each.amount for each in happened(table, e.SuperBonusPaid)}
    assert bonuses == {"p1": 100_000, "p2": 500_000}
    envies = sorted((each.player, each.box) for each in happened(table, e.EnvyPaid))
    assert envies == [("p1", 2), ("p2", 1), ("p3", 1), ("p3", 2)]


@pytest.mark.parametrize(
    ("shoe", "decisions"),
    [
        ("7d 5c 7h 7d 6c Kh 7d", ["1: double 10", "1: stand", "2: stand"]),
        ("7d 5c 7h 7d 6c Kh 7d 7d Kc", ["1: split", "1: hit", "1: stand", "2: stand"]),
    ],
)
@both("MD-12.C.4", "MD-10.G", "MD-11.F")
def test_a_doubled_or_split_hand_earns_neither_super_bonus_nor_envy(
    rules: str, shoe: str, decisions: list[str]
) -> None:
    table = seat(rules, shoe, {1: 10, 2: 10})
    table.deal()
    answer(table, *decisions)
    assert not happened(table, e.SuperBonusPaid)
    assert not happened(table, e.EnvyPaid)


@both("MD-12.C.3")
def test_without_a_paid_super_bonus_there_is_no_envy_unless_the_operator_pays_it(rules: str) -> None:
    for choice, count in ((True, 0), (False, 1)):
        table = seat(rules, "7d 5c 7h 7d 6c Kh 7d", {1: 4, 2: 10}, table_min=2, envy_requires_paid_super=choice)
        table.deal()
        answer(table, "1: hit", "2: stand")
        assert not happened(table, e.SuperBonusPaid)
        assert len(happened(table, e.EnvyPaid)) == count


@both("MD-12.C")
def test_the_super_bonus_is_paid_when_the_hand_is_settled(rules: str) -> None:
    table = play(rules, "7d 7h 7d Kh 7d", "hit")
    assert place(table, e.WagerPaid) < place(table, e.SuperBonusPaid) < place(table, e.CardsPickedUp)
