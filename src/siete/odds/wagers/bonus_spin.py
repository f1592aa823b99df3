"""The Bonus Spin wager of Maryland and Massachusetts: a blackjack spins a wheel.

The meter given is the one that shows when it is the bettor's turn to be paid, as the rules pay it. A symbol
with two amounts pays the second to every other bettor; each of them has the same chance of a blackjack as the
bettor, so what they bring on average adds up however their hands depend on each other. Where a table offers two sizes,
each has its figure, for a table at which everybody wagers that size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm

from siete.cards import Rank
from siete.errors import SieteError
from siete.money import Cents, cents_to_text
from siete.odds.figure import Figure, FigureEvent, edge, standard_deviation
from siete.odds.meters import MeterWager
from siete.odds.shoe import Shoe, full_shoe, size
from siete.odds.wagers.priced_wager import Clauses, PricedWager, PricingTerms, by_line
from siete.plain import Plain
from siete.rules.options import JackpotType, SpinTrigger
from siete.rules.paytable import Amount, MeterShare, Row
from siete.rules.side_games.spin_games import SpinGame, spin_games
from siete.rules.table_rules import TableRules


@dataclass(frozen=True, slots=True, kw_only=True)
class _Game:
    """The wager at one table: its chances, its wheel, and the amount of its jackpot."""

    rules: TableRules
    terms: SpinGame
    shoe: Shoe
    meter: Fraction | None
    """The jackpot in dollars; none where the wheel has no such symbol."""

    def segments(self) -> Iterator[tuple[Row, Fraction]]:
        """The symbols with their chances once the wheel is spun."""
        for symbol, weight in self.terms.wheel.segments:
            yield self.terms.pays.row(symbol), Fraction(weight, self.terms.wheel.weight)

    @property
    def amount(self) -> Fraction:
        """The wager in dollars."""
        return Fraction(self.terms.amount, 100)

    def prize(self, row: Row) -> Fraction:
        """What a symbol pays the bettor who spun, in dollars."""
        if isinstance(row.pays, MeterShare):
            assert self.meter is not None, "a wheel with a jackpot has an amount for it"
            return row.pays.share * self.meter
        assert isinstance(row.pays, Amount), f"a wheel symbol pays {row.pays}"
        return Fraction(row.pays.cents, 100)

    def net(self, dollars: Fraction) -> Fraction:
        """The result of a prize per unit wagered; the wager comes back where the switch says so. Decision: 0060."""
        return (dollars / self.amount) - (0 if self.rules.spin_stake_returned else 1)

    @property
    def blackjack(self) -> Fraction:
        return blackjack_probability(self.shoe)

    @property
    def jackpot(self) -> Fraction:
        """The chance that a wager wins the jackpot."""
        symbols = (chance for row, chance in self.segments() if isinstance(row.pays, MeterShare))
        return self.blackjack * sum(symbols, Fraction(0))


def figure(
    rules: TableRules,
    *,
    meter: Cents | None = None,
    players: int = 1,
    shoe: Shoe | None = None,
    terms: SpinGame | None = None,
) -> Figure:
    """What the wager is worth at a meter, with so many bettors at the table; `terms` choose between two sizes.

    Clauses: MD-6.G.2, MD-12.D.5, MD-12.D.7, MA-16.a.1, MA-16.c, MA-16.d.2. Decisions: 0058, 0060, 0065.
    """
    terms = terms or spin_games(rules)[0]
    shown = terms.seed if meter is None else meter
    game = _Game(
        rules=rules,
        terms=terms,
        shoe=full_shoe(rules.decks) if shoe is None else shoe,
        meter=None if shown is None else Fraction(shown, 100),
    )
    size(game.shoe, least=2 * players)
    events = tuple(_events(game))
    house_edge = edge(events) - _community_return(game, players)
    return Figure(
        wager="bonus-spin",
        paytable=terms.paytable,
        decks=rules.decks,
        house_edge=house_edge,
        events=events,
        extra={
            "wager_amount": game.amount,
            "players": players,
            "trigger_probability": game.blackjack,
            "trigger_probability_exact": str(game.blackjack),
            **_meter_keys(game, house_edge),
            "community_return": _community_return(game, players),
            "by_players": [_by_players(game, edge(events), each) for each in _seated(game)],
            "standard_deviation": standard_deviation(events) if players == 1 else None,
            "wheel": weights_from(rules, terms.wheel_name),
        },
        rules_hash=rules.rules_hash,
    )


def weights_from(rules: TableRules, wheel: str) -> str:
    """Whose weights a wheel has: an operator's, or those we invented. Decision: 0102."""
    return "the operator's weights" if rules.origins.get(wheel) == "operator" else "invented weights, for practice"


def blackjack_probability(shoe: Shoe) -> Fraction:
    """The chance that two cards are an ace and a face card."""
    aces = sum(count for card, count in shoe.items() if card.rank is Rank.ACE)
    faces = sum(count for card, count in shoe.items() if card.rank.is_face)
    return Fraction(2 * aces * faces, perm(size(shoe, least=2), 2))


def ace_probability(shoe: Shoe) -> Fraction:
    """The chance that two cards hold an ace and are no blackjack. Clauses: MA-16.c. Decision: 0065."""
    others = sum(count for card, count in shoe.items() if card.rank is not Rank.ACE)
    return 1 - Fraction(perm(others, 2), perm(size(shoe, least=2), 2)) - blackjack_probability(shoe)


