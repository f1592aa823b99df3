"""TableRules: every effective value of one table, frozen, with its clause and its hash.

A field's name is the parameter's name everywhere: in rule set files, submissions, `--set`, JSON and code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cache, cached_property
from hashlib import sha256
from typing import Any

from siete.cards import Rank
from siete.money import Cents, Chips, Odds, Rounding
from siete.rules import options, stored_rules, value_kinds
from siete.rules.checklist import CheckItem
from siete.rules.own_parameters import is_own
from siete.rules.parameter import Parameter, Section, parameter
from siete.rules.paytable import Paytable, Wheel
from siete.rules.paytable_lines import SuperBonusShape
from siete.rules.steps import Step
from siete.rules.value_kinds import (
    BOOL,
    CENTS,
    CLOCK,
    COUNT,
    ODDS,
    PAYTABLE,
    RANKS,
    RATE,
    TEXT,
    WHEEL,
    optional,
    series,
)

HASH_PREFIX = b"siete-rules/1\n"

_T, _C, _SH, _D = Section.TABLE, Section.CARDS, Section.SHUFFLE, Section.DEAL
_I, _SU, _P, _PAY = Section.INSURANCE, Section.SURRENDER, Section.PLAY, Section.PAYOUTS
_SB, _M, _SP, _X = Section.SUPER_BONUS, Section.MATCH_THE_DEALER, Section.BONUS_SPIN, Section.XTREME_16
_J, _IR = Section.JACKPOT, Section.IRREGULARITIES
_word = value_kinds.choice
_OFF: dict[str, Any] = {"absent": None}
_SECOND_SPIN: dict[str, Any] = {"needs": "spin_both", "absent": None, "as_before": None}


@dataclass(frozen=True, kw_only=True)
class TableRules:
    """All that decides how one table is played. Equal values make equal rules, whatever their clauses.

    `siete.table_rules` makes them; a value is a field, and `clause` tells where it comes from.

    >>> import siete
    >>> rules = siete.table_rules("md")
    >>> rules.dealer_soft17.value, rules.clause("dealer_soft17")
    ('stand', 'MD-7.M')
    """

    rule_set: str = parameter(_T, TEXT, "rule set in force")
    live: bool = parameter(_T, BOOL, "declared live: no seeds, no invented wheels")
    decks: int = parameter(_T, COUNT, "decks in play")
    positions: int = parameter(_T, COUNT, "betting positions")
    max_boxes_per_player: int = parameter(_T, COUNT, "boxes one player may wager on")
    boxes_adjacent: bool = parameter(_T, BOOL, "a player's boxes must be adjacent")
    max_bettors_per_box: int = parameter(_T, COUNT, "people who may wager on one box")
    table_min: Cents = parameter(_T, CENTS, "smallest base wager")
    table_max: Cents = parameter(_T, CENTS, "largest base wager")
    chip_denominations: Chips = parameter(_T, value_kinds.CHIPS, "chips at the table")
    rounding_mode: Rounding = parameter(_T, _word(Rounding), "payouts that chips cannot make")
    payout_limit_per_hand: Cents | None = parameter(_T, optional(CENTS), "posted payout limit per hand")
    handpay_threshold: Cents = parameter(_T, CENTS, "payouts from here on are flagged for hand pay")
    mid_shoe_entry: options.MidShoeEntry = parameter(_T, _word(options.MidShoeEntry), "entering in mid-shoe")
    mid_shoe_bar_ends: tuple[options.BarEnds, ...] = parameter(
        _T, series(_word(options.BarEnds)), "a bar on entering ends at"
    )
    match_play_coupons: bool = parameter(_T, BOOL, "match play coupons accepted")
    verbal_wager_confirmed_by: options.Authority = parameter(_T, _word(options.Authority), "verbal wagers confirmed by")

    cards_per_deck: int = parameter(_C, COUNT, "cards in a deck")
    cover_cards: int = parameter(_C, COUNT, "cover cards")
    dealt_from: options.DealtFrom = parameter(_C, _word(options.DealtFrom), "cards dealt from")
    card_change_interval_h: int = parameter(_C, COUNT, "hours after which cards are changed")
    gaming_day_start: str = parameter(_C, CLOCK, "start of the gaming day")

    shuffle_method: options.ShuffleMethod = parameter(_SH, _word(options.ShuffleMethod), "shuffle")
    continuous_device_approved: bool = parameter(_SH, BOOL, "continuous device approved", absent=False)
    preshuffled_cards: bool = parameter(_SH, BOOL, "cards delivered inspected and shuffled", absent=False)
    manual_shuffle_script: tuple[options.ShuffleStep, ...] = parameter(
        _SH, series(_word(options.ShuffleStep)), "steps of a manual shuffle"
    )
    shuffle_steps_prescribed: bool = parameter(_SH, BOOL, "steps of a manual shuffle are prescribed", absent=False)
    own_shuffle_approved: bool = parameter(_SH, BOOL, "operator's own shuffle procedure approved", absent=False)
    shuffler_batches: int = parameter(
        _SH, COUNT, "batches that a batch shuffler works with, in turn", absent=1, as_before=1
    )
    reshuffle_any_round: bool = parameter(_SH, BOOL, "a reshuffle may be ordered after any round")
    cut_after_automated: bool = parameter(_SH, BOOL, "cards are cut after an automated shuffle")
    cut_order: options.CutOrder = parameter(_SH, _word(options.CutOrder), "cut offered to")
    cut_min_cards_from_end: int = parameter(_SH, COUNT, "cards between a cut and either end, at least")
    cover_card_depth: Fraction = parameter(_SH, RATE, "part of the stack behind the cover card")
    penetration: Fraction = parameter(_SH, RATE, "part dealt where no cover card is cut in")
    recut_person: options.RecutPerson = parameter(_SH, _word(options.RecutPerson), "recut by")
    recut_until: options.RecutUntil = parameter(_SH, _word(options.RecutUntil), "recut may be ordered until")
    recut_ordered_by: options.Authority = parameter(_SH, _word(options.Authority), "recut ordered by")
    burn_on_load: int = parameter(_SH, COUNT, "cards burned when the shoe is loaded")
    burn_new_dealer: int = parameter(_SH, COUNT, "cards burned by a new dealer")
    burn_disclose_on_request: bool = parameter(_SH, BOOL, "burn card shown on request")
    idle_spread: options.IdleSpread = parameter(_SH, _word(options.IdleSpread), "cards on an idle table lie")
    idle_timeout: int = parameter(_SH, COUNT, "minutes without a wager until a table is idle")

    hole_card_procedure: options.HoleCardProcedure = parameter(
        _D, _word(options.HoleCardProcedure), "dealer's second card"
    )
    reader_reveals_to_players: bool = parameter(_D, BOOL, "reader could show the hole card to a player", absent=False)
    peek_up_cards: tuple[Rank, ...] = parameter(_D, RANKS, "up cards under which the dealer looks")
    deal_order: options.DealOrder = parameter(_D, _word(options.DealOrder), "order of the initial cards")
    reveal_order: options.RevealOrder = parameter(_D, _word(options.RevealOrder), "cards turned face up")
    blackjack_paid: options.BlackjackPaid = parameter(_D, _word(options.BlackjackPaid), "a player's blackjack is paid")
    twenty_one_paid: options.TwentyOnePaid = parameter(_D, _word(options.TwentyOnePaid), "any other 21 is paid")
    collect_busts: options.CollectBusts = parameter(_D, _word(options.CollectBusts), "bust wagers are collected")
    settlement_procedure: options.SettlementProcedure = parameter(
        _D, _word(options.SettlementProcedure), "order of settlement"
    )
    settle_direction: options.SettleDirection = parameter(_D, _word(options.SettleDirection), "settlement starts")

    insurance_up_cards: tuple[Rank, ...] = parameter(_I, RANKS, "up cards against which insurance is offered")
    insurance_share: Fraction = parameter(_I, RATE, "insurance at most this part of the wager")
    insurance_round_up: bool = parameter(_I, BOOL, "insurance may be rounded up to the next chip unit")
    insurance_after_paid_blackjack: bool = parameter(_I, BOOL, "open to players paid on a blackjack")
    insurance_pays: Odds = parameter(_I, ODDS, "insurance pays")
    insurance_collect: options.InsuranceCollect = parameter(
        _I, _word(options.InsuranceCollect), "lost insurance collected at"
    )

    surrender_offered: bool = parameter(_SU, BOOL, "surrender as the first decision")
    surrender_share: Fraction = parameter(_SU, RATE, "part of the wager lost by surrender")
    surrender_parked_up_cards: tuple[Rank, ...] = parameter(_SU, RANKS, "up cards against which a surrender waits")

    dealer_soft17: options.Soft17 = parameter(_P, _word(options.Soft17), "dealer on soft 17")
    hit_soft21: bool = parameter(_P, BOOL, "a soft 21 may be hit")
    double_soft21: bool = parameter(_P, BOOL, "a soft 21 may be doubled")
    double_blackjack: bool = parameter(_P, BOOL, "a blackjack may be doubled")
    double_min_cards: int = parameter(_P, COUNT, "cards a hand needs to be doubled")
    double_for_less: bool = parameter(_P, BOOL, "double for less")
    double_min: Cents | None = parameter(_P, optional(CENTS), "smallest double (none: the smallest chip)")
    double_double: bool = parameter(_P, BOOL, "double-double down")
    max_doublings: int = parameter(_P, COUNT, "doublings of one hand")
    dd_cap: Cents | None = parameter(_P, optional(CENTS), "largest double-double", needs="double_double", **_OFF)
    rescue: bool = parameter(_P, BOOL, "rescue of a doubled hand")
    max_additional_splits: int = parameter(_P, COUNT, "splits after the first")
    max_additional_splits_aces: int = parameter(_P, COUNT, "splits after the first, aces")
    split_aces_draw: bool = parameter(_P, BOOL, "split aces may be hit and doubled")
    split_two_card_21: options.SplitTwoCard21 = parameter(
        _P, _word(options.SplitTwoCard21), "ace and face card on a split hand"
    )

    win_pays: Odds = parameter(_PAY, ODDS, "a winning hand pays")
    blackjack_pays: Odds = parameter(_PAY, ODDS, "a blackjack pays")
    bonus_21: Paytable = parameter(_PAY, PAYTABLE, "bonus 21")
    bonus_on_doubled: bool = parameter(_PAY, BOOL, "bonus 21 on doubled hands")
    bonus_on_split: bool = parameter(_PAY, BOOL, "bonus 21 on split hands")
    undoubled_bettor_keeps_bonus: bool = parameter(
        _PAY, BOOL, "a bettor who did not double keeps bonus odds", absent=True
    )
    dealer_bj_collect: options.DealerBjCollect = parameter(
        _PAY, _word(options.DealerBjCollect), "a late dealer blackjack collects"
    )

    super_bonus_shape: SuperBonusShape = parameter(_SB, _word(SuperBonusShape), "super bonus hand")
    super_bonus_wager: bool = parameter(_SB, BOOL, "needs a wager of its own")
    super_bonus_tiers: tuple[tuple[Cents, Cents], ...] = parameter(
        _SB, series(series(CENTS, length=2)), "super bonus by wager (from, pays)"
    )
    super_bonus_on_doubled: bool = parameter(_SB, BOOL, "super bonus on doubled hands")
    super_bonus_on_split: bool = parameter(_SB, BOOL, "super bonus on split hands")
    envy_pays: Cents = parameter(_SB, CENTS, "envy bonus to every other player")
    envy_per_super_bonus: bool = parameter(_SB, BOOL, "one envy for each super bonus of somebody else")
    envy_requires_paid_super: bool = parameter(_SB, BOOL, "envy only when a super bonus is paid")
    super_bonus_paid: options.SuperBonusTiming = parameter(
        _SB, _word(options.SuperBonusTiming), "super bonus and envy paid"
    )

    mtd_offered: bool = parameter(_M, BOOL, "match the dealer")
    mtd_configuration: int = parameter(_M, COUNT, "configuration", needs="mtd_offered", absent=0)
    mtd_down_card: bool = parameter(_M, BOOL, "down card wager", needs="mtd_offered", absent=False)
    mtd_bonus_cards: int = parameter(_M, COUNT, "bonus cards", needs="mtd_offered", absent=0)
    mtd_min: Cents | None = parameter(_M, CENTS, "smallest wager", needs="mtd_offered", **_OFF)
    mtd_max: Cents | None = parameter(_M, CENTS, "largest wager", needs="mtd_offered", **_OFF)
    mtd_max_by_base: bool = parameter(_M, BOOL, "never above the base wager", needs="mtd_offered", absent=False)
    mtd_odds: value_kinds.MatchOdds | None = parameter(
        _M, value_kinds.MATCH_ODDS, "each match pays", needs="mtd_offered", **_OFF
    )
    mtd_settle: options.MtdSettle | None = parameter(
        _M, _word(options.MtdSettle), "settled", needs="mtd_offered", **_OFF
    )
    mtd_mandatory: options.MtdMandatory | None = parameter(
        _M, _word(options.MtdMandatory), "required beside a base wager", needs="mtd_offered", **_OFF
    )
    mtd_down_settle: options.MtdDownSettle | None = parameter(
        _M, _word(options.MtdDownSettle), "down card wagers settled at", needs="mtd_offered", **_OFF
    )
    mtd_sequence: options.MtdSequence | None = parameter(
        _M, _word(options.MtdSequence), "sequence of bonus card wagers", needs="mtd_offered", **_OFF
    )

    spin_offered: bool = parameter(_SP, BOOL, "bonus spin", absent=False)
    spin_trigger: options.SpinTrigger | None = parameter(
        _SP, _word(options.SpinTrigger), "won by", needs="spin_offered", **_OFF
    )
    spin_wager: Cents | None = parameter(_SP, CENTS, "wager", needs="spin_offered", **_OFF)
    spin_ace_pays: Cents | None = parameter(_SP, CENTS, "an ace without blackjack pays", needs="spin_offered", **_OFF)
    spin_paytable: str | None = parameter(_SP, TEXT, "paytable", needs="spin_offered", **_OFF)
    spin_community: str | None = parameter(_SP, TEXT, "community pay table", needs="spin_offered", **_OFF)
    spin_pays: Paytable | None = parameter(_SP, PAYTABLE, "wheel symbols pay", needs="spin_offered", **_OFF)
    spin_wheel: Wheel | None = parameter(_SP, WHEEL, "wheel weights", needs="spin_offered", **_OFF)
    spin_stake_returned: bool = parameter(_SP, BOOL, "wager returned with a prize", needs="spin_offered", absent=False)
    spin_timing: options.SpinTiming | None = parameter(
        _SP, _word(options.SpinTiming), "wheel spun at", needs="spin_offered", **_OFF
    )
    spin_order: options.SpinOrder | None = parameter(
        _SP, _word(options.SpinOrder), "winners spin in", needs="spin_offered", **_OFF
    )
    spin_both: bool = parameter(
        _SP, BOOL, "the wager's other size is offered too", needs="spin_offered", absent=False, as_before=False
    )
    second_spin_wager: Cents | None = parameter(_SP, CENTS, "other size: wager", **_SECOND_SPIN)
    second_spin_paytable: str | None = parameter(_SP, TEXT, "other size: paytable", **_SECOND_SPIN)
    second_spin_community: str | None = parameter(_SP, TEXT, "other size: community pay table", **_SECOND_SPIN)
    second_spin_pays: Paytable | None = parameter(_SP, PAYTABLE, "other size: wheel symbols pay", **_SECOND_SPIN)
    second_spin_wheel: Wheel | None = parameter(_SP, WHEEL, "other size: wheel weights", **_SECOND_SPIN)
    second_spin_jackpot: options.JackpotType | None = parameter(
        _SP, _word(options.JackpotType), "other size: type of jackpot", **_SECOND_SPIN
    )
    second_spin_prize: str | None = parameter(_SP, optional(TEXT), "other size: fixed prize in words", **_SECOND_SPIN)
    second_spin_seed: Cents | None = parameter(_SP, CENTS, "other size: meter starts at", **_SECOND_SPIN)
    second_spin_reset: Cents | None = parameter(_SP, CENTS, "other size: meter resets to", **_SECOND_SPIN)
    second_spin_increment: Fraction | None = parameter(
        _SP, RATE, "other size: each wager adds to the meter", **_SECOND_SPIN
    )
    second_spin_reserve: Fraction | None = parameter(
        _SP, RATE, "other size: each wager adds to the reserve", **_SECOND_SPIN
    )
    second_spin_cap: Cents | None = parameter(_SP, optional(CENTS), "other size: meter stops at", **_SECOND_SPIN)

    xtreme_offered: bool = parameter(_X, BOOL, "xtreme 16", absent=False)
    xtreme_wager: Cents | None = parameter(_X, CENTS, "wager", needs="xtreme_offered", **_OFF)
    xtreme_pays: Paytable | None = parameter(_X, PAYTABLE, "hot spot symbols pay", needs="xtreme_offered", **_OFF)
    xtreme_community_pays: Paytable | None = parameter(
        _X, PAYTABLE, "every bettor wins", needs="xtreme_offered", **_OFF
    )
    xtreme_community: str | None = parameter(_X, TEXT, "community pay table", needs="xtreme_offered", **_OFF)
    xtreme_wheel: Wheel | None = parameter(_X, WHEEL, "hot spot weights", needs="xtreme_offered", **_OFF)
    xtreme_community_wheel: Wheel | None = parameter(_X, WHEEL, "community weights", needs="xtreme_offered", **_OFF)
    xtreme_hotspot_selection: options.HotspotSelection | None = parameter(
        _X, _word(options.HotspotSelection), "hot spot drawn among", needs="xtreme_offered", **_OFF
    )
    xtreme_meter_seed: tuple[Cents, Cents] | None = parameter(
        _X, series(CENTS, length=2), "meters start at (primary, secondary)", needs="xtreme_offered", **_OFF
    )
    xtreme_meter_reset: tuple[Cents, Cents] | None = parameter(
        _X, series(CENTS, length=2), "meters reset to", needs="xtreme_offered", **_OFF
    )
    xtreme_meter_increment: tuple[Fraction, Fraction] | None = parameter(
        _X, series(RATE, length=2), "each wager adds to the meters", needs="xtreme_offered", **_OFF
    )

    jackpot_games: int = parameter(_J, COUNT, "jackpot games", absent=0)
    equipment_version: options.EquipmentVersion | None = parameter(
        _J, _word(options.EquipmentVersion), "equipment", needs="jackpot_games", **_OFF
    )
    jackpot_type: options.JackpotType | None = parameter(_J, _word(options.JackpotType), "type of jackpot", **_OFF)
    jackpot_prize: str | None = parameter(_J, optional(TEXT), "fixed prize in words", **_OFF)
    jackpot_wager: tuple[Cents, ...] = parameter(
        _J, series(CENTS), "wager of each game", needs="jackpot_games", absent=()
    )
    jackpot_paytable: tuple[str, ...] = parameter(
        _J, series(TEXT), "paytable of each game", needs="jackpot_games", absent=()
    )
    table3_top: options.TopLines | None = parameter(
        _J, _word(options.TopLines), "top lines of Table 3", needs="jackpot_games", **_OFF
    )
    table4_top: options.TopLines | None = parameter(
        _J, _word(options.TopLines), "top lines of Table 4", needs="jackpot_games", **_OFF
    )
    jackpot_pays: tuple[Paytable, ...] = parameter(
        _J, series(PAYTABLE), "each game pays", needs="jackpot_games", absent=()
    )
    dollar_prize_four_of_a_rank: value_kinds.DollarPrize | None = parameter(
        _J, value_kinds.PRIZE, "$ prize, Table 4a four of a rank", needs="jackpot_games", **_OFF
    )
    dollar_prize_two_suited: value_kinds.DollarPrize | None = parameter(
        _J, value_kinds.PRIZE, "$ prize, Table 5 two suited matches", needs="jackpot_games", **_OFF
    )
    dollar_prize_three_suited: value_kinds.DollarPrize | None = parameter(
        _J, value_kinds.PRIZE, "$ prize, three-card suited match", needs="jackpot_games", **_OFF
    )
    t4a_top_keeps_fixed: bool = parameter(
        _J, BOOL, "Table 4a top line keeps fixed pays", needs="jackpot_games", absent=True
    )
    t6_suited_match_scope: options.SuitedMatchScope | None = parameter(
        _J, _word(options.SuitedMatchScope), "Table 6 suited match between", needs="jackpot_games", **_OFF
    )
    house_jackpot_pays_each: bool = parameter(
        _J, BOOL, "a house jackpot pays each winner", needs="jackpot_games", absent=True
    )
    after_100pct: options.After100pct | None = parameter(
        _J, _word(options.After100pct), "meter after a 100% award", needs="jackpot_games", **_OFF
    )
    percentage_payment: options.PercentagePayment | None = parameter(
        _J, _word(options.PercentagePayment), "10% and 100% awards paid by", needs="jackpot_games", **_OFF
    )
    meter_seed: Cents | None = parameter(_J, CENTS, "meter starts at", **_OFF)
    meter_reset: Cents | None = parameter(_J, CENTS, "meter resets to", **_OFF)
    second_meter_seed: Cents | None = parameter(
        _J, optional(CENTS), "second game's meter starts at (none: as the first)", as_before=None, **_OFF
    )
    second_meter_reset: Cents | None = parameter(
        _J, optional(CENTS), "second game's meter resets to (none: to its start)", as_before=None, **_OFF
    )
    meter_increment: Fraction | None = parameter(_J, RATE, "each wager adds to the meter", **_OFF)
    reserve_increment: Fraction | None = parameter(_J, RATE, "each wager adds to the reserve", **_OFF)
    meter_cap: Cents | None = parameter(_J, optional(CENTS), "meter stops at", **_OFF)
    meter_link: str | None = parameter(_J, optional(TEXT), "meter shared under the name", **_OFF)

    ten_spot_disposal: options.TenSpotDisposal = parameter(_IR, _word(options.TenSpotDisposal), "a 10-spot found is")
    several_tens: options.SeveralTens = parameter(
        _IR, _word(options.SeveralTens), "several 10-spots: round void, cards"
    )
    refused_card: options.UnusedCard = parameter(_IR, _word(options.UnusedCard), "an exposed card nobody takes is")
    overdrawn_card: options.UnusedCard = parameter(_IR, _word(options.UnusedCard), "a card the dealer overdraws is")
    reader_fault: options.ReaderFault = parameter(_IR, _word(options.ReaderFault), "card reader out of order")
    reader_error_told_to: options.Authority = parameter(
        _IR, _word(options.Authority), "reader used by mistake: told to"
    )
    unusable_shuffler: options.UnusableShuffler = parameter(_IR, _word(options.UnusableShuffler), "unusable shuffler")
    void_reverses_settled_sidebets: bool = parameter(_IR, BOOL, "a void round reverses settled side wagers")

    own: Mapping[str, Any] = field(default_factory=dict)
    """What side wagers have declared for themselves, by dotted name: `lucky-pair.wager`."""
    own_parameters: Mapping[str, Parameter] = field(default_factory=dict, compare=False, repr=False)
    """What each of these is."""
    retired: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """Stored values of parameters that there are no longer; nothing reads them, and the hash covers them."""
    clauses: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)
    """The clauses each value rests on, by parameter."""
    steps: Mapping[Step, str] = field(default_factory=dict, compare=False, repr=False)
    """The clause that orders each step of a round, or allows each decision."""
    checklist: tuple[CheckItem, ...] = field(default=(), compare=False, repr=False)
    """What must be signed for before a table opens."""
    origins: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Where each value came from: `fixed` by the rule set, `default`, `operator`, `absent`, or `without effect`
    (written for an offer that is off)."""

    def value(self, name: str) -> Any:
        """The value of a parameter by its name; None where no side wager has declared it."""
        return self.own.get(name) if is_own(name) else getattr(self, name)

    def clause(self, name: str) -> str:
        """The first clause a parameter rests on; empty when its rule set has none."""
        return next(iter(self.clauses.get(name, ())), "")

    def clause_of(self, step: Step) -> str:
        """The clause that orders a step or allows a decision; empty where the rule set has none."""
        return self.steps.get(step, "")

    def clause_or_step(self, name: str, step: Step) -> str:
        """The clause of a parameter or, where its rule set has none, the one that orders the step it belongs to."""
        return self.clause(name) or self.clause_of(step)

    @cached_property
    def canonical_json(self) -> str:
        """The effective values, sorted and bare: what a table stores, and all that a stored round needs."""
        return stored_rules.to_text(self.items(), self.retired)

    @cached_property
    def rules_hash(self) -> str:
        """SHA-256 over the meaning of the rules, whatever their spelling, order, clauses or prose."""
        return sha256(HASH_PREFIX + self.canonical_json.encode()).hexdigest()

    def items(self) -> Iterator[tuple[str, Parameter, Any]]:
        """Every parameter with its value, in the order of a rule sheet."""
        for name, what in (*parameters().items(), *self.own_parameters.items()):
            yield name, what, self.value(name)

    def __hash__(self) -> int:
        return hash(self.rules_hash)

    @staticmethod
    def from_json(text: str) -> TableRules:
        """The rules that a canonical JSON text holds, clauses aside; texts of earlier versions too. Decision: 0190."""
        return TableRules(**stored_rules.from_text(text, parameters()))


@cache
def parameters() -> Mapping[str, Parameter]:
    """All parameters by name, in the order of a rule sheet."""
    return {each.name: each.metadata["parameter"] for each in fields(TableRules) if "parameter" in each.metadata}
