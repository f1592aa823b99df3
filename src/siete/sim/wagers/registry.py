"""The side wagers that the simulator plays by tables of their own, by their names in figures."""

from __future__ import annotations

from siete.errors import UnknownNameError
from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.sim.wagers.first_card_wager import FirstCardWager

_WAGERS: dict[str, FirstCardWager] = {}


def register(wager: FirstCardWager) -> None:
    """Let plans put money on a wager where the rules offer it."""
    assert wager.name not in _WAGERS, f"{wager.name} is registered"
    _WAGERS[wager.name] = wager


def names() -> tuple[str, ...]:
    """The names of all registered wagers."""
    return tuple(_WAGERS)


def registered(name: str) -> FirstCardWager:
    """The wager with this name."""
    if name not in _WAGERS:
        raise UnknownNameError("sim/unknown-wager", f"There is no wager {name[:40]!r}.")
    return _WAGERS[name]


def offered(rules: TableRules, base: Cents) -> dict[str, tuple[Cents, Cents]]:
    """The wagers that these rules offer, with the minimum and maximum of each beside a base wager."""
    found = {name: wager.limits(rules, base) for name, wager in _WAGERS.items()}
    return {name: limits for name, limits in found.items() if limits is not None}
