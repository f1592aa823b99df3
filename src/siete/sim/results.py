"""Results: edge and error of every wager, how often everything happened, meters, sessions and convergence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import hypot, sqrt

import numpy as np

from siete.money import Cents, cents_to_text
from siete.plain import Plain
from siete.sim.chunks import compiled_of
from siete.sim.codes import ACTS, DEALERS, DOUBLINGS, WAGERS, Act, WagerCode
from siete.sim.compiler.payouts import insurance_amount
from siete.sim.lines import hands_by_line, lines_of
from siete.sim.rare_prizes import error_with, rare_prize
from siete.sim.sessions import Sessions, sessions_of
from siete.sim.totals import Totals
from siete.sim.wagers import registry
from siete.sim.wagers.first_card_wager import MOST_LINES
from siete.tabular import Record, Tabular

_OF_BASE = (WagerCode.SUPER_BONUS.word, WagerCode.ENVY.word)


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedWager:
    """The result of one wager."""

    wager: str
    wagered: int
    """Cents put down before the deal; the base wager's for super bonus and envy, which have none of their own."""
    net: int
    house_edge: float
    standard_error: float
    """As it was measured; zero for a prize that never came."""
    error: float
    """With what a rare prize may add that was not met."""
    deviation: float
    """Of a round, in what is put on the wager in one."""
    awarded: int
    """Cents that meters have paid."""
    lines: dict[str, int]

    def to_json(self) -> Plain:
        """With stable keys."""
        return {
            "wager": self.wager,
            "wagered": self.wagered / 100,
            "net": self.net / 100,
            "house_edge": self.house_edge,
            "standard_error": self.standard_error,
            "error": self.error,
            "deviation": self.deviation,
            "house_edge_without_meters": self.house_edge + (self.awarded / self.wagered if self.wagered else 0.0),
            "outcomes": self.lines,
        }


