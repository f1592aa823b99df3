"""Parts of a meter in Washington: several winners in one round, two games, house jackpots."""

from __future__ import annotations

from typing import Any

import pytest

from siete.cards import cards_from_text
from siete.table import commands as c
from siete.table import events as e
from siete.table.practice import PracticeTable
from tests.table.cases import CHIPS, happened, money, place, refused, seat, step_to
from tests.table.generated.invariants import books
from tests.table.washington.both import clause_of
from tests.table.washington.jackpots import finish

TWO_TENTHS = "9d 9d 9d 9d 9d Kc"
"""Boxes 2 and 4 hold two nines of diamonds against a third: each wins a tenth of the meter."""
TWO_WHOLES = "As As As As As 9c"
"""Boxes 2 and 4 hold two aces of spades against a third: each wins the whole meter."""


def _cases(*clauses: str) -> pytest.MarkDecorator:
    """Both rule sets, each with its own up card table, marked with its own clauses."""
    tables = {"wa": "3c/6", "wa-v002": "8c/6"}
    return pytest.mark.parametrize(
        ("rules", "paytable"),
        [
            pytest.param(rules, table, id=rules, marks=pytest.mark.clause(*(clause_of(rules, id) for id in clauses)))
            for rules, table in tables.items()
        ],
    )


def _round(rules: str, shoe: str, paytable: str, boxes: tuple[int, ...] = (2, 4), **choices: Any) -> PracticeTable:
    given = {"meter_seed": 1_000, "jackpot_paytable": paytable} | choices
    table = seat(rules, shoe, {box: {"base": 10, "jackpot-1": 5} for box in boxes}, **given)
    table.deal()
    return finish(table)


def _awards(table: PracticeTable) -> list[tuple[int, int, int]]:
    """Box, what the meter showed, and what it paid."""
    return [(event.box, event.before, event.amount) for event in happened(table, e.AwardPaid)]


@_cases("J9.a", "J9.b", "J8")
def test_each_award_is_taken_off_the_meter_before_the_next_from_the_dealers_left(rules: str, paytable: str) -> None:
    table = _round(rules, TWO_TENTHS, paytable)
    assert _awards(table) == [(2, 1001_80, 100_18), (4, 901_62, 90_16)]
    assert table.meters["jackpot-1"].amount == 901_62 - 90_16


@_cases("J9.a", "J9.b")
@pytest.mark.parametrize(("after", "second"), [("reseed", 1_000_30), ("zero", 0)])
def test_after_the_whole_meter_it_starts_again_or_is_empty(rules: str, paytable: str, after: str, second: int) -> None:
    """Its seed and the 30 cents of reserve are there for the next award, or only after the round."""
    table = _round(rules, TWO_WHOLES, paytable, after_100pct=after)
    assert _awards(table) == [(2, 1001_80, 1001_80), (4, second, second)]
    assert table.meters["jackpot-1"].amount == (1_000_00 if second else 1_000_30)


@_cases("J9.b")
def test_it_starts_again_at_its_reset_amount(rules: str, paytable: str) -> None:
    table = _round(rules, TWO_WHOLES, paytable, meter_reset=700)
    assert _awards(table)[1] == (4, 700_30, 700_30)


@_cases("J9.b")
def test_the_dealer_may_not_pay_the_second_award_first(rules: str, paytable: str) -> None:
    table = seat(
        rules,
        TWO_TENTHS,
        {box: {"base": 10, "jackpot-1": 5} for box in (2, 4)},
        meter_seed=1_000,
        jackpot_paytable=paytable,
    )
    table.deal()
    for box in (2, 4):
        table.do(c.Stand(player=f"p{box}", box=box))
    due = step_to(table, c.PayAward)
    assert isinstance(due, c.PayAward)
    assert due.box == 2
    wrong = c.PayAward(box=4, player="p4", wager=due.wager, line=due.line, before=table.meters["jackpot-1"].amount)
    assert refused(table, wrong) == ("command/not-this-step", clause_of(rules, "J9.b"))


@_cases("J6.c")
def test_awards_come_after_every_hand_is_settled(rules: str, paytable: str) -> None:
    table = _round(rules, TWO_TENTHS, paytable)
    last = max(i for i, event in enumerate(table.events) if isinstance(event, e.WagerCollected | e.WagerReturned))
    assert all(last < i for i, event in enumerate(table.events) if isinstance(event, e.AwardPaid))


@_cases("J8")
def test_only_a_player_with_a_jackpot_wager_wins_it(rules: str, paytable: str) -> None:
    wagers: dict[int, Any] = {2: 10, 4: {"base": 10, "jackpot-1": 5}}
    table = seat(rules, TWO_TENTHS, wagers, meter_seed=1_000, jackpot_paytable=paytable)
    table.deal()
    assert _awards(finish(table)) == [(4, 1000_90, 100_09)]


