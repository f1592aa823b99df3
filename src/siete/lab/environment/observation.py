"""What an agent sees before a decision, as a dictionary of small integers; hidden cards are never in it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from siete.cards import SPANISH_DECK, Card, Rank
from siete.rules.table_rules import TableRules
from siete.table.due import Ask, Question
from siete.table.hand import HandTotal, is_pair
from siete.table.state.hand import Hand
from siete.table.state.round import Round

Observation = dict[str, NDArray[np.int16] | np.int64]

STAGES = ("over", "wager", Question.PLAY, Question.DOUBLED, Question.INSURANCE, Question.BLACKJACK)
"""What is decided now; the index is the observation's `stage`."""

RANKS = tuple(rank for rank in Rank if rank is not Rank.TEN)
KINDS = tuple(sorted(SPANISH_DECK, key=lambda card: (RANKS.index(card.rank), card.suit)))
"""The 48 cards of a deck; a card is observed as its place here plus one, and 0 is no card."""
_PLACE = {card: place for place, card in enumerate(KINDS, start=1)}

MOST_CARDS = 21
"""More cards than a hand can hold without going over 21."""
MOST_DOUBLES = 3
MOST_HANDS = 8


def space(rules: TableRules, *, boxes: int, sees_cards: bool) -> spaces.Dict:
    """The space of all observations."""
    parts: dict[str, spaces.Space[np.int64] | spaces.Space[NDArray[np.int16]]] = {
        "stage": spaces.Discrete(len(STAGES)),
        "box": spaces.Discrete(boxes + 1),
        "hand": spaces.Discrete(MOST_HANDS + 1),
        "hands": spaces.Discrete(MOST_HANDS + 1),
        "total": spaces.Discrete(32),
        "is_soft": spaces.Discrete(2),
        "is_pair": spaces.Discrete(2),
        "is_split": spaces.Discrete(2),
        "doublings": spaces.Discrete(MOST_DOUBLES + 1),
        "up": spaces.Discrete(len(KINDS) + 1),
        "cards": spaces.Box(0, len(KINDS), (MOST_CARDS,), np.int16),
    }
    if sees_cards:
        parts["seen"] = spaces.Box(0, rules.decks, (len(KINDS),), np.int16)
    return spaces.Dict(parts)


def at_wager(box: int, seen: Sequence[Card] | None) -> Observation:
    """What is seen before a wager."""
    return _observation(STAGES.index("wager"), box, None, seen)


def at_end(seen: Sequence[Card] | None) -> Observation:
    """What is seen when the round is over."""
    return _observation(STAGES.index("over"), 0, None, seen)


def at_question(current: Round, ask: Ask, seen: Sequence[Card] | None) -> Observation:
    """What is seen before a decision on a hand."""
    return _observation(STAGES.index(ask.question), ask.box, (current, ask), seen)


def _observation(stage: int, box: int, at: tuple[Round, Ask] | None, seen: Sequence[Card] | None) -> Observation:
    found: Observation = {"stage": np.int64(stage), "box": np.int64(box), **_hand(at)}
    if seen is not None:
        found["seen"] = np.bincount([_PLACE[card] - 1 for card in seen], minlength=len(KINDS)).astype(np.int16)
    return found


def _hand(at: tuple[Round, Ask] | None) -> Observation:
    hand, place, count, up = Hand(), 0, 0, 0
    if at is not None:
        current, ask = at
        box = current.box(ask.box)
        assert box is not None, "questions are asked about boxes in play"
        hand, place, count, up = box.hands[ask.hand], ask.hand + 1, len(box.hands), _PLACE[current.up]
    total = HandTotal.of(hand.cards)
    numbers = {
        "hand": place,
        "hands": count,
        "total": total.total,
        "is_soft": total.is_soft,
        "is_pair": is_pair(hand.cards),
        "is_split": hand.is_split,
        "doublings": hand.doublings,
        "up": up,
    }
    cards = np.zeros(MOST_CARDS, np.int16)
    cards[: len(hand.cards)] = [_PLACE[card] for card in hand.cards]
    return {**{name: np.int64(number) for name, number in numbers.items()}, "cards": cards}
