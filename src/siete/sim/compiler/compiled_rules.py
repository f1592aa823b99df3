"""Compiled rules: rules, strategy and plan as one frozen record of numbers and arrays, which is all the kernel sees."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siete.errors import SieteError
from siete.money import Cents
from siete.rules.options import (
    BlackjackPaid,
    DealerBjCollect,
    DealOrder,
    HoleCardProcedure,
    SettleDirection,
    ShuffleMethod,
    SplitTwoCard21,
    SuitedMatchScope,
    TwentyOnePaid,
)
from siete.rules.paytable_lines import SuperBonusShape
from siete.rules.table_rules import TableRules
from siete.sim.codes import DOUBLINGS, KINDS, SPOTS, HandKind, WagerCode
from siete.sim.compiler import jackpot_tables as jackpots
from siete.sim.compiler.dealer_tables import dealer_fields
from siete.sim.compiler.decisions import Decisions, decisions
from siete.sim.compiler.encoding import RANK_COLUMNS, RANKS, up_columns
from siete.sim.compiler.first_card_tables import FirstCardTables, first_card_tables
from siete.sim.compiler.hand_states import HandStates
from siete.sim.compiler.index_tables import plays_by_level
from siete.sim.compiler.layout import LEVELS, SYMBOLS, Fields, Records, record_of
from siete.sim.compiler.payouts import insurance_nets, match_nets, net_of_ends, super_bonus_of
from siete.sim.compiler.side_tables import NO_SIDES, SideTables, side_tables
from siete.sim.compiler.wide_tables import LaneTables, lane_tables
from siete.sim.plan import Cards, Count, Dealing, Plan
from siete.strategy import Strategy

Ints = NDArray[np.int64]

NEVER = 10**6
"""A true count that no shoe reaches."""


class Compiled(NamedTuple):
    """Compiled rules beside what results need to name them."""

    tables: Records
    """An array of one record, laid out like `CompiledRules`."""
    levels: tuple[Cents, ...]
    spin: jackpots.WheelTable
    community: jackpots.WheelTable
    hot: jackpots.WheelTable
    lanes: LaneTables | None
    """Tables of the wide kernel, where it can be used."""
    sides: SideTables
    """What the wide kernel looks up beside the base wager."""
    extras: FirstCardTables
    """Tables of registered side wagers."""


def compile_rules(rules: TableRules, strategy: Strategy, plan: Plan, dealing: Dealing = Dealing.WIDE) -> Compiled:
    """Compile everything to numbers; what the kernel cannot play is refused with a code of its own."""
    _refuse(rules)
    states = HandStates.of(strategy)
    levels = levels_of(plan)
    if len(levels) > LEVELS:
        sentence = f"A plan has {LEVELS} base wagers at most, and as many true counts at which its play changes."
        raise SieteError("sim/levels", sentence)
    acts = decisions(rules, strategy, states, plan.wager)
    spin, community = jackpots.spin_table(rules), _community(rules)
    hot = jackpots.wheel_table(rules.xtreme_wheel, rules.xtreme_pays, None)
    fields: Fields = {
        **_shoe(rules, plan, dealing),
        **_deal(rules, plan),
        **_hands(states, acts),
        **plays_by_level(rules, strategy, plan, states, acts),
        **dealer_fields(rules),
        **_play(rules),
        **_money(rules, plan, levels),
        **_wheels(rules, plan, spin, community, hot),
        **_options(plan),
    }
    record = record_of(fields, states)
    is_wide = plan.is_wide and dealing is Dealing.WIDE
    sides = NO_SIDES if plan.is_base_alone else side_tables(record) if is_wide else None
    lanes = lane_tables(record, states) if sides is not None else None
    extras = first_card_tables(rules, plan.extras)
    return Compiled(record, levels, spin, community, hot, lanes, sides or NO_SIDES, extras)


def _refuse(rules: TableRules) -> None:
    """Refuse what no rule set has and the kernel does not play."""
    unknown = {
        "super_bonus_on_doubled": rules.super_bonus_on_doubled,
        "super_bonus_on_split": rules.super_bonus_on_split,
        "super_bonus_wager": rules.super_bonus_wager,
    }
    for name, is_on in unknown.items():
        if is_on:
            raise SieteError(f"sim/{name.replace('_', '-')}", f"The simulator does not play {name}.")
    if rules.cards_per_deck != 48:
        raise SieteError("sim/cards-per-deck", "The simulator plays with Spanish decks of 48 cards.")
    if rules.max_doublings >= DOUBLINGS:
        raise SieteError("sim/max-doublings", "The simulator doubles a hand three times at most.")


def levels_of(plan: Plan) -> tuple[Cents, ...]:
    """The base wagers of a plan, the one below every threshold first."""
    if plan.count is None:
        return (plan.wager,)
    first = plan.wager if plan.count.play_from is None else Cents(0)
    return (first, *(amount for _, amount in plan.count.levels(plan.wager)))


def _shoe(rules: TableRules, plan: Plan, dealing: Dealing) -> Fields:
    cards = rules.decks * rules.cards_per_deck
    is_fresh = plan.cards is Cards.FRESH or rules.shuffle_method is ShuffleMethod.CONTINUOUS
    cut = cards - cards_behind(rules)
    initial = 2 * plan.boxes + 2 + rules.mtd_bonus_cards
    # Four cards beyond the initial ones are enough for most rounds of a fresh shoe; there were six at first.
    beyond, block = (6, 16) if dealing is Dealing.FIRST else (4, 8)
    prefix = initial + beyond if is_fresh else cut + 4
    return {
        "cards": cards,
        "cut": cut,
        "burns": 0 if is_fresh else rules.burn_on_load,
        "prefix": min(cards, prefix + prefix % 2),
        "block": block,
        "is_fresh": int(is_fresh),
    }


def cards_behind(rules: TableRules) -> int:
    """Cards behind the cover card; where nothing is cut, the penetration decides. Decisions: 0066, 0069."""
    cards = rules.decks * rules.cards_per_deck
    by_machine = rules.shuffle_method is ShuffleMethod.AUTOMATED_BATCH and rules.cut_after_automated
    if rules.preshuffled_cards or by_machine or rules.shuffle_method is ShuffleMethod.MANUAL:
        depth = rules.cover_card_depth * cards
        return -(-depth.numerator // depth.denominator)
    return cards - int(rules.penetration * cards)


def _deal(rules: TableRules, plan: Plan) -> Fields:
    is_alternate = rules.deal_order is DealOrder.ALTERNATE
    has_hole = int(rules.hole_card_procedure is not HoleCardProcedure.NO_HOLE)
    return {
        "boxes": plan.boxes,
        "has_hole": has_hole,
        "up_at": plan.boxes if is_alternate else 2 * plan.boxes,
        "second_at": plan.boxes + is_alternate,
        "bonus_cards": rules.mtd_bonus_cards,
        "initial": 2 * plan.boxes + 1 + has_hole + rules.mtd_bonus_cards,
    }


def _hands(states: HandStates, acts: Decisions) -> Fields:
    return {
        "first": states.first,
        "after": states.after,
        "shift": 4 if states.is_small else 6,
        "mask": states.columns - 1,
        "states": states.count,
        "doubled": acts.doubled,
        "legal": acts.legal,
        "legal_doubled": acts.legal_doubled,
        "kinds": acts.kinds,
        "totals": acts.totals,
        "up_columns": up_columns(),
    }


def _play(rules: TableRules) -> Fields:
    is_at_once = rules.twenty_one_paid is TwentyOnePaid.AT_ONCE
    is_literal = rules.split_two_card_21 is not SplitTwoCard21.ORDINARY21 and not is_at_once
    is_original = rules.dealer_bj_collect is DealerBjCollect.ORIGINAL_ONLY
    minds = np.zeros((KINDS, DOUBLINGS), dtype=np.uint8)
    minds[: HandKind.TWENTY_ONE] = 1
    minds[HandKind.TWENTY_ONE : HandKind.BLACKJACK] = not is_at_once
    minds[HandKind.PARKED] = 1
    minds[HandKind.BUST, 1:] = is_original
    return {
        "minds": minds.ravel(),
        "is_original_only": int(is_original),
        "is_literal": int(is_literal),
        "is_literal_win": int(rules.split_two_card_21 is SplitTwoCard21.MA_LITERAL_3TO2),
        "bonus_on_doubled": int(rules.bonus_on_doubled),
        "bonus_on_split": int(rules.bonus_on_split),
        "most_hands": 2 + rules.max_additional_splits,
        "most_hands_aces": 2 + rules.max_additional_splits_aces,
        "closes_aces": int(not rules.split_aces_draw),
        "asks_blackjack": int(rules.blackjack_paid is BlackjackPaid.BEFORE_PEEK and rules.double_blackjack),
        "from_right": int(rules.settle_direction is SettleDirection.FAR_RIGHT),
    }


def _money(rules: TableRules, plan: Plan, levels: tuple[Cents, ...]) -> Fields:
    side = np.zeros(len(WagerCode), dtype=np.int64)
    for wager, amount in plan.sides.items():
        side[wager] = amount
    games = range(rules.jackpot_games)
    insurance = [insurance_nets(rules, wager) for wager in levels]
    is_early = rules.blackjack_paid is BlackjackPaid.BEFORE_PEEK and not rules.insurance_after_paid_blackjack
    is_suited = rules.super_bonus_shape is SuperBonusShape.SUITED_SEVENS
    pays = [super_bonus_of(rules, wager) if plan.super_bonus else 0 for wager in levels]
    lines = [jackpots.line_pays(rules, game) for game in games]
    return {
        "nets": np.concatenate([net_of_ends(rules, wager) for wager in levels]),
        "wagers": np.array(levels, dtype=np.int64),
        "levels": len(levels),
        "has_matches": int(any(side[WagerCode.MATCH_UP : WagerCode.MATCH_UP + SPOTS])),
        "games": rules.jackpot_games if any(side[WagerCode.JACKPOT_1 : WagerCode.JACKPOT_2 + 1]) else 0,
        "side": side,
        "insurance_lost": np.array([lost for lost, _ in insurance], dtype=np.int64),
        "insurance_won": np.array([won for _, won in insurance], dtype=np.int64),
        "insures_paid_blackjack": int(not is_early),
        "match": np.concatenate(
            [match_nets(rules, Cents(int(side[WagerCode.MATCH_UP + spot]))) for spot in range(SPOTS)]
        ),
        "judges": np.array([int(jackpots.judge_of(rules.jackpot_pays[game])) for game in games] or [0], dtype=np.int64),
        "line_pays": np.concatenate(lines) if lines else np.zeros(1, dtype=np.int64),
        "keeps_fixed": int(rules.t4a_top_keeps_fixed),
        "any_two_match": int(rules.t6_suited_match_scope is SuitedMatchScope.ANY_TWO_CARDS),
        "super_shape": 0 if not plan.super_bonus else 1 if is_suited else 2,
        "super_pays": np.array(pays, dtype=np.int64),
        "envy": int(rules.envy_pays),
        "envy_each": int(rules.envy_per_super_bonus),
        "envy_unpaid": int(not rules.envy_requires_paid_super),
    }


def _community(rules: TableRules) -> jackpots.WheelTable:
    return jackpots.wheel_table(rules.xtreme_community_wheel, rules.xtreme_community_pays, None)


def _wheels(
    rules: TableRules,
    plan: Plan,
    spin: jackpots.WheelTable,
    community: jackpots.WheelTable,
    hot: jackpots.WheelTable,
) -> Fields:
    return {
        "spin_sums": _padded(spin.sums),
        "spin_pays": spin.pays,
        "spin_community": spin.community,
        "spin_ace": jackpots.pays_an_ace(rules),
        "stake_back": int(rules.spin_stake_returned),
        "hot_spots": jackpots.hot_spots(rules, plan.boxes),
        "community_sums": _padded(community.sums),
        "community_pays": community.pays,
        "hot_sums": _padded(hot.sums),
        "hot_pays": hot.pays,
    }


def _padded(sums: Ints) -> Ints:
    """Sums of weights with the last of them up to the end, where the kernel looks for it."""
    if len(sums) > SYMBOLS:
        raise SieteError("sim/wheel-symbols", f"The simulator spins wheels of {SYMBOLS} symbols at most.")
    return np.concatenate([sums, np.full(SYMBOLS - len(sums), sums[-1], dtype=np.int64)])


def _start(count: Count | None, wager: WagerCode) -> int:
    """The true count from which a side wager is made, as the kernel counts."""
    at = None if count is None else count.waits_for(wager)
    return -NEVER if count is None or at is None else int(at * count.scale)


def _options(plan: Plan) -> Fields:
    """What the kernel is told of count, errors and sessions.

    Tags and true counts are whole numbers there: a running count k times as large reaches k times the true count.
    """
    tags = np.zeros(RANK_COLUMNS, dtype=np.int64)
    count = plan.count
    scale = count.scale if count else 1
    for rank, tag in (count.tags if count else {}).items():
        if rank in RANKS:
            tags[RANKS.index(rank)] = int(tag * scale)
    least = [int(threshold * scale) for threshold, _ in count.levels(plan.wager)] if count else []
    starts = count.insure_from if count else None
    return {
        "counts": int(count is not None),
        "insures": int(plan.insurance),
        "error_rate": int(plan.error_rate * 2**32),
        "tags": tags,
        "count_from": np.array([-NEVER, *least], dtype=np.int64),
        "waits": int(count is not None and bool(count.sides_from)),
        "sides_from": np.array([_start(count, wager) for wager in WagerCode], dtype=np.int64),
        "insures_from": NEVER if starts is None else int(starts * scale),
        "session": plan.session,
        "bankroll": int(plan.bankroll),
    }
