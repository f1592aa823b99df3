"""What has happened at a table. Events are facts: they are never refused and never changed."""

from __future__ import annotations

from dataclasses import dataclass

from siete.cards import Card
from siete.money import Cents
from siete.table.state import Wager

DEALER = 0
"""The place of the dealer's hand where a box number stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened, with the clause that ordered or allowed it."""

    clause: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened(Event):
    """A table opened under rules whose canonical JSON is stored here, so that nothing else is ever needed."""

    rules_hash: str
    rules: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeLoaded(Event):
    """Cards were loaded, in this order where it is known."""

    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsBrought(Event):
    """A player came with chips, or bought more."""

    player: str
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSeated(Event):
    """A player took the seat at a box."""

    player: str
    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted(Event):
    """Betting opened."""

    number: int
    rules_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPlaced(Event):
    """Chips went from a player's rack to the layout."""

    player: str
    box: int
    wager: Wager
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerWithdrawn(Event):
    """A wager went back to the rack before the first card."""

    player: str
    box: int
    wager: Wager
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerCalled(Event):
    """A player wagered aloud, with cash; it is no wager until it is confirmed."""

    player: str
    box: int
    wager: Wager
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTakenBack(Event):
    """A player took an unconfirmed wager back."""

    player: str
    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerConfirmed(Event):
    """Somebody who must confirm a wager made aloud did so."""

    player: str
    box: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CashConverted(Event):
    """Cash went into the drop box, and chips for it from the table's inventory to the player's rack."""

    player: str
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class BettorAdmitted(Event):
    """The first bettor on a box lets somebody else wager there."""

    bettor: str
    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagersClosed(Event):
    """No more wagers for this round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerTaken(Event):
    """The system took a wager when the deal began; it is still live."""

    player: str
    box: int
    wager: Wager
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class ContributionMade(Event):
    """The round's wagers added to a meter, in whole cents; the meter keeps the fraction."""

    meter: str
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDealt(Event):
    """A card left the shoe. Box 0 is the dealer; `bonus` tells a bonus card."""

    card: Card
    box: int
    hand: int = 0
    is_face_up: bool = True
    is_bonus: bool = False
    total: int = 0
    """The total announced with the card; 0 while the hand has a single card or one face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced(Event):
    """The dealer said this aloud before going on."""

    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTurned(Event):
    """The dealer's hole card, or an up card dealt face down, was turned face up."""

    is_hole: bool
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackAnnounced(Event):
    """The dealer announced a player's blackjack."""

    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackHeld(Event):
    """The holder of a blackjack will double it instead of being paid now, or will be paid now."""

    box: int
    is_held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceOffered(Event):
    """Insurance is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceDeclined(Event):
    """A bettor wants no insurance."""

    player: str
    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceClosed(Event):
    """Insurance is closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoleCardChecked(Event):
    """The dealer looked for a blackjack."""

    is_blackjack: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HitAsked(Event):
    """The decider asked for a card."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStood(Event):
    """The hand takes no more cards."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerDoubled(Event):
    """A bettor doubled: chips from the rack onto the hand."""

    player: str
    box: int
    hand: int
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleAsked(Event):
    """Every bettor has answered; the hand is due its one card."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BettorAnswered(Event):
    """A bettor other than the decider stays out of a double, keeps a doubled wager, or rides on one split hand."""

    player: str
    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSplit(Event):
    """Two cards of equal value became two hands; the new one stands to the right of the old."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitFunded(Event):
    """A bettor put an equal wager on the new hand."""

    player: str
    box: int
    hand: int
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitRidden(Event):
    """A bettor lets the wager ride on one of the two hands only."""

    player: str
    box: int
    hand: int
    rides: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSurrendered(Event):
    """The decider gave the hand up; the wager waits, or half of it goes back at once."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerRescued(Event):
    """A bettor took the last doubled portion back and forfeits the rest."""

    player: str
    box: int
    hand: int
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPaid(Event):
    """The house paid: chips from the inventory to a player's rack, on top of the wager."""

    player: str
    box: int
    hand: int
    wager: Wager
    amount: Cents
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerReturned(Event):
    """Chips on the layout went back to the player's rack."""

    player: str
    box: int
    hand: int
    wager: Wager
    amount: Cents
    line: str = ""
    closes: bool = True
    """Whether nothing of the wager is left on the layout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerCollected(Event):
    """Chips on the layout went to the table's inventory."""

    player: str
    box: int
    hand: int
    wager: Wager
    amount: Cents
    line: str = ""
    closes: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBonusAlerted(Event):
    """The dealer told the floorperson that a box may be about to win the super bonus."""

    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBonusWon(Event):
    """A hand won the super bonus; what it pays follows."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBonusPaid(Event):
    """A bettor on a super bonus hand was paid it."""

    player: str
    box: int
    hand: int
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvyPaid(Event):
    """Another player's super bonus paid this one's envy."""

    player: str
    box: int
    hand: int
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatButtonPressed(Event):
    """The device shows that a bettor on this box has a spin of the wheel coming."""

    player: str
    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelSpun(Event):
    """A wheel stopped."""

    box: int
    player: str
    wager: Wager
    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardWon(Event):
    """A player has won a part of a meter; it is paid when its turn comes."""

    player: str
    box: int
    wager: Wager
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardPaid(Event):
    """A meter paid a player; `before` is what it showed just before."""

    player: str
    box: int
    wager: Wager
    line: str
    meter: str
    before: Cents
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRemoved(Event):
    """A settled hand's cards went to the discard rack before the end of the round."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchesSettled(Event):
    """All wagers that the up card decides are settled; the base game begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondCardSkipped(Event):
    """Nothing depends on the dealer's second card; it is not dealt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerStood(Event):
    """The dealer takes no more cards."""

    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPickedUp(Event):
    """The cards left on the layout went to the discard rack, in an order from which every hand can be rebuilt."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded(Event):
    """The layout is clear."""

    number: int


# --- opening ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePrepared(Event):
    """A closed table is being opened, at this time in minutes."""

    at: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeTold(Event):
    """It is this minute."""

    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemSigned(Event):
    """A floorperson signed for an item of the checklist."""

    item: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderInspected(Event):
    """The card reader was inspected."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpenedForPlay(Event):
    """Players may come."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsReceived(Event):
    """Decks came to the table."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsInspected(Event):
    """The dealer looked every card over."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TensRemoved(Event):
    """10-spots were taken out of the decks."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsVerified(Event):
    """A floorperson verified the inspection, and that every 10-spot is out."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TensDisposed(Event):
    """10-spots were disposed of: `torn`, `destroyed`, or in an approved manner."""

    cards: tuple[Card, ...]
    how: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsReturned(Event):
    """Cards that cannot be used left the table."""

    count: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSpread(Event):
    """The cards lie face up on the table, a column for each deck."""

    columns: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsLookedOver(Event):
    """A player has had the chance to look at the spread cards."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTurnedDown(Event):
    """The spread cards were turned face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsWashed(Event):
    """The cards were mixed on the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardExposed(Event):
    """A card showed its face while being mixed or stacked: the cards are mixed again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsRetired(Event):
    """Cards in use for long enough left the table."""

    count: int


# --- an idle table ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleCardsSpread(Event):
    """Nobody plays: all cards lie spread on the table."""

    is_face_up: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTurnedUp(Event):
    """The spread cards were turned face up for a player."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReturned(Event):
    """A player wants to play at the idle table."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchStored(Event):
    """The shuffler holds a second batch, in this order."""

    order: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchSpreadAsked(Event):
    """A player wants the shuffler's batch spread before it is dealt."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchChanged(Event):
    """The shuffler's batch came out in this order, and the spread cards went in."""

    order: tuple[Card, ...]
    stored: tuple[Card, ...]


