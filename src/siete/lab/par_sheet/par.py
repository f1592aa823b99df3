"""The PAR sheet of a table: its rules, every wager it offers with every figure, what options cost, and its signs.

`par_sheet` gathers it as values; `par_html` and `par_xlsx` write it down. No clock is read: the date is given.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from siete import __version__
from siete.lab.command_line import rules_words
from siete.lab.par_sheet.program import program_hash
from siete.lab.par_sheet.wager_sheets import WagerSheet, wager_sheet
from siete.odds import base
from siete.odds.base import solution
from siete.odds.base.charts.model import Chart
from siete.odds.base.solution import Cost
from siete.odds.figure import Figure
from siete.odds.wagers import jackpot, registry
from siete.rules.ruleset import rule_set
from siete.rules.sheet import SheetLine, sheet
from siete.rules.signs import OPERATOR_BLANK, Sign, signs
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules

if TYPE_CHECKING:
    from siete.lab.par_sheet.appendix import Appendix

Progress = Callable[[str, int, int], None]
"""Called before each part of the work: what it is, how many parts are done, how many there are."""


def silent(what: str, done: int, parts: int) -> None:
    """The default: reports nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One line of the submission, and whether it is what the rule set would have without it."""

    line: SheetLine
    usual: str | None
    """The value of the default submission where this one differs; none where it does not."""

    @property
    def mark(self) -> str:
        """`chosen` for a difference the operator wrote, `follows` for one that came with it."""
        if self.usual is None:
            return ""
        return "chosen" if self.line.origin == "operator" else "follows"


@dataclass(frozen=True, slots=True, kw_only=True)
class ParSheet:
    """The contents of a PAR sheet."""

    rules: TableRules
    rules_title: str
    operator: str
    date: datetime.date
    version: str
    choices: tuple[Choice, ...]
    wagers: tuple[WagerSheet, ...]
    chart: Chart
    combined: tuple[Chart, ...]
    """The chart for the least wager of each prize of the super bonus."""
    costs: tuple[Cost, ...]
    signs: tuple[Sign, ...]
    appendix: Appendix | None = None
    """A simulation beside the figures, where it was asked for."""

    @property
    def chart_lines(self) -> tuple[str, ...]:
        """What stands with the chart: its own edge beside the best play, and both with the super bonus."""
        return (*self.chart.lines(), *(each.lines()[0] for each in self.combined))

    @property
    def program_hash(self) -> str:
        """Of the code and the rule data that computed the sheet."""
        return program_hash()

    @property
    def title(self) -> str:
        """The heading of the sheet."""
        return f"PAR sheet: Spanish 21, {self.rules_title}"

    @property
    def command(self) -> str:
        """What writes this sheet again in a terminal."""
        rounds = f" --rounds {self.appendix.rounds}" if self.appendix is not None else ""
        return f"siete report {rules_words(self.rules)} -o par.xlsx --date {self.date.isoformat()}{rounds}"

    @property
    def costs_command(self) -> str:
        """What computes the costs of options again."""
        return f"siete odds {rules_words(self.rules)} --costs"

    @property
    def base(self) -> WagerSheet:
        """The base game."""
        return next(each for each in self.wagers if each.figure.wager == registry.BASE.name)

    @property
    def invented(self) -> tuple[str, ...]:
        """The wagers whose wheels have invented weights: their figures say nothing about equipment in use."""
        return tuple(each.title for each in self.wagers if "invented" in str(each.figure.extra.get("wheel", "")))

    def _repr_html_(self) -> str:
        """The summary of wagers, for notebooks."""
        rows = "".join(
            f"<tr><td>{escape(each.title)}</td><td>{float(each.figure.house_edge):.4%}</td></tr>"
            for each in self.wagers
        )
        head = f"{self.title}, rules {self.rules.rules_hash[:16]}…"
        return f"<table><caption>{escape(head)}</caption><tr><th>wager</th><th>house edge</th></tr>{rows}</table>"


def par_sheet(
    rules: TableRules,
    *,
    date: datetime.date,
    operator: str = OPERATOR_BLANK,
    progress: Progress = silent,
    rounds: int = 0,
) -> ParSheet:
    """Gather the sheet of a table, with a simulation of so many rounds.

    The first run takes some twenty seconds, mostly for what options cost; default submissions are solved already.
    """
    offered = registry.offered(rules)
    options = len(solution.variants(rules)) + 1
    parts = len(offered) + 1 + options
    found = []
    for done, wager in enumerate(offered):
        progress(f"wager {wager}", done, parts)
        found += [wager_sheet(rules, figure) for figure in _figures(rules, wager)]
    progress("strategy chart", len(offered), parts)
    chart = base.chart(rules)
    before = len(offered) + 1
    found_costs = solution.costs(rules, lambda option, done: progress(option, before + done, parts))
    made = None
    if rounds:
        from siete.lab.par_sheet.appendix import appendix

        progress(f"simulating {rounds:,} rounds", parts, parts)
        made = appendix(rules, rounds=rounds)
    progress("writing", parts, parts)
    return ParSheet(
        rules=rules,
        rules_title=rule_set(rules.rule_set).title,
        operator=operator,
        date=date,
        version=__version__,
        choices=tuple(_choices(rules)),
        wagers=tuple(found),
        chart=chart,
        combined=tuple(base.chart(rules, least) for least, _ in rules.super_bonus_tiers),
        costs=found_costs,
        appendix=made,
        signs=signs(rules, operator),
    )


def _figures(rules: TableRules, wager: str) -> list[Figure]:
    """The figures of a wager as this table offers it: of a jackpot, only the paytables in use."""
    if wager != jackpot.WAGER.name:
        return registry.figures(rules, wager)
    ids = dict.fromkeys(rules.jackpot_paytable)
    return [figure for id in ids for figure in registry.figures(rules, wager, paytable=id)]


def _choices(rules: TableRules) -> Iterator[Choice]:
    usual = {(line.name, line.says): line.value for line in sheet(table_rules(rules.rule_set))}
    for line in sheet(rules):
        default = usual.get((line.name, line.says), "not there")
        yield Choice(line=line, usual=None if default == line.value else default)
