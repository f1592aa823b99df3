"""The fields of a round, hand, wager, pack or opening that events change, for the keywords of `parts`.

Type checkers hold each against the field of the value itself, where the change is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from siete.cards import Card
from siete.money import Cents
from siete.table.state.box import Box
from siete.table.state.cards import Reason
from siete.table.state.hand import HandStatus, Stake
from siete.table.state.mishaps import Faults
from siete.table.state.opening import Handling
from siete.table.state.round import Award, Call, Insurance


class RoundChanges(TypedDict, total=False):
    boxes: tuple[Box, ...]
    calls: tuple[Call, ...]
    are_wagers_closed: bool
    dealer: tuple[Card, ...]
    is_hole_hidden: bool
    is_up_hidden: bool
    bonus_cards: tuple[Card, ...]
    are_bonus_cards_hidden: bool
    insurance: Insurance
    peek: bool | None
    is_second_card_skipped: bool
    are_dealer_cards_done: bool
    match_done: bool
    awards: tuple[Award, ...]
    super_bonuses: tuple[tuple[int, int], ...]
    instructed: frozenset[tuple[str, int, int]]
    supers_paid: frozenset[tuple[str, int, int]]
    envies_paid: frozenset[tuple[str, int, int]]
    contributed: frozenset[str]
    meter_restarts: tuple[tuple[str, int], ...]
    is_picked_up: bool
    is_void: bool
    faults: Faults


class HandChanges(TypedDict, total=False):
    cards: tuple[Card, ...]
    stakes: tuple[Stake, ...]
    is_split: bool
    status: HandStatus
    doublings: int
    awaits: str
    is_removed: bool
    is_held: bool


class StakeChanges(TypedDict, total=False):
    amount: Cents
    doubles: tuple[Cents, ...]
    is_open: bool
    is_answered: bool
    is_lost: bool
    coupon: Cents


class BetChanges(TypedDict, total=False):
    is_open: bool
    is_taken: bool
    paid: Cents
    is_back: bool
    coupon: Cents
    is_repaid: bool


class TillChanges(TypedDict, total=False):
    """What else of the table's money changes when chips move to or from a rack."""

    inventory: Cents
    meters: Cents


class TableChanges(TypedDict, total=False):
    """What else of a table changes with a box."""

    dealt: int
    discards: tuple[Card, ...]
    inventory: Cents
    racks: Mapping[str, Cents]


class FaultsChanges(TypedDict, total=False):
    face_up: int
    tens: int
    reversals: tuple[tuple[str, int], ...]
    void_clause: str
    seen: Card | None
    offered: tuple[int, int] | None
    is_dealer_missed: bool
    one_card: tuple[int, ...]
    passed: tuple[int, int] | None
    late: tuple[tuple[int, int], ...]
    dead: frozenset[str]
    is_without_reader: bool


class PackChanges(TypedDict, total=False):
    pile: tuple[Card, ...]
    reason: Reason
    first: str
    shuffles: int
    steps: tuple[str, ...]
    order: tuple[Card, ...] | None
    refusals: tuple[str, ...]
    cutter: str
    is_cut: bool
    is_aligned: bool
    is_preshuffled: bool
    behind: int | None
    is_loaded: bool
    loaded_before: int
    burns_due: int
    burned: tuple[Card, ...]
    cover_came_at: int | None
    cover_came_to: str
    entitled: frozenset[str] | None
    is_reshuffle_ordered: bool
    is_recut_ordered: bool


class OpeningChanges(TypedDict, total=False):
    now: int
    signed: frozenset[str]
    is_open: bool
    reader_at: int | None
    cards: tuple[Card, ...] | None
    cards_at: int | None
    done: tuple[Handling, ...]
    tens: tuple[Card, ...]
    is_idle: bool
    is_face_up: bool
    looker: str
    active_at: int
    rounds_seen: int
    batch: tuple[Card, ...] | None
    is_batch_spread_asked: bool
    is_batch_out: bool
    disposed: tuple[Card, ...]
