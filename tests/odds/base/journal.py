"""What the solver says of small shoes, figure by figure: the game's value, plays, laws, lines, streams and bounds.

Shoes are small enough for the interpreter, so that compiled code can be broken here, too. `figures_of` gives a case's
figures by name; a figure that adds up many numbers weighs each by its place, so that no two can change places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from math import isfinite
from typing import Any

import numpy as np

from siete.cards import SPANISH_RANKS, Card, Rank, cards_from_text
from siete.money import Cents
from siete.odds.base import solution
from siete.odds.base.bounds.departures import PLAYS, Watching
from siete.odds.base.bounds.own_cards import Pair
from siete.odds.base.charts.derivation import chart
from siete.odds.base.charts.model import Chart
from siete.odds.base.charts.sevens import for_wager, notes, sevens_of
from siete.odds.base.counting import effects, hole_card, tilted
from siete.odds.base.game import Game
from siete.odds.base.hand import hand_values
from siete.odds.base.laws.late_bounds import late_bound
from siete.odds.base.play import stand_and_rescue
from siete.odds.base.policy import Given, Policy
from siete.odds.base.reach import courses
from siete.odds.base.results import results
from siete.odds.base.shoe import OF_VALUE, Shoe
from siete.odds.base.states import states
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules
from siete.strategy import mimic_the_dealer
from tests.odds.base import tiny

Figures = dict[str, float]
Case = tuple[str, Mapping[str, Any], str, str]
"""Rule set, choices, shoe and how it is played: the best play, like the dealer, or wild by a seed."""

_NO_HOLE: Mapping[str, Any] = {"hole_card_procedure": "no_hole"}
CASES: Mapping[str, Case] = {
    "sevens": ("md", {}, "7s:3 7h:2 7d:1 6s:1 8s:2 Kh:4 Ac:2 2d:2", "best"),
    "straight": ("wa", {}, "6s:2 7s:1 7h:1 8s:2 8d:1 6h:1 Ks:4 Ad:2 3c:1", "best"),
    "doubles": ("wa", {"double_double": True}, "5s:2 6c:3 4h:2 2d:2 Ks:4 Ad:2 7s:1", "best"),
    "faces": ("ma", {}, "Ks:3 Qh:2 Jd:1 6h:2 Ac:3 5c:2 9d:2", "best"),
    "aces": ("wa", {"max_additional_splits_aces": 2}, "As:3 Ah:2 Kd:3 6c:2 7s:2 8s:2", "best"),
    "late": ("ma", _NO_HOLE, "6s:2 7s:2 8s:2 Kh:4 Ac:3 5d:2 2h:2", "best"),
    "busts": ("ma", {**_NO_HOLE, "dealer_bj_collect": "busted_plus_one"}, "5d:3 7s:2 Kh:5 Ac:3 6s:2 8c:1", "best"),
    "literal": ("s13", {**_NO_HOLE, "split_two_card_21": "ma_literal_3to2"}, "As:4 Ks:2 Kd:2 7h:2 4c:3 6d:2", "best"),
    "behind": ("s13", {"hole_card_procedure": "hole_no_peek"}, "4s:3 7s:2 9s:2 Kh:4 Ac:3 2h:2", "best"),
    "stands": ("wa", {"dealer_soft17": "stand"}, "Ac:4 6d:4 5h:3 Ks:3 9d:2", "best"),
    "small": ("md", {}, "2s:4 3h:4 4c:3 Kd:4 Ac:2 5s:1", "best"),
    "dealer": ("wa", {"double_double": True}, "2c:2 3d:2 7h:2 7s:2 Ks:3 Ah:2 8s:1 6s:1", "dealer"),
    **{f"wild {seed}": ("", {}, str(seed), "wild") for seed in (4, 22, 40, 51, 77, 95, 102, 108, 113, 115, 201, 202)},
}


def game_of(name: str) -> Game:
    """The game of a case."""
    rule_set, choices, text, play = CASES[name]
    if play == "wild":
        rules, strategy, shoe = tiny.case(int(text), 14)
        return Game(rules, shoe, Given(strategy))
    policy = Given(mimic_the_dealer()) if play == "dealer" else Policy()
    return Game(_rules(rule_set, choices), Shoe.from_text(text), policy)


def _rules(name: str, choices: Mapping[str, Any]) -> TableRules:
    return table_rules(name, dict(choices))


def figures_of(name: str) -> Figures:
    """The figures of a case."""
    return {key: float(worth) for key, worth in _figures(game_of(name)) if isfinite(worth)}


def _figures(game: Game) -> Iterator[tuple[str, float]]:
    yield "value", game.value()
    yield from _plays(game)
    found = results(game)
    yield from {"of rounds": found.value, "deviation": found.standard_deviation, "wager": found.average_wager}.items()
    yield from {"split": found.split_rounds, "late bound": late_bound(game), "law": weighed_law(found.law)}.items()
    for line, (part, returned) in found.lines.items():
        yield from {f"{line}: part": part, f"{line}: pays": returned}.items()
    yield from _doubled(game)
    yield from _courses(game)


def weighed(worths: Iterable[float]) -> float:
    """A sum in which every place counts another amount; what is unknown counts as little."""
    return float(
        sum(worth * (1.0 + place % 7 + place % 11 / 3.0) for place, worth in enumerate(worths) if isfinite(worth))
    )


def weighed_law(law: Mapping[float, float]) -> float:
    """The chances of results, each result with a weight of its own."""
    return float(sum(part * (1.0 + result * result + result / 3.0) for result, part in law.items()))


def _plays(game: Game) -> Iterator[tuple[str, float]]:
    """What each play is worth over all first deals, and how often it is the best; blackjacks of the dealer's."""
    worths: dict[int, list[float]] = {}
    chosen: dict[int, list[float]] = {}
    for deal in game.deals:
        if game.blackjack_chance(deal.hand, deal.up) == 1.0:
            continue
        for play, worth in game.actions(deal.hand, deal.up).items():
            worths.setdefault(play, []).append(worth)
        chosen.setdefault(game.best(deal.hand, deal.up)[1], []).append(deal.chance)
    yield "deals", weighed(deal.chance for deal in game.deals)
    for play in sorted(worths):
        yield f"play {play}", weighed(worths[play])
    for play in sorted(chosen):
        yield f"best {play}", weighed(chosen[play])


