"""One up card: what every hand is worth against it, by values for most hands and card by card for the told ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from siete.cards import Suit
from siete.odds.base.dealer import PLENTY, Draws, Rows, draws, new_rows
from siete.odds.base.jit import Bytes, Floats, Ints
from siete.odds.base.play import (
    BEST,
    DOUBLE,
    EVERY,
    HIT,
    MOST_DOUBLINGS,
    STAND,
    Values,
    chance,
    reached,
    value_hands,
)
from siete.odds.base.policy import Hand, Policy, allowed_plays, shape, state_of
from siete.odds.base.shoe import OF_VALUE, VALUE, Shoe, marks, none_and_all
from siete.odds.base.splits import deepest
from siete.odds.base.states import ACE, VALUES, states
from siete.odds.base.terms import Terms, UpCard, hits_soft_17, terms, three_cards
from siete.odds.base.told import (
    Deal,
    Lines,
    ToldValues,
    counted,
    second_values,
    stand_told,
    told_hands,
    told_values,
)
from siete.rules.table_rules import TableRules


def most_hands(rules: TableRules, pair: int) -> int:
    """How many hands a pair may become. Clauses: MD-11.D, MA-10.c.2, S13-j.3-2, WA3-G6.a. Decision: 0028."""
    return 2 + (rules.max_additional_splits_aces if pair == ACE else rules.max_additional_splits)


@dataclass(frozen=True)
class Level:
    """What hands by value are worth while `extra` further cards of the pair's value are gone (none: no split)."""

    terms: Terms
    pair: int
    extra: int
    values: Values

    def left(self, shoe: Ints, state: int) -> Ints:
        """The unseen cards by value when a hand has been dealt."""
        left: Ints = shoe - states().counts[state]
        if self.pair >= 0:
            left[self.pair] -= self.extra
        return left


