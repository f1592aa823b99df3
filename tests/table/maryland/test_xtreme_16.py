"""Chapters 6.G(3) and 12.E: the Xtreme 16 wager, its Hot Spot, its two meters and Community Pay."""

from __future__ import annotations

from typing import Any

import pytest

from siete.errors import FaultyDocumentError
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Refusal
from siete.table.practice import PracticeTable
from tests.table.cases import answer, bet, happened, is_allowed, money, place, play, refused, result, seat, step_to

HOT_SPOT = {
    "MD-12.E.1.c": 1000,
    "MD-12.E.1.d": 600,
    "MD-12.E.1.e": 500,
    "MD-12.E.1.f": 400,
    "MD-12.E.1.g": 350,
    "MD-12.E.1.h": 300,
    "MD-12.E.1.i": 250,
    "MD-12.E.1.j": 200,
}
COMMUNITY = {
    "MD-12.E.6.a.i": 150,
    "MD-12.E.6.a.ii": 100,
    "MD-12.E.6.a.iii": 75,
    "MD-12.E.6.a.iv": 50,
    "MD-12.E.6.a.v": 40,
    "MD-12.E.6.a.vi": 35,
    "MD-12.E.6.a.vii": 30,
    "MD-12.E.6.a.viii": 25,
}
WAGER = {"base": 10, "xtreme-16": 5}
SIXTEEN = "Kc 6s Qd Kh 9s"
"""One player stands on 20; the dealer has a six and a king, and draws a nine."""


def spun(position: int, community: str, hot_spot: str, **choices: Any) -> PracticeTable:
    """A round in which the dealer has sixteen and the wheels stop like this, for one bettor on box 1."""
    wheels = [(str(position), community, hot_spot)]
    return play("md", SIXTEEN, "stand", wagers={1: WAGER}, wheels=wheels, **choices)


@pytest.mark.parametrize(
    ("clause", "dollars"),
    [
        pytest.param(clause, dollars, marks=pytest.mark.clause(clause, "MD-12.E.2"))
        for clause, dollars in HOT_SPOT.items()
    ],
)
def test_the_hot_spot_pays_the_amount_on_it_beside_the_community_pay(clause: str, dollars: int) -> None:
    table = spun(1, "$25", f"${dollars:,}")
    paid = [(each.amount, each.line, each.clause) for each in happened(table, e.WagerPaid) if each.wager == "xtreme-16"]
    assert paid == [(2500, "$25", "MD-12.E.6.a.viii"), (dollars * 100, f"${dollars:,}", clause)]
    assert money(table, "xtreme-16") == (2500 + dollars * 100, 0, 500)


@pytest.mark.parametrize(
    ("clause", "dollars"),
    [
        pytest.param(clause, dollars, marks=pytest.mark.clause(clause, "MD-12.E.5.a"))
        for clause, dollars in COMMUNITY.items()
    ],
)
def test_every_bettor_gets_the_community_pay_and_nobody_else(clause: str, dollars: int) -> None:
    wagers = {1: WAGER, 2: {"base": 10}, 4: WAGER}
    table = seat("md", "Kc Kd Ks 6s Qd Qc Qs Kh 9s", wagers, wheels=[("7", f"${dollars}", "$200")])
    table.deal()
    answer(table, "1: stand", "2: stand", "4: stand")
    paid = {
        each.player: (each.amount, each.clause) for each in happened(table, e.WagerPaid) if each.wager == "xtreme-16"
    }
    assert paid == {"p1": (dollars * 100, clause), "p4": (dollars * 100, clause)}


@pytest.mark.clause("MD-12.E.2")
def test_only_the_bettor_on_the_selected_position_gets_the_hot_spot() -> None:
    wagers = {1: WAGER, 4: WAGER}
    table = seat("md", "Kc Kd 6s Qd Qc Kh 9s", wagers, wheels=[("4", "$30", "$400")])
    table.deal()
    answer(table, "1: stand", "4: stand")
    assert money(table, "xtreme-16", box=1) == (3000, 0, 500)
    assert money(table, "xtreme-16", box=4) == (43000, 0, 500)
    assert len({each.symbols for each in happened(table, e.WheelSpun)}) == 1


