"""What a table should hold by the odds: expected hold and spread of every wager, for comparing with what it held.

Hold is what the tray keeps of a wager: a meter's part has left it, and a meter's awards do not come out of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from siete.odds.figure import Figure
from siete.odds.wagers import registry as odds
from siete.plain import Plain
from siete.rules.table_rules import TableRules
from siete.table.wagers import registry

ROUNDS, SEED = 200_000, 21
"""Simulated rounds of two boxes, from which their covariance is taken."""
SIGMAS = 1.96
"""How many standard deviations on either side hold 95 % of all days."""
_NAMES = {"match-up": "match-the-dealer", "match-down": "match-the-dealer"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedHold:
    """What is to be expected of a wager, per unit wagered."""

    hold: float
    edge: float
    """What players lose of it on average, as `siete odds` prints it: what it adds to a meter is theirs."""
    deviation: float
    shared: float = 0.0
    """The covariance of two boxes of one round, which share the dealer's hand."""

    def spread(self, squares: float, shared: float) -> float:
        """The standard deviation of the result, from the sum of squared wagers and that of products in one round."""
        return sqrt(max(0.0, squares * self.deviation**2 + 2 * shared * self.shared))


def expected_holds(rules_json: str) -> Plain:
    """`expected` of the rules in this text, as plain values: for a worker process."""
    found = expected(TableRules.from_json(rules_json))
    return {
        name: {"hold": each.hold, "edge": each.edge, "deviation": each.deviation, "shared": each.shared}
        for name, each in found.items()
    }


def expected(rules: TableRules) -> dict[str, ExpectedHold]:
    """Base wager, insurance and every side wager of a table; the base wager by best play and without super bonus."""
    base = next(iter(odds.figures(rules, "base")))
    deviation = _deviation(base)
    found = {
        "base": ExpectedHold(
            hold=float(base.house_edge),
            edge=float(base.house_edge),
            deviation=deviation,
            shared=covariance(rules, deviation, ROUNDS, SEED),
        ),
    }
    for wager in ("insurance", *(each.value for each in registry.offered(rules))):
        figure = _figure(rules, wager)
        if figure is not None:
            found[wager] = ExpectedHold(
                hold=_kept(figure, rules, wager), edge=float(figure.house_edge), deviation=_deviation(figure)
            )
    return found


def _figure(rules: TableRules, wager: str) -> Figure | None:
    kind, _, number = wager.rpartition("-")
    if kind == "jackpot":
        return next(iter(odds.figures(rules, kind, paytable=rules.jackpot_paytable[int(number) - 1])))
    if kind == "bonus-spin":
        return next(iter(odds.figures(rules, kind, paytable=rules.second_spin_paytable)))
    name = "match-the-dealer" if kind == "match-bonus" else _NAMES.get(wager, wager)
    return next(iter(odds.figures(rules, name)), None)


def _deviation(figure: Figure) -> float:
    return float(figure.extra["standard_deviation"])


def _kept(figure: Figure, rules: TableRules, wager: str) -> float:
    """The edge without awards, less what goes to the wager's meters and their reserves."""
    own = (each for each in registry.meters(rules) if registry.wager_of_meter(each.name) == wager)
    fed = sum(each.rate + each.reserve_rate for each in own)
    edge = figure.extra.get("house_edge_fixed", figure.house_edge) if fed else figure.house_edge
    return float(edge) - float(fed)


def covariance(rules: TableRules, deviation: float, rounds: int, seed: int) -> float:
    """What two boxes of one round share, per unit each: from the spread of two boxes together."""
    # A server imports this module to name the job, and leaves the simulator to its workers.
    from siete.lab.simulation import setup_of
    from siete.sim.simulation import Goal, simulate

    result = simulate(setup_of(rules, wager="base", seed=seed, boxes=2), Goal(rounds=rounds))
    return float(2 * result.deviation**2 - deviation**2)
