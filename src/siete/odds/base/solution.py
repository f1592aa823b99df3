"""Solved configurations: the figure of the base game, the chart with what it costs, and what each option is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from siete.cards import Card, Rank, Suit
from siete.money import Cents, cents_to_text
from siete.odds.base import cache
from siete.odds.figure import Event, Figure, to_text
from siete.rules.lines import SuperBonusShape
from siete.rules.options import DealerBjCollect, HoleCardProcedure, Soft17
from siete.rules.table_rules import TableRules
from siete.strategy import Strategy

if TYPE_CHECKING:
    from siete.odds.base.game import Game

METHOD = "exact recursion over hands and compositions, in double precision"
OWN_CARDS = "own-cards"
ERROR = 1e-9
"""Rounding of the kernels, measured against fractions on tiny shoes, with room to spare."""
DEVIATION_ERROR = 1e-4
"""How far the standard deviation may be off, measured by rounds dealt and not proved. Decision: 0126."""

LEAVES = 2e-4
"""The most that watching the other hands of a split could gain per round, proved for `wa` as it is by default."""

ERROR_WORDS = (
    "Error of the base game: rounding of double precision, measured against fractions on tiny shoes, stays below 1e-9 "
    "of the wager for house edge, average wager and bonus lines. Where nobody looks for a dealer blackjack, several "
    "rescued hands of one split round are taken for independent: below 1e-7, or 1e-6 where busted hands stay lost. "
    "The distribution of results and the standard deviation are exact for all rounds without a split; the hands of a "
    "split round are taken for independent once the dealer's hand is known, which rounds dealt show to change the "
    "standard deviation by less than 1e-4. Splits are valued in the class own-cards. Whoever played them by "
    "all cards seen so far could gain more: by proof less than 2e-4 of the wager per round for Washington's default "
    "choices, as measured some 1e-6."
)
"""What a reader of the figures must know about their errors."""


def figure(rules: TableRules, strategy: Strategy | None = None) -> Figure:
    """The figure of the base game with the best play, or with a given strategy."""
    found = _figures(rules, strategy)
    events = tuple(_event(result, part) for result, part in sorted(found["law"]))
    return Figure(
        wager="base",
        decks=rules.decks,
        house_edge=-found["value"],
        method=METHOD,
        error_bound=error_bound(rules),
        strategy=OWN_CARDS if strategy is None else strategy.name,
        events=events,
        extra={
            "standard_deviation": found["standard_deviation"],
            "standard_deviation_error": DEVIATION_ERROR,
            "average_wager": found["average_wager"],
            "split_rounds": found["split_rounds"],
            "bonus_lines": [
                {"name": name, "probability": part, "return": returned} for name, part, returned in found["lines"]
            ],
        },
        rules_hash=rules.rules_hash,
    )


def error_bound(rules: TableRules) -> float:
    """How far the edge may be off; more where hands of a split are taken for independent before a late blackjack."""
    if rules.hole_card_procedure in (HoleCardProcedure.HOLE_PEEK, HoleCardProcedure.HOLE_READER):
        return ERROR
    return 1e-6 if rules.dealer_bj_collect is DealerBjCollect.BUSTED_PLUS_ONE else 1e-7


def _event(result: float, part: float) -> Event:
    net = Fraction(result).limit_denominator(1000)
    pays = to_text(net) if net > 0 else "push" if not net else f"loses {-net}"
    return Event(name=f"{result:+g}" if result else "0", probability=part, pays=pays, net=net)


def _figures(rules: TableRules, strategy: Strategy | None) -> dict[str, Any]:
    key = f"figure {rules.rules_hash} {'' if strategy is None else strategy.to_json()}"
    kept = cache.load(key)
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
        cache.store(key, kept)
    return kept


def _game(rules: TableRules, strategy: Strategy | None = None) -> Game:
    from siete.odds.base.game import Game
    from siete.odds.base.policy import Given, Policy
    from siete.odds.base.shoe import Shoe

    return Game(rules, Shoe.full(rules.decks), Policy() if strategy is None else Given(strategy))


def house_edge(rules: TableRules, strategy: Strategy | None = None) -> float:
    """The house edge alone, a part of the first wager."""
    key = f"edge {rules.rules_hash} {'' if strategy is None else strategy.to_json()}"
    kept = cache.load(key)
    if kept is None:
        kept = {"edge": -_game(rules, strategy).value()}
        cache.store(key, kept)
    return float(kept["edge"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The chart of a set of rules, the exact edge when playing it, and the edge of the best play."""

    strategy: Strategy
    house_edge: float
    best_house_edge: float
    notes: tuple[str, ...]

    @property
    def loss(self) -> float:
        """What the chart loses to the best play, per unit wagered."""
        return self.house_edge - self.best_house_edge

    def lines(self) -> tuple[str, ...]:
        """What stands under the chart: the exact edge, what it loses to the best play, and notes."""
        edges = f"House edge when playing this chart: {self.house_edge:.5%}; best play: {self.best_house_edge:.5%}"
        rest = f"the chart loses {self.loss:.5%}. Without super bonus, envy or insurance; splits {OWN_CARDS}."
        return (f"{edges}; {rest}", *self.notes)

    def to_json(self) -> dict[str, Any]:
        """The chart with stable keys."""
        import json

        return {
            "strategy": json.loads(self.strategy.to_json()),
            "house_edge": self.house_edge,
            "best_house_edge": self.best_house_edge,
            "loss": self.loss,
            "strategy_class": OWN_CARDS,
            "method": METHOD,
            "notes": list(self.notes),
        }

    def _repr_html_(self) -> str:
        """The chart as coloured tables, for notebooks."""
        from html import escape

        from siete.odds.base.page import CELL_STYLE, tables_html

        lines = "".join(f"<p>{escape(line)}</p>" for line in self.lines())
        return f"<style>{CELL_STYLE}</style><h3>{escape(self.strategy.name)}</h3>{tables_html(self.strategy)}{lines}"


