"""The exact edge of everything that a simulation plays, by the names of the simulation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from siete.odds.base.solution import chart, house_edge
from siete.odds.figure import Figure
from siete.odds.wagers import jackpot, registry
from siete.rules.table_rules import TableRules
from siete.sim.chunks import Setup
from siete.sim.codes import WagerCode
from siete.sim.plan import Cards

_MATCHES = {"up card": WagerCode.MATCH_UP.word, "down card": WagerCode.MATCH_DOWN.word}
FULL_SHOE, LONG_RUN = "of a full shoe", "all awards, in the long run"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactEdge:
    """An edge to hold a simulated one against."""

    wager: str
    house_edge: float
    note: str = ""
    """What it leaves out or takes in."""


def exact_edges(setup: Setup) -> dict[str, ExactEdge]:
    """The exact edges of what a set-up plays, where there are any: a plan with a count or with errors has none."""
    plan = setup.plan
    found = [] if plan.count or plan.error_rate else list(_of_the_base(setup))
    found += _of_sides(setup.rules, plan.boxes)
    return {each.wager: each for each in found}


def _of_the_base(setup: Setup) -> Iterator[ExactEdge]:
    """The base wager by the strategy that is played, and the super bonus with it."""
    rules, plan = setup.rules, setup.plan
    note = "" if plan.cards is Cards.FRESH else FULL_SHOE
    played = chart(rules, plan.wager if plan.super_bonus else None)
    if setup.strategy == played.strategy:
        yield ExactEdge(wager=WagerCode.BASE.word, house_edge=played.house_edge, note=note)
        if plan.super_bonus:
            yield ExactEdge(wager=WagerCode.SUPER_BONUS.word, house_edge=-played.super_bonus, note=note)
    else:
        yield ExactEdge(wager=WagerCode.BASE.word, house_edge=house_edge(rules, setup.strategy), note=note)


def _of_sides(rules: TableRules, boxes: int) -> Iterator[ExactEdge]:
    for wager in registry.offered(rules):
        if wager in (registry.BASE.name, "super-bonus", "insurance"):
            continue
        for place, figure in enumerate(_figures(rules, wager, boxes)):
            name = _name(figure, place)
            long_run = figure.extra.get("house_edge_long_run")
            if name:
                edge, note = (figure.house_edge, "") if long_run is None else (long_run, LONG_RUN)
                yield ExactEdge(wager=name, house_edge=float(edge), note=note)


def _figures(rules: TableRules, wager: str, boxes: int) -> list[Figure]:
    """Of a jackpot the paytables on the table, game by game; of the others what there is."""
    if wager != jackpot.WAGER.name:
        return registry.figures(rules, wager, players=boxes)
    games = rules.jackpot_paytable[: rules.jackpot_games]
    return [figure for id in games for figure in registry.figures(rules, wager, paytable=id)]


def _name(figure: Figure, place: int) -> str:
    """The simulation's name of what a figure prices; nothing where it deals no such wager."""
    if figure.wager == jackpot.WAGER.name:
        return WagerCode(WagerCode.JACKPOT_1 + place).word
    if figure.wager == "match-the-dealer":
        return _MATCHES.get(str(figure.extra.get("card", "")), "")
    return figure.wager
