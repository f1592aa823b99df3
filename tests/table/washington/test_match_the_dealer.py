"""Match the Dealer in Washington: up card, down card and one to five bonus cards."""

from __future__ import annotations

from typing import Any

import pytest

from siete.money import Cents
from siete.table import commands as c
from siete.table import events as e
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager
from tests.table.cases import (
    answer,
    asked,
    bet,
    happened,
    is_allowed,
    is_over,
    money,
    place,
    play,
    refused,
    result,
    seat,
)
from tests.table.washington.both import both, clause_of

ODDS = {2: (4, 15), 4: (4, 10), 5: (3, 13), 6: (4, 9), 8: (3, 12)}
"""By decks: unsuited and suited, to 1, as the document prints them."""


def _tables() -> list[Any]:
    return [
        pytest.param(rules, decks, *odds, id=f"{rules} {decks}", marks=pytest.mark.clause(f"{table}.{decks}"))
        for rules, table in (("wa", "WA3-T2"), ("wa-v002", "WA2-T7"))
        for decks, odds in ODDS.items()
    ]


@pytest.mark.parametrize(("rules", "decks", "unsuited", "suited"), _tables())
def test_each_match_pays_by_the_number_of_decks(rules: str, decks: int, unsuited: int, suited: int) -> None:
    wagers = {1: {"base": 10, "match-up": 5}}
    for shoe, paid in (
        ("9s 9d 7h Kc", unsuited),
        ("9d 9d 7h Kc", suited),
        ("7h 9d 9d Kc", suited),
        ("9s 9d 9h Kc", 2 * unsuited),
        ("9s 9d 9d Kc", unsuited + suited),
    ):
        table = play(rules, shoe, wagers=wagers, decks=decks)
        assert money(table, "match-up") == (500 * paid, 500, 0)
        assert result(table, "match-up").clause == clause_of(rules, f"{'T2' if rules == 'wa' else 'T7'}.{decks}")
    if decks > 2:
        table = play(rules, "9d 9d 9d Kc", wagers=wagers, decks=decks)
        assert money(table, "match-up") == (500 * 2 * suited, 500, 0)


@both("G12.b", "G12.f", "D12.a", "D12.e", "J5.a")
def test_the_up_card_wager_wins_for_each_card_of_its_rank(rules: str) -> None:
    wagers = {1: {"base": 10, "match-up": 5}}
    table = play(rules, "9s 9d 9d Kc", wagers=wagers)
    assert [(event.line, event.amount) for event in happened(table, e.WagerPaid)] == [
        ("unsuited", 2000),
        ("suited", 4500),
    ]
    lost = play(rules, "Ks Jd Qd Kc", wagers=wagers)
    assert money(lost, "match-up") == (0, 0, 500), "a jack matches only a jack"


@both("D12.h", "D12.e", "J5.a")
def test_up_card_wagers_are_settled_before_the_base_game(rules: str) -> None:
    table = seat(rules, "9s 9d 7h Kc", {1: {"base": 10, "match-up": 5}}, jackpot_games=0)
    table.do(c.CloseWagers())
    for box in (1, 0, 1, 0):
        table.do(c.Deal(box=box))
    assert refused(table, c.BeginBaseGame()) == ("command/not-this-step", clause_of(rules, "D12.e"))
    assert refused(table, c.Hit(player="p1", box=1))[0] == "command/not-your-turn"
    table.do(c.SettleWager(box=1, player="p1", wager=Wager.MATCH_UP))
    assert refused(table, c.Deal(box=1)) == ("command/not-this-step", clause_of(rules, "D12.h"))
    table.do(c.BeginBaseGame())
    assert asked(table) == [(1, 0, "play")]


@both("D12.e")
def test_only_the_original_two_cards_are_matched(rules: str) -> None:
    table = play(rules, "2s 9d 7h Kc 9h", "hit", wagers={1: {"base": 10, "match-up": 5}})
    assert money(table, "match-up") == (0, 0, 500)


