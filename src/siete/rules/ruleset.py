"""Rule sets as read from their files: every value with its clause, every choice with its bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from siete.clauses import readings
from siete.errors import UnknownNameError, nearest
from siete.rules.checklist import CheckItem
from siete.rules.data_faults import sound_data
from siete.rules.entries import RuleEntry, completed, entry_from
from siete.rules.names import data_text, names
from siete.rules.options import EquipmentVersion
from siete.rules.own_parameters import own_entries, own_parameters
from siete.rules.parameter import Parameter
from siete.rules.paytable import Paytable, Row, pay_from_text
from siete.rules.steps import Step
from siete.rules.table_rules import parameters


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
    entries: Mapping[str, RuleEntry]
    aliases: Mapping[str, str]
    bonus_21: tuple[tuple[tuple[int, ...], Paytable], ...]
    spin_paytables: Mapping[str, Paytable]
    spin_communities: Mapping[str, Paytable]
    xtreme_paytables: Mapping[str, Paytable]
    jackpot_tables: Mapping[str, JackpotTable]
    jackpot_paytables: Mapping[str, Paytable]
    jackpot_tops: Mapping[tuple[str, str], tuple[Row, ...]]
    conditions: tuple[Condition, ...]
    steps: Mapping[Step, str]
    """The clause that orders each step of a round, or allows each decision; a reading where no clause does."""
    step_clauses: Mapping[Step, tuple[str, ...]]
    """That clause and the others that the step carries out, by step."""
    checklist: tuple[CheckItem, ...]
    signs: Mapping[str, tuple[str, ...]]
    """The clauses that order each sign, by sign."""
    own: Mapping[str, Parameter] = field(default_factory=dict)
    """Parameters that its side wagers declare, by dotted name."""

    def parameter(self, name: str) -> Parameter:
        """A parameter, common or declared."""
        return self.own[name] if name in self.own else parameters()[name]


def rule_set(name: str) -> RuleSet:
    """The rule set with this name; one whose file has faults is refused with all of them."""
    known = names()
    if name not in known:
        raise UnknownNameError(
            "rules/unknown", f"There is no rule set {name[:40]!r}; there are {', '.join(known)}.{nearest(name, known)}"
        )
    return _load(name, data_text(name))


@cache
def _load(name: str, text: str) -> RuleSet:
    return from_data(sound_data(name, text))


def from_data(data: Mapping[str, Any]) -> RuleSet:
    """The rule set that a file's data describe, which were found to have no faults."""
    about, known = data["about"], parameters()
    raw = completed({name: entry for chapter in data["rules"].values() for name, entry in chapter.items()})
    ordered = {Step(step): (ids,) if isinstance(ids, str) else tuple(ids) for step, ids in data["steps"].items()}
    tables = {table["id"]: _jackpot_table(table) for table in data.get("jackpot_tables", [])}
    return RuleSet(
        name=about["name"],
        title=about["title"],
        document=about["document"],
        prefixes=tuple(about["prefixes"]),
        entries={name: entry_from(known[name].kind, entry) for name, entry in raw.items()} | own_entries(data),
        aliases={entry["also"]: name for name, entry in raw.items() if "also" in entry},
        bonus_21=tuple((tuple(table["decks"]), _paytable("bonus-21", table)) for table in data["bonus_21"]),
        spin_paytables={table["id"]: _paytable(table["id"], table) for table in data.get("spin_paytables", [])},
        spin_communities={table["id"]: _paytable(table["id"], table) for table in data.get("spin_communities", [])},
        xtreme_paytables={table["id"]: _paytable(table["id"], table) for table in data.get("xtreme_paytables", [])},
        jackpot_tables=tables,
        jackpot_paytables={pt.id: pt for table in data.get("jackpot_tables", []) for pt in _printed(table)},
        jackpot_tops={(top["tops"], top["name"]): _rows(top["rows"]) for top in data.get("jackpot_tops", [])},
        conditions=tuple(_condition(each) for each in data.get("conditions", [])),
        steps={step: next(iter(clauses)) for step, clauses in ordered.items()},
        step_clauses={step: tuple(id for id in ids if id not in readings()) for step, ids in ordered.items()},
        checklist=tuple(_check_item(name, item) for name, item in data.get("checklist", {}).items()),
        signs={sign: tuple(clauses) for sign, clauses in data["signs"].items()},
        own=own_parameters(data),
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
