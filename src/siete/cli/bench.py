"""`siete bench`: how fast kernel, engine and odds are here, in CPU time, beside a loop that tells machines apart."""

from __future__ import annotations

from siete.cli import output
from siete.cli.options import Json

EPILOG = "Example: siete bench --json"


def command(json: Json = False) -> None:
    """Measure the simulator, the engine and the odds here; machines compare by the calibration loop."""
    from siete.cli.progress import progress
    from siete.lab.measuring import measure

    with progress("measuring") as step:
        found = measure(lambda words, done, parts: step(words, done, parts))
    if json:
        output.as_json([each.to_json() for each in found])
        return
    rows = [(each.name, each.text, f"{each.calibrated:.3g}") for each in found]
    output.table(("what", "measured", "in calibration loops"), rows)
