"""Plain values: what goes into JSON or TOML as it stands."""

from __future__ import annotations

from typing import TypeAlias

Plain: TypeAlias = dict[str, object]
"""An object of JSON. Whoever reads one narrows each value before it is used."""
