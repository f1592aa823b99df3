"""Which Washington jackpot paytables a table could use, and the one asked for."""

from __future__ import annotations

from collections.abc import Iterator

from siete.errors import SieteError, UnknownNameError, nearest
from siete.rules.options import EquipmentVersion, TopLines
from siete.rules.paytable import MeterShare, Paytable
from siete.rules.ruleset import JackpotTable, RuleSet, rule_set
from siete.rules.table_rules import TableRules


def fitting(rules: TableRules) -> list[Paytable]:
    """Every paytable of the rule set that decks and equipment allow, with the top lines the operator chose."""
    book = rule_set(rules.rule_set)
    return [
        _with_top(rules, book, paytable)
        for paytable in book.jackpot_paytables.values()
        if not list(_obstacles(rules, _table(book, paytable), paytable))
    ]


def paytable(rules: TableRules, id: str) -> Paytable:
    """The paytable with this id, `3c/6`; refused when it is unknown or does not fit the table."""
    book = rule_set(rules.rule_set)
    found = book.jackpot_paytables.get(id)
    if found is None:
        sentence = f"{rules.rule_set} has no jackpot paytable {id[:20]!r}.{nearest(id, book.jackpot_paytables)}"
        raise UnknownNameError("odds/unknown-paytable", sentence)
    for obstacle in _obstacles(rules, _table(book, found), found):
        raise obstacle
    return _with_top(rules, book, found)


def _table(book: RuleSet, paytable: Paytable) -> JackpotTable:
    return book.jackpot_tables[paytable.id.split("/")[0]]


def _obstacles(rules: TableRules, table: JackpotTable, paytable: Paytable) -> Iterator[SieteError]:
    """Why the paytable cannot be used at this table."""
    if rules.decks not in table.decks:
        fit = " or ".join(map(str, table.decks))
        sentence = f"Paytable {paytable.id} is for {fit} decks; the table has {rules.decks}."
        yield SieteError("odds/paytable-decks", sentence, clause=paytable.clause)
    order = list(EquipmentVersion)
    if rules.equipment_version is not None and order.index(rules.equipment_version) < order.index(table.equipment):
        sentence = f"Table {table.id} needs equipment {table.equipment} or higher; this is {rules.equipment_version}."
        yield SieteError("odds/paytable-equipment", sentence, clause=table.clause)


def _with_top(rules: TableRules, book: RuleSet, paytable: Paytable) -> Paytable:
    """The paytable with the alternate lines that replace its 100 % and 10 %, where the operator took them.

    Clauses: WA3-TA.2, WA3-TB.3. Decisions: 0047, 0048.
    """
    family = _table(book, paytable).tops
    top = {"table3": rules.table3_top, "table4": rules.table4_top}.get(family) or TopLines.STANDARD
    if top is TopLines.STANDARD:
        return paytable
    kept = tuple(row for row in paytable if not isinstance(row.pays, MeterShare))
    rows = book.jackpot_tops[family, top] + kept
    return Paytable(id=paytable.id, judge=paytable.judge, rows=rows, edge=paytable.edge, clause=paytable.clause)
