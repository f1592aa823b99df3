"""What the hole card is worth to a player who sees it, against a walk through every round of small shoes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from siete.odds.base.counting.hole_card import hole_card, seen_games, sure_insurance
from siete.odds.base.definition.best_play import Best
from siete.odds.base.definition.given_play import Left, is_blackjack
from siete.odds.base.game import Game
from siete.odds.base.shoe import KINDS, Shoe
from siete.odds.shoe import full_shoe
from siete.rules.options import HoleCardProcedure
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules

ONE_OF_EACH = Shoe.from_text("As:1 4d:1 5c:1 6h:1 7h:1 8h:1 9s:1 Kd:1")
"""No pair can be dealt, and no round can run out of cards."""
CASES: tuple[tuple[str, dict[str, object]], ...] = (
    ("wa", {}),
    ("md", {}),
    ("wa", {"double_double": True}),
    ("s13", {"hole_card_procedure": "hole_no_peek"}),
)


@dataclass
class Seen(Best):
    """The definition of best play with the hole card known."""

    hole: int = -1

    def _holes(self, unseen: Left) -> list[tuple[int | None, Fraction, Left]]:
        return [(self.hole, Fraction(1), unseen)]


def walked(rules: TableRules, shoe: Shoe) -> Fraction:
    """What a round is worth, by every up card, hole card and hand in turn."""
    kinds = [kind for kind, count in enumerate(shoe.counts) if count]
    rounds: list[Fraction] = []
    for up, hole in permutations(kinds, 2):
        best = Seen(rules, up, hole=hole)
        left = shoe.without([KINDS[up], KINDS[hole]])
        hands = combinations([kind for kind in kinds if kind not in (up, hole)], 2)
        rounds += [_round(best, hand, left.without(KINDS[kind] for kind in hand).counts) for hand in hands]
    return sum(rounds, Fraction(0)) / len(rounds)


def _round(best: Seen, hand: tuple[int, ...], unseen: Left) -> Fraction:
    if is_blackjack((best.up, best.hole)) and best._peeks:
        return best.rules.blackjack_pays.payout if is_blackjack(hand) else Fraction(-1)
    return max(best.actions(hand, 0, unseen).values())


@pytest.mark.parametrize(("name", "choices"), CASES)
def test_every_round_of_a_small_shoe(name: str, choices: dict[str, object]) -> None:
    rules = table_rules(name, choices)
    found = sum(part * game.value() for part, game in seen_games(rules, ONE_OF_EACH))
    assert found == pytest.approx(float(walked(rules, ONE_OF_EACH)), abs=1e-12)
    assert found > Game(rules, ONE_OF_EACH).value() + 0.05, "the game without that knowledge is another"


def test_insurance_is_taken_against_blackjacks_alone() -> None:
    """Of every ace up and face below, by counting the cards one by one."""
    for rules in (table_rules("wa"), table_rules("md"), table_rules("wa", {"decks": 8})):
        for is_open in (True, False):
            turned = replace(rules, insurance_after_paid_blackjack=is_open)
            assert sure_insurance(turned) == pytest.approx(_insured(turned), abs=1e-15)
    assert sure_insurance(replace(table_rules("wa"), insurance_up_cards=())) == 0


def _insured(rules: TableRules) -> float:
    shoe = full_shoe(rules.decks)
    cards, aces = sum(shoe.values()), sum(count for card, count in shoe.items() if card.rank.points == 1)
    faces = sum(count for card, count in shoe.items() if card.rank.is_face)
    dealt = aces / cards * faces / (cards - 1)
    own = 2 * (aces - 1) / (cards - 2) * (faces - 1) / (cards - 3)
    return dealt * (1 - (0 if rules.insurance_after_paid_blackjack else own)) * 0.5 * 2


def test_where_no_hole_card_is_dealt_there_is_nothing_to_see() -> None:
    rules = replace(table_rules("ma"), hole_card_procedure=HoleCardProcedure.NO_HOLE)
    assert hole_card(rules) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wa", "md", "ma"])
def test_a_full_shoe(name: str) -> None:
    """As much as the hole card is worth at blackjack: a tenth of the wager and more, most where the dealer shows 10."""
    rules = table_rules(name)
    found = hole_card(rules)
    assert found is not None
    assert 0.09 < found.gain < 0.14
    assert all(each["seen"] > each["unseen"] for each in found.by_up)
    assert sum(each["probability"] * each["unseen"] for each in found.by_up) == pytest.approx(found.unseen, abs=1e-12)
    every = (part * game.value() for part, game in seen_games(rules, Shoe.full(rules.decks)))
    assert sum(every) == pytest.approx(found.seen, abs=1e-12)
