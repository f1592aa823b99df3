"""Who wins, pushes and loses, and in which order the dealer settles."""

from __future__ import annotations

import pytest

from siete.table import events as e
from tests.table.cases import answer, asked, happened, money, place, play, result, won
from tests.table.massachusetts.common import NO_HOLE, READER, both, by, every_procedure, stack, without_reader

LOST, BACK, EVEN, BLACKJACK = (0, 0, 1000), (0, 1000, 0), (1000, 1000, 0), (1500, 1000, 0)


def settled(rules: str, procedure: str, hand: str, dealer: str, draws: str = "") -> tuple[tuple[int, int, int], str]:
    """What $10 came to, and by which clause, for a hand that draws these cards and stands."""
    shoe = stack(procedure, hand=hand, dealer=dealer, draws=draws)
    table = play(rules, shoe, hole_card_procedure=procedure)
    if asked(table) and asked(table)[0][2] == "insurance":
        answer(table, "decline")
    for _ in draws.split():
        answer(table, "hit")
    if asked(table):
        answer(table, "stand")
    return money(table), result(table).clause


@pytest.mark.clause("MA-5.a.1", "S13-e.1.i")
@both
@every_procedure
def test_a_player_wins_when_the_dealer_is_over_21_and_the_player_is_not(rules: str, procedure: str) -> None:
    clause = by(rules, "MA-5.a.1", "S13-e.1.i")
    assert settled(rules, procedure, "2s 3d", "6h Kd 8c") == (EVEN, clause)
    assert settled(rules, procedure, "9s 3d", "6h Kd 8c", "8h") == (EVEN, clause)


@pytest.mark.clause("MA-5.a.1", "S13-e.1.i")
@both
@every_procedure
def test_a_player_over_21_loses_even_to_a_dealer_over_21(rules: str, procedure: str) -> None:
    shoe = "9s 2c 6h 3d 4d Kc Kd 8c" if procedure == NO_HOLE else "9s 2c 6h 3d 4d Kd Kc 8c"
    table = play(rules, shoe, "1: hit", "2: stand", wagers={1: 10, 2: 10}, hole_card_procedure=procedure)
    assert money(table, box=1) == LOST
    assert money(table, box=2) == EVEN


@pytest.mark.clause("MA-5.a.2", "S13-e.1.ii")
@both
@every_procedure
@pytest.mark.parametrize(("hand", "outcome"), [("9s 9d", EVEN), ("9s 7d", LOST), ("Ks 9d", EVEN)])
def test_the_higher_total_wins(rules: str, procedure: str, hand: str, outcome: tuple[int, int, int]) -> None:
    clause = "decision-0004" if outcome == LOST else by(rules, "MA-5.a.2", "S13-e.1.ii")
    assert settled(rules, procedure, hand, "9h 8d") == (outcome, clause)


@pytest.mark.clause("MA-5.b.1", "S13-e.2-1")
@both
@every_procedure
@pytest.mark.parametrize(
    ("hand", "dealer"),
    [("9s 8d", "9h 8c"), ("9s 9d", "Kh 8c"), ("Ks 9d", "9h Kc"), ("Ks Jd", "Qh Kc"), ("As 6d", "9h 8c")],
)
def test_equal_totals_below_21_give_the_wager_back(rules: str, procedure: str, hand: str, dealer: str) -> None:
    assert settled(rules, procedure, hand, dealer) == (BACK, by(rules, "MA-5.b.1", "S13-e.2-1"))


@pytest.mark.clause("MA-5.a.3", "S13-e.1.iii")
@both
@every_procedure
@pytest.mark.parametrize(
    ("dealer", "has_21"),
    [("Ah Kc", True), ("Kh Ac", True), ("7h 9c 5d", True), ("9h 8c", False), ("6h Kc 9d", False)],
)
def test_a_blackjack_beats_every_dealers_hand(rules: str, procedure: str, dealer: str, has_21: bool) -> None:
    """Another box stands, so that the dealer's hand is drawn; the clause speaks of a dealer's 21 only."""
    up, *others = dealer.split()
    shoe = " ".join(["As 9c", up, "Kd 9d", *others])
    table = play(rules, shoe, wagers={1: 10, 2: 10}, hole_card_procedure=procedure)
    while asked(table):
        box, _, question = asked(table)[0]
        answer(table, f"{box}: {'decline' if question == 'insurance' else 'stand'}")
    clause = by(rules, "MA-5.a.3", "S13-e.1.iii") if has_21 else "decision-0003"
    assert (money(table), result(table).clause) == (BLACKJACK, clause)


