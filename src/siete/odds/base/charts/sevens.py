"""The super bonus in a chart: which two sevens a wager of some size hits for it, and what that is worth.

Only hands not split can win it, so it changes no other decision: the chart of a wager is the base game's chart with
marks on two sevens against a seven, and every edge follows from the values of those few hands without solving again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypedDict

from siete.cards import Card, Suit, cards_from_text, cards_to_text
from siete.money import Cents, cents_to_text
from siete.odds.base.charts.model import Chart
from siete.odds.sevens import hit_ranges, missing_card, prize
from siete.rules.paytable_lines import SuperBonusShape
from siete.rules.table_rules import TableRules
from siete.strategy import COLUMNS, Cell, Play, Situation, Strategy, StrategyRow, SuperChase, Table

if TYPE_CHECKING:
    from siete.odds.base.game import Game

_COLUMN = COLUMNS.index("7")


class SavedSevens(TypedDict):
    """Two sevens as they stay on disk."""

    cards: str
    up: str
    chance: float
    draw: float
    worth: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sevens:
    """Two sevens one card from the super bonus: how often a round begins so, and what each play is worth without it."""

    cards: tuple[Card, ...]
    up: Card
    chance: float
    draw: float
    """The chance that a hit draws the missing card."""
    worth: dict[str, float]
    """By the letter of the play."""

    @property
    def situation(self) -> Situation:
        return Situation(cards=self.cards, up=self.up)

    def play_of(self, strategy: Strategy) -> str:
        """The play that a strategy chooses."""
        return next(play for play in strategy.preferences(self.situation) if play.value in self.worth).value

    def with_prize(self, pays: float) -> dict[str, float]:
        """What each play is worth with the prize, in units of the wager."""
        return self.worth | {"H": self.worth["H"] + self.draw * pays}

    def to_json(self) -> SavedSevens:
        """As it stays on disk."""
        return {
            "cards": cards_to_text(self.cards),
            "up": str(self.up),
            "chance": self.chance,
            "draw": self.draw,
            "worth": self.worth,
        }

    @staticmethod
    def from_json(cards: str, up: str, chance: float, draw: float, worth: dict[str, float]) -> Sevens:
        """From disk."""
        return Sevens(cards=cards_from_text(cards), up=Card.from_text(up), chance=chance, draw=draw, worth=worth)


def sevens_of(game: Game) -> Iterator[Sevens]:
    """All deals that are one card from the super bonus, alike ones together."""
    from siete.odds.base.policy import CODES
    from siete.odds.base.shoe import KINDS, NUMBER

    letters = {code: play.value for play, code in CODES.items()}
    for deal in game.deals:
        cards, up = tuple(KINDS[kind] for kind in deal.hand), KINDS[deal.up]
        third = missing_card(game.rules.super_bonus_shape, cards, up)
        if third is not None:
            against = game.against(deal.up)
            (draw,) = against.chances(deal.hand, against.by_value.whole, (), [NUMBER[third]])
            worth = {letters[play]: value for play, value in game.actions(deal.hand, deal.up).items()}
            yield Sevens(cards=cards, up=up, chance=deal.chance, draw=draw, worth=worth)


def for_wager(chart: Chart, found: Iterable[Sevens], rules: TableRules, wager: Cents) -> Chart:
    """The chart of the base game as a wager of this size plays it, with the super bonus it can win."""
    cases, pays = tuple(found), prize(rules, wager)
    strategy = played_for(chart.strategy, cases, rules, wager)
    edge, bonus = chart.house_edge, 0.0
    for case in cases:
        before, after = case.play_of(chart.strategy), case.play_of(strategy)
        edge -= case.chance * (case.worth[after] - case.worth[before])
        bonus += case.chance * case.draw * pays if after == "H" else 0.0
    return replace(
        chart,
        strategy=strategy,
        house_edge=edge,
        wager=wager,
        super_bonus=bonus,
        best_combined=chart.best_house_edge - best_gain(cases, rules, wager),
    )


def best_gain(found: Iterable[Sevens], rules: TableRules, wager: Cents) -> float:
    """What the super bonus is worth to a wager of this size by best play of both, per unit of the wager."""
    pays = prize(rules, wager)
    return sum(case.chance * (max(case.with_prize(pays).values()) - max(case.worth.values())) for case in found)


def played_for(strategy: Strategy, found: Iterable[Sevens], rules: TableRules, wager: Cents) -> Strategy:
    """The strategy of the base game's chart as a wager of this size plays it."""
    name = f"{strategy.name}, {cents_to_text(wager)}"
    return Strategy(name=name, rows=_marked(strategy, rules, tuple(found), prize(rules, wager)).rows)


