"""Washington's jackpot wagers, by any of the printed paytables.

`house_edge` is the documents' own: what is left of the wager after the fixed pays, `$` lines left out, and the
21 % that the documents take for the jackpot. Beside it stand the edge of the fixed pays with the `$` prizes of
this table, and the edge while the meter shows a given amount.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from siete.money import Cents, Odds
from siete.odds.figure import Figure, FigureEvent, standard_deviation
from siete.odds.four_cards import as_judged, distribution
from siete.odds.meters import MeterWager
from siete.odds.shoe import Shoe, full_shoe
from siete.odds.wagers import jackpot_tables
from siete.odds.wagers.jackpot_judges import Judge, Won
from siete.odds.wagers.priced_wager import Clauses, PricedWager, PricingTerms
from siete.plain import Plain
from siete.rules.options import JackpotType, SuitedMatchScope
from siete.rules.paytable import MeterShare, OperatorPrize, Paytable
from siete.rules.paytable_lines import JackpotJudge, JackpotLine
from siete.rules.side_games.jackpot_amounts import dollar_prize, start_amounts
from siete.rules.table_rules import TableRules
from siete.rules.value_kinds import Funding

DOCUMENTS_CONTRIBUTION = Fraction(21, 100)
"""What the printed house advantages leave out for the jackpot. Decision: 0045."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Game:
    """One paytable with the chances of everything it pays, at the terms of a table."""

    rules: TableRules
    paytable: Paytable
    chances: Mapping[Won, Fraction]
    amount: Fraction
    """The wager in dollars."""
    meter: Fraction
    """What the meter shows."""
    reset: Fraction

    def returned(self, line: JackpotLine) -> Fraction:
        """What one payment of a line returns per unit wagered, the meter as it stands."""
        pays = self.paytable.row(line).pays
        if isinstance(pays, MeterShare):
            return pays.share * self.meter / self.amount
        if isinstance(pays, OperatorPrize):
            return Fraction(dollar_prize(self.rules, line).per_dollar)
        assert isinstance(pays, Odds), f"{line} of {self.paytable.id} pays {pays}"
        return pays.returned

    def frequency(self, line: str) -> Fraction:
        """How often a wager is paid for the line, on average."""
        return sum((won.count(JackpotLine(line)) * chance for won, chance in self.chances.items()), Fraction(0))

    def total(self, kind: type[Odds | MeterShare | OperatorPrize], *, funded_by: Funding | None = None) -> Fraction:
        """What all lines of one kind return per unit wagered."""
        return sum(
            (
                self.frequency(row.line) * self.returned(JackpotLine(row.line))
                for row in self.paytable
                if isinstance(row.pays, kind)
                and (funded_by is None or dollar_prize(self.rules, row.line).funded_by is funded_by)
            ),
            Fraction(0),
        )

    @property
    def on_meter(self) -> MeterWager:
        """The wager as its meter sees it."""
        shares = [
            (row.pays.share, self.frequency(row.line)) for row in self.paytable if isinstance(row.pays, MeterShare)
        ]
        return MeterWager(
            fixed_return=self.total(Odds) + self.total(OperatorPrize),
            top=sum((frequency for share, frequency in shares if share == 1), Fraction(0)),
            share=sum((share * frequency for share, frequency in shares), Fraction(0)),
            amount=self.amount,
        )


def figures(rules: TableRules, *, meter: Cents | None = None, shoe: Shoe | None = None) -> list[Figure]:
    """The figure of every paytable that fits decks and equipment. Clauses: WA3-J6.a, WA2-J6.a."""
    return [_figure(_game(rules, paytable, meter, shoe)) for paytable in jackpot_tables.fitting(rules)]


def figure(rules: TableRules, id: str, *, meter: Cents | None = None, shoe: Shoe | None = None) -> Figure:
    """What the jackpot wager is worth by one paytable, `3c/6`; the meter stands at its seed unless told."""
    return _figure(_game(rules, jackpot_tables.paytable(rules, id), meter, shoe))


def _game(rules: TableRules, paytable: Paytable, meter: Cents | None, shoe: Shoe | None = None) -> _Game:
    judge = Judge(
        kind=JackpotJudge(paytable.judge),
        lines=frozenset(row.line for row in paytable),
        top_keeps_fixed=rules.t4a_top_keeps_fixed,
        scope=rules.t6_suited_match_scope or SuitedMatchScope.PLAYER_DEALER,
    )
    number = rules.jackpot_paytable.index(paytable.id) if paytable.id in rules.jackpot_paytable else 0
    seed, reset = start_amounts(rules, number)
    return _Game(
        rules=rules,
        paytable=paytable,
        chances=_full_shoe_chances(rules.decks, judge) if shoe is None else distribution(shoe, judge),
        amount=Fraction(rules.jackpot_wager[number], 100),
        meter=Fraction(seed if meter is None else meter, 100),
        reset=Fraction(reset, 100),
    )


@cache
def _full_shoe_chances(decks: int, judge: Judge) -> Mapping[Won, Fraction]:
    """The chances that all paytables of one printed table share."""
    return distribution(full_shoe(decks), judge)


