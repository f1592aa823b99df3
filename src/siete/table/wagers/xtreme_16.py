"""Xtreme 16: a six and a face card of the dealer turn two wheels; one pays everybody, the other a hot spot too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from siete.cards import Card, Rank
from siete.money import Cents, cents_to_text
from siete.rules.options import HotspotSelection
from siete.rules.paytable import MeterShare, Row, Wheel
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Due, Next, Refusal
from siete.table.state.box import Bet, Box
from siete.table.state.round import Round
from siete.table.state.wager import Wager
from siete.table.wager_place import WagerPlace
from siete.table.wagers.descriptions import rows_in_words
from siete.table.wagers.side_wager import (
    Limits,
    LineInWords,
    MeterTerms,
    Moment,
    Panel,
    PaysAward,
    Progressive,
    SideWager,
    Spot,
    WheelGame,
    WheelShown,
    open_in_order,
    settle_step,
)
from siete.table.wagers.wheels import row_amount, stake_back, symbols_in_words

TITLE = "Xtreme 16"
EVERYBODY = f"{Wager.XTREME.value}-everybody"
PRIMARY, SECONDARY = "xtreme-primary", "xtreme-secondary"
_METERS = ((PRIMARY, f"{TITLE}, first"), (SECONDARY, f"{TITLE}, second"))


def offered(rules: TableRules) -> tuple[Wager, ...]:
    """The one spot."""
    return (Wager.XTREME,) if rules.xtreme_offered else ()


def limits(wager: Wager, rules: TableRules, base: Cents) -> Limits:
    """The one amount the wager may have."""
    assert rules.xtreme_wager is not None, "an offered wager has its amount"
    return rules.xtreme_wager, rules.xtreme_wager


def wins(dealer: tuple[Card, ...]) -> bool:
    """Whether the dealer's first two cards are a six and a face card, in either order.

    Clauses: MD-6.G.3. Decision: 0064.
    """
    ranks = {card.rank for card in dealer[:2]}
    return Rank.SIX in ranks and any(rank.is_face for rank in ranks)


def due(moment: Moment, current: Round, rules: TableRules) -> Next:
    """After the prizes, one spin for all who wagered, or each wager is lost."""
    if moment is not Moment.PRIZES:
        return None
    for box, bet in open_in_order(current, rules, WAGER.wagers):
        spin_for_all = c.Spin(box=e.DEALER, player="", wager=Wager.XTREME)
        step = spin_for_all if wins(current.dealer) else settle_step(box, bet)
        return Due(step, rules.clause_of(Step.XTREME))
    return None


def settle(current: Round, box: Box, bet: Bet, rules: TableRules, clause: str) -> Iterator[e.Event]:
    """A wager that earned no spin is lost."""
    yield WagerPlace.of_bet(box, bet).wheel_spun(
        line="no dealer 16", clause=rules.clause_of(Step.PLACE_XTREME) or clause
    )


def spin(current: Round, rules: TableRules, command: c.Spin, clause: str) -> Iterator[e.Event]:
    """Pay everybody the community prize, and who wagered on the hot spot its prize too.

    Clauses: MD-12.E.2. Decision: 0062.
    """
    rows = _rows(command.symbols, current, rules)
    if rows is None:
        raise Refusal("command/no-such-symbol", f"The wheels cannot show {command.symbols}.", clause=clause)
    position, community, hot_spot = rows
    for box, bet in open_in_order(current, rules, WAGER.wagers):
        place = WagerPlace.of_bet(box, bet)
        yield place.wheel_spun(command.symbols, clause=clause)
        yield place.paid(row_amount(community), line=community.line, clause=community.clause)
        yield from stake_back(place, bet, rules)
        if box.number != position:
            continue
        if isinstance(hot_spot.pays, MeterShare):
            yield place.award_won(line=hot_spot.line, clause=hot_spot.clause)
        else:
            yield place.paid(row_amount(hot_spot), line=hot_spot.line, clause=hot_spot.clause)


def _rows(symbols: tuple[str, ...], current: Round, rules: TableRules) -> tuple[int, Row, Row] | None:
    """Position, community line and hot spot line of a spin; None when no such spin can be. Decision: 0062."""
    if len(symbols) != 3 or not symbols[0].isdecimal():
        return None
    position = int(symbols[0])
    community = next((row for row in rules.xtreme_community_pays or () if row.line == symbols[1]), None)
    hot_spot = next((row for row in rules.xtreme_pays or () if row.line == symbols[2]), None)
    if community is None or hot_spot is None or position not in positions(current, rules):
        return None
    return position, community, hot_spot


def positions(current: Round, rules: TableRules) -> tuple[int, ...]:
    """The positions among which the hot spot is drawn."""
    if rules.xtreme_hotspot_selection is HotspotSelection.ALL_POSITIONS:
        return tuple(range(1, rules.positions + 1))
    return tuple(box.number for box in current.boxes if any(bet.wager is Wager.XTREME for bet in box.bets))


def _stops(wager: Wager, current: Round, rules: TableRules) -> tuple[Wheel, ...]:
    """The hot spot is drawn like a symbol: every position is equally likely."""
    assert rules.xtreme_community_wheel is not None and rules.xtreme_wheel is not None, "an offered wager has wheels"
    places = Wheel(tuple((str(position), 1) for position in positions(current, rules)))
    return places, rules.xtreme_community_wheel, rules.xtreme_wheel


def _shown(rules: TableRules) -> Iterator[WheelShown]:
    if not rules.xtreme_offered:
        return
    hot_spot, community = rules.xtreme_wheel, rules.xtreme_community_wheel
    assert hot_spot is not None and community is not None, "an offered wager has wheels"
    assert rules.xtreme_pays is not None and rules.xtreme_community_pays is not None, "an offered wager pays"
    yield WheelShown(
        name=Wager.XTREME.value,
        wheel=hot_spot,
        pays=rules.xtreme_pays,
        everybody=EVERYBODY,
        caption="What the hot spot can pay.",
        title="Hot Spot",
    )
    yield WheelShown(
        name=EVERYBODY,
        wheel=community,
        pays=rules.xtreme_community_pays,
        caption="What Community Pay can be.",
        title="Community Pay",
    )


def _meters(rules: TableRules) -> Iterator[MeterTerms]:
    seeds, resets, rates = rules.xtreme_meter_seed, rules.xtreme_meter_reset, rules.xtreme_meter_increment
    if not rules.xtreme_offered:
        return
    assert seeds is not None and resets is not None and rates is not None, "an offered wager has meters"
    clause = rules.clause("xtreme_meter_increment")
    for (name, title), seed, reset, rate in zip(_METERS, seeds, resets, rates, strict=True):
        yield MeterTerms(
            name=name,
            title=title,
            wager=Wager.XTREME,
            seed=seed,
            reset=reset,
            rate=rate,
            clause=clause,
            parameters=("xtreme_meter_seed", "xtreme_meter_reset", "xtreme_meter_increment"),
        )


def _meter_of(award: PaysAward) -> str:
    return PRIMARY if award.line == "jackpot 1" else SECONDARY


def _panels(rules: TableRules) -> Iterator[Panel]:
    if not rules.xtreme_offered:
        return
    assert rules.xtreme_pays is not None and rules.xtreme_wager is not None, "an offered wager pays, and has its amount"
    rows, clause = rows_in_words(rules, rules.xtreme_pays), rules.clause("xtreme_pays")
    yield Panel(wager=Wager.XTREME, title=TITLE, note=cents_to_text(rules.xtreme_wager), rows=rows, clause=clause)


def _lines(wager: Wager, rules: TableRules) -> Mapping[str, LineInWords]:
    return symbols_in_words(TITLE, (*(rules.xtreme_pays or ()), *(rules.xtreme_community_pays or ())))


WAGER = SideWager(
    spots=(Spot(wager=Wager.XTREME, title=TITLE, short="X16", mark="16", key="x"),),
    offered=offered,
    limits=limits,
    limit_clause=lambda rules: rules.clause_or_step("xtreme_wager", Step.PLACE_SIDE),
    due=due,
    settle=settle,
    panels=_panels,
    lines=_lines,
    place_step=Step.PLACE_XTREME,
    is_locked_out=True,
    is_taken=True,
    wheel=WheelGame(
        spin=spin,
        stops=_stops,
        shown=_shown,
        occasion="The dealer has 16: the wheels turn for all who wagered",
        told="Community Pay: {everybody} to each. Hot spot: box {box}, {symbol} more for who wagered there.",
    ),
    progressive=Progressive(
        names={PRIMARY: Wager.XTREME, SECONDARY: Wager.XTREME}, meters=_meters, meter_of=_meter_of, step=Step.XTREME
    ),
)