@pytest.mark.clause("WA3-J9.a", "WA3-J9.b")
@pytest.mark.parametrize(
    ("shoe", "awards"),
    [
        ("9h 9d 9d 9h 9d 9d", [(2, 1001_80, 100_18), (4, 901_62, 901_62)]),
        ("9d 9h 9d 9d 9h 9d", [(2, 1001_80, 1001_80), (4, 1_000_30, 100_03)]),
    ],
)
def test_a_tenth_and_the_whole_in_one_round(shoe: str, awards: list[tuple[int, int, int]]) -> None:
    """Table 6: four nines of one colour win a tenth, four nines of one suit the whole."""
    assert _awards(_round("wa", shoe, "6/3")) == awards


@pytest.mark.clause("WA3-J9.a")
def test_a_tenth_leaves_the_fixed_pay_of_the_other_dealer_card() -> None:
    table = _round("wa", "9d 9d 9d 9c", "4d/6", boxes=(1,))
    assert _awards(table) == [(1, 1000_90, 100_09)]
    assert money(table, "jackpot-1") == (100_09 + 20_00, 0, 500)


# --- two games ---------------------------------------------------------------------------------------------------

TWO_GAMES = {"jackpot_games": 2, "jackpot_wager": [5, 2], "jackpot_paytable": ["3c/6", "4d/6"], "meter_seed": 1_000}


@pytest.mark.clause("WA3-J8", "WA3-J9.b")
def test_two_games_have_their_own_wagers_meters_and_awards() -> None:
    wagers = {1: {"base": 10, "jackpot-1": 5, "jackpot-2": 2}, 2: {"base": 10, "jackpot-2": 2}}
    table = seat("wa", "9d 7h 9d 9d 8h Kc", wagers, **TWO_GAMES)
    table.deal()
    assert [meter.amount for meter in table.meters.values()] == [1000_90, 1000_72]
    finish(table)
    awards = [(event.box, event.wager.value, event.before, event.amount) for event in happened(table, e.AwardPaid)]
    assert awards == [(1, "jackpot-1", 1000_90, 100_09), (1, "jackpot-2", 1000_72, 100_07)]
    assert [meter.amount for meter in table.meters.values()] == [900_81, 900_65]
    assert money(table, "jackpot-2", box=2) == (0, 0, 200)


