"""What a PAR sheet says of one wager: every line with its exact chance, its return and its clause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from siete.odds.figure import Event, Figure, exact_text
from siete.rules.paytable import Paytable
from siete.rules.table_rules import TableRules

TITLES = {
    "base": "Base game",
    "insurance": "Insurance",
    "match-the-dealer": "Match the Dealer",
    "super-bonus": "Super bonus and envy",
    "bonus-spin": "Bonus Spin",
    "xtreme-16": "Xtreme 16",
    "jackpot": "Jackpot",
}
_PARAMETERS = {
    "base": ("win_pays", "blackjack_pays", "surrender_share", "dealer_soft17", "hole_card_procedure"),
    "insurance": ("insurance_pays", "insurance_up_cards"),
    "match-the-dealer": ("mtd_odds",),
    "super-bonus": ("super_bonus_shape", "super_bonus_tiers", "envy_pays"),
    "bonus-spin": ("spin_offered", "spin_wager", "spin_paytable"),
    "xtreme-16": ("xtreme_offered", "xtreme_wager"),
    "jackpot": ("jackpot_games", "jackpot_wager", "jackpot_paytable"),
}
"""The rules that make each wager what it is; their clauses stand under its heading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerLine:
    """One event of a wager, or one line of its paytable."""

    name: str
    probability: Fraction | float
    pays: str
    net: Fraction | float | None
    """What the bettor wins or loses per unit; none where one number cannot say it."""
    returned: Fraction | float | None
    """Probability times what is paid: of an event its net result, of a line what it brings back."""
    clauses: tuple[str, ...]

    @property
    def exact(self) -> str:
        """The chance as a fraction; empty where it is only approximate."""
        return exact_text(self.probability) or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerSheet:
    """One wager of a table."""

    title: str
    figure: Figure
    events: tuple[WagerLine, ...]
    """Events that exclude each other; their chances add up to 1, their returns to the edge."""
    lines: tuple[WagerLine, ...]
    """Lines of the paytable, of which one wager can be paid several."""
    facts: tuple[tuple[str, Any], ...]
    tables: tuple[tuple[str, tuple[Mapping[str, Any], ...]], ...]
    clauses: tuple[str, ...]

    @property
    def standard_deviation(self) -> float | None:
        """The standard deviation of a result, per unit wagered."""
        found = self.figure.extra.get("standard_deviation")
        return None if found is None else float(found)

    @property
    def event_edge(self) -> float | None:
        """The edge that the events add up to; none where some event has no single result."""
        results = [each.returned for each in self.events]
        return None if None in results else -float(sum(each for each in results if each is not None))


def wager_sheet(rules: TableRules, figure: Figure) -> WagerSheet:
    """The sheet of one figure."""
    rows = _rows(rules, figure)
    extra = figure.extra
    card, table = extra.get("card"), figure.paytable and f"paytable {figure.paytable}"
    about = ", ".join(str(each) for each in (card, table) if each)
    lines = [*extra.get("lines", ()), *extra.get("bonus_lines", ())]
    return WagerSheet(
        title=TITLES[figure.wager] + (f" ({about})" if about else ""),
        figure=figure,
        events=tuple(_event(rules, figure, each, rows) for each in figure.events),
        lines=tuple(_line(rules, each, rows) for each in lines),
        facts=tuple((key, value) for key, value in extra.items() if key != "card" and not _is_table(value)),
        tables=tuple(
            (key, tuple(value))
            for key, value in extra.items()
            if _is_table(value) and value and key not in ("lines", "bonus_lines")
        ),
        clauses=_clauses(rules, _PARAMETERS[figure.wager]),
    )


def _is_table(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _clauses(rules: TableRules, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for name in names for clause in rules.clauses.get(name, ())))


def _rows(rules: TableRules, figure: Figure) -> dict[str, tuple[str, ...]]:
    """The clause of every line of the wager's paytables, by the line's name in figures."""
    if figure.wager == "base":
        return _by_line(rules.bonus_21)
    if figure.wager == "bonus-spin":
        ace = {"ace": rules.clauses.get("spin_ace_pays", ())}
        return {**_by_line(rules.spin_pays), **ace}
    if figure.wager == "xtreme-16":
        hot = {f"hot spot {name}": each for name, each in _by_line(rules.xtreme_pays).items()}
        shared = {f"community {name}": each for name, each in _by_line(rules.xtreme_community_pays).items()}
        return {**hot, **shared}
    if figure.wager == "jackpot":
        (table,) = (each for each in rules.jackpot_pays if each.id == figure.paytable)
        return {row.line: (row.clause or table.clause,) for row in table}
    return {}


def _by_line(table: Paytable | None) -> dict[str, tuple[str, ...]]:
    return {row.line: ((row.clause,) if row.clause else ()) for row in table or ()}


_WINNING = {
    "insurance": ("insurance_pays",),
    "match-the-dealer": ("mtd_odds",),
    "super-bonus": ("super_bonus_shape", "super_bonus_tiers"),
}
"""The rules behind what is paid, for wagers without a paytable of named lines."""


def _event(rules: TableRules, figure: Figure, event: Event, rows: Mapping[str, tuple[str, ...]]) -> WagerLine:
    parts = event.name.split(" + ")
    found = tuple(dict.fromkeys(clause for part in parts for clause in rows.get(part, ()) if clause))
    if event.net is not None and event.net > 0:
        found = found or _clauses(rules, _WINNING.get(figure.wager, ()))
    return WagerLine(
        name=event.name,
        probability=event.probability,
        pays=event.pays,
        net=event.net,
        returned=None if event.net is None else event.probability * event.net,
        clauses=found,
    )


def _line(rules: TableRules, line: Mapping[str, Any], rows: Mapping[str, tuple[str, ...]]) -> WagerLine:
    name = line.get("line", line.get("name", ""))
    return WagerLine(
        name=name,
        probability=line.get("frequency", line.get("probability", 0.0)),
        pays=str(line["pays"] if "pays" in line else rules.bonus_21.row(name).pays),
        net=None,
        returned=line["return"],
        clauses=rows.get(name, ()),
    )
