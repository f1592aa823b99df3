"""Guided rounds on a stacked shoe: the first round, then one for each thing that blackjack does not have.

A lesson says what to wager, which cards come, and for each moment what to do and by which clause; what a table does not
offer has no lesson. Every action is the best one by the odds; tests play and value them all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from siete.cards import Card, cards_from_text, cards_to_text
from siete.money import Cents, cents_to_text
from siete.odds.sevens import award
from siete.plain import Plain
from siete.rules.paytable_lines import BonusShape, SuperBonusShape
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.server.stacks import dealt_order
from siete.table.state.wager import Wager

BASE = Cents(1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedMoment:
    """One thing to do or to see: a wager to put out, a decision, or a result to read."""

    phase: str
    """`wager`, `play` or `result`."""
    title: str
    text: str
    clause: str
    action: str = ""
    """The decision that is right, by its name in the odds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedRound:
    """A guided round."""

    name: str
    title: str
    cards: tuple[Card, ...]
    """From the top of the shoe, as they are dealt to one box."""
    wagers: tuple[tuple[str, Cents], ...]
    moments: tuple[GuidedMoment, ...]

    def to_json(self) -> Plain:
        """For the page."""
        return {
            "name": self.name,
            "title": self.title,
            "cards": cards_to_text(self.cards),
            "wagers": [{"wager": wager, "amount": amount} for wager, amount in self.wagers],
            "moments": [
                {"phase": m.phase, "title": m.title, "text": m.text, "clause": m.clause, "action": m.action}
                for m in self.moments
            ],
        }


def lessons(rules: TableRules) -> Iterator[GuidedRound]:
    """The guided rounds of a table, the first one first."""
    yield _first(rules)
    yield _split(rules)
    if rules.rescue:
        yield _rescue(rules)
    if rules.mtd_offered:
        yield _match(rules)
    if rules.super_bonus_tiers:
        yield _super_bonus(rules)
    if rules.spin_offered:
        yield _spin(rules)


def _base(rules: TableRules) -> Cents:
    return max(BASE, rules.table_min)


def _dealt(rules: TableRules, hand: str, up: str, hole: str, rest: str = "") -> tuple[Card, ...]:
    first = cards_from_text(hand)
    return dealt_order(rules, (*first, *cards_from_text(rest)), Card.from_text(up), Card.from_text(hole))


def _wager(rules: TableRules) -> GuidedMoment:
    text = "Press your circle on the layout to put chips there, then press Deal."
    return GuidedMoment(phase="wager", title="Put out a wager", text=text, clause=rules.clause_of(Step.PLACE_BASE))


def _first(rules: TableRules) -> GuidedRound:
    row = next(each for each in rules.bonus_21 if each.line == BonusShape.SIX_SEVEN_EIGHT_SPADES.value)
    hit = (
        "In blackjack you would stand. Here the 10-spots are gone, so fewer cards take you over 21, and an 8 of spades"
    )
    return GuidedRound(
        name="first",
        title="Your first round",
        cards=_dealt(rules, "6s 7s", "5d", "Kc", "8s 9d"),
        wagers=(("base", _base(rules)),),
        moments=(
            _wager(rules),
            GuidedMoment(
                phase="play",
                title="13 against a 5: hit",
                text=f"{hit} makes 6-7-8 of spades, which pays {row.pays}.",
                clause=row.clause,
                action="hit",
            ),
            GuidedMoment(
                phase="result",
                title="21 always wins",
                text="Whatever the dealer makes, your 21 wins. The result tells what was paid, and by which clause.",
                clause=rules.clause_of(Step.TWENTY_ONE_WINS),
            ),
        ),
    )


def _split(rules: TableRules) -> GuidedRound:
    return GuidedRound(
        name="split",
        title="Split and double",
        cards=_dealt(rules, "8s 8h", "6d", "Kc", "3h 9c 9d 7d"),
        wagers=(("base", _base(rules)),),
        moments=(
            _wager(rules),
            GuidedMoment(
                phase="play",
                title="Two eights against a 6: split",
                text="16 is a poor hand. Two hands that begin with an 8 are better; the second costs as much again.",
                clause=rules.clause_of(Step.SPLIT),
                action="split",
            ),
            GuidedMoment(
                phase="play",
                title="11 against a 6: double",
                text="One more wager for one more card. Here any number of cards may be doubled.",
                clause=rules.clause_of(Step.DOUBLE),
                action="double",
            ),
            GuidedMoment(
                phase="play",
                title="20, doubled: stand",
                text="The doubled hand is as good as it gets.",
                clause=rules.clause_of(Step.STAND),
                action="stand",
            ),
            GuidedMoment(
                phase="play",
                title="17 against a 6: stand",
                text="The other hand waits for the dealer.",
                clause=rules.clause_of(Step.STAND),
                action="stand",
            ),
            _seen(rules, "Each hand has its own wager, and its own line in the result."),
        ),
    )