def _events(game: _Game) -> Iterator[FigureEvent]:
    for row, chance in game.segments():
        dollars = game.prize(row)
        pays = f"{row.pays} of the meter" if isinstance(row.pays, MeterShare) else str(row.pays)
        yield FigureEvent(name=row.line, probability=game.blackjack * chance, pays=pays, net=game.net(dollars))
    wins, name = game.blackjack, "no-blackjack"
    if game.rules.spin_trigger is SpinTrigger.ACE_OR_BLACKJACK:
        assert game.rules.spin_ace_pays is not None, "an ace pays an amount"
        ace, name = ace_probability(game.shoe), "no-ace"
        net = game.net(Fraction(game.rules.spin_ace_pays, 100))
        yield FigureEvent(name="ace", probability=ace, pays=cents_to_text(game.rules.spin_ace_pays), net=net)
        wins += ace
    yield FigureEvent(name=name, probability=1 - wins, pays="loses", net=Fraction(-1))


def _community_return(game: _Game, players: int) -> Fraction:
    """What the other bettors' spins bring, per unit wagered. Clauses: MD-12.D.8.a. Decision: 0058."""
    dollars = sum((chance * Fraction(row.community, 100) for row, chance in game.segments()), Fraction(0))
    brought = (players - 1) * game.blackjack * dollars / game.amount
    return brought + (_wager_returned_by_others(game, players) if game.rules.spin_stake_returned else 0)


def _wager_returned_by_others(game: _Game, players: int) -> Fraction:
    """The chance of a community pay without a blackjack of one's own: then the wager comes back for it, once.

    Inclusion and exclusion over the other bettors: the chance that j given hands are all blackjacks is a matter
    of how many aces and faces there are, and each of them spins a community symbol by itself.
    """
    symbol = sum((chance for row, chance in game.segments() if row.community), Fraction(0))
    return sum(
        (
            -comb(players - 1, hands)
            * (-symbol) ** hands
            * (_all_blackjacks(game.shoe, hands) - _all_blackjacks(game.shoe, hands + 1))
            for hands in range(1, players)
        ),
        Fraction(0),
    )


def _all_blackjacks(shoe: Shoe, hands: int) -> Fraction:
    """The chance that so many given hands are all blackjacks."""
    aces = sum(count for card, count in shoe.items() if card.rank is Rank.ACE)
    faces = sum(count for card, count in shoe.items() if card.rank.is_face)
    ways = 2**hands * perm(aces, hands) * perm(faces, hands)
    return Fraction(ways, perm(size(shoe, least=2 * hands), 2 * hands))


def _meter_keys(game: _Game, house_edge: Fraction) -> Plain:
    """What the meter does to the wager, where the wheel has a jackpot."""
    if game.meter is None or not game.jackpot:
        return {}
    without_jackpot = 1 - house_edge - game.jackpot * game.meter / game.amount
    wager = MeterWager(fixed_return=without_jackpot, top=game.jackpot, share=game.jackpot, amount=game.amount)
    break_even, average = wager.break_even, _average_at_hit(game.terms, wager, game.meter)
    return {
        "meter": game.meter,
        "house_edge_fixed": 1 - without_jackpot,
        "house_edge_at_meter": wager.edge(game.meter),
        "house_edge_long_run": None if average is None else wager.edge(average),
        "break_even_meter": break_even,
        "break_even_meter_shown": None if break_even is None else break_even * game.amount,
        "average_meter_at_hit": average,
        "top_award_once_in": 1 / game.jackpot,
    }


def _average_at_hit(terms: SpinGame, wager: MeterWager, meter: Fraction) -> Fraction | None:
    """The mean jackpot; a fixed prize does not grow, and a cap is beyond the model."""
    if terms.jackpot is not JackpotType.PROGRESSIVE:
        return meter
    if terms.cap is not None or terms.reset is None:
        return None
    return wager.average_at_hit(start=Fraction(terms.reset, 100), contribution=terms.increment)


def _seated(game: _Game) -> range:
    """How many may sit at the table, as far as the shoe has two cards for each."""
    return range(1, min(game.rules.positions, size(game.shoe) // 2) + 1)


def _by_players(game: _Game, alone: Fraction, players: int) -> Plain:
    shared = _community_return(game, players)
    return {"players": players, "community_return": shared, "house_edge": alone - shared}


def _figures(rules: TableRules, terms: PricingTerms) -> list[Figure]:
    """The paytable is part of the rules, because the wheel depends on it; another one needs other rules."""
    played = [game for game in spin_games(rules) if terms.paytable in (None, game.paytable)]
    if not played:
        ids = " and ".join(game.paytable or "" for game in spin_games(rules))
        has = f"paytable {ids}" if rules.spin_paytable else "no paytable, only a wheel"
        sentence = f"The Bonus Spin of these rules has {has}, not {str(terms.paytable)[:20]!r}; set spin_paytable."
        raise SieteError("odds/unknown-paytable", sentence, clause=rules.clause("spin_paytable"))
    return [figure(rules, meter=terms.meter, players=terms.players, terms=game, shoe=terms.shoe) for game in played]


def _line_clauses(rules: TableRules, figure: Figure) -> Clauses:
    pays = next(game.pays for game in spin_games(rules) if game.paytable == figure.paytable)
    return {**by_line(pays), "ace": rules.clauses.get("spin_ace_pays", ())}


WAGER = PricedWager(
    name="bonus-spin",
    title="Bonus Spin",
    figures=_figures,
    offer="spin_offered",
    alike=lambda card: card.rank,
    has_paytables=True,
    has_meter=lambda rules: rules.meter_seed is not None,
    parameters=("spin_offered", "spin_wager", "spin_paytable"),
    line_clauses=_line_clauses,
)