def _doubled(game: Game) -> Iterator[tuple[str, float]]:
    """What doubled hands are worth that stand or are rescued."""
    hands = states()
    for course in courses(game):
        by_value, level = course.by_value, course.by_value.whole
        for doublings in range(1, level.terms.doublings + 1):
            chosen = np.flatnonzero((hands.cards >= 3) & ~np.isnan(level.values.value[doublings]))
            for word, found in zip(
                ("stand", "rescue"),
                stand_and_rescue(hands, by_value.draws, level.terms, by_value.shoe, by_value.rows, chosen, doublings),
                strict=True,
            ):
                yield f"up {by_value.up.value}: {word} after {doublings}", weighed(found.tolist())


def _courses(game: Game) -> Iterator[tuple[str, float]]:
    """What goes on in all rounds."""
    for course in courses(game):
        up = course.by_value.up.value
        ends = (course.dealer_blackjack, course.blackjack, course.surrender, course.late_surrender)
        yield f"up {up}: ends", weighed(ends)
        yield f"up {up}: splits", weighed(part for pair in course.splits for part in course.hands[pair].values())
        streams = (stream for _, stream in sorted(course.streams.items()))
        yield f"up {up}: reach", weighed(float(np.nansum(each.reach(course.by_value))) for each in streams)


WATCHED: Mapping[str, tuple[str, int, int]] = {
    "watched sevens": ("sevens", 6, 9),
    "watched eights": ("straight", 7, 0),
    "watched sixes": ("doubles", 5, 9),
    "watched aces": ("late", 0, 9),
    "watched fives": ("busts", 4, 9),
}
"""Case, value of a pair and value of the up card."""


def watched_figures(name: str) -> Figures:
    """What the bound on watching rests on: values and mean squares of all hands with a card of a pair."""
    case, pair, up = WATCHED[name]
    game = game_of(case)
    watching = Watching(game.against(next(kind for kind in OF_VALUE[up] if game.shoe.counts[kind])).by_value, pair)
    return dict(_watched(watching))


