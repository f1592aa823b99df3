"""Choices that change nothing beside the others: nobody is refused for them, and the operator is told.

Choices of an offer that is off are not here: they are absent from the rules (`TableRules.origins`). A choice that
would promise something is refused instead (`bounds`). An idle one keeps its place in the rules and in their hash.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from siete.rules.options import HoleCardProcedure, JackpotType, ShuffleMethod
from siete.rules.paytable import OperatorPrize
from siete.rules.paytable_lines import JackpotJudge, JackpotLine
from siete.rules.side_games.spin_games import first_spin
from siete.rules.table_rules import TableRules


@dataclass(frozen=True, slots=True)
class _Idle:
    """Parameters, beside which choices they change nothing, and why in words."""

    names: tuple[str, ...]
    beside: Callable[[TableRules], bool]
    why: str


NOT_OFFERED = "it belongs to something that is not offered"


def without_effect(rules: TableRules) -> Mapping[str, str]:
    """What an operator wrote that changes nothing, each with the reason: what belongs to an offer that is off first."""
    off = {name: NOT_OFFERED for name, origin in rules.origins.items() if origin == "without effect"}
    return {**off, **idle_choices(rules)}


def idle_choices(rules: TableRules) -> Mapping[str, str]:
    """What an operator wrote that changes nothing at this table, each with the reason.

    >>> from siete.rules.choices.idle import idle_choices
    >>> from siete.rules.submission import table_rules
    >>> dict(idle_choices(table_rules("ma", {"boxes_adjacent": True, "max_boxes_per_player": 1})))
    {'boxes_adjacent': 'a player has one box'}
    """
    found = {name: each.why for each in _ALL if each.beside(rules) for name in each.names}
    return {name: found[name] for name, origin in rules.origins.items() if origin == "operator" and name in found}


def _always_cut(rules: TableRules) -> bool:
    """Whether every stack is cut, so that the cover card tells how deep the shoe is dealt. Decision: 0069."""
    by_machine = rules.shuffle_method is ShuffleMethod.AUTOMATED_BATCH and rules.cut_after_automated
    return bool(rules.cover_cards) and (by_machine or rules.shuffle_method is ShuffleMethod.MANUAL)


def _has_no_prize(*lines: JackpotLine) -> Callable[[TableRules], bool]:
    """Whether no paytable in force has a `$` on one of these lines."""
    return lambda rules: (
        not any(
            row.line in lines and isinstance(row.pays, OperatorPrize) for table in rules.jackpot_pays for row in table
        )
    )


def _is_unjudged(judge: JackpotJudge) -> Callable[[TableRules], bool]:
    return lambda rules: all(table.judge != judge for table in rules.jackpot_pays)


def _has_no_top_of_4a(rules: TableRules) -> bool:
    lines = (row.line for table in rules.jackpot_pays for row in table)
    return JackpotLine.ACE_KING_OF_SPADES_BOTH not in lines


def _has_fixed_spin(rules: TableRules) -> bool:
    game = first_spin(rules)
    return game is not None and game.is_fixed


_NO_LOOK = (HoleCardProcedure.NO_HOLE, HoleCardProcedure.HOLE_NO_PEEK)
_FIXED = (JackpotType.CASH, JackpotType.MERCHANDISE)

_ALL = (
    _Idle(("boxes_adjacent",), lambda rules: rules.max_boxes_per_player == 1, "a player has one box"),
    _Idle(
        ("undoubled_bettor_keeps_bonus",), lambda rules: rules.max_bettors_per_box == 1, "nobody shares another's box"
    ),
    _Idle(("cover_card_depth",), lambda rules: not rules.cover_cards, "there is no cover card"),
    _Idle(("penetration",), _always_cut, "the cover card tells how deep the shoe is dealt"),
    _Idle(
        ("cut_after_automated",),
        lambda rules: rules.shuffle_method is not ShuffleMethod.AUTOMATED_BATCH,
        "no batch shuffler is used",
    ),
    _Idle(
        ("continuous_device_approved",),
        lambda rules: rules.shuffle_method is not ShuffleMethod.CONTINUOUS,
        "no continuous device is used",
    ),
    _Idle(
        ("unusable_shuffler",),
        lambda rules: rules.shuffle_method is ShuffleMethod.MANUAL,
        "the dealer shuffles by hand",
    ),
    _Idle(
        ("burn_disclose_on_request",),
        lambda rules: not rules.burn_on_load and not rules.burn_new_dealer,
        "no card is burned",
    ),
    _Idle(
        ("insurance_collect",),
        lambda rules: rules.hole_card_procedure in _NO_LOOK,
        "the dealer does not look at a hole card before play",
    ),
    _Idle(("double_min",), lambda rules: not rules.double_for_less, "a double is as large as the wager"),
    _Idle(("mtd_down_settle",), lambda rules: not rules.mtd_down_card, "there is no down card wager"),
    _Idle(("mtd_sequence",), lambda rules: rules.mtd_bonus_cards < 2, "there are not two bonus cards"),
    _Idle(
        ("meter_reset", "meter_cap", "meter_link"), _has_fixed_spin, "the jackpot is a fixed prize, which no meter pays"
    ),
    _Idle(
        ("second_spin_reset", "second_spin_cap"),
        lambda rules: rules.second_spin_jackpot in _FIXED,
        "the other size's jackpot is a fixed prize, which no meter pays",
    ),
    _Idle(
        ("dollar_prize_four_of_a_rank",), _has_no_prize(JackpotLine.FOUR_OF_A_RANK), "no paytable here has such a prize"
    ),
    _Idle(("dollar_prize_two_suited",), _has_no_prize(JackpotLine.TWO_SUITED), "no paytable here has such a prize"),
    _Idle(
        ("dollar_prize_three_suited",),
        _has_no_prize(JackpotLine.THREE_SUITED, JackpotLine.THREE_SUITED_UP_OR_DOWN),
        "no paytable here has such a prize",
    ),
    _Idle(("t4a_top_keeps_fixed",), _has_no_top_of_4a, "no game is played by Table 4a"),
    _Idle(("t6_suited_match_scope",), _is_unjudged(JackpotJudge.FOUR_CARDS), "no game is played by Table 6"),
    _Idle(
        ("house_jackpot_pays_each",),
        lambda rules: rules.jackpot_type is not JackpotType.HOUSE,
        "the jackpot is a progressive",
    ),
    _Idle(
        ("meter_cap",), lambda rules: rules.jackpot_type is JackpotType.HOUSE, "a house jackpot stays as it is posted"
    ),
    _Idle(
        ("after_100pct",),
        lambda rules: rules.jackpot_type is JackpotType.HOUSE and rules.house_jackpot_pays_each,
        "a house jackpot is put back to what is posted after each award",
    ),
)
