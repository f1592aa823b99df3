"""A betting place in a round: its hands, side wagers and bettors."""

from __future__ import annotations

from dataclasses import dataclass, field

from siete.cards import Card
from siete.money import Cents
from siete.table.frozen.cached import cached
from siete.table.state.hand import Hand
from siete.table.state.wager import Wager


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

    @cached
    def answers(self) -> dict[str, object]:
        """Cached results for this box, as a state has them."""
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
