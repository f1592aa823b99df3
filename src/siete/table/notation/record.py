"""A round written down from its events: what a host exports, and what `siete deal` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import takewhile

from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.table import events as e
from siete.table.apply import apply
from siete.table.automatic import next_due
from siete.table.due import Question, Waiting
from siete.table.money.meter import Meter
from siete.table.money.results import WagerResult
from siete.table.notation.model import UNNAMED, Decision, MeterReading, Word, WrittenResult, WrittenRound, WrittenWager
from siete.table.stages.play import must_stand
from siete.table.state.box import Box
from siete.table.state.hand import Hand, Stake
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from siete.table.wagers import registry


def recorded(
    before: TableState,
    events: Iterable[e.Event],
    rules: TableRules,
    *,
    results: Iterable[WagerResult],
    meters: Mapping[str, Meter] | None = None,
) -> WrittenRound:
    """The round that these events played, from the state before it and what its meters held then."""
    kept = tuple(events)
    wagers = tuple(_wagers(kept))
    bettors = dict.fromkeys(wager.player for wager in wagers)
    return WrittenRound(
        players={player: Cents(before.racks.get(player, 0) + _brought(kept, player)) for player in bettors},
        seats={box: player for box, player in _seats(before, kept).items() if player in bettors},
        wagers=wagers,
        meters=_readings(kept, meters or {}),
        cards=tuple(event.card for event in kept if isinstance(event, e.CardDealt)),
        decisions=tuple(_decisions(before, kept, rules)),
        wheels=tuple(_wheels(kept)),
        results=tuple(map(result_of, results)),
    )


def result_of(result: WagerResult) -> WrittenResult:
    """A result as it is written down."""
    return WrittenResult(
        box=result.box,
        player=result.player,
        wager=result.wager,
        hand=result.hand + 1,
        line=result.line,
        paid=result.payout,
        returned=result.returned,
        collected=result.collected,
    )


def _wagers(events: tuple[e.Event, ...]) -> Iterator[WrittenWager]:
    """What stood on the layout when wagers closed, in the order in which it was put there."""
    standing: dict[tuple[int, str], dict[Wager, Cents]] = {}
    coupons: dict[tuple[int, str], dict[Wager, Cents]] = {}
    for event in _while_betting(events):
        if isinstance(event, e.WagerPlaced):
            spots = standing.setdefault((event.box, event.player), {})
            spots[event.wager] = Cents(spots.get(event.wager, 0) + event.amount)
        elif isinstance(event, e.WagerWithdrawn):
            spots = standing[event.box, event.player]
            del spots[event.wager]
            if not spots:
                del standing[event.box, event.player]
        elif isinstance(event, e.CouponPlaced):
            coupons.setdefault((event.box, event.player), {})[event.wager] = event.worth
        elif isinstance(event, e.CouponReturned):
            del coupons[event.box, event.player][event.wager]
    for (box, player), spots in standing.items():
        beside = tuple(coupons.get((box, player), {}).items())
        yield WrittenWager(box=box, player=player, amounts=tuple(spots.items()), coupons=beside)


def _brought(events: tuple[e.Event, ...], player: str) -> int:
    """Chips that a player had from outside while the round was on; in notation everybody begins with them."""
    came = [each for each in events if isinstance(each, e.ChipsBrought | e.CashConverted)]
    went = [each for each in _while_betting(events) if isinstance(each, e.ChipsTakenAway)]
    return sum(each.amount for each in came if each.player == player) - sum(
        each.amount for each in went if each.player == player
    )


def _seats(before: TableState, events: tuple[e.Event, ...]) -> Mapping[int, str]:
    """Who sits where when wagers close."""
    state = before
    for event in _while_betting(events):
        state = apply(state, event)
    return state.seats


def _while_betting(events: Iterable[e.Event]) -> Iterator[e.Event]:
    return takewhile(lambda event: not isinstance(event, e.WagersClosed), events)


def _readings(events: tuple[e.Event, ...], meters: Mapping[str, Meter]) -> dict[str, MeterReading]:
    touched = {event.meter for event in events if isinstance(event, e.ContributionMade | e.AwardPaid)}
    return {name: reading_of(meter) for name, meter in meters.items() if name in touched}


def reading_of(meter: Meter) -> MeterReading:
    """All that a meter holds, in dollars."""
    shows, reserve = meter.amount + meter.fraction, meter.reserve + meter.reserve_fraction
    return MeterReading(shows=Fraction(shows) / 100, reserve=Fraction(reserve) / 100)


def _wheels(events: tuple[e.Event, ...]) -> Iterator[tuple[str, ...]]:
    """Where each wheel stopped; of a spin for everybody, which is told to each, once."""
    told: set[Wager] = set()
    for event in events:
        if isinstance(event, e.WheelSpun) and event.symbols and event.wager not in told:
            wheel = registry.of(event.wager).wheel
            if wheel is not None and wheel.is_shared:
                told.add(event.wager)
            yield event.symbols


def _decisions(before: TableState, events: tuple[e.Event, ...], rules: TableRules) -> Iterator[Decision]:
    state = before
    for event in events:
        made = _decision(state, event, rules)
        if made is not None:
            yield made
        state = apply(state, event)


def _decision(state: TableState, event: e.Event, rules: TableRules) -> Decision | None:
    """The decision that an event tells of, if a player made one."""
    word, amount = _word(state, event, rules)
    if word is None:
        return None
    assert state.round is not None, "decisions are made within a round"
    number: int = event.box  # type: ignore[attr-defined]  # every event of a decision names its box
    box = state.round.box(number)
    assert box is not None, "decisions are made about boxes in play"
    player = _speaker(event, box) if len(box.originals) > 1 else UNNAMED
    return Decision(box=number, word=word, amount=amount, player=player)


def _speaker(event: e.Event, box: Box) -> str:
    """Whose decision it was on a box of several bettors: the decider's, unless event or hand says otherwise."""
    if isinstance(event, e.HandStood):
        return next((stake.player for stake in _undecided(box.hands[event.hand])), box.decider)
    return str(getattr(event, "player", box.decider))


