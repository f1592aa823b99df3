"""Cards of shoes side by side: shuffles, and cards that must still be shuffled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from siete.sim.compiler.encoding import Bytes
from siete.sim.kernels.hands import more
from siete.sim.kernels.jit import compiled, whole
from siete.sim.kernels.shuffling import Words, shuffle, shuffle_each

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from siete.sim.compiler.layout import CompiledRules
    from siete.sim.counts import Counts

_U = np.uint64
_1 = _U(1)


@compiled
def further(
    t: CompiledRules,
    o: Counts,
    shoes: Bytes,
    rng: Words,
    lane: int,
    places: Words,
    ends: Words,
    starts: Words,
    is_given: int,
) -> None:
    """Shuffle more cards of a lane's shoe.

    A round that goes on with the discard rack has its first card at the shoe's first place from then on.
    """
    first = lane * t.cards
    shoe = shoes[first : first + t.cards]
    place, end, start = whole(places[lane]) - first, whole(ends[lane]) - first, whole(starts[lane]) - first
    pos, shuffled, start = more(t, o, shoe, rng, place, end, start, is_given)
    places[lane], ends[lane], starts[lane] = _U(pos + first), _U(shuffled + first), _U(start + first)


@compiled
def offsets(t: CompiledRules, is_given: int) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, bool]:
    """Where a box's second, the up and the hole card stand in a round's cards, how many these are, and when to shuffle.

    A shoe is shuffled beyond the cut, or always.
    """
    hole_at = _U(t.initial - 1 - t.bonus_cards)
    cut = _U(t.cards if is_given else 0 if t.is_fresh else t.cut)
    return _U(t.second_at), _U(t.up_at), hole_at, _U(t.initial), cut, t.is_fresh != 0 and is_given == 0


@compiled
def reshuffled(
    t: CompiledRules,
    o: Counts,
    shoes: Bytes,
    rng: Words,
    lane: int,
    sweep: int,
    shuffled_at: NDArray[np.int64],
    ends: Words,
) -> np.uint64:
    """Shuffle a lane's shoe; the place of its first card."""
    begins = lane * t.cards
    shuffle(shoes[begins : begins + t.cards], rng, 0, t.prefix)
    ends[lane] = _U(begins + t.prefix)
    o.full_shoes[0] += sweep > 0
    shuffled_at[lane] = sweep
    return _U(begins + t.burns)


@compiled
def all_reshuffled(
    t: CompiledRules,
    o: Counts,
    shoes: Bytes,
    rng: Words,
    active: int,
    sweep: int,
    shuffled_at: NDArray[np.int64],
    places: Words,
    ends: Words,
) -> int:
    """Shuffle the shoes of all lanes, where each round has a new one; the cards that were used of them."""
    shuffle_each(shoes, rng, active, t.cards, 0, t.prefix)
    used = 0
    for lane in range(active):
        begins = lane * t.cards
        used += whole(places[lane]) - begins
        places[lane], ends[lane] = _U(begins), _U(begins + t.prefix)
        shuffled_at[lane] = sweep
    o.full_shoes[0] += active if sweep > 0 else 0
    return used


@compiled
def filled(
    t: CompiledRules,
    o: Counts,
    shoes: Bytes,
    rng: Words,
    lane: int,
    pos: np.uint64,
    places: Words,
    ends: Words,
    starts: Words,
    is_given: int,
) -> np.uint64:
    """Shuffle on until a lane's shoe has the cards of a first deal from this place; the place then."""
    initial = _U(t.initial)
    places[lane] = pos
    while places[lane] + initial > ends[lane] and o.errors[0] == 0:
        further(t, o, shoes, rng, lane, places, ends, starts, is_given)
    return _U(places[lane])


@compiled
def next_card(
    t: CompiledRules,
    o: Counts,
    shoes: Bytes,
    rng: Words,
    lane: int,
    places: Words,
    ends: Words,
    starts: Words,
    is_given: int,
) -> int:
    """The lane's next card."""
    if places[lane] >= ends[lane]:
        further(t, o, shoes, rng, lane, places, ends, starts, is_given)
    card = whole(shoes[places[lane]])
    places[lane] += _1
    return card


@compiled
def refilled(active: int, cards: int, sweep: int, shuffled_at: NDArray[np.int64], places: Words, starts: Words) -> int:
    """Send shoes that were filled from the discard rack in mid-round to be shuffled; the cards to count for it.

    Such a shoe has long shown its cover card.
    """
    used = 0
    for lane in range(active):
        if starts[lane] == _U(lane * cards) and shuffled_at[lane] != sweep:
            used += whole(places[lane]) - (lane + 1) * cards
            places[lane] = _U((lane + 1) * cards)
    return used
