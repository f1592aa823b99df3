"""The cards of a table that runs by procedure: shuffle, cut, cover card and burn, until the shoe is empty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from siete.cards import SPANISH_DECK, Card
from siete.rules.table_rules import TableRules


class Reason(StrEnum):
    """Why the cards are shuffled; it decides who is offered the cut."""

    START = "start"
    COVER_CARD = "cover-card"
    ORDERED = "ordered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """Where the cards are between two shuffles. The shoe itself, once loaded, is the table's."""

    pile: tuple[Card, ...] = ()
    """Cards out of the shoe, waiting to be shuffled."""
    reason: Reason = Reason.START
    first: str = ""
    """Who came first to these cards."""
    shuffles: int = 0
    """Shuffles finished since the table opened."""
    steps: tuple[str, ...] = ()
    """Steps of a manual shuffle done so far."""
    order: tuple[Card, ...] | None = None
    """The stack after the shuffle, top card first."""
    refusals: tuple[str, ...] = ()
    """Players who have refused this cut."""
    cutter: str = ""
    """Who cut; the dealer's name where no player did."""
    is_cut: bool = False
    is_aligned: bool = False
    """Whether the stack was laid along the side of the shoe after the cut."""
    is_preshuffled: bool = False
    """Whether the cards were delivered inspected and shuffled, and have not been dealt yet."""
    behind: int | None = None
    """Cards behind the cover card, once it is placed."""
    is_loaded: bool = False
    loaded_before: int = 0
    """Rounds played when the shoe was loaded."""
    burns_due: int = 0
    burned: tuple[Card, ...] = ()
    """Cards burned from this shoe, the last one last."""
    cover_came_at: int | None = None
    """The box at which the cover card came out, 0 for the dealer's hand; None while it is still in the shoe."""
    cover_came_to: str = ""
    """The player who decided for that box."""
    entitled: frozenset[str] | None = None
    """Who may wager although the shoe is under way: the last round's bettors and whom the floor has let in;
    everybody, None, before the shoe's first round is over."""
    is_reshuffle_ordered: bool = False
    is_recut_ordered: bool = False
    is_condemned: bool = False
    """Whether the cards are to be withdrawn before the next round."""
    is_withdrawn: bool = False
    """Whether they have been, and new ones are awaited."""


def stacked_shoe(stacked: Sequence[Card], rules: TableRules) -> tuple[Card, ...]:
    """The cards given, then the rest of a full shoe in the deck's own order; an impossible stack stands alone."""
    rest = Counter(SPANISH_DECK * rules.decks)
    given = Counter(stacked)
    if any(count > rest[card] for card, count in given.items()):
        return tuple(stacked)
    return (*stacked, *(rest - given).elements())
