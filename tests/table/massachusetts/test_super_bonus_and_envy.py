"""The super bonus for three suited sevens against a seven, and what it pays everybody else."""

from __future__ import annotations

from typing import Any

import pytest

from siete.money import Cents
from siete.table import events as e
from siete.table.practice import PracticeTable
from tests.table.cases import happened, money, play, result, won
from tests.table.massachusetts.common import NO_HOLE, both, by, every_procedure, grown, of, say, share, stack

CASES = {1: 10, 2: 10, 3: 10}


@pytest.mark.clause("MA-5.g.1", "S13-e.7-1")
@both
@every_procedure
@pytest.mark.parametrize("suit", ["s", "h", "d", "c"])
@pytest.mark.parametrize("up", ["7s", "7h", "7d", "7c"])
def test_three_suited_sevens_against_any_seven_pay_it_besides_their_line(
    rules: str, procedure: str, suit: str, up: str
) -> None:
    seven = f"7{suit}"
    shoe = stack(procedure, hand=f"{seven} {seven}", dealer=f"{up} Kd", draws=seven)
    table = play(rules, shoe, "hit", hole_card_procedure=procedure)
    assert money(table) == (3000 if suit == "s" else 2000, 1000, 0)
    assert money(table, "super bonus") == (100_000, 0, 0)
    assert result(table, "super bonus").clause == by(rules, "MA-5.g.1", "S13-e.7-1")


@pytest.mark.clause("MA-5.g.1", "S13-e.7-1")
@both
@pytest.mark.parametrize("shoe", ["7s 7h 7s Kd 7h", "7s 6h 7s Kd 7s", "6s 7h 7s Kd 8s", "7s Ah 7s 5d 7s"])
def test_mixed_sevens_or_another_up_card_pay_none(rules: str, shoe: str) -> None:
    table = play(rules, shoe, *(["decline"] if " Ah " in shoe else []), "hit")
    assert result(table).payout > 1000
    assert not happened(table, e.SuperBonusPaid)


@both
@pytest.mark.parametrize(
    ("dollars", "pays"),
    [
        pytest.param(5, 1000, marks=pytest.mark.clause("MA-5.g.2", "S13-e.7-2")),
        pytest.param(24, 1000, marks=pytest.mark.clause("MA-5.g.2", "S13-e.7-2", "MA-5.g.3", "S13-e.7-3")),
        pytest.param(25, 5000, marks=pytest.mark.clause("MA-5.g.2", "S13-e.7-2", "MA-5.g.3", "S13-e.7-3")),
        pytest.param(500, 5000, marks=pytest.mark.clause("MA-5.g.3", "S13-e.7-3")),
        pytest.param(4, 0, marks=pytest.mark.clause("MA-5.g.2", "S13-e.7-2")),
    ],
)
def test_it_pays_by_the_original_wager(rules: str, dollars: int, pays: int) -> None:
    table = play(rules, "7s 7h 7s Kd 7s", "hit", wagers=dollars, table_min=2)
    assert [paid.amount for paid in happened(table, e.SuperBonusPaid)] == [pays * 100] * bool(pays)


@pytest.mark.clause("MA-5.g.2", "S13-e.7-2")
@both
def test_side_wagers_do_not_raise_the_original_wager(rules: str) -> None:
    table = play(rules, "7s 7h 7s Kd 7s", "hit", wagers={1: {"base": 20, "match-up": 20}})
    assert money(table, "super bonus") == (100_000, 0, 0)


@pytest.mark.clause("MA-5.g.4", "S13-e.7-4")
@both
@every_procedure
def test_everybody_else_who_wagered_is_paid_envy(rules: str, procedure: str) -> None:
    """Whatever became of the hand: here one player surrendered, one is bust and one has a blackjack."""
    firsts, seconds, draws = "7s 9h 9d As", "7s 7c 7h Ks", "7s 9c"
    later = f"{draws} Kd" if procedure == NO_HOLE else f"Kd {draws}"
    shoe = f"{firsts} 7h {seconds} {later}"
    table = play(
        rules,
        shoe,
        "1: hit",
        "2: surrender",
        "3: hit",
        wagers=dict.fromkeys((1, 2, 3, 4), 10),
        hole_card_procedure=procedure,
    )
    paid = {event.player: event.amount for event in happened(table, e.EnvyPaid)}
    assert paid == {"p2": 5000, "p3": 5000, "p4": 5000}
    assert {event.clause for event in happened(table, e.EnvyPaid)} == {by(rules, "MA-5.g.4", "S13-e.7-4")}
    assert won(table, "p3") == 4000


@pytest.mark.clause("MA-5.g.4", "S13-e.7-4")
@both
def test_somebody_without_a_wager_this_round_is_paid_none(rules: str) -> None:
    table = PracticeTable(rules, shoe="7s 9h 7h 7s 9d Kd 7s", chips={"ana": 100, "ben": 100, "cy": 100})
    table.wager("ana", 1, 10)
    table.wager("ben", 2, 10)
    table.deal()
    table.decide(1, "hit")
    table.decide(2, "stand")
    assert [event.player for event in happened(table, e.EnvyPaid)] == ["ben"]
    assert table.state.racks["cy"] == 10_000


