"""The simulator: rounds by the hundred million from compiled rules, the third witness beside engine and odds.

Names are looked up when they are first used: the compiler is heavy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from siete.sim.chunks import Setup as Setup
    from siete.sim.comparing import compare as compare
    from siete.sim.plan import Count as Count
    from siete.sim.plan import Plan as Plan
    from siete.sim.results import Result as Result
    from siete.sim.running import Goal as Goal
    from siete.sim.running import simulate as simulate
    from siete.sim.saving import load as load
    from siete.sim.saving import merged as merged
    from siete.sim.saving import save as save

_HOMES = {
    "Setup": "chunks", "compare": "comparing", "Count": "plan", "Plan": "plan", "Result": "results", "Goal": "running",
    "simulate": "running", "load": "saving", "merged": "saving", "save": "saving",
}  # fmt: skip

__all__ = ["Count", "Goal", "Plan", "Result", "Setup", "compare", "load", "merged", "save", "simulate"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
