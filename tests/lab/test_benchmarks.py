"""What `siete bench` tells of a measured time; nothing here depends on how fast the machine is."""

from __future__ import annotations

from siete.lab.benchmarks import Measure, Unmeasured, best, cards_of_a_round, kernel_setup, measure_peers
from siete.lab.peers import PEERS, Peer, Work
from siete.rules.submission import table_rules
from siete.sim.plan import Plan
from siete.strategy import never_bust


def test_times_are_told_by_themselves_and_in_calibration_loops() -> None:
    short = Measure(name="kernel", seconds=4e-8, of="a round", calibration=2e-9)
    assert short.text == "40.0 ns for a round, 25.0 million/s"
    assert round(short.calibrated, 9) == 20
    long = Measure(name="odds", seconds=1.5, of="an edge", calibration=2e-9)
    assert long.text == "1500.00 ms for an edge"
    assert long.to_json().keys() == {"name", "of", "seconds", "per_second", "calibrated"}


def test_the_first_run_only_warms_up() -> None:
    runs: list[int] = []
    assert best(lambda: runs.append(1), 3) >= 0
    assert len(runs) == 4


def test_a_round_uses_some_six_cards() -> None:
    setup = kernel_setup(table_rules("wa"), never_bust(), Plan(super_bonus=False))
    assert 5 < cards_of_a_round(setup) < 6.5


def test_peers_are_timed_where_they_are_and_never_missed() -> None:
    """One that plays, one that is not there, and one whose way in has changed."""

    def plays() -> Work:
        return lambda rounds: [sum(range(2000)) for _ in range(rounds)]

    def changed() -> Work:
        raise AttributeError("no such simulation any more")

    peers = (
        Peer("plays", "json", "sums", plays),
        Peer("absent", "siete_has_no_such_peer", "nothing", changed),
        Peer("changed", "json", "nothing", changed),
    )
    found = measure_peers(1e-9, peers)
    assert isinstance(found[0], Measure)
    assert found[0].name == "peer plays: sums"
    assert found[1:] == (
        Unmeasured(name="peer absent: nothing", why="not installed"),
        Unmeasured(name="peer changed: nothing", why="did not run"),
    )
    assert found[1].to_json().keys() == found[0].to_json().keys()


def test_an_installed_peer_plays_its_rounds() -> None:
    """Gymnasium is among our own extras, so one peer at least can be held to."""
    gymnasium = next(peer for peer in PEERS if peer.module == "gymnasium")
    assert gymnasium.is_installed
    (found,) = measure_peers(1e-9, (gymnasium,))
    assert isinstance(found, Measure)