@pytest.mark.clause("MA-5.g.4", "S13-e.7-4")
@both
def test_two_winners_are_paid_in_full_and_envy_each_other(rules: str) -> None:
    shoe = "7s 7h 9d 7c 7s 7h 9h Kd 7s 7h"
    table = play(rules, shoe, "1: hit", "2: hit", "3: stand", wagers=CASES)
    supers = {(event.player, event.amount) for event in happened(table, e.SuperBonusPaid)}
    assert supers == {("p1", 100_000), ("p2", 100_000)}
    envies = sorted(event.player for event in happened(table, e.EnvyPaid))
    assert envies == ["p1", "p2", "p3", "p3"]


@pytest.mark.clause("MA-5.g.4", "S13-e.7-4")
@both
def test_a_player_does_not_envy_the_own_second_box(rules: str) -> None:
    table = PracticeTable(
        rules, shoe="7s 9h 9c 7h 7s 9d 9h Kd 7s", chips={"ana": 100, "ben": 100}, max_boxes_per_player=2
    )
    for player, box in (("ana", 1), ("ana", 2), ("ben", 3)):
        table.wager(player, box, 10)
    table.deal()
    table.decide(1, "hit")
    table.decide(2, "stand")
    table.decide(3, "stand")
    assert [event.player for event in happened(table, e.EnvyPaid)] == ["ben"]


@pytest.mark.clause("MA-5.g.5", "S13-e.7-5", "MA-9.b", "S13-i.2")
@both
def test_a_doubled_hand_wins_neither_bonus_nor_envy(rules: str) -> None:
    table = play(rules, "7s 9h 7h 7s 9d Kd 7s", "1: double 5", "1: stand", "2: stand", wagers={1: 10, 2: 10})
    assert money(table) == (1500, 1500, 0)
    assert not happened(table, e.SuperBonusWon)
    assert not happened(table, e.EnvyPaid)


@pytest.mark.clause("MA-5.g.5", "S13-e.7-5", "MA-10.e", "S13-j.5")
@both
def test_a_split_hand_wins_its_line_but_neither_bonus_nor_envy(rules: str) -> None:
    table = play(
        rules, "7s 9h 7h 7s 9d Kd 7s 7s 9c", "1: split", "1: hit", "1: stand", "2: stand", wagers={1: 10, 2: 10}
    )
    assert money(table, hand=0) == (3000, 1000, 0)
    assert not happened(table, e.SuperBonusWon)
    assert not happened(table, e.EnvyPaid)


@pytest.mark.clause("MA-5.g.5", "S13-e.7-5", "MA-5.g.1", "S13-e.7-1")
@both
def test_a_doubled_or_split_hand_pays_no_envy_under_any_option(rules: str) -> None:
    shoe = "7s 9h 7h 7s 9d Kd 7s 7s 9c"
    for first in (["1: double 5", "1: stand"], ["1: split", "1: hit", "1: stand"]):
        table = play(rules, shoe, *first, "2: stand", wagers={1: 10, 2: 10}, envy_requires_paid_super=False)
        assert table.state.round is None
        assert not happened(table, e.EnvyPaid)


@pytest.mark.clause("MA-5.g.4", "S13-e.7-4", "MA-5.g.1", "S13-e.7-1")
@both
def test_no_envy_for_a_hand_too_small_for_the_bonus_unless_the_operator_says_so(rules: str) -> None:
    choices: Any = {"table_min": 2, "wagers": {1: 4, 2: 4}}
    shoe, decisions = "7s 9h 7h 7s 9d Kd 7s", ("1: hit", "2: stand")
    assert not happened(play(rules, shoe, *decisions, **choices), e.EnvyPaid)
    kind = play(rules, shoe, *decisions, envy_requires_paid_super=False, **choices)
    assert [event.player for event in happened(kind, e.EnvyPaid)] == ["p2"]
    assert not happened(kind, e.SuperBonusPaid)


@pytest.mark.clause("MA-5.g.2", "S13-e.7-2", "MA-5.g.3", "S13-e.7-3", "MA-5.g.4", "S13-e.7-4")
@both
def test_on_a_shared_box_each_bettor_wins_by_the_own_wager_and_nobody_there_envies(rules: str) -> None:
    bettors = {"ana": 10, "ben": 30, "cy": 4}
    table = share(rules, "7s 9h 7h 7s 9d Kd 7s", bettors, seated="ana", table_min=2)
    table._take(e.ChipsBrought(player="dot", amount=Cents(100_000)))
    table.wager("dot", 2, 10)
    table.deal()
    say(table, "ana hit")
    table.decide(2, "stand")
    assert of(table, "ana", "super bonus") == (100_000, 0, 0)
    assert of(table, "ben", "super bonus") == (500_000, 0, 0)
    assert [event.player for event in happened(table, e.EnvyPaid)] == ["dot"]
    assert grown(table, "cy") == 1200
