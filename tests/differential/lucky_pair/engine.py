"""Lucky Pair at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from siete.money import Cents, Odds, cents_to_text, rounded
from siete.rules.paytable import Paytable
from siete.rules.table_rules import TableRules
from siete.table import events as e
from siete.table.due import Due, Next
from siete.table.state.box import Bet, Box
from siete.table.state.round import Round
from siete.table.state.wager import Wager
from siete.table.wager_place import WagerPlace
from siete.table.wagers.descriptions import rows_in_words
from siete.table.wagers.side_wager import (
    Limits,
    LineInWords,
    Moment,
    Panel,
    SideWager,
    Spot,
    open_in_order,
    settle_step,
)

LUCKY = Wager.register("lucky-pair")


def _offered(rules: TableRules) -> tuple[Wager, ...]:
    return (LUCKY,) if rules.value("lucky-pair.offered") else ()


def _limits(wager: Wager, rules: TableRules, base: Cents) -> Limits:
    fixed: Cents = rules.value("lucky-pair.wager")
    return fixed, fixed


def _pays(rules: TableRules) -> Paytable:
    table: Paytable = rules.value("lucky-pair.pays")
    return table


def _due(moment: Moment, current: Round, rules: TableRules) -> Next:
    if moment is not Moment.BEFORE_PLAY:
        return None
    for box, bet in open_in_order(current, rules, (LUCKY,)):
        return Due(settle_step(box, bet), rules.clause("lucky-pair.pays"))
    return None


def _line(box: Box, current: Round) -> str:
    first, second = box.first_cards
    if first.rank is not second.rank:
        return ""
    if current.up.rank is first.rank:
        return "three of a rank"
    return "same card twice" if first == second else "pair"


def _settle(current: Round, box: Box, bet: Bet, rules: TableRules, clause: str) -> Iterator[e.Event]:
    place, line = WagerPlace.of_bet(box, bet), _line(box, current)
    if not line:
        yield place.collected(bet.amount, line="no pair", clause=clause)
        return
    row = _pays(rules).row(line)
    assert isinstance(row.pays, Odds)
    won = rounded(bet.amount * row.pays.payout, rules.chip_denominations, rules.rounding_mode)
    yield place.paid(won, line=line, clause=row.clause)
    yield place.returned(bet.amount, clause=row.clause)


def _panels(rules: TableRules) -> Iterator[Panel]:
    for wager in _offered(rules):
        rows, clause = rows_in_words(rules, _pays(rules)), rules.clause("lucky-pair.pays")
        note = cents_to_text(rules.value("lucky-pair.wager"))
        yield Panel(wager=wager, title="Lucky Pair", note=note, rows=rows, clause=clause)


def _lines(wager: Wager, rules: TableRules) -> Mapping[str, LineInWords]:
    return {row.line: LineInWords(row.line.capitalize(), str(row.pays)) for row in _pays(rules)}


WAGER = SideWager(
    spots=(Spot(wager=LUCKY, title="Lucky Pair", short="Lucky", mark="LP", key="l"),),
    offered=_offered,
    limits=_limits,
    limit_clause=lambda rules: rules.clause("lucky-pair.wager"),
    due=_due,
    settle=_settle,
    panels=_panels,
    lines=_lines,
)
