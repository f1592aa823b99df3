"""The hand that is to act in a position: its cards, the up card, and what else lies open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from siete.cards import Card
from siete.errors import SieteError
from siete.money import Cents
from siete.odds.base.hand import HandValues, hand_values
from siete.odds.base.shoe import Shoe
from siete.rules.table_rules import TableRules
from siete.table.automatic import next_due
from siete.table.due import Ask, Question, Waiting
from siete.table.state.box import Box
from siete.table.state.round import Round
from siete.table.state.table import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class HandToAct:
    """A hand whose owner is asked how to play it, and the other cards anybody at the table can see."""

    box: int
    hand: int
    player: tuple[Card, ...]
    up: Card
    is_split: bool
    doublings: int
    others: tuple[Card, ...]

    def values(self, rules: TableRules, shoe: Shoe, *, wager: Cents | None = None, is_kept: bool = False) -> HandValues:
        """What every action is worth; `shoe` is what the round was dealt from."""
        return hand_values(
            rules,
            self.player,
            self.up,
            is_split=self.is_split,
            doublings=self.doublings,
            shoe=shoe.without(self.others),
            wager=wager,
            is_kept=is_kept,
        )


def hand_to_act(state: TableState, rules: TableRules) -> HandToAct:
    """The hand that is to act; refused where nobody is asked to play one."""
    ask = _ask(state, rules)
    current = state.round
    assert current is not None, "a hand is played in a round"
    box = current.box(ask.box)
    assert box is not None, "who is asked has a box"
    if len(_open(current)) != 1:
        raise SieteError("position/hole-card-open", "The hole card lies open, so the hand has no ordinary value.")
    hand = box.hands[ask.hand]
    return HandToAct(
        box=ask.box,
        hand=ask.hand + 1,
        player=hand.cards,
        up=current.up,
        is_split=hand.is_split,
        doublings=hand.doublings,
        others=tuple(_others(current, box, ask.hand)),
    )


def _ask(state: TableState, rules: TableRules) -> Ask:
    due = next_due(state, rules)
    asks = due.asks if isinstance(due, Waiting) else ()
    found = next((ask for ask in asks if ask.question in (Question.PLAY, Question.DOUBLED)), None)
    if found is None:
        raise SieteError("position/no-hand-to-act", "In this position nobody is asked to play a hand.")
    return found


def _open(current: Round) -> list[Card]:
    hidden = (current.is_up_hidden, current.is_hole_hidden)
    return [card for place, card in enumerate(current.dealer) if not (place < 2 and hidden[place])]


def _others(current: Round, box: Box, acting: int) -> Iterator[Card]:
    """The other open cards. The hand that a split hand was split from counts as gone already, with its first card."""
    siblings = [hand.cards for place, hand in enumerate(box.hands) if place != acting]
    for place, cards in enumerate(siblings):
        yield from cards[1:] if place == 0 else cards
    for other in current.boxes:
        if other.number != box.number:
            for hand in other.hands:
                yield from hand.cards
    if not current.are_bonus_cards_hidden:
        yield from current.bonus_cards
    if current.faults.seen is not None:
        yield current.faults.seen
