"""Chapter 7, O to T: who wins, in which order wagers are settled, and how the cards are picked up."""

from __future__ import annotations

from typing import Any

import pytest

from siete.cards import cards_from_text
from siete.table import commands as c
from siete.table import events as e
from siete.table.money.ledger import moves
from tests.table.cases import answer, asked, happened, money, place, play, refused, result, seat, step_to
from tests.table.maryland.both import both, own, story, unseen


@pytest.mark.parametrize(("hand", "rest"), [("2c 3d", "Kc"), ("Kc Qd", "8c"), ("9c 8d", "7c")])
@both("MD-7.O.1")
def test_a_hand_of_21_or_less_wins_when_the_dealer_is_bust(rules: str, hand: str, rest: str) -> None:
    first, second = hand.split()
    table = play(rules, f"{first} 6s {second} 9h {rest}", "stand")
    assert money(table) == (1000, 1000, 0)
    assert (result(table).line, result(table).clause) == ("dealer bust", own(rules, "MD-7.O.1"))


@both("MD-7.O.1")
def test_a_bust_hand_loses_even_when_the_dealer_busts_too(rules: str) -> None:
    table = seat(rules, "9c 2c 6s 8d 3d 9h Kc Kd", {1: 10, 2: 10})
    table.deal()
    answer(table, "1: hit", "2: stand")
    assert money(table, box=1) == (0, 0, 1000)
    assert money(table, box=2) == (1000, 1000, 0)
    assert place(table, e.WagerCollected, box=1) < place(table, e.CardsTurned)


@pytest.mark.parametrize(
    ("hits", "line", "paid"), [("Kc", "21", 1000), ("2s 3s 5s", "21-in-5", 1500), ("8c", "dealer bust", 1000)]
)
@both("MD-7.O.1")
def test_a_21_keeps_its_own_line_against_a_bust_dealer(rules: str, hits: str, line: str, paid: int) -> None:
    table = seat(rules, f"9c 2c 6s 2d Kd 9h {hits} Kh", {1: 10, 2: 10})
    table.deal()
    answer(table, *("1: hit" for _ in hits.split()))
    answer(table, *(f"{box}: stand" for box, _, _ in asked(table)))
    answer(table, *(f"{box}: stand" for box, _, _ in asked(table)))
    assert money(table, box=1) == (paid, 1000, 0)
    assert result(table, box=1).line == line
    assert money(table, box=2) == (1000, 1000, 0)


@both("MD-7.O.1", "MD-10.F")
def test_a_doubled_wager_is_paid_whole_when_the_dealer_is_bust(rules: str) -> None:
    table = seat(rules, "9c 9d 6s 2d 3d 9h 4c Kh", {1: 10, 2: 30})
    table.deal()
    answer(table, "1: double 10", "1: stand", "2: stand")
    assert money(table, box=1) == (2000, 2000, 0)
    assert money(table, box=2) == (3000, 3000, 0)
    assert {result(table, box=box).clause for box in (1, 2)} == {own(rules, "MD-7.O.1")}


@pytest.mark.parametrize(("mine", "hole", "outcome"), [("Kd", "9h", "win"), ("9d", "9h", "push"), ("8d", "9h", "loss")])
@both("MD-7.O.2", "MD-7.P")
def test_the_higher_total_wins_and_equal_totals_tie(rules: str, mine: str, hole: str, outcome: str) -> None:
    table = play(rules, f"Kc Ks {mine} {hole}", "stand")
    assert money(table) == {"win": (1000, 1000, 0), "push": (0, 1000, 0), "loss": (0, 0, 1000)}[outcome]
    assert result(table).line == outcome
    if outcome != "loss":
        assert result(table).clause == own(rules, "MD-7.O.2" if outcome == "win" else "MD-7.P")


@pytest.mark.parametrize("total", [17, 18, 19, 20])
@both("MD-7.P")
def test_every_tie_below_21_returns_the_wager(rules: str, total: int) -> None:
    last = {17: "7", 18: "8", 19: "9", 20: "J"}[total]
    table = play(rules, f"Kc Ks {last}d {last}h", "stand")
    assert money(table) == (0, 1000, 0)


