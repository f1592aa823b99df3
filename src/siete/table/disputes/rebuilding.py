"""A round dealt again from its discard rack and the wagers made: the engine plays what the rack can mean.

What is known: who wagered what, the money that followed (doubles, splits, insurance, surrenders, rescues), and where
wheels stopped. What is found: every card's place in the deal, and every hit and stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
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
from siete.table.disputes.rack import Cards, Parting, partings
from siete.table.due import Ask, Due, Question, Waiting
from siete.table.meter import Meter
from siete.table.notation import UNNAMED, Decision, Word, WrittenRound
from siete.table.recording import result_of
from siete.table.replaying import meter_at, most_meant
from siete.table.results import results_of
from siete.table.state import Hand, Round, TableState

MOST_TRIALS = 50_000
"""Plays tried before a rack is given up as meaning too many rounds."""

_FREE = (Word.HIT, Word.STAND)
"""Decisions that move no chips; the rack tells them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """A round that leaves just this rack."""

    written: WrittenRound
    parting: Parting


@dataclass(frozen=True, slots=True)
class Span:
    """The final hands that a hand on the layout becomes, and into which two it is split if they are several."""

    first: int
    parts: tuple[Span, Span] | None = None


_Spans = tuple[tuple[int, tuple[Span, ...]], ...]


def spans_of(first: int, last: int) -> Iterator[Span]:
    """Every way in which one hand can have become these final hands, split by split."""
    if last - first == 1:
        yield Span(first)
    for middle in range(first + 1, last):
        for left in spans_of(first, middle):
            for right in spans_of(middle, last):
                yield Span(first, (left, right))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Play:
    """A round on its way: the table, what it was dealt, and the decisions that moved chips and are still to come."""

    state: TableState
    meters: Mapping[str, Meter]
    money: tuple[Decision, ...]
    wheels: tuple[tuple[str, ...], ...]
    decisions: tuple[Decision, ...] = ()
    cards: Cards = ()
    events: tuple[e.Event, ...] = ()
    spans: _Spans = ()
    """For each box, what each of its hands now on the layout will become."""

    def spans_in(self, box: int) -> tuple[Span, ...]:
        """What the hands of a box will become."""
        return next(spans for number, spans in self.spans if number == box)


def rebuilt(rack: Cards, written: WrittenRound, rules: TableRules) -> Iterator[Rebuilt]:
    """Every round that these wagers and this rack can mean, no two with the same hands."""
    start = _start(written, rules)
    seen: set[str] = set()
    budget = [MOST_TRIALS]
    for parting in partings(rack, _hands(start, written), rules):
        for play in _all_played(start, parting, rules, budget):
            assert play.state.discards is not None, "a table has a discard rack"
            key = repr((sorted(parting.hands.items()), parting.dealer))
            if play.money or play.state.discards != rack or key in seen:
                continue
            seen.add(key)
            results = tuple(map(result_of, results_of(play.events)))
            found = replace(written, cards=play.cards, decisions=play.decisions, results=results)
            yield Rebuilt(written=found, parting=parting)


def _start(written: WrittenRound, rules: TableRules) -> _Play:
    """The table with its wagers on it, its shoe unknown."""
    meters = {name: meter_at(meter, written.meters.get(name)) for name, meter in metering.meters_of(rules).items()}
    state = apply(TableState(), e.TableOpened(rules_hash=rules.rules_hash, rules=rules.canonical_json))
    for player, chips in written.players.items():
        state = apply(state, e.ChipsBrought(player=player, amount=chips))
    for number, player in written.seats.items():
        state = apply(state, e.PlayerSeated(box=number, player=player))
    money = tuple(each for each in written.decisions if each.word not in _FREE)
    play = _done(_Play(state=state, meters=meters, money=money, wheels=written.wheels), c.StartRound(), rules)
    for wager in written.wagers:
        box = play.state.round.box(wager.box) if play.state.round else None
        if box is not None and box.originals[0][0] != wager.player:
            admit = c.AdmitBettor(player=box.originals[0][0], box=wager.box, bettor=wager.player)
            play = _done(play, admit, rules)
        for spot, amount in wager.amounts:
            place = c.PlaceWager(player=wager.player, box=wager.box, wager=spot, amount=amount)
            play = _done(play, place, rules)
    return play


