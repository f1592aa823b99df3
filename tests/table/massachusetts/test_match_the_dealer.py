"""Match the Dealer: what matches, what it pays, how much may be wagered, and when it is settled."""

from __future__ import annotations

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table import events as e
from siete.table.state.wager import Wager
from tests.rules.checks import faults_of
from tests.table.cases import bet, happened, is_allowed, money, place, play, refused, seat, step_to, won
from tests.table.massachusetts.common import NO_HOLE, NO_PEEK, READER, both, by, every_procedure, stack

BESIDE = {1: {"base": 25, "match-up": 10}}


def matched(rules: str, cards: str, up: str, *, decks: int = 6, **choices: object) -> tuple[int, int, int]:
    """What a $10 wager was paid, got back and lost when these two cards met this up card."""
    first, second = cards.split()
    table = play(rules, f"{first} {up} {second} 5d", wagers=BESIDE, decks=decks, **choices)
    return money(table, "match-up")


@pytest.mark.clause("MA-6.a.1", "S13-f.1-1")
@both
@pytest.mark.parametrize("cards", ["Jh 4c", "4c Jh"])
def test_either_card_may_match_the_up_card_in_rank(rules: str, cards: str) -> None:
    assert matched(rules, cards, "Js") == (4000, 1000, 0)
    assert matched(rules, cards, "Qh") == (0, 0, 1000)
    assert matched(rules, cards, "5h") == (0, 0, 1000)


@pytest.mark.clause("MA-6.a.1", "S13-f.1-1")
@both
def test_it_is_on_the_up_card_only_and_nobody_has_to_make_it(rules: str) -> None:
    table = seat(rules, "9s 5h 9d Kd", {1: 25})
    for wager in ("match-down", "match-bonus-1"):
        assert refused(table, bet("p1", 1, 500, wager))[0] == "command/not-offered"
    table.deal()
    assert len(happened(table, e.CardDealt)) == 4
    assert not happened(table, e.WagerWithdrawn)


@pytest.mark.clause("MA-6.a.2", "S13-f.1-2")
@both
def test_two_matching_cards_are_paid_one_by_one(rules: str) -> None:
    assert matched(rules, "7h 7d", "7s") == (8000, 1000, 0)
    assert matched(rules, "7s 7d", "7s") == (13000, 1000, 0)
    assert matched(rules, "7s 7s", "7s") == (18000, 1000, 0)
    table = play(rules, "7s 7s 7h 5d", wagers=BESIDE)
    paid = [(event.line, event.clause) for event in happened(table, e.WagerPaid)]
    assert paid == [
        ("suited", by(rules, "MA-6.e.1b", "S13-f.5.i-2")),
        ("unsuited", by(rules, "MA-6.e.1a", "S13-f.5.i-1")),
    ]


SIX = pytest.mark.clause("MA-6.e.1a", "MA-6.e.1b", "S13-f.5.i-1", "S13-f.5.i-2")
EIGHT = pytest.mark.clause("MA-6.e.2a", "MA-6.e.2b", "S13-f.5.ii-1", "S13-f.5.ii-2")


@both
@pytest.mark.parametrize(
    ("decks", "unsuited", "suited"), [pytest.param(6, 4, 9, marks=SIX), pytest.param(8, 3, 12, marks=EIGHT)]
)
def test_a_match_pays_by_the_number_of_decks(rules: str, decks: int, unsuited: int, suited: int) -> None:
    assert matched(rules, "7h 2c", "7s", decks=decks) == (unsuited * 1000, 1000, 0)
    assert matched(rules, "7s 2c", "7s", decks=decks) == (suited * 1000, 1000, 0)


@both
@pytest.mark.parametrize(
    ("decks", "unsuited", "suited"), [pytest.param(6, 4, 9, marks=SIX), pytest.param(8, 3, 12, marks=EIGHT)]
)
def test_the_house_may_pay_more_for_a_match_but_not_less(rules: str, decks: int, unsuited: int, suited: int) -> None:
    more = {"unsuited": f"{unsuited + 1} to 1", "suited": f"{suited + 1} to 1"}
    assert matched(rules, "7s 7h", "7s", decks=decks, mtd_odds=more)[0] == (unsuited + suited + 2) * 1000
    for less in ({**more, "unsuited": f"{unsuited - 1} to 1"}, {**more, "suited": f"{suited - 1} to 1"}):
        (fault,) = faults_of(rules, decks=decks, mtd_odds=less)
        assert fault.clause.startswith(by(rules, "MA-6.e", "S13-f.5"))


@pytest.mark.clause("MA-6.b.1", "S13-f.2-1")
@both
def test_it_needs_a_base_wager_and_comes_before_the_first_card(rules: str) -> None:
    table = seat(rules, "9s 5h 9d Kd", {1: 25, 2: 25})
    assert refused(table, bet("p1", 3, 500, "match-up")) == (
        "command/no-base-wager",
        by(rules, "MA-6.b.1", "S13-f.2-1"),
    )
    assert refused(table, bet("p1", 2, 500, "match-up"))[0] == "command/no-base-wager"
    assert is_allowed(table, bet("p1", 1, 500, "match-up"))
    step_to(table, c.Deal)
    assert refused(table, bet("p1", 1, 500, "match-up"))[0] == "command/wagers-closed"


@pytest.mark.clause("MA-6.b.2", "S13-f.2-2")
@both
def test_it_is_at_least_a_dollar(rules: str) -> None:
    table = seat(rules, "9s 5h 9d Kd", {1: 25})
    assert refused(table, bet("p1", 1, 50, "match-up"))[0] == "command/outside-limits"
    assert is_allowed(table, bet("p1", 1, 100, "match-up"))


