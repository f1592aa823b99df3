"""A round dealt again from its discard rack and the wagers made: the engine plays what the rack can mean.

What is known: who wagered what, the money that followed (doubles, splits, insurance, surrenders, rescues), where
wheels stopped, and what went wrong. What is found: every card's place in the deal, and every hit and stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.disputes.plays import RoundSoFar, Span, Trial, done
from siete.table.disputes.rack import Cards, Place, RackParting, broken_off, partings
from siete.table.disputes.record import Block, Known
from siete.table.due import HOUSE
from siete.table.money import table_meters
from siete.table.money.results import results_of
from siete.table.notation.model import UNNAMED, Word, WrittenRound
from siete.table.notation.record import result_of
from siete.table.notation.replay import meter_at
from siete.table.state.table import TableState

MOST_TRIALS = 50_000
"""Plays tried before a rack is given up as meaning too many rounds."""

_FREE = (Word.HIT, Word.STAND)
"""Decisions that move no chips; the rack tells them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """A round that leaves just this rack."""

    written: WrittenRound
    parting: RackParting
    before: TableState
    """The table before it."""
    events: tuple[e.Event, ...]
    apart: Cards = ()
    """Cards of the rack that were in no hand, as the record says."""


def spans_of(first: int, last: int) -> Iterator[Span]:
    """Every way in which one hand can have become these final hands, split by split."""
    if last - first == 1:
        yield Span(first)
    for middle in range(first + 1, last):
        for left in spans_of(first, middle):
            for right in spans_of(middle, last):
                yield Span(first, (left, right))


def rebuilt(rack: Cards, written: WrittenRound, rules: TableRules, known: Known | None = None) -> Iterator[Rebuilt]:
    """Every round that these wagers and this rack can mean, no two with the same hands and payments."""
    known = known or Known()
    before = _before(written, rules)
    start = _start(before, written, rules, known)
    seen: set[str] = set()
    budget = [MOST_TRIALS]
    for laid in _laid(rack, known.blocks):
        rest = _without(rack, laid)
        for parting in _partings(rest, _places(start, written), known, rules):
            trial = Trial(parting=parting, known=known, rules=rules, budget=budget)
            for play in _all_played(start, trial):
                results = tuple(map(result_of, results_of(play.events)))
                key = repr((sorted(parting.hands.items()), parting.dealer, results))
                if play.money or key in seen or not _leaves(play, start, rack, laid):
                    continue
                seen.add(key)
                found = replace(written, cards=play.cards, decisions=play.decisions, results=results)
                yield Rebuilt(written=found, parting=parting, before=before, events=play.events, apart=known.apart)


# --- what lies apart in the rack ---------------------------------------------------------------------------------

_Laid = tuple[tuple[int, Block], ...]
"""Blocks with their places in the rack."""


def _laid(rack: Cards, blocks: tuple[Block, ...], start: int = 0) -> Iterator[_Laid]:
    """Every way in which these blocks can lie in the rack, in their order."""
    if not blocks:
        yield ()
        return
    block, length = blocks[0], len(blocks[0].cards)
    for place in range(start, len(rack) - length + 1 if length else start + 1):
        if rack[place : place + length] == block.cards:
            for others in _laid(rack, blocks[1:], place + length):
                yield (place, block), *others


def _without(rack: Cards, laid: _Laid) -> Cards:
    gone = {place + step for place, block in laid for step in range(len(block.cards))}
    return tuple(card for place, card in enumerate(rack) if place not in gone)


def _leaves(play: RoundSoFar, start: RoundSoFar, rack: Cards, laid: _Laid) -> bool:
    """Whether a play leaves the rack, with the cards that were in no hand lying between hands, and not in one."""
    apart = tuple((place, block) for place, block in laid if block.place is None)
    if play.state.discards != _without(rack, apart):
        return False
    heights = _heights(play, start)
    return all(place - sum(each < place for each, _ in apart) in heights for place, _ in apart)


def _heights(play: RoundSoFar, start: RoundSoFar) -> set[int]:
    """How high the rack was whenever a card could be put away: at each step until the layout was cleared."""
    state, heights = start.state, set[int]()
    for event in play.events[len(start.events) :]:
        heights.add(len(state.discards))
        if isinstance(event, e.CardsPickedUp):
            break
        state = apply(state, event)
    return heights


def _partings(rack: Cards, places: tuple[Place, ...], known: Known, rules: TableRules) -> Iterator[RackParting]:
    """The ways to part what is left of the rack, the dead hands among them."""
    dead = known.dead
    alive = tuple(place for place in places if place not in dead)
    found = partings(rack, alive, rules, is_void=known.void is not None)
    for parting in found:
        yield replace(parting, hands={**parting.hands, **dead})
    if known.void is not None:
        for parting in broken_off(rack, alive, known.second, rules):
            yield replace(parting, hands={**parting.hands, **dead})


# --- the play ----------------------------------------------------------------------------------------------------


def _before(written: WrittenRound, rules: TableRules) -> TableState:
    """The table before the round, its shoe unknown."""
    state = apply(TableState(), e.TableOpened(rules_hash=rules.rules_hash, rules=rules.canonical_json))
    for player, chips in written.players.items():
        state = apply(state, e.ChipsBrought(player=player, amount=chips))
    for number, player in written.seats.items():
        state = apply(state, e.PlayerSeated(box=number, player=player))
    return state


def _start(before: TableState, written: WrittenRound, rules: TableRules, known: Known) -> RoundSoFar:
    """The table with its wagers on it."""
    meters = {name: meter_at(meter, written.meters.get(name)) for name, meter in table_meters.meters_of(rules).items()}
    money = tuple(each for each in written.decisions if each.word not in _FREE)
    play = done(RoundSoFar(state=before, meters=meters, money=money, wheels=written.wheels), c.StartRound(), rules)
    if known.is_without_reader:
        play = done(play, c.FailReader(by=HOUSE), rules)
    for wager in written.wagers:
        box = play.round.box(wager.box)
        if box is not None and box.originals[0][0] != wager.player:
            admit = c.AdmitBettor(player=box.originals[0][0], box=wager.box, bettor=wager.player)
            play = done(play, admit, rules)
        for command in wager.commands():
            play = done(play, command, rules)
    return play


def _places(start: RoundSoFar, written: WrittenRound) -> tuple[Place, ...]:
    """Every hand that the boxes ended with: one more than the splits that the box's decider funded."""
    found: list[Place] = []
    for box in start.round.boxes:
        splits = [each for each in written.decisions if each.box == box.number and each.word is Word.SPLIT]
        count = 1 + sum(each.player in (UNNAMED, box.decider) for each in splits)
        found += ((box.number, hand) for hand in range(count))
    return tuple(found)


def _all_played(start: RoundSoFar, trial: Trial) -> Iterator[RoundSoFar]:
    """Plays for all ways in which boxes of several hands can have been split."""
    boxes = trial.parting.boxes()
    if any(len({hand[0].rank.points for hand in hands}) > 1 for hands in boxes.values() if len(hands) > 1):
        return
    for trees in product(*(tuple(spans_of(0, len(hands))) for hands in boxes.values())):
        spans = tuple((box, (tree,)) for box, tree in zip(boxes, trees, strict=True))
        yield from trial.played(replace(start, spans=spans))
