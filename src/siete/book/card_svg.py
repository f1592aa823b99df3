"""Cards drawn as SVG: a page that runs no script shows the hand that a clause pays."""

from __future__ import annotations

from collections.abc import Sequence

WIDE, TALL, STEP = 100, 140, 62
_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
_PIPS = {
    "s": "M50 4C60 25 93 40 93 64 93 77 83 85 73 85 65 85 58 81 54 74 55 85 60 92 68 96H32C40 92 45 85 46 74"
    " 42 81 35 85 27 85 17 85 7 77 7 64 7 40 40 25 50 4Z",
    "h": "M50 93C44 80 5 58 5 30 5 16 16 6 29 6 39 6 46 12 50 21 54 12 61 6 71 6 84 6 95 16 95 30 95 58 56 80 50 93Z",
    "d": "M50 3C60 23 73 38 89 50 73 62 60 77 50 97 40 77 27 62 11 50 27 38 40 23 50 3Z",
    "c": "M50 5A22 22 0 0 1 67 41 22 22 0 1 1 55 73C56 84 60 91 68 96H32C40 91 44 84 45 73A22 22 0 1 1 33 41"
    " 22 22 0 0 1 50 5Z",
}


def card_name(card: str) -> str:
    """What a card is called: `7s` is the 7 of spades."""
    return f"{_RANKS.get(card[0], card[0])} of {_NAMES[card[1]]}"


def hand_svg(cards: Sequence[str]) -> str:
    """A hand, its cards laid over one another from left to right."""
    width = WIDE + STEP * (len(cards) - 1) + 4
    drawn = "".join(_card(card, 2 + STEP * at) for at, card in enumerate(cards))
    label = ", ".join(map(card_name, cards))
    return (
        f'<svg class="hand" viewBox="0 0 {width} {TALL + 4}" width="{width}" height="{TALL + 4}" role="img"'
        f' aria-label="{label}">{drawn}</svg>'
    )


def _card(card: str, left: int) -> str:
    rank, suit = card[0], card[1]
    colour = f"var(--suit-{suit})"
    return (
        f'<g transform="translate({left} 2)"><rect width="{WIDE}" height="{TALL}" rx="9" fill="var(--card)"'
        f' stroke="var(--card-edge)"/>'
        f'<text x="11" y="34" font-size="32" font-weight="700" fill="{colour}">{rank}</text>'
        f'<path d="{_PIPS[suit]}" fill="{colour}" transform="translate(12 42) scale(.22)"/>'
        f'<path d="{_PIPS[suit]}" fill="{colour}" transform="translate(42 66) scale(.48)"/></g>'
    )
