"""Long work is kept: checkpoints by the clock, and a stop signal that ends the work and not the program."""

from __future__ import annotations

import signal

import pytest

from siete.cli.checkpoints import Checkpoints, stopped_by_signal


def test_a_checkpoint_is_written_every_so_often() -> None:
    now = [0.0]
    written: list[int] = []
    kept = Checkpoints[int](written.append, every=60, clock=lambda: now[0])
    for value, now[0] in enumerate((1.0, 59.0, 60.0, 61.0, 119.0, 120.5)):
        kept.show(value)
    assert written == [2, 5]


def test_a_stop_signal_ends_the_work() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), stopped_by_signal():
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is before
