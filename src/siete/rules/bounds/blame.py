"""A fault of one parameter beside others."""

from __future__ import annotations

from siete.errors import Fault
from siete.rules.resolve import Resolution


def fault_of(resolution: Resolution, name: str, code: str, sentence: str, clause: str | None = None) -> Fault:
    """A fault of a parameter; its clause is the entry's first unless another one is at stake."""
    if clause is None:
        clause = next(iter(resolution.entry(name).clauses), "")
    return Fault(code=f"submission/{code}", clause=clause, name=name, sentence=f"{name}: {sentence}")
