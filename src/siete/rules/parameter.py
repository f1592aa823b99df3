"""What a parameter of the table rules is: its chapter, its kind, and its value where it does not apply."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from siete.rules.value_kinds import Kind

REQUIRED = object()
"""Stands for "no such value": every rule set must say what the parameter is."""


class Section(StrEnum):
    """The chapters of a rule sheet."""

    TABLE = "table"
    CARDS = "cards"
    SHUFFLE = "shuffle"
    DEAL = "deal"
    INSURANCE = "insurance"
    SURRENDER = "surrender"
    PLAY = "play"
    PAYOUTS = "payouts"
    SUPER_BONUS = "super_bonus"
    MATCH_THE_DEALER = "match_the_dealer"
    BONUS_SPIN = "bonus_spin"
    XTREME_16 = "xtreme_16"
    JACKPOT = "jackpot"
    IRREGULARITIES = "irregularities"
    SIDE_WAGERS = "side_wagers"
    """What side wagers declare for themselves; the rule sets of the documents declare nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """What a field of TableRules is: its chapter, the kind of its value, and what it says."""

    section: Section
    kind: Kind
    says: str
    absent: Any
    needs: str
    as_before: Any = REQUIRED
    """The value that means what tables did before the parameter was added. Decision: 0190."""


def parameter(
    section: Section, kind: Kind, says: str, *, absent: Any = REQUIRED, needs: str = "", as_before: Any = REQUIRED
) -> Any:
    """A field. `absent`: its value where a rule set lacks it or the offer it `needs` is off.

    `as_before`: for a parameter added after 0.1.0, the value that stays out of the canonical JSON.
    """
    what = Parameter(section=section, kind=kind, says=says, absent=absent, needs=needs, as_before=as_before)
    return field(metadata={"parameter": what})
