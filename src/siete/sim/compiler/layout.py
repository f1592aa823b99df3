"""The record of compiled rules: the numbers and tables that are all a kernel sees, at fixed sizes."""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike, NDArray

from siete.sim.codes import DOUBLINGS, ENDS, KINDS, SPOTS, WagerCode
from siete.sim.compiler.decisions import TOTALS, Phase
from siete.sim.compiler.encoding import CODES, RANK_COLUMNS, UP_COLUMNS, Bytes
from siete.sim.compiler.hand_states import HandStates, Numbers
from siete.sim.compiler.jackpot_tables import NO_LINE

Ints = NDArray[np.int64]
Records = NDArray[np.void]
"""An array of one record, whose fields a kernel reads as attributes."""
Fields = dict[str, int | bool | NDArray[np.generic]]
"""Numbers and tables of compiled rules, by name."""

LEVELS = 16
"""Most base wagers of one plan."""
SYMBOLS = 32
"""Most symbols of a wheel."""

_BYTES: dict[str, int] = {
    "doubled": 4 * TOTALS * UP_COLUMNS,
    "legal_doubled": 4 * TOTALS,
    "up_columns": CODES,
    "dealer_one": RANK_COLUMNS,
    "dealer_next": 64 * RANK_COLUMNS,
    "peeks": RANK_COLUMNS,
    "insurable": RANK_COLUMNS,
    "parks": RANK_COLUMNS,
    "may_be_blackjack": RANK_COLUMNS,
    "minds": KINDS * DOUBLINGS,
}
_NUMBERS: dict[str, int] = {
    "nets": LEVELS * ENDS,
    "wagers": LEVELS,
    "side": len(WagerCode),
    "insurance_lost": LEVELS,
    "insurance_won": LEVELS,
    "match": SPOTS * 9,
    "judges": 2,
    "line_pays": 2 * (NO_LINE + 1),
    "spin_sums": SYMBOLS,
    "spin_pays": SYMBOLS,
    "spin_community": SYMBOLS,
    "community_sums": SYMBOLS,
    "community_pays": SYMBOLS,
    "hot_sums": SYMBOLS,
    "hot_pays": SYMBOLS,
    "super_pays": LEVELS,
    "tags": RANK_COLUMNS,
    "count_from": LEVELS,
    "sides_from": len(WagerCode),
    "acts_at": LEVELS,
}


class CompiledRules:
    """What the kernel plays by, as it sees it: a record of numbers and tables.

    A record is passed by address. As a tuple of arrays, every call of a helper would copy a few hundred words.
    """

    boxes: int
    cards: int
    cut: int
    """Cards before the cover card; the round that deals a later one is the shoe's last."""
    burns: int
    prefix: int
    """Cards shuffled at once; further ones as they are needed."""
    block: int
    """Cards shuffled at once when the prefix is used up."""
    is_fresh: int
    has_hole: int
    up_at: int
    second_at: int
    bonus_cards: int
    initial: int
    """Cards dealt before the first decision."""
    first: Numbers
    after: Numbers
    shift: int
    mask: int
    states: int
    acts: Bytes
    acts_at: Ints
    """Where the decisions of each level begin among `acts`: index plays."""
    doubled: Bytes
    legal: Bytes
    legal_doubled: Bytes
    kinds: Bytes
    totals: Bytes
    up_columns: Bytes
    dealer_one: Bytes
    dealer_next: Bytes
    peeks: Bytes
    insurable: Bytes
    parks: Bytes
    may_be_blackjack: Bytes
    minds: Bytes
    """By kind and doublings: whether a dealer's late blackjack would matter to the hand."""
    is_original_only: int
    is_literal: int
    is_literal_win: int
    bonus_on_doubled: int
    bonus_on_split: int
    most_hands: int
    most_hands_aces: int
    closes_aces: int
    asks_blackjack: int
    """Whether a blackjack may be held to double it; only learning agents do."""
    from_right: int
    levels: int
    nets: Ints
    wagers: Ints
    side: Ints
    """The amount on each wager; nothing on those that are not played."""
    has_matches: int
    insures: int
    insures_paid_blackjack: int
    insurance_lost: Ints
    insurance_won: Ints
    match: Ints
    games: int
    judges: Ints
    line_pays: Ints
    keeps_fixed: int
    any_two_match: int
    spin_sums: Ints
    spin_pays: Ints
    spin_community: Ints
    spin_ace: int
    stake_back: int
    hot_spots: int
    community_sums: Ints
    community_pays: Ints
    hot_sums: Ints
    hot_pays: Ints
    super_shape: int
    super_pays: Ints
    envy: int
    envy_each: int
    envy_unpaid: int
    error_rate: int
    """Out of 2^32."""
    counts: int
    tags: Ints
    count_from: Ints
    insures_from: int
    waits: int
    """Whether a wager with a meter waits for a count."""
    sides_from: Ints
    """The true count from which each side wager is made."""
    session: int
    bankroll: int


def record_of(fields: Fields, states: HandStates) -> Records:
    """The record of these fields; tables have fixed sizes, so that one compilation serves all rules."""
    room, columns, kind = states.room, states.columns, states.kind
    tables: dict[str, tuple[DTypeLike, int]] = {
        **{name: (np.uint8, size) for name, size in _BYTES.items()},
        **{name: (np.int64, size) for name, size in _NUMBERS.items()},
        "first": (kind, CODES * CODES),
        "after": (kind, room * columns),
        "acts": (np.uint8, LEVELS * len(Phase) * room * UP_COLUMNS),
        "legal": (np.uint8, len(Phase) * room),
        "kinds": (np.uint8, room),
        "totals": (np.uint8, room),
    }
    layout: list[tuple[str, DTypeLike] | tuple[str, DTypeLike, tuple[int]]] = [
        (name, np.int64) for name in fields if name not in tables
    ]
    layout += [(name, dtype, (size,)) for name, (dtype, size) in tables.items()]
    record = np.zeros(1, dtype=np.dtype(layout, align=True))
    for name, value in fields.items():
        if isinstance(value, np.ndarray):
            record[name][0, : len(value)] = value
        else:
            record[name] = value
    record.flags.writeable = False
    return record
