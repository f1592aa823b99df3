"""The side wagers of the engine. Betting, settlement, views, descriptions and terminals loop over what stands here."""

from __future__ import annotations

from collections.abc import Iterator

from siete.money import Cents
from siete.rules.table_rules import TableRules
from siete.table.due import Next
from siete.table.state.round import Round
from siete.table.state.wager import Wager
from siete.table.wagers import bonus_spin, jackpot, match_the_dealer, xtreme_16
from siete.table.wagers.side_wager import Limits, MeterTerms, Moment, Progressive, SideWager, Spot

_BY_WAGER: dict[Wager, SideWager] = {}
"""By spot, in the order in which layouts offer them."""


def register(side_wager: SideWager) -> None:
    """Let tables offer a side wager where their rules do."""
    for wager in side_wager.wagers:
        assert wager not in _BY_WAGER, f"{wager} is registered"
        _BY_WAGER[wager] = side_wager


for _each in (match_the_dealer.WAGER, bonus_spin.WAGER, xtreme_16.WAGER, jackpot.WAGER):
    register(_each)


def side_wagers() -> tuple[SideWager, ...]:
    """Every side wager there is."""
    return tuple(dict.fromkeys(_BY_WAGER.values()))


def find(wager: Wager) -> SideWager | None:
    """The side wager that a spot belongs to; None for base and insurance."""
    return _BY_WAGER.get(wager)


def of(wager: Wager) -> SideWager:
    """The side wager that a spot belongs to."""
    return _BY_WAGER[wager]


def offered(rules: TableRules) -> tuple[Wager, ...]:
    """The spots of the layout beside the base wager."""
    return tuple(wager for each in side_wagers() for wager in each.offered(rules))


def spots(rules: TableRules) -> tuple[Spot, ...]:
    """The spots of the layout with their names."""
    return tuple(
        each.named(spot, rules) for each in side_wagers() for spot in each.spots if spot.wager in each.offered(rules)
    )


def limits(wager: Wager, rules: TableRules, base: Cents) -> Limits | None:
    """Least and most that may stand on a spot beside a base wager; None where it is not offered."""
    side_wager = find(wager)
    if side_wager is None or wager not in side_wager.offered(rules):
        return None
    return side_wager.limits(wager, rules, base)


def required(rules: TableRules) -> tuple[Wager, ...]:
    """The spots that the house requires beside every base wager. Decision: 0041."""
    return tuple(wager for each in side_wagers() for wager in each.required(rules))


def due(moment: Moment, current: Round, rules: TableRules) -> Next:
    """The next side wager to settle, or wheel to spin, at a point of the round."""
    for box in current.boxes:
        if box.bets:
            return _due(moment, current, rules)
    return None  # asked at every step of every round, and most rounds have no side wager


def _due(moment: Moment, current: Round, rules: TableRules) -> Next:
    for each in side_wagers():
        step = each.due(moment, current, rules)
        if step is not None:
            return step
    return None


def progressive(wager: Wager) -> Progressive:
    """The meters of a wager that has some."""
    found = of(wager).progressive
    assert found is not None, f"{wager} has no meter"
    return found


def meters(rules: TableRules) -> Iterator[MeterTerms]:
    """The meters of a table, in the order in which they are fed."""
    for each in side_wagers():
        if each.progressive is not None:
            yield from each.progressive.meters(rules)


def meter_terms(name: str, rules: TableRules) -> MeterTerms:
    """The terms of one of a table's meters."""
    return next(each for each in meters(rules) if each.name == name)


def meter_titles(rules: TableRules) -> dict[str, str]:
    """What people call each of a table's meters."""
    return {each.name: each.title for each in meters(rules)}


def title(wager: Wager, rules: TableRules) -> str:
    """What people call a spot of this table."""
    return next((spot.title for spot in spots(rules) if spot.wager is wager), wager.value)


def meter_names() -> Iterator[str]:
    """Every meter that a table can have, in the order in which they are fed."""
    for each in side_wagers():
        if each.progressive is not None:
            yield from each.progressive.names


def wager_of_meter(name: str) -> Wager:
    """The wager that feeds a meter."""
    for each in side_wagers():
        if each.progressive is not None and name in each.progressive.names:
            return each.progressive.names[name]
    raise LookupError(f"there is no meter {name}")
