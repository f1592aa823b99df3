"""The state of a table, frozen: people's chips, the shoe, and the round with its boxes, hands and wagers.

The values that events change have no slots, so that a copy is quick.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from siete.cards import Card
from siete.money import Cents
from siete.table.faults import Faults
from siete.table.hand import HandTotal, is_blackjack
from siete.table.pack import Pack
from siete.table.preparing import Opening


class Wager(StrEnum):
    """What money on the layout is wagered on. Bonus cards and jackpot games are numbered from 1."""

    BASE = "base"
    INSURANCE = "insurance"
    MATCH_UP = "match-up"
    MATCH_DOWN = "match-down"
    MATCH_BONUS_1 = "match-bonus-1"
    MATCH_BONUS_2 = "match-bonus-2"
    MATCH_BONUS_3 = "match-bonus-3"
    MATCH_BONUS_4 = "match-bonus-4"
    MATCH_BONUS_5 = "match-bonus-5"
    SPIN = "bonus-spin"
    XTREME = "xtreme-16"
    JACKPOT_1 = "jackpot-1"
    JACKPOT_2 = "jackpot-2"


class HandStatus(StrEnum):
    """Where a hand stands."""

    PLAYING = "playing"
    STOOD = "stood"
    BUST = "bust"
    SURRENDERED = "surrendered"
    """The wager waits for the dealer's second card, or has been halved."""


@dataclass(frozen=True)
class Stake:
    """One bettor's money on a hand: the original (or split) wager and each doubling of it."""

    player: str
    amount: Cents
    doubles: tuple[Cents, ...] = ()
    is_open: bool = True
    is_answered: bool = False
    """Whether this bettor has answered the question now before the hand's bettors."""
    is_lost: bool = False
    """Whether the house has collected it."""
    coupon: Cents = Cents(0)
    """What a match play coupon beside the original wager is worth. Decision: 0090."""

    @property
    def total(self) -> Cents:
        """All the money this bettor has on the hand."""
        return Cents(self.amount + sum(self.doubles))


@dataclass(frozen=True, kw_only=True)
class Hand:
    """Cards played in a box, with the money on them."""

    cards: tuple[Card, ...] = ()
    stakes: tuple[Stake, ...] = ()
    is_split: bool = False
    status: HandStatus = HandStatus.PLAYING
    doublings: int = 0
    awaits: str = ""
    """What has been asked for and not yet dealt: `hit`, `double`, or a split hand's second `card`."""
    is_removed: bool = False
    """Whether its cards have left the layout."""
    is_held: bool = False
    """A blackjack kept to be doubled instead of being paid. Decision: 0021."""

    @cached_property
    def total(self) -> HandTotal:
        """What the hand counts."""
        return HandTotal.of(self.cards)

    @cached_property
    def is_blackjack(self) -> bool:
        """Whether it is a blackjack; a hand from a split never is."""
        return is_blackjack(self.cards, is_split=self.is_split)

    @cached_property
    def is_open(self) -> bool:
        """Whether any money on it is still undecided or unpaid."""
        return any(stake.is_open for stake in self.stakes)


@dataclass(frozen=True)
class Bet:
    """A side wager or insurance of one player on one box."""

    player: str
    wager: Wager
    amount: Cents
    is_open: bool = True
    is_taken: bool = False
    """Whether the system has taken it off the layout; it is live all the same."""
    paid: Cents = field(default=Cents(0), compare=False)
    """What it has been paid; only a reversal asks for it, and a position does not tell."""
    is_back: bool = field(default=False, compare=False)
    """Whether the wager itself went back to its player."""
    coupon: Cents = Cents(0)
    """What a match play coupon beside it is worth."""
    is_repaid: bool = False
    """Whether a wager that the system had taken came back with a prize."""


@dataclass(frozen=True, kw_only=True)
class Box:
    """A betting place in this round."""

    number: int
    decider: str
    hands: tuple[Hand, ...] = ()
    first_cards: tuple[Card, ...] = ()
    """The original two cards, kept for wagers that look at nothing else. Decision: 0042."""
    bets: tuple[Bet, ...] = ()
    asked_insurance: frozenset[str] = frozenset()
    """Bettors who have answered the offer of insurance."""
    is_blackjack_asked: bool = False
    """Whether the holder of a blackjack has said how to be paid."""
    is_blackjack_announced: bool = False
    admitted: frozenset[str] = frozenset()
    """Bettors whom the first bettor lets wager on the box."""
    originals: tuple[tuple[str, Cents], ...] = ()
    """What each bettor wagered on the box before the deal, in the order of wagering."""

    @cached_property
    def answers(self) -> dict[str, Any]:
        """What has been worked out of this box, as a state keeps it."""
        return {}

    def bet(self, player: str, wager: Wager) -> Bet | None:
        """The player's open side wager of this kind."""
        for bet in self.bets:
            if bet.player == player and bet.wager is wager and bet.is_open:
                return bet
        return None

    def original(self, player: str) -> Cents:
        """What a player wagered on the box before the deal."""
        for bettor, amount in self.originals:
            if bettor == player:
                return amount
        return Cents(0)


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
    supers_paid: frozenset[tuple[str, int, int]] = frozenset()
    envies_paid: frozenset[tuple[str, int, int]] = frozenset()
    contributed: frozenset[str] = frozenset()
    """Meters that have had their part of the round's wagers."""
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
        """Everybody with a base wager in the round, once, in order of boxes."""
        yield from dict.fromkeys(player for box in self.boxes for player, _ in box.originals)


@dataclass(frozen=True, kw_only=True)
class TableState:
    """One table."""

    rules_hash: str = ""
    shoe: tuple[Card, ...] | None = None
    """The order of the shoe; None where it is not known, as in a reconstructed round."""
    dealt: int = 0
    """How many cards have left the shoe."""
    discards: tuple[Card, ...] = ()
    """The discard rack, first card in first."""
    seats: Mapping[int, str] = field(default_factory=dict)
    racks: Mapping[str, Cents] = field(default_factory=dict)
    """Each player's chips in front of them."""
    inventory: Cents = Cents(0)
    """The table's chips; below zero it owes the cage."""
    meters: Cents = Cents(0)
    """What this table has paid into meters, less what they have paid out here."""
    round: Round | None = None
    rounds: int = 0
    opening: Opening | None = None
    """The way from closed to open; None at a table that is simply there."""
    pack: Pack | None = None
    """The cards' procedure; None at a practice table whose shoe is simply given."""
    dealer: str = "dealer"
    """The dealer's name."""
    removed: tuple[Card, ...] = ()
    """10-spots found in play and disposed of."""
    is_reader_down: bool = False
    """Whether the card reader is out of order."""
    is_shuffler_down: bool = False
    """Whether the shuffler cannot be used."""
    is_shuffler_aside: bool = False
    """Whether an unusable shuffler has been covered, signed or removed, so that cards are shuffled by hand."""

    @cached_property
    def answers(self) -> dict[int, Any]:
        """What has been worked out of this state, for whoever works it out again; a changed state begins anew."""
        return {}

    @cached_property
    def layout(self) -> Cents:
        """All the money on the layout."""
        if self.round is None:
            return Cents(0)
        boxes = self.round.boxes
        stakes = sum(s.total for box in boxes for hand in box.hands for s in hand.stakes if s.is_open)
        return Cents(stakes + sum(bet.amount for box in boxes for bet in box.bets if bet.is_open and not bet.is_taken))

    @cached_property
    def money(self) -> Cents:
        """All the money the table knows of: it never changes within a round."""
        return Cents(sum(self.racks.values()) + self.layout + self.inventory + self.meters)
