"""Super bonus and envy in Washington: who wins them, when the floor hears of it, and when they are paid."""

from __future__ import annotations

from decimal import Decimal

import pytest

from siete.table import commands as c
from siete.table import events as e
from siete.table.due import HOUSE
from siete.table.practice import PracticeTable
from tests.table.cases import answer, asked, happened, is_over, money, place, play, refused, seat, step_to, won
from tests.table.next_commands import next_approval, next_step
from tests.table.washington.both import both, clause_of

SUITED = "7h 7s 7h 9c 7h"
"""Three sevens of hearts against a seven of spades."""
MIXED = "7h 7s 7c 9c 7d"
"""Hearts, clubs and diamonds against the seven of spades: the super bonus of two decks."""


def _supers(table: PracticeTable) -> list[tuple[str, int]]:
    return [(event.player, event.amount) for event in happened(table, e.SuperBonusPaid)]


def _envies(table: PracticeTable) -> list[tuple[str, int]]:
    return [(event.player, event.amount) for event in happened(table, e.EnvyPaid)]


@both("G10.a", "G10.b", "G10.d", "D10.a")
@pytest.mark.parametrize(("wager", "award"), [(5, 1_000_00), (24, 1_000_00), (25, 5_000_00), (400, 5_000_00)])
def test_three_suited_sevens_against_a_seven_win_by_the_size_of_the_wager(rules: str, wager: int, award: int) -> None:
    table = play(rules, SUITED, "hit", wagers=wager)
    assert is_over(table)
    assert _supers(table) == [("p1", award)]


@both("G10.b")
@pytest.mark.parametrize("decks", [4, 5, 6, 8])
@pytest.mark.parametrize("up", ["7h", "7c", "7d", "7s"])
def test_any_seven_of_the_dealer_will_do_with_four_decks_or_more(rules: str, decks: int, up: str) -> None:
    assert _supers(play(rules, f"7d {up} 7d 9c 7d", "hit", decks=decks)) == [("p1", 1_000_00)]


@both("G10.b")
@pytest.mark.parametrize("shoe", ["7h 7s 7h 9c 7d", "7h 8s 7h 9c 7h", "6h 7s 7h 9c 8h", MIXED])
def test_other_hands_win_no_super_bonus_with_four_decks_or_more(rules: str, shoe: str) -> None:
    table = play(rules, shoe, "hit")
    assert is_over(table)
    assert not _supers(table)
    assert not _envies(table)


@both("G10.c", "D10.f")
@pytest.mark.parametrize("cards", ["7h 7c 7d", "7d 7h 7c", "7c 7d 7h"])
def test_with_two_decks_hearts_clubs_and_diamonds_win_against_the_seven_of_spades(rules: str, cards: str) -> None:
    first, second, third = cards.split()
    table = play(rules, f"{first} 7s {second} 9c {third}", "hit", decks=2)
    assert _supers(table) == [("p1", 1_000_00)]
    assert money(table) == (2000, 1000, 0)


@both("G10.c")
@pytest.mark.parametrize("shoe", ["7h 7h 7c 9c 7d", "7h 7s 7c 9c 7s", "7h 7s 7h 9c 7c"])
def test_with_two_decks_no_other_sevens_win(rules: str, shoe: str) -> None:
    assert not _supers(play(rules, shoe, "hit", decks=2))


@both("G10.d", "D10.a")
def test_a_wager_below_five_dollars_wins_none(rules: str) -> None:
    table = play(rules, SUITED, "hit", wagers=4, table_min=Decimal(1))
    assert not _supers(table)
    assert money(table) == (800, 400, 0)


@both("D4.c2")
def test_doubling_or_splitting_voids_it(rules: str) -> None:
    assert not _supers(play(rules, SUITED, "double 10"))
    split = play(rules, "7h 7s 7h 9c 7h 7h 2c", "split", "hit")
    assert asked(split) == [(1, 1, "play")]
    assert money(split) == (2000, 1000, 0), "the bonus of the suited sevens is paid on a split hand"
    answer(split, "stand")
    assert not _supers(split)