def _watched(watching: Watching) -> Iterator[tuple[str, float]]:
    shoe = watching.gone(0)
    with np.errstate(divide="ignore", invalid="ignore"):  # a hand may hold the whole shoe
        worth, (ruled, by_play) = watching.worth(shoe), watching.squares(shoe)
    for at in range(len(PLAYS)):
        yield f"play {at}: worth", weighed(worth.by_play[at].ravel().tolist())
        yield f"play {at}: squares", weighed(by_play[at].ravel().tolist())
        yield f"play {at}: permitted", weighed(watching.permitted[at].ravel().tolist())
    yield "worth", weighed(worth.value.ravel().tolist())
    yield "squares", weighed(ruled.ravel().tolist())


# --- one deck and more, compiled -----------------------------------------------------------------------------------


def whole_figures(name: str) -> Figures:
    """The figures of whole decks: charts, sevens, effects of removal, the hole card seen, shoes that lean, bounds."""
    rule_set, choices, what = WHOLE[name]
    rules = replace(_rules(rule_set, choices), decks=2 if what == "chart" else 1)
    made = {"chart": _chart, "effects": _effects, "hole card": _hole_card, "tilted": _tilted, "bounds": _bounds}
    made |= {"hands": _hands, "solution": _solution}
    return dict(made[what](rules))


WHOLE: Mapping[str, tuple[str, Mapping[str, Any], str]] = {
    "chart wa": ("wa", {"double_double": True}, "chart"),
    "chart md": ("md", {}, "chart"),
    "chart late": ("ma", _NO_HOLE, "chart"),
    "effects": ("wa", {}, "effects"),
    "hole card": ("md", {}, "hole card"),
    "tilted": ("wa", {}, "tilted"),
    "bounds": ("wa", {}, "bounds"),
    "hands wa": ("wa", {"double_double": True}, "hands"),
    "hands md": ("md", {}, "hands"),
    "hands late": ("s13", {**_NO_HOLE, "split_two_card_21": "ma_literal_3to2"}, "hands"),
    "solution wa": ("wa", {}, "solution"),
    "solution late": ("ma", _NO_HOLE, "solution"),
}


def _chart(rules: TableRules) -> Iterator[tuple[str, float]]:
    game = Game(rules, Shoe.full(rules.decks))
    found = chart(game, "two decks")
    for row in found.rows:
        yield f"{row.table.value} {row.name}", _number(" ".join(map(str, row.cells)))
    sevens = list(sevens_of(game))
    yield "sevens", weighed(each.chance * each.draw for each in sevens)
    yield "plays of sevens", weighed(worth for each in sevens for _, worth in sorted(each.worth.items()))
    base = Chart(strategy=found, house_edge=0.01, best_house_edge=0.009, notes=tuple(notes(rules, sevens)))
    yield "notes", _number(" ".join(base.notes))
    for wager in (Cents(500), Cents(2500), Cents(50_000)):
        made = for_wager(base, sevens, rules, wager)
        yield f"{wager}: edge", made.house_edge
        yield f"{wager}: best", made.best_combined or 0.0
        yield f"{wager}: bonus", made.super_bonus
        yield f"{wager}: plays", _number(made.strategy.to_text())


def _number(text: str) -> float:
    """A text as a number."""
    return float(int(sha256(text.encode()).hexdigest()[:12], 16))


def _effects(rules: TableRules) -> Iterator[tuple[str, float]]:
    found = effects._solved(rules)
    yield from found["effects"].items()
    for up in "23456789XA":
        decisions = [each for each in found["decisions"] if each["up"] == up]
        yield f"{up}: decisions", _number(" ".join(f"{e['hand']} {e['play']} {e['otherwise']}" for e in decisions))
        yield f"{up}: gains", weighed(each["gain"] for each in decisions)
        yield f"{up}: chances", weighed(each["chance"] for each in decisions)
        yield f"{up}: effects", weighed(worth for each in decisions for worth in each["effects"].values())


def _hole_card(rules: TableRules) -> Iterator[tuple[str, float]]:
    found = hole_card._solved(rules)
    yield "unseen", found["unseen"]
    yield "seen", found["seen"]
    for each in found["by_up"]:
        yield f"{each['up']}: seen", each["seen"]
        yield f"{each['up']}: unseen", each["unseen"]
        yield f"{each['up']}: probability", each["probability"]


