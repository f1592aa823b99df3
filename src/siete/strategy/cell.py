"""One decision of a strategy: the situation it is asked in, and the cell that answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from siete.cards import Card, Rank, Suit
from siete.errors import ParseError


class Play(StrEnum):
    """What can be done with a hand."""

    HIT = "H"
    STAND = "S"
    DOUBLE = "D"
    SPLIT = "P"
    SURRENDER = "R"
    RESCUE = "X"


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """All that a decision may depend on: the hand, the up card, and what was done with the hand before."""

    cards: tuple[Card, ...]
    up: Card
    is_split: bool = False
    doublings: int = 0

    def __post_init__(self) -> None:
        assert len(self.cards) >= (3 if self.doublings else 2), "there is nothing to decide on fewer cards"
        assert 0 <= self.doublings <= 3, "a hand is doubled three times at most"

    @property
    def hard_total(self) -> int:
        """The total with every ace counted 1."""
        return hard_total(self.cards)

    @property
    def is_soft(self) -> bool:
        """Whether an ace can count 11."""
        return is_soft(self.cards)


def hard_total(cards: tuple[Card, ...]) -> int:
    """The total with every ace counted 1."""
    return sum(card.rank.points for card in cards)


def is_soft(cards: tuple[Card, ...]) -> bool:
    """Whether an ace can count 11."""
    return hard_total(cards) <= 11 and any(card.rank is Rank.ACE for card in cards)


class Chase(StrEnum):
    """Which chance of a three-card bonus two cards must have to be hit."""

    NONE = ""
    ANY = "*"
    SUITED = "+"
    SPADES = "^"

    def is_on(self, situation: Situation) -> bool:
        """Whether the hand is two cards of a 6-7-8 or 7-7-7 in suits that leave the bonus possible."""
        if self is Chase.NONE or len(situation.cards) != 2:
            return False
        ranks, suits = {card.rank for card in situation.cards}, {card.suit for card in situation.cards}
        if not ranks <= _CHASED:
            return False
        if len(ranks) == 1 and Rank.SEVEN not in ranks:
            return False
        return self is Chase.ANY or (len(suits) == 1 and (self is Chase.SUITED or suits == {Suit.SPADES}))


_CHASED = {Rank.SIX, Rank.SEVEN, Rank.EIGHT}


class SuperChase(StrEnum):
    """Which two sevens against a seven, on a hand not from a split, must be hit for the super bonus."""

    NONE = ""
    SUITED = "$"
    OTHER_SUIT = "&"
    """Suited sevens against a seven of another suit: the same suit leaves one card fewer to draw."""
    HEART_CLUB_DIAMOND = "%"
    """Two different sevens of hearts, clubs and diamonds against the seven of spades."""

    def is_on(self, situation: Situation) -> bool:
        """Whether the super bonus is one card away."""
        cards, up = situation.cards, situation.up
        if self is SuperChase.NONE or situation.is_split or len(cards) != 2:
            return False
        if any(card.rank is not Rank.SEVEN for card in (*cards, up)):
            return False
        suits = {card.suit for card in cards}
        if self is SuperChase.SUITED:
            return len(suits) == 1
        if self is SuperChase.OTHER_SUIT:
            return len(suits) == 1 and up.suit not in suits
        return len(suits) == 2 and Suit.SPADES not in suits and up.suit is Suit.SPADES


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One decision. Its text is play, marks and another play: `S4*`, `D5/H`, `R/H`, `P$`.

    `play` comes first and `otherwise` where the play is not permitted. The marks turn all of that into a hit:
    `hit_from` on so many cards or more, `chase` and `super_bonus` on the two cards they speak of.

    >>> from siete.cards import cards_from_text
    >>> def plays(text: str, hand: str, up: str = "7s") -> str:
    ...     situation = Situation(cards=cards_from_text(hand), up=Card.from_text(up))
    ...     return " ".join(Cell.from_text(text).plays(situation))
    >>> plays("R5*/S", "9h 5c"), plays("R5*/S", "8h 6c"), plays("R5*/S", "4h 4c 3c 2s Ad")
    ('R S', 'H', 'H')
    >>> plays("P$", "7h 7c"), plays("P$", "7h 7h"), plays("P$", "7h 7h", up="8s")
    ('P', 'H', 'P')
    """

    play: Play
    otherwise: Play | None = None
    hit_from: int | None = None
    chase: Chase = Chase.NONE
    super_bonus: SuperChase = SuperChase.NONE

    def __post_init__(self) -> None:
        if self.otherwise is not None and (self.play not in _CHANCY or self.otherwise is self.play):
            raise ParseError("strategy/impossible-cell", f"{self}: only D, P and R take another play.")
        if self.has_marks and self.play in (Play.HIT, Play.RESCUE):
            raise ParseError("strategy/impossible-cell", f"{self}: {self.play.value} takes no marks.")
        if self.hit_from is not None and not 3 <= self.hit_from <= 9:
            raise ParseError("strategy/impossible-cell", f"{self}: the number of cards is 3 to 9.")

    def __str__(self) -> str:
        other = f"/{self.otherwise.value}" if self.otherwise else ""
        return f"{self.play.value}{self.hit_from or ''}{self.chase.value}{self.super_bonus.value}{other}"

    @property
    def has_marks(self) -> bool:
        """Whether some hands of this cell are hit instead."""
        return self.hit_from is not None or bool(self.chase) or bool(self.super_bonus)

    def plays(self, situation: Situation) -> tuple[Play, ...]:
        """What this cell asks for, in order of preference."""
        is_long = self.hit_from is not None and len(situation.cards) >= self.hit_from
        if is_long or self.chase.is_on(situation) or self.super_bonus.is_on(situation):
            return (Play.HIT,)
        return (self.play, self.otherwise) if self.otherwise else (self.play,)

    @staticmethod
    def from_text(text: str) -> Cell:
        """The cell that a text such as `S4*` names; marks stand in the order 4 * $ only."""
        match = re.fullmatch(r"([HSDPRX])([3-9])?([*+^])?([$&%])?(?:/([HSDPRX]))?", text)
        if match is None:
            sentence = f"{text[:20]!r} is not a decision; write it like H, S4* or D5/H."
            raise ParseError("strategy/unreadable-cell", sentence)
        play, cards, chase, super_bonus, other = match.groups()
        return Cell(
            play=Play(play),
            otherwise=Play(other) if other else None,
            hit_from=int(cards) if cards else None,
            chase=Chase(chase or ""),
            super_bonus=SuperChase(super_bonus or ""),
        )


_CHANCY = (Play.DOUBLE, Play.SPLIT, Play.SURRENDER)