def _marked(strategy: Strategy, rules: TableRules, cases: tuple[Sevens, ...], pays: float) -> Strategy:
    """The strategy that also hits the sevens for which the prize makes a hit better."""
    hit = [case for case in cases if case.with_prize(pays)["H"] > case.worth[case.play_of(strategy)]]
    if rules.super_bonus_shape is SuperBonusShape.HEART_CLUB_DIAMOND_SEVENS:
        return _with_marks(strategy, SuperChase.HEART_CLUB_DIAMOND, SuperChase.HEART_CLUB_DIAMOND) if hit else strategy
    return _with_marks(strategy, *(_mark(hit, spades=spades) for spades in (False, True)))


def _mark(hit: list[Sevens], *, spades: bool) -> SuperChase:
    """Which sevens of spades, or of another suit, are hit: against any seven, one of another suit, or none."""
    ups = [case.up.suit is case.cards[0].suit for case in hit if (case.cards[0].suit is Suit.SPADES) == spades]
    if False not in ups:
        return SuperChase.NONE
    return SuperChase.SUITED if True in ups else SuperChase.OTHER_SUIT


def _with_marks(strategy: Strategy, mark: SuperChase, spades: SuperChase) -> Strategy:
    """The strategy with marks on sevens against a seven; spades get a row of their own where they differ."""
    rows = {(row.table, row.name): row for row in strategy.rows}
    pair = rows[Table.PAIRS, "7"]
    cell = pair.cells[_COLUMN] or rows[Table.HARD, "14"].cells[_COLUMN]
    assert cell is not None, "a total always has a cell"
    if cell.play is Play.HIT or not (mark or spades):
        return strategy
    rows[Table.PAIRS, "7"] = replace(pair, cells=_only(replace(cell, super_bonus=mark), pair.cells))
    if mark is not spades:
        own = StrategyRow(
            table=Table.CARDS,
            name="first:7s-7s",
            cells=_only(replace(cell, super_bonus=spades), (None,) * len(COLUMNS)),
        )
        rows[own.table, own.name] = own
    return Strategy(name=strategy.name, rows=tuple(rows.values()))


def _only(cell: Cell, cells: tuple[Cell | None, ...]) -> tuple[Cell | None, ...]:
    return (*cells[:_COLUMN], cell, *cells[_COLUMN + 1 :])


def notes(rules: TableRules, found: Iterable[Sevens]) -> Iterator[str]:
    """For which wagers the super bonus changes the play, in words. Decision: 0031."""
    for case in sorted(found, key=lambda each: each.cards[0].suit is Suit.SPADES):
        if (case.cards[0].suit is Suit.SPADES) != (case.up.suit is Suit.SPADES):
            missing = max(value for play, value in case.worth.items() if play != "H") - case.worth["H"]
            for start, top in hit_ranges(rules, case.draw, missing):
                words = f"{cents_to_text(start)} to under {cents_to_text(top)}"
                yield f"Super bonus: hit {_words(rules, case)} with a wager from {words}."


def _words(rules: TableRules, case: Sevens) -> str:
    if rules.super_bonus_shape is SuperBonusShape.HEART_CLUB_DIAMOND_SEVENS:
        return "two of 7♥ 7♣ 7♦ against 7♠"
    if case.cards[0].suit is Suit.SPADES:
        return "two sevens of spades against a 7 of another suit"
    return "two sevens of one suit, not spades, against a 7 of another suit"
