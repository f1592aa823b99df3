"""The simulator: plays rounds by the hundred million from compiled rules, independently of engine and odds.

Names are imported on first use: numba is slow to import.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from siete.sim.chunks import Setup as Setup
    from siete.sim.comparison import compare as compare
    from siete.sim.plan import Count as Count
    from siete.sim.plan import Plan as Plan
    from siete.sim.results import Result as Result
    from siete.sim.saving import load as load
    from siete.sim.saving import merged as merged
    from siete.sim.saving import save as save
    from siete.sim.simulation import Goal as Goal
    from siete.sim.simulation import simulate as simulate

_HOMES = {
    "Setup": "chunks", "compare": "comparison", "Count": "plan", "Plan": "plan", "Result": "results",
    "Goal": "simulation", "simulate": "simulation", "load": "saving", "merged": "saving", "save": "saving",
}  # fmt: skip

__all__ = ["Count", "Goal", "Plan", "Result", "Setup", "compare", "load", "merged", "save", "simulate"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
