"""One up card: what every hand is worth against it, by values for most hands and card by card for the told ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import isnan

import numpy as np

from siete.cards import Suit
from siete.odds.base.dealer import OUTCOMES, PLENTY, Draws, draws, outcomes
from siete.odds.base.jit import Bytes, Ints
from siete.odds.base.play import (
    BEST,
    DOUBLE,
    EVERY,
    HIT,
    MOST_DOUBLINGS,
    STAND,
    Rows,
    Values,
    chance,
    late_chance,
    new_rows,
    reached,
    stand_value,
    value_hands,
)
from siete.odds.base.policy import Hand, Policy, allowed_plays, hand_of, state_of
from siete.odds.base.shoe import KINDS, VALUE, Shoe
from siete.odds.base.splits import deepest
from siete.odds.base.states import ACE, VALUES, states
from siete.odds.base.terms import Terms, UpCard, hits_soft_17, terms, three_cards
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

    def __post_init__(self) -> None:
        most = max(most_hands(self.rules, pair) for pair in (0, 1))
        self.rows = new_rows(deepest(most) + 2)

    @cached_property
    def draws(self) -> Draws:
        """The dealer's hands."""
        is_small = int(self.shoe.sum()) < PLENTY
        return draws(self.up.value, hits_soft_17=hits_soft_17(self.rules), has_busts=is_small)

    @cached_property
    def whole(self) -> Level:
        """The hands that come from no split."""
        made = terms(self.rules, self.up)
        wanted = np.full(len(states().hard), EVERY, dtype=np.int8)
        return self._level(made, -1, 0, wanted, self.policy.plays(self.up.value, made))

    def _level(self, made: Terms, pair: int, extra: int, wanted: Bytes, plays: Bytes) -> Level:
        values = value_hands(states(), self.draws, made, self.shoe, self.rows, pair, extra, wanted, plays)
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

    def _solved(self, pair: int) -> list[Level]:
        hands = states()
        self.rows.is_known_more[:] = 0
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

    def part(self, level: Level, state: int, value: int) -> float:
        """The chance that the next card of a hand has this value; 0 where none is left."""
        key = (level.pair, level.extra, state, value)
        if key not in self._parts:
            left = level.left(self.shoe, state)
            is_there = left[value] > 0
            self._parts[key] = float(chance(level.terms, left, int(left.sum()), value)) if is_there else 0.0
        return self._parts[key]

    def starts(self, pair: int) -> Bytes:
        """Where hands of a split pair can start on their way by value: on two cards, or behind a told hand."""
        hands = states()
        starts = np.zeros((MOST_DOUBLINGS + 1, len(hands.hard)), dtype=np.int8)
        starts[0] = (hands.counts[:, pair] > 0) & (hands.cards == 2)
        for state in {state_of(hand) for hand in self.policy.told}:
            after = hands.draw[state]
            starts[:2, after[after >= 0]] |= hands.counts[state, pair] > 0
        return starts


