"""Chapters 6.G(2) and 12.D: the Bonus Spin wager, its wheel, its meter and Community Pay."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from siete.errors import FaultyDocumentError
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Refusal
from siete.table.practice import PracticeTable
from siete.table.wagers.bonus_spin import WAGER as WHEEL
from tests.table.cases import answer, bet, happened, is_allowed, money, place, play, refused, result, seat, step_to, won
from tests.table.maryland.both import story

WAGER = {"A": 1, "B": 1, "C": 5, "D": 5}
BLACKJACK = "Ac 6s Kd 9h 9s"

PLAIN = {
    "A": {
        "MD-12.D.1.b": 1000,
        "MD-12.D.1.c": 350,
        "MD-12.D.1.d": 120,
        "MD-12.D.1.e": 50,
        "MD-12.D.1.f": 33,
        "MD-12.D.1.g": 20,
        "MD-12.D.1.h": 10,
    },
    "B": {
        "MD-12.D.2.b": 1000,
        "MD-12.D.2.c": 350,
        "MD-12.D.2.d": 120,
        "MD-12.D.2.e": 50,
        "MD-12.D.2.f": 33,
        "MD-12.D.2.g": 15,
        "MD-12.D.2.h": 10,
    },
    "C": {
        "MD-12.D.3.b": 5000,
        "MD-12.D.3.c": 2500,
        "MD-12.D.3.d": 850,
        "MD-12.D.3.e": 250,
        "MD-12.D.3.f": 165,
        "MD-12.D.3.g": 100,
        "MD-12.D.3.h": 70,
        "MD-12.D.3.i": 60,
        "MD-12.D.3.j": 50,
        "MD-12.D.3.j2": 40,
    },
    "D": {
        "MD-12.D.4.b": 5000,
        "MD-12.D.4.c": 600,
        "MD-12.D.4.d": 750,
        "MD-12.D.4.e": 250,
        "MD-12.D.4.f": 115,
        "MD-12.D.4.g": 75,
        "MD-12.D.4.h": 70,
        "MD-12.D.4.i": 60,
        "MD-12.D.4.j": 50,
        "MD-12.D.4.k": 40,
    },
}

COMMUNITY = {
    "A": {"MD-12.D.9.a.i": (250, 100), "MD-12.D.9.a.ii": (100, 20), "MD-12.D.9.a.iii": (30, 3)},
    "B": {"MD-12.D.9.b.i": (250, 100), "MD-12.D.9.b.ii": (100, 20), "MD-12.D.9.b.iii": (30, 3)},
    "C": {"MD-12.D.10.a.i": (750, 100), "MD-12.D.10.a.ii": (200, 50), "MD-12.D.10.a.iii": (150, 15)},
    "D": {"MD-12.D.10.b.i": (500, 100), "MD-12.D.10.b.ii": (200, 50), "MD-12.D.10.b.iii": (100, 15)},
}


def spun(paytable: str, *symbols: str, shoe: str = BLACKJACK, **choices: Any) -> PracticeTable:
    """A round in which one player has a blackjack and a Bonus Spin wager."""
    wagers = {1: {"base": 10, "bonus-spin": WAGER[paytable]}}
    return play("md", shoe, wagers=wagers, wheels=symbols, spin_paytable=paytable, **choices)


@pytest.mark.parametrize(
    ("paytable", "clause", "dollars"),
    [
        pytest.param(paytable, clause, dollars, marks=pytest.mark.clause(clause, "MD-12.D.5"))
        for paytable, lines in PLAIN.items()
        for clause, dollars in lines.items()
    ],
)
def test_a_symbol_pays_the_amount_on_it(paytable: str, clause: str, dollars: int) -> None:
    table = spun(paytable, f"${dollars:,}")
    (paid,) = [each for each in happened(table, e.WagerPaid) if each.wager == "bonus-spin"]
    assert (paid.player, paid.amount, paid.line, paid.clause) == ("p1", dollars * 100, f"${dollars:,}", clause)
    assert money(table, "bonus-spin") == (dollars * 100, 0, WAGER[paytable] * 100)


@pytest.mark.parametrize(
    ("paytable", "clause", "amounts"),
    [
        pytest.param(paytable, clause, amounts, marks=pytest.mark.clause(clause, "MD-12.D.8.a"))
        for paytable, lines in COMMUNITY.items()
        for clause, amounts in lines.items()
    ],
)
def test_a_community_symbol_pays_the_spinner_and_every_other_bettor(
    paytable: str, clause: str, amounts: tuple[int, int]
) -> None:
    mine, theirs = amounts
    spin = WAGER[paytable]
    wagers = {
        1: {"base": 10, "bonus-spin": spin},
        2: {"base": 10, "bonus-spin": spin},
        3: {"base": 10},
        5: {"base": 10, "bonus-spin": spin},
    }
    shoe = "9c Ac 9d 9s 6s 8c Kd 8d 8s Kh"
    table = seat("md", shoe, wagers, wheels=[f"${mine} and ${theirs}"], spin_paytable=paytable)
    table.deal()
    answer(table, "1: stand", "3: stand", "5: stand")
    paid = {
        (each.player, each.box): (each.amount, each.clause)
        for each in happened(table, e.WagerPaid)
        if each.wager == "bonus-spin"
    }
    assert paid == {
        ("p2", 2): (mine * 100, clause),
        ("p1", 1): (theirs * 100, clause),
        ("p5", 5): (theirs * 100, clause),
    }


def test_a_community_pay_brings_the_wager_back_once_where_prizes_do() -> None:
    """Box 5 has a blackjack of its own, whose prize brings its wager back; box 1 has none. Decision: 0060."""
    wagers = {box: {"base": 10, "bonus-spin": 5} for box in (1, 2, 5)}
    shoe, wheels = "9c Ac As 6s 8c Kd Ks Kh", ["$200 and $50", "$200 and $50"]
    table = seat("md", shoe, wagers, wheels=wheels, spin_stake_returned=True)
    table.deal()
    answer(table, "1: stand")
    back = [each.box for each in happened(table, e.WagerPaid) if each.line == "wager returned"]
    assert sorted(back) == [1, 2, 5]
    assert {box: money(table, "bonus-spin", box=box)[0] for box in (1, 2, 5)} == {
        1: 2 * 50_00 + 5_00,
        2: 200_00 + 50_00 + 5_00,
        5: 200_00 + 50_00 + 5_00,
    }


def test_a_wager_that_earns_no_spin_says_what_it_lacked() -> None:
    table = play("md", "9s 6s 8d 9h Kc", "stand", wagers={1: {"base": 10, "bonus-spin": 5}})
    assert result(table, "bonus-spin").line == "no blackjack"


@pytest.mark.clause("MD-12.D.8.a")
def test_a_player_with_two_progressive_wagers_gets_community_pay_once() -> None:
    wagers = {1: {"base": 10, "bonus-spin": 5}, 3: {"base": 10, "bonus-spin": 5}}
    table = seat("md", "Ac 9c 9d 6s Kd 8c 8d Kh", wagers, wheels=["$200 and $50"])
    table.wager("p3", 2, 10)
    table.wager("p3", 2, 5, "bonus-spin")
    table.deal()
    answer(table, "2: stand", "3: stand")
    paid = [(each.player, each.amount) for each in happened(table, e.WagerPaid) if each.wager == "bonus-spin"]
    assert paid == [("p1", 20000), ("p3", 5000)]


@pytest.mark.parametrize(
    ("paytable", "prize"),
    [
        pytest.param("A", 1500, marks=pytest.mark.clause("MD-12.D.1.a", "MD-12.D.6.b.i")),
        pytest.param("C", 7500, marks=pytest.mark.clause("MD-12.D.3.a", "MD-12.D.6.b.iii")),
    ],
)
def test_the_jackpot_of_a_and_c_is_the_whole_fixed_prize(paytable: str, prize: int) -> None:
    table = spun(paytable, "jackpot", meter_seed=prize)
    found = result(table, "bonus-spin")
    assert (found.payout, found.line) == (prize * 100, "jackpot")
    assert not happened(table, e.ContributionMade)
    again = spun(paytable, "jackpot", meter_seed=prize)
    assert result(again, "bonus-spin").payout == prize * 100


@pytest.mark.parametrize(
    "paytable",
    [
        pytest.param("A", marks=pytest.mark.clause("MD-12.D.1.a")),
        pytest.param("C", marks=pytest.mark.clause("MD-12.D.3.a")),
    ],
)
def test_merchandise_is_handed_over_and_not_paid_in_chips(paytable: str) -> None:
    goods: dict[str, Any] = {"jackpot_type": "merchandise", "jackpot_prize": "a motor car", "meter_seed": 20_000}
    table = spun(paytable, "jackpot", **goods)
    (prize,) = happened(table, e.PrizeHandedOver)
    assert (prize.player, prize.prize, prize.worth, prize.line) == ("p1", "a motor car", 20_000_00, "jackpot")
    assert not [each for each in happened(table, e.WagerPaid) if each.wager == "bonus-spin"]
    assert (result(table, "bonus-spin").line, money(table, "bonus-spin")) == ("jackpot", (0, 0, WAGER[paytable] * 100))
    (panel,) = WHEEL.panels(table.rules)
    assert dict(panel.rows)["jackpot"] == "a motor car, worth $20,000"


@pytest.mark.parametrize(
    ("paytable", "seed", "reset", "added"),
    [
        pytest.param("B", 1234, 1100, 7, marks=pytest.mark.clause("MD-12.D.2.a", "MD-12.D.6.b.ii", "MD-12.D.7")),
        pytest.param("D", 6234, 5100, 35, marks=pytest.mark.clause("MD-12.D.4.a", "MD-12.D.6.b.iv", "MD-12.D.7")),
    ],
)
def test_the_jackpot_of_b_and_d_is_the_whole_meter_which_starts_again(
    paytable: str, seed: int, reset: int, added: int
) -> None:
    table = spun(paytable, "jackpot", meter_seed=seed, meter_reset=reset)
    (paid,) = happened(table, e.AwardPaid)
    assert (paid.amount, paid.before, paid.meter) == (seed * 100 + added, seed * 100 + added, "spin")
    assert paid.clause == "MD-12.D.7"
    assert money(table, "bonus-spin") == (seed * 100 + added, 0, WAGER[paytable] * 100)
    assert table.meters["spin"].amount == reset * 100


@pytest.mark.parametrize(
    ("paytable", "least"),
    [
        pytest.param("A", 1000, marks=pytest.mark.clause("MD-12.D.6.b.i")),
        pytest.param("B", 1000, marks=pytest.mark.clause("MD-12.D.6.b.ii")),
        pytest.param("C", 5000, marks=pytest.mark.clause("MD-12.D.6.b.iii")),
        pytest.param("D", 5000, marks=pytest.mark.clause("MD-12.D.6.b.iv")),
    ],
)
@pytest.mark.parametrize("name", ["meter_seed", "meter_reset"])
def test_initial_and_reset_amounts_have_a_floor(paytable: str, least: int, name: str) -> None:
    assert getattr(table_rules("md", {"spin_paytable": paytable, name: least}), name) == least * 100
    with pytest.raises(FaultyDocumentError) as caught:
        table_rules("md", {"spin_paytable": paytable, name: least - 1})
    assert "MD-12.D.6.b" in str(caught.value)


TWO = {2: {"base": 10, "bonus-spin": 5}, 6: {"base": 10, "bonus-spin": 5}}
TWO_SHOE = "Ac Ah 6s Kd Qd 9h 9s"


@pytest.mark.clause("MD-12.D.7")
def test_each_winner_is_paid_what_the_meter_shows_at_their_own_turn() -> None:
    table = seat("md", TWO_SHOE, TWO, wheels=["jackpot", "jackpot"], meter_seed=5000, meter_reset=5000)
    table.deal()
    paid = [(each.player, each.before, each.amount) for each in happened(table, e.AwardPaid)]
    assert paid == [("p6", 500_070, 500_070), ("p2", 500_000, 500_000)]
    kinds = [type(each) for each in story(table, e.WheelSpun, e.AwardPaid)]
    assert kinds == [e.WheelSpun, e.AwardPaid, e.WheelSpun, e.AwardPaid]


@pytest.mark.clause("MD-12.D.7")
def test_the_next_wheel_waits_for_the_award_and_the_far_right_spins_first() -> None:
    table = seat("md", TWO_SHOE, TWO, wheels=["jackpot", "$40"])
    spin = step_to(table, c.Spin)
    assert isinstance(spin, c.Spin)
    assert spin.box == 6
    wrong = c.Spin(box=2, player="p2", wager=spin.wager, symbols=("$40",))
    assert refused(table, wrong) == ("command/not-this-step", "MD-12.D.7")
    table.step(spin)
    assert refused(table, wrong) == ("command/not-this-step", "MD-12.D.7")
    assert isinstance(step_to(table, c.PayAward), c.PayAward)


@pytest.mark.clause("MD-12.D.7")
def test_an_award_needs_the_meters_own_amount() -> None:
    table = seat("md", BLACKJACK, {1: {"base": 10, "bonus-spin": 5}}, wheels=["jackpot"])
    due = step_to(table, c.PayAward)
    before = table.state
    with pytest.raises(Refusal) as caught:
        table.do(due)
    assert caught.value.code == "command/meter-missing"
    assert table.state is before


@pytest.mark.clause("MD-12.D.5")
@pytest.mark.parametrize("symbol", ["$41", "", "$200", "$250 and $100", "x"])
def test_a_symbol_that_is_not_on_the_wheel_is_refused(symbol: str) -> None:
    table = seat("md", BLACKJACK, {1: {"base": 10, "bonus-spin": 5}})
    spin = step_to(table, c.Spin)
    assert isinstance(spin, c.Spin)
    before = table.state
    with pytest.raises(Refusal) as caught:
        table.do(c.Spin(box=1, player="p1", wager=spin.wager, symbols=(symbol,)))
    assert caught.value.code == "command/no-such-symbol"
    assert table.state is before


@pytest.mark.clause("MD-12.D.5")
def test_the_wager_is_the_price_of_the_spin_unless_the_operator_returns_it() -> None:
    kept = spun("D", "$40")
    assert won(kept) == 1500 + 4000 - 500
    returned = spun("D", "$40", spin_stake_returned=True)
    assert won(returned) == 1500 + 4000


@pytest.mark.clause("MD-6.G.2")
@pytest.mark.parametrize(
    ("shoe", "decisions", "wheel"),
    [
        ("Ac 6s Kd 9h", [], True),
        ("Jc 6s Ad 9h", [], True),
        ("Ac Ks Kd 9h", [], True),
        ("Ac Ks Kd Ah", [], True),
        ("9c Ks 9d Ah", [], False),
        ("Kc 6s Qd 9h 9s", ["stand"], False),
        ("Ac 6s 5d 9h 5c 9s", ["hit"], False),
        ("9c 6s 8d 9h 4c 9s", ["hit"], False),
    ],
)
def test_a_blackjack_in_the_first_two_cards_spins_the_wheel_whatever_the_dealer_has(
    shoe: str, decisions: list[str], wheel: bool
) -> None:
    wagers = {1: {"base": 10, "bonus-spin": 5}}
    table = play("md", shoe, *decisions, wagers=wagers, wheels=["$40"])
    assert money(table, "bonus-spin") == (4000 if wheel else 0, 0, 500)
    assert [each.symbols for each in happened(table, e.WheelSpun)] == ([("$40",)] if wheel else [()])


@pytest.mark.clause("MD-6.G.2")
def test_a_blackjack_without_the_wager_spins_nothing() -> None:
    table = play("md", BLACKJACK)
    assert not happened(table, e.WheelSpun)


@pytest.mark.clause("MD-6.G.2")
@pytest.mark.parametrize(("paytable", "dollars"), [("A", 1), ("B", 1), ("C", 5), ("D", 5)])
def test_the_wager_is_exactly_one_or_five_dollars(paytable: str, dollars: int) -> None:
    table = seat("md", BLACKJACK, {1: 10}, spin_paytable=paytable)
    assert is_allowed(table, bet("p1", 1, dollars * 100, "bonus-spin"))
    for cents in {100, 200, 450, 500, 1000} - {dollars * 100}:
        assert refused(table, bet("p1", 1, cents, "bonus-spin")) == ("command/outside-limits", "MD-6.G.2")
    table.do(bet("p1", 1, dollars * 100, "bonus-spin"))
    assert refused(table, bet("p1", 1, dollars * 100, "bonus-spin")) == ("command/outside-limits", "MD-6.G.2")


@pytest.mark.clause("MD-6.G.2")
def test_a_wager_of_another_size_cannot_be_chosen_by_the_operator() -> None:
    with pytest.raises(FaultyDocumentError):
        table_rules("md", {"spin_wager": 2})


@pytest.mark.clause("MD-6.G.2", "MD-6.D", "MD-2.B.7.b")
def test_the_wager_is_locked_out_once_dealing_has_begun() -> None:
    table = seat("md", BLACKJACK, {1: 10})
    table.step(step_to(table, c.CloseWagers))
    for wager in ("bonus-spin", "xtreme-16"):
        assert refused(table, bet("p1", 1, 500, wager)) == ("command/wagers-closed", "MD-2.B.7.b")
    assert refused(table, bet("p1", 1, 500, "match-up")) == ("command/wagers-closed", "MD-6.D")


@pytest.mark.clause("MD-2.B.7.b")
def test_the_system_takes_the_wagers_on_wheels_and_no_others_when_dealing_begins() -> None:
    wagers = {1: {"base": 10, "match-up": 5, "bonus-spin": 5}, 2: {"base": 10, "match-up": 5, "xtreme-16": 5}}
    table = seat("md", BLACKJACK, wagers)
    table.step(step_to(table, c.CloseWagers))
    taken = [(each.player, each.box, each.wager, each.amount, each.clause) for each in happened(table, e.WagerTaken)]
    assert taken == [("p1", 1, "bonus-spin", 500, "MD-2.B.7.b"), ("p2", 2, "xtreme-16", 500, "MD-2.B.7.b")]
    assert table.state.layout == 3000


@pytest.mark.clause("MD-6.G.2")
def test_the_wager_needs_a_base_wager_and_a_table_that_offers_it() -> None:
    table = seat("md", BLACKJACK, {1: 10})
    assert refused(table, bet("p1", 2, 500, "bonus-spin")) == ("command/no-base-wager", "MD-6.G")
    table = seat("md", BLACKJACK, {1: 10}, spin_offered=False)
    assert refused(table, bet("p1", 1, 500, "bonus-spin")) == ("command/not-offered", "MD-6.G.2")
    draft = seat("md-draft", BLACKJACK, {1: 10})
    assert refused(draft, bet("p1", 1, 500, "bonus-spin")) == ("command/not-offered", "MDD-6.G")


@pytest.mark.clause("MD-12.D.6.a")
def test_the_meter_grows_by_its_rate_exactly_and_carries_fractions_of_a_cent() -> None:
    table = seat("md", "9c 6s 9d 9h 9s", {}, meter_increment="0.03%")
    table._take(e.ChipsBrought(player="p1", amount=bet("p1", 1, 100_000).amount))
    shown = []
    for _ in range(7):
        table.load(table.state.shoe or ())
        table.wager("p1", 1, 10)
        table.wager("p1", 1, 5, "bonus-spin")
        table.deal()
        answer(table, "stand")
        shown.append(table.meters["spin"].amount - 500_000)
    assert shown == [0, 0, 0, 0, 0, 0, 1]
    assert table.meters["spin"].fraction == Decimal("0.05")
    assert sum(each.amount for each in happened(table, e.ContributionMade)) == 1


@pytest.mark.clause("MD-12.D.6.a")
@pytest.mark.parametrize("paytable", ["B", "D"])
@pytest.mark.parametrize(
    ("choice", "cents"), [({}, 0), ({"meter_increment": 0, "reserve_increment": 1}, 1), ({"reserve_increment": 0}, 0)]
)
def test_a_reserve_grows_beside_the_meter_where_the_operator_keeps_one(
    paytable: str, choice: dict[str, Any], cents: int
) -> None:
    table = spun(paytable, "$50", **choice)
    assert table.meters["spin"].reserve == cents * WAGER[paytable] * 100


@pytest.mark.clause("MD-12.D.7")
def test_wheels_are_spun_after_the_hands_are_settled() -> None:
    table = seat("md", "Ac 9c 6s Kd 9d 9h 9s", {1: {"base": 10, "bonus-spin": 5}, 2: 10}, wheels=["$40"])
    table.deal()
    answer(table, "2: stand")
    assert place(table, e.WagerReturned, box=2) < place(table, e.WheelSpun) < place(table, e.CardsPickedUp)
