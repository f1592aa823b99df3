"""Which lines of a Washington jackpot table four cards win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from siete.cards import Card, Rank, Suit
from siete.odds.four_cards import FirstCards
from siete.rules.options import SuitedMatchScope
from siete.rules.paytable_lines import JackpotJudge
from siete.rules.paytable_lines import JackpotLine as Line

Won = tuple[Line, ...]
"""The lines a wager is paid for; more than one only where each dealer card is judged by itself."""

ACE_OF_SPADES, KING_OF_SPADES = Card(Rank.ACE, Suit.SPADES), Card(Rank.KING, Suit.SPADES)

_FIXED = {
    (1, 1): Line.UNSUITED_AND_SUITED,
    (0, 1): Line.ONE_SUITED,
    (2, 0): Line.TWO_UNSUITED,
    (1, 0): Line.ONE_UNSUITED,
}
"""The fixed line by how many player cards match a dealer card in rank only, and in rank and suit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """How one paytable reads four cards: its judge, the lines it has, and the switches that bear on it."""

    kind: JackpotJudge
    lines: frozenset[str]
    top_keeps_fixed: bool = True
    scope: SuitedMatchScope = SuitedMatchScope.PLAYER_DEALER

    def __call__(self, deal: FirstCards) -> Won:
        """The lines the deal wins; none when the wager loses."""
        match self.kind:
            case JackpotJudge.UP_CARD:
                return self._first(_up_card(deal))
            case JackpotJudge.UP_CARD_THEN_BOTH:
                return self._first(_up_card_then_both(deal))
            case JackpotJudge.FOUR_CARDS:
                return self._first(_four_cards(deal, self.scope))
            case JackpotJudge.EACH_DEALER_CARD:
                return self._each_dealer_card(deal)

    def _first(self, lines: Iterator[Line]) -> Won:
        """The best line that the paytable has, by itself."""
        return next(((line,) for line in lines if line in self.lines), ())

    def _each_dealer_card(self, deal: FirstCards) -> Won:
        """Tables 4 and 9: a line of all four cards, or what each dealer card gives. Decisions: 0044, 0048, 0049.

        Clauses: WA3-TB.1, WA3-TB.2, WA2-TB9.1.
        """
        top = self._first(_all_four(deal))
        if top and not (top == (Line.ACE_KING_OF_SPADES_BOTH,) and self.top_keeps_fixed):
            return top
        each = [line for card in (deal.up, deal.down) for line in self._first(_one_dealer_card(deal, card))]
        return top + tuple(sorted(each))


def _matches(deal: FirstCards, card: Card) -> tuple[int, int]:
    """How many player cards match a dealer card in rank only, and how many in rank and suit."""
    suited = sum(each == card for each in deal.player)
    return sum(each.rank is card.rank for each in deal.player) - suited, suited


def _fixed(deal: FirstCards, card: Card) -> Iterator[Line]:
    line = _FIXED.get(_matches(deal, card))
    if line is not None:
        yield line


def _up_card(deal: FirstCards) -> Iterator[Line]:
    """Tables 3 and 8, best line first. Clauses: WA3-TA.1, WA3-TA.alt1.a, WA3-TA.alt2.a. Decision: 0047."""
    if _matches(deal, deal.up) == (0, 2):
        if deal.up == ACE_OF_SPADES:
            if deal.down == KING_OF_SPADES:
                yield Line.THREE_ACES_OF_SPADES_WITH_KING
            yield Line.THREE_ACES_OF_SPADES
            yield Line.TWO_SUITED_ACES_OF_SPADES
        if deal.up.rank is Rank.ACE:
            yield Line.THREE_SUITED_ACES
        yield Line.THREE_SUITED
        yield Line.TWO_SUITED
    yield from _fixed(deal, deal.up)


def _up_card_then_both(deal: FirstCards) -> Iterator[Line]:
    """Table 5, best line first. Clauses: WA3-TC.1, WA3-TC.2. Decision: 0050."""
    yield from _four_suited(deal)
    if _matches(deal, deal.up) == (0, 2):
        yield Line.TWO_SUITED
    yield from _fixed(deal, deal.up)


def _four_suited(deal: FirstCards) -> Iterator[Line]:
    if _are_equal(deal):
        if deal.up.rank is Rank.ACE:
            yield Line.FOUR_SUITED_ACES
        yield Line.FOUR_SUITED


def _all_four(deal: FirstCards) -> Iterator[Line]:
    """The lines of Tables 4 and 9 that take all four cards, best line first."""
    if set(deal.player) == {deal.up, deal.down} == {ACE_OF_SPADES, KING_OF_SPADES}:
        yield Line.ACE_KING_OF_SPADES_BOTH
    yield from _four_suited(deal)
    if _are_equal(deal):
        yield Line.TWO_SUITED_UP_AND_DOWN
    if len({card.rank for card in (*deal.player, deal.up, deal.down)}) == 1:
        if deal.up.rank is Rank.ACE:
            yield Line.FOUR_ACES
        yield Line.FOUR_OF_A_RANK


def _are_equal(deal: FirstCards) -> bool:
    return {*deal.player, deal.down} == {deal.up}


def _one_dealer_card(deal: FirstCards, card: Card) -> Iterator[Line]:
    """What the player's cards and one dealer card win in Tables 4 and 9."""
    if _matches(deal, card) == (0, 2):
        yield Line.TWO_SUITED_UP_OR_DOWN
        yield Line.THREE_SUITED_UP_OR_DOWN
    yield from _fixed(deal, card)


def _four_cards(deal: FirstCards, scope: SuitedMatchScope) -> Iterator[Line]:
    """Table 6, best line first. Clauses: WA3-TD.1, WA3-TD.2. Decision: 0051."""
    cards = (*deal.player, deal.up, deal.down)
    alike = max(([each for each in cards if each.rank is card.rank] for card in cards), key=len)
    same_color = len({card.suit.is_red for card in alike}) == 1
    if len(alike) == 4:
        if len(set(alike)) == 1:
            yield Line.FOUR_OF_A_KIND_SUITED
        if same_color:
            yield Line.FOUR_OF_A_KIND_SAME_COLOR
        yield Line.FOUR_OF_A_KIND
    if len(alike) == 3:
        if same_color:
            yield Line.THREE_OF_A_KIND_SAME_COLOR
        yield Line.THREE_OF_A_KIND
    any_two = scope is SuitedMatchScope.ANY_TWO_CARDS
    if {*deal.player} & {deal.up, deal.down} or (any_two and len(set(cards)) < 4):
        yield Line.SUITED_MATCH
