"""Limits, chips, shuffle and dealing: what choices about the table itself must obey together."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from siete.errors import Fault
from siete.money import Cents, Chips, Odds, cents_to_text
from siete.rules.bounds.blame import fault_of
from siete.rules.options import (
    DealtFrom,
    HoleCardProcedure,
    ShuffleMethod,
    ShuffleStep,
)
from siete.rules.resolve import Resolution


def limits(resolution: Resolution) -> Iterator[Fault]:
    """Minimums above their maximums."""
    for low, high in (("table_min", "table_max"), ("mtd_min", "mtd_max"), ("mtd_min", "table_max")):
        least, most = resolution.effective(low), resolution.effective(high)
        if least is not None and least > most:
            yield _crossed(resolution, low, high)
    double_min = resolution.value("double_min")
    if double_min is not None and double_min > resolution.value("table_min"):
        yield fault_of(
            resolution,
            "double_min",
            "limits-crossed",
            f"{cents_to_text(double_min)} is above table_min, so some wagers could not be doubled.",
        )
    cap = resolution.effective("dd_cap")
    if cap is not None and cap > resolution.value("table_max"):
        yield fault_of(
            resolution,
            "dd_cap",
            "cap-above-maximum",
            f"{cents_to_text(cap)} is above table_max; the cap is the maximum wager allowed.",
        )


def _crossed(resolution: Resolution, low: str, high: str) -> Fault:
    """A minimum above a maximum; the one that the operator wrote is to blame."""
    least, most = (cents_to_text(resolution.effective(name)) for name in (low, high))
    if low in resolution.written:
        return fault_of(resolution, low, "limits-crossed", f"{least} is above {high}, which is {most}.")
    return fault_of(resolution, high, "limits-crossed", f"{most} is below {low}, which is {least}.")


def chips(resolution: Resolution) -> Iterator[Fault]:
    """Amounts on the sign that the chips at the table cannot make. Decision: 0104."""
    chips: Chips = resolution.value("chip_denominations")
    amounts = [
        "table_min",
        "table_max",
        "mtd_min",
        "mtd_max",
        "double_min",
        "dd_cap",
        "spin_wager",
        "second_spin_wager",
        "xtreme_wager",
    ]
    for name in amounts:
        amount = resolution.effective(name)
        if amount is not None and not chips.may_pay(amount):
            blame = name if name in resolution.written else "chip_denominations"
            yield fault_of(
                resolution,
                blame,
                "not-in-chips",
                f"{name} {cents_to_text(amount)} cannot be made of these chips.",
            )
    for amount in resolution.effective("jackpot_wager"):
        if not chips.may_pay(amount):
            yield fault_of(
                resolution,
                "jackpot_wager",
                "not-in-chips",
                f"{cents_to_text(amount)} cannot be made of these chips.",
            )
    payout = resolution.value("table_min") * resolution.value("blackjack_pays").payout
    if payout.denominator != 1 or not chips.may_pay(Cents(int(payout))):
        least = cents_to_text(resolution.value("table_min"))
        sentence = f"these chips cannot pay {resolution.value('blackjack_pays')} on the smallest wager, {least}."
        yield fault_of(
            resolution,
            "chip_denominations",
            "chips-cannot-pay-3-to-2",
            sentence,
            resolution.clauses("blackjack_pays")[0],
        )


def decks_and_cut(resolution: Resolution) -> Iterator[Fault]:
    """A cut that would leave no place for itself."""
    cards = resolution.value("decks") * resolution.value("cards_per_deck")
    least = resolution.value("cut_min_cards_from_end")
    if 2 * least >= cards:
        yield fault_of(
            resolution,
            "cut_min_cards_from_end",
            "cut-leaves-no-place",
            f"{least} cards from either end leave no place in {cards}.",
        )


def manual_shuffle(resolution: Resolution) -> Iterator[Fault]:
    """The steps a manual shuffle must have, and in which order, where the rule set names them."""
    if not resolution.effective("shuffle_steps_prescribed") or resolution.effective("own_shuffle_approved"):
        return
    every, plug, strip, cut = resolution.clauses("shuffle_steps_prescribed")
    steps: tuple[ShuffleStep, ...] = resolution.value("manual_shuffle_script")
    missing = [step.value for step in ShuffleStep if step not in steps]

    def wrong(sentence: str, clause: str) -> Fault:
        return fault_of(resolution, "manual_shuffle_script", "shuffle-steps", sentence, clause)

    if missing:
        yield wrong(f"a manual shuffle must include {', '.join(missing)}.", every)
    if ShuffleStep.PLUG in steps[1:]:
        yield wrong("the plug is the first step.", plug)
    if ShuffleStep.STRIP in steps and steps[: steps.index(ShuffleStep.STRIP)].count(ShuffleStep.RIFFLE) < 2:
        yield wrong("a strip comes after at least two riffles.", strip)
    if ShuffleStep.CUT in steps[:-1]:
        yield wrong("the cut is the last step.", cut)


def payout_limit(resolution: Resolution) -> Iterator[Fault]:
    """A posted payout limit that a hand can exceed: payouts are made in full, and the sign would be false.

    Clauses: MD-2.B.6.b. Decision: 0193.
    """
    limit, most = resolution.effective("payout_limit_per_hand"), _most_paid(resolution)
    if limit is not None and limit < most:
        sentence = f"a hand can be paid {cents_to_text(most)} here, which is more than {cents_to_text(limit)}."
        yield fault_of(resolution, "payout_limit_per_hand", "limit-below-payouts", sentence)


def _most_paid(resolution: Resolution) -> Cents:
    """The most that one hand can be paid on its own wager, the super bonus with it."""
    value, wager = resolution.effective, Fraction(resolution.value("table_max"))
    odds = [value("blackjack_pays"), *(row.pays for row in value("bonus_21"))]
    doubled = wager * 2 ** value("max_doublings") * value("win_pays").payout
    base = max(doubled, *(wager * each.payout for each in odds if isinstance(each, Odds)))
    awards = [award for least, award in value("super_bonus_tiers") if least <= wager]
    return Cents(int(base) + max(awards, default=0))


def dealing_place(resolution: Resolution) -> Iterator[Fault]:
    """A device that deals or loads a shoe, at a table where the cards are dealt from the hand.

    Clauses: WA3-G2.b, WA2-G2.b. Decision: 0194.
    """
    method = resolution.value("shuffle_method")
    if resolution.value("dealt_from") is DealtFrom.HAND and method in _INTO_A_SHOE:
        sentence = f"cards dealt from the hand need no shoe, and {method} puts them into one."
        blame = "dealt_from" if "dealt_from" in resolution.written else "shuffle_method"
        yield fault_of(resolution, blame, "no-shoe", sentence)


def batches(resolution: Resolution) -> Iterator[Fault]:
    """A second batch, at a table without a shuffler that could hold it. Decision: 0195."""
    method = resolution.value("shuffle_method")
    if resolution.effective("shuffler_batches") > 1 and method not in _BATCH_SHUFFLERS:
        yield fault_of(
            resolution, "shuffler_batches", "no-batch-shuffler", f"{method} has no place for a second batch."
        )


_BATCH_SHUFFLERS = (ShuffleMethod.AUTOMATED_BATCH, ShuffleMethod.DIRECT_LOAD)
_INTO_A_SHOE = (ShuffleMethod.DIRECT_LOAD, ShuffleMethod.CONTINUOUS)


def readers(resolution: Resolution) -> Iterator[Fault]:
    """A word on the card reader at a table that has none."""
    uses_reader = resolution.value("hole_card_procedure") is HoleCardProcedure.HOLE_READER
    if (
        "reader_reveals_to_players" in resolution.written
        and resolution.written["reader_reveals_to_players"]
        and not uses_reader
    ):
        yield fault_of(resolution, "reader_reveals_to_players", "no-reader", "this table uses no card reader.")