@both("G12.g", "D12.a", "J4.a")
def test_a_side_wager_needs_a_base_wager_on_the_box(rules: str) -> None:
    table = seat(rules, "9s 9d 7h Kc", {1: 10})
    assert is_allowed(table, bet("p1", 1, 500, "match-up"))
    assert refused(table, bet("p1", 2, 500, "match-up")) == ("command/no-base-wager", clause_of(rules, "G12.g"))
    assert not table.state.racks.get("p2")
    beside = seat(rules, "9s 9c 9d 7h 8h Kc", {1: 10, 2: 10})
    assert is_allowed(beside, bet("p2", 2, 500, "match-up"))
    assert refused(beside, bet("p1", 2, 500, "match-up")) == ("command/no-base-wager", clause_of(rules, "G12.g"))


@both("J4.a")
def test_side_wagers_are_optional(rules: str) -> None:
    table = play(rules, "9s 9d 9d Kc", "stand")
    assert [each.wager for each in table.results()] == ["base"]


@both("D12.a", "G12.h")
def test_the_house_sets_the_limits(rules: str) -> None:
    table = seat(rules, "9s 9d 7h Kc", {1: 50}, mtd_min=2, mtd_max=20)
    limits = clause_of(rules, "G12.h")
    assert is_allowed(table, bet("p1", 1, 200, "match-up"))
    assert is_allowed(table, bet("p1", 1, 2000, "match-up"))
    assert refused(table, bet("p1", 1, 150, "match-up")) == ("command/outside-limits", limits)
    assert refused(table, bet("p1", 1, 2100, "match-up")) == ("command/outside-limits", limits)
    small = seat(rules, "9s 9d 7h Kc", {1: 10}, mtd_max=20)
    assert refused(small, bet("p1", 1, 1100, "match-up")) == ("command/outside-limits", limits)


# --- which spots each configuration has --------------------------------------------------------------------------

SPOTS = ["match-up", "match-down", *(f"match-bonus-{n}" for n in range(1, 6))]


def _offered(table: PracticeTable) -> list[str]:
    return [spot for spot in SPOTS if is_allowed(table, bet("p1", 1, 500, spot))]


CONFIGURATIONS = [
    *((1, 0, ["match-up"]), (2, 0, ["match-up", "match-down"])),
    *((3, n, ["match-up", *SPOTS[2 : 2 + n]]) for n in range(1, 5)),
    *((4, n, ["match-up", "match-down", *SPOTS[2 : 2 + n]]) for n in range(1, 6)),
]


@pytest.mark.clause("WA3-D12.a")
@pytest.mark.parametrize(("configuration", "cards", "spots"), CONFIGURATIONS)
def test_a_configuration_has_its_spots_and_no_others(configuration: int, cards: int, spots: list[str]) -> None:
    chosen = {"mtd_bonus_cards": cards} if cards else {}
    table = seat("wa", "9s 9d 7h Kc", {1: 10}, mtd_configuration=configuration, **chosen)
    assert _offered(table) == spots
    missing = next(spot for spot in SPOTS if spot not in spots) if len(spots) < len(SPOTS) else None
    if missing:
        assert refused(table, bet("p1", 1, 500, missing)) == ("command/not-offered", "WA3-G12.a")


@pytest.mark.clause("WA2-D12.a")
@pytest.mark.parametrize(("configuration", "spots"), [(1, ["match-up"]), (2, ["match-up", "match-down"])])
def test_the_older_rules_know_two_configurations(configuration: int, spots: list[str]) -> None:
    assert _offered(seat("wa-v002", "9s 9d 7h Kc", {1: 10}, mtd_configuration=configuration)) == spots


# --- bonus cards -------------------------------------------------------------------------------------------------

FIVE = {"mtd_configuration": 4, "mtd_bonus_cards": 5}


