"""A round played by the engine so that its hands come out as a rack has them: every play that fits is tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from siete.cards import Card
from siete.errors import SieteError
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import metering
from siete.table.apply import apply
from siete.table.automatic import next_due
from siete.table.decide import decide
from siete.table.disputes.rack import Cards, Parting, Place
from siete.table.disputes.record import Known
from siete.table.due import HOUSE, Ask, Due, Question, Waiting
from siete.table.meter import Meter
from siete.table.notation import Decision, Word
from siete.table.replaying import most_meant
from siete.table.state import Round, TableState
from siete.table.voiding import void


@dataclass(frozen=True, slots=True)
class Span:
    """The final hands that a hand on the layout becomes, and into which two it is split if they are several."""

    first: int
    parts: tuple[Span, Span] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A round on its way: the table, what it was dealt, and the decisions that moved chips and are still to come."""

    state: TableState
    meters: Mapping[str, Meter]
    money: tuple[Decision, ...]
    wheels: tuple[tuple[str, ...], ...]
    decisions: tuple[Decision, ...] = ()
    cards: Cards = ()
    events: tuple[e.Event, ...] = ()
    spans: tuple[tuple[int, tuple[Span, ...]], ...] = ()
    """For each box, what each of its hands now on the layout will become."""
    passed: frozenset[int] = frozenset()
    """Boxes that have been dealt past, as the record says."""

    def span(self, box: int, hand: int) -> Span:
        """What a hand of a box will become."""
        return next(spans for number, spans in self.spans if number == box)[hand]

    @property
    def round(self) -> Round:
        """The round that is on."""
        assert self.state.round is not None, "a round is on"
        return self.state.round


def done(play: Play, command: c.Command, rules: TableRules, **changes: Any) -> Play:
    """The play after a command."""
    happened: metering.MeterEvents = ()
    if isinstance(command, c.HouseCommand):
        command, happened = metering.with_meters(play.state, rules, command, play.meters)
    made = decide(play.state, rules, command)
    meters = metering.after(play.meters, happened) if happened else play.meters
    return _taken(replace(play, meters=meters, **changes), made)