def _rescue(rules: TableRules) -> GuidedRound:
    return GuidedRound(
        name="rescue",
        title="Take a double back",
        cards=_dealt(rules, "5d 6c", "8h", "Kd", "2s"),
        wagers=(("base", _base(rules)),),
        moments=(
            _wager(rules),
            GuidedMoment(
                phase="play",
                title="11 against an 8: double",
                text="Double what you wagered and take one card.",
                clause=rules.clause_of(Step.DOUBLE),
                action="double",
            ),
            GuidedMoment(
                phase="play",
                title="13, doubled: rescue",
                text="That card did not help. Rescue gives up the first wager and brings the double back.",
                clause=rules.clause_or_step("rescue", Step.RESCUE),
                action="rescue",
            ),
            _seen(rules, "Half of what lay there was lost, and half came back."),
        ),
    )


def _match(rules: TableRules) -> GuidedRound:
    assert rules.mtd_min is not None and rules.mtd_odds is not None, "an offered wager has limits and odds"
    odds = rules.mtd_odds
    text = (
        f"Put chips on the Match area too: {odds.suited} for your card of the dealer's rank and suit, {odds.unsuited}"
    )
    return GuidedRound(
        name="match",
        title="Match the Dealer",
        cards=_dealt(rules, "9s Jd", "9s", "7c"),
        wagers=(("base", _base(rules)), (Wager.MATCH_UP.value, max(rules.mtd_min, Cents(500)))),
        moments=(
            GuidedMoment(
                phase="wager",
                title="Wager on a match",
                text=f"{text} for the rank alone. It is settled before you play.",
                clause=rules.clause("mtd_odds"),
            ),
            GuidedMoment(
                phase="play",
                title="A match, already paid. 19: stand",
                text="Your 9 of spades matches the dealer's. The base wager is played as always.",
                clause=rules.clause_of(Step.SETTLE_MATCH),
                action="stand",
            ),
            _seen(rules, "A side wager has a line of its own in the result."),
        ),
    )


def _super_bonus(rules: TableRules) -> GuidedRound:
    sevens = {
        SuperBonusShape.SUITED_SEVENS: ("7h 7h", "7c", "7h"),
        SuperBonusShape.HEART_CLUB_DIAMOND_SEVENS: ("7h 7c", "7s", "7d"),
    }
    hand, up, third = sevens[rules.super_bonus_shape]
    prize = cents_to_text(award(rules, _base(rules)))
    return GuidedRound(
        name="super-bonus",
        title="The super bonus",
        cards=_dealt(rules, hand, up, "9c", third),
        wagers=(("base", _base(rules)),),
        moments=(
            _wager(rules),
            GuidedMoment(
                phase="play",
                title="Two sevens against a 7: hit",
                text=f"One more seven, the right one, wins the super bonus: {prize} at this wager, on top of the hand.",
                clause=rules.clause("super_bonus_tiers"),
                action="hit",
            ),
            _seen(rules, "The super bonus depends on your wager; the coach reckons with it."),
        ),
    )


def _spin(rules: TableRules) -> GuidedRound:
    assert rules.spin_wager is not None, "an offered wager has its amount"
    return GuidedRound(
        name="bonus-spin",
        title="Bonus Spin",
        cards=_dealt(rules, "As Kd", "7h", "9c"),
        wagers=(("base", _base(rules)), (Wager.SPIN.value, rules.spin_wager)),
        moments=(
            GuidedMoment(
                phase="wager",
                title="Wager on the wheel",
                text="Put chips on the Spin area too: with it, your blackjack spins the wheel.",
                clause=rules.clause_of(Step.PLACE_SPIN),
            ),
            _seen(rules, "Your blackjack was paid, and the wheel paid what it showed."),
        ),
    )


def _seen(rules: TableRules, text: str) -> GuidedMoment:
    return GuidedMoment(
        phase="result", title="Read what was paid, and why", text=text, clause=rules.clause_of(Step.SETTLE)
    )
