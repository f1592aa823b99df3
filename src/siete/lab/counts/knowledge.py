"""What knowledge of single cards is worth: the hole card, and a bonus card or any other that takes no part in a round.

Decision: 0330.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from siete.cards import SPANISH_DECK
from siete.odds.base.counting.effects import effects
from siete.odds.base.counting.hole_card import HoleCard, card_shown, hole_card
from siete.odds.wagers import match_the_dealer
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.tabular import Record, Tabular


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge(Tabular):
    """The value of cards that are seen, in parts of the wager, with a full shoe."""

    rules: TableRules
    hole: HoleCard | None
    """None where no hole card is dealt."""
    shown: float
    """What one more card seen, that takes no part, is worth for the play."""
    matched: tuple[Fraction, Fraction] | None
    """The least and the largest value of a match-the-dealer wager on a bonus card that is seen before the wager."""

    def records(self) -> list[Record]:
        """A row for each figure."""
        rows: list[Record] = [{"what": "card shown", "up": None, "value": self.shown}]
        if self.hole is not None:
            hole = self.hole
            figures = {"unseen": hole.unseen, "seen": hole.seen, "insurance": hole.insurance, "gain": hole.gain}
            rows += [{"what": f"hole card {name}", "up": None, "value": value} for name, value in figures.items()]
            gains = ((each["up"], each["seen"] - each["unseen"]) for each in hole.by_up)
            rows += [{"what": "hole card gain", "up": up, "value": gain} for up, gain in gains]
        return rows

    def to_json(self) -> Plain:
        """With stable keys."""
        matched = None
        if self.matched is not None:
            low, high = self.matched
            matched = {"house_edge_least": float(-high), "house_edge_most": float(-low), "is_even": low == high}
        return {
            "rules": self.rules.rule_set,
            "rules_hash": self.rules.rules_hash,
            "hole_card": None if self.hole is None else self.hole.to_json(),
            "bonus_card": {"cards": self.rules.mtd_bonus_cards, "play_gain": self.shown, "match_wager": matched},
        }


def knowledge(rules: TableRules) -> Knowledge:
    """What it is worth to see the hole card, and a bonus card; a minute the first time."""
    matched = None
    if rules.mtd_offered:
        worth = [match_the_dealer.value_seen(rules, card) for card in SPANISH_DECK]
        matched = (min(worth), max(worth))
    return Knowledge(rules=rules, hole=hole_card(rules), shown=card_shown(effects(rules).by_rank), matched=matched)
