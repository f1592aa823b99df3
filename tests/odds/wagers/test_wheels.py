"""Bonus Spin and Xtreme 16: triggers as dealt, wheels spun out, Community Pay by number of players."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from siete.cards import Card, cards_from_text
from siete.money import Cents
from siete.odds.figure import Figure, edge, standard_deviation
from siete.odds.wagers import bonus_spin, xtreme_16
from siete.odds.wagers.registry import figures
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from tests.odds.wagers.brute import SHOES, dealt, shoe_from_text, summed

SMALL_WHEEL = {"jackpot": 1, "$5,000": 1, "$40": 5, "$500 and $100": 2, "$100 and $15": 3}
"""A wheel with few symbols, so that spins can be written out."""


def is_blackjack(first: Card, second: Card) -> bool:
    return sorted((first.rank in ("J", "Q", "K"), second.rank in ("J", "Q", "K"))) == [False, True] and "A" in (
        first.rank,
        second.rank,
    )


@pytest.mark.parametrize("shoe", [*SHOES.values(), "As 9h"], ids=[*SHOES, "two cards"])
def test_triggers_are_counted_as_dealt(shoe: str) -> None:
    def kind(cards: tuple[Card, ...]) -> str:
        if is_blackjack(*cards):
            return "blackjack"
        if "A" in (cards[0].rank, cards[1].rank):
            return "ace"
        return "16" if {"6"} < {cards[0].rank, cards[1].rank} & {"6", "J", "Q", "K"} else "nothing"

    chances = dealt(shoe, 2, kind)
    given = shoe_from_text(shoe)
    assert bonus_spin.blackjack_probability(given) == chances.get("blackjack", 0)
    assert bonus_spin.ace_probability(given) == chances.get("ace", 0)
    assert xtreme_16.trigger_probability(given) == chances.get("16", 0)


@pytest.mark.parametrize("decks", [6, 8])
def test_triggers_of_full_shoes(decks: int) -> None:
    rules = table_rules("md", {"decks": decks})
    chance = Fraction(2 * 4 * decks * 12 * decks, 48 * decks * (48 * decks - 1))
    assert bonus_spin.figure(rules).extra["trigger_probability"] == chance
    assert xtreme_16.figure(rules).extra["trigger_probability"] == chance


@pytest.mark.parametrize("paytable", "ABCD")
def test_events_of_bonus_spin_add_up(paytable: str) -> None:
    figure = bonus_spin.figure(table_rules("md", {"spin_paytable": paytable}))
    assert figure.paytable == paytable
    assert summed(Fraction(event.probability) for event in figure.events) == 1
    assert figure.house_edge == edge(figure.events)
    assert 0.68 < 1 - float(figure.house_edge) < 0.75, "the invented wheels return about 70 %"


def test_the_wheel_of_massachusetts() -> None:
    figure = bonus_spin.figure(table_rules("ma"))
    chances = {event.name: event.probability for event in figure.events}
    assert chances["ace"] == 1 - Fraction(264 * 263, 288 * 287) - Fraction(12, 287)
    assert summed(Fraction(event.probability) for event in figure.events) == 1
    assert next(event.net for event in figure.events if event.name == "ace") == 1
    assert "meter" not in figure.extra


def test_weights_are_told_for_what_they_are() -> None:
    assert "invented" in bonus_spin.figure(table_rules("md")).extra["wheel"]
    assert "operator" in bonus_spin.figure(table_rules("md", {"spin_wheel": SMALL_WHEEL})).extra["wheel"]


def spun_out(rules: TableRules, shoe: str, players: int, meter: int) -> Fraction:
    """The mean result of the first player's wager: every deal, every spin of everybody's wheel."""
    assert rules.spin_wheel is not None
    assert rules.spin_wager is not None
    wager = Fraction(rules.spin_wager, 100)
    total, deals = Fraction(0), 0
    for order, repeated in Counter(permutations(cards_from_text(shoe), 2 * players)).items():
        hands = [is_blackjack(*order[2 * seat : 2 * seat + 2]) for seat in range(players)]
        total += repeated * mean_result(rules, hands, wager, meter)
        deals += repeated
    return total / deals


def mean_result(rules: TableRules, blackjacks: list[bool], wager: Fraction, meter: int) -> Fraction:
    assert rules.spin_wheel is not None
    spins = [rules.spin_wheel.segments if has else (("", 1),) for has in blackjacks]
    mean = Fraction(0)
    for symbols in product(*spins):
        weight = Fraction(1)
        prize = 0
        for seat, (symbol, share) in enumerate(symbols):
            weight *= Fraction(share, rules.spin_wheel.weight if symbol else 1)
            own, _, others = symbol.replace("$", "").replace(",", "").partition(" and ")
            if seat == 0:
                prize += meter if own == "jackpot" else int(own or 0)
            else:
                prize += int(others or 0)
        kept = 0 if prize and rules.spin_stake_returned else 1
        mean += weight * (Fraction(prize) / wager - kept)
    return mean


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("returned", [False, True])
def test_bonus_spin_is_what_dealing_and_spinning_gives(players: int, returned: bool) -> None:
    shoe = "As Ah Kd Kd Qc 2h 2h"
    rules = table_rules("md", {"spin_wheel": SMALL_WHEEL, "spin_stake_returned": returned})
    figure = bonus_spin.figure(rules, meter=Cents(600_000), players=players, shoe=shoe_from_text(shoe))
    assert figure.house_edge == -spun_out(rules, shoe, players, 6000)


def test_return_grows_with_meter_and_players() -> None:
    rules = table_rules("md")
    base = bonus_spin.figure(rules)
    richer = bonus_spin.figure(rules, meter=Cents(100_000_000))
    assert richer.house_edge < base.house_edge
    assert richer.extra["house_edge_fixed"] == base.extra["house_edge_fixed"]
    rows = base.extra["by_players"]
    assert [row["house_edge"] for row in rows] == [
        bonus_spin.figure(rules, players=players).house_edge for players in range(1, 8)
    ]
    assert rows[6]["community_return"] == 6 * rows[1]["community_return"] > 0


def test_the_spread_is_told_to_a_bettor_alone() -> None:
    """The spins of others hang together with one's own hand; their mean is known, their spread is not."""
    alone, together = (bonus_spin.figure(table_rules("md"), players=players) for players in (1, 2))
    assert alone.extra["standard_deviation"] == standard_deviation(alone.events)
    assert together.extra["standard_deviation"] is None