@pytest.mark.clause("MA-5.a.3", "S13-e.1.iii")
@both
@every_procedure
@pytest.mark.parametrize(
    ("dealer", "has_blackjack"),
    [("Ah Kc", True), ("Kh Ac", True), ("7h 9c 5d", False), ("9h 8c", False), ("6h Kc 9d", False)],
)
def test_a_blackjack_alone_wins_whatever_the_dealer_would_draw(
    rules: str, procedure: str, dealer: str, has_blackjack: bool
) -> None:
    """The dealer draws for nobody: 21 is there only where the hole card makes it."""
    is_21 = has_blackjack and procedure != NO_HOLE
    clause = by(rules, "MA-5.a.3", "S13-e.1.iii") if is_21 else "decision-0003"
    assert settled(rules, procedure, "As Kd", dealer) == (BLACKJACK, clause)


@pytest.mark.clause("MA-5.a.4", "S13-e.1.iv")
@both
@every_procedure
def test_21_in_more_cards_beats_a_dealers_21_in_more_cards(rules: str, procedure: str) -> None:
    """The dealer's 21 is drawn for another box's sake, and does not push."""
    dealer = "6h 7d 8c"
    up, second, third = dealer.split()
    cards = f"Kc {second} {third}" if procedure == NO_HOLE else f"{second} Kc {third}"
    shoe = f"9s 9c {up} 2d 9d {cards}"
    table = play(rules, shoe, "1: hit", "2: stand", wagers={1: 10, 2: 10}, hole_card_procedure=procedure)
    assert money(table, box=1) == EVEN
    assert result(table, box=1).clause == by(rules, "MA-5.a.4", "S13-e.1.iv")
    assert money(table, box=2) == LOST


@pytest.mark.clause("MA-5.b.2", "S13-e.2-2")
@both
@without_reader
@pytest.mark.parametrize("dealer", ["Ah Kc", "Kh Ac"])
@pytest.mark.parametrize(("hand", "draws"), [("9s 2d", "Kd"), ("7s 7d", "7c"), ("2s 4d", "5c 6d 4s")])
def test_21_in_more_cards_loses_to_a_dealers_blackjack(
    rules: str, procedure: str, dealer: str, hand: str, draws: str
) -> None:
    assert settled(rules, procedure, hand, dealer, draws) == (LOST, by(rules, "MA-5.b.2", "S13-e.2-2"))


@pytest.mark.clause("MA-5.e.1", "S13-e.5-1")
@both
@every_procedure
def test_after_the_round_losers_are_collected_and_then_winners_paid(rules: str, procedure: str) -> None:
    """Nothing of a bust, a 21 or a blackjack moves before the dealer's hand is done."""
    wagers = dict.fromkeys((1, 2, 3, 4, 5), 10)
    firsts, seconds = "9s As 9h 9d 9c", "7s Ks 2h 8d 9s"
    draws = "Kc Kh"
    second = "9c"
    after = f"{draws} {second}" if procedure == NO_HOLE else f"{second} {draws}"
    table = play(
        rules,
        f"{firsts} 9h {seconds} {after}",
        "1: hit",
        "3: hit",
        "4: stand",
        "5: stand",
        wagers=wagers,
        hole_card_procedure=procedure,
    )
    moves = [
        (type(event).__name__, event.box)
        for event in table.events
        if isinstance(event, e.WagerCollected | e.WagerPaid | e.WagerReturned)
    ]
    assert moves == [
        ("WagerCollected", 4),
        ("WagerCollected", 1),
        ("WagerReturned", 5),
        ("WagerPaid", 3),
        ("WagerReturned", 3),
        ("WagerPaid", 2),
        ("WagerReturned", 2),
    ]
    first = min(n for n, event in enumerate(table.events) if isinstance(event, e.WagerCollected))
    assert place(table, e.DealerStood) < first


@pytest.mark.clause("MA-5.e.1", "S13-e.5-1")
@both
def test_a_bust_stays_on_the_layout_until_the_end(rules: str) -> None:
    table = play(rules, "9s 9c 6h 7s 9d Kd Kc", "1: hit", wagers={1: 10, 2: 10})
    assert asked(table) == [(2, 0, "play")]
    assert not happened(table, e.WagerCollected)
    assert table.state.layout == 2000
    at_once = play(rules, "9s 9c 6h 7s 9d Kd Kc", "1: hit", wagers={1: 10, 2: 10}, collect_busts="immediate")
    assert len(happened(at_once, e.WagerCollected)) == 1


@pytest.mark.clause("MA-5.a.3", "S13-e.1.iii")
@both
def test_a_blackjack_found_by_the_reader_takes_everything_but_blackjacks(rules: str) -> None:
    table = play(rules, "9s As 8s Kh 9d Kd 8d Ah", wagers={1: 10, 2: 10, 3: 10}, hole_card_procedure=READER)
    assert [won(table, player) for player in ("p1", "p2", "p3")] == [-1000, 1500, -1000]
    blackjack = by(rules, "MA-5.a.3", "S13-e.1.iii")
    assert [result(table, box=box).clause for box in (1, 2, 3)] == ["decision-0004", blackjack, "decision-0004"]
