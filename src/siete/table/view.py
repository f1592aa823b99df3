"""What each role may see of a table: built from what lies open, so that a hidden card is absent, not masked.

Nothing here copies the state and takes things away: each function names what it shows. Values are plain and
go into JSON as they stand; amounts are whole cents.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

from siete.cards import Card
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.due import Approval, Due, Waiting
from siete.table.legal import Template, legal
from siete.table.state.box import Bet, Box
from siete.table.state.hand import Hand, Stake
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.view_shapes import (
    AskView,
    BetView,
    BoxView,
    CountsView,
    DealerView,
    DueView,
    HandView,
    RoundView,
    StakeView,
    TableView,
    TotalView,
)
from siete.table.words import step_in_words


class Viewpoint(StrEnum):
    """The kinds of roles that view a table."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Role:
    """Who looks: a player by name, the dealer, a floorperson, or anybody."""

    place: Viewpoint
    name: str = ""

    @staticmethod
    def player(name: str) -> Role:
        """The player with this name."""
        return Role(Viewpoint.PLAYER, name)

    @property
    def is_house(self) -> bool:
        """Whether the house's books lie open to the role."""
        return self.place in (Viewpoint.DEALER, Viewpoint.FLOORPERSON)


DEALER, FLOORPERSON, PUBLIC = Role(Viewpoint.DEALER), Role(Viewpoint.FLOORPERSON), Role(Viewpoint.PUBLIC)


def view(state: TableState, rules: TableRules, role: Role) -> TableView:
    """What the role sees of the table now."""
    seen: TableView = {
        "role": role.place.value,
        "rules_hash": state.rules_hash,
        "rounds": state.rounds,
        "seats": {str(box): player for box, player in sorted(state.seats.items())},
        "racks": dict(sorted(state.racks.items())),
        "layout": state.layout,
        "cards": _counts(state),
        "due": _due(state, rules, role),
    }
    if state.round is not None:
        seen["round"] = _round(state.round)
    if role.is_house:
        seen["inventory"], seen["meters"] = state.inventory, state.meters
    if role.place is Viewpoint.PLAYER:
        seen["name"], seen["legal"] = role.name, [_template(each) for each in legal(state, rules, role.name)]
    return seen


def _counts(state: TableState) -> CountsView:
    """How many cards have been dealt, lie in the discard rack, and are left: piles that anybody can see."""
    counts: CountsView = {"dealt": state.dealt, "discards": len(state.discards)}
    if state.shoe is not None:
        counts["left"] = len(state.shoe) - state.dealt
    return counts


def _due(state: TableState, rules: TableRules, role: Role) -> DueView:
    """Who is asked what; the house's own next step is for those who carry it out."""
    due = next_due(state, rules)
    if isinstance(due, Waiting):
        asks: list[AskView] = [
            {"player": ask.player, "box": ask.box, "hand": ask.hand, "question": ask.question.value} for ask in due.asks
        ]
        return {"asks": asks, "clause": due.clause}
    if isinstance(due, Due | Approval) and role.is_house:
        return {"step": _command(due.command), "words": step_in_words(due.command), "clause": due.clause}
    return {}


def _command(command: c.Command) -> Plain:
    """A command as it can be sent: what the host would bring to it is never in a step that is due."""
    values = {each.name: _plain(getattr(command, each.name)) for each in fields(command) if each.compare}
    return {"command": type(command).__name__, **values}


def _template(template: Template) -> Plain:
    limits = {"least": template.least, "most": template.most, "step": template.step} if template.step else {}
    return {**_command(template.command), **limits}


# --- the round -------------------------------------------------------------------------------------------------


def _round(current: Round) -> RoundView:
    return {
        "number": current.number,
        "are_wagers_closed": current.are_wagers_closed,
        "dealer": dealer_view(current),
        "bonus_cards": [] if current.are_bonus_cards_hidden else _cards(current.bonus_cards),
        "insurance": current.insurance.value,
        "boxes": [_box(box) for box in current.boxes],
        "awards": [
            {"box": each.box, "player": each.player, "wager": each.wager.value, "line": each.line}
            for each in current.awards
        ],
        "super_bonuses": [{"box": box, "hand": hand} for box, hand in current.super_bonuses],
    }


def dealer_view(current: Round) -> DealerView:
    """The dealer's cards that lie face up, how many lie face down, and what a look under the up card showed."""
    is_down = [
        (place == 0 and current.is_up_hidden) or (place == 1 and current.is_hole_hidden)
        for place in range(len(current.dealer))
    ]
    shown = [card for card, down in zip(current.dealer, is_down, strict=True) if not down]
    seen: DealerView = {"cards": _cards(shown), "face_down": sum(is_down), "is_done": current.are_dealer_cards_done}
    if current.peek is not None:
        seen["peek"] = current.peek
    return seen


def _box(box: Box) -> BoxView:
    """A box as anybody sees it; most stay as they are while one is played, and keep their view."""
    kept = box.answers.get("view")
    if not isinstance(kept, _KeptBox):
        kept = box.answers["view"] = _KeptBox(_new_box(box))
    return kept.view


