"""Maryland's Xtreme 16 wager: a dealer's six and ten-value card spin a wheel for all bettors at once.

One ring pays a community amount to every bettor, one draws the hot spot, one gives that position its prize
besides. With `all_positions` the hot spot falls on each position of the table alike, wagered on or not; with
`bettors_only` on each bettor alike. The meters given are those that show at the bettor's turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import perm

from siete.cards import Rank
from siete.errors import SieteError
from siete.money import Cents
from siete.odds.figure import Figure, FigureEvent, edge, standard_deviation
from siete.odds.meters import MeterWager
from siete.odds.shoe import Shoe, full_shoe, size
from siete.odds.wagers.bonus_spin import weights_from
from siete.odds.wagers.priced_wager import Clauses, PricedWager, PricingTerms, by_line
from siete.plain import Plain
from siete.rules.options import HotspotSelection
from siete.rules.paytable import Amount, MeterShare, Paytable, Row, Wheel
from siete.rules.table_rules import TableRules

PRIMARY, SECONDARY = "jackpot 1", "jackpot 2"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Game:
    """The wager at one table, with so many bettors and the meters as they stand."""

    rules: TableRules
    trigger: Fraction
    players: int
    amount: Fraction
    """The wager in dollars."""
    meters: tuple[Fraction, Fraction]

    @property
    def hot_spot(self) -> Fraction:
        """The chance that the hot spot is the bettor's, once the wheel is spun. Decision: 0062."""
        is_drawn_from_all = self.rules.xtreme_hotspot_selection is HotspotSelection.ALL_POSITIONS
        return Fraction(1, self.rules.positions if is_drawn_from_all else self.players)

    def prize(self, row: Row) -> Fraction:
        """What a symbol pays, in dollars."""
        if isinstance(row.pays, MeterShare):
            return row.pays.share * self.meters[0 if row.line == PRIMARY else 1]
        assert isinstance(row.pays, Amount), f"a wheel symbol pays {row.pays}"
        return Fraction(row.pays.cents, 100)

    def community(self) -> Iterator[tuple[Row, Fraction]]:
        """The symbols for everybody, with their chances."""
        return _segments(self.rules.xtreme_community_wheel, self.rules.xtreme_community_pays)

    def hot(self) -> Iterator[tuple[Row, Fraction]]:
        """The symbols for the hot spot, with their chances."""
        return _segments(self.rules.xtreme_wheel, self.rules.xtreme_pays)

    def jackpot(self, line: str) -> Fraction:
        """The chance that a wager wins one of the two jackpots."""
        return (
            self.trigger * self.hot_spot * sum((chance for row, chance in self.hot() if row.line == line), Fraction(0))
        )


def _segments(wheel: Wheel | None, pays: Paytable | None) -> Iterator[tuple[Row, Fraction]]:
    assert wheel is not None and pays is not None, "the table offers xtreme 16"
    return ((pays.row(symbol), Fraction(weight, wheel.weight)) for symbol, weight in wheel.segments)


def figure(rules: TableRules, *, meter: Cents | None = None, players: int = 1, shoe: Shoe | None = None) -> Figure:
    """What the wager is worth with so many bettors; the meter given is the primary, the secondary is at its seed.

    Clauses: MD-6.G.3, MD-12.E, MD-12.E.2, MD-12.E.4. Decisions: 0060, 0062, 0064.
    """
    trigger = trigger_probability(full_shoe(rules.decks) if shoe is None else shoe)
    game = _game(rules, trigger, meter, players)
    events = tuple(_events(game))
    return Figure(
        wager="xtreme-16",
        paytable=rules.xtreme_community,
        decks=rules.decks,
        house_edge=edge(events),
        events=events,
        extra={
            "wager_amount": game.amount,
            "players": players,
            "trigger_probability": trigger,
            "trigger_probability_exact": str(trigger),
            "hot_spot_probability": game.hot_spot,
            **_meter_keys(game, edge(events)),
            "lines": list(_lines(game)),
            "by_players": [
                {"players": each, "house_edge": edge(_events(_game(rules, trigger, meter, each)))}
                for each in range(1, rules.positions + 1)
            ],
            "standard_deviation": standard_deviation(events),
            "wheel": weights_from(rules, "xtreme_wheel"),
        },
        rules_hash=rules.rules_hash,
    )


def _game(rules: TableRules, trigger: Fraction, meter: Cents | None, players: int) -> _Game:
    assert rules.xtreme_wager is not None and rules.xtreme_meter_seed is not None, "the table offers xtreme 16"
    primary, secondary = rules.xtreme_meter_seed
    return _Game(
        rules=rules,
        trigger=trigger,
        players=players,
        amount=Fraction(rules.xtreme_wager, 100),
        meters=(Fraction(primary if meter is None else meter, 100), Fraction(secondary, 100)),
    )


def trigger_probability(shoe: Shoe) -> Fraction:
    """The chance that the dealer's first two cards are a six and a face card, in either order."""
    sixes = sum(count for card, count in shoe.items() if card.rank is Rank.SIX)
    faces = sum(count for card, count in shoe.items() if card.rank.is_face)
    return Fraction(2 * sixes * faces, perm(size(shoe, least=2), 2))