@pytest.mark.clause("WA3-J3.a")
@pytest.mark.parametrize("kind", ["progressive", "house"])
def test_two_games_have_two_independent_amounts(kind: str) -> None:
    own = {"second_meter_seed": 2_500, "jackpot_type": kind, "house_jackpot_pays_each": False}
    wagers = {1: {"base": 10, "jackpot-1": 5, "jackpot-2": 2}}
    table = seat("wa", "9d 9d 9d Kc", wagers, **(TWO_GAMES | own))
    table.deal()
    finish(table)
    grown = (90, 36) if kind == "progressive" else (0, 0)
    shown = [1000_00 + grown[0], 2500_00 + grown[1]]
    assert [event.before for event in happened(table, e.AwardPaid)] == shown
    left = [each - each // 10 for each in shown] if kind == "progressive" else shown
    assert [meter.amount for meter in table.meters.values()] == left


@pytest.mark.clause("WA3-J3.a")
def test_the_second_meter_starts_again_at_its_own_amount() -> None:
    both = TWO_GAMES | {"jackpot_paytable": ["3c/6", "3c/5"]}
    wagers = {1: {"base": 10, "jackpot-1": 5, "jackpot-2": 2}}
    for own, reset in ({"second_meter_seed": 2_500}, 2500_06), ({"second_meter_reset": 700}, 700_06):
        table = seat("wa", "As As As 9c", wagers, **(both | own))
        table.deal()
        finish(table)
        assert [meter.amount for meter in table.meters.values()] == [1000_15, reset]


@pytest.mark.clause("WA3-J3.a", "WA3-TA.alt1.c")
def test_a_prize_out_of_the_second_meter_is_for_the_second_wager() -> None:
    prize = {"basis": "odds", "value": 20, "funded_by": "jackpot"}
    both = TWO_GAMES | {"jackpot_paytable": ["3c/6", "3c/5"], "table3_top": "alt1", "dollar_prize_three_suited": prize}
    table = seat("wa", "9d 9d 9d Kc", {1: {"base": 10, "jackpot-1": 5, "jackpot-2": 2}}, **both)
    table.deal()
    finish(table)
    assert [money(table, wager) for wager in ("jackpot-1", "jackpot-2")] == [(100_00, 0, 5_00), (40_00, 0, 2_00)]
    assert [meter.amount for meter in table.meters.values()] == [900_90, 960_36]


@pytest.mark.clause("WA3-J8")
def test_each_game_pays_by_its_own_table() -> None:
    wagers = {1: {"base": 10, "jackpot-1": 5, "jackpot-2": 2}}
    table = seat("wa", "9d 9d Kc Kc", wagers, **TWO_GAMES)
    table.deal()
    finish(table)
    assert money(table, "jackpot-1") == (30_00, 0, 5_00), "Table 3c/6: one suited match, 6 for 1"
    assert money(table, "jackpot-2") == (2 * 6_00, 0, 2_00), "Table 4d/6: 3 for 1 for each dealer card"


# --- house jackpots ----------------------------------------------------------------------------------------------


@pytest.mark.clause("WA3-J11.a")
@pytest.mark.parametrize("posted", [500, 2_500])
def test_a_house_jackpot_pays_each_winner_on_the_posted_amount(posted: int) -> None:
    table = _round("wa", TWO_TENTHS, "3c/6", jackpot_type="house", meter_seed=posted)
    assert _awards(table) == [(2, posted * 100, posted * 10), (4, posted * 100, posted * 10)]
    wholes = _round("wa", TWO_WHOLES, "3c/6", jackpot_type="house", meter_seed=posted)
    assert [amount for _, _, amount in _awards(wholes)] == [posted * 100] * 2


@pytest.mark.clause("WA3-J11.a")
def test_a_house_may_take_each_award_off_its_jackpot_too() -> None:
    table = _round("wa", TWO_TENTHS, "3c/6", jackpot_type="house", house_jackpot_pays_each=False)
    assert _awards(table) == [(2, 1000_00, 100_00), (4, 900_00, 90_00)]


@pytest.mark.clause("WA3-J11.c")
def test_a_house_jackpot_is_the_houses_until_it_is_won() -> None:
    """No wager goes to a meter; what is won comes out of the table's own chips."""
    lost = _round("wa", "7h 8h 9d 7c 8c Kc", "3c/6", jackpot_type="house")
    assert not happened(lost, e.ContributionMade)
    assert lost.state.meters == 0
    table = _round("wa", TWO_TENTHS, "3c/6", jackpot_type="house")
    assert table.state.meters == 0
    assert table.state.inventory + sum(table.state.racks.values()) == 2 * CHIPS * 100
    assert table.state.inventory == -2 * 100_00 + 2 * 5_00 + 2 * 10_00, "two tenths paid, jackpot and base wagers kept"


def _again(table: PracticeTable, shoe: str) -> list[tuple[int, int, int]]:
    """The awards of one more round with the same wagers."""
    before = len(_awards(table))
    table.load(cards_from_text(shoe))
    for box in (2, 4):
        table.wager(f"p{box}", box, 10)
        table.wager(f"p{box}", box, 5, "jackpot-1")
    table.deal()
    return _awards(finish(table))[before:]


@pytest.mark.clause("WA3-J11.b", "WA3-J11.c")
@pytest.mark.parametrize("pays_each", [True, False])
@pytest.mark.parametrize("after", ["reseed", "zero"])
def test_after_the_round_a_house_jackpot_stands_as_it_is_posted(pays_each: bool, after: str) -> None:
    choices: dict[str, Any] = {"jackpot_type": "house", "house_jackpot_pays_each": pays_each, "after_100pct": after}
    table = _round("wa", TWO_TENTHS, "3c/6", **choices)
    assert table.meters["jackpot-1"].amount == 1000_00
    assert _again(table, TWO_TENTHS)[0] == (2, 1000_00, 100_00)
    wholes = _again(table, TWO_WHOLES)
    assert wholes == [(2, 1000_00, 1000_00), (4, *((1000_00, 1000_00) if pays_each or after == "reseed" else (0, 0)))]
    assert (table.meters["jackpot-1"].amount, table.meters["jackpot-1"].reserve) == (1000_00, 0)


@pytest.mark.clause("WA3-J11.c")
@pytest.mark.parametrize("pays_each", [True, False])
@pytest.mark.parametrize("shoe", [TWO_TENTHS, TWO_WHOLES])
def test_a_house_jackpot_is_paid_once_and_by_the_table(pays_each: bool, shoe: str) -> None:
    """The books of table and meters agree after every step: what is won is in nobody's account twice."""
    choices = {"jackpot_type": "house", "house_jackpot_pays_each": pays_each, "meter_seed": 1_000}
    table = seat("wa", shoe, {box: {"base": 10, "jackpot-1": 5} for box in (2, 4)}, **choices)
    start = books(table.state, table.meters)
    table.deal()
    finish(table)
    assert _awards(table)
    assert books(table.state, table.meters) == start
    assert table.state.meters == 0, "all of it came out of the table's own chips"
    assert table.meters["jackpot-1"].seeded == 1000_00


@_cases("J9.b")
def test_a_progressive_grows_by_its_share_of_every_wager_before_the_cards(rules: str, paytable: str) -> None:
    table = _round(rules, "7h 8h 9d 7c 8c Kc", paytable)
    (made,) = happened(table, e.ContributionMade)
    assert made.amount == 2 * (90 + 15), "18 % to the meter and 3 % to the reserve"
    assert (table.meters["jackpot-1"].amount, table.meters["jackpot-1"].reserve) == (1001_80, 30)
    assert place(table, e.ContributionMade) < min(
        i for i, event in enumerate(table.events) if isinstance(event, e.CardDealt)
    )
