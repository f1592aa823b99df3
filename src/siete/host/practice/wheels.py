"""Wheels of a practice table that stop where somebody said, so that every prize can be tried, taught or tested."""

from __future__ import annotations

from collections.abc import Mapping

from siete.errors import SieteError
from siete.host.chance.shuffling import Chance
from siete.rules.table_rules import TableRules
from siete.table.state.round import Round
from siete.table.state.wager import Wager
from siete.table.wagers import registry


class SetWheels(Chance):
    """Chance for everything but the wheels that were set: symbols by the name of the wheel."""

    def __init__(self, chance: Chance, symbols: Mapping[str, str]) -> None:
        self._below, self._symbols = chance.below, symbols

    def symbols(self, wager: Wager, current: Round, rules: TableRules) -> tuple[str, ...]:
        """What a spin for this wager shows; a wheel that was not set stops by chance."""
        game = registry.of(wager).wheel
        assert game is not None, "only a wager with a wheel is spun for"
        shown = sorted(game.shown(rules), key=lambda each: each.name == wager.value)  # two wagers may share a wheel
        names = {id(each.wheel): each.name for each in shown}
        stops = ((wheel, self._symbols.get(names.get(id(wheel), ""))) for wheel in game.stops(wager, current, rules))
        return tuple(symbol or self.stop(wheel) for wheel, symbol in stops)


def with_wheel(symbols: Mapping[str, str], rules: TableRules, wheel: str, symbol: str) -> dict[str, str]:
    """The wheels that are set, with this one; without a symbol it stops by chance again."""
    games = (registry.of(wager).wheel for wager in registry.offered(rules))
    shown = {each.name: each.wheel for game in games if game is not None for each in game.shown(rules)}
    if wheel not in shown:
        known = ", ".join(shown) or "none"
        raise SieteError("practice/no-such-wheel", f"This table has no wheel {wheel[:20]!r}; it has {known}.")
    on_it = [each for each, _ in shown[wheel].segments]
    if symbol and symbol not in on_it:
        raise SieteError("practice/no-such-symbol", f"The wheel does not show {symbol[:20]!r}; choose {_or(on_it)}.")
    others = {name: each for name, each in symbols.items() if name != wheel}
    return {**others, wheel: symbol} if symbol else others


def _or(names: list[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
