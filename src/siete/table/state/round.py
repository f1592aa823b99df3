"""One round: its boxes, the dealer's cards, and what is still owed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from siete.cards import Card
from siete.money import Cents
from siete.table.state.box import Box
from siete.table.state.mishaps import Faults
from siete.table.state.wager import Wager


class Insurance(StrEnum):
    """Where the offer of insurance stands."""

    NONE = "none"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """A part of a meter, or a wheel's prize, that a player has won and not yet been paid."""

    box: int
    player: str
    wager: Wager
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A wager made aloud with cash, not yet confirmed by everybody who must."""

    player: str
    box: int
    wager: Wager
    amount: Cents
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Round:
    """One round, from the first wager to the last card picked up."""

    number: int
    boxes: tuple[Box, ...] = ()
    calls: tuple[Call, ...] = ()
    """Wagers made aloud that wait to be confirmed."""
    are_wagers_closed: bool = False
    dealer: tuple[Card, ...] = ()
    """The dealer's cards: up card first, hole card second."""
    is_hole_hidden: bool = False
    is_up_hidden: bool = False
    bonus_cards: tuple[Card, ...] = ()
    are_bonus_cards_hidden: bool = False
    insurance: Insurance = Insurance.NONE
    peek: bool | None = None
    """What the look under the up card showed: True for a blackjack."""
    is_second_card_skipped: bool = False
    """Nothing depended on the dealer's second card, so it was not dealt."""
    are_dealer_cards_done: bool = False
    match_done: bool = False
    awards: tuple[Award, ...] = ()
    """Parts of meters won and not yet paid."""
    super_bonuses: tuple[tuple[int, int], ...] = ()
    """Boxes and hands that have won a super bonus, in the order of settlement."""
    instructed: frozenset[tuple[str, int, int]] = frozenset()
    """What a floorperson has had the dealer pay on which box and hand."""
    supers_paid: frozenset[tuple[str, int, int]] = frozenset()
    envies_paid: frozenset[tuple[str, int, int]] = frozenset()
    contributed: frozenset[str] = frozenset()
    """Meters that have had their part of the round's wagers."""
    meter_restarts: tuple[tuple[str, int], ...] = field(default=(), compare=False)
    """How often these had been restarted then; only a reversal asks for it, and a position does not tell."""
    is_picked_up: bool = False
    is_void: bool = False
    """Whether the round was declared void; what is left is to clear the layout."""
    faults: Faults = Faults()
    """What has gone wrong in it."""

    def box(self, number: int) -> Box | None:
        """The box with this number, if anybody wagered on it."""
        for box in self.boxes:
            if box.number == number:
                return box
        return None

    @property
    def up(self) -> Card:
        """The dealer's up card."""
        return self.dealer[0]

    @property
    def is_dealt(self) -> bool:
        """Whether every box and the dealer have their up card; the rest of the deal is the procedure's."""
        return bool(self.dealer) and all(len(box.first_cards) == 2 for box in self.boxes)

    def players(self) -> Iterator[str]:
        """Everybody who made a base wager in the round, once, in order of boxes; then those whose hand died."""
        playing = dict.fromkeys(player for box in self.boxes for player, _ in box.originals)
        yield from playing
        yield from sorted(self.faults.dead - playing.keys())