@pytest.mark.parametrize("make", [bonus_spin.figure, xtreme_16.figure])
def test_wheels_break_even_at_their_meter(make: object) -> None:
    assert callable(make)
    rules = table_rules("md")
    shown = make(rules).extra["break_even_meter_shown"]
    assert abs(make(rules, meter=Cents(round(shown * 100))).house_edge) < Fraction(1, 10**6)


def test_average_jackpots() -> None:
    progressive = bonus_spin.figure(table_rules("md", {"spin_paytable": "B"})).extra
    mean = progressive["top_award_once_in"]
    assert progressive["average_meter_at_hit"] == 1000 + Fraction(7, 100) * mean
    fixed = bonus_spin.figure(table_rules("md", {"spin_paytable": "C", "meter_seed": 9000})).extra
    assert fixed["average_meter_at_hit"] == 9000
    assert bonus_spin.figure(table_rules("md", {"meter_cap": 10**6})).extra["average_meter_at_hit"] is None


def xtreme_by_hand(rules: TableRules, players: int, meters: tuple[int, int]) -> Fraction:
    """The first bettor's mean result once the wheel is triggered: every position, both other rings."""
    assert rules.xtreme_wheel is not None
    assert rules.xtreme_community_wheel is not None
    places = rules.positions if rules.xtreme_hotspot_selection == "all_positions" else players
    kept = 0 if rules.spin_stake_returned else 1
    mean = Fraction(0)
    rings = product(range(places), rules.xtreme_community_wheel.segments, rules.xtreme_wheel.segments)
    for place, (community, share), (hot, hot_share) in rings:
        prize = int(community.strip("$"))
        if place == 0:
            prize += meters[int(hot[-1]) - 1] if hot.startswith("jackpot") else int(hot.strip("$").replace(",", ""))
        weight = Fraction(share * hot_share, rules.xtreme_community_wheel.weight * rules.xtreme_wheel.weight * places)
        mean += weight * (Fraction(prize, 5) - kept)
    return mean