@pytest.mark.clause("WA3-G12.d", "WA3-D12.f", "WA3-J5.b")
def test_each_bonus_wager_belongs_to_the_bonus_card_of_its_number() -> None:
    wagers = {1: {"base": 10} | {f"match-bonus-{n}": 5 for n in range(1, 6)}}
    table = play("wa", "9s 2d 8h Kc 9s 8c 9d 3s 8h", wagers=wagers, **FIVE)
    paid = [money(table, f"match-bonus-{n}") for n in range(1, 6)]
    assert paid == [(4500, 500, 0), (2000, 500, 0), (2000, 500, 0), (0, 0, 500), (4500, 500, 0)]
    assert asked(table) == [(1, 0, "play")], "all before the base game"


@pytest.mark.clause("WA3-D12.f")
def test_both_cards_may_match_a_bonus_card() -> None:
    table = play("wa", "9s 2d 9h Kc 9s", wagers={1: {"base": 10, "match-bonus-1": 5}}, mtd_configuration=3)
    assert money(table, "match-bonus-1") == (4500 + 2000, 500, 0)


def _order(table: PracticeTable) -> list[tuple[int, str]]:
    settled = [event for event in table.events if isinstance(event, e.WagerCollected)]
    return [(event.box, event.wager.value) for event in settled if event.wager is not Wager.BASE]


TWO_BOXES = {n: {"base": 10, "match-up": 5, "match-bonus-1": 5, "match-bonus-2": 5} for n in (1, 2)}


@pytest.mark.clause("WA3-D12.e", "WA3-D12.g")
@pytest.mark.parametrize(
    ("sequence", "bonus"),
    [
        ("by_box", [(2, "match-bonus-1"), (2, "match-bonus-2"), (1, "match-bonus-1"), (1, "match-bonus-2")]),
        ("by_card", [(2, "match-bonus-1"), (1, "match-bonus-1"), (2, "match-bonus-2"), (1, "match-bonus-2")]),
    ],
)
def test_up_cards_first_then_bonus_cards_in_the_houses_sequence(sequence: str, bonus: list[tuple[int, str]]) -> None:
    shoe = "2s 3s 9d 2h 3h Kc 4c 5c"
    table = play("wa", shoe, wagers=TWO_BOXES, mtd_configuration=3, mtd_bonus_cards=2, mtd_sequence=sequence)
    assert _order(table) == [(2, "match-up"), (1, "match-up"), *bonus]


@pytest.mark.clause("WA3-D12.g")
@pytest.mark.parametrize(("settle", "order"), [("by_position", [3, 2, 1]), ("losers_then_winners", [3, 1, 2])])
def test_box_by_box_or_losers_first(settle: str, order: list[int]) -> None:
    wagers = {n: {"base": 10, "match-up": 5} for n in (1, 2, 3)}
    table = play("wa", "2s 9h 3s 9d 2h 8h 3h Kc", wagers=wagers, mtd_settle=settle)
    settled = [event for event in table.events if isinstance(event, e.WagerCollected | e.WagerReturned)]
    assert [event.box for event in settled] == order


@pytest.mark.clause("WA3-D12.h")
def test_bonus_wagers_are_settled_before_the_base_game() -> None:
    table = play("wa", "9s 2d 9h Kc 9s", wagers={1: {"base": 10, "match-bonus-1": 5}}, mtd_configuration=3)
    settled = place(table, e.WagerReturned, wager=Wager.MATCH_BONUS_1)
    assert settled < place(table, e.MatchesSettled)
    assert happened(table, e.MatchesSettled)[0].clause == "WA3-D12.h"


# --- the down card -----------------------------------------------------------------------------------------------


DOWN = {1: {"base": 10, "match-down": 5}}


