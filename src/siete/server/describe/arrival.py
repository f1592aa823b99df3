"""What a newcomer is told: what the game is, what it has that blackjack has not, and what each table is like."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise

from siete.money import Odds
from siete.odds.base.kept.gifts import gift_edges
from siete.odds.base.kept.known import known_edge
from siete.plain import Plain
from siete.rules.names import names
from siete.rules.options import DealtFrom, HoleCardProcedure, Soft17
from siete.rules.paytable import Row
from siete.rules.paytable_lines import BonusShape
from siete.rules.steps import Step
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules

ROUNDS_AN_HOUR = 60
"""What the price of an hour is reckoned by."""
WAGER = 2500

_Feature = tuple[str, Callable[[TableRules], bool], str]
_FEATURES: tuple[_Feature, ...] = (
    (
        "hole_card_procedure",
        lambda r: r.hole_card_procedure is HoleCardProcedure.NO_HOLE,
        "No hole card: the dealer's second card comes after all have played.",
    ),
    ("dealt_from", lambda r: r.dealt_from is DealtFrom.HAND, "Dealt from the hand."),
    ("double_double", lambda r: r.double_double, "Double, and double again."),
    ("bonus_on_split", lambda r: r.bonus_on_split, "Bonus 21 counts on split hands too."),
    ("spin_offered", lambda r: r.spin_offered, "A blackjack can spin the wheel."),
    ("xtreme_offered", lambda r: r.xtreme_offered, "Xtreme 16: a second wheel for the dealer's 16."),
    ("max_bettors_per_box", lambda r: r.max_bettors_per_box > 1, "Several people may wager on one box."),
    ("mtd_bonus_cards", lambda r: r.mtd_bonus_cards > 0, "Match the Dealer goes on with Bonus Cards."),
    ("dealer_soft17", lambda r: r.dealer_soft17 is Soft17.STAND, "The dealer stands on all 17s."),
    ("dealer_soft17", lambda r: r.dealer_soft17 is Soft17.HIT, "The dealer hits soft 17."),
)
"""What can set a table apart: the parameter, whether the table has it, and how it reads."""


@lru_cache(maxsize=256)
def distinction(rules: TableRules) -> Plain:
    """What a table has that the fewest rule sets have by default, with its clause."""
    others = [table_rules(name) for name in names()]
    found = [each for each in _FEATURES if each[1](rules)]
    name, _, words = min(found, key=lambda each: sum(map(each[1], others)))
    return {"text": words, "clause": rules.clause(name)}


def price(rules: TableRules) -> Plain | None:
    """The house edge by best play, and what an hour costs on average; None where it was not solved beforehand."""
    edge = known_edge(rules)
    if edge is None:
        return None
    return {"edge": edge, "wager": WAGER, "hour": round(edge * WAGER * ROUNDS_AN_HOUR)}


def welcome(rules: TableRules) -> Plain:
    """The game in a line, and what is better for the player than in blackjack, each with its clause."""
    gifts = [{"text": text, "clause": clause} for text, clause in _gifts(rules)]
    return {
        "title": "Spanish 21: blackjack without the tens, and with five gifts.",
        "lead": "These are better for you:",
        "gifts": gifts,
        "balance": _balance(rules, gifts),
    }


def _balance(rules: TableRules, gifts: list[dict[str, str]]) -> Plain | None:
    """What is given up and what is got, a part of the wager each, one after another; none where it was not solved."""
    edges = gift_edges(rules.rules_hash)
    if edges is None or not rules.rescue:
        return None
    changes = [before - after for before, after in pairwise(edges)]
    tens = {"text": "The four tens are out of every deck.", "clause": rules.clause("cards_per_deck")}
    stands = "stands on all 17s" if rules.dealer_soft17 is Soft17.STAND else "hits soft 17"
    return {
        "title": "What you give up, what you get",
        "note": f"% of the wager, one after another; {rules.decks} decks, the dealer {stands}",
        "before": {"text": "The same table with the tens, and none of this", "worth": -edges.with_tens},
        "steps": [{**told, "worth": worth} for told, worth in zip((tens, *gifts), changes, strict=True)],
        "after": {"text": "With all of it, the house keeps", "worth": edges.rescue},
    }


def _gifts(rules: TableRules) -> Iterator[tuple[str, str]]:
    """Five of them, in the order of `gift_edges`."""
    yield "Your 21 always wins, even against a 21.", rules.clause_of(Step.TWENTY_ONE_WINS)
    yield "Your blackjack beats the dealer's.", rules.clause("blackjack_pays")
    three, long = _best(rules, is_long=False), _best(rules, is_long=True)
    yield f"6-7-8 and 7-7-7 pay up to {three.pays}.", three.clause
    yield f"21 in five cards or more pays up to {long.pays}.", long.clause
    if rules.rescue:
        yield "Take a double back when it went wrong.", rules.clause_or_step("rescue", Step.RESCUE)
    elif rules.surrender_offered:
        yield "Give up your first two cards for half.", rules.clause_or_step("surrender_offered", Step.SURRENDER)


_LONG = (BonusShape.FIVE_CARDS, BonusShape.SIX_CARDS, BonusShape.SEVEN_OR_MORE_CARDS)


def _best(rules: TableRules, *, is_long: bool) -> Row:
    rows = [row for row in rules.bonus_21 if (row.line in _LONG) is is_long]
    return max(rows, key=lambda row: row.pays.payout if isinstance(row.pays, Odds) else 0)
