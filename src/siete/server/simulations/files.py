"""The runs on disk: what each was asked to do and how far it is, and beside it the result that can be continued.

A run's name is a secret that its link carries: whoever has it may watch, stop and continue the run.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from siete.errors import UnknownNameError
from siete.plain import Plain

FOLDER = "simulations"
MOST_KEPT = 200
"""Runs that a house keeps; the oldest are dropped."""
OWNERS = 0o600
"""The mode of a run's files, as of every file of a house."""
_NAME = re.compile(r"[A-Za-z0-9_-]{22}")


def new_name() -> str:
    """A name that nobody can guess."""
    return secrets.token_urlsafe(16)


@dataclass(frozen=True, slots=True)
class RunFiles:
    """The files of one run."""

    folder: Path
    name: str

    @property
    def state(self) -> Path:
        """What was asked and how far it is, as the page gets it."""
        return self.folder / f"{self.name}.run"

    @property
    def result(self) -> Path:
        """The result as `siete simulate --save` writes it; `--resume` continues it."""
        return self.folder / f"{self.name}.json"

    @property
    def stop(self) -> Path:
        """Is there when somebody has asked the run to stop."""
        return self.folder / f"{self.name}.stop"

    def read(self) -> Plain:
        """How far the run is."""
        try:
            found = json.loads(self.state.read_bytes())
        except (OSError, ValueError):
            raise _unknown() from None
        if not isinstance(found, dict):
            raise _unknown()
        return found

    def write(self, state: Plain) -> None:
        """Replace what is known of the run, at once for whoever reads it."""
        part = self.state.with_suffix(".part")
        part.touch(OWNERS)
        part.write_text(json.dumps(state, separators=(",", ":")), "utf-8")
        part.replace(self.state)

    def update(self, **more: object) -> Plain:
        """Add to what is known of the run."""
        found = {**self.read(), **more}
        self.write(found)
        return found


def files_of(folder: Path, name: str) -> RunFiles:
    """The files of a run by its name; refused where it cannot be one."""
    if not _NAME.fullmatch(name):
        raise _unknown()
    return RunFiles(folder, name)


def made_folder(data: Path) -> Path:
    """The folder of the runs, which only the house can read."""
    folder = data / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def drop_oldest(folder: Path, keep: int = MOST_KEPT) -> None:
    """Drop the runs beyond the number that is kept, and what half-written files were left."""
    states = sorted(folder.glob("*.run"), key=_changed, reverse=True)
    for state in states[keep:]:
        for kind in (".run", ".json", ".stop", ".part"):
            state.with_suffix(kind).unlink(missing_ok=True)


def _changed(path: Path) -> float:
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0


def age(files: RunFiles) -> float:
    """Seconds since the run was last written."""
    with suppress(OSError):
        return max(0.0, time.time() - os.stat(files.state).st_mtime)
    return float("inf")


def _unknown() -> UnknownNameError:
    return UnknownNameError("lab/unknown-run", "The house does not know this run. Start another.")