@both("G12.c", "G12.f", "D12.i", "J7")
def test_the_down_card_wager_wins_for_each_card_of_the_down_cards_rank(rules: str) -> None:
    for shoe, moved in (
        ("9s 7d 8h 9c", (2000, 500, 0)),
        ("9c 7d 8h 9c", (4500, 500, 0)),
        ("9s 7d 9c 9c", (2000 + 4500, 500, 0)),
        ("7s 7d 8h 9c", (0, 0, 500)),
    ):
        table = play(rules, shoe, "stand", wagers=DOWN, mtd_configuration=2)
        assert is_over(table)
        assert money(table, "match-down") == moved


@both("D12.i", "J7")
def test_it_waits_for_the_down_card_and_is_settled_at_exposure_or_with_the_base_game(rules: str) -> None:
    for choice, is_before in (("exposure", True), ("base_game", False)):
        table = play(rules, "9s 7d 8h 9c Kd", wagers=DOWN, mtd_configuration=2, mtd_down_settle=choice)
        assert asked(table) == [(1, 0, "play")]
        assert not happened(table, e.WagerPaid)
        answer(table, "stand")
        down = place(table, e.WagerPaid, wager=Wager.MATCH_DOWN)
        base = min(i for i, event in enumerate(table.events) if _settles_base(event))
        assert place(table, e.CardsTurned, is_hole=True) < down
        assert (down < base) is is_before


def _settles_base(event: e.Event) -> bool:
    return isinstance(event, e.WagerCollected | e.WagerPaid) and event.wager is Wager.BASE


@both("D12.i")
@pytest.mark.parametrize(
    ("shoe", "decisions"),
    [
        ("As Kd Kc Kh", ["take"]),
        ("As Kd Ks Ad", ["take"]),
        ("9s 7d 7h 9c 5h", ["hit"]),
        ("9s 7d 7h 9c 8h", ["hit"]),
        ("9s 7d 7h 9c", ["surrender"]),
        ("9s 7d 9h 9c 2h 2c", ["split", "stand", "stand"]),
        ("9s Ad 7h Kc", ["decline"]),
        ("9s 7d 7h 9c 2h", ["double 10", "rescue"]),
    ],
)
def test_it_lives_on_whatever_becomes_of_the_hand(rules: str, shoe: str, decisions: list[str]) -> None:
    table = play(rules, shoe, *decisions, wagers=DOWN, mtd_configuration=2)
    assert is_over(table)
    down = shoe.split()[3]
    matches = sum(card[0] == down[0] for card in (shoe.split()[0], shoe.split()[2]))
    assert money(table, "match-down") == ((2000 * matches, 500, 0) if matches else (0, 0, 500))


@both("D12.i")
def test_a_paid_blackjack_stays_on_the_table_while_the_down_card_wager_needs_it(rules: str) -> None:
    table = play(rules, "As Kd Ks Qd", "take", wagers=DOWN, mtd_configuration=2)
    removed = [i for i, event in enumerate(table.events) if isinstance(event, e.HandRemoved)]
    assert all(i > place(table, e.WagerCollected, wager=Wager.MATCH_DOWN) for i in removed)


# --- required side wagers ----------------------------------------------------------------------------------------


@both("J10.b")
def test_the_house_may_require_side_wagers(rules: str) -> None:
    table = seat(rules, "9s 7d 8h 9c", {1: 10, 2: {"base": 10, "match-up": 5}}, mtd_mandatory="up_card")
    table.deal()
    assert table.state.round is not None
    assert [box.number for box in table.state.round.boxes] == [2]
    assert [(event.player, event.amount) for event in happened(table, e.WagerWithdrawn)] == [("p1", 1000)]
    every = {"mtd_mandatory": "all", "mtd_configuration": 2}
    lacks = seat(rules, "9s 7d 8h 9c", {1: {"base": 10, "match-up": 5}}, **every)
    lacks.deal()
    assert not happened(lacks, e.CardDealt)
    assert lacks.state.racks["p1"] == Cents(20_000_00)
    has = seat(rules, "9s 7d 8h 9c", {1: {"base": 10, "match-up": 5, "match-down": 5}}, **every)
    has.deal()
    assert happened(has, e.CardDealt)
