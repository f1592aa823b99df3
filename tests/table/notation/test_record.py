"""Random rounds under random rules: written from their events, read back, replayed, and the same to the cent."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from siete.rules.names import NAMES
from siete.table import events as e
from siete.table.notation.model import WrittenRound
from siete.table.notation.reader import document_from_text, round_from_text
from siete.table.notation.record import recorded
from siete.table.notation.replay import ReplayTable, replayed
from siete.table.notation.writer import round_to_text
from tests.few import first_few
from tests.table.generated.random_play import LEAST_CARDS, RandomTable, play_round, random_rules, random_shoe

FILES = sorted((Path(__file__).parents[2] / "golden").glob("*/*.s21"))


def written(table: RandomTable, rng: Random) -> WrittenRound | None:
    """One random round as it is written down; None where nobody wagered."""
    shoe = table.state.shoe
    assert shoe is not None
    if len(shoe) - table.state.dealt < LEAST_CARDS:
        table.load(random_shoe(rng, table.rules))
    before, meters = table.state, dict(table.meters)
    del table.events[:]
    for _ in play_round(table, rng):
        pass
    if table.state.round is not None:
        return None
    return recorded(before, table.events, table.rules, results=table.results(), meters=meters)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", first_few(range(6), range(25)))
def test_a_recorded_round_replays_to_the_same_events(name: str, seed: int) -> None:
    rng = Random(f"{name} {seed}")
    table = RandomTable(random_rules(rng, name), rng)
    for _ in range(2):
        page = written(table, rng)
        if page is None:
            return
        assert round_from_text(round_to_text(page)) == page
        replay = replayed(page, table.rules)
        assert replay.partings == ()
        made = [event for step in replay.steps for event in step.events]
        assert _settled(made) == _settled(table.events)


def _settled(events: list[e.Event]) -> list[e.Event]:
    """From the closing of wagers, before which some may have been taken back, to the cards picked up."""
    start = next(place for place, event in enumerate(events) if isinstance(event, e.WagersClosed))
    return [event for event in events[start:] if not isinstance(event, e.RoundEnded)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_replayed_golden_round_is_recorded_as_it_was_written(path: Path) -> None:
    document = document_from_text(path.read_text("utf-8"))
    for page in document.rounds:
        table = ReplayTable(page, document.rules)
        before, meters, start = table.state, dict(table.meters), len(table.events)
        table.play()
        again = recorded(before, table.events[start:], document.rules, results=table.results(), meters=meters)
        assert (again.players, again.seats, again.wagers) == (page.players, page.seats, page.wagers)
        assert (again.cards, again.decisions, again.wheels) == (page.cards, page.decisions, page.wheels)
        assert set(again.results or ()) == set(page.results or ())
