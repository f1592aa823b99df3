"""A look at the hole card tells whether it makes a blackjack, and nothing else: not by work done, not by sizes.

The same deal is served with every hole card that makes no blackjack. The lines that Python runs for the command after
which the dealer looks, for the turn and for all that is told of it, are counted; time differs by more than a card
could make from one answer to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from siete.cards import Card, Rank, Suit
from siete.host.access.roles import HouseRole, Person
from siete.host.chance.shuffling import Chance
from siete.host.house import House
from siete.host.table.actor import TableActor
from siete.host.table.messages import encode
from siete.host.turn import Automation, Turn
from siete.rules.table_rules import TableRules
from siete.store.codec import event_to_bytes
from siete.store.memory import MemoryStore
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Question, Waiting
from siete.table.frozen.fast_replace import replace as copied
from siete.table.stages import insurance
from siete.table.state.table import TableState
from siete.table.view import FLOORPERSON, PUBLIC, Role
from tests.fuzz.coverage import run
from tests.host.guests import come, is_betting, open_live, until

pytestmark = pytest.mark.anyio

OTHERS = (Card(Rank.FIVE, Suit.CLUBS), Card(Rank.NINE, Suit.DIAMONDS), Card(Rank.SIX, Suit.HEARTS))
UPS = (Card(Rank.ACE, Suit.SPADES), Card(Rank.KING, Suit.HEARTS))


def _holes(up: Card) -> list[Card]:
    """One card of each rank that makes no blackjack with the up card."""
    is_ace = up.rank is Rank.ACE
    ranks = [rank for rank in Rank if rank is not Rank.TEN and not (rank.is_face if is_ace else rank is Rank.ACE)]
    return [Card(rank, Suit.DIAMONDS) for rank in ranks]


async def _table() -> TableActor:
    """Wagers of one player, just before the deal, at a table whose dealer looks under aces and face cards."""
    house = House(MemoryStore())
    table = await open_live(house, "md", "t")
    ana = await come(house, table, "Ana", 2)
    await until(table, [ana], is_betting)
    await ana.do("PlaceWager", box=2, wager="base", amount=2_500)
    assert table.state.round is not None
    return table


def _stacked(table: TableActor, up: Card, hole: Card) -> TableState:
    """The state with these cards for the dealer, wherever they come in the deal."""
    state = table.state
    assert state.shoe is not None
    dealt = _dealt_to_dealer(table)
    shoe = [*OTHERS * (len(state.shoe) // 3), *OTHERS][: len(state.shoe)]
    shoe[state.dealt + dealt[0]], shoe[state.dealt + dealt[1]] = up, hole
    return copied(state, shoe=tuple(shoe))


def _dealt_to_dealer(table: TableActor) -> list[int]:
    turn = Turn(table.loaded, Automation(chance=Chance("1")), "now")
    turn.run(lambda state, due: False)
    cards = [event for event in turn.events if isinstance(event, e.CardDealt)]
    return [place for place, event in enumerate(cards) if event.box == e.DEALER][:2]


def _served(table: TableActor, state: TableState) -> tuple[int, list[int]]:
    """The work of the deal, the look and all that is told of them, and the sizes of what is told."""
    stand, sizes = table.loaded, list[int]()

    def told(_: bytes) -> None:
        sizes.clear()
        turn = Turn(replace(stand, state=copied(state)), Automation(chance=Chance("1")), "now")
        due = turn.run(lambda state, due: False)
        if isinstance(due, Waiting) and due.asks[0].question is Question.INSURANCE:
            turn.do(c.DeclineInsurance(player="Ana", box=2))
            turn.run(lambda state, due: False)
        assert any(isinstance(event, e.HoleCardChecked) and not event.is_blackjack for event in turn.events)
        assert turn.state.round is not None
        assert turn.state.round.is_hole_hidden
        table.current.loaded = replace(stand, state=turn.state)
        sizes.extend(len(event_to_bytes(event)[1]) for event in turn.events)
        sizes.extend(len(encode(each)) for each in _told(table))

    try:
        run(told, b"", 10_000_000)  # fills caches
        work, error = run(told, b"", 10_000_000)
        assert not error, error
    finally:
        table.current.loaded = stand
    return work.count, sizes


def _told(table: TableActor) -> Iterator[object]:
    for role in (PUBLIC, FLOORPERSON, Role.player("Ana")):
        shown = table.broadcaster.shown(role)
        shown.pop("timers")
        yield shown
    for role_of_house in (HouseRole.GUEST, HouseRole.DEALER, HouseRole.FLOORPERSON):
        yield table.broadcaster.own(Person(role_of_house, "Ana"))


async def _compare() -> None:
    table = await _table()
    for up in UPS:
        found = {hole: _served(table, _stacked(table, up, hole)) for hole in _holes(up)}
        assert len({work for work, _ in found.values()}) == 1, f"the look under {up} takes work by the hole card"
        assert len({tuple(sizes) for _, sizes in found.values()}) == 1, f"the look under {up} tells by its size"


async def test_a_look_that_finds_no_blackjack_tells_nothing_else() -> None:
    await _compare()


async def test_a_look_that_takes_longer_for_some_cards_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a dealer who counts the hole card."""
    peek: Callable[[TableState, TableRules, c.Peek, str], Iterator[e.Event]] = insurance.peek

    def counting(state: TableState, rules: TableRules, command: c.Peek, clause: str) -> Iterator[e.Event]:
        assert state.round is not None
        for _ in range(state.round.dealer[1].rank.points):
            insurance.looks(state.round, rules)
        return peek(state, rules, command, clause)

    from siete.table import decide

    monkeypatch.setitem(decide._HOUSE, c.Peek, counting)
    with pytest.raises(AssertionError, match="takes work"):
        await _compare()
