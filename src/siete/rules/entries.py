"""What a rule set says of one parameter, as its file writes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from siete.rules.value_kinds import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleEntry:
    """What a rule set says of one parameter: a fixed value, or a choice with its default and bounds."""

    is_fixed: bool = False
    value: Any = None
    allowed: tuple[Any, ...] = ()
    low: Any = None
    high: Any = None
    is_floor: bool = False
    """The default is also the least an operator may offer."""
    same_as: str = ""
    """The parameter whose value is the default."""
    follows: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Defaults by what the operator wrote for another parameter."""
    by: str = ""
    """The parameter that chooses between the variants."""
    variants: Mapping[str, RuleEntry] = field(default_factory=dict)
    needs: str = ""
    clauses: tuple[str, ...] = ()
    decision: str = ""


OWN_KEYS = {
    "value",
    "default",
    "allowed",
    "min",
    "max",
    "floor",
    "same_as",
    "follows",
    "by",
    "like",
    "needs",
    "clause",
    "also",
    "decision",
}
"""The words of an entry; any other key is a variant, under a value of the parameter that `by` names."""


def variants_of(raw: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The variants of an entry as written."""
    return {key: child for key, child in raw.items() if key not in OWN_KEYS}


def completed(chapter: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """The entries of a chapter, those that are `like` another one with its variants."""
    return {
        name: {**variants_of(chapter[raw["like"]]), **raw} if raw.get("like") in chapter else raw
        for name, raw in chapter.items()
    }


def entry_from(kind: Kind, raw: Mapping[str, Any]) -> RuleEntry:
    """The entry as written, its values read as values of the parameter's kind."""
    clause = raw.get("clause", [])
    return RuleEntry(
        is_fixed="value" in raw,
        value=kind.read(raw["value"] if "value" in raw else raw["default"])
        if {"value", "default"} & raw.keys()
        else None,
        allowed=tuple(map(kind.read, raw.get("allowed", []))),
        low=kind.read(raw["min"]) if "min" in raw else None,
        high=kind.read(raw["max"]) if "max" in raw else None,
        is_floor=raw.get("floor", False),
        same_as=raw.get("same_as", ""),
        follows={
            other: {written: kind.read(value) for written, value in values.items()}
            for other, values in raw.get("follows", {}).items()
        },
        by=raw.get("by", ""),
        variants={key: entry_from(kind, variant) for key, variant in variants_of(raw).items()},
        needs=raw.get("needs", ""),
        clauses=tuple(clause) if isinstance(clause, list) else (clause,),
        decision=raw.get("decision", ""),
    )