# --- cards between rounds --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsReady(Event):
    """Cards lie ready to be shuffled, or stacked if they came shuffled; the table runs by procedure from here on."""

    cards: tuple[Card, ...]
    is_preshuffled: bool = False
    first: str = ""
    """Who was the first to come, and is offered the cut first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleStepDone(Event):
    """One step of a manual shuffle."""

    step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsShuffled(Event):
    """The cards form one stack, in this order from the top."""

    order: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreshuffledStacked(Event):
    """Cards delivered shuffled form one stack, in this order from the top."""

    order: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CutRefused(Event):
    """A player does not want to cut."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsCut(Event):
    """The cards above the cut went under the rest."""

    cutter: str
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecutOrdered(Event):
    """The cut was improper; the cards are cut again."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StackAligned(Event):
    """The whole stack lies along the side of the shoe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverCardPlaced(Event):
    """The cover card lies in front of this many cards."""

    behind: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StackLoaded(Event):
    """The stack went into the shoe."""

    burns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardBurned(Event):
    """A card went face down from the shoe to the discard rack."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnCardShown(Event):
    """The card burned last was shown, since a player asked."""

    player: str
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerCame(Event):
    """A new dealer took the table, and owes this many burned cards."""

    dealer: str
    burns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverCardReached(Event):
    """The cover card came out at a box, 0 for the dealer's hand: this round is the shoe's last."""

    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLetIn(Event):
    """The house lets somebody wager again before the next shuffle."""

    player: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReshuffleOrdered(Event):
    """The cards are to be shuffled after this round."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeCollected(Event):
    """Discard rack and rest of the shoe were put together, to be shuffled: this many cards."""

    count: int


