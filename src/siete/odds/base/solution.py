"""Solved configurations: the figure of the base game, the chart with what it costs, and what each option is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NotRequired, TypedDict

from siete.money import Cents
from siete.odds.base.charts.model import Chart
from siete.odds.base.charts.sevens import SavedSevens, Sevens, best_gain, for_wager, notes, played_for, sevens_of
from siete.odds.base.kept import cache
from siete.odds.base.kept.cover_card import cover_card_effect
from siete.odds.base.kept.known import base_rules
from siete.odds.base.method import DEVIATION_ERROR, ERROR, EVENT_ERROR, EVENT_SHARE, METHOD, OWN_CARDS
from siete.odds.figure import Figure, FigureEvent, to_text
from siete.rules.options import HoleCardProcedure, Soft17
from siete.rules.table_rules import TableRules
from siete.strategy import Strategy

if TYPE_CHECKING:
    from siete.odds.base.game import Game


def figure(rules: TableRules, strategy: Strategy | None = None) -> Figure:
    """The figure of the base game with the best play, or with a given strategy."""
    found = _figures(base_rules(rules), strategy)
    events = tuple(_event(result, part) for result, part in sorted(found["law"]))
    return Figure(
        wager="base",
        decks=rules.decks,
        house_edge=-found["value"],
        method=METHOD,
        error_bound=ERROR + found.get("late_bound", 0.0),
        strategy=OWN_CARDS if strategy is None else strategy.name,
        events=events,
        extra={
            "standard_deviation": found["standard_deviation"],
            "standard_deviation_error": DEVIATION_ERROR,
            "average_wager": found["average_wager"],
            "house_edge_per_average_wager": -found["value"] / found["average_wager"],
            **({} if strategy is not None else _cover_card(rules)),
            "split_rounds": found["split_rounds"],
            "bonus_lines": [
                {"name": name, "probability": part, "return": returned} for name, part, returned in found["lines"]
            ],
        },
        rules_hash=rules.rules_hash,
    )


def _cover_card(rules: TableRules) -> dict[str, object]:
    """What the cover card adds to the edge of a full shoe, where it was measured."""
    found = cover_card_effect(rules.rules_hash)
    if found is None:
        return {}
    return {
        "cover_card_effect": found["effect"],
        "cover_card_effect_standard_error": found["standard_error"],
        "cover_card_effect_rounds": found["rounds"],
    }


def _event(result: float, part: float) -> FigureEvent:
    net = Fraction(result).limit_denominator(1000)
    pays = to_text(net) if net > 0 else "push" if not net else f"loses {-net}"
    return FigureEvent(
        name=f"{result:+g}" if result else "0",
        probability=part,
        pays=pays,
        net=net,
        error=min(EVENT_ERROR, EVENT_SHARE * part),
    )


class _Figures(TypedDict):
    """What of a solved game stays on disk."""

    value: float
    law: list[tuple[float, float]]
    standard_deviation: float
    average_wager: float
    split_rounds: float
    lines: list[tuple[str, float, float]]
    late_bound: NotRequired[float]
    """Only where nobody looks for a dealer blackjack."""


def _figures(rules: TableRules, strategy: Strategy | None) -> _Figures:
    key = f"figure {rules.rules_hash} {'' if strategy is None else strategy.to_json()}"
    kept: _Figures | None = cache.load(key)
    if kept is None:
        from siete.odds.base.results import results

        found = results(_game(rules, strategy))
        kept = {
            "value": found.value,
            "law": sorted(found.law.items()),
            "standard_deviation": found.standard_deviation,
            "average_wager": found.average_wager,
            "split_rounds": found.split_rounds,
            "lines": [(name, *each) for name, each in found.lines.items()],
        }
        if found.late_bound:
            kept["late_bound"] = found.late_bound
        cache.store(key, kept)
    return kept


class NotSolvedError(Exception):
    """A figure is not at hand, and was not to be solved."""


_may_solve: ContextVar[bool] = ContextVar("may_solve", default=True)


@contextmanager
def nothing_solved() -> Iterator[None]:
    """Figures that are at hand, and for all others a NotSolvedError."""
    before = _may_solve.set(False)
    try:
        yield
    finally:
        _may_solve.reset(before)


def _game(rules: TableRules, strategy: Strategy | None = None) -> Game:
    """The game, and what was solved of it last: edge, figure and chart of the same rules are asked one after another.

    Only one, for it holds some hundred megabytes.
    """
    if not _may_solve.get():
        raise NotSolvedError
    return _last_game(rules, strategy)  # a cache tells a call that names no strategy from one that names none


@lru_cache(maxsize=1)
def _last_game(rules: TableRules, strategy: Strategy | None) -> Game:
    from siete.odds.base.game import Game
    from siete.odds.base.policy import Given, Policy
    from siete.odds.base.shoe import Shoe

    return Game(rules, Shoe.full(rules.decks), Policy() if strategy is None else Given(strategy))


def forget_game() -> None:
    """Let go of the game that was solved last, before others are solved that need its room."""
    _last_game.cache_clear()


def house_edge(rules: TableRules, strategy: Strategy | None = None) -> float:
    """The house edge alone, a part of the first wager."""
    rules = base_rules(rules)
    key = f"edge {rules.rules_hash} {'' if strategy is None else strategy.to_json()}"
    kept: _Edge | None = cache.load(key)
    if kept is None:
        kept = {"edge": -_game(rules, strategy).value()}
        cache.store(key, kept)
    return float(kept["edge"])


def own_cards_bound(rules: TableRules) -> float:
    """The most that play by all cards seen can win beyond the class `own-cards`; minutes where it is not yet proved."""
    key = f"own-cards {rules.rules_hash}"
    kept: _Bound | None = cache.load(key)
    if kept is None:
        from siete.odds.base.bounds.own_cards import leaves

        kept = {"bound": leaves(_game(rules))}
        cache.store(key, kept)
    return float(kept["bound"])


class _Bound(TypedDict):
    bound: float


class _Edge(TypedDict):
    edge: float


class _Play(TypedDict):
    strategy: str
    sevens: list[SavedSevens]


class _Chart(_Edge, _Play):
    best: float


def chart(rules: TableRules, wager: Cents | None = None) -> Chart:
    """The chart of the base game; with a wager, as that wager is best played with the super bonus it can win."""
    kept = _chart(base_rules(rules))
    sevens = _sevens(kept)
    base = Chart(
        strategy=Strategy.from_json(kept["strategy"]),
        house_edge=kept["edge"],
        best_house_edge=kept["best"],
        notes=tuple(notes(rules, sevens)),
    )
    return base if wager is None else for_wager(base, sevens, rules, wager)


def charted_play(rules: TableRules, wager: Cents | None = None) -> Strategy:
    """The strategy of the same chart, without what it costs, which takes as long again."""
    kept = _play(base_rules(rules))
    plain = Strategy.from_json(kept["strategy"])
    return plain if wager is None else played_for(plain, _sevens(kept), rules, wager)


def best_edge(rules: TableRules, wager: Cents) -> float:
    """The house edge by best play of a wager of this size, with the super bonus that it can win."""
    return house_edge(rules) - best_gain(_sevens(_play(base_rules(rules))), rules, wager)


def _sevens(kept: _Play) -> list[Sevens]:
    return [Sevens.from_json(**each) for each in kept["sevens"]]


def _chart(rules: TableRules) -> _Chart:
    key = f"chart {rules.rules_hash}"
    kept: _Chart | None = cache.load(key)
    if kept is None:
        play, best = _play(rules), house_edge(rules)
        edge = -_game(rules, Strategy.from_json(play["strategy"])).value()
        kept = {"strategy": play["strategy"], "edge": edge, "best": best, "sevens": play["sevens"]}
        cache.store(key, kept)
    return kept


def _play(rules: TableRules) -> _Play:
    key = f"play {rules.rules_hash}"
    kept: _Play | None = cache.load(f"chart {rules.rules_hash}") or cache.load(key)
    if kept is None:
        from siete.odds.base.charts.derivation import chart as derive

        game = _game(rules)
        made = derive(game, f"{rules.rule_set}, {rules.decks} decks")
        kept = {"strategy": made.to_json(), "sevens": [each.to_json() for each in sevens_of(game)]}
        cache.store(key, kept)
    return kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What an option changes: the house edge with it, and how much more that is."""

    option: str
    house_edge: float
    cost: float