@pytest.mark.parametrize(
    ("up", "hole", "rest"), [("Ks", "Ah", ""), ("As", "Kh", ""), ("9s", "7h", "5c"), ("Ks", "5h", "6c")]
)
@both("MD-7.O.3")
def test_a_blackjack_wins_against_21_in_two_or_more_cards(rules: str, up: str, hole: str, rest: str) -> None:
    table = seat(rules, f"Ac 9c {up} Kd 9d {hole} {rest}", {1: 10, 2: 10})
    table.deal()
    if up[0] == "A":
        answer(table, "1: decline", "2: decline")
    elif hole[0] != "A":
        answer(table, "2: stand")
    assert money(table) == (1500, 1000, 0)
    is_paid_first = up[0] == "9"  # the dealer's 21 comes later, and changes nothing
    clause = own(rules, "MD-12.A.2" if is_paid_first else "MD-7.O.3")
    assert (result(table).line, result(table).clause) == ("blackjack", clause)


@both("MD-7.O.4", "MD-7.P")
def test_a_21_in_more_than_two_cards_wins_against_such_a_21(rules: str) -> None:
    table = seat(rules, "9c Kc 6s 5d Qd 8h 7c 7d", {1: 10, 2: 10})
    table.deal()
    answer(table, "1: hit", "2: stand")
    dealer = happened(table, e.DealerStood)
    assert [each.total for each in dealer] == [21]
    assert money(table) == (1000, 1000, 0)
    assert (result(table).line, result(table).clause) == ("21", own(rules, "MD-7.O.4"))
    assert money(table, box=2) == (0, 0, 1000)


@both("MD-7.Q")
def test_a_21_in_more_than_two_cards_loses_to_a_blackjack(rules: str) -> None:
    table = play(unseen(rules), "9c Ks 5d Ah 7c", "hit")
    assert money(table) == (0, 0, 1000)
    assert (result(table).line, result(table).clause) == ("dealer blackjack", own(rules, "MD-7.Q"))


@both("MD-7.O.4")
def test_a_two_card_21_on_a_split_hand_wins_as_a_21_unless_the_operator_reads_it_as_a_tie(rules: str) -> None:
    shoe = "Ac 6s Ad 8h Kc 9d 7c"
    choices: tuple[dict[str, Any], ...] = ({}, {"split_two_card_21": "ordinary21"})
    for choice in choices:
        table = play(rules, shoe, "split", "stand", **choice)
        assert [each.total for each in happened(table, e.DealerStood)] == [21]
        assert money(table) == (1000, 1000, 0)
    table = play(rules, shoe, "split", "stand", split_two_card_21="md_literal_push")
    assert money(table) == (0, 1000, 0)


FIVE = {1: 10, 2: 10, 3: 10, 4: 10, 5: 10}
FIVE_SHOE = "Kc Kc 9c Kd 9d Ks 9s Qs 7s 7d 8d 9h"
"""The dealer has 19: box 1 ties, 2 wins, 3 loses, 4 loses, 5 loses."""


def settled(rules: str, **choices: str) -> list[tuple[int, str]]:
    """Boxes in the order in which their wagers were settled, and whether each was collected, returned or paid."""
    table = seat(rules, FIVE_SHOE, FIVE, **choices)
    table.deal()
    answer(table, *[f"{box}: stand" for box in FIVE])
    words = {e.WagerCollected: "collected", e.WagerPaid: "paid", e.WagerReturned: "returned"}
    return [
        (each.box, words[type(each)])
        for each in story(table, *words)
        if isinstance(each, e.WagerCollected | e.WagerPaid | e.WagerReturned)
    ]


@both("MD-7.R.1")
def test_procedure_1_collects_every_losing_wager_and_then_pays_the_winners(rules: str) -> None:
    assert settled(rules, settlement_procedure="losers_first") == [
        (5, "collected"),
        (4, "collected"),
        (3, "collected"),
        (2, "paid"),
        (2, "returned"),
        (1, "returned"),
    ]


@both("MD-7.R.1")
def test_procedure_1_reaches_over_a_winner_for_a_loser(rules: str) -> None:
    choices: tuple[dict[str, Any], ...] = ({}, {"settlement_procedure": "losers_first"})
    for choice in choices:
        table = seat(rules, "7c Kd Ks 7d Kc 9h", {1: 10, 2: 10}, **choice)
        table.deal()
        answer(table, "1: stand", "2: stand")
        assert place(table, e.WagerCollected, box=1) < place(table, e.WagerPaid, box=2)