def _figure(game: _Game) -> Figure:
    events = tuple(_event(game, won) for won in sorted(game.chances, key=lambda won: _place(game.paytable, won)))
    fixed, dollars, meter = game.total(Odds), game.total(OperatorPrize), game.on_meter
    break_even = meter.break_even
    return Figure(
        wager="jackpot",
        paytable=game.paytable.id,
        decks=game.rules.decks,
        house_edge=1 - fixed - DOCUMENTS_CONTRIBUTION,
        events=events,
        extra={
            "house_edge_printed": game.paytable.edge or None,
            "house_edge_fixed": 1 - fixed - dollars,
            "house_edge_at_meter": meter.edge(game.meter),
            "house_edge_long_run": _long_run(game),
            "fixed_return": fixed,
            "fixed_return_exact": str(fixed),
            "dollar_prize_return": dollars,
            "wager_amount": game.amount,
            "meter": game.meter,
            "break_even_meter": break_even,
            "break_even_meter_shown": None if break_even is None else break_even * game.amount,
            "average_meter_at_hit": _average_at_hit(game, with_reserve=False),
            "average_meter_at_hit_with_reserve": _average_at_hit(game, with_reserve=True),
            "top_award_once_in": 1 / meter.top if meter.top else None,
            "standard_deviation": standard_deviation(events),
            "lines": [_line(game, JackpotLine(row.line)) for row in game.paytable],
        },
        rules_hash=game.rules.rules_hash,
    )


def _average_at_hit(game: _Game, *, with_reserve: bool) -> Fraction | None:
    """The mean 100 % award; none for a capped meter, whose growth the model does not follow. Decision: 0052."""
    rules, meter = game.rules, game.on_meter
    assert rules.meter_increment is not None and rules.reserve_increment is not None
    if rules.jackpot_type is JackpotType.HOUSE:
        return game.meter
    if not meter.top or rules.meter_cap is not None:
        return None
    reserve = rules.reserve_increment * game.amount / meter.top if with_reserve else Fraction(0)
    drawn = game.total(OperatorPrize, funded_by=Funding.JACKPOT)
    return meter.average_at_hit(start=game.reset + reserve, contribution=rules.meter_increment, paid_out=drawn)


def _long_run(game: _Game) -> Fraction | None:
    """The edge over whole cycles, where meter, reserve and seed are all paid out in the end."""
    rules, meter = game.rules, game.on_meter
    if rules.jackpot_type is JackpotType.HOUSE:
        return meter.edge(game.meter)
    average = _average_at_hit(game, with_reserve=True)
    if average is None:
        return None
    assert rules.meter_increment is not None and rules.reserve_increment is not None
    paid_in = rules.meter_increment + rules.reserve_increment + meter.top * game.reset / game.amount
    return 1 - game.total(Odds) - game.total(OperatorPrize, funded_by=Funding.HOUSE) - paid_in


def _place(paytable: Paytable, won: Won) -> tuple[bool, list[int]]:
    """Where an event stands in a list: by the best line it pays, those that pay nothing last."""
    lines = [row.line for row in paytable]
    return (not won, sorted(lines.index(line) for line in won))


def _event(game: _Game, won: Won) -> FigureEvent:
    places = [row.line for row in game.paytable]
    lines = sorted(won, key=places.index)
    net = sum((game.returned(line) for line in lines), Fraction(0)) - 1
    return FigureEvent(
        name=" + ".join(lines) or "no-win", probability=game.chances[won], pays=_pays(game, lines) or "loses", net=net
    )


def _pays(game: _Game, lines: list[JackpotLine]) -> str:
    """What the lines pay together: shares of the meter and prizes by themselves, fixed odds as one sum."""
    rows = [game.paytable.row(line) for line in lines]
    others = [_shown(game, row.line) for row in rows if not isinstance(row.pays, Odds)]
    fixed = sum((row.pays.returned for row in rows if isinstance(row.pays, Odds)), Fraction(0))
    return " + ".join([*others, *([f"{fixed.numerator} for {fixed.denominator}"] if fixed else [])])


def _shown(game: _Game, line: str) -> str:
    pays = game.paytable.row(line).pays
    return f"{dollar_prize(game.rules, line).per_dollar} for 1 ($)" if isinstance(pays, OperatorPrize) else str(pays)


def _line(game: _Game, line: JackpotLine) -> Plain:
    frequency = game.frequency(line)
    return {
        "line": line.value,
        "pays": _shown(game, line),
        "frequency": frequency,
        "frequency_exact": str(frequency),
        "return": frequency * game.returned(line),
    }


def _figures(rules: TableRules, terms: PricingTerms) -> list[Figure]:
    if terms.paytable is None:
        return figures(rules, meter=terms.meter, shoe=terms.shoe)
    return [figure(rules, terms.paytable, meter=terms.meter, shoe=terms.shoe)]


def _line_clauses(rules: TableRules, figure: Figure) -> Clauses:
    (table,) = (each for each in rules.jackpot_pays if each.id == figure.paytable)
    return {row.line: (row.clause or table.clause,) for row in table}


WAGER = PricedWager(
    name="jackpot",
    spots=("jackpot-1", "jackpot-2"),
    title="Jackpot",
    figures=_figures,
    offer="jackpot_games",
    alike=as_judged,
    has_paytables=True,
    has_meter=lambda rules: rules.meter_seed is not None,
    parameters=("jackpot_games", "jackpot_wager", "jackpot_paytable"),
    line_clauses=_line_clauses,
)
