"""The words a rule set or an operator can choose between: procedures and policies that differ in kind."""

from __future__ import annotations

from enum import StrEnum


class DealtFrom(StrEnum):
    """Where cards come from."""

    SHOE = "shoe"
    HAND = "hand"


class MidShoeEntry(StrEnum):
    """Whether somebody who sat out a round may come in before the next shuffle. Decision: 0091."""

    ALLOWED = "allowed"
    BARRED = "barred"


class BarEnds(StrEnum):
    """What lets a barred person wager again."""

    OPERATOR_RELEASE = "operator_release"
    RESHUFFLE = "reshuffle"


class HoleCardProcedure(StrEnum):
    """How the dealer's second card is dealt and looked at. Decision: 0016."""

    NO_HOLE = "no_hole"
    HOLE_NO_PEEK = "hole_no_peek"
    HOLE_READER = "hole_reader"
    HOLE_PEEK = "hole_peek"


class DealOrder(StrEnum):
    """Who gets which of the initial cards when."""

    ALTERNATE = "alternate"
    """A card to each player, the dealer's up card, a second card to each player, the dealer's second."""
    PLAYERS_FIRST = "players_first"
    """Both cards to each player, then both of the dealer's."""


class RevealOrder(StrEnum):
    """When the dealer's up card and the bonus cards are turned face up."""

    AS_DEALT = "as_dealt"
    AFTER_DEAL = "after_deal"


class BlackjackPaid(StrEnum):
    """When a player's blackjack is paid. Decision: 0006."""

    AT_ONCE_IF_SAFE = "at_once_if_safe"
    """In its turn when the up card cannot make a blackjack, else at settlement."""
    END_OF_ROUND = "end_of_round"
    BEFORE_PEEK = "before_peek"


class TwentyOnePaid(StrEnum):
    """When any other 21 is paid. Decision: 0005."""

    SETTLEMENT = "settlement"
    AT_ONCE = "at_once"


class CollectBusts(StrEnum):
    """When the wager of a bust hand is taken. Decision: 0004."""

    IMMEDIATE = "immediate"
    END_OF_ROUND = "end_of_round"


class InsuranceCollect(StrEnum):
    """When lost insurance is taken. Decision: 0018."""

    READER = "reader"
    DISCLOSURE = "disclosure"


class SettlementProcedure(StrEnum):
    """In which order wagers are collected and paid at the end."""

    LOSERS_FIRST = "losers_first"
    POSITION_BY_POSITION = "position_by_position"


class SettleDirection(StrEnum):
    """From which end of the table. Decision: 0086."""

    FAR_RIGHT = "far_right"
    FAR_LEFT = "far_left"


class Soft17(StrEnum):
    """What the dealer does on a soft 17."""

    HIT = "hit"
    STAND = "stand"


class SplitTwoCard21(StrEnum):
    """What an ace and a face card are on a split hand. Decision: 0001."""

    ORDINARY21 = "ordinary21"
    MD_LITERAL_PUSH = "md_literal_push"
    MA_LITERAL_3TO2 = "ma_literal_3to2"


class DealerBjCollect(StrEnum):
    """What a late dealer blackjack takes from doubled and split wagers. Decision: 0015."""

    ORIGINAL_ONLY = "original_only"
    BUSTED_PLUS_ONE = "busted_plus_one"


class SuperBonusTiming(StrEnum):
    """When super bonus and envy are paid."""

    SETTLEMENT = "settlement"
    AFTER_ROUND = "after_round"


class MtdMandatory(StrEnum):
    """Which match-the-dealer wagers a base wager needs beside it. Decision: 0041."""

    NONE = "none"
    UP_CARD = "up_card"
    ALL = "all"


class MtdDownSettle(StrEnum):
    """When down card wagers are settled."""

    EXPOSURE = "exposure"
    BASE_GAME = "base_game"


class MtdSettle(StrEnum):
    """In how many passes match-the-dealer wagers are settled. Decision: 0037."""

    BY_POSITION = "by_position"
    LOSERS_THEN_WINNERS = "losers_then_winners"


class MtdSequence(StrEnum):
    """Whether the dealer goes through boxes or through bonus cards first."""

    BY_BOX = "by_box"
    BY_CARD = "by_card"


