"""What `siete bench` tells of a measured time; nothing here depends on how fast the machine is."""

from __future__ import annotations

from siete.lab.measuring import Measure, best, cards_of_a_round, kernel_setup
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
