"""`siete bench`: CPU time of kernel, engine, odds and other simulators, beside a calibration loop."""

from __future__ import annotations

from siete.cli import output
from siete.cli.options import Json

EPILOG = "Example: siete bench --json"


def command(json: Json = False) -> None:
    """Measure the simulator, the engine and the odds, and other simulators that are installed.

    To compare machines, use the calibration loop: how many cards a bare shuffle places in the same time.
    """
    from siete.cli.progress import progress
    from siete.lab.benchmarks import Measure, measure, measure_peers

    with progress("measuring") as step:
        own = measure(step)
        peers = measure_peers(own[0].calibration, step=step)
    if json:
        output.as_json([each.to_json() for each in (*own, *peers)])
        return
    found = [each for each in (*own, *peers) if isinstance(each, Measure)]
    rows = [(each.name, each.text, f"{each.calibrated:.3g}") for each in found]
    output.table(("what", "measured", "in calibration loops"), rows)
    missing = [f"{each.name.removeprefix('peer ')} ({each.why})" for each in peers if not isinstance(each, Measure)]
    if missing:
        print("\nnot installed, so not measured: " + "; ".join(missing))
