"""What can be asked of a table: players' decisions, the dealer's steps, and what the host brings from outside."""

from __future__ import annotations

from dataclasses import dataclass, field

from siete.cards import Card
from siete.money import Cents
from siete.rules.options import Authority
from siete.table.state import Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Something asked of a table."""


# --- players ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCommand(Command):
    """A player's command, about a box."""

    player: str
    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceWager(PlayerCommand):
    """Put chips on the layout; insurance goes by `TakeInsurance`."""

    wager: Wager = Wager.BASE
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawWager(PlayerCommand):
    """Take a wager back before the first card; a base wager takes the side wagers with it."""

    wager: Wager = Wager.BASE


@dataclass(frozen=True, slots=True, kw_only=True)
class CallWager(PlayerCommand):
    """Wager aloud, with cash on the table."""

    wager: Wager = Wager.BASE
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class AdmitBettor(PlayerCommand):
    """Let somebody else wager on one's box."""

    bettor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBlackjack(PlayerCommand):
    """Be paid for a blackjack now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldBlackjack(PlayerCommand):
    """Keep a blackjack to double it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeInsurance(PlayerCommand):
    """Insure."""

    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineInsurance(PlayerCommand):
    """Do not insure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit(PlayerCommand):
    """Take a card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand(PlayerCommand):
    """Take no more cards; of a bettor who doubled: keep the doubled wager."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Double(PlayerCommand):
    """Double the wager (the decider), or follow a double (another bettor)."""

    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class StayOut(PlayerCommand):
    """Do not follow a double."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split(PlayerCommand):
    """Split the pair (the decider), or fund every hand of a split (another bettor)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RideHand(PlayerCommand):
    """Let the wager ride on one hand of a split: 0 for the left one, 1 for the right."""

    rides: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrender(PlayerCommand):
    """Give the hand up for part of the wager."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescue(PlayerCommand):
    """Take the last doubled portion back and forfeit the rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCards(PlayerCommand):
    """Cut: put the cover card in under this many cards from the top."""

    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseCut(PlayerCommand):
    """Leave the cut to the next player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LookOver(PlayerCommand):
    """Have looked at the spread cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnToTable(PlayerCommand):
    """Want to play at an idle table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskFaceUp(PlayerCommand):
    """Have the cards of an idle table turned face up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskBatchSpread(PlayerCommand):
    """Have the batch in the shuffler spread and shuffled before it is dealt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskBurnCard(PlayerCommand):
    """Have the card shown that was burned last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptCard(PlayerCommand):
    """Take the card that is offered after a mistake, or have it dealt later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseCard(PlayerCommand):
    """Refuse the card that is offered after a mistake."""


