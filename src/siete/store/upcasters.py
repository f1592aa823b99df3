"""Upcasters: how a stored event of an older version becomes a current one.

An event that changes its fields or its name gets the next version and, here, one function that makes the old form into
the next one. Old events are never rewritten; they are upcast, version by version, whenever they are read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from siete.plain import Plain

FIRST_VERSION = 1

Fields = Plain
Upcaster = Callable[[Fields], Fields]


@dataclass(frozen=True, slots=True)
class Upcasters:
    """Every step from one version of an event to the next; a step may also give the event another name."""

    _steps: dict[tuple[str, int], tuple[str, Upcaster]] = field(default_factory=dict)

    def add(self, name: str, version: int, upcaster: Upcaster, *, becomes: str = "") -> None:
        """Register the upcaster from this name and version to the next, under the same name or another."""
        assert (name, version) not in self._steps, "a version is lifted in one way"
        self._steps[name, version] = (becomes or name, upcaster)

    def version(self, name: str) -> int:
        """The current version of an event: one above the newest that is upcast."""
        lifted = [old for (_, old), (new_name, _) in self._steps.items() if new_name == name]
        return max(lifted, default=FIRST_VERSION - 1) + 1

    def lifted(self, name: str, version: int, fields: Mapping[str, object]) -> tuple[str, int, Fields]:
        """The event in its current version, as far as steps are known."""
        current: Fields = dict(fields)
        while (name, version) in self._steps:
            new_name, upcaster = self._steps[name, version]
            current = upcaster(current)
            name, version = new_name, version + 1
        return name, version, current


UPCASTERS = Upcasters()
"""The steps in force. None yet: every event is in its first version."""