@dataclass(frozen=True, slots=True)
class _KeptBox:
    view: BoxView


def _new_box(box: Box) -> BoxView:
    return {
        "number": box.number,
        "decider": box.decider,
        "bettors": [{"player": player, "amount": amount} for player, amount in box.originals],
        "hands": [_hand(hand) for hand in box.hands],
        "bets": [_bet(bet) for bet in box.bets],
    }


def _hand(hand: Hand) -> HandView:
    total: TotalView = {"total": hand.total.total, "is_soft": hand.total.is_soft} if hand.cards else {}
    return {
        "cards": _cards(hand.cards),
        **total,
        "status": hand.status.value,
        "is_blackjack": hand.is_blackjack,
        "is_split": hand.is_split,
        "is_held": hand.is_held,
        "is_removed": hand.is_removed,
        "doublings": hand.doublings,
        "sideways": list(hand.sideways),
        "awaits": hand.awaits,
        "stakes": [_stake(stake) for stake in hand.stakes],
    }


def _stake(stake: Stake) -> StakeView:
    seen: StakeView = {
        "player": stake.player,
        "amount": stake.amount,
        "doubles": list(stake.doubles),
        "is_open": stake.is_open,
    }
    if stake.coupon:
        seen["coupon"] = stake.coupon
    return seen


def _bet(bet: Bet) -> BetView:
    seen: BetView = {
        "player": bet.player,
        "wager": bet.wager.value,
        "amount": bet.amount,
        "is_open": bet.is_open,
        "is_taken": bet.is_taken,
    }
    if bet.coupon:
        seen["coupon"] = bet.coupon
    return seen


def _cards(cards: tuple[Card, ...] | list[Card]) -> list[str]:
    return [str(card) for card in cards]


# --- events ----------------------------------------------------------------------------------------------------


def event_view(event: e.Event, role: Role) -> Plain | None:
    """What the role learns from an event; None where it learns nothing, not even that it happened."""
    shown = _SHOWN.get(type(event))
    if shown is None or (type(event) in _HOUSE_ONLY and not role.is_house):
        return None
    if isinstance(event, e.CardDealt) and not event.is_face_up:
        shown = ("box", "hand", "is_face_up", "is_bonus")
    values = {name: _plain(getattr(event, name)) for name in ("clause", *shown)}
    return {"event": type(event).__name__, **values}


def _plain(value: object) -> object:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value.value if isinstance(value, StrEnum | Wager) else value


_HAND = ("box", "hand")
_BETTOR = ("player", "box")
_WAGER = ("player", "box", "wager", "amount")
_ON_HAND = ("player", "box", "hand", "amount")
_SIGNED = ("change", "by", "second", "reason")
_SETTLED = ("player", "box", "hand", "wager", "amount", "line")

