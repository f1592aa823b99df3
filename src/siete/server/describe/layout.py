"""What the page needs to draw a table of given rules: areas, limits, inscriptions, payout lines and wheels.

Static for a table's whole life, so it is sent once; amounts are whole cents. Nothing is typed here that the rules
know: odds, limits and prizes come from them, and each with its clause.
"""

from __future__ import annotations

from collections.abc import Iterator

from siete.money import Cents, cents_to_text
from siete.rules.options import HoleCardProcedure, Soft17
from siete.rules.paytable import Paytable, Row
from siete.rules.paytable_lines import BonusShape, SuperBonusShape
from siete.rules.ruleset import rule_set
from siete.rules.signs import signs
from siete.rules.table_rules import TableRules
from siete.server.describe.questions import defaults, questions
from siete.server.describe.records import (
    BonusColumn,
    Inscriptions,
    Layout,
    LineText,
    Names,
    PanelRecord,
    ShortLayout,
    SpotRecord,
    WheelRecord,
    WheelSymbol,
)
from siete.server.describe.sentences import SHARING, game, lacks, losses, payouts, short_lines
from siete.server.stacks import deal_places
from siete.table.due import HOUSE
from siete.table.hand import BEST_TOTAL
from siete.table.wagers import registry
from siete.table.wagers.side_wager import WheelGame, WheelShown

OPERATOR = "Casa Siete"
"""The operator named on the layout of a table whose submission names none."""

NO_WAGER = Cents(0)

_SHAPES = {
    BonusShape.SIX_SEVEN_EIGHT_SPADES: "6-7-8 spades",
    BonusShape.SIX_SEVEN_EIGHT_SUITED: "6-7-8 suited",
    BonusShape.SIX_SEVEN_EIGHT_MIXED: "6-7-8 mixed",
    BonusShape.SEVENS_SPADES: "7-7-7 spades",
    BonusShape.SEVENS_SUITED: "7-7-7 suited",
    BonusShape.SEVENS_MIXED: "7-7-7 mixed",
    BonusShape.SEVEN_OR_MORE_CARDS: "21 in seven cards or more",
    BonusShape.SIX_CARDS: "21 in six cards",
    BonusShape.FIVE_CARDS: "21 in five cards",
}

_NAMES = {"base": "wager", "insurance": "insurance", "super bonus": "Super Bonus", "envy": "Envy Bonus"}
"""What is wagered, or paid, beside the spots of side wagers."""


def describe_short(rules: TableRules) -> ShortLayout:
    """What the lobby shows of a table's rules."""
    book = rule_set(rules.rule_set)
    return {
        "rule_set": rules.rule_set,
        "title": book.title,
        "state": book.title.split(",")[0].split(" (")[0],
        "rules_hash": rules.rules_hash,
        "decks": rules.decks,
        "cards": rules.decks * rules.cards_per_deck,
        "positions": rules.positions,
        "table_min": rules.table_min,
        "table_max": rules.table_max,
        "cover": float(rules.cover_card_depth),
        "facts": list(_facts(rules)),
        "meters": [{"meter": meter.name, "title": meter.title} for meter in registry.meters(rules)],
        "offers": [{"title": panel["title"], "note": panel["note"]} for panel in _side_panels(rules)],
    }


def describe(rules: TableRules) -> Layout:
    """Everything about a table that does not change from round to round."""
    return {
        **describe_short(rules),
        "operator": OPERATOR,
        "chips": list(rules.chip_denominations.denominations),
        "unit": rules.chip_denominations.unit,
        "max_boxes": rules.max_boxes_per_player,
        "max_bettors": rules.max_bettors_per_box,
        "are_boxes_adjacent": rules.boxes_adjacent,
        "bonus_cards": rules.mtd_bonus_cards,
        "is_hole_card": rules.hole_card_procedure is not HoleCardProcedure.NO_HOLE,
        "deal": list(deal_places(rules)),
        "insurance_share": float(rules.insurance_share),
        "best_total": BEST_TOTAL,
        "spots": list(_spots(rules)),
        "names": wager_names(rules),
        "questions": questions(rules),
        "defaults": defaults(),
        "house": HOUSE,
        "print": _print(rules),
        "panels": [*_side_panels(rules), _super_bonus(rules)],
        "lines": line_texts(rules),
        "losses": losses(rules),
        "lacks": lacks(rules),
        "sharing": SHARING,
        "payouts": payouts(rules, list(_bonus_lines(rules))),
        "game": list(game(rules)),
        "wheels": _wheels(rules),
        "signs": [
            {"title": s.title, "place": s.place, "lines": list(s.lines), "clauses": list(s.clauses)}
            for s in signs(rules, OPERATOR)
        ],
    }


def _facts(rules: TableRules) -> Iterator[str]:
    """What sets this table apart, in short sentences."""
    hits = rules.dealer_soft17 is Soft17.HIT
    yield "Dealer hits soft 17." if hits else "Dealer stands on all 17s."
    yield {
        HoleCardProcedure.HOLE_READER: "Hole card and card reader.",
        HoleCardProcedure.HOLE_NO_PEEK: "Hole card, not looked at.",
        HoleCardProcedure.HOLE_PEEK: "Hole card: the dealer looks under an ace or face card.",
        HoleCardProcedure.NO_HOLE: "No hole card: the dealer's second card comes last.",
    }[rules.hole_card_procedure]
    if rules.double_double:
        yield "Double-double down."
    if rules.max_bettors_per_box > 1:
        yield f"Up to {rules.max_bettors_per_box} people wager on one box."
    yield "Bonus 21 on split hands too." if rules.bonus_on_split else "No Bonus 21 on split hands."