def chart(rules: TableRules) -> Chart:
    """The chart for these rules."""
    key = f"chart {rules.rules_hash}"
    kept = cache.load(key)
    if kept is None:
        from siete.odds.base.derive import chart as derive

        game = _game(rules)
        made = derive(game, f"{rules.rule_set}, {rules.decks} decks")
        kept = {
            "strategy": made.to_json(),
            "edge": -_game(rules, made).value(),
            "best": -game.value(),
            "notes": list(_notes(game)),
        }
        cache.store(key, kept)
    strategy = Strategy.from_json(kept["strategy"])
    return Chart(strategy=strategy, house_edge=kept["edge"], best_house_edge=kept["best"], notes=tuple(kept["notes"]))


def _notes(game: Game) -> Iterator[str]:
    """Where the super bonus changes the play: sevens that are hit for it up to a certain wager. Decision: 0031."""
    from siete.odds.base.play import HIT, SPLIT
    from siete.odds.base.policy import hand_of
    from siete.odds.base.shoe import NUMBER

    rules = game.rules
    for words, cards, up, third in _sevens(rules):
        hand, up_kind = hand_of(NUMBER[card] for card in cards), NUMBER[up]
        if min(game.shoe.counts[NUMBER[card]] - (*cards, up).count(card) for card in (*cards, up, third)) < 0:
            continue
        against = game.against(up_kind)
        worth = game.actions(hand, up_kind)
        (part,) = against.chances(hand, against.by_value.whole, (), [NUMBER[third]])
        missing = max(worth[SPLIT], max(each for play, each in worth.items() if play != HIT)) - worth[HIT]
        yield from _below(words, part, missing, rules.super_bonus_tiers)


def _sevens(rules: TableRules) -> Iterator[tuple[str, tuple[Card, Card], Card, Card]]:
    """Two sevens one card from the super bonus: in words, the cards, the up card and the card that is missing."""
    if rules.super_bonus_shape is SuperBonusShape.HEART_CLUB_DIAMOND_SEVENS:
        hearts, clubs, diamonds, spades = (
            Card(Rank.SEVEN, suit) for suit in (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
        )
        yield "two of 7♥ 7♣ 7♦ against 7♠", (hearts, clubs), spades, diamonds
        return
    hearts, spades = Card(Rank.SEVEN, Suit.HEARTS), Card(Rank.SEVEN, Suit.SPADES)
    yield "two sevens of one suit, not spades, against a 7 of another suit", (hearts, hearts), spades, hearts
    yield "two sevens of spades against a 7 of another suit", (spades, spades), hearts, spades


def _below(words: str, part: float, missing: float, tiers: tuple[tuple[Cents, Cents], ...]) -> Iterator[str]:
    """The ranges of wagers for which the prize makes up for what hitting loses, neighbouring ones joined."""
    if missing <= 0.0 or part <= 0.0:
        return
    ranges: list[tuple[Cents, Cents]] = []
    for index, (least, prize) in enumerate(tiers):
        limit = Cents(int(part * prize / missing))
        top = min(limit, tiers[index + 1][0]) if index + 1 < len(tiers) else limit
        if top > least:
            start = ranges.pop()[0] if ranges and ranges[-1][1] == least else least
            ranges.append((start, top))
    for start, top in ranges:
        yield f"Super bonus: hit {words} with a wager from {cents_to_text(start)} to under {cents_to_text(top)}."


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
    switches = {
        "surrender_offered": ("surrender", "no surrender"),
        "rescue": ("rescue of a doubled hand", "no rescue"),
        "split_aces_draw": ("split aces may draw", "no draw to split aces"),
        "bonus_on_split": ("bonus 21 on split hands", "no bonus 21 on split hands"),
        "double_soft21": ("soft 21 may be doubled", "no double on soft 21"),
        "hit_soft21": ("soft 21 may be hit", "no hit on soft 21"),
    }
    for name, (on, off) in switches.items():
        is_on = getattr(rules, name)
        turned: dict[str, Any] = {name: not is_on}
        yield (off if is_on else on), replace(rules, **turned)
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
    for decks in (4, 5, 6, 8):
        if decks != rules.decks:
            yield f"{decks} decks", replace(rules, decks=decks)