@dataclass
class Against:
    """One up card by kind: hands valued card by card on top of their values."""

    by_value: ByValue
    up: int
    shoe: Shoe
    """The shoe, the up card gone."""
    is_even: bool = False
    """Whether clubs, diamonds and hearts are alike in shoe and policy, the up card aside."""
    _told: dict[tuple[Hand, Hand, int, int], tuple[float, int]] = field(init=False, default_factory=dict)
    _rules: dict[tuple[Hand, int], int] = field(init=False, default_factory=dict)
    _plain: dict[tuple[Hand, Hand], tuple[Hand, Hand]] = field(init=False, default_factory=dict)
    _concerns: dict[Hand, frozenset[int]] = field(init=False, default_factory=dict)
    _lines: dict[tuple[str, bool, bool], tuple[str, float]] = field(init=False, default_factory=dict)

    @property
    def rules(self) -> TableRules:
        """The rules of the table."""
        return self.by_value.rules

    @property
    def policy(self) -> Policy:
        """How hands are played."""
        return self.by_value.policy

    def value(self, hand: Hand, level: Level, known: Hand = ()) -> float:
        """What a hand is worth by its play; `known` are cards seen beside hand and up card, within `extra`."""
        return self.valued(hand, level, known)[0]

    def valued(self, hand: Hand, level: Level, known: Hand = ()) -> tuple[float, int]:
        """Value and play of a hand of two cards or more, not doubled, that is not split or surrendered."""
        if hand not in self.policy.told:
            state = state_of(hand)
            return float(level.values.value[0, state]), int(level.values.play[0, state])
        hand, known = self.plain(hand, known)
        key = (hand, known, level.pair, level.extra)
        if key not in self._told:
            self._told[key] = self._told_value(hand, level, known)
        return self._told[key]

    def plain(self, hand: Hand, known: Hand) -> tuple[Hand, Hand]:
        """Hand and known cards without what does not matter, their suits renamed where those are alike."""
        key = (hand, known)
        if key not in self._plain:
            self._plain[key] = self._new_plain(hand, known)
        return self._plain[key]

    def _new_plain(self, hand: Hand, known: Hand) -> tuple[Hand, Hand]:
        if hand not in self._concerns:
            self._concerns[hand] = self.policy.concerns(hand)
        values = self._concerns[hand]
        known = tuple(kind for kind in known if VALUE[kind] in values)
        return plain_suits(self.up, hand, known) if self.is_even else (hand, known)

    def _told_value(self, hand: Hand, level: Level, known: Hand) -> tuple[float, int]:
        play = self.rule(hand, level)
        if play != BEST:
            return self.action(hand, level, known, play), play
        worth = self.actions(hand, level, known)
        play = max(worth, key=lambda each: (worth[each], -each))
        return worth[play], play

    def rule(self, hand: Hand, level: Level) -> int:
        """The play on a told hand: the policy's, or for a split hand the best at the first level, suits unknown."""
        key = (hand, level.pair)
        if key not in self._rules:
            self._rules[key] = self._new_rule(hand, level)
        return self._rules[key]

    def _new_rule(self, hand: Hand, level: Level) -> int:
        allowed = self.allowed(hand, level)
        given = self.policy.first(hand, self.up, allowed, is_split=level.terms.is_split)
        if given != BEST or level.pair < 0:
            return given
        first = self.by_value.split(level.pair)[0]
        worth = self.actions(hand, first, ())
        return max(worth, key=lambda each: (worth[each], -each))

    def allowed(self, hand: Hand, level: Level) -> tuple[int, ...]:
        """The plays permitted on a hand that can be neither split nor surrendered."""
        return self.by_value.allowed(hand, level, may_split=False, may_surrender=False)

    def actions(self, hand: Hand, level: Level, known: Hand = ()) -> dict[int, float]:
        """What standing, hitting and doubling are worth where permitted."""
        return {play: self.action(hand, level, known, play) for play in self.allowed(hand, level)}

    def action(self, hand: Hand, level: Level, known: Hand, play: int) -> float:
        """What one of these plays is worth."""
        if play == STAND:
            return self.stand(hand, level)
        state = state_of(hand)
        if play == HIT:
            return float(level.values.hit[state]) + self._hit_more(hand, level, known)
        assert play == DOUBLE
        return float(level.values.double[0, state]) + self._double_more(hand, level, known)

    def stand(self, hand: Hand, level: Level, doublings: int = 0) -> float:
        """What a hand is worth as it stands, its bonus judged card by card."""
        state = state_of(hand)
        made = level.terms
        hands = states()
        if doublings == 0 and hands.hard[state] + 10 * hands.is_soft[state] != 21:
            worth = float(level.values.stand[state])
            if not isnan(worth):
                return worth
        pays = self.pays_21(hand, made, doublings)
        if made.late < 0 and hands.hard[state] == 21:
            return pays * 2.0**doublings
        left = level.left(self.by_value.shoe, state)
        late = late_chance(made, left, int(left.sum()))
        row = np.empty(OUTCOMES)
        if hands.hard[state] + 10 * hands.is_soft[state] != 21 or (len(hand) == 2 and made.is_split):
            outcomes(self.by_value.draws, left, made.barred, row)
        return float(stand_value(hands, made, state, late, row, doublings, pays))

    def pays_21(self, hand: Hand, made: Terms, doublings: int) -> float:
        """What a 21 of these cards pays."""
        table = made.pays_doubled_21 if doublings else made.pays_21
        line = self.line(hand, made, doublings)
        return line[1] if line[0] else float(table[len(hand)])

    def line(self, hand: Hand, made: Terms, doublings: int) -> tuple[str, float]:
        """The three-card bonus of a hand and its payout; no name where there is none."""
        if len(hand) != 3:
            return ("", 0.0)
        kind = shape(hand)
        is_open = (self.rules.bonus_on_doubled or not doublings) and (self.rules.bonus_on_split or not made.is_split)
        if not kind or not is_open:
            return ("", 0.0)
        is_suited = hand[0] % 4 == hand[1] % 4 == hand[2] % 4
        key = (kind, is_suited, is_suited and hand[0] % 4 == _SPADES)
        if key not in self._lines:
            self._lines[key] = three_cards(self.rules, kind, is_suited=key[1], is_spades=key[2])
        return self._lines[key]

    def chances(self, hand: Hand, level: Level, known: Hand, kinds: Sequence[int]) -> list[float]:
        """The chance that each of these kinds comes next.

        Suits do not depend on how many unseen cards of a value are gone: the share of a kind among its value is
        that of the cards known, however many others left the shoe unseen.
        """
        state = state_of(hand)
        seen = (*hand, *known)
        whole = self.by_value.shoe
        parts: dict[int, float] = {}
        for value in {VALUE[kind] for kind in kinds}:
            unseen = int(whole[value]) - sum(VALUE[each] == value for each in seen)
            parts[value] = self.by_value.part(level, state, value) / unseen if unseen > 0 else 0.0
        return [max(self.shoe.counts[kind] - seen.count(kind), 0) * parts[VALUE[kind]] for kind in kinds]

    def _told_draws(self, hand: Hand, level: Level, known: Hand) -> list[tuple[Hand, float]]:
        """The draws that make a told hand, with their chances."""
        parts = self.chances(hand, level, known, self.policy.told_draws(hand))
        longer = self.policy.told_longer(hand)
        return [(each, part) for each, part in zip(longer, parts, strict=True) if part > 0.0]

    def _hit_more(self, hand: Hand, level: Level, known: Hand) -> float:
        """What hitting is worth beyond what the hands by value say."""
        return sum(
            part * (self.value(longer, level, known) - float(level.values.value[0, state_of(longer)]))
            for longer, part in self._told_draws(hand, level, known)
        )

    def _double_more(self, hand: Hand, level: Level, known: Hand) -> float:
        """The same for doubling: only a bonus on doubled hands tells suits apart."""
        if not self.rules.bonus_on_doubled or len(hand) != 2:
            return 0.0
        return sum(
            part * (self.stand(longer, level, 1) - float(level.values.value[1, state_of(longer)]))
            for longer, part in self._told_draws(hand, level, known)
            if shape(longer) and level.values.play[1, state_of(longer)] == STAND
        )


_SPADES = list(Suit).index(Suit.SPADES)
NAMES = ((0, 1, 2, 3), (0, 2, 1, 3), (1, 0, 2, 3), (1, 2, 0, 3), (2, 0, 1, 3), (2, 1, 0, 3))
"""The ways to name clubs, diamonds and hearts; spades are spades."""


@cache
def plain_suits(up: int, hand: Hand, known: Hand) -> tuple[Hand, Hand]:
    """Hand and known cards with their suits renamed alike, the up card's suit kept, so that few forms remain."""
    fitting = (names for names in NAMES if names[up % 4] == up % 4)
    return min((renamed(hand, names), renamed(known, names)) for names in fitting)


def renamed(hand: Hand, names: tuple[int, ...]) -> Hand:
    """The hand with its suits renamed."""
    return hand_of(kind // 4 * 4 + names[kind % 4] for kind in hand)


@cache
def shape(hand: Hand) -> str:
    """`678` or `777` for three cards that are one, else nothing."""
    if len(hand) != 3:
        return ""
    ranks = "".join(KINDS[kind].rank.value for kind in hand)
    return ranks if ranks in ("678", "777") else ""