@dataclass(frozen=True)
class Result(Tabular):
    """A simulation's result, whole or stopped early; every figure is computed from whole numbers."""

    totals: Totals
    rate: float = 0.0
    """Rounds per second of the run that made it."""
    is_partial: bool = False

    def records(self) -> list[Record]:
        """A row for each outcome of each wager."""
        return [
            {
                "wager": each.wager,
                "rounds": self.rounds,
                "wagered": each.wagered / 100,
                "net": each.net / 100,
                "house_edge": each.house_edge,
                "error": each.error,
                "outcome": outcome,
                "times": times,
            }
            for each in self.wagers
            for outcome, times in each.lines.items()
        ]

    @property
    def rounds(self) -> int:
        """Rounds played."""
        return self.totals.rounds

    @property
    def seed(self) -> int:
        """The seed."""
        return self.totals.setup.seed

    @property
    def house_edge(self) -> float:
        """What the house keeps of all that was wagered before the deal."""
        return -self.totals.sums[WAGERS] / self.wagered

    @property
    def standard_error(self) -> float:
        """The standard error of the house edge as it was measured."""
        return self._error(WAGERS, self.wagered)

    @property
    def error(self) -> float:
        """The same with what rare prizes may add that were not met, or only a few times."""
        prizes = hypot(*(rare_prize(self.totals, wager) for wager in self._played))
        return error_with(self.standard_error, prizes, self.wagered)

    @property
    def deviation(self) -> float:
        """The standard deviation of a round, in base wagers."""
        return self.standard_error * sqrt(self.rounds) * self.wagered / self._base_wagered

    @cached_property
    def wagered(self) -> int:
        """Cents wagered before the deal, and on insurance."""
        own = sum(
            self._wagered(wager) for wager in self._played if wager not in (WagerCode.SUPER_BONUS, WagerCode.ENVY)
        )
        return own + sum(map(self._extra_wagered, self.totals.setup.plan.extras))

    @property
    def _base_wagered(self) -> int:
        plan, counts = self.totals.setup.plan, self.totals.counts
        levels = compiled_of(self.totals.setup).levels
        if len(levels) == 1:
            return self.rounds * plan.boxes * plan.wager
        return plan.boxes * sum(
            int(count) * wager for count, wager in zip(counts["level_rounds"], levels, strict=False)
        )

    @cached_property
    def average_wager(self) -> float:
        """What stands on the hands of a box in the end, with doubles and splits, in base wagers before the deal."""
        levels = compiled_of(self.totals.setup).levels
        counts = self.totals.counts
        hands = (counts["ends"] + counts["split_ends"]).reshape(len(levels), -1, DOUBLINGS, DEALERS).sum(axis=(1, 3))
        amounts = np.outer(np.array(levels), 2 ** np.arange(DOUBLINGS))
        return int((hands * amounts).sum()) / self._base_wagered

    @property
    def house_edge_per_average_wager(self) -> float:
        """What the house keeps of all that stood on base wagers in the end."""
        return -self.totals.sums[WagerCode.BASE] / self._base_wagered / self.average_wager

    def _wagered(self, wager: WagerCode) -> int:
        if wager in (WagerCode.BASE, WagerCode.SUPER_BONUS, WagerCode.ENVY):
            return self._base_wagered
        if wager is WagerCode.INSURANCE:
            setup = self.totals.setup
            amounts = [insurance_amount(setup.rules, level) for level in compiled_of(setup).levels]
            return sum(int(count) * each for count, each in zip(self.totals.counts["insured"], amounts, strict=False))
        return self._rounds_with(wager) * self.totals.setup.plan.boxes * self.totals.setup.plan.sides[wager]

    def _rounds_with(self, wager: WagerCode) -> int:
        """Rounds in which a side wager was made: it may wait for a count."""
        return self.totals.rounds_with(wager, self.totals.counts["level_rounds"], self.rounds)

    @cached_property
    def _played(self) -> tuple[WagerCode, ...]:
        plan = self.totals.setup.plan
        insures = plan.insurance or (plan.count is not None and plan.count.insure_from is not None)
        more = [WagerCode.INSURANCE] if insures else []
        own = [WagerCode.SUPER_BONUS, *([WagerCode.ENVY] if plan.boxes > 1 else [])] if plan.super_bonus else []
        return (WagerCode.BASE, *more, *sorted(plan.sides), *own)

    def _extra_wagered(self, name: str) -> int:
        plan = self.totals.setup.plan
        return self.rounds * plan.boxes * plan.extras[name]

    def _error(self, place: int, wagered: int) -> float:
        """Standard error of an edge, from sums and squares by round."""
        return self._error_of(self.totals.sums[place], self.totals.squares[place], wagered)

    def _error_of(self, net: int, squares: int, wagered: int) -> float:
        rounds = self.rounds
        if rounds < 2 or not wagered:
            return float("inf")
        # In whole numbers until the last: sums of squares are too large to be subtracted as floats.
        spread = rounds * squares - net**2
        return sqrt(spread / (rounds - 1)) / wagered if spread > 0 else 0.0

    def edge_of(self, names: Iterable[str] = ()) -> tuple[float, float]:
        """House edge and error of some wagers together, rare prizes included; of all where none is named.

        Super bonus and envy have no wager of their own: both are parts of the base wager, which counts once. Wagers of
        one round are correlated, so the errors of several are added as if fully correlated: an upper bound.
        """
        wanted = set(names)
        if not wanted:
            return self.house_edge, self.error
        found = [each for each in self.wagers if each.wager in wanted]
        wagered = sum(each.wagered for each in found if each.wager not in _OF_BASE)
        if any(each.wager in _OF_BASE for each in found) and WagerCode.BASE.word not in wanted:
            wagered += self._base_wagered
        if not wagered:
            return 0.0, float("inf")
        return (
            -sum(each.net for each in found) / wagered,
            sum(each.error * each.wagered for each in found) / wagered,
        )

    @cached_property
    def wagers(self) -> tuple[SimulatedWager, ...]:
        """The result of each wager that was played."""
        return (*map(self._result, self._played), *map(self._extra_result, self.totals.setup.plan.extras))

    def wager(self, name: str) -> SimulatedWager:
        """The result of one wager by its name."""
        return next(each for each in self.wagers if each.wager == name)

    def _result(self, wager: WagerCode) -> SimulatedWager:
        wagered = self._wagered(wager)
        error = self._error(wager, wagered)
        return SimulatedWager(
            wager=wager.word,
            wagered=wagered,
            net=self.totals.sums[wager],
            house_edge=-self.totals.sums[wager] / wagered if wagered else 0.0,
            standard_error=error,
            error=error_with(error, rare_prize(self.totals, wager), wagered),
            deviation=error * sqrt(self.rounds),
            awarded=self.totals.awarded[wager],
            lines=dict(lines_of(self.totals, wager)),
        )

    def _extra_result(self, name: str) -> SimulatedWager:
        """The result of a registered side wager."""
        totals, wagered = self.totals, self._extra_wagered(name)
        place = list(totals.setup.plan.extras).index(name)
        net = totals.extra_sums[place]
        error = self._error_of(net, totals.extra_squares[place], wagered)
        found = totals.counts["extra_lines"][place * MOST_LINES :].tolist()
        return SimulatedWager(
            wager=name,
            wagered=wagered,
            net=net,
            house_edge=-net / wagered if wagered else 0.0,
            standard_error=error,
            error=error,
            deviation=error * sqrt(self.rounds),
            awarded=0,
            lines=dict(zip(registry.registered(name).lines, found, strict=False)),
        )

    @cached_property
    def hands(self) -> dict[str, int]:
        """Hands by the line they ended on."""
        return hands_by_line(self.totals)

    @cached_property
    def decisions(self) -> dict[str, int]:
        """How often each decision was made, on hands not split and on split ones."""
        acts = self.totals.counts["acts"].tolist()
        return {
            f"{act.name.lower()}{word}": acts[offset + act]
            for offset, word in ((0, ""), (ACTS, " (split hand)"))
            for act in Act
            if act is not Act.DONE and acts[offset + act]
        }

    @property
    def distribution(self) -> dict[int, int]:
        """Rounds by their net cents, all wagers together."""
        return dict(sorted(self.totals.nets.items()))

    @property
    def rounds_per_shoe(self) -> float:
        """Rounds from one shuffle to the next."""
        shoes, rounds = (int(self.totals.counts[name][0]) for name in ("full_shoes", "full_rounds"))
        return rounds / shoes if shoes else float(self.rounds)

    @property
    def cards_per_round(self) -> float:
        """Cards that left the shoe, for each round."""
        return float(self.totals.counts["dealt"][0]) / self.rounds

    @property
    def convergence(self) -> tuple[tuple[int, float, float], ...]:
        """Rounds, edge and standard error as the run went on."""
        unit = self.wagered / self.rounds
        return tuple(
            (rounds, -net / (unit * rounds), sqrt(max(0, rounds * square - net * net) / (rounds - 1)) / (unit * rounds))
            for rounds, net, square in self.totals.points
            if rounds > 1
        )

    def to_json(self) -> Plain:
        """With stable keys."""
        setup = self.totals.setup
        return {
            "rules": setup.rules.rule_set,
            "rules_hash": setup.rules.rules_hash,
            "strategy": setup.strategy.name,
            "rounds": self.rounds,
            "boxes": setup.plan.boxes,
            "cards": setup.plan.cards.value,
            "seed": self.seed,
            "is_partial": self.is_partial,
            "house_edge": self.house_edge,
            "standard_error": self.standard_error,
            "error": self.error,
            "deviation": self.deviation,
            "average_wager": self.average_wager,
            "house_edge_per_average_wager": self.house_edge_per_average_wager,
            "rounds_per_second": self.rate,
            "wagers": [each.to_json() for each in self.wagers],
            "outcomes": self.hands,
            "decisions": self.decisions,
            "distribution": {cents_to_text(Cents(net)).replace("−", "-"): n for net, n in self.distribution.items()},
            "nets": [{"net": net / 100, "rounds": n} for net, n in self.distribution.items()],
            "rounds_per_shoe": self.rounds_per_shoe,
            "cards_per_round": self.cards_per_round,
            "meters": self._meters(),
            "sessions": self.sessions,
            "convergence": [list(each) for each in self.convergence],
        }

    def _meters(self) -> list[Plain]:
        return [
            {
                "meter": name,
                "shows": meter.cents / 100,
                "hits": [
                    {"line": line, "count": hit.count, "paid": hit.amount / 100, "largest": hit.largest / 100}
                    for (of, line), hit in sorted(self.totals.hits.items())
                    if of == name
                ],
                "history": [[rounds, shown[name] / 100] for rounds, shown in self.totals.history],
            }
            for name, meter in self.totals.meters.meters.items()
        ]

    @property
    def sessions(self) -> Sessions | None:
        """How sessions ended; None where none were played."""
        return sessions_of(self.totals)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{each.wager}</td><td>{each.house_edge:.4%}</td><td>± {each.standard_error:.4%}</td></tr>"
            for each in self.wagers
        )
        head = f"{self.totals.setup.rules.rule_set}, {self.rounds:,} rounds, seed {self.seed}"
        return f"<table><caption>{head}</caption><tr><th>wager</th><th>house edge</th><th>error</th></tr>{rows}</table>"
