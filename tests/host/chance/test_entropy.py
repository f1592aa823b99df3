"""The generator of live tables: every number equally likely, every order too, and a broken source deals nothing."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from siete.cards import SPANISH_DECK, Card
from siete.host.chance.entropy import BLOCK, Entropy, RandomnessError, below
from siete.host.chance.shuffling import Chance


def _counts(limit: int, draw: Callable[[int, Callable[[int], int]], int]) -> Counter[int]:
    """How often each number comes when the source gives every word once; a word thrown away counts for none."""

    class Out(Exception):  # noqa: N818  # the one word was not enough
        pass

    def one(word: int) -> Callable[[int], int]:
        words = iter([word])

        def bits(count: int) -> int:
            try:
                return next(words) % (1 << count)
            except StopIteration:
                raise Out from None

        return bits

    found: Counter[int] = Counter()
    width = (limit - 1).bit_length()
    for word in range(1 << max(width, 10)):
        try:
            found[draw(limit, one(word))] += 1
        except Out:
            continue
    return found


def _modulo(limit: int, bits: Callable[[int], int]) -> int:
    """The mutant that folds words back instead of throwing them away."""
    return bits(10) % limit


@pytest.mark.parametrize("limit", [*range(2, 50), 100, 191, 192, 193, 255, 256, 257, 287, 288, 384])
def test_every_number_comes_from_as_many_words(limit: int) -> None:
    found = _counts(limit, below)
    assert set(found) == set(range(limit))
    assert len(set(found.values())) == 1


@pytest.mark.parametrize("limit", [3, 48, 191, 288])
def test_a_modulo_would_be_noticed(limit: int) -> None:
    assert len(set(_counts(limit, _modulo).values())) > 1


def test_bits_are_the_first_of_the_bytes() -> None:
    blocks = iter([bytes(range(BLOCK)), bytes(reversed(range(BLOCK)))])
    entropy = Entropy(lambda count: next(blocks))
    assert [entropy.bits(8), entropy.bits(4), entropy.bits(12)] == [0, 0, 0x020]


def _broken() -> Iterator[tuple[str, Callable[[int], bytes]]]:
    def failing(count: int) -> bytes:
        raise OSError("no entropy")

    block = os.urandom(BLOCK)
    yield "raises", failing
    yield "short", lambda count: os.urandom(count - 1)
    yield "constant", bytes
    yield "repeating", lambda count: block


@pytest.mark.parametrize(("name", "read"), list(_broken()), ids=lambda each: each if isinstance(each, str) else "")
def test_a_broken_source_deals_nothing(name: str, read: Callable[[int], bytes]) -> None:
    chance = Chance(entropy=Entropy(read))
    with pytest.raises(RandomnessError) as refusal:
        chance.order(SPANISH_DECK * 6)
    assert refusal.value.code == "host/randomness-failed"


# --- orders ------------------------------------------------------------------------------------------------------

Shuffle = Callable[[Chance], tuple[Card, ...]]


def _deviation(shuffle: Shuffle, shoes: int) -> float:
    """How far the table of position by card is from uniform, in standard deviations of its chi-square."""
    chance, size = Chance(), len(SPANISH_DECK)
    places = {card: place for place, card in enumerate(SPANISH_DECK)}
    counts = [[0] * size for _ in range(size)]
    for _ in range(shoes):
        for row, card in zip(counts, shuffle(chance), strict=True):
            row[places[card]] += 1
    expected = shoes / size
    chi_square = sum((count - expected) ** 2 / expected for row in counts for count in row)
    freedom = (size - 1) ** 2
    return (chi_square - freedom) / math.sqrt(2 * freedom)


def _ours(chance: Chance) -> tuple[Card, ...]:
    return chance.order(SPANISH_DECK)


def _swap_any(chance: Chance) -> tuple[Card, ...]:
    cards = list(SPANISH_DECK)
    for place in range(len(cards)):
        other = chance.below(len(cards))
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def _never_stay(chance: Chance) -> tuple[Card, ...]:
    cards = list(SPANISH_DECK)
    for last in range(len(cards) - 1, 0, -1):
        other = chance.below(last)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def _folded(chance: Chance) -> tuple[Card, ...]:
    cards = list(SPANISH_DECK)
    for last in range(len(cards) - 1, 0, -1):
        other = chance.below(64) % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def test_every_card_is_as_likely_at_every_place() -> None:
    assert abs(_deviation(_ours, 4_000)) < 5


@pytest.mark.slow
def test_every_card_is_as_likely_at_every_place_of_many_shoes() -> None:
    assert abs(_deviation(_ours, 100_000)) < 4.5


@pytest.mark.parametrize("mutant", [_swap_any, _never_stay, _folded])
def test_biased_shuffles_would_be_noticed(mutant: Shuffle) -> None:
    assert _deviation(mutant, 4_000) > 10


def test_all_orders_of_a_few_cards_come_about_equally_often() -> None:
    chance, cards = Chance(), SPANISH_DECK[:4]
    found = Counter(chance.order(cards) for _ in range(24 * 400))
    assert len(found) == 24
    chi_square = sum((count - 400) ** 2 / 400 for count in found.values())
    assert chi_square < 23 + 6 * math.sqrt(46)


def test_two_houses_never_deal_the_same_shoe() -> None:
    shoes = {Chance().order(SPANISH_DECK)[:40] for _ in range(1_000)}
    assert len(shoes) == 1_000