class SpinTrigger(StrEnum):
    """What wins the bonus spin wager."""

    BLACKJACK = "blackjack"
    ACE_OR_BLACKJACK = "ace_or_blackjack"


class SpinTiming(StrEnum):
    """When wheels are spun. Decision: 0059."""

    END_OF_ROUND = "end_of_round"


class SpinOrder(StrEnum):
    """In which order winners spin. Decision: 0059."""

    SETTLEMENT_ORDER = "settlement_order"


class JackpotType(StrEnum):
    """What stands behind a jackpot line."""

    PROGRESSIVE = "progressive"
    HOUSE = "house"
    CASH = "cash"
    MERCHANDISE = "merchandise"


class HotspotSelection(StrEnum):
    """Among which positions the hot spot is drawn. Decision: 0062."""

    ALL_POSITIONS = "all_positions"
    BETTORS_ONLY = "bettors_only"


class EquipmentVersion(StrEnum):
    """Match The Dealer jackpot equipment, oldest first."""

    V002 = "v002"
    V003 = "v003"
    V005T = "v005t"
    V006 = "v006"


class TopLines(StrEnum):
    """Which top lines a jackpot table carries. Decision: 0047."""

    STANDARD = "standard"
    ALT1 = "alt1"
    ALT2 = "alt2"


class After100pct(StrEnum):
    """What the next award of a round finds on the meter after a 100 % award. Decision: 0052."""

    RESEED = "reseed"
    ZERO = "zero"


class PercentagePayment(StrEnum):
    """How 10 % and 100 % awards reach the player."""

    HAND_PAY = "hand_pay"
    AT_TABLE = "at_table"


class SuitedMatchScope(StrEnum):
    """Between which cards Table 6 looks for its one suited match. Decision: 0051."""

    PLAYER_DEALER = "player_dealer"
    ANY_TWO_CARDS = "any_two_cards"


class ShuffleMethod(StrEnum):
    """How the cards are shuffled."""

    MANUAL = "manual"
    AUTOMATED_BATCH = "automated_batch"
    DIRECT_LOAD = "direct_load"
    CONTINUOUS = "continuous"


class ShuffleStep(StrEnum):
    """A step of a manual shuffle."""

    PLUG = "plug"
    RIFFLE = "riffle"
    TURN = "turn"
    STRIP = "strip"
    CUT = "cut"


class CutOrder(StrEnum):
    """Who is offered the cut after the first shuffle. Decisions: 0068, 0070."""

    COVER_CARD_SPOT = "cover_card_spot"
    ROTATING = "rotating"


class RecutPerson(StrEnum):
    """Who cuts again when a cut was improper."""

    LAST_CUTTER = "last_cutter"
    NEXT_ENTITLED = "next_entitled"


class RecutUntil(StrEnum):
    """Until when a recut may be ordered."""

    LOADING = "loading"
    FIRST_CARD = "first_card"


class IdleSpread(StrEnum):
    """How cards lie on an idle table."""

    FACE_DOWN = "face_down"
    FACE_UP = "face_up"


class Authority(StrEnum):
    """Who must confirm or order."""

    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SUPERVISOR = "supervisor"
    DEALER_AND_SUPERVISOR = "dealer_and_supervisor"


class TenSpotDisposal(StrEnum):
    """What becomes of a 10-spot card."""

    TORN = "torn"
    APPROVED_MANNER = "approved_manner"
    DESTROYED = "destroyed"


class SeveralTens(StrEnum):
    """What happens to the cards when more than one 10-spot is found. Decision: 0077."""

    WITHDRAW_DECKS = "withdraw_decks"
    RESHUFFLE = "reshuffle"


class UnusedCard(StrEnum):
    """Where a card goes that nobody may use."""

    DISCARD_RACK = "discard_rack"
    BURNED = "burned"


class ReaderFault(StrEnum):
    """What a broken card reader means for the game. Decision: 0084."""

    STOP = "stop"
    CONTINUE_WITHOUT = "continue_without"


class UnusableShuffler(StrEnum):
    """What must be done with a shuffler out of order before another method is used."""

    COVER_OR_SIGN = "cover_or_sign"
    REMOVE = "remove"
