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

from ports import free_port

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
    "count wa --decks 8",
    "count md --wager side",
    "hand wa --player 2s,3h --up 9d --exact",
    "report wa --set decks=8 -o {folder}/par.html",
    "simulate wa --rounds 4000000",
    "simulate wa --wager base --rounds 20000000",
    "simulate md --boxes 5 --rounds 500000",
    "simulate wa --wager base --rounds 4000000 --count 5+1,4+1,A-1,K-1 --session 1000 --bankroll 1000",
    "deal wa --rounds 200 --seed 1",
    "report wa -o {folder}/par.html",
    "report wa -o {folder}/par.xlsx",
    "bench",
    "play wa --quick --seed 1",
    "serve --port {port} --data {folder}/house",
)
TYPED = {"play": "10\ns\n" * 20 + "q\n"}
"""What is typed where a command asks: twenty rounds, or as many as they come to."""
PAGES = ("/", "/lobby", "/floor", "/lab", "/static/main.js", "/ready")
"""What is asked of a server before it is stopped; its tables are open all the while."""

_PROGRAM = """
import json, resource, signal, subprocess, sys, time, urllib.request
typed, port, pages, words = json.loads(sys.argv[1])
pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
done = subprocess.Popen([sys.executable, "-m", "siete.cli", *words], stdin=pipe, stdout=nowhere, text=True)
if port:
    def asked(page):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{page}") as answer:
                return answer.read()
        except urllib.error.HTTPError:
            return b""
        except OSError:
            return None
    while done.poll() is None and asked("/ready") is None:
        time.sleep(0.2)
    for page in pages:
        asked(page)
    done.send_signal(signal.SIGTERM)
done.communicate(typed)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
seconds = used.ru_utime + used.ru_stime
print(json.dumps({"code": 0 if port else done.returncode, "megabytes": used.ru_maxrss / 1e3, "seconds": seconds}))
"""


def measured(command: str, folder: Path, *, is_cold: bool) -> dict[str, float]:
    """One run by itself: the peak is kept over all children of a process."""
    words = [word.replace(",", " ") if word[0].isdigit() and "," in word else word for word in command.split()]
    port = free_port() if words[0] == "serve" else 0
    words = [word.format(folder=folder, port=port) for word in words]
    environment = dict(os.environ)
    if is_cold:
        fresh = tempfile.mkdtemp(dir=folder)
        environment |= {"NUMBA_CACHE_DIR": f"{fresh}/numba", "SIETE_CACHE_DIR": f"{fresh}/solved"}
    asked = json.dumps([TYPED.get(words[0], ""), port, PAGES, words])
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, asked], env=environment, check=True, capture_output=True, text=True
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