@both("D4.c2", "G10.e")
def test_where_envy_asks_for_no_paid_super_bonus_it_still_asks_for_the_hand(rules: str) -> None:
    shoe, two = "7h 9s 7s 7h 9h 9c 7h", {1: 4, 2: 10}
    choices = {"table_min": Decimal(1), "envy_requires_paid_super": False}
    assert _envies(play(rules, shoe, "hit", "2: stand", wagers=two, **choices)) == [("p2", 50_00)]
    assert not _envies(play(rules, shoe, "double 4", "2: stand", wagers=two, **choices))
    assert not _envies(play(rules, "7h 9s 8s 7h 9h 9c 7h", "hit", "2: stand", wagers=two, **choices))


@both("D10.c")
def test_two_suited_sevens_against_a_seven_are_told_to_the_floor(rules: str) -> None:
    table = play(rules, "7h 7c 7s 7h 7d 9c", wagers={1: 10, 2: 10})
    (alert,) = happened(table, e.SuperBonusAlerted)
    assert (alert.box, alert.clause) == (1, clause_of(rules, "D10.c"))
    assert place(table, e.SuperBonusAlerted) > place(table, e.MatchesSettled)
    assert not happened(play(rules, "7h 8s 7h 9c"), e.SuperBonusAlerted)
    assert not happened(play(rules, "7h 7s 6h 9c"), e.SuperBonusAlerted)
    assert not happened(play(rules, "6h 7s 6h 9c"), e.SuperBonusAlerted)


@both("D10.e")
def test_with_two_decks_the_floor_hears_of_two_different_red_or_club_sevens(rules: str) -> None:
    (alert,) = happened(play(rules, "7h 7s 7d 9c", decks=2), e.SuperBonusAlerted)
    assert (alert.box, alert.clause) == (1, clause_of(rules, "D10.e"))
    for shoe in ("7h 7s 7h 9c", "7h 7c 7d 9c", "7h 7s 7s 9c", "7h 8s 7d 9c"):
        assert not happened(play(rules, shoe, decks=2), e.SuperBonusAlerted)


@both("D10.d")
def test_the_sevens_are_paid_their_bonus_at_once_and_stay_on_the_table(rules: str) -> None:
    table = play(rules, "7h 9s 7s 7h 9h 9c 7h", "hit", wagers={1: 10, 2: 10})
    assert asked(table) == [(2, 0, "play")], "the round goes on"
    assert money(table) == (2000, 1000, 0)
    assert not happened(table, e.HandRemoved)
    assert not _supers(table)
    answer(table, "2: stand")
    assert _supers(table) == [("p1", 1_000_00)]


@both("D10.f")
def test_with_two_decks_the_sevens_stay_on_the_table_too(rules: str) -> None:
    table = play(rules, MIXED, "hit", decks=2)
    assert not happened(table, e.HandRemoved)


@both("D3.a")
def test_sevens_that_win_no_super_bonus_are_removed_like_any_21(rules: str) -> None:
    for shoe in ("7h 8s 7h 9c 7h", "7h 7s 7h 9c 7d"):
        assert len(happened(play(rules, shoe, "hit"), e.HandRemoved)) == 1


@both("D10.d", "D10.f", "D10.g")
@pytest.mark.parametrize("decks", [6, 2])
def test_the_floorperson_has_the_dealer_pay_the_sevens_and_after_the_round_super_bonus_and_envy(
    rules: str, decks: int
) -> None:
    shoe = "7h 9s 7s 7h 9h 9c 7h Kd" if decks == 6 else "7h 9h 7s 7d 9d 9c 7c Kd"
    table = seat(rules, shoe, {1: 10, 2: 10}, decks=decks)
    table.deal()
    table.do(c.Hit(player="p1", box=1))
    table.step(c.Deal(box=1))
    assert table.approval is not None
    assert table.approval.command == c.InstructPayment(by=HOUSE, box=1, what="bonus")
    assert refused(table, c.PayHand(box=1)) == ("command/approval-required", clause_of(rules, "D10.d"))
    assert refused(table, c.InstructPayment(by="fay", box=1, what="super-bonus"))[0] == "command/nothing-to-instruct"
    table.do(c.InstructPayment(by="fay", box=1, what="bonus"))
    table.step(c.PayHand(box=1))
    table.do(c.Stand(player="p2", box=2))
    while next_approval(table.state, table.rules) is None:
        step = next_step(table.state, table.rules)
        assert step is not None
        table.step(step)
    assert not _supers(table)
    clause = clause_of(rules, "D10.g")
    assert refused(table, c.PaySuperBonus(player="p1", box=1)) == ("command/approval-required", clause)
    (told,) = table.do(c.InstructPayment(by="fay", box=1))
    assert told == e.PaymentInstructed(box=1, hand=0, what="super-bonus", by="fay", clause=clause)
    assert refused(table, c.InstructPayment(by="fay", box=1))[0] == "command/nothing-to-instruct"
    table.deal()
    assert (_supers(table), _envies(table)) == ([("p1", 1_000_00)], [("p2", 50_00)])