@both("MD-7.R.2")
def test_procedure_2_settles_position_by_position_from_the_far_right(rules: str) -> None:
    table = seat(rules, "7c Kd 8d Ks 7d Kc 8c 9h", {1: 10, 4: 10, 6: 10}, settlement_procedure="position_by_position")
    table.deal()
    answer(table, "1: stand", "4: stand", "6: stand")
    order = [
        place(table, e.WagerCollected, box=6),
        place(table, e.WagerPaid, box=4),
        place(table, e.WagerReturned, box=4),
        place(table, e.WagerCollected, box=1),
    ]
    assert order == sorted(order)


@pytest.mark.parametrize(("procedure", "first"), [("losers_first", 1), ("position_by_position", 2)])
@both("MD-7.R.1", "MD-7.R.2")
def test_another_hand_first_is_refused(rules: str, procedure: str, first: int) -> None:
    table = seat(rules, "7c Kd Ks 7d Kc 9h", {1: 10, 2: 10}, settlement_procedure=procedure)
    table.deal()
    table.do(c.Stand(player="p1", box=1))
    table.do(c.Stand(player="p2", box=2))
    assert step_to(table, c.SettleHand) == c.SettleHand(box=first)
    assert refused(table, c.SettleHand(box=3 - first)) == ("command/not-this-step", own(rules, "MD-7.R"))


@both("MD-7.T")
def test_cards_are_picked_up_in_an_order_that_lets_every_hand_be_rebuilt(rules: str) -> None:
    table = seat(rules, "8c 9c 4c 6s 8d Kd 5d 9h 2c 3c 6c 5c", {1: 10, 2: 10, 5: 10})
    table.deal()
    answer(table, "1: split", "1: stand", "1: stand", "2: stand", "5: hit", "5: stand")
    (picked,) = happened(table, e.CardsPickedUp)
    right_to_left = "4c 5d 6c 9c Kd 8d 3c 8c 2c 6s 9h 5c"
    assert list(picked.cards) == list(cards_from_text(right_to_left))
    assert picked.clause == own(rules, "MD-7.T")
    assert list(table.state.discards) == list(cards_from_text(right_to_left))


@both("MD-7.T")
def test_cards_are_not_picked_up_before_every_wager_is_settled(rules: str) -> None:
    table = seat(rules, "Kc 9s Qd 8h", {1: 10})
    table.deal()
    table.do(c.Stand(player="p1", box=1))
    step_to(table, c.SettleHand)
    assert refused(table, c.PickUp()) == ("command/not-this-step", own(rules, "MD-7.R"))


@both("MD-7.T")
def test_a_blackjack_that_was_removed_is_in_the_rack_before_the_others(rules: str) -> None:
    table = seat(rules, "9c Ac 6s 8d Kd Ah", {1: 10, 2: 10})
    table.deal()
    answer(table, "1: stand")
    assert list(table.state.discards) == list(cards_from_text("Ac Kd 9c 8d 6s Ah"))


@pytest.mark.parametrize("rules", ["md", "md-draft", "ma", "s13"])
def test_a_two_card_21_of_a_split_pair_beats_a_dealer_21_by_a_reading(rules: str) -> None:
    """No clause tells of it: it is neither a blackjack nor a 21 in more than two cards. Decision: 0001."""
    table = seat(rules, "Ah Kd 9d Ac 9c 3s Kh 9h 9s", {1: 10, 2: 10})
    table.deal()
    answer(table, "1: split")
    while asks := table.asks():  # a soft 21 is asked too where it may be hit
        table.decide(asks[0].box, "stand")
    told = {(each.box, each.hand): (each.line, each.clause) for each in table.results()}
    assert told[1, 0] == ("21", "decision-0001")
    assert told[1, 1] == ("loss", "decision-0004")


@pytest.mark.parametrize("procedure", ["losers_first", "position_by_position"])
@both("MD-7.S.b")
def test_winners_are_paid_from_the_inventory_and_not_with_the_wager_of_a_loser(rules: str, procedure: str) -> None:
    table = seat(rules, "9c Kc 8s 7d Qd 9h", {1: 10, 2: 10}, settlement_procedure=procedure)
    table.deal()
    answer(table, "1: stand", "2: stand")
    lost, won = happened(table, e.WagerCollected), happened(table, e.WagerPaid)
    assert [(event.box, event.amount) for event in lost] == [(1, 1000)]
    assert [(event.box, event.amount) for event in won] == [(2, 1000)]
    assert [(move.source, move.target) for event in lost for move in moves(event)] == [("layout", "inventory")]
    assert [(move.source, move.target) for event in won for move in moves(event)] == [("inventory", "rack:p2")]
