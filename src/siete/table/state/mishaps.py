"""What has gone wrong in a round, and what is left to be put right."""

from __future__ import annotations

from dataclasses import dataclass

from siete.cards import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """The irregularities of one round; they are counted by round. Decisions: 0076, 0077."""

    face_up: int = 0
    """Cards found face up in the shoe."""
    tens: int = 0
    """10-spots found in the shoe."""
    reversals: tuple[tuple[str, int], ...] = ()
    """Meters that have still to give back what wagers of this many cents had added."""
    void_clause: str = ""
    """What made the round void."""
    seen: Card | None = None
    """A card drawn in error that players saw; it is the next card."""
    offered: tuple[int, int] | None = None
    """The hand that had asked for a card when this one was seen, and may refuse it."""
    is_dealer_missed: bool = False
    """Whether the dealer is dealt to after all players."""
    one_card: tuple[int, ...] = ()
    """Boxes dealt past after their first card."""
    passed: tuple[int, int] | None = None
    """The hand dealt past that has still to choose its remedy."""
    late: tuple[tuple[int, int], ...] = ()
    """Hands whose cards come after those of all others."""
    dead: frozenset[str] = frozenset()
    """Players whose hand died; they are in the next deal."""
    is_without_reader: bool = False
    """Whether the round is dealt as at a table without a card reader. Decision: 0084."""

    def after_split(self, box: int, hand: int) -> tuple[tuple[int, int], ...]:
        """The late hands when another hand of the box has become two."""
        return tuple((at, index + (at == box and index > hand)) for at, index in self.late)
