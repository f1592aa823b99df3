"""The table of an environment for people: as text, and as an SVG drawing. Hidden cards stay hidden."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from siete.cards import Card
from siete.lab.environment.dealt_table import DealtTable
from siete.money import Cents, cents_to_text
from siete.table.due import Ask
from siete.table.state.hand import Hand
from siete.table.state.round import Round

_CARD_WIDTH, _CARD_HEIGHT, _GAP, _ROW, _LEFT = 44, 62, 8, 92, 150


def text(table: DealtTable, ask: Ask | None) -> str:
    """One line for the dealer and one for each hand; `>` marks the hand that is decided."""
    current = table.state.round
    if current is None:
        return "\n".join([str(result) for result in table.results()] or ["no round"])
    return "\n".join(
        f"{mark} {title:<16} {' '.join(cards)}  {note}".rstrip() for mark, title, cards, note in _rows(current, ask)
    )


def svg(table: DealtTable, ask: Ask | None) -> str:
    """The same as a drawing."""
    current = table.state.round
    rows = list(_rows(current, ask)) if current is not None else []
    widest = max((len(cards) for _, _, cards, _ in rows), default=2)
    width = max(460, _LEFT + widest * (_CARD_WIDTH + _GAP) + 220)
    height = max(1, len(rows)) * _ROW + 20
    lines = [] if rows else [str(result) for result in table.results()]
    parts = [_line(index, line) for index, line in enumerate(lines)]
    parts += [part for index, row in enumerate(rows) for part in _drawn(index, row)]
    height = max(height, 30 + 20 * len(lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="14"><rect width="100%" height="100%" fill="#0e5a3a"/>'
        f"{''.join(parts)}</svg>"
    )


Row = tuple[str, str, tuple[str, ...], str]


def _rows(current: Round, ask: Ask | None) -> Iterator[Row]:
    yield " ", "dealer", tuple(_dealer(current)), ""
    for box in current.boxes:
        for number, hand in enumerate(box.hands):
            mark = ">" if ask is not None and (ask.box, ask.hand) == (box.number, number) else " "
            title = f"box {box.number}" + (f" hand {number + 1}" if len(box.hands) > 1 else "")
            yield mark, title, tuple(map(_name, hand.cards)), _note(hand)


def _dealer(current: Round) -> Iterator[str]:
    for place, card in enumerate(current.dealer):
        is_hidden = current.is_up_hidden if place == 0 else place == 1 and current.is_hole_hidden
        yield "??" if is_hidden else _name(card)


def _name(card: Card) -> str:
    return f"{card.rank}{card.suit.symbol}"


def _note(hand: Hand) -> str:
    money = cents_to_text(Cents(sum(stake.total for stake in hand.stakes)))
    return f"{hand.total.total if hand.cards else ''} {money} {hand.status if hand.cards else ''}".strip()


def _drawn(index: int, row: Row) -> Iterator[str]:
    mark, title, cards, note = row
    top = 10 + index * _ROW
    weight = "bold" if mark == ">" else "normal"
    label = escape(f"{mark} {title}".strip())
    yield f'<text x="14" y="{top + 38}" fill="#fff" font-weight="{weight}">{label}</text>'
    for place, card in enumerate(cards):
        x = _LEFT + place * (_CARD_WIDTH + _GAP)
        is_hidden = card == "??"
        colour = "#b3172b" if card[-1] in "♥♦" else "#111"
        fill = "#27408b" if is_hidden else "#fff"
        yield f'<rect x="{x}" y="{top + 4}" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}" rx="6" fill="{fill}"/>'
        if not is_hidden:
            yield f'<text x="{x + _CARD_WIDTH / 2}" y="{top + 42}" text-anchor="middle" fill="{colour}">{card}</text>'
    x = _LEFT + len(cards) * (_CARD_WIDTH + _GAP) + 8
    yield f'<text x="{x}" y="{top + 38}" fill="#fff">{escape(note)}</text>'


def _line(index: int, line: str) -> str:
    return f'<text x="14" y="{24 + 20 * index}" fill="#fff">{escape(line)}</text>'
