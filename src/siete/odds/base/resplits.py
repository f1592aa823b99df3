"""The value of splitting a pair against one up card, resplits included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from siete.odds.base.jit import Floats, Ints
from siete.odds.base.play import BEST, MOST_DOUBLINGS, SPLIT, chance, deal_hands, late_chance
from siete.odds.base.policy import Hand, hand_of
from siete.odds.base.shoe import OF_VALUE, VALUE
from siete.odds.base.splits import NEW, hand_chances, weights
from siete.odds.base.states import VALUES, index_of, states
from siete.odds.base.versus_up_card import Against, Level, most_hands


def _any(table: Floats) -> Ints:
    found: Ints = np.flatnonzero(table.any(axis=0))
    return found


@dataclass
class SplitHands:
    """The pairs split against one up card."""

    against: Against
    _added: dict[tuple[int, int], float] = field(init=False, default_factory=dict)
    _worth: dict[tuple[int, Hand, frozenset[int]], Floats] = field(init=False, default_factory=dict)
    _together: dict[int, list[float]] = field(init=False, default_factory=dict)
    _again: dict[int, bool | None] = field(init=False, default_factory=dict)
    _shares: dict[int, tuple[float, float]] = field(init=False, default_factory=dict)

    def value(self, first: int, second: int) -> float:
        """What splitting two cards of one value is worth."""
        return self.added(first, second) - self._late(VALUE[first])

    def added(self, first: int, second: int) -> float:
        """What the hands of a split add up to, the one wager that a late blackjack takes from the box left aside."""
        if (first, second) not in self._added:
            self._added[first, second] = self._new_added(first, second)
        return self._added[first, second]

    def _new_added(self, first: int, second: int) -> float:
        pair = VALUE[first]
        again = self.splits_again(pair)
        if again is not None:
            return self._by_value(first, second, most_hands(self.against.rules, pair) if again else 2)
        # Either card may have been dealt first; the left hand is the one that can be split again sooner.
        orders = {(first, second), (second, first)} if self._tells(pair) else {(first, second)}
        return sum(self._kind_by_kind(left, right) for left, right in orders) / len(orders)

    def _late(self, pair: int) -> float:
        """What a late blackjack takes from the box beyond what its hands are charged with. Decision: 0015.

        That is one wager. It is none if every hand is already lost or wins against a blackjack, and more if several
        hands were rescued: the relief.
        """
        return self._late_chance(pair) - self.relief(pair)

    def _late_chance(self, pair: int) -> float:
        by_value = self.against.by_value
        level = by_value.split(pair)[0]
        if level.terms.late < 0:
            return 0.0
        left = level.left(by_value.shoe, index_of((pair,)))
        return float(late_chance(level.terms, left, int(left.sum())))

    def relief(self, pair: int) -> float:
        """How much less than one wager a late blackjack takes, below 0 for more; takes hands for independent.

        It is small, and `laws.late_bounds` proves how far it may be off. Decision: 0244.
        """
        late = self._late_chance(pair)
        if late == 0.0:
            return 0.0
        if pair not in self._shares:
            self._shares[pair] = self._late_shares(self.against.by_value.split(pair)[0], late)
        rescued, lost = self._shares[pair]
        most = most_hands(self.against.rules, pair) if self.splits_again(pair) is not False else 2
        return late * sum(
            part * (lost**hands - (hands * rescued - 1.0 + (1.0 - rescued) ** hands))
            for hands, part in hand_chances(most, self.together(pair)).items()
        )

    def _late_shares(self, level: Level, late: float) -> tuple[float, float]:
        """Of one hand, before a late blackjack: the chance to be rescued, and to be lost or to win regardless."""
        shoe, hands, made = self.against.by_value.shoe, states(), level.terms
        start = index_of((level.pair,))
        left = level.left(shoe, start)
        starts = np.zeros((MOST_DOUBLINGS + 1, len(hands.hard)))
        for value in range(VALUES):
            if left[value] > 0:
                starts[0, hands.draw[start, value]] = chance(made, left, int(left.sum()), value)
        ends = deal_hands(hands, made, shoe, level.pair, level.extra, starts, level.values.play)
        rescued = sum(self._then_late(level, int(state), ends.rescue[:, state].sum()) for state in _any(ends.rescue))
        lost = float(ends.late_bust.sum()) if made.late_takes_busts else 0.0
        if made.late_ace_ten > 0.0:
            natural = index_of((0, VALUES - 1))
            lost += self._then_late(level, natural, ends.stand[0, natural])
        return rescued / late, lost / late

    def _then_late(self, level: Level, state: int, weight: float) -> float:
        if weight == 0.0:
            return 0.0
        left = level.left(self.against.by_value.shoe, state)
        return float(weight * late_chance(level.terms, left, int(left.sum())))

    def kinds(self, pair: int) -> tuple[int, ...]:
        """The kinds of a pair's value."""
        return OF_VALUE[pair]

    def _does_split(self, first: int, drawn: int) -> bool:
        """Whether a hand of two pair cards is split again where the rules permit."""
        hand, by_value = hand_of((first, drawn)), self.against.by_value
        allowed = by_value.allowed(hand, by_value.split(VALUE[first])[0], may_split=True, may_surrender=False)
        return self.against.policy.first(hand, self.against.up, allowed, is_split=True) in (BEST, SPLIT)

    def splits_again(self, pair: int) -> bool | None:
        """Whether all pairs of this value are split again, or none; nothing when it depends on the cards."""
        if pair not in self._again:
            self._again[pair] = self._new_again(pair)
        return self._again[pair]

    def _new_again(self, pair: int) -> bool | None:
        kinds = self.kinds(pair)
        told = [(a, b) for a in kinds for b in kinds if a <= b and (a, b) in self.against.policy.told]
        rest = [(kinds[0], kinds[0])] if len(told) < len(kinds) * (len(kinds) + 1) // 2 else []
        found = {self._does_split(a, b) for a, b in (*told, *rest)}
        return found.pop() if len(found) == 1 else None

    def together(self, pair: int) -> list[float]:
        """The chance that k named slots hold pair cards, when the pair itself has left the shoe."""
        if pair not in self._together:
            self._together[pair] = self._new_together(pair)
        return self._together[pair]

    def _new_together(self, pair: int) -> list[float]:
        by_value = self.against.by_value
        levels = by_value.split(pair)
        found = [1.0]
        for level in levels:
            left = level.left(by_value.shoe, index_of((pair,)))
            if left[pair] <= 0:
                break
            found.append(found[-1] * float(chance(level.terms, left, int(left.sum()), pair)))
        return found

    def _by_value(self, first: int, second: int, most: int) -> float:
        pair = VALUE[first]
        own, new = self.counts(pair, most)
        total = 0.0
        for kind, known, share, is_new in self.firsts(first, second):
            counts = new if is_new else own
            worth = self.against.seconds(pair, known)[: len(counts), :, self.kinds(pair).index(kind)]
            # A shoe that could run out has no value for hands that are not counted, either.
            total += share * float((counts * np.where(counts == 0.0, 0.0, worth)).sum())
        return total

    def counts(self, pair: int, most: int) -> tuple[Floats, Floats]:
        """How often hands are counted that begin with a card of the pair itself, and with one drawn since.

        By further pair cards gone, and by whether the second card must not be a pair card.
        """
        together = self.together(pair)
        deep = min(len(self.against.by_value.split(pair)), len(together))
        found = np.zeros((2, deep, 2))
        for (origin, is_free, gone), count in weights(most).items():
            if gone < deep:
                found[int(origin == NEW), gone, int(not is_free)] += count * together[gone]
        return found[0], found[1]

    def firsts(self, first: int, second: int) -> list[tuple[int, Hand, float, bool]]:
        """The first cards that hands of a split can have, the pair cards known then, their shares, and whether drawn.

        Either card of the pair may have been dealt first, so that each is the other's left hand half the time.
        """
        pair = VALUE[first]
        if not self._tells(pair):
            return [(first, (), 1.0, False), (first, (), 1.0, True)]
        kinds = self.kinds(pair)
        counts = [self.against.shoe.counts[kind] - (kind == first) - (kind == second) for kind in kinds]
        known, total = hand_of((first, second)), sum(counts)
        drawn = [(kind, known, count / total, True) for kind, count in zip(kinds, counts, strict=True) if count > 0]
        return [(first, (second,), 0.5, False), (second, (first,), 0.5, False), *drawn]

    def _tells(self, pair: int) -> bool:
        return any(self.against.policy.told_draws((kind,)) for kind in self.kinds(pair))

    def by_kind(self, first: int, second: int) -> dict[tuple[int, bool, Hand], float]:
        """The hands of a split after which some pairs are split again and some are not, told kind by kind.

        By first card, freedom of the second card and the other pair cards gone: how often it is counted.
        """
        most = most_hands(self.against.rules, VALUE[first])
        found: dict[tuple[int, bool, Hand], float] = {}
        for hands, drawn in self._courses((first, second), (), (), most):
            for index, (own, is_free) in enumerate(hands):
                others = [each for at, (each, free) in enumerate(hands) if at != index and not free]
                for sign, more in self._barred(others):
                    gone = [*drawn, *more]
                    part = sign * self._chance_of(gone, [first, second])
                    if part:
                        seen = [first, second, *gone]
                        seen.remove(own)
                        key = (own, is_free, hand_of(seen))
                        found[key] = found.get(key, 0.0) + part
        return found

    def _kind_by_kind(self, first: int, second: int) -> float:
        return sum(
            part * self._after_first(own, seen, frozenset() if is_free else self.split_by(own))
            for (own, is_free, seen), part in self.by_kind(first, second).items()
        )

    def _after_first(self, own: int, seen: Hand, barred: frozenset[int]) -> float:
        """What a hand is worth before its second card, if that must not be of a barred kind (0 where it is)."""
        pair, key = VALUE[own], (VALUE[own], seen, barred)
        if key not in self._worth:
            level = self.against.by_value.split(pair)[len(seen) - 1]
            self._worth[key] = self.against.after_first(level, seen, barred)
        return float(self._worth[key][self.kinds(pair).index(own)])

    @cached_property
    def _split_sets(self) -> dict[int, frozenset[int]]:
        return {}

    def split_by(self, first: int) -> frozenset[int]:
        """The kinds that a hand with this first card splits again."""
        if first not in self._split_sets:
            kinds = self.kinds(VALUE[first])
            self._split_sets[first] = frozenset(kind for kind in kinds if self._does_split(first, kind))
        return self._split_sets[first]

    def _courses(
        self, open_hands: Hand, hands: tuple[tuple[int, bool], ...], drawn: Hand, most: int
    ) -> Iterator[tuple[tuple[tuple[int, bool], ...], Hand]]:
        """The courses of second cards: hands with first card and freedom of the second, and pair cards split."""
        if not open_hands:
            yield hands, drawn
        elif len(drawn) + 2 == most:
            yield (*hands, *((own, True) for own in open_hands)), drawn
        else:
            own, *rest = open_hands
            for kind in self.split_by(own):
                yield from self._courses((own, kind, *rest), hands, (*drawn, kind), most)
            yield from self._courses(tuple(rest), (*hands, (own, False)), drawn, most)

    def _barred(self, others: list[int]) -> Iterator[tuple[int, Hand]]:
        """The terms of inclusion and exclusion: some of the other hands drew a kind they would have split."""
        if not others:
            yield 1, ()
            return
        own, *rest = others
        for sign, kinds in self._barred(rest):
            yield sign, kinds
            for kind in self.split_by(own):
                yield -sign, (kind, *kinds)

    def _chance_of(self, gone: list[int], seen: list[int]) -> float:
        """The chance that named slots hold exactly these pair cards."""
        together = self.together(VALUE[seen[0]])
        if len(gone) >= len(together):
            return 0.0
        part = together[len(gone)]
        counts = {kind: self.against.shoe.counts[kind] - seen.count(kind) for kind in self.kinds(VALUE[seen[0]])}
        for kind in gone:
            part *= max(counts[kind], 0) / sum(counts.values())
            counts[kind] -= 1
        return part
