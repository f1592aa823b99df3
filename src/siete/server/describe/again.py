"""A round that is over, put on a practice table once more: the same cards for one box, and the same wagers.

Only what everybody saw goes there: a hole card that was never turned is another one this time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from siete.cards import Card
from siete.host.history.recalled import Recalled
from siete.table import events as e


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """What to put on the table: the cards on top of the shoe, and the wagers of the box."""

    box: int
    cards: tuple[Card, ...]
    wagers: tuple[tuple[str, int], ...]
    """Amounts in cents, by wager."""
    has_unseen: bool
    """Whether a card is another one, because nobody saw it then."""


def again(recalled: Recalled, box: int, other: Callable[[], Card]) -> Again:
    """The cards of one box and the dealer as they left the shoe; `other()` is a card for one that nobody saw."""
    events = [event for _, event in recalled.events]
    dealt = tuple(_dealt(events, box))
    cards = tuple(card or other() for card in dealt)
    return Again(box=box, cards=cards, wagers=tuple(_wagers(events, box).items()), has_unseen=None in dealt)


def _dealt(events: Sequence[e.Event], box: int) -> Iterator[Card | None]:
    """The cards that went to the dealer and to one box, in order; None for one that stayed face down."""
    turned = Counter(_turned(events))
    for event in events:
        if isinstance(event, e.CardDealt) and (event.box in (0, box) or event.is_bonus):
            is_seen = event.is_face_up or turned[event.card] > 0
            turned[event.card] -= not event.is_face_up
            yield event.card if is_seen else None


def _turned(events: Iterable[e.Event]) -> Iterator[Card]:
    for event in events:
        if isinstance(event, e.CardsTurned):
            yield event.card
        elif isinstance(event, e.BonusCardsTurned):
            yield from event.cards


def _wagers(events: Iterable[e.Event], box: int) -> Counter[str]:
    """What the box's first bettor had on it when the wagers closed, by wager."""
    found: Counter[str] = Counter()
    owner = ""
    for event in events:
        if isinstance(event, e.WagersClosed):
            break
        if isinstance(event, e.WagerPlaced | e.WagerWithdrawn) and event.box == box:
            owner = owner or event.player
            if event.player == owner:
                found[event.wager.value] += event.amount if isinstance(event, e.WagerPlaced) else -event.amount
    return +found
