"""From what an operator wrote to the effective value of every parameter, defaults following other choices."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from siete.errors import Fault
from siete.rules.entries import RuleEntry
from siete.rules.options import TopLines
from siete.rules.parameter import REQUIRED
from siete.rules.paytable import MeterShare, Paytable, Row, Wheel, is_community, pay_from_text, symbol_rank
from siete.rules.ruleset import RuleSet
from siete.rules.table_rules import TableRules, parameters
from siete.rules.value_kinds import MatchOdds


class Resolution:
    """Effective values, computed on demand so that a default can follow another choice; and the faults found."""

    def __init__(self, rules: RuleSet, written: Mapping[str, Any]) -> None:
        self.rules = rules
        self.written = written
        self.faults: list[Fault] = []
        self._values: dict[str, Any] = {}
        self._entries: dict[str, RuleEntry] = {}

    def all(self) -> TableRules:
        """The table rules these choices make; meaningful when there are no faults."""
        values = {name: self.effective(name) for name in parameters()}
        own = {name: self.effective(name) for name in self.rules.own}
        return TableRules(
            **values,
            own=own,
            own_parameters=self.rules.own,
            clauses={name: self.clauses(name) for name in (*values, *own)},
            steps=self.rules.steps,
            checklist=self.rules.checklist,
            origins={name: self.origin(name) for name in (*values, *own)},
        )

    def value(self, name: str) -> Any:
        """What the operator chose or the rule set gives, whether or not the offer it belongs to is on."""
        if name not in self._values:
            self._values[name] = self._work_out(name)
        return self._values[name]

    def effective(self, name: str) -> Any:
        """The value that counts: that of an offer which is off is as if it were not there."""
        parameter = self.rules.parameter(name)
        if not self._is_on(name):
            assert parameter.absent is not REQUIRED, f"{self.rules.name} lacks {name}"
            return parameter.absent
        return self.value(name)

    def _is_on(self, name: str) -> bool:
        if name in _DERIVED:
            return _DERIVED[name](self) is not None
        entry = self.rules.entries.get(name)
        needs = (entry.needs if entry else "") or self.rules.parameter(name).needs
        return entry is not None and (not needs or bool(self.effective(needs)))

    def entry(self, name: str) -> RuleEntry:
        """What the rule set says of a parameter, given the other choices."""
        if name not in self._entries:
            entry = self.rules.entries[name]
            if entry.by:
                chosen = self.rules.parameter(entry.by).kind.text(self.value(entry.by))
                entry = entry.variants[chosen if chosen in entry.variants else "else"]
            self._entries[name] = entry
        return self._entries[name]

    def clauses(self, name: str) -> tuple[str, ...]:
        """The clauses an effective value rests on."""
        if name in _DERIVED:
            table = _DERIVED[name](self)
            tables = table if isinstance(table, tuple) else (table,) if table else ()
            return tuple(dict.fromkeys(row.clause for each in tables for row in each if row.clause))
        return self.entry(name).clauses if name in self.rules.entries and self._is_on(name) else ()

    def origin(self, name: str) -> str:
        """Where an effective value comes from."""
        if not self._is_on(name):
            return "without effect" if name in self.written else "absent"
        if name in _DERIVED or self.entry(name).is_fixed:
            return "fixed"
        return "operator" if name in self.written else "default"

    def _work_out(self, name: str) -> Any:
        if name in _DERIVED:
            return _DERIVED[name](self)
        entry = self.entry(name)
        default = self._fitted(name, self._stretched(name, self._default(entry)))
        if name not in self.written:
            return default
        value = self._stretched(name, self.written[name])
        fault = self._refusal(name, entry, value)
        if fault is None:
            return self._unless_same(name, value)
        self.faults.append(fault)
        return default

    def _default(self, entry: RuleEntry) -> Any:
        for other, values in entry.follows.items():
            if other in self.written and str(self.written[other]) in values:
                return values[str(self.written[other])]
        return self.value(entry.same_as) if entry.same_as else entry.value

    def _stretched(self, name: str, value: Any) -> Any:
        """One wager or paytable given for two games counts for both."""
        if name in ("jackpot_wager", "jackpot_paytable") and len(value) == 1:
            return value * max(1, self.value("jackpot_games"))
        return value

    def _unless_same(self, name: str, value: Any) -> Any:
        """An amount of the second jackpot game that it would have anyway counts as not written."""
        first = {"second_meter_seed": "meter_seed", "second_meter_reset": "meter_reset"}.get(name)
        if first is None or value is None:
            return value
        own_seed = self.value("second_meter_seed") if name == "second_meter_reset" else None
        return None if value == (own_seed or self.value(first)) else value

    def _fitted(self, name: str, default: Any) -> Any:
        """A default wheel takes its community symbols from the community table in force."""
        community = _COMMUNITY_OF.get(name, "")
        if community not in self.rules.entries:
            return default
        others: Wheel = self.rules.entries[name].variants[self.value(community)].value
        own = [segment for segment in default.segments if not is_community(segment[0])]
        shared = [segment for segment in others.segments if is_community(segment[0])]
        return Wheel(tuple(sorted([*own, *shared], key=lambda segment: symbol_rank(segment[0]))))

    def _refusal(self, name: str, entry: RuleEntry, value: Any) -> Fault | None:
        """Why the rule set does not allow this value, if it does not."""
        show = self.rules.parameter(name).kind.text
        if entry.is_fixed and value != entry.value:
            return self._fault(name, "fixed", f"{self._given(name)}the rule set fixes it at {show(entry.value)}.")
        if entry.allowed and value not in entry.allowed:
            allowed = ", ".join(map(show, entry.allowed))
            return self._fault(name, "not-allowed", f"{self._given(name)}{show(value)} is not among {allowed}.")
        if entry.low is not None and _falls_below(value, entry.low):
            return self._fault(name, "too-small", f"{self._given(name)}{show(value)} is below {show(entry.low)}.")
        if entry.high is not None and _falls_below(entry.high, value):
            return self._fault(name, "too-large", f"{self._given(name)}{show(value)} is above {show(entry.high)}.")
        if entry.is_floor and _pays_less(value, entry.value):
            return self._fault(name, "below-floor", f"{show(value)} pays less than the floor, {show(entry.value)}.")
        return None

    def _given(self, name: str) -> str:
        """The other choice under which a bound holds, for the sentence that names the bound."""
        by = self.rules.entries[name].by
        return f"with {by} {self.rules.parameter(by).kind.text(self.value(by))}, " if by else ""

    def _fault(self, name: str, what: str, sentence: str) -> Fault:
        entry = self.entry(name)
        return Fault(
            code=f"submission/{what}",
            clause=next(iter(entry.clauses), ""),
            name=name,
            sentence=f"{name}: {sentence}" + (f" Decision {entry.decision}." if not any(entry.clauses) else ""),
        )


_COMMUNITY_OF = {"spin_wheel": "spin_community", "second_spin_wheel": "second_spin_community"}


def _falls_below(value: Any, bound: Any) -> bool:
    """Whether a value, or any of several, lies below its bound."""
    if not isinstance(value, tuple):
        return bool(value < bound)
    # One bound holds for however many values there are.
    pairs = zip(value, bound, strict=True) if len(value) == len(bound) else product(value, bound)
    return any(each < least for each, least in pairs)


def _pays_less(odds: MatchOdds, floor: MatchOdds) -> bool:
    return odds.unsuited.payout < floor.unsuited.payout or odds.suited.payout < floor.suited.payout


def _bonus_21(resolution: Resolution) -> Paytable:
    decks = resolution.value("decks")
    return next(table for fits, table in resolution.rules.bonus_21 if decks in fits)


def _spin_pays(resolution: Resolution) -> Paytable | None:
    """The symbols of the chosen paytable and community table; a wheel with no paytable pays what it shows."""
    rules = resolution.rules
    if "spin_offered" not in rules.entries or not resolution.value("spin_offered"):
        return None
    if not rules.spin_paytables:
        wheel: Wheel = resolution.value("spin_wheel")
        clause = rules.entries["spin_wheel"].clauses[0]
        amounts = [symbol for symbol, _ in wheel.segments if symbol.startswith("$") and not is_community(symbol)]
        rows = tuple(Row(line=symbol, pays=pay_from_text(symbol), clause=clause) for symbol in amounts)
        return Paytable(id="wheel", rows=rows)
    return _symbols(resolution, resolution.value("spin_paytable"), resolution.value("spin_community"))


def _second_spin_pays(resolution: Resolution) -> Paytable | None:
    """The symbols of the wager's other size, where both are offered."""
    if "spin_both" not in resolution.rules.entries or not resolution.effective("spin_both"):
        return None
    chosen, community = resolution.value("second_spin_paytable"), resolution.value("second_spin_community")
    return _symbols(resolution, chosen, community)


