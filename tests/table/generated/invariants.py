"""What holds at a table at every moment, whatever its rules and whoever plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from siete.cards import Card
from siete.table import events as e
from siete.table.apply import apply
from siete.table.money.meter import Meter
from siete.table.state.table import TableState


def assert_cards_conserved(state: TableState) -> None:
    """Every card of the shoe is in the shoe, on the layout or in the discard rack, once."""
    assert state.shoe is not None, "random tables know their shoe"
    found = Counter(state.shoe[state.dealt :])
    found.update(state.discards)
    found.update(state.removed)
    found.update(_on_layout(state))
    assert found == Counter(state.shoe)


def _on_layout(state: TableState) -> list[Card]:
    current = state.round
    if current is None:
        return []
    hands = [hand for box in current.boxes for hand in box.hands if not hand.is_removed]
    seen = [] if current.faults.seen is None else [current.faults.seen]
    return [*seen, *(card for hand in hands for card in hand.cards), *current.dealer, *current.bonus_cards]


def books(state: TableState, meters: Mapping[str, Meter]) -> int:
    """What table and meters hold beyond what the house has put into them: no step of a table changes it."""
    in_meters = sum(meter.amount + meter.reserve - meter.seeded for meter in meters.values())
    return sum(state.racks.values()) + state.layout + state.inventory + in_meters


def fold(events: Iterable[e.Event]) -> TableState:
    """The state that events lead to from nothing."""
    state = TableState()
    for event in events:
        state = apply(state, event)
    return state
