"""The base game: what the first two cards are worth against each up card, and the whole round with them.

One box, one unit, any shoe. The player's two cards, the up card and the second dealer card are taken from the shoe
without replacement; where the dealer looks for a blackjack the round ends on one, and all later values are
conditioned on there being none.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import isnan

from siete.errors import SieteError
from siete.odds.base.play import BEST, DOUBLE, SPLIT, STAND, SURRENDER, late_chance
from siete.odds.base.policy import NAMES, Hand, Policy, hand_of, renamed, state_of
from siete.odds.base.resplits import SplitHands
from siete.odds.base.shoe import KINDS, OF_VALUE, VALUE, Shoe
from siete.odds.base.states import VALUES
from siete.odds.base.terms import is_blackjack, odds, up_card
from siete.odds.base.versus_up_card import Against, ByValue
from siete.plain import Plain
from siete.rules.table_rules import TableRules


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoCardDeal:
    """A way to be dealt two cards against an up card, as far as the game tells them apart."""

    up: int
    hand: Hand
    chance: float


@dataclass
class Game:
    """One set of rules, one shoe, one policy; what has been worked out is kept."""

    rules: TableRules
    shoe: Shoe
    policy: Policy = field(default_factory=Policy)
    hole: int = -1
    """The kind of the hole card where the player has seen it, which is then gone from the shoe; -1: not seen."""
    _by_value: dict[tuple[int, bool, bool], ByValue] = field(init=False, default_factory=dict)
    _against: dict[int, Against] = field(init=False, default_factory=dict)
    _split_hands: dict[int, SplitHands] = field(init=False, default_factory=dict)
    _best: dict[tuple[Hand, int], tuple[float, int]] = field(init=False, default_factory=dict)
    kept: Plain = field(init=False, default_factory=dict)
    """What others worked out about this game, so that it is done once."""

    def against(self, up: int) -> Against:
        """The values of hands against an up card of this kind."""
        if up not in self._against:
            kind = up_card(self.rules, KINDS[up].rank)
            if self.hole >= 0:
                kind = replace(kind, hole=VALUE[self.hole])
            key = (kind.value, kind.peeks, kind.parks)
            if key not in self._by_value:
                shoe = self.shoe.values()
                shoe[kind.value] -= 1
                self._by_value[key] = ByValue(rules=self.rules, up=kind, policy=self.policy, shoe=shoe)
            left = self.shoe.without([KINDS[up]])
            self._against[up] = Against(by_value=self._by_value[key], up=up, shoe=left)
            self._split_hands[up] = SplitHands(self._against[up])
        return self._against[up]

    def seen(self) -> list[Against]:
        """The up cards that have been looked at."""
        return list(self._against.values())

    def split_hands(self, up: int) -> SplitHands:
        """The pairs split against an up card of this kind."""
        self.against(up)
        return self._split_hands[up]

    def actions(self, hand: Hand, up: int) -> dict[int, float]:
        """What each permitted play on the first two cards is worth, after a negative peek where there is one."""
        against = self.against(up)
        level = against.by_value.whole
        allowed = self.allowed(hand, up)
        if is_blackjack(tuple(VALUE[kind] for kind in hand)):
            worth = {STAND: odds(self.rules.blackjack_pays)}
            if DOUBLE in allowed:
                worth[DOUBLE] = float(level.values.double[0, state_of(hand)])
            return worth
        worth = against.actions(hand, level)
        if SURRENDER in allowed:
            worth[SURRENDER] = self.surrender(hand, up)
        if SPLIT in allowed:
            worth[SPLIT] = self._split_hands[up].value(hand[0], hand[1])
        return worth

    def allowed(self, hand: Hand, up: int) -> tuple[int, ...]:
        """The plays permitted on the first two cards."""
        by_value = self.against(up).by_value
        may_surrender = self.rules.surrender_offered
        return by_value.allowed(hand, by_value.whole, may_split=True, may_surrender=may_surrender)

    def surrender(self, hand: Hand, up: int) -> float:
        """What surrender is worth; a late blackjack takes a parked wager whole.

        Clauses: MD-9.A, MD-9.B, MA-8.a.1, MA-8.a.2a, MA-8.a.2b, S13-h.1.ii-2, WA3-D9.a. Decision: 0014.
        """
        by_value = self.against(up).by_value
        left = by_value.whole.left(by_value.shoe, state_of(hand))
        share = float(self.rules.surrender_share)
        late = late_chance(by_value.whole.terms, left, int(left.sum())) if by_value.up.parks else 0.0
        return -share * (1.0 - late) - late

    def best(self, hand: Hand, up: int) -> tuple[float, int]:
        """The value of the first two cards, and their play."""
        if (hand, up) not in self._best:
            self._best[hand, up] = self._new_best(hand, up)
        return self._best[hand, up]

    def _new_best(self, hand: Hand, up: int) -> tuple[float, int]:
        level = self.against(up).by_value.whole
        play = self.policy.first(hand, up, self.allowed(hand, up), is_split=False)
        if play == BEST:
            worth = self.actions(hand, up)
            play = max(worth, key=lambda each: (worth[each], -each))
            return worth[play], play
        if play not in (SPLIT, SURRENDER) and not is_blackjack(tuple(VALUE[kind] for kind in hand)):
            return self.against(up).value(hand, level), play
        if play == SPLIT:
            return self._split_hands[up].value(hand[0], hand[1]), play
        return self.surrender(hand, up) if play == SURRENDER else self.actions(hand, up)[play], play

    def blackjack_chance(self, hand: Hand, up: int) -> float:
        """The chance that the peek finds a blackjack behind this up card, or that a hole card seen makes one."""
        if self.hole >= 0:
            return float(is_blackjack((VALUE[up], VALUE[self.hole])))
        by_value = self.against(up).by_value
        if by_value.up.barred < 0:
            return 0.0
        left = by_value.whole.left(by_value.shoe, state_of(hand))
        return int(left[by_value.up.barred]) / int(left.sum())

    @cached_property
    def _is_even(self) -> bool:
        return self.shoe.is_even and self.policy.is_blind_to_suits

    @cached_property
    def deals(self) -> tuple[TwoCardDeal, ...]:
        """All first deals, told apart by value where suits cannot matter, with chances that add up to 1."""
        found: dict[tuple[int, Hand], float] = {}
        for up, of_up in self._ups():
            shoe = self.shoe.without([KINDS[up]])
            cards = shoe.cards
            part = of_up / self.shoe.cards
            for first, second in combinations_with_replacement(range(VALUES), 2):
                for hand, ways in self._hands(shoe, first, second):
                    key = self._plain(up, hand)
                    found[key] = found.get(key, 0.0) + part * ways / (cards * (cards - 1))
        return tuple(TwoCardDeal(up=up, hand=hand, chance=part) for (up, hand), part in found.items())

    def _ups(self) -> list[tuple[int, int]]:
        """Up cards to tell apart, with how many cards each stands for."""
        found: dict[int, int] = {}
        stands: dict[tuple[object, ...], int] = {}
        for kind, count in enumerate(self.shoe.counts):
            if count:
                card = KINDS[kind]
                key = (card,) if VALUE[kind] in self._told_values else (up_card(self.rules, card.rank),)
                stands.setdefault(key, kind)
                found[stands[key]] = found.get(stands[key], 0) + count
        return list(found.items())

    def _hands(self, shoe: Shoe, first: int, second: int) -> Iterator[tuple[Hand, int]]:
        """The hands of two values, with the number of ordered ways to be dealt each."""
        told, draws = self.policy.told, self.policy.told_draws
        if not (self._told_values & {first, second}):
            yield from self._alike(shoe, first, second)
            return
        kinds = [[k for k in range(len(KINDS)) if VALUE[k] == value and shoe.counts[k]] for value in (first, second)]
        rest: Hand | None = None
        ways_of_rest = 0
        for a in kinds[0]:
            for b in kinds[1]:
                if first == second and b < a:
                    continue
                ways = shoe.counts[a] * (shoe.counts[b] - (a == b)) * (1 if a == b else 2)
                # A pair that is not told itself may be split into hands that can become told.
                if ways > 0 and (hand_of((a, b)) in told or (first == second and (draws((a,)) or draws((b,))))):
                    yield hand_of((a, b)), ways
                elif ways > 0:
                    rest = rest or hand_of((a, b))
                    ways_of_rest += ways
        if rest is not None:
            yield rest, ways_of_rest

    def _alike(self, shoe: Shoe, first: int, second: int) -> Iterator[tuple[Hand, int]]:
        """The same where no card of either value can be in a told hand: all its hands are one."""
        a, b = (next((kind for kind in OF_VALUE[value] if shoe.counts[kind]), -1) for value in (first, second))
        held, other = (sum(shoe.counts[kind] for kind in OF_VALUE[value]) for value in (first, second))
        ways = held * (held - 1) if first == second else 2 * held * other
        if ways > 0:
            yield (a, b if first != second or shoe.counts[a] > 1 else _next_kind(shoe, a)), ways

    @cached_property
    def _told_values(self) -> frozenset[int]:
        return frozenset(VALUE[kind] for hand in self.policy.told for kind in hand)

    def _plain(self, up: int, hand: Hand) -> tuple[int, Hand]:
        """The deal with clubs, diamonds and hearts renamed in order of appearance where they are alike."""
        if not self._is_even:
            return up, hand
        return plain_deal(up, hand)

    def value(self) -> float:
        """What the round is worth to the player; a shoe that can run out in mid-round is refused."""
        self._solve_side_by_side()
        worth = sum(deal.chance * self.deal_value(deal) for deal in self.deals)
        if isnan(worth) or not self.deals:
            raise SieteError("shoe/too-small", "The shoe has too few cards to finish every round.")
        return worth

    def _solve_side_by_side(self) -> None:
        """Value the hands by value against all up cards, a thread for each processor: the compiled part of the work.

        Up cards share nothing, so that the numbers are those of one thread, bit for bit.
        """
        for up, _ in self._ups():
            self.against(up)
        with ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="siete-odds") as pool:
            list(pool.map(ByValue.solve, self._by_value.values()))

    def deal_value(self, deal: TwoCardDeal) -> float:
        """What a first deal is worth, a blackjack of the dealer included."""
        found = self.blackjack_chance(deal.hand, deal.up)
        if found == 1.0:
            return self._against_blackjack(deal.hand, deal.up)
        return found * self._against_blackjack(deal.hand, deal.up) + (1.0 - found) * self.best(deal.hand, deal.up)[0]

    def _against_blackjack(self, hand: Hand, up: int) -> float:
        """What two cards are worth when the dealer is known to have a blackjack.

        Where nobody has looked for it, whoever has seen the hole card surrenders if that ends the wager at once.
        Clauses: MD-7.G.3, MD-7.O.3, WA3-G3.
        """
        if is_blackjack(tuple(VALUE[kind] for kind in hand)):
            return odds(self.rules.blackjack_pays)
        kind = self.against(up).by_value.up
        may_surrender = self.rules.surrender_offered and not (kind.peeks or kind.parks)
        return -float(self.rules.surrender_share) if may_surrender else -1.0


def _next_kind(shoe: Shoe, kind: int) -> int:
    """The next kind of the same value that the shoe has."""
    return next(each for each in OF_VALUE[VALUE[kind]] if each > kind and shoe.counts[each])


@cache
def plain_deal(up: int, hand: Hand) -> tuple[int, Hand]:
    """The deal with clubs, diamonds and hearts renamed so that few forms remain."""
    return min((renamed((up,), names)[0], renamed(hand, names)) for names in NAMES)
