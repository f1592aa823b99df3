"""Lines of Washington jackpots: which of its table a wager has made, as soon as the cards face up decide it."""

from __future__ import annotations

from collections.abc import Sequence

from siete.cards import Card, Rank, Suit
from siete.rules.options import SuitedMatchScope
from siete.rules.paytable import Paytable
from siete.rules.paytable_lines import JackpotJudge, JackpotLine
from siete.rules.table_rules import TableRules
from siete.table.hand import Match, match_of

_ACE_OF_SPADES = Card(Rank.ACE, Suit.SPADES)
_KING_OF_SPADES = Card(Rank.KING, Suit.SPADES)
L = JackpotLine


def lines(
    first: Sequence[Card], up: Card, down: Card | None, table: Paytable, rules: TableRules
) -> tuple[JackpotLine, ...] | None:
    """The lines the wager has made, none when it lost; None while an unseen down card still matters.

    Decisions: 0043, 0044, 0047, 0048, 0049, 0050, 0051.
    Clauses: WA3-TA.1, WA3-TB.1, WA3-TC.1, WA3-TC.2, WA3-TD.1, WA3-TD.2, WA2-TA8.1, WA2-TB9.1.
    """
    made = {row.line for row in table}
    if table.judge == JackpotJudge.UP_CARD:
        return _up_card(first, up, down, made)
    if table.judge == JackpotJudge.UP_CARD_THEN_BOTH:
        return _up_card_then_both(first, up, down)
    if down is None:
        return None
    if table.judge == JackpotJudge.EACH_DEALER_CARD:
        return _each_dealer_card(first, up, down, made, rules)
    return _four_cards(first, up, down, rules)


def _fixed(first: Sequence[Card], dealer_card: Card) -> JackpotLine | None:
    """The line of two cards against one dealer card; two suited matches are told apart by each table."""
    matches = sorted(match_of(card, dealer_card) for card in first)
    by_matches = {
        (Match.SUITED, Match.SUITED): L.TWO_SUITED,
        (Match.SUITED, Match.UNSUITED): L.UNSUITED_AND_SUITED,
        (Match.NONE, Match.SUITED): L.ONE_SUITED,
        (Match.UNSUITED, Match.UNSUITED): L.TWO_UNSUITED,
        (Match.NONE, Match.UNSUITED): L.ONE_UNSUITED,
    }
    return by_matches.get((matches[0], matches[1]))


def _up_card(first: Sequence[Card], up: Card, down: Card | None, made: set[str]) -> tuple[JackpotLine, ...] | None:
    line = _fixed(first, up)
    if line is not L.TWO_SUITED:
        return (line,) if line else ()
    if L.TWO_SUITED in made:
        return (L.TWO_SUITED_ACES_OF_SPADES,) if up == _ACE_OF_SPADES else (L.TWO_SUITED,)
    if up.rank is not Rank.ACE:
        return (L.THREE_SUITED,)
    if L.THREE_ACES_OF_SPADES in made:
        return (L.THREE_ACES_OF_SPADES,) if up == _ACE_OF_SPADES else (L.THREE_SUITED_ACES,)
    if up == _ACE_OF_SPADES and down is None:
        return None
    crowned = up == _ACE_OF_SPADES and down == _KING_OF_SPADES
    return (L.THREE_ACES_OF_SPADES_WITH_KING,) if crowned else (L.THREE_SUITED_ACES,)


def _up_card_then_both(first: Sequence[Card], up: Card, down: Card | None) -> tuple[JackpotLine, ...] | None:
    line = _fixed(first, up)
    if line is not L.TWO_SUITED:
        return (line,) if line else ()
    if down is None:
        return None
    if down != up:
        return (L.TWO_SUITED,)
    return (L.FOUR_SUITED_ACES,) if up.rank is Rank.ACE else (L.FOUR_SUITED,)


def _each_dealer_card(
    first: Sequence[Card], up: Card, down: Card, made: set[str], rules: TableRules
) -> tuple[JackpotLine, ...]:
    by_card = [line for line in (_fixed(first, up), _fixed(first, down)) if line is not None]
    if L.ACE_KING_OF_SPADES_BOTH in made:
        # Three of one card are no part of two decks; should they turn up all the same, no line is for them.
        return _two_decks(first, up, down, [line for line in by_card if line in made], rules)
    if by_card == [L.TWO_SUITED, L.TWO_SUITED]:
        if L.TWO_SUITED_UP_AND_DOWN in made:
            return (L.TWO_SUITED_UP_AND_DOWN,)
        return (L.FOUR_SUITED_ACES,) if up.rank is Rank.ACE else (L.FOUR_SUITED,)
    one = L.TWO_SUITED_UP_OR_DOWN if L.TWO_SUITED_UP_OR_DOWN in made else L.THREE_SUITED_UP_OR_DOWN
    return tuple(one if line is L.TWO_SUITED else line for line in by_card)


def _two_decks(
    first: Sequence[Card], up: Card, down: Card, by_card: list[JackpotLine], rules: TableRules
) -> tuple[JackpotLine, ...]:
    """Table 4a: four of a rank replace all fixed pays; the crowned aces and kings keep them. Decision: 0049."""
    if len({card.rank for card in (*first, up, down)}) == 1:
        return (L.FOUR_ACES,) if up.rank is Rank.ACE else (L.FOUR_OF_A_RANK,)
    crown = {_ACE_OF_SPADES, _KING_OF_SPADES}
    if set(first) == crown and {up, down} == crown:
        return (L.ACE_KING_OF_SPADES_BOTH, *(by_card if rules.t4a_top_keeps_fixed else ()))
    return tuple(by_card)


def _four_cards(first: Sequence[Card], up: Card, down: Card, rules: TableRules) -> tuple[JackpotLine, ...]:
    cards = (*first, up, down)
    for count, suited, colored, plain in (
        (4, L.FOUR_OF_A_KIND_SUITED, L.FOUR_OF_A_KIND_SAME_COLOR, L.FOUR_OF_A_KIND),
        (3, L.THREE_OF_A_KIND_SAME_COLOR, L.THREE_OF_A_KIND_SAME_COLOR, L.THREE_OF_A_KIND),
    ):
        for rank in {card.rank for card in cards}:
            same = [card for card in cards if card.rank is rank]
            if len(same) == count:
                if len({card.suit for card in same}) == 1:
                    return (suited,)
                return (colored,) if len({card.suit.is_red for card in same}) == 1 else (plain,)
    if rules.t6_suited_match_scope is SuitedMatchScope.ANY_TWO_CARDS:
        return (L.SUITED_MATCH,) if len(set(cards)) < len(cards) else ()
    return (L.SUITED_MATCH,) if set(first) & {up, down} else ()
