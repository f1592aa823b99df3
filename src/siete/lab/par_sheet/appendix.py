"""The simulation appendix of a PAR sheet: rounds dealt from fresh shoes beside the exact figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from siete.lab.command_line import rules_words
from siete.lab.par_sheet.exact_edges import exact_edges
from siete.lab.simulation import setup_of
from siete.rules.table_rules import TableRules
from siete.sim.results import Result
from siete.sim.simulation import Goal
from siete.sim.simulation import simulate as run


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
    command: str
    """What deals the same rounds in a terminal."""
    figures: tuple[SimulatedFigure, ...]


def appendix(rules: TableRules, *, rounds: int, seed: int = 1) -> Appendix:
    """Simulate a table with the derived chart, a full shoe each round, and compare what has an exact figure."""
    setup = setup_of(rules, seed=seed, cards="fresh")
    result = run(setup, Goal(rounds=rounds))
    return Appendix(
        seed=seed,
        rounds=result.rounds,
        strategy=setup.strategy.name,
        command=f"siete simulate {rules_words(rules)} --cards fresh --rounds {result.rounds} --seed {seed}",
        figures=tuple(_compared(result)),
    )


def _compared(result: Result) -> Iterator[SimulatedFigure]:
    exact = exact_edges(result.totals.setup)
    for each in result.wagers:
        if each.wager in exact:
            edge = exact[each.wager].house_edge
            yield SimulatedFigure(wager=each.wager, exact=edge, simulated=each.house_edge, error=each.error)
