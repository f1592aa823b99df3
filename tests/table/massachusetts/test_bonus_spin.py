"""The Bonus Spin of Massachusetts: five dollars on an ace, which pays ten, or a blackjack, which spins the wheel."""

from __future__ import annotations

from typing import Any

import pytest

from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Refusal
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager
from tests.rules.checks import rules_of
from tests.table.cases import answer, asked, bet, happened, is_allowed, money, place, play, refused, seat, step_to, won
from tests.table.massachusetts.common import NO_HOLE, READER, every_procedure, of, say, share, stack

WITH_SPIN = {1: {"base": 10, "bonus-spin": 5}}


@pytest.mark.clause("MA-16.a.1", "MA-16.c")
@every_procedure
@pytest.mark.parametrize("hand", ["As 5d", "5d As", "As Ad"])
def test_an_ace_among_the_first_two_cards_pays_ten_dollars_once(procedure: str, hand: str) -> None:
    shoe = stack(procedure, hand=hand, dealer="9h 9d")
    table = play("ma", shoe, "stand", wagers=WITH_SPIN, hole_card_procedure=procedure)
    assert money(table, "bonus-spin") == (1000, 0, 500)
    (paid,) = [event for event in happened(table, e.WagerPaid) if event.wager is Wager.SPIN]
    assert (paid.line, paid.clause) == ("ace", "MA-16.c")


@pytest.mark.clause("MA-16.a.1")
@every_procedure
@pytest.mark.parametrize(("hand", "draws"), [("9s 5d", ""), ("Ks Qd", ""), ("5s 5d", "As")])
def test_without_an_ace_among_them_it_is_lost(procedure: str, hand: str, draws: str) -> None:
    shoe = stack(procedure, hand=hand, dealer="9h 9d", draws=draws)
    decisions = ["hit", "stand"] if draws else ["stand"]
    table = play("ma", shoe, *decisions, wagers=WITH_SPIN, hole_card_procedure=procedure)
    assert money(table, "bonus-spin") == (0, 0, 500)


@pytest.mark.clause("MA-16.c")
def test_aces_from_a_split_pay_nothing_more() -> None:
    table = play("ma", "As 9h Ad 9d Ac Kc Kh Ks", "split", "split", "stand", "stand", "stand", wagers=WITH_SPIN)
    assert money(table, "bonus-spin") == (1000, 0, 500)
    late = play("ma", "8s 9h 8d 9d Ac Kh", "split", "stand", "stand", wagers=WITH_SPIN)
    assert money(late, "bonus-spin") == (0, 0, 500)


@pytest.mark.clause("MA-16.a.1", "MA-16.d.2")
@every_procedure
@pytest.mark.parametrize(("symbol", "cents"), [("$40", 4000), ("$750", 75_000), ("$10,000", 1_000_000)])
def test_a_blackjack_spins_the_wheel_instead_and_is_paid_what_it_shows(procedure: str, symbol: str, cents: int) -> None:
    shoe = stack(procedure, hand="As Kd", dealer="9h 9d")
    table = play("ma", shoe, wagers=WITH_SPIN, wheels=[symbol], hole_card_procedure=procedure)
    assert money(table, "bonus-spin") == (cents, 0, 500)
    assert money(table) == (1500, 1000, 0)
    paid = [event for event in happened(table, e.WagerPaid) if event.wager is Wager.SPIN]
    assert [(event.line, event.clause) for event in paid] == [(symbol, "MA-16.d.2")]


@pytest.mark.clause("MA-16.d.2")
@every_procedure
def test_the_wheel_is_spun_once_the_hands_are_done(procedure: str) -> None:
    wagers: Any = {1: {"base": 10, "bonus-spin": 5}, 2: 10}
    after = "9d" if procedure == NO_HOLE else ""
    hole = "" if procedure == NO_HOLE else "9d"
    table = play("ma", f"As 9s 9h Kd 9c {hole} {after}", wagers=wagers, wheels=["$40"], hole_card_procedure=procedure)
    assert asked(table) == [(2, 0, "play")]
    assert not happened(table, e.WheelSpun)
    answer(table, "2: stand")
    settled = [n for n, event in enumerate(table.events) if isinstance(event, e.WagerReturned | e.WagerCollected)]
    assert place(table, e.WheelSpun) > max(settled)


@pytest.mark.clause("MA-16.d.2")
def test_the_wheel_must_be_spun_and_shows_only_its_own_sections() -> None:
    table = seat("ma", "As 9h Kd 9d", WITH_SPIN)
    step_to(table, c.Spin)
    assert refused(table, c.PickUp()) == ("command/not-this-step", "MA-16.d.2")
    for symbols in (("$41",), (), ("$40", "$40"), ("jackpot",)):
        with pytest.raises(Refusal, match="no-such-symbol"):
            table.do(c.Spin(box=1, player="p1", wager=Wager.SPIN, symbols=symbols))
    assert is_allowed(table, c.Spin(box=1, player="p1", wager=Wager.SPIN, symbols=("$40",)))
    own = seat("ma", "As 9h Kd 9d", WITH_SPIN, spin_wheel={"$41": 1, "$99": 2})
    step_to(own, c.Spin)
    own.do(c.Spin(box=1, player="p1", wager=Wager.SPIN, symbols=("$41",)))
    assert money(own, "bonus-spin") == (4100, 0, 500)