@pytest.mark.parametrize(
    ("symbol", "meter", "amount", "reset"),
    [
        pytest.param("jackpot 1", "xtreme-primary", 1_200_050, 1_100_000, marks=pytest.mark.clause("MD-12.E.1.a")),
        pytest.param("jackpot 2", "xtreme-secondary", 700_025, 600_000, marks=pytest.mark.clause("MD-12.E.1.b")),
    ],
)
@pytest.mark.clause("MD-12.E.4", "MD-12.E.3.b")
def test_a_jackpot_symbol_pays_its_whole_meter_which_starts_again(
    symbol: str, meter: str, amount: int, reset: int
) -> None:
    table = spun(1, "$25", symbol, xtreme_meter_seed=[12000, 7000], xtreme_meter_reset=[11000, 6000])
    (paid,) = happened(table, e.AwardPaid)
    assert (paid.meter, paid.before, paid.amount, paid.clause) == (meter, amount, amount, "MD-12.E.4")
    assert result(table, "xtreme-16").payout == amount + 2500
    assert table.meters[meter].amount == reset
    (other,) = {"xtreme-primary", "xtreme-secondary"} - {meter}
    assert table.meters[other].amount == {"xtreme-primary": 1_200_050, "xtreme-secondary": 700_025}[other]


@pytest.mark.clause("MD-12.E.4")
def test_an_award_is_paid_by_what_the_meter_shows_at_the_players_turn() -> None:
    table = seat("md", SIXTEEN, {1: WAGER}, wheels=[("1", "$25", "jackpot 1")])
    table.deal()
    table.do(c.Stand(player="p1", box=1))
    due = step_to(table, c.PayAward)
    with pytest.raises(Refusal) as caught:
        table.do(due)
    assert caught.value.code == "command/meter-missing"
    assert isinstance(due, c.PayAward)
    table.do(c.PayAward(box=1, player="p1", wager=due.wager, line=due.line, before=bet("p1", 1, 1_234_567).amount))
    (paid,) = happened(table, e.AwardPaid)
    assert paid.amount == 1_234_567


@pytest.mark.clause("MD-12.E.3.b")
@pytest.mark.parametrize("name", ["xtreme_meter_seed", "xtreme_meter_reset"])
def test_initial_and_reset_amounts_have_a_floor(name: str) -> None:
    assert getattr(table_rules("md", {name: [10000, 5000]}), name) == (1_000_000, 500_000)
    for amounts in ([9999, 5000], [10000, 4999]):
        with pytest.raises(FaultyDocumentError, match=r"MD-12\.E\.3\.b"):
            table_rules("md", {name: amounts})


@pytest.mark.clause("MD-12.E.3.b")
def test_the_meters_start_at_their_initial_amounts() -> None:
    table = seat("md", SIXTEEN, {1: 10}, xtreme_meter_seed=[12000, 7000])
    assert (table.meters["xtreme-primary"].amount, table.meters["xtreme-secondary"].amount) == (1_200_000, 700_000)


@pytest.mark.clause("MD-6.G.3")
@pytest.mark.parametrize(
    ("up", "hole", "rest", "wins"),
    [
        ("6s", "Kh", "9s", True),
        ("6s", "Jh", "9s", True),
        ("6s", "Qh", "9s", True),
        ("Ks", "6h", "9s", True),
        ("Js", "6h", "9s", True),
        ("6s", "9h", "Ks", False),
        ("6s", "6h", "Ks", False),
        ("9s", "7h", "9d", False),
        ("Ks", "5h", "6c", False),
        ("Ks", "Ah", "6c", False),
    ],
)
def test_a_six_with_a_ten_value_card_as_the_dealers_first_two_cards_wins(
    up: str, hole: str, rest: str, wins: bool
) -> None:
    table = seat("md", f"Kc {up} Qd {hole} {rest}", {1: WAGER}, wheels=[("7", "$25", "$200")])
    table.deal()
    if table.asks():
        answer(table, "stand")
    assert money(table, "xtreme-16") == (2500 if wins else 0, 0, 500)


@pytest.mark.clause("MD-6.G.3")
def test_the_hole_card_decides_even_when_every_hand_is_bust() -> None:
    table = play("md", "Kc 6s 6d Kh 9s", "hit", wagers={1: WAGER}, wheels=[("7", "$25", "$200")])
    assert money(table) == (0, 0, 1000)
    assert money(table, "xtreme-16") == (2500, 0, 500)


