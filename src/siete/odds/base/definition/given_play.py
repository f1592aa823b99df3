"""The definition: a round walked card by card in fractions, for any given strategy on a tiny shoe.

Nothing is rearranged here. The cards are dealt in the order of the table, a hole card lies under the up card from the
start where there is one, split hands are played from left to right, and the dealer draws last. It shares no line with
the kernels, which are measured against it; its time grows with the number of different rounds the shoe can give.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from siete.cards import Card, Rank, Suit
from siete.errors import SieteError
from siete.money import Odds
from siete.odds.base.shoe import KINDS, Shoe
from siete.rules.options import DealerBjCollect, HoleCardProcedure, Soft17, SplitTwoCard21, TwentyOnePaid
from siete.rules.paytable_lines import BonusShape
from siete.rules.table_rules import TableRules
from siete.strategy import Play, Situation, Strategy

Cards = tuple[int, ...]
Left = tuple[int, ...]


class Live(NamedTuple):
    """A hand still in play."""

    cards: Cards
    doublings: int


class Ended(NamedTuple):
    """A hand whose play is over: what it still depends on and what it is worth."""

    total: int
    """Over 21 for a bust."""
    wager: int
    pays: Fraction
    forfeits: int
    """What a rescue lost; the hand is worth no more than that then."""
    is_ace_ten: bool
    """An ace and a ten on a split hand."""


def exact_value(rules: TableRules, strategy: Strategy, shoe: Shoe) -> Fraction:
    """What a round with this strategy is worth to the player, per unit."""
    return Walk(rules, strategy).value(shoe.counts)


@dataclass
class Walk:
    """The rounds of one strategy."""

    rules: TableRules
    strategy: Strategy
    _boxes: dict[tuple[object, ...], Fraction] = field(init=False, default_factory=dict)
    _dealers: dict[tuple[Cards, Left], dict[int, Fraction]] = field(init=False, default_factory=dict)

    def value(self, counts: Left) -> Fraction:
        """The mean over all first deals."""
        found = Fraction(0)
        for first, part, left in draws(counts):
            for up, more, left_2 in draws(left):
                for second, most, left_3 in draws(left_2):
                    found += part * more * most * self.deal((first, second), up, left_3)
        return found

    def deal(self, hand: Cards, up: int, left: Left) -> Fraction:
        """What two cards, in the order dealt, are worth against an up card."""
        if self.rules.hole_card_procedure is HoleCardProcedure.NO_HOLE:
            return self._play(hand, up, None, left)
        return sum(
            (part * self._behind(hand, up, hole, rest) for hole, part, rest in draws(left)),
            Fraction(0),
        )

    def _behind(self, hand: Cards, up: int, hole: int, left: Left) -> Fraction:
        peeks = self.rules.hole_card_procedure in (HoleCardProcedure.HOLE_PEEK, HoleCardProcedure.HOLE_READER)
        if peeks and KINDS[up].rank in self.rules.peek_up_cards and is_blackjack((up, hole)):
            return self.rules.blackjack_pays.payout if is_blackjack(hand) else Fraction(-1)
        return self._play(hand, up, hole, left)

    def _play(self, hand: Cards, up: int, hole: int | None, left: Left) -> Fraction:
        """The first decision on two cards."""
        play = self._choice(hand, up, is_split=False, hands=1)
        if is_blackjack(hand) and play is not Play.DOUBLE:
            return self.rules.blackjack_pays.payout
        if play is Play.SURRENDER:
            return self.surrendered(up, hole, left)
        return self._act(play, Live(hand, 0), (), (), (up, hole), left, is_split=False)

    def surrendered(self, up: int, hole: int | None, left: Left) -> Fraction:
        """What a surrender comes to; a parked one waits for the dealer's second card."""
        share = Fraction(self.rules.surrender_share)
        if KINDS[up].rank not in self.rules.surrender_parked_up_cards or _value(up) not in (1, 10):
            return -share
        seconds = [(hole, Fraction(1), left)] if hole is not None else draws(left)
        return sum(
            (part * (Fraction(-1) if is_blackjack((up, second)) else -share) for second, part, _ in seconds),
            Fraction(0),
        )

    def _choice(self, cards: Cards, up: int, *, is_split: bool, hands: int, doublings: int = 0) -> Play:
        shown = tuple(KINDS[kind] for kind in cards)
        situation = Situation(cards=shown, up=KINDS[up], is_split=is_split, doublings=doublings)
        plays = self.strategy.preferences(situation)
        return next(
            play for play in plays if self.may(play, shown, is_split=is_split, hands=hands, doublings=doublings)
        )

    def may(self, play: Play, cards: tuple[Card, ...], *, is_split: bool, hands: int, doublings: int) -> bool:
        """Whether the rules permit the play; `hands` is the number of hands the box has now."""
        rules = self.rules
        total, is_soft = total_of(cards)
        is_pair = len(cards) == 2 and cards[0].rank.points == cards[1].rank.points
        if play is Play.STAND:
            return True
        if doublings:
            if play is Play.RESCUE:
                return rules.rescue and (total < 21 or rules.twenty_one_paid is not TwentyOnePaid.AT_ONCE)
            again = rules.double_double and doublings < rules.max_doublings
            return play is Play.DOUBLE and again and (total < 21 or (is_soft and rules.double_soft21))
        if not is_split and len(cards) == 2 and total == 21:
            return play is Play.DOUBLE and rules.double_blackjack and rules.double_min_cards <= 2
        if play is Play.SPLIT:
            more = rules.max_additional_splits_aces if cards[0].rank is Rank.ACE else rules.max_additional_splits
            return is_pair and hands < more + 2
        if play is Play.SURRENDER:
            return rules.surrender_offered and not is_split and len(cards) == 2
        if is_split and cards[0].rank is Rank.ACE and not rules.split_aces_draw:
            return False
        if play is Play.HIT:
            return total < 21 or (is_soft and rules.hit_soft21)
        if play is Play.DOUBLE:
            return len(cards) >= rules.double_min_cards and (total < 21 or (is_soft and rules.double_soft21))
        return False

    def _box(
        self,
        waiting: tuple[Live, ...],
        ended: tuple[Ended, ...],
        dealer: tuple[int, int | None],
        left: Left,
        *,
        is_split: bool,
    ) -> Fraction:
        """The rest of the round, the first of the waiting hands to act."""
        key = (waiting, tuple(sorted(ended)), dealer, left)
        if key not in self._boxes:
            self._boxes[key] = self._next(waiting, ended, dealer, left, is_split=is_split)
        return self._boxes[key]

    def _next(
        self,
        waiting: tuple[Live, ...],
        ended: tuple[Ended, ...],
        dealer: tuple[int, int | None],
        left: Left,
        *,
        is_split: bool,
    ) -> Fraction:
        if not waiting:
            return self.dealer(ended, dealer, left)
        hand, *others = waiting
        rest = tuple(others)
        if len(hand.cards) == 1:
            return self._draw(hand, rest, ended, dealer, left, is_split=is_split)
        if total_of(tuple(KINDS[kind] for kind in hand.cards))[0] > 21:
            return self._box(rest, (*ended, self.end(hand, is_split=is_split)), dealer, left, is_split=is_split)
        hands = len(waiting) + len(ended)
        play = self._choice(hand.cards, dealer[0], is_split=is_split, hands=hands, doublings=hand.doublings)
        return self._act(play, hand, rest, ended, dealer, left, is_split=is_split)

    def _act(
        self,
        play: Play,
        hand: Live,
        rest: tuple[Live, ...],
        ended: tuple[Ended, ...],
        dealer: tuple[int, int | None],
        left: Left,
        *,
        is_split: bool,
    ) -> Fraction:
        if play is Play.SPLIT:
            first, second = hand.cards
            waiting = (Live((first,), 0), Live((second,), 0), *rest)
            return self._box(waiting, ended, dealer, left, is_split=True)
        if play is Play.HIT:
            return self._draw(hand, rest, ended, dealer, left, is_split=is_split)
        if play is Play.DOUBLE:
            doubled = Live(hand.cards, hand.doublings + 1)
            return self._draw(doubled, rest, ended, dealer, left, is_split=is_split)
        lost = 2 ** (hand.doublings - 1) if play is Play.RESCUE else 0
        return self._box(rest, (*ended, self.end(hand, lost, is_split=is_split)), dealer, left, is_split=is_split)

    def _draw(
        self,
        hand: Live,
        rest: tuple[Live, ...],
        ended: tuple[Ended, ...],
        dealer: tuple[int, int | None],
        left: Left,
        *,
        is_split: bool,
    ) -> Fraction:
        total = Fraction(0)
        for card, part, less in draws(left):
            # The first card stays in front: it is the one a split hand came with.
            longer = Live((hand.cards[0], *sorted((*hand.cards[1:], card))), hand.doublings)
            total += part * self._box((longer, *rest), ended, dealer, less, is_split=is_split)
        return total

    def end(self, hand: Live, forfeits: int = 0, *, is_split: bool) -> Ended:
        """The hand as it is settled later."""
        cards = tuple(KINDS[kind] for kind in hand.cards)
        total = total_of(cards)[0]
        is_open = (self.rules.bonus_on_doubled or not hand.doublings) and (self.rules.bonus_on_split or not is_split)
        pays = _bonus(self.rules, cards) if total == 21 and is_open else self.rules.win_pays.payout
        is_ace_ten = is_split and len(cards) == 2 and total == 21
        return Ended(total, 2**hand.doublings, pays, forfeits, is_ace_ten)

    def dealer(self, ended: tuple[Ended, ...], dealer: tuple[int, int | None], left: Left) -> Fraction:
        """The dealer's turn: the second card where it matters, then draws where a total matters."""
        up, hole = dealer
        if hole is not None:
            return self._drawn(ended, (up, hole), left)
        if _value(up) not in (1, 10) and not self._needs_total(ended):
            return self._settled(ended, 0, is_blackjack=False)
        if all(hand.total > 21 and hand.wager == 1 for hand in ended) and len(ended) == 1:
            return self._settled(ended, 0, is_blackjack=False)
        return sum((part * self._drawn(ended, (up, second), rest) for second, part, rest in draws(left)), Fraction(0))

    def _needs_total(self, ended: tuple[Ended, ...]) -> bool:
        switch = self.rules.split_two_card_21
        literal = switch is not SplitTwoCard21.ORDINARY21
        return any(
            not hand.forfeits and (hand.total < 21 or (hand.is_ace_ten and literal and hand.total == 21))
            for hand in ended
        )

    def _drawn(self, ended: tuple[Ended, ...], cards: Cards, left: Left) -> Fraction:
        if is_blackjack(cards):
            return self._settled(ended, 21, is_blackjack=True)
        if not self._needs_total(ended):
            return self._settled(ended, 0, is_blackjack=False)
        outcomes = self._outcomes(tuple(sorted(cards)), left)
        return sum(
            (part * self._settled(ended, total, is_blackjack=False) for total, part in outcomes.items()), Fraction(0)
        )

    def _outcomes(self, cards: Cards, left: Left) -> dict[int, Fraction]:
        """The chance of each total on which the dealer stops; all busts as one."""
        key = (cards, left)
        if key not in self._dealers:
            total, is_soft = total_of(tuple(KINDS[kind] for kind in cards))
            found: dict[int, Fraction] = {}
            if total > 17 or (total == 17 and not (is_soft and self.rules.dealer_soft17 is Soft17.HIT)):
                found[min(total, 22)] = Fraction(1)
            else:
                for card, part, rest in draws(left):
                    for end, more in self._outcomes(tuple(sorted((*cards, card))), rest).items():
                        found[end] = found.get(end, Fraction(0)) + part * more
            self._dealers[key] = found
        return self._dealers[key]

    def _settled(self, ended: tuple[Ended, ...], dealer: int, *, is_blackjack: bool) -> Fraction:
        if is_blackjack:
            return self._late_blackjack(ended)
        return sum((self._result(hand, dealer) for hand in ended), Fraction(0))

    def _result(self, hand: Ended, dealer: int) -> Fraction:
        if hand.forfeits:
            return Fraction(-hand.forfeits)
        if hand.total > 21:
            return Fraction(-hand.wager)
        if hand.is_ace_ten and dealer == 21:
            switch = self.rules.split_two_card_21
            if switch is SplitTwoCard21.MD_LITERAL_PUSH:
                return Fraction(0)
            if switch is SplitTwoCard21.MA_LITERAL_3TO2:
                return self.rules.blackjack_pays.payout
        if hand.total == 21 or dealer > 21 or hand.total > dealer:
            return hand.wager * hand.pays
        return Fraction(0) if hand.total == dealer else Fraction(-hand.wager)

    def _late_blackjack(self, ended: tuple[Ended, ...]) -> Fraction:
        """One original wager of the box, or what rescues forfeited; busts as well by the other reading.

        Clauses: MA-9.c, MA-10.d, S13-i.3, S13-j.4. Decisions: 0001, 0015.
        """
        is_literal = self.rules.split_two_card_21 is SplitTwoCard21.MA_LITERAL_3TO2
        takes_busts = self.rules.dealer_bj_collect is DealerBjCollect.BUSTED_PLUS_ONE
        won, lost, forfeited, is_one_left = Fraction(0), 0, 0, False
        for hand in ended:
            if hand.forfeits:
                forfeited += hand.forfeits
            elif hand.is_ace_ten and is_literal:
                won += self.rules.blackjack_pays.payout
            elif hand.total > 21 and takes_busts:
                lost += hand.wager
            else:
                is_one_left = True
        return won - lost - max(forfeited, int(is_one_left))


