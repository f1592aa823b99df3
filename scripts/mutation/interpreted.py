"""Compiled code of simulator and odds, run by the interpreter: a compiled mutant would take a minute to compile.

Numba is told to compile nothing, which it reads once, when it is first imported: `without_compiling` comes before any
import of the program. Records then need a type whose fields can be read as attributes, numbers of 64 bits wrap around
without a warning, as compiled ones do, and there are few shoes side by side.
"""

from __future__ import annotations

import os

LANES = 12
"""Shoes side by side: enough for wheels to be spun in a few rounds; what a lane does, sixty-four do too."""


def without_compiling() -> None:
    """Let numba leave every function as it is."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"


def prepare() -> None:
    """Make everything that the kernels are given fit for the interpreter."""
    import numpy as np

    import tests.compiled
    from siete.sim import counts
    from siete.sim.compiler import compiled_rules, layout
    from siete.sim.kernels import wide_round

    np.seterr(all="ignore")
    counts._LAYOUT = np.dtype((np.record, counts._LAYOUT))  # type: ignore[assignment]
    counts._ROOM = counts._Room()
    made = layout.record_of

    def record_of(fields: layout.Fields, states: layout.HandStates) -> layout.Records:
        record = made(fields, states)
        return record.view(np.dtype((np.record, record.dtype)))  # type: ignore[return-value]

    compiled_rules.record_of = record_of  # type: ignore[attr-defined]
    wide_round.LANES = LANES
    tests.compiled.compile_simulator = lambda: None  # there is nothing to compile
