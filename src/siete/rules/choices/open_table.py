"""Which choices of a submission may change while a table is open, and why the others need a closed one.

What the cards, the layout, the devices or the books of an open table were made up or signed for by stays as it is. What
stands on a sign, on a meter or in the dealer's head alone changes between two rounds. Decisions: 0251, 0325.
"""

from __future__ import annotations

from siete.rules.parameter import Section
from siete.rules.table_rules import parameters

LIMITS = frozenset({"table_min", "table_max", "mtd_min", "mtd_max", "double_min", "dd_cap", "max_boxes_per_player"})
"""What the sign at the table says about amounts and boxes."""
RATES = frozenset(
    {
        *("meter_increment", "reserve_increment", "second_spin_increment", "second_spin_reserve"),
        "xtreme_meter_increment",
    }
)
"""What each wager adds to a meter and its reserve: each table's own, also where tables share a meter."""
METERS = RATES | {
    *("meter_seed", "meter_reset", "meter_cap", "second_meter_seed", "second_meter_reset"),
    *("second_spin_seed", "second_spin_reset", "second_spin_cap", "xtreme_meter_seed", "xtreme_meter_reset"),
}
"""What a meter starts at, is reset to, gets of each wager and stops at (MD-12.D.6.a, MD-12.E.3.a, WA3-J11.a)."""
_SECTIONS = frozenset({Section.INSURANCE, Section.SURRENDER, Section.PLAY})
_SEATING = frozenset(
    {
        *("boxes_adjacent", "max_bettors_per_box", "payout_limit_per_hand", "handpay_threshold", "mid_shoe_entry"),
        *("mid_shoe_bar_ends", "match_play_coupons", "verbal_wager_confirmed_by", "reshuffle_any_round"),
        *("idle_timeout", "card_change_interval_h"),
    }
)
_SETTLING = frozenset(
    {
        *("settlement_procedure", "settle_direction", "collect_busts", "dealer_bj_collect"),
        *("undoubled_bettor_keeps_bonus", "envy_requires_paid_super", "void_reverses_settled_sidebets"),
    }
)
"""How the dealer settles (MD-7.R)."""
_MATCH = frozenset({"mtd_odds", "mtd_mandatory", "mtd_max_by_base", "mtd_settle", "mtd_sequence", "mtd_down_settle"})
"""Odds and procedure of a wager that the layout has (WA3-J10.b, WA3-G12.h, MA-6.e.1a, S13-f.5.i-1)."""
_JACKPOT = frozenset(
    {
        *("jackpot_wager", "jackpot_paytable", "jackpot_pays", "table3_top", "table4_top", "percentage_payment"),
        *("dollar_prize_four_of_a_rank", "dollar_prize_two_suited", "dollar_prize_three_suited"),
        *("t4a_top_keeps_fixed", "t6_suited_match_scope", "house_jackpot_pays_each"),
    }
)
"""Amount and paytable of a jackpot spot, which a sign shows (WA3-J3.b, WA3-J6.a, WA3-J6.c, WA3-J11.b)."""
_BETWEEN_ROUNDS = LIMITS | METERS | _SEATING | _SETTLING | _MATCH | _JACKPOT

_CARDS = "the cards in use were made up, inspected and shuffled by it"
_LAYOUT = "the layout that was signed for has its areas and inscriptions"
_DEVICE = "a device was tested for it when the table opened"
_METER = "its meter was begun with it"
_FAULTS = "cards and devices that fail are handled by it"
_REASONS = {
    Section.CARDS: _CARDS,
    Section.SHUFFLE: _CARDS,
    Section.DEAL: _DEVICE,
    Section.PAYOUTS: _LAYOUT,
    Section.SUPER_BONUS: _LAYOUT,
    Section.MATCH_THE_DEALER: _LAYOUT,
    Section.BONUS_SPIN: _DEVICE,
    Section.XTREME_16: _DEVICE,
    Section.JACKPOT: _METER,
    Section.IRREGULARITIES: _FAULTS,
    Section.SIDE_WAGERS: _LAYOUT,
}
_OWN_REASONS = {
    "rule_set": "the table was approved under it",
    "live": "the table was opened as one",
    "decks": _CARDS,
    "positions": _LAYOUT,
    "chip_denominations": "the tray was counted in these chips",
    "rounding_mode": "the tray was counted in these chips",
    "gaming_day_start": "the books of the day were begun with it",
    "spin_offered": _LAYOUT,
    "spin_both": _LAYOUT,
    "xtreme_offered": _LAYOUT,
    "jackpot_games": _LAYOUT,
    "equipment_version": _DEVICE,
}


def may_change(name: str) -> bool:
    """Whether a parameter may change while the table is open."""
    if name in _BETWEEN_ROUNDS:
        return True
    known = parameters().get(name)
    return known is not None and known.section in _SECTIONS


def why_closed(name: str) -> str:
    """Why a parameter stays as it is while the table is open, as a part of a sentence; empty where it may change."""
    if may_change(name):
        return ""
    known = parameters().get(name)
    return _OWN_REASONS.get(name) or _REASONS.get(known.section if known is not None else Section.SIDE_WAGERS, _LAYOUT)