def _taken(play: Play, events: tuple[e.Event, ...]) -> Play:
    state = play.state
    for event in events:
        state = apply(state, event)
    return replace(play, state=state, events=(*play.events, *events))


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One parting of a rack to be played."""

    parting: Parting
    known: Known
    rules: TableRules
    budget: list[int]
    """How many answers may still be tried, over all partings."""

    def played(self, play: Play) -> Iterator[Play]:
        """The round's possible ends: the house goes on, and at each question every answer that fits is tried."""
        while True:
            if self._may_be_void(play):
                yield from self._voided(play)
            due = next_due(play.state, self.rules)
            if isinstance(due, Due) and isinstance(due.command, c.StartRound):
                if self.known.void is None or any(isinstance(event, e.RoundVoided) for event in play.events):
                    yield play
                return
            if isinstance(due, Waiting):
                yield from self._answered(play, due.asks[0])
                return
            after = self._stepped(play, due.command) if isinstance(due, Due) else None
            if after is None:
                return
            play = after

    # --- the house ---------------------------------------------------------------------------------------------

    def _stepped(self, play: Play, command: c.HouseCommand) -> Play | None:
        """One step of the house with what rack and record give it; None where they have nothing for it."""
        try:
            return self._dealt(play, command) if isinstance(command, c.Deal) else self._moved(play, command)
        except SieteError:
            return None  # such as a wheel that shows what it cannot: the recorded stops belong to another round

    def _moved(self, play: Play, command: c.HouseCommand) -> Play | None:
        if isinstance(command, c.Spin):
            if not play.wheels:
                return None
            return done(play, replace(command, symbols=play.wheels[0]), self.rules, wheels=play.wheels[1:])
        if isinstance(command, c.PickUp) and not self._is_complete(play):
            return None
        return done(play, command, self.rules)

    def _dealt(self, play: Play, command: c.Deal) -> Play | None:
        mistake = self._mistake(play, command)
        if mistake is not None:
            return done(play, mistake, self.rules, passed=play.passed | {command.box})
        card = self._card(play, command)
        if card is None:
            return None
        return done(play, replace(command, card=card), self.rules, cards=(*play.cards, card))

    def _mistake(self, play: Play, command: c.Deal) -> c.Command | None:
        """What the record says went wrong where this card was due."""
        if command.box == e.DEALER:
            is_missed = self.known.missed == len(play.round.dealer) and not command.is_bonus
            return c.MissOwnCard(by=HOUSE) if is_missed and e.DEALER not in play.passed else None
        place = self._place(play, command.box, command.hand)
        box = play.round.box(command.box)
        assert box is not None, "a due step names a box in play"
        is_dead = place in self.known.dead and box.hands[command.hand].cards == self.known.dead[place]
        is_second = command.box in self.known.second and len(box.first_cards) == 1 and command.box not in play.passed
        return c.PassOver(by=HOUSE) if is_dead or is_second else None

    def _place(self, play: Play, box: int, hand: int) -> Place:
        return box, play.span(box, hand).first

    def _card(self, play: Play, command: c.Deal) -> Card | None:
        """The card that goes there if the rack is to come out."""
        if command.is_bonus:
            return _at(self.parting.bonus, len(play.round.bonus_cards))
        if command.box == e.DEALER:
            return _at(self.parting.dealer, len(play.round.dealer))
        box = play.round.box(command.box)
        assert box is not None, "a due step names a box in play"
        target = self._target(command.box, play.span(command.box, command.hand))
        return _at(target, len(box.hands[command.hand].cards))

    def _target(self, box: int, span: Span) -> Cards:
        """The cards of a hand: its own, or the pair that it is before it is split."""
        own = self.parting.hands[box, span.first]
        return own if span.parts is None else (own[0], self.parting.hands[box, span.parts[1].first][0])

    def _is_complete(self, play: Play) -> bool:
        """Whether every card of the rack has been dealt; the box of a dead hand is no longer there."""
        laid = {(box.number, index): hand.cards for box in play.round.boxes for index, hand in enumerate(box.hands)}
        gone = {place: cards for place, cards in self.known.dead.items() if play.round.box(place[0]) is None}
        is_dealers = (play.round.dealer, play.round.bonus_cards) == (self.parting.dealer, self.parting.bonus)
        return is_dealers and {**laid, **gone} == dict(self.parting.hands)

    # --- a void round ------------------------------------------------------------------------------------------

    def _may_be_void(self, play: Play) -> bool:
        """Whether the round can have been declared void just now: all its cards lie there, or are in the rack."""
        current = play.state.round
        is_on = self.known.void is not None and current is not None and current.are_wagers_closed
        return is_on and not play.round.is_void and self._is_complete(play)

    def _voided(self, play: Play) -> Iterator[Play]:
        assert self.known.void is not None, "the record says that the round was void"
        reason, clause = self.known.void
        after: Play | None = _taken(play, tuple(void(play.state, self.rules, reason=reason, clause=clause)))
        while after is not None:
            due = next_due(after.state, self.rules)
            if not isinstance(due, Due):
                return
            if isinstance(due.command, c.StartRound):
                yield after
                return
            after = self._stepped(after, due.command)

    # --- the players -------------------------------------------------------------------------------------------

    def _answered(self, play: Play, ask: Ask) -> Iterator[Play]:
        if ask.question in (Question.SECOND_CARD, Question.LATE_CARD):
            is_dead = self._place(play, ask.box, ask.hand) in self.known.dead
            reply = (c.RefuseCard if is_dead else c.AcceptCard)(player=ask.player, box=ask.box)
            yield from self.played(done(play, reply, self.rules))
            return
        for decision, is_money in self._answers(play, ask):
            self.budget[0] -= 1
            if self.budget[0] < 0:
                sentence = "The rack can mean too many rounds to try them all."
                raise SieteError("rack/too-many-rounds", sentence, clause=self.rules.order("pick_up"))
            after = self._decided(play, ask, decision, is_money=is_money)
            if after is not None:
                yield from self.played(after)

    def _decided(self, play: Play, ask: Ask, decision: Decision, *, is_money: bool) -> Play | None:
        """The play after an answer; None where the rules refuse it."""
        money, spans = play.money, play.spans
        if is_money:
            place = money.index(decision)
            money = (*money[:place], *money[place + 1 :])
        if decision.word is Word.SPLIT and ask.question is Question.PLAY:
            spans = tuple((box, _parted(each, ask.hand) if box == ask.box else each) for box, each in spans)
        try:
            command = decision.command(ask.player, most_meant(play.state, self.rules, ask, decision))
            return done(play, command, self.rules, money=money, decisions=(*play.decisions, decision), spans=spans)
        except SieteError:
            return None

    def _answers(self, play: Play, ask: Ask) -> Iterator[tuple[Decision, bool]]:
        """The answers that fit, and whether each moves chips: those come from the wagers made, the rest from cards."""
        head = next((each for each in play.money if each.box == ask.box and each.player in ("", ask.player)), None)
        box = play.round.box(ask.box)
        assert box is not None, "questions are asked about boxes in play"
        name = ask.player if len(box.originals) > 1 else ""
        if ask.question in _ABOUT_CHIPS:
            yield from _about_chips(ask, head, name)
            return
        span = play.span(ask.box, ask.hand)
        if span.parts is not None:
            if head is not None and head.word is Word.SPLIT:
                yield head, True
            return
        is_full = box.hands[ask.hand].cards == self.parting.hands[ask.box, span.first]
        is_dead = (ask.box, span.first) in self.known.dead
        if is_full and self.known.void is not None and head is not None and head.word is Word.DOUBLE:
            yield head, True  # the round was void before the card came
        yield from _plays(ask, head, name, is_full=is_full and not is_dead)


