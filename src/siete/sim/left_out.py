"""What the simulator leaves out of the rules it plays, in words, so that nobody takes it for played. Decision: 0133."""

from __future__ import annotations

from siete.rules.table_rules import TableRules


def left_out(rules: TableRules) -> tuple[str, ...]:
    """The choices of these rules that a simulation does not play."""
    found = {
        f"up to {rules.max_bettors_per_box} bettors on a box: one is played": rules.max_bettors_per_box > 1,
        "match play coupons: none is played": rules.match_play_coupons,
        "doubling a blackjack: every blackjack is paid": rules.double_blackjack,
        "the other size of the Bonus Spin: the first is played": rules.spin_both,
        "doubling for less: doubles are for the most allowed": rules.double_for_less,
    }
    return tuple(words for words, is_there in found.items() if is_there)
