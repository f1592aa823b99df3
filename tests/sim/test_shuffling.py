"""The random numbers, and the shuffles made of them."""

from __future__ import annotations

import numpy as np

from siete.cards import Card
from siete.rules.submission import table_rules
from siete.sim.compiler.compiled_rules import compile_rules
from siete.sim.compiler.encoding import RANKS, SUITS, code_of, encoded, full_shoe
from siete.sim.counts import new_counts
from siete.sim.kernels.hands import more
from siete.sim.kernels.shuffling import _splitmix, below, next_word, shuffle, stream
from siete.sim.plan import Plan
from siete.strategy import never_bust


def card_of(code: int) -> Card:
    """The card of a byte."""
    return Card(RANKS[code & 15], SUITS[code >> 4])


def test_splitmix_gives_the_numbers_of_its_reference() -> None:
    state, found = 1234567, []
    for _ in range(3):
        state, word = _splitmix(state)
        found.append(word)
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_xoshiro_gives_the_numbers_of_its_reference() -> None:
    rng = np.array([1, 2, 3, 4], dtype=np.uint64)
    found = [int(next_word(rng)) for _ in range(5)]
    assert found == [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205]


def test_streams_of_chunks_uses_and_seeds_differ() -> None:
    streams = [stream(seed, chunk, use) for seed in (0, 1, 2**64, 2**70) for chunk in (0, 1) for use in (0, 1)]
    assert len({each.tobytes() for each in streams}) == len(streams)
    assert stream(7, 3).tobytes() == stream(7, 3).tobytes()


def test_cards_keep_their_names() -> None:
    shoe = full_shoe(2)
    assert encoded(map(card_of, shoe.tolist())).tolist() == shoe.tolist()
    assert len(set(shoe.tolist())) == 48
    assert code_of(card_of(7)) == 7


def test_a_shuffle_keeps_all_cards_and_puts_each_anywhere() -> None:
    """Every card in every place of a small shoe, as often as chance would have it: chi-square over all pairs."""
    cards, times = 12, 60_000
    rng, found = stream(5, 0), np.zeros((cards, cards))
    for _ in range(times):
        shoe = np.arange(cards, dtype=np.uint8)
        shuffle(shoe, rng, 0, cards)
        found[np.arange(cards), shoe] += 1
        assert shoe.sum() == cards * (cards - 1) // 2
    expected = times / cards
    chi_square = ((found - expected) ** 2 / expected).sum()
    freedom = (cards - 1) ** 2
    assert abs(chi_square - freedom) < 4.5 * (2 * freedom) ** 0.5


def test_a_prefix_comes_from_the_whole_shoe_and_odd_lengths_serve() -> None:
    rng, seen = stream(9, 0), np.zeros(49, dtype=np.int64)
    for _ in range(20_000):
        shoe = np.arange(49, dtype=np.uint8)
        shuffle(shoe, rng, 0, 2)
        shuffle(shoe, rng, 2, 49)
        seen[shoe[48]] += 1
    assert abs(seen - 20_000 / 49).max() < 5.5 * (20_000 / 49) ** 0.5


def test_numbers_below_a_limit() -> None:
    rng = stream(3, 0)
    found = np.bincount([below(rng, 7) for _ in range(70_000)], minlength=7)
    assert found.size == 7
    assert abs(found - 10_000).max() < 450


def test_an_empty_shoe_begins_again_with_the_round_in_hand() -> None:
    """What lies on the layout comes first, in its order, and the discard rack behind it."""
    (rules,) = compile_rules(table_rules("wa", {"decks": 2}), never_bust(), Plan()).tables
    for start in (1, 17, 90, 95):
        shoe, counts = np.arange(96, dtype=np.uint8), new_counts()
        shuffled = min(96, 96 - start + int(rules["block"]))
        assert more(rules, counts[0], shoe, stream(0, 0), 96, 96, start, 0) == (96 - start, shuffled, 0)
        assert shoe[: 96 - start].tolist() == [*range(start, 96)]
        assert sorted(shoe[96 - start :].tolist()) == [*range(start)]
        assert counts["refills"][0, 0] == 1


def test_a_rack_that_is_dealt_again_comes_shuffled_and_each_card_once() -> None:
    """The first card came as it lay, and was shuffled among the others once it had been dealt."""
    (rules,) = compile_rules(table_rules("wa", {"decks": 2}), never_bust(), Plan()).tables
    firsts = np.zeros(40, dtype=np.int64)
    for seed in range(2_000):
        shoe, counts, rng = np.arange(96, dtype=np.uint8), new_counts(), stream(seed, 1)
        pos, shuffled, start, dealt = 96, 96, 40, []
        for _ in range(40):
            if pos >= shuffled:
                pos, shuffled, start = more(rules, counts[0], shoe, rng, pos, shuffled, start, 0)
            dealt.append(int(shoe[pos]))
            pos += 1
        assert sorted(dealt) == [*range(40)]
        assert counts["refills"][0, 0] == 1
        firsts[dealt[0]] += 1
    assert abs(firsts - 50).max() < 5.5 * 50**0.5