@pytest.mark.clause("MA-16.d.1")
@every_procedure
def test_the_seat_button_shows_a_blackjack_that_will_spin(procedure: str) -> None:
    wagers: Any = {1: {"base": 10, "bonus-spin": 5}, 2: 10, 3: {"base": 10, "bonus-spin": 5}}
    table = play("ma", "As Ah 9s 9h Kd Kh 9c 9d", wagers=wagers, wheels=["$40"], hole_card_procedure=procedure)
    pressed = [(event.box, event.player, event.clause) for event in happened(table, e.SeatButtonPressed)]
    assert pressed == [(1, "p1", "MA-16.d.1")]
    assert asked(table) == [(3, 0, "play")]


@pytest.mark.clause("MA-16.d.2")
def test_a_dealers_blackjack_cancels_neither_spin_nor_ace() -> None:
    wagers = {1: {"base": 10, "bonus-spin": 5}, 2: {"base": 10, "bonus-spin": 5}}
    table = play("ma", "As Ah Kh Kd 5h Ad", wagers=wagers, wheels=["$60"], hole_card_procedure=READER)
    assert money(table, "bonus-spin", box=1) == (6000, 0, 500)
    assert money(table, "bonus-spin", box=2) == (1000, 0, 500)


@pytest.mark.clause("MA-16.a.2")
def test_it_needs_an_original_wager() -> None:
    table = seat("ma", "As 9h Kd 9d", {1: 10, 2: 10})
    assert refused(table, bet("p1", 2, 500, "bonus-spin")) == ("command/no-base-wager", "MA-16.a.2")
    assert refused(table, bet("p1", 3, 500, "bonus-spin")) == ("command/no-base-wager", "MA-16.a.2")
    table.do(bet("p1", 1, 500, "bonus-spin"))
    assert [event.clause for event in happened(table, e.WagerPlaced) if event.wager is Wager.SPIN] == ["MA-16.a.2"]
    table.do(c.WithdrawWager(player="p1", box=1))
    assert table.state.racks["p1"] == table.state.racks["p2"] + 1000


@pytest.mark.clause("MA-16.b")
def test_it_is_five_dollars_before_the_cards() -> None:
    table = seat("ma", "As 9h Kd 9d", {1: 10})
    for cents in (100, 450, 550, 1000):
        assert refused(table, bet("p1", 1, cents, "bonus-spin")) == ("command/outside-limits", "MA-16.b")
    assert is_allowed(table, bet("p1", 1, 500, "bonus-spin"))
    step_to(table, c.Deal)
    assert refused(table, bet("p1", 1, 500, "bonus-spin")) == ("command/wagers-closed", "MA-16.b")
    table.do(c.Deal(box=1))
    assert refused(table, bet("p1", 1, 500, "bonus-spin")) == ("command/wagers-closed", "MA-16.b")


@pytest.mark.clause("MA-16.a.1")
def test_section_13_has_no_such_wager_and_the_house_need_not_offer_it() -> None:
    assert not rules_of("s13").spin_offered
    for table in (seat("s13", "As 9h", {1: 10}), seat("ma", "As 9h", {1: 10}, spin_offered=False)):
        assert refused(table, bet("p1", 1, 500, "bonus-spin"))[0] == "command/not-offered"


@pytest.mark.clause("MA-16.c", "MA-16.d.2")
def test_the_wager_itself_comes_back_only_where_the_operator_says_so() -> None:
    ace = play("ma", "As 9h 5d 9d", "stand", wagers=WITH_SPIN, spin_stake_returned=True)
    kept = play("ma", "As 9h 5d 9d", "stand", wagers=WITH_SPIN)
    assert won(ace) - won(kept) == 500


@pytest.mark.clause("MA-16.c", "MA-16.d.2")
def test_on_a_shared_box_each_bettor_wins_and_spins_for_the_own_wager() -> None:
    def dealt(second: str) -> PracticeTable:
        table = share("ma", f"As 9h {second} 9d", {"ana": 10, "ben": 25, "cy": 10}, wheels=["$50", "$200"])
        for player in ("ana", "ben"):
            table.wager(player, 1, 5, "bonus-spin")
        table.deal()
        return table

    table = dealt("Kd")
    assert (of(table, "ana", "bonus-spin")[0], of(table, "ben", "bonus-spin")[0]) == (5000, 20_000)
    table = dealt("5d")
    say(table, "ben stand")
    assert (of(table, "ana", "bonus-spin")[0], of(table, "ben", "bonus-spin")[0]) == (1000, 1000)
    assert not [result for result in table.results() if (result.player, result.wager) == ("cy", "bonus-spin")]
