"""The records of which a table's description is made, as the page receives them."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from siete.money import Cents

Names = dict[str, str]
"""Words by name."""


class AnswerRecord(TypedDict):
    """One answer to a question: the command it sends, its key and its words."""

    command: str
    key: str
    label: str
    action: str
    note: str
    rides: NotRequired[int]


class AskedQuestion(TypedDict):
    """A question with the sentence that asks it."""

    name: str
    sentence: str
    answers: list[AnswerRecord]


class SpotRecord(TypedDict):
    """The area of a side wager in a box, with what may lie on it."""

    wager: str
    title: str
    short: str
    mark: str
    least: Cents
    most: Cents
    is_fixed: bool


class Inscription(TypedDict):
    """Words on the layout, with the clause that orders them."""

    text: str
    clause: str


class BonusColumn(TypedDict):
    """The Bonus 21 lines that pay the same odds."""

    odds: str
    lines: list[str]
    short: str
    clause: str


class Inscriptions(TypedDict):
    """What is printed in the arcs of the layout."""

    game: Inscription
    blackjack: Inscription
    insurance: Inscription
    house: Inscription
    no_bonus: Inscription
    bonus_name: Inscription
    bonus: list[BonusColumn]


class PanelRecord(TypedDict):
    """The paytable of a side wager or prize."""

    title: str
    note: str
    rows: list[list[str]]
    clause: str
    wager: str


class LineText(TypedDict):
    """How a settled line reads, and at what odds."""

    text: str
    odds: str
    moment: str
    """What is made of it when it is won: `blackjack`, `bonus` or `side`; nothing for a plain win."""


class WheelSymbol(TypedDict):
    """A symbol of a wheel, with its weight out of the whole."""

    symbol: str
    weight: int
    clause: str


class WheelRecord(TypedDict):
    """A wheel with its symbols, and what is said when it is spun."""

    weight: int
    symbols: list[WheelSymbol]
    title: str
    caption: str
    is_shared: bool
    occasion: str
    told: str
    everybody: str


class SignText(TypedDict):
    """A sign at the table."""

    title: str
    place: str
    lines: list[str]
    clauses: list[str]


class MeterTitle(TypedDict):
    """A meter and what it is called."""

    meter: str
    title: str


class Offer(TypedDict):
    """A side wager in a line of the lobby."""

    title: str
    note: str


class ShortLayout(TypedDict):
    """What the lobby shows of a table's rules."""

    rule_set: str
    title: str
    state: str
    rules_hash: str
    decks: int
    cards: int
    positions: int
    table_min: Cents
    table_max: Cents
    cover: float
    facts: list[str]
    meters: list[MeterTitle]
    offers: list[Offer]


class Layout(ShortLayout):
    """Everything about a table that does not change from round to round."""

    operator: str
    chips: list[Cents]
    unit: Cents
    max_boxes: int
    max_bettors: int
    are_boxes_adjacent: bool
    bonus_cards: int
    is_hole_card: bool
    deal: list[str]
    """Where the first cards of a round go, in order: `box` stands for every box with a wager, one after the other."""
    insurance_share: float
    best_total: int
    spots: list[SpotRecord]
    names: Names
    questions: dict[str, AskedQuestion]
    defaults: Names
    house: str
    print: Inscriptions
    panels: list[PanelRecord]
    lines: dict[str, dict[str, LineText]]
    losses: Names
    lacks: Names
    sharing: str
    payouts: list[list[str]]
    game: list[str]
    wheels: dict[str, WheelRecord]
    signs: list[SignText]
