"""The most memory that each command takes, in MB, and the CPU seconds it takes.

    python bench/memory.py            every command as it usually runs, compiled code read
    python bench/memory.py --cold     with nothing compiled and nothing cached, as on a machine that was never set up
    python bench/memory.py --json     for programs

The target: 400 MB for any command.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

TARGET = 400
COMMANDS = (
    "rules list",
    "rules check examples/wa.toml",
    "odds wa",
    "odds wa --wager base --set decks=8",
    "odds ma --wager base --set hole_card_procedure=no_hole",
    "strategy md",
    "hand wa --player 7s,7s --up 7h",
    "hand wa --player 8s,8h --up 5d",
    "count wa",
    "simulate wa --rounds 4000000",
    "simulate wa --wager base --rounds 20000000",
    "simulate md --boxes 5 --rounds 500000",
    "simulate wa --wager base --rounds 4000000 --count 5+1,4+1,A-1,K-1 --session 1000 --bankroll 1000",
    "deal wa --rounds 200 --seed 1",
    "report wa -o {folder}/par.html",
    "report wa -o {folder}/par.xlsx",
    "bench",
)

_PROGRAM = """
import json, resource, subprocess, sys
done = subprocess.run([sys.executable, "-m", "siete.cli", *sys.argv[1:]], stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
seconds = used.ru_utime + used.ru_stime
print(json.dumps({"code": done.returncode, "megabytes": used.ru_maxrss / 1e3, "seconds": seconds}))
"""


def measured(command: str, folder: Path, *, is_cold: bool) -> dict[str, float]:
    """One run by itself: the peak is kept over all children of a process."""
    words = [word.replace(",", " ") if ",7" in word or ",8" in word else word for word in command.split()]
    words = [word.format(folder=folder) for word in words]
    environment = dict(os.environ)
    if is_cold:
        fresh = tempfile.mkdtemp(dir=folder)
        environment |= {"NUMBA_CACHE_DIR": f"{fresh}/numba", "SIETE_CACHE_DIR": f"{fresh}/solved"}
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, *words], env=environment, check=True, capture_output=True, text=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    if found["code"]:
        raise SystemExit(f"siete {command} ended with {found['code']:g}: {done.stderr[-500:]}")
    return found


def main() -> None:
    """Print what each command takes beside the target."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--only", default="", help="commands that contain this text")
    asked = parser.parse_args()
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for command in (each for each in COMMANDS if asked.only in each):
            found[command] = measured(command, Path(folder), is_cold=asked.cold)
            if not asked.json:
                mark = "" if found[command]["megabytes"] <= TARGET else f"   over {TARGET}"
                print(f"{found[command]['megabytes']:8.0f} MB {found[command]['seconds']:8.2f} s   {command}{mark}")
    if asked.json:
        print(json.dumps({"target": TARGET, "commands": found}, indent=2))


if __name__ == "__main__":
    main()