@pytest.mark.clause("MD-6.G.3", "MD-12.E")
def test_the_wager_is_five_dollars_since_no_other_has_a_paytable() -> None:
    table = seat("md", SIXTEEN, {1: 10})
    assert is_allowed(table, bet("p1", 1, 500, "xtreme-16"))
    for cents in (100, 450, 550, 1000):
        assert refused(table, bet("p1", 1, cents, "xtreme-16")) == ("command/outside-limits", "MD-12.E")


@pytest.mark.clause("MD-6.G.3")
def test_the_wager_needs_a_base_wager_and_a_table_that_offers_it() -> None:
    table = seat("md", SIXTEEN, {1: 10})
    assert refused(table, bet("p1", 2, 500, "xtreme-16")) == ("command/no-base-wager", "MD-6.G")
    table = seat("md", SIXTEEN, {1: 10}, xtreme_offered=False)
    assert refused(table, bet("p1", 1, 500, "xtreme-16")) == ("command/not-offered", "MD-6.G.3")
    draft = seat("md-draft", SIXTEEN, {1: 10})
    assert refused(draft, bet("p1", 1, 500, "xtreme-16")) == ("command/not-offered", "MDD-6.G")


@pytest.mark.clause("MD-12.E.2")
@pytest.mark.parametrize(
    "symbols",
    [
        (),
        ("1",),
        ("1", "$25"),
        ("0", "$25", "$200"),
        ("8", "$25", "$200"),
        ("x", "$25", "$200"),
        ("1", "$26", "$200"),
        ("1", "$200", "$25"),
        ("1", "$25", "$201"),
        ("1", "$25", "$200", "$200"),
    ],
)
def test_symbols_that_the_wheels_have_not_are_refused(symbols: tuple[str, ...]) -> None:
    table = play("md", SIXTEEN, wagers={1: WAGER})
    table.do(c.Stand(player="p1", box=1))
    spin = step_to(table, c.Spin)
    assert isinstance(spin, c.Spin)
    before = table.state
    with pytest.raises(Refusal) as caught:
        table.do(c.Spin(box=0, player="", wager=spin.wager, symbols=symbols))
    assert caught.value.code == "command/no-such-symbol"
    assert table.state is before


@pytest.mark.clause("MD-12.E.2")
def test_the_operator_may_draw_the_hot_spot_among_bettors_only() -> None:
    wagers = {1: WAGER, 4: WAGER}
    table = seat("md", "Kc Kd 6s Qd Qc Kh 9s", wagers, xtreme_hotspot_selection="bettors_only")
    table.deal()
    table.do(c.Stand(player="p1", box=1))
    table.do(c.Stand(player="p4", box=4))
    spin = step_to(table, c.Spin)
    assert isinstance(spin, c.Spin)
    with pytest.raises(Refusal):
        table.do(c.Spin(box=0, player="", wager=spin.wager, symbols=("2", "$25", "$200")))
    table.do(c.Spin(box=0, player="", wager=spin.wager, symbols=("4", "$25", "$200")))


@pytest.mark.clause("MD-12.E.3.a")
def test_both_meters_grow_by_their_own_rates() -> None:
    table = play("md", "Kc 9s Qd Kh", "stand", wagers={1: WAGER}, xtreme_meter_increment=["1.5%", "0.25%"])
    added = {each.meter: (each.amount, each.clause) for each in happened(table, e.ContributionMade)}
    assert added == {"xtreme-primary": (7, "MD-12.E.3.a"), "xtreme-secondary": (1, "MD-12.E.3.a")}
    assert table.meters["xtreme-primary"].fraction * 2 == 1
    assert table.meters["xtreme-secondary"].fraction * 4 == 1


@pytest.mark.clause("MD-12.E.4")
def test_the_wheels_are_spun_after_the_hands_and_the_bonus_spins() -> None:
    wagers = {1: {"base": 10, "bonus-spin": 5, "xtreme-16": 5}, 2: {"base": 10}}
    table = seat("md", "Ac 9c 6s Kd 9d Kh 9s", wagers, wheels=["$40", ("7", "$25", "$200")])
    table.deal()
    answer(table, "2: stand")
    spins = [place(table, e.WheelSpun, wager=wager) for wager in ("bonus-spin", "xtreme-16")]
    assert place(table, e.WagerReturned, box=2) < spins[0] < spins[1]