def _hands(start: _Play, written: WrittenRound) -> dict[int, int]:
    """How many hands each box ended with: one more than the splits that its decider funded."""
    assert start.state.round is not None, "wagers stand in a round"
    found: dict[int, int] = {}
    for box in start.state.round.boxes:
        splits = [each for each in written.decisions if each.box == box.number and each.word is Word.SPLIT]
        found[box.number] = 1 + sum(each.player in (UNNAMED, box.decider) for each in splits)
    return found


def _all_played(start: _Play, parting: Parting, rules: TableRules, budget: list[int]) -> Iterator[_Play]:
    """Plays for all ways in which boxes of several hands can have been split."""
    boxes = parting.boxes()
    if any(len({hand[0].rank.points for hand in hands}) > 1 for hands in boxes.values()):
        return
    for trees in product(*(tuple(spans_of(0, len(hands))) for hands in boxes.values())):
        spans = tuple((box, (tree,)) for box, tree in zip(boxes, trees, strict=True))
        yield from _played(replace(start, spans=spans), parting, rules, budget)


def _done(play: _Play, command: c.Command, rules: TableRules, **changes: Any) -> _Play:
    """The play after a command."""
    happened: metering.MeterEvents = ()
    if isinstance(command, c.HouseCommand):
        command, happened = metering.with_meters(play.state, rules, command, play.meters)
    made = decide(play.state, rules, command)
    state = play.state
    for event in made:
        state = apply(state, event)
    meters = metering.after(play.meters, happened) if happened else play.meters
    after: _Play = replace(play, state=state, meters=meters, events=(*play.events, *made), **changes)
    return after


def _played(play: _Play, parting: Parting, rules: TableRules, budget: list[int]) -> Iterator[_Play]:
    """The round's possible ends: the house goes on, and at each question every answer that fits the rack is tried."""
    while True:
        due = next_due(play.state, rules)
        if isinstance(due, Due) and isinstance(due.command, c.StartRound):
            yield play
            return
        if isinstance(due, Waiting):
            yield from _answered(play, due.asks[0], parting, rules, budget)
            return
        if not isinstance(due, Due):
            return
        try:
            after = _stepped(play, due.command, parting, rules)
        except SieteError:
            after = None  # such as a wheel that shows what it cannot: the recorded stops belong to another round
        if after is None:
            return
        play = after


def _stepped(play: _Play, command: c.HouseCommand, parting: Parting, rules: TableRules) -> _Play | None:
    """One step of the house with the card that the rack gives it; None where the rack has none for it."""
    if isinstance(command, c.Deal):
        card = _card(play, command, parting)
        if card is None:
            return None
        return _done(play, replace(command, card=card), rules, cards=(*play.cards, card))
    if isinstance(command, c.Spin):
        if not play.wheels:
            return None
        return _done(play, replace(command, symbols=play.wheels[0]), rules, wheels=play.wheels[1:])
    if isinstance(command, c.PickUp) and not _is_complete(play, parting):
        return None
    return _done(play, command, rules)


def _round(play: _Play) -> Round:
    assert play.state.round is not None, "a round is on"
    return play.state.round


def _card(play: _Play, command: c.Deal, parting: Parting) -> Card | None:
    """The card that goes there if the rack is to come out."""
    current = _round(play)
    if command.is_bonus:
        return _at(parting.bonus, len(current.bonus_cards))
    if command.box == e.DEALER:
        return _at(parting.dealer, len(current.dealer))
    box = current.box(command.box)
    assert box is not None, "a due step names a box in play"
    target = _target(parting, command.box, play.spans_in(command.box)[command.hand])
    return _at(target, len(box.hands[command.hand].cards))


