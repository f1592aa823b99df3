"""What the record says of a round for its rack: the hands as they lay, and all that went wrong and is taken as known.

A rack tells hands. It does not tell why a card lies in it that was in no hand, nor that a hand was dead; that much is
taken from the record, as the wagers are. Decision: 0120.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from siete.errors import SieteError
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import events as e
from siete.table.apply import apply
from siete.table.disputes.rack import Cards, Place, by_box
from siete.table.state.round import Round
from siete.table.state.table import TableState

Hands = dict[int, tuple[Cards, ...]]


@dataclass(frozen=True, slots=True)
class Block:
    """Cards that went into the rack by themselves: one that was put away, or those of a dead hand."""

    cards: Cards
    place: Place | None = None
    """The dead hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What went wrong in a round, as far as it bears on its rack."""

    blocks: tuple[Block, ...] = ()
    """In the order in which they went into the rack."""
    missed: int | None = None
    """How many cards the dealer had when the dealer's own card was missed."""
    second: frozenset[int] = frozenset()
    """Boxes dealt past after their first card."""
    is_without_reader: bool = False
    """Whether the hole card was not looked at because the reader was out of order."""
    void: tuple[str, str] | None = None
    """Why the round was void, and by which clause."""

    @property
    def dead(self) -> dict[Place, Cards]:
        """The dead hands and their cards."""
        return {block.place: block.cards for block in self.blocks if block.place is not None}

    @property
    def apart(self) -> Cards:
        """The cards in the rack that were in no hand."""
        return tuple(card for block in self.blocks if block.place is None for card in block.cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A round as recorded, to be compared with its rack."""

    rack: Cards
    hands: Hands
    dealer: Cards
    known: Known


@dataclass(slots=True, kw_only=True)
class _Reader:
    """A round's events being read."""

    rules: TableRules
    state: TableState
    base: int = 0
    """How many cards of earlier rounds lie in the rack."""
    known: Known = field(default_factory=Known)
    laid: Round | None = None
    """The layout before it was cleared."""

    def read(self, event: e.Event) -> None:
        """Take one event."""
        if isinstance(event, e.WagersClosed):
            self.base = len(self.state.discards)
            self._know(is_without_reader=self._round.faults.is_without_reader)
        elif self._round.are_wagers_closed:
            self._note(event)
        self.state = apply(self.state, event)

    @property
    def _round(self) -> Round:
        return self.state.round or Round(number=0)

    def _know(self, **changes: object) -> None:
        self.known = replace(self.known, **changes)  # type: ignore[arg-type]  # names of fields with their values

    def _note(self, event: e.Event) -> None:
        match event:
            case e.FaceUpCardFound() | e.SeenCardUnused() | e.CardOverdrawn() | e.CardBurned():
                self._put_away(Block((event.card,)))
            case e.HandDied():
                box = self._round.box(event.box)
                assert box is not None, "a hand that dies is in play"
                self._put_away(Block(box.hands[event.hand].cards, (event.box, event.hand)))
            case e.DealerCardMissed():
                self._know(missed=len(self._round.dealer))
            case e.SecondCardMissed():
                self._know(second=self.known.second | {event.box})
            case e.ReaderFailed(goes_on=True) if self._round.peek is None:
                self._know(is_without_reader=True)
            case e.RoundVoided():
                self._know(void=(event.reason, event.clause))
            case e.DiscardsReused():
                self._reuse(event)
            case e.CardsPickedUp():
                self.laid = self._round

    def _put_away(self, block: Block) -> None:
        self._know(blocks=(*self.known.blocks, block))

    def _reuse(self, event: e.DiscardsReused) -> None:
        """The rack was shuffled: hands of this round that lay in it are gone, and cards put away are no loss."""
        if len(self.state.discards) - self.base != len(self.known.apart):
            sentence = (
                "The shoe ran out after hands of this round had gone into the discard rack, and they were shuffled and "
                f"dealt again with it ({event.clause}): the rack no longer holds them; only the log has them."
            )
            raise SieteError("rack/shuffled-away", sentence, clause=self.rules.clause_of(Step.PICK_UP))
        self.base = 0
        self._know(blocks=())


def record_of(before: TableState, events: Iterable[e.Event], rules: TableRules) -> Record:
    """The record of a round; refused where the rack cannot settle it."""
    reader = _Reader(rules=rules, state=before)
    for event in events:
        reader.read(event)
        if reader.laid is not None:
            rack = reader.state.discards[reader.base :]
            return Record(rack=rack, hands=_hands(reader), dealer=reader.laid.dealer, known=reader.known)
    sentence = "The record ends before the cards were picked up: they are not all in the discard rack."
    raise SieteError("rack/unfinished-round", sentence, clause=rules.clause_of(Step.PICK_UP))


def _hands(reader: _Reader) -> Hands:
    """Every hand as it lay when the cards were picked up, the dead ones as they died."""
    assert reader.laid is not None, "the cards were picked up"
    laid = {(box.number, place): hand.cards for box in reader.laid.boxes for place, hand in enumerate(box.hands)}
    return by_box({**reader.known.dead, **laid})
