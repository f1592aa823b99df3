"""All checks between choices, in the order in which their faults are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from siete.errors import Fault
from siete.rules.bounds import jackpots, table
from siete.rules.resolve import Resolution


def faults(resolution: Resolution) -> Iterator[Fault]:
    """Every way in which the choices contradict each other or their rule set."""
    broken = {fault.name for fault in resolution.faults}
    for check in _CHECKS:
        for fault in check(resolution):
            if fault.name not in broken:
                yield fault


def _conditions(resolution: Resolution) -> Iterator[Fault]:
    """Values that the rule set forbids side by side."""
    for each in resolution.rules.conditions:
        if all(resolution.value(name) == value for name, value in each.when.items()):
            yield Fault(code=each.code, clause=each.clause, name=each.blame, sentence=each.sentence)


_CHECKS: tuple[Callable[[Resolution], Iterator[Fault]], ...] = (
    _conditions,
    table.limits,
    table.chips,
    table.decks_and_cut,
    table.manual_shuffle,
    jackpots.jackpots,
    jackpots.top_lines,
    jackpots.meters,
    jackpots.second_game,
    jackpots.wheels,
    jackpots.prizes,
    table.payout_limit,
    table.dealing_place,
    table.batches,
    table.readers,
)
