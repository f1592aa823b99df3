"""A round on a text terminal: the dealer's cards, every hand with its total, money and state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from siete.cards import Card
from siete.money import Cents, cents_to_text
from siete.table.due import Ask
from siete.table.hand import HandTotal
from siete.table.state.box import Box
from siete.table.state.hand import HandStatus
from siete.table.state.round import Round

_RED, _BLACK, _DIM, _BOLD, _PLAIN = "\033[31;107m", "\033[30;107m", "\033[2m", "\033[1m", "\033[0m"


@dataclass(frozen=True, slots=True)
class Pen:
    """How cards and words are drawn: with colours on a terminal, with brackets alone elsewhere."""

    has_color: bool = False

    def card(self, card: Card) -> str:
        """One card: `[5♥]`, or red and black on white."""
        if not self.has_color:
            return f"[{card.picture}]"
        return f"{_RED if card.suit.is_red else _BLACK} {card.picture} {_PLAIN}"

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards side by side."""
        return " ".join(map(self.card, cards))

    @property
    def back(self) -> str:
        """A card that lies face down."""
        return "\033[97;44m ▒▒ \033[0m" if self.has_color else "[??]"

    def dim(self, text: str) -> str:
        """Dim text."""
        return f"{_DIM}{text}{_PLAIN}" if self.has_color and text else text

    def bold(self, text: str) -> str:
        """Bold text."""
        return f"{_BOLD}{text}{_PLAIN}" if self.has_color and text else text


def drawn(current: Round, pen: Pen, *, asked: Ask | None = None, names: bool = False) -> Iterator[str]:
    """The layout, line by line; an arrow stands before the hand that is asked. Hidden cards are backs."""
    if current.dealer:
        yield f"  Dealer   {_dealer(current, pen)}"
    if current.bonus_cards:
        yield f"  Bonus    {pen.cards(current.bonus_cards)}"
    for box in current.boxes:
        for index in range(len(box.hands)):
            arrow = ">" if asked is not None and (asked.box, asked.hand) == (box.number, index) else " "
            who = f" {box.decider}" if names else ""
            yield f"{arrow} Box {box.number}{who}    {_hand(box, index, pen)}"


def _dealer(current: Round, pen: Pen) -> str:
    down = {place for place, is_down in enumerate((current.is_up_hidden, current.is_hole_hidden)) if is_down}
    cards = [pen.back if place in down else pen.card(card) for place, card in enumerate(current.dealer)]
    shown = tuple(card for place, card in enumerate(current.dealer) if place not in down)
    return " ".join(cards) + (f"  {_count(HandTotal.of(shown))}" if shown else "")


def _count(total: HandTotal) -> str:
    return f"{'soft ' if total.is_soft else ''}{total.total}"


def _hand(box: Box, index: int, pen: Pen) -> str:
    hand = box.hands[index]
    word = "blackjack" if hand.is_blackjack else _count(hand.total) if hand.cards else "–"
    parts = [pen.cards(hand.cards), word, _money(box, index)]
    if hand.status is not HandStatus.PLAYING:
        parts.append(hand.status.value)
    if hand.is_removed:
        parts.append("taken up")
    return "  ".join(part for part in parts if part)


def _money(box: Box, index: int) -> str:
    """What lies on the hand: wager, doubles, and beside the first hand its side wagers."""
    base = Cents(sum(stake.amount for stake in box.hands[index].stakes if stake.is_open))
    doubles = [Cents(each) for stake in box.hands[index].stakes if stake.is_open for each in stake.doubles]
    text = " + ".join(cents_to_text(each) for each in (base, *doubles) if each)
    open_bets = [bet for bet in box.bets if bet.is_open and not index]
    sides = ", ".join(f"{bet.wager.value} {cents_to_text(bet.amount)}" for bet in open_bets)
    return f"{text}{f' ({sides})' if sides else ''}"