def _symbols(resolution: Resolution, chosen: str, community: str) -> Paytable:
    rules = resolution.rules
    rows = rules.spin_paytables[chosen].rows + rules.spin_communities[community].rows
    return Paytable(id=chosen, rows=tuple(sorted(rows, key=lambda row: symbol_rank(row.line))))


def _xtreme_pays(resolution: Resolution) -> Paytable | None:
    return _xtreme(resolution, "hot-spot")


def _xtreme_community_pays(resolution: Resolution) -> Paytable | None:
    return _xtreme(resolution, resolution.value("xtreme_community") if resolution.rules.xtreme_paytables else "")


def _xtreme(resolution: Resolution, id: str) -> Paytable | None:
    tables = resolution.rules.xtreme_paytables
    return tables[id] if tables and resolution.value("xtreme_offered") else None


def _jackpot_pays(resolution: Resolution) -> tuple[Paytable, ...] | None:
    if "jackpot_games" not in resolution.rules.entries or not resolution.value("jackpot_games"):
        return None
    known = resolution.rules.jackpot_paytables
    return tuple(_with_top(resolution, known[id]) for id in resolution.value("jackpot_paytable") if id in known)


def _with_top(resolution: Resolution, table: Paytable) -> Paytable:
    """The paytable with its two percentage lines replaced by the alternate set the operator chose, if any."""
    family = resolution.rules.jackpot_tables[table.id.split("/")[0]].tops
    top = resolution.value(f"{family}_top") if family else TopLines.STANDARD
    if top is TopLines.STANDARD:
        return table
    rows = resolution.rules.jackpot_tops[family, top] + tuple(
        row for row in table if not isinstance(row.pays, MeterShare)
    )
    return Paytable(id=table.id, judge=table.judge, rows=rows, edge=table.edge, clause=table.clause)


_DERIVED = {
    "bonus_21": _bonus_21,
    "spin_pays": _spin_pays,
    "second_spin_pays": _second_spin_pays,
    "xtreme_pays": _xtreme_pays,
    "xtreme_community_pays": _xtreme_community_pays,
    "jackpot_pays": _jackpot_pays,
}
"""Paytables in force, from the documents' data and the operator's choices."""
