"""The edge of a wager by what its meter shows, computed by a worker."""

from __future__ import annotations

from siete.money import Cents
from siete.odds.wagers import registry as odds
from siete.plain import Plain
from siete.rules.table_rules import TableRules


def edges_at(rules_json: str, wager: str, amounts: tuple[int, int]) -> Plain:
    """The house edge now and then, and the meter from which on players have the edge; none where the odds have none."""
    rules = TableRules.from_json(rules_json)
    before, after = (_edge(rules, wager, Cents(amount)) for amount in amounts)
    return {"edge_now": before.get("edge"), "edge_then": after.get("edge"), "break_even": after.get("break_even")}


def _edge(rules: TableRules, wager: str, meter: Cents) -> dict[str, float | None]:
    kind, _, number = wager.rpartition("-")
    is_jackpot = kind == "jackpot"
    paytable = rules.jackpot_paytable[int(number) - 1] if is_jackpot else None
    figure = next(iter(odds.figures(rules, kind if is_jackpot else wager, paytable=paytable, meter=meter)), None)
    if figure is None:
        return {}
    extra = figure.extra
    even, unit = extra.get("break_even_meter"), extra.get("wager_amount")
    at = float(even) * float(unit) if even is not None and unit is not None else None
    return {"edge": float(extra.get("house_edge_at_meter", figure.house_edge)), "break_even": at}
