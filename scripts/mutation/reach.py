"""Which tests reach which line of the engine, the analysts and the simulator: recorded once, beside the environment."""

from __future__ import annotations

import functools
import gc
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import coverage

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".venv" / "reached.json"
SOURCE = ROOT / "src"
RECORDED = ("table", "odds", "sim")
"""The parts of the source whose lines are recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The tests that were recorded, what each one takes of a processor, and the lines that it runs.

    A line has the tests that run it as the bits of one number: thousands of tests times thousands of lines.
    """

    seconds: Mapping[str, float]
    lines: Mapping[str, Mapping[int, int]]
    """By file, below the source folder, and line."""
    stale: frozenset[str] = frozenset()
    """Files that have changed since: their lines may stand elsewhere."""

    def tests_of(self, file: str, lines: Iterable[int]) -> frozenset[str]:
        """The tests that run one of these lines; of a file that has changed since, those that run any of its lines."""
        found, bits = self.lines.get(file, {}), 0
        for line in found if file in self.stale else lines:
            bits |= found.get(line, 0)
        return frozenset(name for number, name in enumerate(self.seconds) if bits >> number & 1)


class Recorder:
    """Notes the lines that run while a test does, by coverage's tracer, which is written in C."""

    def __init__(self, before: Reach) -> None:
        self._seconds = dict(before.seconds)
        self._lines = {file: dict(found) for file, found in before.lines.items() if file not in before.stale}
        self._coverage = coverage.Coverage(data_file=None, source=self._folders(), config_file=False)
        self._caches = [each for each in caches() if str(each.__module__).startswith("siete.table")]

    @staticmethod
    def _folders() -> list[str]:
        return [str(SOURCE / "siete" / part) for part in RECORDED]

    def run(self, tests: Sequence[tuple[str, Callable[[], bool]]]) -> None:
        """Run them one after another; one that fails is not recorded, as it proves nothing."""
        self._coverage.start()
        for name, test in tests:
            for each in self._caches:
                each.cache_clear()  # what one test computed would not be computed by the next
            self._coverage.switch_context(name)
            began = time.process_time()
            if test():
                self._seconds[name] = max(self._seconds.get(name, 0.0), time.process_time() - began)
        self._coverage.stop()
        self._gather()

    def _gather(self) -> None:
        data, numbers = self._coverage.get_data(), {name: number for number, name in enumerate(self._seconds)}
        for path in data.measured_files():
            found = self._lines.setdefault(Path(path).relative_to(SOURCE).as_posix(), {})
            for line, names in data.contexts_by_lineno(path).items():
                for name in names:
                    if name in numbers:
                        found[line] = found.get(line, 0) | 1 << numbers[name]

    def write(self) -> None:
        """Keep what was recorded."""
        lines = {file: {str(line): f"{bits:x}" for line, bits in found.items()} for file, found in self._lines.items()}
        kept = {"seconds": self._seconds, "lines": lines, "digests": {file: _digest(file) for file in lines}}
        KEPT.write_text(json.dumps(kept), "utf-8")


@functools.cache
def recorded() -> Reach:
    """What was recorded; nothing where that was never done."""
    if not KEPT.exists():
        return Reach(seconds={}, lines={})
    kept = json.loads(KEPT.read_text("utf-8"))
    lines = {file: {int(line): int(bits, 16) for line, bits in found.items()} for file, found in kept["lines"].items()}
    stale = frozenset(file for file in lines if kept.get("digests", {}).get(file) != _digest(file))
    return Reach(seconds=kept["seconds"], lines=lines, stale=stale)


def _digest(file: str) -> str:
    path = SOURCE / file
    return sha256(path.read_bytes()).hexdigest() if path.exists() else ""


def caches() -> Iterator[Any]:
    """Every cache of a function there is; those that the tests froze when they were collected, too."""
    gc.unfreeze()
    return (each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper))