def _target(parting: Parting, box: int, span: Span) -> Cards:
    """The cards of a hand: its own, or the pair that it is before it is split."""
    own = parting.hands[box, span.first]
    return own if span.parts is None else (own[0], parting.hands[box, span.parts[1].first][0])


def _at(cards: Cards, place: int) -> Card | None:
    return cards[place] if place < len(cards) else None


def _is_complete(play: _Play, parting: Parting) -> bool:
    current = _round(play)
    hands = {(box.number, index): hand.cards for box in current.boxes for index, hand in enumerate(box.hands)}
    return hands == dict(parting.hands) and current.dealer == parting.dealer


def _answered(play: _Play, ask: Ask, parting: Parting, rules: TableRules, budget: list[int]) -> Iterator[_Play]:
    for decision, is_money in _answers(play, ask, parting):
        budget[0] -= 1
        if budget[0] < 0:
            raise SieteError("rack/too-many-rounds", "The rack can mean too many rounds to try them all.")
        after = _decided(play, ask, decision, rules, is_money=is_money)
        if after is not None:
            yield from _played(after, parting, rules, budget)


def _decided(play: _Play, ask: Ask, decision: Decision, rules: TableRules, *, is_money: bool) -> _Play | None:
    """The play after an answer; None where the rules refuse it."""
    money, spans = play.money, play.spans
    if is_money:
        place = money.index(decision)
        money = (*money[:place], *money[place + 1 :])
    if decision.word is Word.SPLIT and ask.question is Question.PLAY:
        spans = tuple((box, _parted(each, ask.hand) if box == ask.box else each) for box, each in spans)
    try:
        command = decision.command(ask.player, most_meant(play.state, rules, ask, decision))
        return _done(play, command, rules, money=money, decisions=(*play.decisions, decision), spans=spans)
    except SieteError:
        return None


def _parted(spans: tuple[Span, ...], place: int) -> tuple[Span, ...]:
    parts = spans[place].parts
    assert parts is not None, "only what becomes several hands is split"
    return (*spans[:place], *parts, *spans[place + 1 :])


def _answers(play: _Play, ask: Ask, parting: Parting) -> Iterator[tuple[Decision, bool]]:
    """The answers that fit, and whether each moves chips: those come from the wagers made, the rest from the cards."""
    head = next((each for each in play.money if each.box == ask.box and each.player in (UNNAMED, ask.player)), None)
    name = _name(play, ask)
    if ask.question in _ABOUT_CHIPS:
        yield from _about_chips(ask, head, name)
        return
    box = _round(play).box(ask.box)
    assert box is not None, "questions are asked about boxes in play"
    span = play.spans_in(ask.box)[ask.hand]
    if span.parts is None:
        yield from _plays(ask, head, name, box.hands[ask.hand], parting.hands[ask.box, span.first])
    elif head is not None and head.word is Word.SPLIT:
        yield head, True


def _plays(ask: Ask, head: Decision | None, name: str, hand: Hand, target: Cards) -> Iterator[tuple[Decision, bool]]:
    is_full = hand.cards == target
    fits = (Word.SURRENDER, Word.RESCUE) if is_full else (Word.DOUBLE,)
    if head is not None and head.word in fits:
        yield head, True
    if is_full:
        yield Decision(box=ask.box, word=Word.STAND, player=name), False
    elif ask.question is Question.PLAY:
        yield Decision(box=ask.box, word=Word.HIT, player=name), False


def _name(play: _Play, ask: Ask) -> str:
    """The name that a decision bears: none where one person wagers on the box."""
    box = _round(play).box(ask.box)
    return ask.player if box is not None and len(box.originals) > 1 else UNNAMED


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