# --- the floor ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorCommand(Command):
    """An order or approval of a floorperson or supervisor, signed."""

    by: str
    rank: Authority = Authority.FLOORPERSON


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRecut(FloorCommand):
    """Have the cards cut again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderReshuffle(FloorCommand):
    """Have the cards shuffled after this round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LetIn(FloorCommand):
    """Let somebody wager again before the next shuffle."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RelieveDealer(FloorCommand):
    """Put another dealer at the table."""

    dealer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrepareTable(FloorCommand):
    """Begin to open a closed table, at a time in minutes."""

    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SignItem(FloorCommand):
    """Sign for an item of the checklist."""

    item: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectReader(FloorCommand):
    """The card reader has not been tampered with and works."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyCards(FloorCommand):
    """Verify the dealer's inspection of the cards, and that no 10-spot is left in them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisposeTens(FloorCommand):
    """Dispose of the 10-spots taken out, in the rule set's manner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnCards(FloorCommand):
    """Send cards that cannot be used back where they came from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable(FloorCommand):
    """Open the table for play."""


# --- irregularities --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Command):
    """Something that went wrong, as the dealer or somebody above tells it."""

    by: str
    rank: Authority = Authority.DEALER


@dataclass(frozen=True, slots=True, kw_only=True)
class FindFaceUp(Report):
    """The next card lies face up in the shoe; which it is, only where the shoe's order is not known."""

    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisposeTen(FloorCommand):
    """Take the 10-spot that comes next out of the shoe; which it is, only where the shoe's order is not known."""

    card: Card | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawUnexposed(Report):
    """A card was drawn in error, and nobody saw its face."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposeCard(Report):
    """A card was drawn in error after the first two cards, and players saw it."""

    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Overdraw(Report):
    """The dealer drew a card on a total that stands."""

    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MissOwnCard(Report):
    """The dealer went on without the card due to the dealer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassOver(Report):
    """The dealer dealt past the hand whose card is due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MisreadHoleCard(Report):
    """The hole card went into the reader although the up card asks for no look."""

    is_readable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FailReader(Report):
    """The card reader is out of order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JamShuffler(Report):
    """The shuffler jammed, stopped, or did not finish."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FailShuffler(Report):
    """The shuffler cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MiscountCards(Report):
    """The count at the end of a shoe is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairReader(FloorCommand):
    """The card reader works again, or is another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetShufflerAside(FloorCommand):
    """Have done with an unusable shuffler what the rule set wants: `cover`, `sign` or `remove`."""

    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairShuffler(FloorCommand):
    """The shuffler works again, or is another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRound(FloorCommand):
    """Give up a round that cannot be finished."""


# --- the host --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreBatch(Command):
    """A second batch is in the shuffler, shuffled to this order."""

    order: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TellTime(Command):
    """It is this minute now, counted from some midnight."""

    at: int


# --- the house -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseCommand(Command):
    """A step of the dealer, or of the host that brings cards, wheels and meters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartRound(HouseCommand):
    """Open betting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmWager(HouseCommand):
    """Confirm a wager made aloud; the last confirmation turns the cash into chips on the layout."""

    player: str
    box: int
    wager: Wager
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseWagers(HouseCommand):
    """No more wagers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribute(HouseCommand):
    """Add the round's wagers to a meter; the meter says how many whole cents that is."""

    meter: str
    amount: Cents | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(HouseCommand):
    """Deal a card to a hand (box 0: the dealer) or to the next bonus space; the card only where no shoe is known."""

    box: int = 0
    hand: int = 0
    is_bonus: bool = False
    card: Card | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnUpCards(HouseCommand):
    """Turn the up card face up, where it was dealt face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleWager(HouseCommand):
    """Pay or collect one side wager."""

    box: int
    player: str
    wager: Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginBaseGame(HouseCommand):
    """All that the up card decides is settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PayHand(HouseCommand):
    """Pay a blackjack or another 21 at once."""

    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceBlackjack(HouseCommand):
    """Announce a player's blackjack and leave it on the table, unpaid."""

    box: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveHand(HouseCommand):
    """Put a settled hand's cards into the discard rack."""

    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferInsurance(HouseCommand):
    """Open insurance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseInsurance(HouseCommand):
    """Close insurance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Peek(HouseCommand):
    """Look whether the hole card makes a blackjack; the answer only where the hole card is not known."""

    is_blackjack: bool | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectBust(HouseCommand):
    """Take the wagers on a bust hand."""

    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleSurrender(HouseCommand):
    """Take and return what a surrender costs."""

    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnHoleCard(HouseCommand):
    """Turn the hole card face up; the card only where the table does not know it."""

    card: Card | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipSecondCard(HouseCommand):
    """Deal no second card to the dealer, since nothing depends on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandDealer(HouseCommand):
    """The dealer takes no more cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleHand(HouseCommand):
    """Collect, return or pay the wagers on a hand."""

    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PaySuperBonus(HouseCommand):
    """Pay a super bonus after the round."""

    player: str
    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PayEnvy(HouseCommand):
    """Pay a player's envy for somebody else's super bonus."""

    player: str
    box: int
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Spin(HouseCommand):
    """Spin a wheel for a player (box 0: for everybody); the symbols come from the host."""

    box: int
    player: str
    wager: Wager
    symbols: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PayAward(HouseCommand):
    """Pay a part of a meter; what the meter shows comes from the meter itself."""

    box: int
    player: str
    wager: Wager
    line: str
    before: Cents | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PickUp(HouseCommand):
    """Pick up the cards and clear the layout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiveCards(HouseCommand):
    """Take decks that were brought to the table."""

    cards: tuple[Card, ...] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectCards(HouseCommand):
    """Look every card over for defects."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveTens(HouseCommand):
    """Take the 10-spots out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadCards(HouseCommand):
    """Spread the cards face up, each deck by suit and in sequence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCardsDown(HouseCommand):
    """Turn the spread cards face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WashCards(HouseCommand):
    """Mix the cards on the table; whether one showed its face, the host says."""

    is_exposed: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class StackCards(HouseCommand):
    """Stack the cards; whether one showed its face, the host says."""

    is_exposed: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetireCards(HouseCommand):
    """Take cards that have been in use for long enough off the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadIdleCards(HouseCommand):
    """Spread the cards of an idle table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeBatch(HouseCommand):
    """Put the spread cards into the shuffler and take its batch out; their new order comes from the host."""

    order: tuple[Card, ...] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DoShuffleStep(HouseCommand):
    """One step of a manual shuffle."""

    step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleCards(HouseCommand):
    """The shuffle is done; the order comes from the host."""

    order: tuple[Card, ...] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class StackPreshuffled(HouseCommand):
    """Stack cards that were delivered shuffled; the order comes from the host."""

    order: tuple[Card, ...] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CutForHouse(HouseCommand):
    """The dealer cuts, since no player will; where, the host says."""

    at: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignStack(HouseCommand):
    """Lay the whole stack along the side of the shoe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCoverCard(HouseCommand):
    """Put the cover card into the stack; deeper than the rules' least depth only where the host says so."""

    behind: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadShoe(HouseCommand):
    """Put the stack into the shoe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnCard(HouseCommand):
    """Burn a card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectShoe(HouseCommand):
    """Put discard rack and rest of the shoe together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReverseContribution(HouseCommand):
    """Take what returned wagers had added off a meter again; the meter says how many whole cents that is."""

    meter: str
    wagered: Cents
    amount: Cents | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawDecks(HouseCommand):
    """Take all cards off the table for good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BringDecks(HouseCommand):
    """Put new decks on the table in place of those withdrawn; the cards come from the host."""

    cards: tuple[Card, ...] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardExposed(HouseCommand):
    """Put the exposed card away that nobody takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReuseDiscards(HouseCommand):
    """Take the discard rack to be shuffled, since the shoe has run out in mid-round."""
