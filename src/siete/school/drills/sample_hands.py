"""Sample hands: cards that make a line of a paytable, so that a payout is asked about a hand and not about words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from siete.cards import SPANISH_DECK, Card, Rank, Suit, cards_to_text
from siete.rules.paytable import Paytable
from siete.rules.paytable_lines import BonusShape, JackpotLine, SuperBonusShape
from siete.rules.table_rules import TableRules
from siete.table.hand import BEST_TOTAL, HandTotal, Match, bonus_shape, is_blackjack, is_super_bonus, match_of
from siete.table.wagers import jackpot_lines


@dataclass(frozen=True, slots=True)
class SampleHand:
    """A player's cards, and the dealer's as far as they matter."""

    cards: str
    dealer: str = ""


Draw = Callable[[Random], SampleHand]

_RANKS = {
    BonusShape.FIVE_CARDS: (5, "23456789"),
    BonusShape.SIX_CARDS: (6, "A234567"),
    BonusShape.SEVEN_OR_MORE_CARDS: (7, "A23456"),
}
"""How many cards a line asks for, and ranks of which so many make 21 soon enough."""
_SUITED_SEVENS = (BonusShape.SEVENS_SUITED, BonusShape.SEVENS_SPADES)


def bonus_hand(shape: BonusShape, decks: int) -> Draw | None:
    """A hand of a Bonus 21 line; None where the shoe has none."""
    if shape in _SUITED_SEVENS and decks < 3:
        return None
    size, ranks = _RANKS.get(shape, (3, "7" if shape.value.startswith("777") else "678"))
    pool = [each for each in SPANISH_DECK if each.rank.value in ranks]

    def draw(rng: Random) -> SampleHand:
        while True:
            cards = rng.sample(pool, size, counts=[decks] * len(pool))
            if bonus_shape(cards) is shape and _is_played(cards):
                return SampleHand(cards_to_text(cards))

    return draw


def _is_played(cards: Sequence[Card]) -> bool:
    """Whether the hand could be drawn card by card: 21 ends it."""
    return all(HandTotal.of(cards[:count]).total < BEST_TOTAL for count in range(2, len(cards)))


def blackjack(rng: Random) -> SampleHand:
    """A blackjack."""
    return SampleHand(cards_to_text(_blackjack(rng)))


def insured(rng: Random) -> SampleHand:
    """An ace up that a ten-count hole card makes a blackjack: insurance wins."""
    dealer = sorted(_blackjack(rng), key=lambda card: card.rank is not Rank.ACE)
    return SampleHand("", cards_to_text(dealer))


def higher_total(rng: Random) -> SampleHand:
    """Two cards that beat the dealer's two."""
    while True:
        cards, dealer = rng.sample(SPANISH_DECK, 2), rng.sample(SPANISH_DECK, 2)
        if BEST_TOTAL > HandTotal.of(cards).total > HandTotal.of(dealer).total > 16:
            return SampleHand(cards_to_text(cards), cards_to_text(dealer))


def matching(decks: int, *wanted: Match) -> Draw:
    """Two cards, and an up card that they match as wanted."""

    def draw(rng: Random) -> SampleHand:
        up = rng.choice(SPANISH_DECK)
        left = [each for each in SPANISH_DECK for _ in range(decks - (each == up))]
        cards: list[Card] = []
        for kind in wanted:
            cards.append(rng.choice([each for each in left if match_of(each, up) is kind]))
            left.remove(cards[-1])
        rng.shuffle(cards)
        return SampleHand(cards_to_text(cards), str(up))

    return draw


def sevens(shape: SuperBonusShape, decks: int) -> Draw:
    """Three sevens against a seven that earn the super bonus."""
    pool = [each for each in SPANISH_DECK if each.rank is Rank.SEVEN]

    def draw(rng: Random) -> SampleHand:
        while True:
            up, *cards = rng.sample(pool, 4, counts=[decks] * len(pool))
            if is_super_bonus(cards, up, shape):
                return SampleHand(cards_to_text(cards), str(up))

    return draw


def jackpot(line: str, table: Paytable, rules: TableRules) -> Draw:
    """A hand that makes one line of a jackpot table: the up card, and the down card where the line needs it."""
    crown = (Rank.ACE, Rank.KING) if "ace" in line else ()

    def draw(rng: Random) -> SampleHand:
        while True:
            ranks, suits = (*crown, *rng.sample(tuple(Rank), 3))[:3], rng.sample(tuple(Suit), 2)
            pool = [each for each in SPANISH_DECK if each.rank in ranks and each.suit in suits]  # few: many make lines
            one, two, up, down = rng.sample(pool, 4, counts=[rules.decks] * len(pool))
            if _is_line(jackpot_lines.lines((one, two), up, down, table, rules), line):
                is_up_enough = jackpot_lines.lines((one, two), up, None, table, rules) is not None
                return SampleHand(cards_to_text((one, two)), cards_to_text((up,) if is_up_enough else (up, down)))

    return draw


def _is_line(made: Sequence[JackpotLine] | None, line: str) -> bool:
    """Whether nothing but the line is paid; ace and king on both sides pay fixed lines beside it at some tables."""
    is_crowned = line == JackpotLine.ACE_KING_OF_SPADES_BOTH
    return made is not None and (tuple(made[:1]) if is_crowned else tuple(made)) == (line,)


def _blackjack(rng: Random) -> list[Card]:
    while True:
        cards = rng.sample(SPANISH_DECK, 2)
        if is_blackjack(cards, is_split=False):
            return cards