_SHOWN: dict[type[e.Event], tuple[str, ...]] = {
    e.TableOpened: ("rules_hash", "rules"),
    e.ShoeLoaded: (),
    e.ChipsBrought: ("player", "amount"),
    e.PlayerSeated: _BETTOR,
    e.ChipsTakenAway: ("player", "amount"),
    e.PlayerLeft: ("player",),
    e.RoundStarted: ("number", "rules_hash"),
    e.WagerPlaced: _WAGER,
    e.WagerWithdrawn: _WAGER,
    e.WagerCalled: _WAGER,
    e.CallTakenBack: _BETTOR,
    e.WagerConfirmed: (*_BETTOR, "by"),
    e.CashConverted: ("player", "amount"),
    e.BettorAdmitted: ("bettor", "box"),
    e.CouponPlaced: (*_BETTOR, "wager", "worth"),
    e.CouponPaid: (*_SETTLED, "worth"),
    e.CouponCollected: (*_BETTOR, "hand", "wager", "worth"),
    e.CouponReturned: (*_BETTOR, "hand", "wager", "worth"),
    e.WagersClosed: (),
    e.WagerTaken: _WAGER,
    e.ContributionMade: ("meter", "amount"),
    e.CardDealt: ("box", "hand", "is_face_up", "is_bonus", "card", "total"),
    e.Announced: ("words",),
    e.CardsTurned: ("is_hole", "card"),
    e.BonusCardsTurned: ("cards",),
    e.BlackjackAnnounced: ("box",),
    e.BlackjackHeld: ("box", "is_held"),
    e.InsuranceOffered: (),
    e.InsuranceDeclined: _BETTOR,
    e.InsuranceClosed: (),
    e.HoleCardChecked: ("is_blackjack",),
    e.HitAsked: _HAND,
    e.HandStood: _HAND,
    e.WagerDoubled: _ON_HAND,
    e.DoubleAsked: _HAND,
    e.BettorAnswered: (*_BETTOR, "hand"),
    e.HandSplit: _HAND,
    e.SplitFunded: _ON_HAND,
    e.SplitRidden: (*_BETTOR, "hand", "rides"),
    e.HandSurrendered: _HAND,
    e.WagerRescued: _ON_HAND,
    e.WagerPaid: _SETTLED,
    e.WagerReturned: (*_SETTLED, "closes"),
    e.WagerCollected: (*_SETTLED, "closes"),
    e.SuperBonusWon: _HAND,
    e.SuperBonusPaid: _ON_HAND,
    e.EnvyPaid: _ON_HAND,
    e.WheelSpun: (*_BETTOR, "wager", "symbols", "line"),
    e.AwardWon: (*_BETTOR, "wager", "line"),
    e.AwardPaid: (*_BETTOR, "wager", "line", "meter", "before", "amount"),
    e.HandRemoved: _HAND,
    e.MatchesSettled: (),
    e.SecondCardSkipped: (),
    e.DealerStood: ("total",),
    e.CardsPickedUp: ("cards",),
    e.RoundEnded: ("number",),
    e.SuperBonusAlerted: ("box",),
    e.PaymentInstructed: ("box", "hand", "what", "by"),
    e.HandPayFlagged: (*_BETTOR, "amount", "by"),
    e.PrizeHandedOver: (*_BETTOR, "wager", "line", "prize", "worth"),
    e.SeatButtonPressed: _BETTOR,
    e.TablePrepared: ("at", "by"),
    e.TimeTold: ("at",),
    e.ItemSigned: ("item", "by"),
    e.ReaderInspected: ("by",),
    e.TableOpenedForPlay: ("by",),
    e.TableClosed: ("by", "count"),
    e.CardsReceived: (),
    e.CardsInspected: ("by",),
    e.TensRemoved: ("cards",),
    e.CardsVerified: ("by",),
    e.TensDisposed: ("cards", "how", "by"),
    e.CardsReturned: ("count", "by"),
    e.CardsSpread: ("columns",),
    e.CardsLookedOver: ("player",),
    e.CardsTurnedDown: (),
    e.CardsWashed: (),
    e.CardExposed: (),
    e.CardsRetired: ("count",),
    e.IdleCardsSpread: ("is_face_up",),
    e.CardsTurnedUp: ("player",),
    e.PlayerReturned: ("player",),
    e.BatchStored: (),
    e.BatchSpreadAsked: ("player",),
    e.BatchChanged: (),
    e.CardsReady: ("is_preshuffled", "first"),
    e.ShuffleStepDone: ("step",),
    e.CardsShuffled: (),
    e.PreshuffledStacked: (),
    e.CutRefused: ("player",),
    e.CardsCut: ("cutter", "at"),
    e.RecutOrdered: ("by",),
    e.StackAligned: (),
    e.CoverCardPlaced: ("behind",),
    e.StackLoaded: ("burns",),
    e.CardBurned: (),
    e.BurnCardShown: ("player", "card"),
    e.DealerCame: ("dealer", "burns"),
    e.CoverCardReached: ("box",),
    e.PlayerLetIn: ("player", "by"),
    e.ReshuffleOrdered: ("by",),
    e.ShoeCollected: ("count",),
    e.FaceUpCardFound: ("card",),
    e.TenDisposed: ("card", "how", "by"),
    e.RoundVoided: ("reason", "reversals", "drops_awards"),
    e.TakenWagerReturned: _WAGER,
    e.PaymentReversed: _WAGER,
    e.ContributionReversed: ("meter", "amount"),
    e.DecksCondemned: (),
    e.DecksWithdrawn: ("count",),
    e.CardDrawnUnexposed: (),
    e.CardSeen: ("card", *_HAND),
    e.SeenCardAccepted: _HAND,
    e.SeenCardRefused: _HAND,
    e.SeenCardUnused: ("card", "how"),
    e.CardOverdrawn: ("card", "how"),
    e.DealerCardMissed: (),
    e.SecondCardMissed: ("box",),
    e.SecondCardWanted: ("box",),
    e.RequestPassed: _HAND,
    e.LateCardWanted: _HAND,
    e.HandDied: _HAND,
    e.ReversalsDue: ("reversals",),
    e.HoleCardExposed: ("by", "is_seen"),
    e.HoleCardMisread: ("by", "is_readable"),
    e.PlayContinued: (),
    e.ReaderFailed: ("goes_on",),
    e.ReaderRepaired: ("by",),
    e.ShufflerJammed: (),
    e.ShufflerFailed: (),
    e.ShufflerSetAside: ("how", "by"),
    e.ShufflerRepaired: ("by",),
    e.DiscardsReused: ("count",),
    e.ApprovalRefused: ("command", "point", "by", "reason"),
    e.RulesChanged: ("rules_hash", "rules", *_SIGNED),
    e.CorrectionPaid: ("player", "amount", "round", *_SIGNED),
    e.CorrectionTaken: ("player", "amount", "round", *_SIGNED),
}
"""The fields of each event that may be seen, the clause aside; an event that is not named here is seen by nobody."""

_HOUSE_ONLY: frozenset[type[e.Event]] = frozenset({e.SuperBonusAlerted, e.ApprovalRefused})
"""Events that only the house learns of."""
