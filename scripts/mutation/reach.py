"""Which tests reach which function of the engine: recorded once, and kept beside the virtual environment."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".venv" / "reached.json"
TABLE = str(ROOT / "src" / "siete" / "table")


class Recorder:
    """Notes the functions of the engine that are called while a test runs."""

    def __init__(self) -> None:
        self.reached: dict[str, set[str]] = {}
        self._test = ""
        self._names: dict[str, str] = {}

    def begin(self, test: str) -> None:
        self._test = test
        sys.settrace(self._called)

    def end(self) -> None:
        sys.settrace(None)

    def _called(self, frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if code.co_filename.startswith(TABLE):
            key = code.co_filename + ":" + code.co_name
            name = self._names.get(key)
            if name is None:
                parts = Path(code.co_filename).relative_to(ROOT / "src").with_suffix("").parts
                name = self._names[key] = ".".join(parts).removesuffix(".__init__") + ":" + code.co_name
            self.reached.setdefault(name, set()).add(self._test)

    def write(self) -> None:
        """Keep what was recorded: each function with the numbers of its tests."""
        tests = sorted({test for found in self.reached.values() for test in found})
        numbers = {test: number for number, test in enumerate(tests)}
        functions = {name: sorted(numbers[test] for test in found) for name, found in self.reached.items()}
        KEPT.write_text(json.dumps({"tests": tests, "functions": functions}), "utf-8")


def recorded() -> Mapping[str, frozenset[str]]:
    """The tests that reach each function, as they were recorded; nothing where that was never done."""
    if not KEPT.exists():
        return {}
    kept = json.loads(KEPT.read_text("utf-8"))
    return {name: frozenset(kept["tests"][number] for number in found) for name, found in kept["functions"].items()}