def costs(rules: TableRules, progress: Callable[[str, int], None] | None = None) -> tuple[Cost, ...]:
    """What each option costs the player against these rules, best play both times.

    `progress` is told the option being solved and how many have been.
    """
    say = progress or (lambda option, done: None)
    say("these rules", 0)
    usual = house_edge(rules)
    found = []
    for done, (words, changed) in enumerate(variants(rules), start=1):
        say(words, done)
        edge = house_edge(changed)
        found.append(Cost(option=words, house_edge=edge, cost=edge - usual))
    return tuple(found)


def variants(rules: TableRules) -> tuple[tuple[str, TableRules], ...]:
    """The rules with one option turned, each told in words; some of them no rule set permits."""
    return tuple(_variants(rules))


def _variants(rules: TableRules) -> Iterator[tuple[str, TableRules]]:
    """The rules with one option turned, each told in words."""
    other = Soft17.STAND if rules.dealer_soft17 is Soft17.HIT else Soft17.HIT
    yield f"dealer {other.value}s on soft 17", replace(rules, dealer_soft17=other)
    is_on = rules.surrender_offered
    yield ("no surrender" if is_on else "surrender"), replace(rules, surrender_offered=not is_on)
    is_on = rules.rescue
    yield ("no rescue" if is_on else "rescue of a doubled hand"), replace(rules, rescue=not is_on)
    is_on = rules.split_aces_draw
    yield ("no draw to split aces" if is_on else "split aces may draw"), replace(rules, split_aces_draw=not is_on)
    is_on = rules.bonus_on_split
    yield (
        "no bonus 21 on split hands" if is_on else "bonus 21 on split hands",
        replace(rules, bonus_on_split=not is_on),
    )
    is_on = rules.double_soft21
    yield ("no double on soft 21" if is_on else "soft 21 may be doubled"), replace(rules, double_soft21=not is_on)
    is_on = rules.hit_soft21
    yield ("no hit on soft 21" if is_on else "soft 21 may be hit"), replace(rules, hit_soft21=not is_on)
    if rules.double_double:
        yield "no double-double", replace(rules, double_double=False, max_doublings=1)
    else:
        yield "double-double, three doublings", replace(rules, double_double=True, max_doublings=3)
    yield "no resplits", replace(rules, max_additional_splits=0, max_additional_splits_aces=0)
    if rules.hole_card_procedure is HoleCardProcedure.NO_HOLE:
        yield "the dealer looks for a blackjack", replace(rules, hole_card_procedure=HoleCardProcedure.HOLE_READER)
    else:
        # A surrender must wait for the second card then, or it would be an early one.
        parked = rules.surrender_parked_up_cards or rules.peek_up_cards
        without = replace(rules, hole_card_procedure=HoleCardProcedure.NO_HOLE, surrender_parked_up_cards=parked)
        yield "no hole card", without
    for decks in (2, 4, 5, 6, 8):
        if decks != rules.decks:
            yield f"{decks} decks", replace(rules, decks=decks)
