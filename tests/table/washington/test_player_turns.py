"""The players' turns in Washington: order, hits, 21s paid at once, and late surrender."""

from __future__ import annotations

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table import events as e
from tests.table.cases import answer, asked, happened, is_allowed, is_over, money, place, play, refused, result
from tests.table.washington.both import both, clause_of

HIT, STAND, SPLIT = (kind(player="p1", box=1) for kind in (c.Hit, c.Stand, c.Split))
SURRENDER = c.Surrender(player="p1", box=1)


def _double(cents: int) -> c.Double:
    return c.Double(player="p1", box=1, amount=Cents(cents))


@both("D0")
def test_hands_are_played_from_the_dealers_left_one_after_another(rules: str) -> None:
    table = play(rules, "9s 8s 7s 6d 9h 8h 7h Kc", wagers={1: 10, 3: 10, 6: 10})
    for box in (1, 3, 6):
        assert asked(table) == [(box, 0, "play")]
        other = 6 if box == 1 else 1
        early = c.Hit(player=f"p{other}", box=other)
        assert refused(table, early) == ("command/not-your-turn", clause_of(rules, "D0"))
        answer(table, f"{box}: stand")
    assert is_over(table)


@both("D0")
def test_nobody_decides_for_another_box_or_an_empty_one(rules: str) -> None:
    table = play(rules, "9s 8s 6d 9h 8h Kc", wagers={1: 10, 2: 10})
    assert refused(table, c.Stand(player="p2", box=1)) == ("command/not-your-box", clause_of(rules, "D0"))
    assert refused(table, c.Stand(player="p1", box=5)) == ("command/no-such-box", clause_of(rules, "D0"))


@both("P1")
def test_a_hand_may_draw_until_it_stands_or_busts(rules: str) -> None:
    table = play(rules, "2s 6d 3h Kc 4c 5d 9h", "hit", "hit")
    assert asked(table) == [(1, 0, "play")]
    answer(table, "hit")
    assert is_over(table)
    assert (result(table).line, money(table)) == ("bust", (0, 0, 1000))


@both("P1")
def test_a_bust_is_collected_before_the_next_player(rules: str) -> None:
    table = play(rules, "9s 8s 6d 7h 8h Kc 9h", "hit", wagers={1: 10, 2: 10})
    assert asked(table) == [(2, 0, "play")]
    assert money(table) == (0, 0, 1000)
    assert happened(table, e.WagerCollected)[0].clause == clause_of(rules, "P1")


@both("D3", "D3.a", "G4")
def test_a_hard_21_stands_is_paid_even_money_at_once_and_removed(rules: str) -> None:
    table = play(rules, "9s 8s 7d 7h 8h 7c 5h 7h", "hit", wagers={1: 10, 2: 10})
    assert asked(table) == [(2, 0, "play")]
    assert money(table) == (1000, 1000, 0)
    assert result(table).clause == clause_of(rules, "D3")
    assert place(table, e.WagerPaid) < place(table, e.HandRemoved, box=1)
    answer(table, "2: stand")
    assert happened(table, e.DealerStood)[0].total == 21
    assert money(table) == (1000, 1000, 0), "the dealer's 21 does not matter"


@both("D3.a")
def test_a_21_is_paid_its_bonus_at_once(rules: str) -> None:
    table = play(rules, "2s 8s 7d 3h 8h 9c 4h 5d 7c", "hit", "hit", "hit", wagers={1: 10, 2: 10})
    assert asked(table) == [(2, 0, "play")]
    assert money(table) == (1500, 1000, 0)


@both("D3", "D5.a")
def test_a_hard_21_is_not_asked_and_may_not_be_doubled(rules: str) -> None:
    table = play(rules, "9s 7d 7h 9c 5h", "hit")
    assert is_over(table)
    assert [event.clause for event in happened(table, e.HandStood)] == [clause_of(rules, "D3")]


