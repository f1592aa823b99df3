"""Engine and kernel, which share no judgement of a hand, play the same shoes wager by wager and card by card."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from siete.cards import SPANISH_DECK, Card, Rank
from siete.money import Cents
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.sim.compiler.compiled_rules import compile_rules
from siete.sim.plan import Plan, all_sides, checked, mandatory
from siete.strategy import Cell, Strategy, StrategyRow, Table, mimic_the_dealer, never_bust
from tests.few import TENTHS, first_few
from tests.sim.engine import EngineTable, by_kernel, compare
from tests.table.generated.random_play import random_rules, random_shoe
from tests.table.generated.strategies import random_strategy

ROUNDS = 14
"""Rounds of each case: few, so that there are many shoes."""


def random_plan(rng: Random, rules: TableRules) -> Plan:
    """Any plan that the rules allow."""
    chips = rules.chip_denominations
    top = max(rules.table_min, min(rules.table_max, 10_000))
    wager = chips.next_payable(Cents(rng.choice((rules.table_min, top, rng.randint(rules.table_min, top)))))
    wager = wager if wager <= rules.table_max else chips.next_payable(rules.table_min)
    needed = mandatory(rules)
    if not all_sides(rules, wager).keys() >= set(needed):
        wager = chips.next_payable(rules.mtd_min or wager)
    sides = all_sides(rules, wager)
    sides = {each: amount for each, amount in sides.items() if each in needed or rng.random() < 0.7}
    return checked(
        Plan(
            boxes=min(rng.choice((1, 1, 2, 3)), rules.positions),
            wager=wager,
            sides=sides,
            insurance=rng.random() < 0.4,
            error_rate=Fraction(rng.choice((0, 0, 1, 2)), 2),
        ),
        rules,
    )


def with_exact_hands(strategy: Strategy, rng: Random) -> Strategy:
    """The strategy with rows for hands named by value and by card, some of them long."""
    names: set[str] = set()
    while len(names) < 6:
        cards = rng.choices([card for card in SPANISH_DECK if card.rank.points < 9], k=rng.choice((2, 2, 3, 3, 4, 5)))
        names.add(rng.choice(("", "first:", "split:")) + _name(cards, by_card=rng.random() < 0.5))
    rows = [
        StrategyRow(table=Table.CARDS, name=name, cells=tuple(Cell.from_text(rng.choice("HSHD")) for _ in range(10)))
        for name in sorted(names)
    ]
    return Strategy(name="Exact hands", rows=(*strategy.rows, *rows))


def _name(cards: list[Card], *, by_card: bool) -> str:
    order = "AX98765432"
    if not by_card:
        return "-".join(sorted((_word(card) for card in cards), key=order.index))
    return "-".join(sorted(map(str, cards), key=lambda text: ("AKQJ98765432".index(text[0]), text)))


def _word(card: Card) -> str:
    return "A" if card.rank.value == "A" else "X" if card.rank.is_face else card.rank.value


def _cases(rules: TableRules, rng: Random, strategies: int, shoes: int = 2, *, exact_hands: bool = False) -> int:
    """Play by strategies drawn by lot; those that name exact hands need the kernel compiled once more."""
    played = 0
    for _ in range(strategies):
        strategy = random_strategy(rng)
        if exact_hands and rng.random() < 0.1:
            strategy = with_exact_hands(strategy, rng)
        plan = random_plan(rng, rules)
        cards = [random_shoe(rng, rules) for _ in range(shoes)]
        played += compare(rules, strategy, plan, cards, ROUNDS, follow=not plan.error_rate)
    return played


@pytest.mark.parametrize("part", first_few([0], range(4)))
@pytest.mark.parametrize("name", NAMES)
def test_rule_sets_and_submissions_by_lot(name: str, part: int) -> None:
    rng = Random(f"{name} {part}")
    assert sum(_cases(random_rules(rng, name), rng, 2, exact_hands=part > 0) for _ in range(2)) > 50


@pytest.mark.slow
@pytest.mark.parametrize("part", range(-(-17 * TENTHS // 10)))
@pytest.mark.parametrize("name", NAMES)
def test_many_submissions_by_lot(name: str, part: int) -> None:
    rng = Random(f"slow {name} {part}")
    assert sum(_cases(random_rules(rng, name), rng, 1, shoes=4, exact_hands=True) for _ in range(20)) > 1_050


PROCEDURES = [
    *(("ma", {"hole_card_procedure": each}) for each in ("no_hole", "hole_no_peek", "hole_reader")),
    ("s13", {"hole_card_procedure": "no_hole", "dealer_bj_collect": "busted_plus_one"}),
    ("s13", {"hole_card_procedure": "hole_no_peek", "split_two_card_21": "ma_literal_3to2"}),
    ("md", {"split_two_card_21": "md_literal_push", "double_soft21": True}),
    ("md", {"max_additional_splits": 6, "max_additional_splits_aces": 0}),
    ("wa", {"double_double": True}),
    ("wa-v002", {"double_double": True, "deal_order": "players_first", "reveal_order": "after_deal"}),
    ("wa", {"decks": 2}),
]


@pytest.mark.parametrize("game", PROCEDURES, ids=lambda game: " ".join((game[0], *map(str, game[1].values()))))
def test_procedures_and_switches(game: tuple[str, dict[str, object]]) -> None:
    assert _cases(table_rules(*game), Random(str(game)), 1) > 20


@pytest.mark.slow
@pytest.mark.parametrize("game", PROCEDURES, ids=lambda game: " ".join((game[0], *map(str, game[1].values()))))
def test_procedures_and_switches_with_more_strategies(game: tuple[str, dict[str, object]]) -> None:
    assert _cases(table_rules(*game), Random(str(game)), 3, exact_hands=True) > 60


@pytest.mark.parametrize(
    "strategy",
    [mimic_the_dealer(), pytest.param(never_bust(), marks=pytest.mark.slow)],
    ids=["mimic", "never bust"],
)
@pytest.mark.parametrize("name", NAMES)
def test_seven_boxes_with_every_side_wager(name: str, strategy: Strategy) -> None:
    rules = table_rules(name)
    plan = Plan(boxes=rules.positions, wager=Cents(2500), sides=all_sides(rules, Cents(2500)), insurance=True)
    assert compare(rules, strategy, plan, [random_shoe(Random(name), rules)], 6) >= 4


@pytest.mark.parametrize("part", first_few([0], range(8)))
@pytest.mark.parametrize("is_returned", [True, False], ids=["wager returned", "wager kept"])
def test_community_pays_of_shoes_full_of_blackjacks(is_returned: bool, part: int) -> None:
    """Aces and face cards first, and a wheel that mostly pays everybody: several spins in a round."""
    wheel = {"jackpot": 1, "$40": 10, "$500 and $100": 20, "$200 and $50": 20, "$100 and $15": 20}
    rules = table_rules("md", {"spin_wheel": wheel, "spin_stake_returned": is_returned})
    rng, played = Random(f"community {part}"), 0
    for seed in range(4):
        cards = sorted(random_shoe(rng, rules), key=lambda card: not (card.rank.is_face or card.rank is Rank.ACE))
        rich, rest = cards[: 16 * rules.decks], cards[16 * rules.decks :]
        rng.shuffle(rich)
        plan = Plan(boxes=rng.choice((2, 4, 7)), sides=all_sides(rules, Cents(1000)), error_rate=Fraction(seed % 2))
        played += compare(rules, never_bust(), plan, [(*rich, *rest)], 5, follow=not plan.error_rate)
    assert played > 12


def test_a_difference_is_seen() -> None:
    """The comparison is no empty one: rules that differ in one payout do not pass it."""
    rules, other = table_rules("wa"), table_rules("wa", {"dealer_soft17": "stand"})
    plan, shoe = Plan(), random_shoe(Random(5), rules)
    assert compare(rules, never_bust(), plan, [shoe], 40) == 40
    engine = EngineTable(other, plan, shoe)
    compiled = compile_rules(rules, never_bust(), plan)
    rounds = by_kernel(compiled, rules, plan, shoe, 40)
    agree = [engine.play(never_bust(), wheels, compiled) == kernel for kernel, wheels in rounds]
    assert not all(agree)