def _spots(rules: TableRules) -> Iterator[SpotRecord]:
    """The side wager areas of a box, with what may lie on each beside the largest base wager."""
    for spot in registry.spots(rules):
        least, most = registry.of(spot.wager).limits(spot.wager, rules, rules.table_max)
        yield {
            "wager": spot.wager.value,
            "title": spot.title,
            "short": spot.short,
            "mark": spot.mark,
            "least": least,
            "most": most,
            "is_fixed": least == most,
        }


def _print(rules: TableRules) -> Inscriptions:
    """The inscriptions in the arcs of the layout, each with its clause."""
    hits = rules.dealer_soft17 is Soft17.HIT
    no_bonus = "doubled hands" if rules.bonus_on_split else "doubled or split hands"
    return {
        "game": {"text": "Spanish 21", "clause": ""},
        "blackjack": {"text": f"Blackjack pays {rules.blackjack_pays}", "clause": rules.clause("blackjack_pays")},
        "insurance": {"text": f"Insurance pays {rules.insurance_pays}", "clause": rules.clause("insurance_pays")},
        "house": {
            "text": "Dealer must hit soft 17" if hits else "Dealer must stand on all 17s",
            "clause": rules.clause("dealer_soft17"),
        },
        "no_bonus": {"text": f"no Bonus 21 for {no_bonus}", "clause": rules.clause("bonus_on_doubled")},
        "bonus_name": {"text": "Bonus 21", "clause": rules.clause("bonus_21")},
        "bonus": list(_bonus_columns(rules)),
    }


def _bonus_columns(rules: TableRules) -> Iterator[BonusColumn]:
    """The Bonus 21 lines by odds: the best first."""
    by_odds: dict[str, list[Row]] = {}
    for row in rules.bonus_21:
        by_odds.setdefault(str(row.pays), []).append(row)
    for odds, rows in by_odds.items():
        lines = [_SHAPES[BonusShape(row.line)] for row in rows]
        yield {"odds": odds, "lines": lines, "short": short_lines(lines), "clause": rows[0].clause}


def _bonus_lines(rules: TableRules) -> Iterator[tuple[str, str]]:
    for column in _bonus_columns(rules):
        for line in column["lines"]:
            yield line, column["odds"]


def _side_panels(rules: TableRules) -> Iterator[PanelRecord]:
    for side_wager in registry.side_wagers():
        for panel in side_wager.panels(rules):
            rows = [list(row) for row in panel.rows]
            yield _panel(panel.title, panel.note, rows, panel.clause, panel.wager.value)


def _panel(title: str, note: str, rows: list[list[str]], clause: str, wager: str) -> PanelRecord:
    return {"title": title, "note": note, "rows": rows, "clause": clause, "wager": wager}


def _super_bonus(rules: TableRules) -> PanelRecord:
    suited = rules.super_bonus_shape is SuperBonusShape.SUITED_SEVENS
    hand = "7-7-7 suited against a 7" if suited else "7 of hearts, clubs, diamonds against 7 of spades"
    rows = [[f"on {cents_to_text(least)} or more", cents_to_text(award)] for least, award in rules.super_bonus_tiers]
    rows.append(["every other player", cents_to_text(rules.envy_pays)])
    return _panel("Super Bonus", hand, rows, rules.clause("super_bonus_tiers"), "super bonus")


def wager_names(rules: TableRules) -> Names:
    """What each wager and each prize is called."""
    return {**_NAMES, **{spot.wager.value: spot.title for spot in registry.spots(rules)}}


def line_texts(rules: TableRules) -> dict[str, dict[str, LineText]]:
    """By wager and line: how a settled line reads, and at what odds."""
    even = str(rules.win_pays)
    base: dict[str, LineText] = {line: _line(text, even) for line, text in _PLAIN_LINES.items()}
    base["blackjack"] = _line("Blackjack", str(rules.blackjack_pays), "blackjack")
    base["split two-card 21"] = _line("Ace and face card", str(rules.blackjack_pays))
    base |= {row.line: _line(_SHAPES[BonusShape(row.line)], str(row.pays), "bonus") for row in rules.bonus_21}
    insurance = _line("Insurance", str(rules.insurance_pays))
    made = {"base": base, "insurance": {"insurance": insurance}}
    for wager in registry.offered(rules):
        lines = registry.of(wager).lines(wager, rules)
        made[wager.value] = {line: _line(each.text, each.odds, "side") for line, each in lines.items()}
    return made


def _line(text: str, odds: str, moment: str = "") -> LineText:
    return {"text": text, "odds": odds, "moment": moment}


_PLAIN_LINES = {"win": "The higher total", "dealer bust": "Dealer busts", "21": "21"}


def _wheels(rules: TableRules) -> dict[str, WheelRecord]:
    """What each wheel can show, with the chance of each symbol as weight out of the whole."""
    names = wager_names(rules)
    return {
        shown.name: _wheel(shown, each.wheel, shown.title or names.get(shown.name, shown.name))
        for each in registry.side_wagers()
        if each.wheel is not None
        for shown in each.wheel.shown(rules)
    }


def _wheel(shown: WheelShown, played: WheelGame, title: str) -> WheelRecord:
    symbols: list[WheelSymbol] = [
        {"symbol": symbol, "weight": weight, "clause": _clause(shown.pays, symbol)}
        for symbol, weight in shown.wheel.segments
    ]
    return {
        "weight": shown.wheel.weight,
        "symbols": symbols,
        "title": title,
        "caption": shown.caption,
        "is_shared": played.is_shared,
        "occasion": played.occasion,
        "told": played.told,
        "everybody": shown.everybody,
    }


def _clause(pays: Paytable, symbol: str) -> str:
    return next((row.clause for row in pays if row.line == symbol), pays.clause)
