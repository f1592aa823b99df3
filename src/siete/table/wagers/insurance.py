"""Insurance: against which up cards, how much, by whom, and whether it wins."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.table.state.box import Box
from siete.table.state.hand import Hand
from siete.table.state.round import Round


def is_offered(current: Round, rules: TableRules) -> bool:
    """Whether the up card opens insurance.

    Decision: 0013.
    """
    return current.dealer[0].rank in rules.insurance_up_cards


def most(original: Cents, rules: TableRules) -> Cents:
    """The largest insurance beside an original wager: half of it, or the next chip unit where half cannot be made.

    Side wagers add nothing to it. Clauses: MA-11.e, S13-k.5.
    """
    half = Fraction(original) * rules.insurance_share
    chips = rules.chip_denominations
    if rules.insurance_round_up:
        return chips.next_payable(Cents(-(-half.numerator // half.denominator)))
    amount = Cents(int(half))
    while not chips.may_pay(amount):
        amount = Cents(amount - 1)
    return amount


def bettors(box: Box, rules: TableRules) -> Iterator[str]:
    """Who on a box may insure: everybody with a wager there, also after a paid blackjack where that is allowed.

    Clauses: MA-13.f, S13-m.6.
    """
    hand: Hand = box.hands[0]
    for stake in hand.stakes:
        if stake.is_open or rules.insurance_after_paid_blackjack:
            yield stake.player