def _tilted(rules: TableRules) -> Iterator[tuple[str, float]]:
    tags: dict[Rank, float] = {rank: (rank.points > 9) - (rank.points in (3, 4, 5, 6)) * 1.5 for rank in SPANISH_RANKS}
    for count, shoe in tilted.leaning(tags):
        yield f"cards at {count:+.1f}", weighed(shoe.counts)
    found = tilted._solved(rules, tags)
    yield "values", weighed(found["values"])
    yield "squares", weighed(found["squares"])


def _bounds(rules: TableRules) -> Iterator[tuple[str, float]]:
    game = Game(rules, Shoe.full(6))
    for value, up in ((5, 5), (6, 9), (9, 0)):
        pair = Pair(game.against(OF_VALUE[up][0]), value)
        yield f"{value} against {up}", pair.bound()
        yield (
            f"{value} against {up}: hands",
            weighed(pair.watching.hand(extra, known) for _, extra, known in pair.hands()),
        )
        yield f"{value} against {up}: told", weighed(pair.told(extra, known) for _, extra, known in pair.hands())


HANDS = (
    ("5s 6h", "6d", False, 0),
    ("7s 7h", "7d", False, 0),
    ("7s 7s", "7d", False, 0),
    ("6h 8h", "2c", False, 0),
    ("Ah Kd", "As", False, 0),
    ("8s 3d 6h", "Kh", False, 0),
    ("Ac 2d 4h", "6s", False, 0),
    ("8c 8d", "Kh", True, 0),
    ("7c 7d", "Ah", True, 0),
    ("As Kd", "Kh", True, 0),
    ("As 5d", "9h", True, 0),
    ("5c 6d Ah", "Kd", False, 1),
    ("5c 3d 3h", "9d", True, 1),
    ("7s 7s 7s", "7h", False, 0),
)
"""Cards, up card, whether the hand is from a split, and how often it was doubled."""


def _hands(rules: TableRules) -> Iterator[tuple[str, float]]:
    shoe = Shoe.full(4)
    for cards, up, is_split, doublings in HANDS:
        hand = (rules, cards_from_text(cards), Card.from_text(up))
        found = hand_values(*hand, is_split=is_split, doublings=doublings, shoe=shoe, wager=Cents(2500))
        for action, worth in found.actions:
            yield f"{cards} against {up}, {is_split}, {doublings}: {action}", worth
        yield f"{cards} against {up}, {is_split}, {doublings}: bonus", found.super_bonus


def _solution(rules: TableRules) -> Iterator[tuple[str, float]]:
    """What is kept on disk of one deck, by its own name, and what is told of it."""
    found, given = solution.figure(rules), solution.figure(rules, mimic_the_dealer())
    for name, each in {"best": found, "given": given}.items():
        yield f"{name}: edge", float(each.house_edge)
        yield f"{name}: bound", each.error_bound
        yield f"{name}: extra", _number(" ".join(each.extra))
        yield f"{name}: words", _number(f"{each.method} {each.strategy} {each.rules_hash} {each.wager}")
        yield f"{name}: wager", each.extra["average_wager"]
        yield f"{name}: deviation", each.extra["standard_deviation"]
        yield f"{name}: by wager", each.extra["house_edge_per_average_wager"]
        for event in each.events:
            yield f"{name}: {event.name}, {event.pays}, {event.net}", float(event.probability)
            yield f"{name}: {event.name}: error", event.error
    yield "edge", solution.house_edge(rules)
    plain, wagered = solution.chart(rules), solution.chart(rules, Cents(2500))
    for name, made in {"plain": plain, "wagered": wagered}.items():
        yield f"{name}: edge", made.house_edge
        yield f"{name}: best", made.best_house_edge
        yield f"{name}: loss", made.loss
        yield f"{name}: plays", _number(made.strategy.to_json())
    yield "charted", _number(solution.charted_play(rules, Cents(500)).to_json())
    for words, changed in solution.variants(rules):
        yield words, _number(changed.rules_hash)