def _at(cards: Cards, place: int) -> Card | None:
    return cards[place] if place < len(cards) else None


def _parted(spans: tuple[Span, ...], place: int) -> tuple[Span, ...]:
    parts = spans[place].parts
    assert parts is not None, "only what becomes several hands is split"
    return (*spans[:place], *parts, *spans[place + 1 :])


def _plays(ask: Ask, head: Decision | None, name: str, *, is_full: bool) -> Iterator[tuple[Decision, bool]]:
    """What a hand can have done that has its last card, or has not; a dead hand has asked for one more."""
    fits = (Word.SURRENDER, Word.RESCUE) if is_full else (Word.DOUBLE,)
    if head is not None and head.word in fits:
        yield head, True
    if is_full:
        yield Decision(box=ask.box, word=Word.STAND, player=name), False
    elif ask.question is Question.PLAY:
        yield Decision(box=ask.box, word=Word.HIT, player=name), False


_ABOUT_CHIPS: dict[Question, tuple[Word, ...]] = {
    Question.INSURANCE: (Word.INSURE, Word.DECLINE),
    Question.BLACKJACK: (Word.TAKE, Word.HOLD),
    Question.FOLLOW_DOUBLE: (Word.DOUBLE, Word.STAY_OUT),
    Question.FOLLOW_SPLIT: (Word.SPLIT, Word.RIDE_LEFT, Word.RIDE_RIGHT),
}
"""Questions about money alone, and their answers."""

_SILENT = {Question.INSURANCE: Word.DECLINE, Question.BLACKJACK: Word.TAKE, Question.FOLLOW_DOUBLE: Word.STAY_OUT}
"""What somebody has answered of whom the wagers tell nothing."""


def _about_chips(ask: Ask, head: Decision | None, name: str) -> Iterator[tuple[Decision, bool]]:
    if head is not None and head.word in _ABOUT_CHIPS[ask.question]:
        yield head, True
    elif ask.question in _SILENT:
        yield Decision(box=ask.box, word=_SILENT[ask.question], player=name), False
