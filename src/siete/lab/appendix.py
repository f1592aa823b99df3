"""The simulation appendix of a PAR sheet: rounds dealt from fresh shoes beside the exact figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from siete.lab.simulation import setup_of
from siete.odds.base.solution import chart
from siete.odds.figure import Figure
from siete.rules.table_rules import TableRules
from siete.sim.codes import WagerCode
from siete.sim.results import Result
from siete.sim.simulation import Goal
from siete.sim.simulation import simulate as run

_MATCHES = {"up card": WagerCode.MATCH_UP.word, "down card": WagerCode.MATCH_DOWN.word}


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedFigure:
    """One edge by both ways."""

    wager: str
    exact: float
    simulated: float
    error: float

    @property
    def z(self) -> float:
        """How many standard errors lie between them."""
        return (self.simulated - self.exact) / self.error if self.error else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Appendix:
    """A simulation that anybody can repeat."""

    seed: int
    rounds: int
    strategy: str
    figures: tuple[SimulatedFigure, ...]


def appendix(rules: TableRules, figures: Iterable[Figure], *, rounds: int, seed: int = 1) -> Appendix:
    """Simulate a table with the derived chart, a full shoe each round, and compare what has an exact figure."""
    setup = setup_of(rules, seed=seed, cards="fresh")
    result = run(setup, Goal(rounds=rounds))
    return Appendix(
        seed=seed,
        rounds=result.rounds,
        strategy=setup.strategy.name,
        figures=tuple(_compared(rules, result, figures)),
    )


def _compared(rules: TableRules, result: Result, figures: Iterable[Figure]) -> Iterator[SimulatedFigure]:
    played = chart(rules, result.totals.setup.plan.wager)
    exact = {"base": played.house_edge, "super-bonus": -played.super_bonus}
    for figure in figures:
        name = _MATCHES.get(str(figure.extra.get("card", "")))
        if figure.wager == "match-the-dealer" and name is not None:
            exact[name] = float(figure.house_edge)
    for each in result.wagers:
        if each.wager in exact:
            yield SimulatedFigure(
                wager=each.wager, exact=exact[each.wager], simulated=each.house_edge, error=each.error
            )
