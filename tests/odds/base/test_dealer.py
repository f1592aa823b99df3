"""The dealer's chances, the hands a player can hold, and the counts behind splits."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siete.odds.base.dealer import BLACKJACK, OUTCOMES, blackjack_value, draws, outcomes
from siete.odds.base.splits import hand_chances, patterns, weights
from siete.odds.base.states import VALUES, index_of, states, total_of


def slow(up: int, left: tuple[int, ...], *, hits_soft_17: bool) -> dict[int, Fraction]:
    """The outcomes drawn card by card, in fractions."""

    def go(hard: int, has_ace: bool, cards: int, left: tuple[int, ...]) -> dict[int, Fraction]:
        is_soft = has_ace and hard <= 11
        total = hard + 10 if is_soft else hard
        if total > 17 or (total == 17 and not (is_soft and hits_soft_17)):
            outcome = BLACKJACK if total == 21 and cards == 2 else 0 if total > 21 else total - 16
            return {outcome: Fraction(1)}
        found: dict[int, Fraction] = {}
        for value, count in enumerate(left):
            if count:
                rest = (*left[:value], count - 1, *left[value + 1 :])
                for outcome, part in go(hard + value + 1, has_ace or value == 0, cards + 1, rest).items():
                    found[outcome] = found.get(outcome, Fraction(0)) + part * Fraction(count, sum(left))
        return found

    return go(up + 1, up == 0, 1, left)


@pytest.mark.parametrize(("up", "hits"), list(product((0, 4, 6, 9), (False, True))))
def test_chances_are_those_of_drawing_card_by_card(up: int, hits: bool) -> None:
    left = (2, 1, 0, 1, 2, 2, 1, 1, 2, 4)
    expected = slow(up, left, hits_soft_17=hits)
    for has_busts in (True, False):
        row = np.empty(OUTCOMES)
        outcomes(draws(up, hits_soft_17=hits, has_busts=has_busts), np.array(left), -1, row)
        assert row.tolist() == pytest.approx([float(expected.get(each, 0)) for each in range(OUTCOMES)], abs=1e-14)


@given(st.lists(st.integers(2, 40), min_size=VALUES, max_size=VALUES), st.integers(0, VALUES - 1), st.booleans())
@settings(max_examples=60, deadline=None)
def test_chances_add_up_to_1(left: list[int], up: int, hits: bool) -> None:
    for barred in {-1, blackjack_value(up)}:
        row = np.empty(OUTCOMES)
        outcomes(draws(up, hits_soft_17=hits, has_busts=True), np.array(left), barred, row)
        assert row.sum() == pytest.approx(1.0, abs=1e-12)
        assert (barred < 0) or row[BLACKJACK] == 0.0


def test_cards_that_cannot_finish_the_hand_give_no_number() -> None:
    row = np.empty(OUTCOMES)
    outcomes(draws(1, hits_soft_17=False, has_busts=True), np.array([0, 2, 0, 0, 0, 0, 0, 0, 0, 0]), -1, row)
    assert np.isnan(row).all()


def test_there_are_3083_hands_of_21_or_less() -> None:
    """The partitions of every number up to 21 into parts up to 10."""
    assert len(states().hard) == 3083
    assert total_of(index_of((0, 9))) == 21
    assert total_of(index_of((0, 0, 9))) == 12
    assert index_of((9, 9, 9)) == -1


def test_a_draw_leads_to_a_later_hand() -> None:
    draw = states().draw
    later = draw > np.arange(len(draw))[:, None]
    assert (later | (draw == -1)).all()


@pytest.mark.parametrize("most", [2, 3, 4, 6])
def test_weights_count_every_hand_of_every_pattern(most: int) -> None:
    """With the chance p of a pair card at every draw, the weights must give the mean number of hands."""
    p = 0.07
    together = [p**k for k in range(20)]
    chances = hand_chances(most, together)
    assert sum(chances.values()) == pytest.approx(1.0)
    mean = sum(hands * part for hands, part in chances.items())
    counted = sum(
        count * together[gone] * (1.0 if is_free else 1.0 - p) for (_, is_free, gone), count in weights(most).items()
    )
    assert counted == pytest.approx(mean)
    assert max(len(pattern.hands) for pattern in patterns(most)) == most
