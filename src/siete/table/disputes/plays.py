"""A round played by the engine so that its hands come out as a rack has them: every play that fits is tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce

from siete.cards import Card
from siete.errors import SieteError
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.automatic import next_due
from siete.table.disputes.rack import Cards, Place, RackParting
from siete.table.disputes.record import Known
from siete.table.due import HOUSE, Approval, Ask, Due, Next, Question, Waiting
from siete.table.irregularities.voiding import void
from siete.table.money.meter import Meter
from siete.table.notation.model import Decision, Word
from siete.table.notation.replay import most_meant
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.stepping import StepTaken, drive, taken


@dataclass(frozen=True, slots=True)
class Span:
    """The final hands that a hand on the layout becomes, and into which two it is split if they are several."""

    first: int
    parts: tuple[Span, Span] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSoFar:
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


def done(play: RoundSoFar, command: c.Command, rules: TableRules) -> RoundSoFar:
    """The play after a command."""
    return after_step(play, taken(play.state, rules, play.meters, command))


def after_step(play: RoundSoFar, step: StepTaken) -> RoundSoFar:
    """The play after a step."""
    return replace(play, state=step.state, meters=step.meters, events=(*play.events, *step.events))


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One parting of a rack to be played."""

    parting: RackParting
    known: Known
    rules: TableRules
    budget: list[int]
    """How many answers may still be tried, over all partings."""

    def played(self, play: RoundSoFar) -> Iterator[RoundSoFar]:
        """The round's possible ends: the house goes on, and at each question every answer that fits is tried."""
        last = play
        for last in self._stepped(play):
            if self._may_be_void(last):
                yield from self._voided(last)
        due = next_due(last.state, self.rules)
        if isinstance(due, Waiting):
            yield from self._answered(last, due.asks[0])
        elif _is_over(due) and (self.known.void is None or _is_void(last)):
            yield last

    # --- the house ---------------------------------------------------------------------------------------------

    def _stepped(self, play: RoundSoFar) -> Iterator[RoundSoFar]:
        """The play as it is and after each step of the house, as far as rack and record have something for it."""

        def choice(_: TableState, due: Due | Approval) -> c.Command | None:
            if isinstance(due, Approval):
                return due.command if isinstance(due.command, c.InstructPayment) else None
            return self._ordered(play, due.command)

        yield play
        with suppress(SieteError):  # such as a wheel that shows what it cannot: its stops belong to another round
            for step in drive(play.state, self.rules, play.meters, choice):
                play = _noted(after_step(play, step), step)
                yield play

    def _ordered(self, play: RoundSoFar, command: c.HouseCommand) -> c.Command | None:
        """A step of the house with what rack and record give it; None where they have nothing for it."""
        match command:
            case c.Deal():
                return self._mistake(play, command) or self._with_card(play, command)
            case c.Spin():
                return replace(command, symbols=play.wheels[0]) if play.wheels else None
            case c.PickUp():
                return command if self._is_complete(play) else None
            case c.StartRound():
                return None
        return command

    def _with_card(self, play: RoundSoFar, command: c.Deal) -> c.Deal | None:
        card = self._card(play, command)
        return None if card is None else replace(command, card=card)

    def _mistake(self, play: RoundSoFar, command: c.Deal) -> c.Command | None:
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

    def _place(self, play: RoundSoFar, box: int, hand: int) -> Place:
        return box, play.span(box, hand).first

    def _card(self, play: RoundSoFar, command: c.Deal) -> Card | None:
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

    def _is_complete(self, play: RoundSoFar) -> bool:
        """Whether every card of the rack has been dealt; the box of a dead hand is no longer there."""
        laid = {(box.number, index): hand.cards for box in play.round.boxes for index, hand in enumerate(box.hands)}
        gone = {place: cards for place, cards in self.known.dead.items() if play.round.box(place[0]) is None}
        is_dealers = (play.round.dealer, play.round.bonus_cards) == (self.parting.dealer, self.parting.bonus)
        return is_dealers and {**laid, **gone} == dict(self.parting.hands)

    # --- a void round ------------------------------------------------------------------------------------------

    def _may_be_void(self, play: RoundSoFar) -> bool:
        """Whether the round can have been declared void just now: all its cards lie there, or are in the rack."""
        current = play.state.round
        is_on = self.known.void is not None and current is not None and current.are_wagers_closed
        return is_on and not play.round.is_void and self._is_complete(play)

    def _voided(self, play: RoundSoFar) -> Iterator[RoundSoFar]:
        assert self.known.void is not None, "the record says that the round was void"
        reason, clause = self.known.void
        events = tuple(void(play.state, self.rules, reason=reason, clause=clause))
        declared = replace(play, state=reduce(apply, events, play.state), events=(*play.events, *events))
        *_, last = self._stepped(declared)
        if _is_over(next_due(last.state, self.rules)):
            yield last

    # --- the players -------------------------------------------------------------------------------------------

    def _answered(self, play: RoundSoFar, ask: Ask) -> Iterator[RoundSoFar]:
        if ask.question in (Question.SECOND_CARD, Question.LATE_CARD):
            is_dead = self._place(play, ask.box, ask.hand) in self.known.dead
            reply = (c.RefuseCard if is_dead else c.AcceptCard)(player=ask.player, box=ask.box)
            yield from self.played(done(play, reply, self.rules))
            return
        for decision, is_money in self._answers(play, ask):
            self.budget[0] -= 1
            if self.budget[0] < 0:
                sentence = "The rack can mean too many rounds to try them all."
                raise SieteError("rack/too-many-rounds", sentence, clause=self.rules.clause_of(Step.PICK_UP))
            after = self._decided(play, ask, decision, is_money=is_money)
            if after is not None:
                yield from self.played(after)

    def _decided(self, play: RoundSoFar, ask: Ask, decision: Decision, *, is_money: bool) -> RoundSoFar | None:
        """The play after an answer; None where the rules refuse it."""
        money, spans = play.money, play.spans
        if is_money:
            place = money.index(decision)
            money = (*money[:place], *money[place + 1 :])
        if decision.word is Word.SPLIT and ask.question is Question.PLAY:
            spans = tuple((box, _parted(each, ask.hand) if box == ask.box else each) for box, each in spans)
        try:
            command = decision.command(ask.player, most_meant(play.state, self.rules, ask, decision))
            after = done(play, command, self.rules)
        except SieteError:
            return None
        return replace(after, money=money, decisions=(*play.decisions, decision), spans=spans)

    def _answers(self, play: RoundSoFar, ask: Ask) -> Iterator[tuple[Decision, bool]]:
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


def _noted(play: RoundSoFar, step: StepTaken) -> RoundSoFar:
    """The play with what a step of the house used up of rack and record."""
    match step.command:
        case c.Deal(card=Card() as card):
            return replace(play, cards=(*play.cards, card))
        case c.Spin():
            return replace(play, wheels=play.wheels[1:])
        case c.PassOver() | c.MissOwnCard():
            assert isinstance(step.ordered, c.Deal), "a card was due"
            return replace(play, passed=play.passed | {step.ordered.box})
    return play


def _is_over(due: Next) -> bool:
    return isinstance(due, Due) and isinstance(due.command, c.StartRound)


def _is_void(play: RoundSoFar) -> bool:
    return any(isinstance(event, e.RoundVoided) for event in play.events)


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