@dataclass
class ByValue:
    """All that does not depend on suits: one kind of up card, one shoe, one policy."""

    rules: TableRules
    up: UpCard
    policy: Policy
    shoe: Ints
    """Cards by value, the up card gone."""
    rows: Rows = field(init=False)
    _splits: dict[int, list[Level]] = field(init=False, default_factory=dict)
    _allowed: dict[tuple[int, int, bool, bool], tuple[int, ...]] = field(init=False, default_factory=dict)
    _parts: dict[tuple[int, int, int, int], float] = field(init=False, default_factory=dict)
    _permitted: dict[int, Bytes] = field(init=False, default_factory=dict)
    _rows_of: int = field(init=False, default=-1)

    def __post_init__(self) -> None:
        most = max(most_hands(self.rules, pair) for pair in (0, 1))
        self.rows = new_rows(deepest(most) + 2)

    @cached_property
    def draws(self) -> Draws:
        """The dealer's hands."""
        is_small = int(self.shoe.sum()) < PLENTY
        hits = hits_soft_17(self.rules)
        return draws(self.up.value, hits_soft_17=hits, has_busts=is_small, hole=self.up.hole)

    @cached_property
    def whole(self) -> Level:
        """The hands that come from no split."""
        made = terms(self.rules, self.up)
        wanted = np.full(len(states().hard), EVERY, dtype=np.int8)
        return self._level(made, -1, 0, wanted, self.policy.plays(self.up.value, made))

    def _level(self, made: Terms, pair: int, extra: int, wanted: Bytes, plays: Bytes) -> Level:
        rows = self.rows_of(pair)
        found = value_hands(states(), self.draws, made, self.shoe, rows, pair, extra, wanted, plays)
        # Hundreds of levels are kept, and most games double once.
        values = found._replace(
            double=found.double[: made.doublings].copy(), value=found.value[: made.doublings + 1].copy()
        )
        return Level(terms=made, pair=pair, extra=extra, values=values)

    def split(self, pair: int) -> list[Level]:
        """The hands of a split pair, by number of further pair cards gone; the play is that of the first level."""
        if pair not in self._splits:
            self._splits[pair] = self._solved(pair)
        return self._splits[pair]

    def solve(self) -> None:
        """Work out all that the first deals need: hands from no split, and those of every pair the shoe can make."""
        assert self.whole is not None
        for pair in range(VALUES):
            if self.shoe[pair] >= 2:
                self.split(pair)

    def rows_of(self, pair: int) -> Rows:
        """The dealer's chances, those with further cards of this pair's value gone among them."""
        if self._rows_of != pair:
            self.rows.is_known_more[:] = 0
            self._rows_of = pair
        return self.rows

    def _solved(self, pair: int) -> list[Level]:
        hands = states()
        made = terms(self.rules, self.up, pair=pair)
        has_pair = np.where(hands.counts[:, pair] > 0, EVERY, 0).astype(np.int8)
        levels = [self._level(made, pair, 1, has_pair, self.policy.plays(self.up.value, made))]
        rule = levels[0].values.play
        wanted = reached(hands, self.shoe, self.starts(pair), rule)
        most = most_hands(self.rules, pair)
        for gone in range(1, deepest(most) + 1):
            if self.shoe[pair] < gone + 2:
                break
            levels.append(self._level(made, pair, gone + 1, wanted, rule))
        return levels

    def allowed(self, hand: Hand, level: Level, *, may_split: bool, may_surrender: bool) -> tuple[int, ...]:
        """The plays permitted on a hand not doubled; they depend on its values alone."""
        key = (state_of(hand), level.pair, may_split, may_surrender)
        if key not in self._allowed:
            self._allowed[key] = allowed_plays(
                hand,
                level.terms,
                may_split=may_split,
                may_surrender=may_surrender,
                double_blackjack=self.rules.double_blackjack,
            )
        return self._allowed[key]

    def permitted(self, level: Level) -> Bytes:
        """The plays permitted on each told hand, a bit for each; hands of one state are alike."""
        if level.pair not in self._permitted:
            hands = {state_of(hand): hand for hand in self.policy.told}
            plays = {
                key: self.allowed(each, level, may_split=False, may_surrender=False) for key, each in hands.items()
            }
            masks = [
                sum(1 << play for play in plays[state]) for state in told_hands(self.policy.told)[0].state.tolist()
            ]
            self._permitted[level.pair] = np.array(masks, dtype=np.int8)
        return self._permitted[level.pair]

    def part(self, level: Level, state: int, value: int) -> float:
        """The chance that the next card of a hand has this value; 0 where none is left."""
        key = (level.pair, level.extra, state, value)
        if key not in self._parts:
            left = level.left(self.shoe, state)
            is_there = left[value] > 0
            self._parts[key] = float(chance(level.terms, left, int(left.sum()), value)) if is_there else 0.0
        return self._parts[key]

    def lines(self, made: Terms) -> Lines:
        """The bonus lines for three cards as hands with these terms are paid them."""
        is_open = self.rules.bonus_on_split or not made.is_split
        of, pays = self._lines_of
        return Lines(of=of, pays=pays, is_open=is_open, is_open_doubled=is_open and self.rules.bonus_on_doubled)

    @cached_property
    def bonus_lines(self) -> tuple[BonusLine, ...]:
        """The lines for three cards that told hands can be paid, apart by the hand's values."""
        return tuple(dict.fromkeys(each for each in map(self._line, told_hands(self.policy.told)[1]) if each))

    @cached_property
    def _lines_of(self) -> tuple[Ints, Floats]:
        """The number of each told hand's line, and what each line pays."""
        number = {line: index for index, line in enumerate(self.bonus_lines)}
        of = [number[line] if (line := self._line(hand)) else -1 for hand in told_hands(self.policy.told)[1]]
        return np.array(of, dtype=np.int64), np.array([line.pays for line in self.bonus_lines])

    def _line(self, hand: Hand) -> BonusLine | None:
        kind = shape(hand)
        if not kind:
            return None
        is_suited = hand[0] % 4 == hand[1] % 4 == hand[2] % 4
        is_spades = is_suited and hand[0] % 4 == _SPADES
        name, pays = three_cards(self.rules, kind, is_suited=is_suited, is_spades=is_spades)
        return BonusLine(name, pays, state_of(hand)) if name else None

    def starts(self, pair: int) -> Bytes:
        """Where hands of a split pair can start on their way by value: on two cards, or behind a told hand."""
        hands = states()
        starts = np.zeros((MOST_DOUBLINGS + 1, len(hands.hard)), dtype=np.int8)
        starts[0] = (hands.counts[:, pair] > 0) & (hands.cards == 2)
        for state in {state_of(hand) for hand in self.policy.told}:
            after = hands.draw[state]
            starts[:2, after[after >= 0]] |= hands.counts[state, pair] > 0
        return starts


