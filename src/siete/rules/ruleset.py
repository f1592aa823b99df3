"""Rule sets as read from their files: every value with its clause, every choice with its bounds."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import Any

from siete.errors import UnknownNameError, nearest
from siete.rules.catalogue import NAMES, data_text
from siete.rules.kinds import Kind
from siete.rules.options import EquipmentVersion
from siete.rules.paytable import Paytable, Row, pay_from_text
from siete.rules.table_rules import CheckItem, parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
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
    variants: Mapping[str, Entry] = field(default_factory=dict)
    needs: str = ""
    clauses: tuple[str, ...] = ()
    decision: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Values that may not stand together."""

    when: Mapping[str, Any]
    blame: str
    code: str
    clause: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotTable:
    """One printed jackpot table: for which decks and equipment, and which top lines may replace its own."""

    id: str
    decks: tuple[int, ...]
    equipment: EquipmentVersion
    tops: str
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """What one jurisdiction fixes and what it leaves to the operator."""

    name: str
    title: str
    document: str
    prefixes: tuple[str, ...]
    """The prefixes of its clauses in the register."""
    entries: Mapping[str, Entry]
    aliases: Mapping[str, str]
    bonus_21: tuple[tuple[tuple[int, ...], Paytable], ...]
    spin_paytables: Mapping[str, Paytable]
    spin_communities: Mapping[str, Paytable]
    xtreme_paytables: Mapping[str, Paytable]
    jackpot_tables: Mapping[str, JackpotTable]
    jackpot_paytables: Mapping[str, Paytable]
    jackpot_tops: Mapping[tuple[str, str], tuple[Row, ...]]
    conditions: tuple[Condition, ...]
    orders: Mapping[str, str]
    """The clause that orders each step of a round, or allows each decision, by step."""
    checklist: tuple[CheckItem, ...]
    signs: Mapping[str, tuple[str, ...]]
    """The clauses that order each sign, by sign."""


def rule_set(name: str) -> RuleSet:
    """The rule set with this name."""
    if name not in NAMES:
        known = ", ".join(NAMES)
        raise UnknownNameError(
            "rules/unknown", f"There is no rule set {name[:40]!r}; there are {known}.{nearest(name, NAMES)}"
        )
    return _load(name)


@cache
def _load(name: str) -> RuleSet:
    return from_data(tomllib.loads(data_text(name), parse_float=Decimal))


def from_data(data: Mapping[str, Any]) -> RuleSet:
    """The rule set that a file's data describe."""
    about, known = data["about"], parameters()
    raw = {name: entry for chapter in data["rules"].values() for name, entry in chapter.items()}
    assert set(raw) <= set(known), f"unknown parameters {set(raw) - set(known)}"
    tables = {table["id"]: _jackpot_table(table) for table in data.get("jackpot_tables", [])}
    return RuleSet(
        name=about["name"],
        title=about["title"],
        document=about["document"],
        prefixes=tuple(about["prefixes"]),
        entries={name: _entry(known[name].kind, entry) for name, entry in raw.items()},
        aliases={entry["also"]: name for name, entry in raw.items() if "also" in entry},
        bonus_21=tuple((tuple(table["decks"]), _paytable("bonus-21", table)) for table in data["bonus_21"]),
        spin_paytables={table["id"]: _paytable(table["id"], table) for table in data.get("spin_paytables", [])},
        spin_communities={table["id"]: _paytable(table["id"], table) for table in data.get("spin_communities", [])},
        xtreme_paytables={table["id"]: _paytable(table["id"], table) for table in data.get("xtreme_paytables", [])},
        jackpot_tables=tables,
        jackpot_paytables={pt.id: pt for table in data.get("jackpot_tables", []) for pt in _printed(table)},
        jackpot_tops={(top["tops"], top["name"]): _rows(top["rows"]) for top in data.get("jackpot_tops", [])},
        conditions=tuple(_condition(each) for each in data.get("conditions", [])),
        orders=data["orders"],
        checklist=tuple(_check_item(name, item) for name, item in data.get("checklist", {}).items()),
        signs={sign: tuple(clauses) for sign, clauses in data["signs"].items()},
    )


_OWN_KEYS = {
    "value",
    "default",
    "allowed",
    "min",
    "max",
    "floor",
    "same_as",
    "follows",
    "by",
    "needs",
    "clause",
    "also",
}


def _entry(kind: Kind, raw: Mapping[str, Any]) -> Entry:
    """An entry of a rule set's file; keys that are not its own are variants, by the value of `by`."""
    variants = {key: child for key, child in raw.items() if key not in _OWN_KEYS | {"decision"}}
    assert bool(variants) == ("by" in raw), f"variants without a choice between them: {raw}"
    clause = raw.get("clause", [])
    return Entry(
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
        variants={key: _entry(kind, variant) for key, variant in variants.items()},
        needs=raw.get("needs", ""),
        clauses=tuple(clause) if isinstance(clause, list) else (clause,),
        decision=raw.get("decision", ""),
    )


def _check_item(name: str, raw: Mapping[str, Any]) -> CheckItem:
    return CheckItem(
        name=name,
        sentence=raw["sentence"],
        clause=raw["clause"],
        needs=tuple(raw.get("needs", ())),
        instead_of=raw.get("instead_of", ""),
    )


def _condition(raw: Mapping[str, Any]) -> Condition:
    known = parameters()
    when = {name: known[name].kind.read(value) for name, value in raw["when"].items()}
    return Condition(when=when, blame=raw["blame"], code=raw["code"], clause=raw["clause"], sentence=raw["sentence"])


def _rows(raw: list[Mapping[str, Any]]) -> tuple[Row, ...]:
    return tuple(
        Row(
            line=row["line"],
            pays=pay_from_text(row["pays"]),
            community=parameters()["envy_pays"].kind.read(row.get("community", 0)),
            clause=row["clause"],
        )
        for row in raw
    )


def _paytable(id: str, raw: Mapping[str, Any]) -> Paytable:
    return Paytable(id=id, rows=_rows(raw["rows"]))


def _jackpot_table(raw: Mapping[str, Any]) -> JackpotTable:
    return JackpotTable(
        id=raw["id"],
        decks=tuple(raw["decks"]),
        equipment=EquipmentVersion(raw["equipment"]["value"]),
        tops=raw.get("tops", ""),
        clause=raw["equipment"]["clause"],
    )


def _printed(raw: Mapping[str, Any]) -> list[Paytable]:
    """The paytables printed in one table, numbered from 1 as there."""
    return [
        Paytable(
            id=f"{raw['id']}/{number}",
            judge=raw["judge"],
            rows=tuple(
                Row(line=line, pays=pay_from_text(pays), clause=printed["clause"])
                for line, pays in zip(raw["lines"], printed["pays"], strict=True)
            ),
            edge=printed.get("edge", ""),
            clause=printed["clause"],
        )
        for number, printed in enumerate(raw["paytables"], start=1)
    ]