def draws(left: Left) -> Iterator[tuple[int, Fraction, Left]]:
    """Each kind that can come next, with its chance and what is left then."""
    cards = sum(left)
    if cards == 0:
        raise SieteError("shoe/too-small", "The shoe runs out in the middle of a round.")
    for kind, count in enumerate(left):
        if count:
            yield kind, Fraction(count, cards), (*left[:kind], count - 1, *left[kind + 1 :])


def _value(kind: int) -> int:
    return KINDS[kind].rank.points


def is_blackjack(cards: Cards) -> bool:
    """Whether two cards are an ace and a ten."""
    return len(cards) == 2 and sorted(map(_value, cards)) == [1, 10]


def total_of(cards: tuple[Card, ...]) -> tuple[int, bool]:
    """What the cards count, and whether an ace counts 11: all aces do until that is too much."""
    elevens = sum(card.rank is Rank.ACE for card in cards)
    total = sum(card.rank.points for card in cards) + 10 * elevens
    while total > 21 and elevens:
        total, elevens = total - 10, elevens - 1
    return total, elevens > 0


def _bonus(rules: TableRules, cards: tuple[Card, ...]) -> Fraction:
    """What a 21 pays: the first row of the paytable that the cards fit."""
    for row in rules.bonus_21:
        if _fits(BonusShape(row.line), cards):
            assert isinstance(row.pays, Odds)
            return row.pays.payout
    return rules.win_pays.payout


def _fits(line: BonusShape, cards: tuple[Card, ...]) -> bool:
    lengths = {BonusShape.FIVE_CARDS: 5, BonusShape.SIX_CARDS: 6}
    if line is BonusShape.SEVEN_OR_MORE_CARDS:
        return len(cards) >= 7
    if line in lengths:
        return len(cards) == lengths[line]
    kind, suits = line.value.split("-")
    if "".join(sorted(card.rank.value for card in cards)) != kind:
        return False
    found = {card.suit for card in cards}
    if suits == "mixed":
        return len(found) > 1
    return len(found) == 1 and (suits == "suited" or found == {Suit.SPADES})
