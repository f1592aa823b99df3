"""The cards that are still to come: how many of each card a shoe holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from siete.cards import SPANISH_DECK, Card, cards_to_text
from siete.errors import SieteError

Shoe = Mapping[Card, int]
"""How many of each card are left; a card that is not named is not there."""


def full_shoe(decks: int) -> Shoe:
    """A shoe of so many whole decks."""
    return dict.fromkeys(SPANISH_DECK, decks)


def without(shoe: Shoe, cards: Iterable[Card]) -> Shoe:
    """The shoe after these cards have come out of it; refused when it does not hold them."""
    _check(shoe)
    taken = Counter(cards)
    missing = [card for card, count in taken.items() if count > shoe.get(card, 0)]
    if missing:
        sentence = f"The shoe does not hold {cards_to_text(missing)} as often as that."
        raise SieteError("odds/card-not-in-shoe", sentence, facts={"cards": cards_to_text(missing)})
    return {card: count - taken[card] for card, count in shoe.items() if count > taken[card]}


def size(shoe: Shoe, *, least: int = 0) -> int:
    """How many cards the shoe holds; refused when fewer than the wager needs."""
    _check(shoe)
    cards = sum(shoe.values())
    if cards < least:
        raise SieteError("odds/shoe-too-small", f"The shoe holds {cards} cards; this wager needs {least}.")
    return cards


def _check(shoe: Shoe) -> None:
    if any(count < 0 for count in shoe.values()):
        raise SieteError("odds/card-not-in-shoe", "A shoe cannot hold fewer than 0 of a card.")
