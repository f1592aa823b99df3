"""The shapes of what a role sees of a table: plain values, as they stand in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict

from siete.money import Cents
from siete.plain import Plain


class StakeView(TypedDict):
    player: str
    amount: int
    doubles: list[int]
    is_open: bool
    coupon: NotRequired[int]


class BetView(TypedDict):
    player: str
    wager: str
    amount: int
    is_open: bool
    is_taken: bool
    coupon: NotRequired[int]


class TotalView(TypedDict, total=False):
    """Empty while a hand has no cards."""

    total: int
    is_soft: bool


class HandView(TotalView):
    cards: list[str]
    status: str
    is_blackjack: bool
    is_split: bool
    is_held: bool
    is_removed: bool
    doublings: int
    sideways: list[int]
    awaits: str
    stakes: list[StakeView]


class BettorView(TypedDict):
    player: str
    amount: int


class BoxView(TypedDict):
    number: int
    decider: str
    bettors: list[BettorView]
    hands: list[HandView]
    bets: list[BetView]


class DealerView(TypedDict):
    cards: list[str]
    face_down: int
    is_done: bool
    peek: NotRequired[bool]


class AwardView(TypedDict):
    box: int
    player: str
    wager: str
    line: str


class RoundView(TypedDict):
    number: int
    are_wagers_closed: bool
    dealer: DealerView
    bonus_cards: list[str]
    insurance: str
    boxes: list[BoxView]
    awards: list[AwardView]
    super_bonuses: list[dict[str, int]]


class AskView(TypedDict):
    player: str
    box: int
    hand: int
    question: str


class DueView(TypedDict, total=False):
    """Whose answers are due, or, for the house, its next step; empty where neither is."""

    asks: list[AskView]
    step: Plain
    words: str
    clause: str


class CountsView(TypedDict):
    dealt: int
    discards: int
    left: NotRequired[int]


class TableView(TypedDict):
    """A table as one role sees it."""

    role: str
    rules_hash: str
    rounds: int
    seats: dict[str, str]
    racks: Mapping[str, Cents]
    layout: int
    cards: CountsView
    due: DueView
    round: NotRequired[RoundView]
    inventory: NotRequired[int]
    meters: NotRequired[int]
    name: NotRequired[str]
    legal: NotRequired[list[Plain]]
