"""What a count is worth: tags, the edge by true count, index plays and wagers by count.

Effects of removal are exact (`odds.base.counting`): a shoe of N cards left, with x cards of a rank gone beyond their
share, is worth Σ effect · (N₀ − 1) · x / N more, and how far the game is from that line `true_counts` says. A true
count is the running count for each deck of 48 left. Index plays are linear. Decision: 0243.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import exp, sqrt
from typing import TYPE_CHECKING, TypedDict

from siete.cards import SPANISH_DECK, SPANISH_RANKS, Card, Rank, Suit
from siete.lab import plots
from siete.odds.base.counting.effects import Effects, PlayChoice
from siete.odds.base.counting.effects import effects as solved_effects
from siete.odds.shoe import full_shoe, without
from siete.odds.wagers import insurance, match_the_dealer
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.tabular import Cell, Record, Tabular

if TYPE_CHECKING:
    from siete.lab.true_counts import AtCount

_WIDEST_INDEX = 8.0

ByRank = Mapping[Rank, float]


def centred(worth: ByRank) -> dict[Rank, float]:
    """The effects less their mean: a card of every rank gone changes nothing."""
    mean = sum(worth.values()) / len(worth)
    return {rank: each - mean for rank, each in worth.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tags:
    """A count: what each rank adds to it when it is seen."""

    level: int
    """The largest tag."""
    tags: dict[Rank, int]
    correlation: float
    """With the effects of removal: 1 would know everything that a linear count can."""

    @property
    def text(self) -> str:
        """The tags as `simulate --count` reads them."""
        return ",".join(f"{rank.value}{tag:+d}" for rank, tag in self.tags.items() if tag)

    def slope(self, worth: ByRank, cards: int) -> float:
        """How much more a thing with these effects of removal is worth for each true count."""
        effects = centred(worth)
        squares = sum(tag * tag for tag in self.tags.values())
        return sum(effects[rank] * tag for rank, tag in self.tags.items()) / squares * (cards - 1) / len(SPANISH_DECK)

    @property
    def variance(self) -> float:
        """Of the tag of one card."""
        return sum(tag * tag for tag in self.tags.values()) / len(self.tags)


def best_tags(worth: ByRank, level: int) -> Tags:
    """The balanced whole tags up to this size that follow the effects best; every scale is tried."""
    effects = centred(worth)
    largest = max(map(abs, effects.values()))
    found: dict[tuple[int, ...], Tags] = {}
    for step in range(1, 400):
        scale = (level + 0.49) / largest * step / 399 * 2
        raw = {rank: max(-level, min(level, round(each * scale))) for rank, each in effects.items()}
        tags = _balanced(raw, effects, scale)
        if tags is not None and max(map(abs, tags.values())) == level:
            found[tuple(tags.values())] = Tags(level=level, tags=tags, correlation=_correlation(effects, tags))
    return max(found.values(), key=lambda each: each.correlation)


def _balanced(tags: dict[Rank, int], effects: ByRank, scale: float) -> dict[Rank, int] | None:
    """The tags with those moved by one that were rounded hardest, until they sum to nought."""
    level = max(map(abs, tags.values()), default=0)
    for _ in range(len(tags) * 2):
        total = sum(tags.values())
        if not total:
            return tags if any(tags.values()) else None
        by = -1 if total > 0 else 1
        free = [rank for rank, tag in tags.items() if abs(tag + by) <= level]
        rank = min(free, key=lambda each: (tags[each] + by - effects[each] * scale) * by)
        tags = tags | {rank: tags[rank] + by}
    return None


def _correlation(effects: ByRank, tags: Mapping[Rank, int]) -> float:
    both = sum(effects[rank] * tag for rank, tag in tags.items())
    return both / sqrt(sum(each**2 for each in effects.values()) * sum(tag**2 for tag in tags.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """A decision that the count changes: from this true count on (or below it) the first play is the better."""

    hand: str
    up: str
    play: str
    otherwise: str
    true_count: float
    is_from: bool
    """Whether the play is better from this count on; else up to it."""
    chance: float

    def to_json(self) -> Plain:
        """With stable keys."""
        return {
            "hand": self.hand,
            "up": self.up,
            "play": self.play,
            "otherwise": self.otherwise,
            "true_count": self.true_count,
            "direction": "from" if self.is_from else "up to",
            "chance": self.chance,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class WinRate:
    """What wagers by true count come to per round seen, in units or in dollars."""

    win: float
    deviation: float
    average_wager: float

    @property
    def score(self) -> float:
        """SCORE: (1000 · win / deviation)², dollars per 100 rounds with $10,000 and a chance of ruin of 13.5 %."""
        return (1000 * self.win / self.deviation) ** 2 if self.win > 0 else 0.0

    @property
    def rounds_to_deviation(self) -> float | None:
        """N0: the rounds after which the win expected is one standard deviation; none where nothing is won."""
        return (self.deviation / self.win) ** 2 if self.win > 0 else None

    def ruin(self, bankroll: float) -> float:
        """The chance to lose a bankroll if one plays for ever."""
        return exp(-2 * self.win * bankroll / self.deviation**2) if self.win > 0 else 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ramp(WinRate):
    """Wagers by true count, in units; rounds not played cost nothing but time."""

    spread: int
    sits_out: bool
    wagers: dict[int, float]

    def to_json(self) -> Plain:
        """With stable keys."""
        return {
            "spread": self.spread,
            "sits_out": self.sits_out,
            "wagers": {str(count): wager for count, wager in self.wagers.items()},
            "win_per_round": self.win,
            "deviation": self.deviation,
            "average_wager": self.average_wager,
            "score": self.score,
            "n0": self.rounds_to_deviation,
            "risk_of_ruin": {str(units): self.ruin(units) for units in RUIN_UNITS},
        }


RUIN_UNITS = (200, 500, 1000, 2000)


@dataclass(frozen=True)
class CountStudy(Tabular):
    """All that is said about counting a set of rules."""

    rules: TableRules
    effects: Effects

    @property
    def cards(self) -> int:
        """Cards of a full shoe."""
        return len(SPANISH_DECK) * self.rules.decks

    @cached_property
    def tags(self) -> tuple[Tags, ...]:
        """The best counts of levels 1 to 3."""
        return tuple(best_tags(self.effects.by_rank, level) for level in (1, 2, 3))

    def slope(self, tags: Tags) -> float:
        """What a true count of one is worth, a part of the wager."""
        return tags.slope(self.effects.by_rank, self.cards)

    def by_count(self, tags: Tags) -> Mapping[int, AtCount]:
        """The rounds by true count, rounded down to a whole number: how often, and what they are worth."""
        known = self._by_count.get(tags.text)
        if known is None:
            # A server imports this module to name jobs, and leaves numpy to its workers.
            from siete.lab.true_counts import true_counts

            known = self._by_count[tags.text] = true_counts(self.rules, tags.tags, tags.text, self.slope(tags))
        return known

    @cached_property
    def _by_count(self) -> dict[str, dict[int, AtCount]]:
        return {}

    def indices(self, tags: Tags) -> tuple[Index, ...]:
        """The decisions that change at a true count that comes, those that matter most first."""
        found = [index for each in self.effects.decisions if (index := self._index(tags, each)) is not None]
        return tuple(sorted(found, key=lambda each: abs(each.true_count) / sqrt(each.chance)))

    def _index(self, tags: Tags, decision: PlayChoice) -> Index | None:
        by_rank = {Rank(rank): worth for rank, worth in decision["effects"].items()}
        slope = tags.slope(by_rank, self.cards)
        at = -decision["gain"] / slope if slope else _FAR
        if abs(at) > _WIDEST_INDEX:
            return None
        return Index(
            hand=decision["hand"],
            up=decision["up"],
            play=decision["play"],
            otherwise=decision["otherwise"],
            true_count=at,
            is_from=slope > 0,
            chance=decision["chance"],
        )

    def insurance_index(self, tags: Tags) -> float:
        """The true count from which insurance is worth taking."""
        value, worth = insurance_effects(self.rules)
        return -value / tags.slope(worth, self.cards)

    def ramp(self, tags: Tags, spread: int, *, sits_out: bool = False) -> Ramp:
        """Wagers in proportion to the advantage, from one unit to the spread; best in that class by their scale."""
        counts = self.by_count(tags)
        ramps = (_ramp(counts, spread, scale=scale / 4, sits_out=sits_out) for scale in range(1, 200))
        return max(ramps, key=lambda each: each.win / each.deviation if each.deviation else 0.0)

    def plot(self, tags: Tags | None = None) -> plots.Drawing:
        """The edge by true count as a plotly figure, of the finest count unless another is named."""
        return plots.by_true_count(self.by_count(tags or self.tags[-1]))

    def plot_effects(self) -> plots.Drawing:
        """The effects of removal as a plotly figure."""
        return plots.effects(self.effects.by_rank)

    def records(self) -> list[Record]:
        """A row for each value: effects, then for each count its tags, worth, edges by true count and indices."""
        effects = self.effects.by_rank.items()
        rows = [_record(None, "effect of removal", rank.value, worth) for rank, worth in effects]
        for tags in self.tags:
            rows += self._count_records(tags)
        return rows

    def _count_records(self, tags: Tags) -> Iterator[Record]:
        level, insured = tags.level, self.insurance_index(tags)
        for rank, tag in tags.tags.items():
            yield _record(level, "tag", rank.value, tag)
        yield _record(level, "correlation", "effects of removal", tags.correlation)
        yield _record(level, "worth of a true count", "base", self.slope(tags))
        yield _record(level, "true count from which", "insurance", insured)
        for count, at in self.by_count(tags).items():
            yield _record(level, "probability of true count", f"{count:+d}", at.share)
            yield _record(level, "house edge at true count", f"{count:+d}", -at.value)
        for each in self.indices(tags):
            plays = f"{each.play} instead of {each.otherwise}"
            what = f"true count {'from' if each.is_from else 'up to'} which"
            yield _record(level, what, f"{each.hand} against {each.up}: {plays}", each.true_count)

    def to_json(self, tags: Tags | None = None) -> Plain:
        """With stable keys; edges, indices and ramps are those of one count, the finest unless another is named."""
        tags = tags or self.tags[-1]
        return {
            "rules": self.rules.rule_set,
            "rules_hash": self.rules.rules_hash,
            "house_edge": -self.effects.value,
            "effects": {rank.value: worth for rank, worth in self.effects.by_rank.items()},
            "tags": [
                {
                    "level": each.level,
                    "tags": {rank.value: tag for rank, tag in each.tags.items()},
                    "correlation": each.correlation,
                    "per_true_count": self.slope(each),
                    "insurance_from": self.insurance_index(each),
                }
                for each in self.tags
            ],
            "by_true_count": self.edges(tags),
            "indices": [each.to_json() for each in self.indices(tags)],
            "ramps": [each.to_json() for each in self.ramps(tags)],
            "match_the_dealer": match_effects(self.rules),
        }

    def edges(self, tags: Tags) -> list[CountedEdge]:
        """The house edge by true count."""
        return [
            {"true_count": count, "probability": each.share, "house_edge": -each.value}
            for count, each in self.by_count(tags).items()
        ]

    def ramps(self, tags: Tags) -> Iterator[Ramp]:
        """The usual spreads, played through and with sitting out."""
        for spread in (4, 8, 12, 20):
            yield self.ramp(tags, spread)
        yield self.ramp(tags, 8, sits_out=True)


_FAR = 1e9


def _record(level: int | None, what: str, name: str, value: float) -> Record:
    cells: dict[str, Cell] = {"what": what, "level": level, "name": name, "value": float(value)}
    return cells


def _ramp(counts: Mapping[int, AtCount], spread: int, *, scale: float, sits_out: bool) -> Ramp:
    wagers: dict[int, float] = {}
    for count, each in counts.items():
        wanted = min(float(spread), max(1.0, round(each.value * 100 * scale)))
        wagers[count] = 0.0 if sits_out and each.value <= 0 else wanted
    win, deviation, mean = outcome(counts, wagers)
    return Ramp(spread=spread, sits_out=sits_out, wagers=wagers, win=win, deviation=deviation, average_wager=mean)


def outcome(counts: Mapping[int, AtCount], wagers: Mapping[int, float]) -> tuple[float, float, float]:
    """What wagers by true count win in a round, the deviation of that, and the mean wager; not named is sat out."""
    win = squares = mean = 0.0
    for count, each in counts.items():
        wager = float(wagers.get(count, 0.0))
        win += each.share * wager * each.value
        squares += each.share * wager**2 * each.square
        mean += each.share * wager
    return win, sqrt(max(squares - win**2, 0.0)), mean


def insurance_effects(rules: TableRules) -> tuple[float, dict[Rank, float]]:
    """What a unit on insurance is worth with a full shoe, and how one card of each rank that is gone changes it."""
    whole = float(insurance.value(rules, ()))
    return whole, {rank: float(insurance.value(rules, (Card(rank, Suit.SPADES),))) - whole for rank in SPANISH_RANKS}


class CountedEdge(TypedDict):
    """The rounds with one true count."""

    true_count: int
    probability: float
    house_edge: float


class MatchEffect(TypedDict):
    """What a card gone does to a match-the-dealer wager."""

    card: str
    house_edge: float
    effect_of_any_card: float


def match_effects(rules: TableRules) -> list[MatchEffect]:
    """Match the dealer: a card gone changes the edge, and every card alike, so that no count by rank helps."""
    if not rules.mtd_offered:
        return []
    found: list[MatchEffect] = []
    for card in match_the_dealer.cards_offered(rules):
        whole = match_the_dealer.figure(rules, card=card).house_edge
        fewer = without(full_shoe(rules.decks), (Card(Rank.ACE, Suit.SPADES),))
        less = match_the_dealer.figure(rules, card=card, shoe=fewer).house_edge
        found.append({"card": card, "house_edge": float(whole), "effect_of_any_card": float(whole - less)})
    return found


def study(rules: TableRules) -> CountStudy:
    """Study the count of a set of rules; a minute the first time."""
    return CountStudy(rules, solved_effects(rules))
