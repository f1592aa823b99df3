"""Counts of side wagers: what each card gone is worth to them, and when they are worth taking. Decision: 0331.

Effects of removal are exact (`odds.wagers.removal`), and a wager without a decision gains as much by some cards gone as
it loses by the others. From there on as in `counting`: linear in the cards gone but for a bend, which very large
shoes that lean show, and by the law of the true count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import pstdev

from siete.cards import SPANISH_DECK
from siete.lab import plots
from siete.lab.counting import Tags, best_tags
from siete.odds.wagers import registry
from siete.odds.wagers.priced_wager import PricingTerms
from siete.odds.wagers.removal import WagerEffects, value_with, wager_effects
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.tabular import Record, Tabular

_LEVELS = range(1, 13)
_STEPS = (-1.0, -0.5, 0.0, 0.5, 1.0)
_OF_A_KIND = 960
_RAREST = 1e-5
_ENOUGH = 0.999
"""A count that knows as much of what can be known by ranks is not bettered for its size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenFrom:
    """A side wager taken from a true count on, and not below it."""

    index: int | None
    """The true count, rounded down, from which it is worth taking; none where it never is."""
    share: float
    """Of all rounds."""
    gain: float
    """What it wins in a round on average, per unit wagered when it is taken."""


@dataclass(frozen=True)
class SideCount(Tabular):
    """One side wager as a counter sees it."""

    rules: TableRules
    effects: WagerEffects

    @property
    def name(self) -> str:
        """The wager with its card or paytable."""
        found = self.effects
        return " ".join(filter(None, (registry.priced(found.wager).title, found.card, found.paytable)))

    @property
    def value(self) -> float:
        """What a unit is worth with a full shoe."""
        return float(self.effects.value)

    @cached_property
    def tags(self) -> tuple[Tags, ...]:
        """The best counts of levels 1 and 2, and the smallest that knows all but a thousandth; maybe none."""
        if self.effects.is_even:
            return ()
        by_rank = {rank: float(worth) for rank, worth in self.effects.by_rank.items()}
        known = self.by_ranks
        found: list[Tags] = []
        for level in _LEVELS:
            best = best_tags(by_rank, level)
            found.append(Tags(level=best.level, tags=best.tags, correlation=best.correlation * known))
            if best.correlation > _ENOUGH:
                break
        finest = max(found, key=lambda each: each.correlation)
        return (*(each for each in found[:2] if each is not finest), finest)

    @property
    def by_ranks(self) -> float:
        """The largest correlation of a count by rank with what single cards are worth, suits told apart."""
        of_ranks, of_cards = (
            [float(worth) for worth in each.values()] for each in (self.effects.by_rank, self.effects.by_card)
        )
        return pstdev(of_ranks) / pstdev(of_cards)

    def slope(self, tags: Tags) -> float:
        """What a true count of one is worth."""
        by_rank = {rank: float(worth) for rank, worth in self.effects.by_rank.items()}
        return tags.slope(by_rank, len(SPANISH_DECK) * self.rules.decks)

    def by_count(self, tags: Tags) -> Mapping[int, tuple[float, float]]:
        """By true count, rounded down: the share of rounds, and what a unit is worth then."""
        if tags.text not in self._by_count:
            # A server imports this module to name jobs, and leaves numpy to its workers.
            from siete.lab.true_counts import worth_by_count

            self._by_count[tags.text] = worth_by_count(
                self.rules, tags.tags, self.value, self.slope(tags), self._bend(tags)
            )
        return self._by_count[tags.text]

    @cached_property
    def _by_count(self) -> dict[str, dict[int, tuple[float, float]]]:
        return {}

    def _bend(self, tags: Tags) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """At some true counts, what a unit is worth in a very large shoe that leans as far as the count says."""
        squares = sum(tag * tag for tag in tags.tags.values())
        reach = 0.5 * 4 * squares / max(map(abs, tags.tags.values()))
        found = []
        for step in _STEPS:
            lean = {rank: reach * step * tag / (4 * squares) for rank, tag in tags.tags.items()}
            shoe = {card: round(_OF_A_KIND * (1 - lean[card.rank])) for card in SPANISH_DECK}
            found.append(float(value_with(self.rules, self.effects, shoe)))
        return tuple(reach * step for step in _STEPS), tuple(found)

    def taken(self, tags: Tags) -> TakenFrom:
        """When to take the wager by this count, how often that is, and what it wins."""
        best = TakenFrom(index=None, share=0.0, gain=0.0)
        share = gain = 0.0
        for count, (part, worth) in sorted(self.by_count(tags).items(), reverse=True):
            share, gain = share + part, gain + part * worth
            if gain > best.gain:
                best = TakenFrom(index=count, share=share, gain=gain)
        return best

    def plot(self) -> plots.Drawing:
        """The effects of removal as a plotly figure."""
        return plots.effects(self.effects.by_rank)

    def records(self) -> list[Record]:
        """A row for each card, and for each figure of each count."""
        rows: list[Record] = [
            {"wager": self.name, "level": None, "what": "effect of removal", "name": str(card), "value": float(worth)}
            for card, worth in self.effects.by_card.items()
        ]
        return rows + [row for tags in self.tags for row in self._count_records(tags)]

    def _count_records(self, tags: Tags) -> Iterator[Record]:
        taken = self.taken(tags)
        figures = {
            **{f"tag of {rank.value}": float(tag) for rank, tag in tags.tags.items()},
            "correlation": tags.correlation,
            "worth of a true count": self.slope(tags),
            "worth taking from true count": taken.index,
            "share of rounds": taken.share,
            "gain per round": taken.gain,
        }
        for name, value in figures.items():
            yield {"wager": self.name, "level": tags.level, "what": "count", "name": name, "value": value}

    def to_json(self) -> Plain:
        """With stable keys."""
        found = self.effects
        return {
            "wager": found.wager,
            "name": self.name,
            "card": found.card,
            "paytable": found.paytable,
            "meter": None if found.meter is None else float(found.meter),
            "house_edge": -self.value,
            "house_edge_exact": str(-found.value),
            "effects": {rank.value: float(worth) for rank, worth in found.by_rank.items()},
            "effects_by_card": {str(card): float(worth) for card, worth in found.by_card.items()},
            "is_even": found.is_even,
            "counts": [self._count(tags) for tags in self.tags],
        }

    def _count(self, tags: Tags) -> Plain:
        taken = self.taken(tags)
        return {
            "level": tags.level,
            "tags": {rank.value: tag for rank, tag in tags.tags.items()},
            "text": tags.text,
            "correlation": tags.correlation,
            "per_true_count": self.slope(tags),
            "worth_from": taken.index,
            "share_of_rounds": taken.share,
            "gain_per_round": taken.gain,
            "by_true_count": [
                {"true_count": count, "probability": part, "house_edge": -worth}
                for count, (part, worth) in self.by_count(tags).items()
                if part > _RAREST
            ],
        }


def side_counts(rules: TableRules, wager: str | None = None, terms: PricingTerms | None = None) -> list[SideCount]:
    """The counts of one side wager, or of all that the table offers."""
    asked = [wager] if wager else [each for each in registry.offered(rules) if each != registry.BASE.name]
    return [SideCount(rules, found) for name in asked for found in wager_effects(rules, name, terms)]