@pytest.mark.clause("MA-6.b.3", "S13-f.2.i")
@both
@pytest.mark.parametrize(("base", "most"), [(10, 1000), (25, 2500), (100, 2500)])
def test_it_is_at_most_the_base_wager_and_the_posted_maximum(rules: str, base: int, most: int) -> None:
    table = seat(rules, "9s 5h 9d Kd", {1: base})
    above = refused(table, bet("p1", 1, most + 50, "match-up"))
    assert above == ("command/outside-limits", by(rules, "MA-6.b.3", "S13-f.2.i"))
    table.do(bet("p1", 1, most - 100, "match-up"))
    assert refused(table, bet("p1", 1, 150, "match-up")) == above
    assert is_allowed(table, bet("p1", 1, 100, "match-up"))


@pytest.mark.clause("MA-6.b.3", "S13-f.2.i")
@both
def test_the_house_posts_its_own_maximum(rules: str) -> None:
    table = seat(rules, "9s 5h 9d Kd", {1: 100}, mtd_max=60)
    assert refused(table, bet("p1", 1, 6100, "match-up"))[0] == "command/outside-limits"
    assert is_allowed(table, bet("p1", 1, 6000, "match-up"))


@pytest.mark.clause("MA-6.c", "S13-f.3")
@both
def test_it_is_made_in_chips_or_aloud_with_cash_that_two_people_confirm(rules: str) -> None:
    table = seat(rules, "9s 5h 9d Kd", {1: 25})
    assert refused(table, bet("p1", 1, 125, "match-up"))[0] == "command/not-in-chips"
    aloud = c.CallWager(player="p1", box=1, wager=Wager.MATCH_UP, amount=Cents(500))
    table.do(aloud)
    for by_whom in ("dealer", "supervisor"):
        assert not [placed for placed in happened(table, e.WagerPlaced) if placed.wager is Wager.MATCH_UP]
        assert refused(table, c.CloseWagers())[0] == "command/not-this-step"
        table.do(c.ConfirmWager(player="p1", box=1, wager=Wager.MATCH_UP, by=by_whom))
    assert place(table, e.CashConverted, player="p1", amount=500) + 1 == place(
        table, e.WagerPlaced, wager=Wager.MATCH_UP, amount=500
    )
    table.do(c.CloseWagers())
    assert refused(table, aloud)[0] == "command/wagers-closed"


@pytest.mark.clause("MA-6.d.1", "S13-f.4-1")
@both
@every_procedure
@pytest.mark.parametrize("up", ["Ah", "Kh"])
def test_it_is_settled_after_the_second_cards_and_before_anything_else(rules: str, procedure: str, up: str) -> None:
    table = seat(rules, f"9s {up} 9d 5d 2c", {1: {"base": 25, "match-up": 10}}, hole_card_procedure=procedure)
    step = step_to(table, c.SettleWager)
    assert step == c.SettleWager(box=1, player="p1", wager=Wager.MATCH_UP)
    assert len(happened(table, e.CardDealt)) == (3 if procedure == NO_HOLE else 4)
    settle = ("command/not-this-step", by(rules, "MA-6.d.1", "S13-f.4-1"))
    assert refused(table, c.OfferInsurance()) == settle
    assert refused(table, c.Peek()) == settle
    assert refused(table, c.Deal(box=1)) == settle
    table.deal()
    settled = place(table, e.WagerCollected, wager=Wager.MATCH_UP)
    assert not [event for event in table.events[:settled] if isinstance(event, e.InsuranceOffered | e.HoleCardChecked)]


@pytest.mark.clause("MA-6.d.2", "S13-f.4-2")
@both
def test_all_losers_are_collected_before_any_winner_is_paid(rules: str) -> None:
    wagers = {box: {"base": 25, "match-up": 5} for box in (1, 2, 3, 4)}
    table = play(rules, "7h 2c 7d 3c 7s 9h 9d 9c 9s 5d", wagers=wagers)
    order = [
        (type(event).__name__, event.box)
        for event in table.events
        if isinstance(event, e.WagerCollected | e.WagerPaid) and event.wager is Wager.MATCH_UP
    ]
    assert order == [("WagerCollected", 4), ("WagerCollected", 2), ("WagerPaid", 3), ("WagerPaid", 1)]


@pytest.mark.clause("MA-6.f", "S13-f.6")
@both
@pytest.mark.parametrize("procedure", [NO_HOLE, NO_PEEK, READER])
@pytest.mark.parametrize(
    ("dealer", "decisions"), [("9h Kd", ["hit"]), ("7h 9d 3s", ["stand"]), ("Ah Kd", ["insure 5", "stand"])]
)
def test_it_touches_no_other_wager(rules: str, procedure: str, dealer: str, decisions: list[str]) -> None:
    shoe = stack(procedure, hand="9s 4c", dealer=dealer, draws="2c" if "hit" in decisions else "")
    if procedure == READER and dealer == "Ah Kd":
        decisions = decisions[:1]
    if "hit" in decisions:
        decisions = [*decisions, "stand"]
    alone = play(rules, shoe, *decisions, wagers=10, hole_card_procedure=procedure)
    beside = play(rules, shoe, *decisions, wagers={1: {"base": 10, "match-up": 10}}, hole_card_procedure=procedure)
    others = [result for result in beside.results() if result.wager != "match-up"]
    assert others == list(alone.results())
    paid, _, lost = money(beside, "match-up")
    assert won(beside) - won(alone) == paid - lost