def _events(game: _Game) -> Iterator[FigureEvent]:
    kept = 0 if game.rules.spin_stake_returned else 1
    for (community, chance), (hot, hot_chance) in product(game.community(), (*game.hot(), (None, Fraction(1)))):
        falls = 1 - game.hot_spot if hot is None else game.hot_spot * hot_chance
        dollars = game.prize(community) + (Fraction(0) if hot is None else game.prize(hot))
        yield FigureEvent(
            name=f"community {community.line}" + (f" + hot spot {hot.line}" if hot else ""),
            probability=game.trigger * chance * falls,
            pays=str(community.pays) + (f" + {_shown(hot)}" if hot else ""),
            net=dollars / game.amount - kept,
        )
    yield FigureEvent(name="no-trigger", probability=1 - game.trigger, pays="loses", net=Fraction(-1))


def _shown(row: Row) -> str:
    return f"{row.pays} of meter {row.line[-1]}" if isinstance(row.pays, MeterShare) else str(row.pays)


def _lines(game: _Game) -> Iterator[Plain]:
    """Each symbol by itself: how often a bettor is paid for it, and what it returns per unit wagered."""
    for ring, chance_of_ring, rows in (
        ("community", Fraction(1), game.community()),
        ("hot spot", game.hot_spot, game.hot()),
    ):
        for row, chance in rows:
            frequency = game.trigger * chance_of_ring * chance
            yield {
                "line": f"{ring} {row.line}",
                "pays": _shown(row),
                "frequency": frequency,
                "frequency_exact": str(frequency),
                "return": frequency * game.prize(row) / game.amount,
            }


def _meter_keys(game: _Game, house_edge: Fraction) -> Plain:
    """What the primary meter does to the wager, the secondary as it stands; and what both grow to."""
    rules, chance = game.rules, game.jackpot(PRIMARY)
    assert rules.xtreme_meter_reset is not None and rules.xtreme_meter_increment is not None
    jackpots = chance * game.meters[0] + game.jackpot(SECONDARY) * game.meters[1]
    returned = 1 - house_edge - chance * game.meters[0] / game.amount
    primary = MeterWager(fixed_return=returned, top=chance, share=chance, amount=game.amount)
    break_even = primary.break_even
    return {
        "meter": game.meters[0],
        "meter_secondary": game.meters[1],
        "house_edge_fixed": house_edge + jackpots / game.amount,
        "house_edge_at_meter": primary.edge(game.meters[0]),
        "house_edge_long_run": _long_run(game, house_edge + jackpots / game.amount),
        "break_even_meter": break_even,
        "break_even_meter_shown": None if break_even is None else break_even * game.amount,
        "average_meter_at_hit": _average_at_hit(game, 0),
        "average_secondary_at_hit": _average_at_hit(game, 1),
        "top_award_once_in": 1 / chance,
    }


def _long_run(game: _Game, fixed: Fraction) -> Fraction:
    """The edge over many cycles of both meters: each jackpot is worth what it holds on average when it is won."""
    jackpots = (game.jackpot(line) * _average_at_hit(game, number) for number, line in enumerate((PRIMARY, SECONDARY)))
    return fixed - sum(jackpots, Fraction(0)) / game.amount


def _average_at_hit(game: _Game, number: int) -> Fraction:
    assert game.rules.xtreme_meter_reset is not None and game.rules.xtreme_meter_increment is not None
    chance = game.jackpot((PRIMARY, SECONDARY)[number])
    wager = MeterWager(fixed_return=Fraction(0), top=chance, share=chance, amount=game.amount)
    start = Fraction(game.rules.xtreme_meter_reset[number], 100)
    return wager.average_at_hit(start=start, contribution=game.rules.xtreme_meter_increment[number])


def _figures(rules: TableRules, terms: PricingTerms) -> list[Figure]:
    """There is one paytable; it may be named."""
    if terms.paytable not in (None, rules.xtreme_community):
        sentence = f"Xtreme 16 has paytable {rules.xtreme_community}, not {str(terms.paytable)[:20]!r}."
        raise SieteError("odds/unknown-paytable", sentence, clause=rules.clause("xtreme_community"))
    return [figure(rules, meter=terms.meter, players=terms.players, shoe=terms.shoe)]


def _line_clauses(rules: TableRules, figure: Figure) -> Clauses:
    hot = {f"hot spot {name}": each for name, each in by_line(rules.xtreme_pays).items()}
    shared = {f"community {name}": each for name, each in by_line(rules.xtreme_community_pays).items()}
    return {**hot, **shared}


WAGER = PricedWager(
    name="xtreme-16",
    title="Xtreme 16",
    figures=_figures,
    offer="xtreme_offered",
    alike=lambda card: card.rank,
    has_paytables=True,
    has_meter=lambda rules: rules.xtreme_offered,
    parameters=("xtreme_offered", "xtreme_wager"),
    line_clauses=_line_clauses,
)