@both("D10.h")
def test_each_of_two_super_bonuses_waits_for_its_own_word(rules: str) -> None:
    table = play(rules, "7h 7d 7s 7h 7d 9c 7h 7d", "hit", "2: hit", wagers={1: 10, 2: 10})
    told = [(each.box, each.what, each.by) for each in happened(table, e.PaymentInstructed)]
    assert told == [(1, "bonus", HOUSE), (2, "bonus", HOUSE), (1, "super-bonus", HOUSE), (2, "super-bonus", HOUSE)]
    assert len(_supers(table)) == len(_envies(table)) == 2


@both("D10.g")
def test_super_bonus_and_envy_are_paid_after_the_round(rules: str) -> None:
    table = play(rules, "7h 9s 7s 7h 9h 9c 7h Kd", "hit", "2: stand", wagers={1: 10, 2: 10})
    settled = place(table, e.WagerPaid, box=2, line="dealer bust")
    won_at, paid, envy = place(table, e.SuperBonusWon), place(table, e.SuperBonusPaid), place(table, e.EnvyPaid)
    assert won_at < settled < paid < envy < place(table, e.CardsPickedUp)


@both("D10.g")
def test_cards_are_not_picked_up_before_the_super_bonus_is_paid(rules: str) -> None:
    table = play(rules, "7h 9s 7s 7h 9h 9c 7h", "hit", wagers={1: 10, 2: 10})
    table.do(c.Stand(player="p2", box=2))
    step_to(table, c.PaySuperBonus)
    assert refused(table, c.PickUp()) == ("command/not-this-step", clause_of(rules, "D10.g"))


@both("G10.e", "D10.b")
@pytest.mark.parametrize("wager", [5, 25])
def test_every_other_player_of_the_round_gets_fifty_dollars(rules: str, wager: int) -> None:
    """Box 2 busts, box 3 surrenders, box 4 was paid a blackjack: a wager is all that envy asks."""
    shoe = "7h 9s 9d As 7s 7h 6h 8d Ks 9c 7h Kc"
    table = play(rules, shoe, "4: take", "hit", "2: hit", "3: surrender", wagers={1: wager, 2: 5, 3: 5, 4: 5})
    assert is_over(table)
    assert _envies(table) == [("p2", 50_00), ("p3", 50_00), ("p4", 50_00)]


@both("G10.f", "G10.g", "D10.h")
def test_two_winners_are_both_paid_in_full_with_one_envy_each_and_two_for_the_rest(rules: str) -> None:
    shoe = "7h 7d 9s 7s 7h 7d 9h 9c 7h 7d"
    table = play(rules, shoe, "hit", "2: hit", "3: stand", wagers={1: 5, 2: 25, 3: 10})
    assert _supers(table) == [("p1", 1_000_00), ("p2", 5_000_00)]
    assert sorted(_envies(table)) == [("p1", 50_00), ("p2", 50_00), ("p3", 50_00), ("p3", 50_00)]
    assert won(table, "p1") == 10_00 + 1_000_00 + 50_00


@both("G10.g")
def test_a_players_own_second_box_brings_no_envy(rules: str) -> None:
    table = PracticeTable(rules, shoe="7h 7d 7s 7h 7d 9c 7h 7d", chips={"ana": 100}, max_boxes_per_player=2)
    table.wager("ana", 1, 5)
    table.wager("ana", 2, 5)
    table.deal()
    answer(table, "hit", "2: hit")
    assert _supers(table) == [("ana", 1_000_00), ("ana", 1_000_00)]
    assert not _envies(table)