# --- irregularities --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceUpCardFound(Event):
    """A card lay face up in the shoe, and went to the discard rack."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class TenDisposed(Event):
    """A 10-spot was found in the shoe and disposed of: `torn`, `destroyed`, or in an approved manner."""

    card: Card
    how: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided(Event):
    """The round counts for nothing; every open wager goes back, and meters give back what those had added."""

    reason: str
    reversals: tuple[tuple[str, int], ...] = ()
    """Meters, and the cents wagered that no longer count on them."""
    drops_awards: bool = False
    """Whether parts of meters won before are not paid, since their wagers go back too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenWagerReturned(Event):
    """A wager that the house had taken went back from the table's inventory to the player's rack."""

    player: str
    box: int
    wager: Wager
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentReversed(Event):
    """What a side wager had been paid went back from the player's rack to the table's inventory."""

    player: str
    box: int
    wager: Wager
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class ContributionReversed(Event):
    """A meter gave back what returned wagers had added."""

    meter: str
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class DecksCondemned(Event):
    """The decks are to be withdrawn once the round is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecksWithdrawn(Event):
    """All cards left the table for good."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawnUnexposed(Event):
    """A card was drawn in error with its face hidden; it is used as the next card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSeen(Event):
    """A card drawn in error was seen; it is offered as the next card. A hand that had asked for one may refuse it."""

    card: Card
    box: int = 0
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenCardAccepted(Event):
    """The hand that had asked for a card takes the one that was seen."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenCardRefused(Event):
    """A hand refused the card that was seen, and gets no more cards."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenCardUnused(Event):
    """Nobody could use the card that was seen: it went to the `discard_rack`, or was `burned`."""

    card: Card
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOverdrawn(Event):
    """The dealer drew on a total that stands; the card went to the `discard_rack`, or was `burned`."""

    card: Card
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerCardMissed(Event):
    """The dealer's own card was missed; the dealer is dealt to after all players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondCardMissed(Event):
    """A box was dealt past after its first card; its player may have the second one last."""

    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondCardWanted(Event):
    """The player of that box wants the second card."""

    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPassed(Event):
    """A hand was dealt past that had asked for a card; its player chooses the remedy."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LateCardWanted(Event):
    """The player wants the card after all other hands."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDied(Event):
    """The hand is dead: its cards go to the discard rack, and its player is in the next deal."""

    box: int
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReversalsDue(Event):
    """Wagers of a dead hand no longer count on these meters, each with the cents wagered."""

    reversals: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HoleCardMisread(Event):
    """The hole card was in the reader by mistake; `is_readable` tells whether a player could learn it."""

    by: str
    is_readable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayContinued(Event):
    """Nobody could learn anything; the round goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderFailed(Event):
    """The card reader is out of order; the table goes on without it, or stops."""

    goes_on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderRepaired(Event):
    """The card reader works."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShufflerJammed(Event):
    """The shuffle was not finished; the cards are shuffled again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShufflerFailed(Event):
    """The shuffler cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShufflerSetAside(Event):
    """The shuffler is covered, has its sign, or is gone: cards are shuffled by hand."""

    how: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShufflerRepaired(Event):
    """The shuffler works."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardsReused(Event):
    """The shoe ran out in mid-round: the discard rack, of this many cards, is to be shuffled."""

    count: int
