"""What a PAR sheet says of one wager: every line with its exact chance, its return and its clause."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from siete.lab.command_line import odds_command
from siete.lab.risk import hit_frequency, hold_bands, volatility_index
from siete.odds.figure import Figure, FigureEvent, exact_text
from siete.odds.wagers import registry
from siete.rules.table_rules import TableRules


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetEvent:
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
    events: tuple[SheetEvent, ...]
    """Events that exclude each other; their chances add up to 1, their returns to the edge."""
    lines: tuple[SheetEvent, ...]
    """Lines of the paytable, of which one wager can be paid several."""
    facts: tuple[tuple[str, Any], ...]
    tables: tuple[tuple[str, tuple[Mapping[str, Any], ...]], ...]
    clauses: tuple[str, ...]
    command: str
    """What computes the figure again in a terminal."""

    @property
    def standard_deviation(self) -> float | None:
        """The standard deviation of a result, per unit wagered."""
        found = self.figure.extra.get("standard_deviation")
        return None if found is None else float(found)

    @property
    def event_edge(self) -> float:
        """The house edge that the events add up to; an event without a result of its own counts nothing."""
        return -float(sum(each.returned for each in self.events if each.returned is not None))

    @property
    def event_deviation(self) -> float:
        """The standard deviation that the events come to."""
        known = [(float(each.probability), float(each.net)) for each in self.events if each.net is not None]
        return math.sqrt(max(0.0, sum(p * net * net for p, net in known) - sum(p * net for p, net in known) ** 2))

    @property
    def edge_of_events(self) -> float:
        """The edge that the events must come to: of a wager with a meter, the edge at the meter they were taken at."""
        return float(self.figure.extra.get("house_edge_at_meter", self.figure.house_edge))

    @property
    def event_basis(self) -> str:
        """What the events are taken at, where the house edge is of something else."""
        at_meter = "house_edge_at_meter" in self.figure.extra
        return "at the meter shown; house edge is of the long run" if at_meter else "as house edge"


def wager_sheet(rules: TableRules, figure: Figure) -> WagerSheet:
    """The sheet of one figure."""
    wager = registry.priced(figure.wager)
    rows = wager.line_clauses(rules, figure)
    extra = figure.extra
    card, table = extra.get("card"), figure.paytable and f"paytable {figure.paytable}"
    about = ", ".join(str(each) for each in (card, table) if each)
    lines = [*extra.get("lines", ()), *extra.get("bonus_lines", ())]
    risk = (("hit_frequency", hit_frequency(figure)), ("volatility_index", volatility_index(figure)))
    bands = hold_bands(figure)
    return WagerSheet(
        title=wager.title + (f" ({about})" if about else ""),
        figure=figure,
        events=tuple(_event(rules, figure, each, rows) for each in figure.events),
        lines=tuple(_line(rules, each, rows) for each in lines),
        facts=(
            *((key, value) for key, value in extra.items() if key != "card" and not _is_table(value)),
            *((key, value) for key, value in risk if value is not None),
        ),
        tables=(
            *(
                (key, tuple(value))
                for key, value in extra.items()
                if _is_table(value) and value and key not in ("lines", "bonus_lines")
            ),
            *((("hold_in_95_of_100_cases", tuple(bands)),) if bands else ()),
        ),
        clauses=_clauses(rules, wager.parameters),
        command=odds_command(rules, figure.wager, figure.paytable if wager.has_paytables else None),
    )


def _is_table(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _clauses(rules: TableRules, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for name in names for clause in rules.clauses.get(name, ())))


def _event(rules: TableRules, figure: Figure, event: FigureEvent, rows: Mapping[str, tuple[str, ...]]) -> SheetEvent:
    parts = event.name.split(" + ")
    found = tuple(dict.fromkeys(clause for part in parts for clause in rows.get(part, ()) if clause))
    if event.net is not None and event.net > 0:
        found = found or _clauses(rules, registry.priced(figure.wager).pays)
    return SheetEvent(
        name=event.name,
        probability=event.probability,
        pays=event.pays,
        net=event.net,
        returned=None if event.net is None else event.probability * event.net,
        clauses=found,
    )


def _line(rules: TableRules, line: Mapping[str, Any], rows: Mapping[str, tuple[str, ...]]) -> SheetEvent:
    name = line.get("line", line.get("name", ""))
    return SheetEvent(
        name=name,
        probability=line.get("frequency", line.get("probability", 0.0)),
        pays=str(line["pays"] if "pays" in line else rules.bonus_21.row(name).pays),
        net=None,
        returned=line["return"],
        clauses=rows.get(name, ()),
    )