@dataclass(frozen=True)
class BonusLine:
    """A bonus for three cards, of told hands that are alike by value."""

    name: str
    pays: float
    state: int


@dataclass
class Against:
    """One up card by kind: hands valued card by card on top of their values."""

    by_value: ByValue
    up: int
    shoe: Shoe
    """The shoe, the up card gone."""
    _told: dict[tuple[int, int, Hand, bool], ToldValues] = field(init=False, default_factory=dict)
    _rules: dict[int, Bytes] = field(init=False, default_factory=dict)
    _seconds: dict[tuple[int, Hand], Floats] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.hands, self._number = told_hands(self.policy.told)
        self._kinds = np.array(self.shoe.counts, dtype=np.int64)

    @property
    def rules(self) -> TableRules:
        """The rules of the table."""
        return self.by_value.rules

    @property
    def policy(self) -> Policy:
        """How hands are played."""
        return self.by_value.policy

    def number(self, hand: Hand) -> int:
        """The number of a told hand; -1 where it is none."""
        return self._number.get(hand, -1)

    def value(self, hand: Hand, level: Level) -> float:
        """What a hand of two cards or more is worth by its play, not doubled, split or surrendered."""
        told = self.number(hand)
        return float(level.values.value[0, state_of(hand)] if told < 0 else self.told(level).value[told])

    def told(self, level: Level, known: Hand = (), *, every: bool = False) -> ToldValues:
        """Values and plays of told hands; `known` are cards seen beside hand and up card, within `extra`."""
        if level.pair >= 0 and not self.policy.concerned(level.pair):
            return self._untold
        known = self.relevant(level.pair, known)
        key = (level.pair, level.extra, known, every)
        if key not in self._told:
            self._told[key] = self._valued(level, known, self.plays(level), every=every)
        return self._told[key]

    @cached_property
    def _untold(self) -> ToldValues:
        """Of a pair of which no told hand can come."""
        size = len(self._number)
        return ToldValues(np.full((3, size), np.nan), np.full(size, np.nan), np.full(size, BEST, dtype=np.int8))

    def relevant(self, pair: int, known: Hand) -> Hand:
        """The known cards that change what the hands of a pair can become."""
        if not known:
            return known
        values = self.policy.concerned(pair)
        return tuple(kind for kind in known if VALUE[kind] in values)

    def _valued(self, level: Level, known: Hand, rules: Bytes, *, every: bool) -> ToldValues:
        by_value, made = self.by_value, level.terms
        return told_values(
            states(),
            by_value.draws,
            self.hands,
            made,
            self.deal(level, known),
            by_value.lines(made),
            level.values,
            by_value.permitted(level),
            rules,
            every,
        )

    def deal(self, level: Level, known: Hand) -> Deal:
        """The cards of a level for the kernels."""
        return Deal(self.by_value.shoe, self._kinds, counted(known), level.pair, level.extra)

    def plays(self, level: Level) -> Bytes:
        """The play on each told hand: the policy's, or for a split hand the best at the first level, suits unknown."""
        if level.pair not in self._rules:
            self._rules[level.pair] = self._new_plays(level)
        return self._rules[level.pair]

    def _new_plays(self, level: Level) -> Bytes:
        given = np.full(len(self._number), BEST, dtype=np.int8)
        if self.policy.is_given:
            for hand, told in self._number.items():
                if level.pair < 0 or level.pair in (VALUE[kind] for kind in hand):
                    plays = self.allowed(hand, level)
                    given[told] = self.policy.first(hand, self.up, plays, is_split=level.terms.is_split)
        if self.policy.is_given or level.pair < 0:
            return given
        return self._valued(self.by_value.split(level.pair)[0], (), given, every=False).play

    def rule(self, hand: Hand, level: Level) -> int:
        """The play on a told hand of a split."""
        return int(self.plays(level)[self._number[hand]])

    def allowed(self, hand: Hand, level: Level) -> tuple[int, ...]:
        """The plays permitted on a hand that can be neither split nor surrendered."""
        return self.by_value.allowed(hand, level, may_split=False, may_surrender=False)

    def actions(self, hand: Hand, level: Level) -> dict[int, float]:
        """What standing, hitting and doubling are worth where permitted."""
        told = self.number(hand)
        if told >= 0:
            worth = self.told(level, every=True).worth[:, told]
            return {play: float(worth[play]) for play in self.allowed(hand, level)}
        state, values = state_of(hand), level.values
        plain = {HIT: values.hit[state], DOUBLE: values.double[0, state]}
        return {
            play: self.stand(hand, level) if play == STAND else float(plain[play]) for play in self.allowed(hand, level)
        }

    def stand(self, hand: Hand, level: Level, doublings: int = 0) -> float:
        """What a hand is worth as it stands, its bonus judged card by card."""
        state, made = state_of(hand), level.terms
        left = level.left(self.by_value.shoe, state)
        pays = self.pays_21(hand, made, doublings)
        standing = float(level.values.stand[state])
        return float(stand_told(states(), self.by_value.draws, made, left, state, standing, doublings, pays))

    def pays_21(self, hand: Hand, made: Terms, doublings: int) -> float:
        """What a 21 of these cards pays."""
        table = made.pays_doubled_21 if doublings else made.pays_21
        line = self.line(hand, made, doublings)
        return line[1] if line[0] else float(table[len(hand)])

    def line(self, hand: Hand, made: Terms, doublings: int) -> tuple[str, float]:
        """The three-card bonus of a hand and its payout; no name where there is none."""
        lines = self.by_value.lines(made)
        of = int(lines.of[told]) if (told := self.number(hand)) >= 0 else -1
        if of < 0 or not (lines.is_open_doubled if doublings else lines.is_open):
            return ("", 0.0)
        found = self.by_value.bonus_lines[of]
        return found.name, found.pays

    def chances(self, hand: Hand, level: Level, known: Hand, kinds: Sequence[int]) -> list[float]:
        """The chance that each of these kinds comes next."""
        state, seen = state_of(hand), (*hand, *known)
        whole = self.by_value.shoe
        parts: dict[int, float] = {}
        for value in {VALUE[kind] for kind in kinds}:
            unseen = int(whole[value]) - sum(VALUE[each] == value for each in seen)
            parts[value] = self.by_value.part(level, state, value) / unseen if unseen > 0 else 0.0
        return [max(self.shoe.counts[kind] - seen.count(kind), 0) * parts[VALUE[kind]] for kind in kinds]

    def seconds(self, pair: int, known: Hand) -> Floats:
        """What hands of a split are worth before their second card.

        By level, by whether that card must not be a pair card (then 0 where it is), and by kind of the first card.
        """
        known = self.relevant(pair, known)
        if (pair, known) not in self._seconds:
            levels = self.by_value.split(pair)
            barred = none_and_all(pair)
            self._seconds[pair, known] = np.array([self._after_first(level, known, barred) for level in levels])
        return self._seconds[pair, known]

    def after_first(self, level: Level, known: Hand, barred: frozenset[int]) -> Floats:
        """The same at one level, with these kinds barred."""
        only: Floats = self._after_first(level, known, marks(barred)[None])[0]
        return only

    def _after_first(self, level: Level, known: Hand, barred: Bytes) -> Floats:
        firsts = np.array(OF_VALUE[level.pair], dtype=np.int64)
        value = self.told(level, known).value
        deal = self.deal(level, known)
        return second_values(states(), self.hands, level.terms, deal, level.values, value, firsts, barred)


_SPADES = list(Suit).index(Suit.SPADES)