@both("D3", "D3.b")
def test_a_soft_21_of_three_cards_may_be_doubled_but_not_hit(rules: str) -> None:
    table = play(rules, "As 7d 3h 9c 7h 6c Kc", "hit")
    assert asked(table) == [(1, 0, "play")]
    assert refused(table, HIT) == ("command/may-not-hit", clause_of(rules, "D3"))
    assert is_allowed(table, _double(1000))
    answer(table, "double 10", "stand")
    assert money(table) == (2000, 2000, 0)


@both("D3", "D3.b")
def test_a_soft_21_that_is_not_doubled_is_paid_at_once(rules: str) -> None:
    table = play(rules, "As 9s 7d 3h 9h 9c 7h", "hit", "stand", wagers={1: 10, 2: 10})
    assert money(table) == (1000, 1000, 0)
    assert asked(table) == [(2, 0, "play")]


@both("G9.c", "D9.a", "D7.b1")
@pytest.mark.parametrize("up", ["2d", "7d", "9d"])
def test_surrender_costs_half_against_any_up_card(rules: str, up: str) -> None:
    table = play(rules, f"9s {up} 7h 9c", "surrender")
    assert is_over(table)
    assert (result(table).line, money(table)) == ("surrender", (0, 500, 500))


@both("D9.b", "D9.a", "D7.b1")
@pytest.mark.parametrize("up", ["Ad", "Kd", "Qd", "Jd"])
def test_against_an_ace_or_a_face_card_the_dealer_checks_first(rules: str, up: str) -> None:
    table = play(rules, f"9s {up} 7h 9c")
    if up == "Ad":
        answer(table, "decline")
    assert happened(table, e.HoleCardChecked)
    assert asked(table) == [(1, 0, "play")]
    answer(table, "surrender")
    assert money(table) == (0, 500, 500)


@both("G9.b", "D9.b")
def test_nobody_surrenders_before_the_check(rules: str) -> None:
    table = play(rules, "9s Ad 7h 9c")
    assert refused(table, SURRENDER) == ("command/not-an-answer", clause_of(rules, "G9.c"))
    answer(table, "decline")
    assert is_allowed(table, SURRENDER)


@both("G9.d", "D9.c")
def test_nobody_surrenders_against_a_dealer_blackjack(rules: str) -> None:
    table = play(rules, "9s Kd 7h Ac")
    assert is_over(table)
    assert money(table) == (0, 0, 1000)
    ace = play(rules, "9s Ad 7h Kc")
    code, _ = refused(ace, SURRENDER)
    assert code == "command/not-an-answer"
    answer(ace, "decline")
    assert is_over(ace)
    assert money(ace) == (0, 0, 1000)


@both("G9.c", "D9.a")
def test_surrender_is_for_the_first_two_cards_only(rules: str) -> None:
    table = play(rules, "5s 7d 4h 9c 2h", "hit")
    assert refused(table, SURRENDER) == ("command/may-not-surrender", clause_of(rules, "G9.c"))
    split = play(rules, "8s 7d 8h 9c 2h", "split")
    assert refused(split, SURRENDER) == ("command/may-not-surrender", clause_of(rules, "G9.c"))
    doubled = play(rules, "5s 7d 4h 9c 2h", "double 10")
    code, _ = refused(doubled, SURRENDER)
    assert code == "command/not-an-answer"


@both("D9.b")
def test_surrender_waits_for_the_players_turn(rules: str) -> None:
    table = play(rules, "9s 9d 7d 7h 7s 9c", wagers={1: 10, 2: 10})
    early = c.Surrender(player="p2", box=2)
    assert refused(table, early) == ("command/not-your-turn", clause_of(rules, "D0"))
    answer(table, "stand")
    assert is_allowed(table, early)


@both("D9.a", "D9.b")
def test_a_surrendered_half_goes_back_before_the_next_player(rules: str) -> None:
    table = play(rules, "9s 9d Ad 7h 7s 9c", "decline", "2: decline", "surrender", wagers={1: 10, 2: 10})
    assert asked(table) == [(2, 0, "play")]
    assert money(table) == (0, 500, 500)


@both("D7.b1")
def test_an_odd_half_is_given_back_in_chips(rules: str) -> None:
    assert money(play(rules, "9s 7d 7h 9c", "surrender", wagers=5)) == (0, 250, 250)