def _undecided(hand: Hand) -> Iterator[Stake]:
    """Bettors who doubled and have neither stood nor rescued."""
    return (stake for stake in hand.stakes if stake.is_open and stake.doubles and not stake.is_answered)


def _word(state: TableState, event: e.Event, rules: TableRules) -> tuple[Word | None, Cents | None]:
    match event:
        case e.WagerPlaced(wager=Wager.INSURANCE, amount=amount):
            return Word.INSURE, amount
        case e.WagerDoubled(amount=amount):
            return Word.DOUBLE, amount
        case e.BlackjackHeld():
            return _about_blackjack(state, event), None
        case e.HandStood():
            return (Word.STAND if _is_chosen(state, event, rules) else None), None
        case e.BettorAnswered():
            return (Word.STAND if _asks(state, rules, Question.DOUBLED) else Word.STAY_OUT), None
        case e.SplitRidden(rides=rides):
            return (Word.RIDE_RIGHT if rides else Word.RIDE_LEFT), None
    return _PLAIN.get(type(event)), None


_PLAIN: dict[type[e.Event], Word] = {
    e.InsuranceDeclined: Word.DECLINE,
    e.HitAsked: Word.HIT,
    e.SplitFunded: Word.SPLIT,
    e.HandSurrendered: Word.SURRENDER,
    e.WagerRescued: Word.RESCUE,
}


def _about_blackjack(state: TableState, event: e.BlackjackHeld) -> Word:
    if event.is_held:
        return Word.HOLD
    return Word.STAND if _box(state, event.box).hands[0].is_held else Word.TAKE


def _is_chosen(state: TableState, event: e.HandStood, rules: TableRules) -> bool:
    """Whether somebody said stand; a hand also stands by itself when nothing is left to decide."""
    box = _box(state, event.box)
    hand = box.hands[event.hand]
    if hand.doublings:
        return any(
            stake.is_open and stake.doubles and not stake.is_answered for stake in hand.stakes
        ) and not must_stand(box, hand, rules)
    return not must_stand(box, hand, rules)


def _box(state: TableState, number: int) -> Box:
    box = state.round.box(number) if state.round else None
    assert box is not None, "an event of a hand names a box in play"
    return box


def _asks(state: TableState, rules: TableRules, question: Question) -> bool:
    due = next_due(state, rules)
    return isinstance(due, Waiting) and any(ask.question is question for ask in due.asks)