@pytest.mark.parametrize("selection", ["all_positions", "bettors_only"])
@pytest.mark.parametrize("players", [1, 3, 7])
@pytest.mark.parametrize("returned", [False, True])
def test_xtreme_16_is_what_spinning_gives(selection: str, players: int, returned: bool) -> None:
    rules = table_rules("md", {"xtreme_hotspot_selection": selection, "spin_stake_returned": returned})
    figure = xtreme_16.figure(rules, meter=Cents(2_000_000), players=players)
    trigger = Fraction(12, 287)
    assert figure.house_edge == -(trigger * xtreme_by_hand(rules, players, (20_000, 5_000)) - (1 - trigger))
    assert summed(Fraction(event.probability) for event in figure.events) == 1


def test_xtreme_16_alone_at_a_table_that_always_finds_the_bettor_would_lose_the_house_money() -> None:
    alone = xtreme_16.figure(table_rules("md", {"xtreme_hotspot_selection": "bettors_only"}))
    assert alone.house_edge < -Fraction(67, 100)
    assert f"{1 - float(xtreme_16.figure(table_rules('md')).house_edge):.1%}" == "73.5%"


def test_xtreme_lines_return_what_the_events_do() -> None:
    figure: Figure = xtreme_16.figure(table_rules("md"))
    assert summed(row["return"] for row in figure.extra["lines"]) == 1 - Fraction(figure.house_edge)
    assert [row["house_edge"] for row in figure.extra["by_players"]] == [figure.house_edge] * 7


@pytest.mark.parametrize(
    ("wager", "seed", "long_run"), [("bonus-spin", 31.2396, 24.2396), ("xtreme-16", 26.5007, 11.5007)]
)
def test_the_edge_at_the_seed_and_in_the_long_run(wager: str, seed: float, long_run: float) -> None:
    (figure,) = figures(table_rules("md"), wager)
    assert round(float(figure.house_edge) * 100, 4) == seed
    assert round(float(figure.extra["house_edge_long_run"]) * 100, 4) == long_run


@pytest.mark.parametrize("wager", ["bonus-spin", "xtreme-16"])
def test_in_the_long_run_meters_return_what_goes_in(wager: str) -> None:
    """Seeds and contributions are all paid out: fixed pays, the rates of the meters, and a seed for each hit."""
    rules = table_rules("md")
    (figure,) = figures(rules, wager)
    extra = figure.extra
    if wager == "bonus-spin":
        assert rules.meter_increment is not None
        assert rules.meter_reset is not None
        rates, seeds = [rules.meter_increment], [rules.meter_reset]
        hits = [1 / extra["top_award_once_in"]]
    else:
        assert rules.xtreme_meter_increment is not None
        assert rules.xtreme_meter_reset is not None
        rates, seeds = list(rules.xtreme_meter_increment), list(rules.xtreme_meter_reset)
        lines = {each["line"]: each["frequency"] for each in extra["lines"]}
        hits = [lines["hot spot jackpot 1"], lines["hot spot jackpot 2"]]
    paid = sum(rates) + sum(hit * seed / 100 for hit, seed in zip(hits, seeds, strict=True)) / extra["wager_amount"]
    assert extra["house_edge_long_run"] == extra["house_edge_fixed"] - paid
