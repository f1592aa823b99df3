"""The state of a whole table: people's chips, the shoe, and the round in progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from siete.cards import Card
from siete.money import Cents
from siete.table.frozen.cached import cached
from siete.table.state.cards import Pack
from siete.table.state.opening import Opening
from siete.table.state.round import Round


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

    refused_point: str = ""
    """The point of the last approval that a person refused; the automatic floorperson does not give that one."""

    # No annotations: these two are no part of the value, neither for dataclasses nor for what stores a state.
    due = cast("tuple[Any, Any] | None", None)
    """By which rules what is due, as `automatic.next_due` keeps it in the state itself; a changed state has none."""
    kept = ("due",)

    @cached
    def layout(self) -> Cents:
        """All the money on the layout."""
        if self.round is None:
            return Cents(0)
        boxes = self.round.boxes
        stakes = sum(s.total for box in boxes for hand in box.hands for s in hand.stakes if s.is_open)
        return Cents(stakes + sum(bet.amount for box in boxes for bet in box.bets if bet.is_open and not bet.is_taken))

    @cached
    def money(self) -> Cents:
        """All the money the table knows of: it never changes within a round."""
        return Cents(sum(self.racks.values()) + self.layout + self.inventory + self.meters)
