"""Choices that change nothing beside the others: they are told with the reason, and tables play alike without them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from siete.rules.choices.idle import idle_choices
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.table import events as e
from tests.table.generated.random_play import RandomTable, play_round
from tests.table.generated.random_tables import Running

Choices = Mapping[str, Any]
_PRIZE = {"basis": "fixed", "value": 75, "funded_by": "house"}
_TWO = {"decks": 2, "jackpot_paytable": "4a/6"}
_SPIN = {"spin_offered": True}

CASES: tuple[tuple[str, str, Any, Choices, Choices], ...] = (
    ("wa", "penetration", "1/2", {}, {"cut_after_automated": False}),
    ("wa", "mtd_sequence", "by_card", {"mtd_configuration": 3}, {"mtd_configuration": 3, "mtd_bonus_cards": 2}),
    ("wa", "dollar_prize_two_suited", _PRIZE, {}, {"jackpot_paytable": "5c/1"}),
    ("ma", "boxes_adjacent", True, {"max_boxes_per_player": 1}, {"max_boxes_per_player": 2}),
    ("ma", "undoubled_bettor_keeps_bonus", False, {"max_bettors_per_box": 1}, {"max_bettors_per_box": 3}),
    ("wa", "cover_card_depth", "1/3", {"cover_cards": 0}, {}),
    ("wa", "penetration", "1/2", {"shuffle_method": "manual"}, {"cover_cards": 0}),
    ("wa", "cut_after_automated", False, {"shuffle_method": "manual"}, {}),
    (
        "wa",
        "continuous_device_approved",
        True,
        {"shuffle_method": "direct_load"},
        {"shuffle_method": "continuous"},
    ),
    ("wa", "unusable_shuffler", "remove", {"shuffle_method": "manual"}, {}),
    ("wa", "burn_disclose_on_request", True, {"burn_on_load": 0, "burn_new_dealer": 0}, {"burn_on_load": 0}),
    ("ma", "insurance_collect", "reader", {"hole_card_procedure": "no_hole"}, {}),
    ("s13", "insurance_collect", "reader", {"hole_card_procedure": "hole_no_peek"}, {}),
    ("wa", "double_min", 1, {"double_for_less": False}, {}),
    ("wa", "mtd_down_settle", "exposure", {}, {"mtd_configuration": 2}),
    ("md", "meter_cap", 9000, {**_SPIN, "spin_paytable": "A", "spin_wager": 1}, _SPIN),
    ("md", "meter_reset", 6000, {**_SPIN, "spin_paytable": "C"}, _SPIN),
    ("md", "meter_link", "north", {**_SPIN, "spin_paytable": "C"}, _SPIN),
    (
        "md",
        "second_spin_cap",
        9000,
        {**_SPIN, "spin_both": True, "spin_wager": 5, "second_spin_paytable": "A"},
        {**_SPIN, "spin_both": True, "spin_wager": 5},
    ),
    ("wa", "dollar_prize_four_of_a_rank", _PRIZE, {}, _TWO),
    ("wa", "dollar_prize_three_suited", _PRIZE, {}, {"table3_top": "alt1"}),
    ("wa", "t4a_top_keeps_fixed", False, {}, _TWO),
    ("wa", "t6_suited_match_scope", "any_two_cards", {}, {"jackpot_paytable": "6/1"}),
    ("wa", "house_jackpot_pays_each", False, {}, {"jackpot_type": "house"}),
    ("wa", "meter_cap", 9000, {"jackpot_type": "house"}, {}),
    (
        "wa",
        "after_100pct",
        "zero",
        {"jackpot_type": "house"},
        {"jackpot_type": "house", "house_jackpot_pays_each": False},
    ),
)
"""A rule set, a choice, a value that is not its default, choices beside which it is idle, and others."""


def test_a_choice_is_told_only_beside_the_others_that_make_it_idle() -> None:
    for name, choice, value, idle, others in CASES:
        rules = table_rules(name, {**idle, choice: value})
        assert list(idle_choices(rules)) == [choice], (name, choice)
        assert choice not in idle_choices(table_rules(name, {**others, choice: value})), (name, choice)
        assert not idle_choices(table_rules(name, idle)), "what nobody wrote is no choice"
        assert rules.rules_hash != table_rules(name, idle).rules_hash, "it keeps its place in the rules"


def test_a_table_plays_alike_without_an_idle_choice() -> None:
    for name, choice, value, idle, _ in CASES:
        one, other = table_rules(name, {**idle, choice: value}), table_rules(name, idle)
        seed = f"{name} {choice}"
        assert list(_played(one, seed)) == list(_played(other, seed)), seed


def _played(rules: TableRules, seed: str) -> Iterator[e.Event]:
    """What happens at a table that runs, and in rounds from shoes of few ranks."""
    running = Running(rules, seed)
    for _ in range(2):
        running.play_round()
    yield from map(_without_rules, running.table.events)
    for number in range(5):
        rng = Random(f"{seed} {number}")
        rounds = RandomTable(rules, rng)
        for made in play_round(rounds, rng):
            yield from map(_without_rules, made)


def _without_rules(event: e.Event) -> e.Event:
    if isinstance(event, e.TableOpened):
        return replace(event, rules_hash="", rules="")
    return replace(event, rules_hash="") if isinstance(event, e.RoundStarted) else event
